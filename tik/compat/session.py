"""A kernel file's stay in the kit: its shims, its own modules, its chip, the kernels it built."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any

from tik.authoring.tik_api import BuiltKernel
from tik.chips import Chip
from tik.compat.catalogue import CATALOGUE, ROOTS, is_known, why
from tik.compat.finder import KIT, Finder, OwnLoader, Tree
from tik.compat.modules import Contents, ShimModule
from tik.compat.soc import Soc

__all__ = ["LOCK", "Session"]

LOCK = threading.RLock()  # sys.modules is the process's: one session at a time
_ROOM = __name__.rpartition(".")[0]


class Session:
    """One kernel file, loaded for one chip. Its modules stand in sys.modules only while it is ``active``."""

    def __init__(self, path: Path, root: Path | None, chip: Chip | None, *, main: bool = False) -> None:
        self.path, self.given_root, self.main = path, root, main
        self.tree = Tree(path, root)
        self.soc = Soc(chip)
        self.kernels: list[BuiltKernel] = []
        self.modules: dict[str, ModuleType] = {}  # shims and the file's own, as they stand in sys.modules while active
        self.paths: list[str] = []  # what the file put on sys.path
        self.ended: int | str | None = None  # what a script that failed gave sys.exit
        self.again: dict[str, Session] = {}  # the same file loaded for other chips
        self._shims: dict[str, ShimModule] = {}
        self._made: dict[str, Any] = {}
        self.module = self._load()
        self.asked = self.soc.offered if self.soc.asked else None  # the chip it read figures of while it loaded

    # ------------------------------------------------------------------------------------------------------- loading
    def _load(self) -> ModuleType:
        """Run the file."""
        name = self.tree.name
        loader = OwnLoader(self, name, str(self.path))
        spec = spec_from_loader(name, loader)
        assert spec is not None
        arguments = sys.argv
        with self.active() as finder:
            module = module_from_spec(spec)
            finder.own.add(name)
            if self.main:
                module.__name__ = "__main__"
                sys.argv = [str(self.path)]
            try:
                parent = name.rpartition(".")[0]
                if parent:
                    __import__(parent)
                sys.modules[name] = module
                loader.exec_module(module)
            except SystemExit as end:
                if not self.main:
                    raise
                if end.code is not None and end.code != 0:
                    self.ended = end.code
            finally:
                sys.argv = arguments
        return module

    # ------------------------------------------------------------------------------------------------------ activity
    @contextmanager
    def active(self) -> Iterator[Finder]:
        """Inside, imports find the shims and the file's tree; afterwards sys.modules, sys.path and sys.meta_path are as they
        were, but for what the file imported of other packages."""
        with LOCK:
            finder = Finder(self)
            finder.own.update(self.modules)
            before, path = dict(sys.modules), list(sys.path)
            roots = {*ROOTS, *self.tree.tops()}
            aside = {name: module for name, module in before.items() if name.partition(".")[0] in roots or name in self.modules}
            for name in aside:
                del sys.modules[name]
            sys.modules.update(self.modules)
            sys.meta_path.insert(0, finder)
            sys.path[:0] = self.paths
            try:
                yield finder
            finally:
                sys.meta_path.remove(finder)
                self.paths = [entry for entry in sys.path if entry not in path]
                sys.path[:] = path
                self.modules = {name: m for name, m in dict(sys.modules).items() if self._owns(name, m, finder, before)}
                for name in self.modules:
                    del sys.modules[name]
                sys.modules.update(aside)

    def _owns(self, name: str, module: ModuleType | None, finder: Finder, before: dict[str, ModuleType]) -> bool:
        """Whether a module belongs to this session: a shim, of the file's tree, or one that holds shims or lies where the
        file pointed sys.path."""
        if name in finder.own or isinstance(module, ShimModule):
            return True
        if name in before or module is None or name.partition(".")[0] in KIT:
            return False
        file = getattr(module, "__file__", None)
        if file is not None and any(Path(file).is_relative_to(Path(entry).resolve()) for entry in self.paths):
            return True
        return any(
            isinstance(value, ShimModule) or str(getattr(value, "__module__", "")).startswith(_ROOM)
            for value in list(vars(module).values())
        )

    # --------------------------------------------------------------------------------------------------------- shims
    def shim(self, name: str) -> ShimModule:
        """The shim module of that name; one that holds nothing for a name that is not in the catalogue."""
        found = self._shims.get(name)
        if found is None:
            maker = CATALOGUE.get(name)
            contents = Contents({}) if maker is None else maker(self)
            found = self._shims[name] = ShimModule(name, contents, self._child, why)
        return found

    def _child(self, name: str) -> ModuleType | None:
        return self.shim(name) if is_known(name) else None

    def made(self, what: str, make: Callable[[], Any]) -> Any:
        """Something there is one of in a session."""
        if what not in self._made:
            self._made[what] = make()
        return self._made[what]
