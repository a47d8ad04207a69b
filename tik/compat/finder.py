"""How imports of a kernel file are answered: shims, and the modules of its own tree."""

from __future__ import annotations

import ast
import importlib.abc
import logging
import sys
import sysconfig
import threading
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any

from tik.compat.catalogue import ALWAYS, FALLBACK_ROOTS, is_known, stands_always

if TYPE_CHECKING:
    from tik.compat.session import Session

__all__ = ["KIT", "MARK", "Finder", "OwnLoader", "Tree"]

KIT = ("tik", "opsnn")  # never part of a kernel file's tree, wherever the file lies
_INSTALLED = {Path(sysconfig.get_path(name)).resolve() for name in ("purelib", "platlib")}  # found without us
_LOG = logging.getLogger("tik")

MARK = "__tik_session__"  # in the namespace of every module of a kernel file's tree


class Tree:
    """The folders a kernel file's own modules are found in, and the dotted name the file has there.

    ``root``: the nearest folder above the file that holds ``impl`` (or ``mxIndex_impl``), unless given; and the folder of the
    file, or of the package it belongs to. ``hollow``: the packages around the file that exist in name only, because shims
    stand for them (a file of MindSpore's own) or the folders have no ``__init__.py`` and the file imports relatively; and
    the folders their other modules are taken from.
    """

    def __init__(self, path: Path, root: Path | None) -> None:
        self.path = path
        self.root = root or next((f for f in path.parents if any((f / name).is_dir() for name in FALLBACK_ROOTS)), None)
        package = path.parent
        while (package / "__init__.py").is_file():
            package = package.parent
        folders = [self.root, package, path.parent]
        self.package = package  # the folder the outermost package lies in
        if self.root is not None and any(path.is_relative_to(self.root / name) for name in FALLBACK_ROOTS):
            folders = [self.root]  # modules beside it are imported as impl.…
        self.folders = [*dict.fromkeys(str(folder) for folder in folders if folder is not None and folder not in _INSTALLED)]
        self.hollow: dict[str, list[str]] = {}
        self.name = self._named()

    def _named(self) -> str:
        """The dotted name: from the root if the file is below it in an importable place, else its stem."""
        name, above = self.path.stem.replace(".", "_"), []
        stood_for = self.path.relative_to(self.package).parts[0] in ALWAYS  # wherever it is installed
        for folder in [str(self.package), *self.folders] if stood_for else self.folders:
            if self.path.is_relative_to(folder):
                parts = self.path.relative_to(folder).with_suffix("").parts
                if all(part.isidentifier() for part in parts) and (len(parts) > 1 or parts[0] not in ALWAYS):
                    name, above = ".".join(parts), [*parts[:-1]]
                    break
        if not above and (level := _relative(self.path)):
            above = [folder.name for folder in self.path.parents[level - 1 :: -1]]
            if above[0] in {*sys.stdlib_module_names, *KIT, *ALWAYS, *FALLBACK_ROOTS} or not all(map(str.isidentifier, above)):
                return name
            self.hollow = {".".join(above[: level - up]): [str(self.path.parents[up])] for up in range(level)}
            return ".".join([*above, name])
        if above and above[0] in ALWAYS:
            self.hollow = {".".join(above): [str(self.path.parent)]}
        return name

    def find(self, name: str, path: Sequence[str] | None) -> ModuleSpec | None:
        """The spec of a module of the tree, or None."""
        path = self.hollow.get(name.rpartition(".")[0], path)
        if "." in name:
            return PathFinder.find_spec(name, path)
        return None if name in sys.stdlib_module_names or name in KIT else PathFinder.find_spec(name, self.folders)

    def tops(self) -> set[str]:
        """The top-level names that may be modules of the tree."""
        names = {entry.name.partition(".")[0] for folder in self.folders for entry in Path(folder).iterdir()}
        names |= {name.partition(".")[0] for name in self.hollow}
        return names - sys.stdlib_module_names - {*KIT, "numpy"}


def _relative(path: Path) -> int:
    """How many packages the file's relative imports need around it."""
    try:
        nodes = ast.walk(ast.parse(path.read_bytes(), str(path)))
    except (OSError, SyntaxError, ValueError):
        return 0
    return max((node.level for node in nodes if isinstance(node, ast.ImportFrom)), default=0)


class Finder(importlib.abc.MetaPathFinder):
    """Answers the imports of one thread while a session is active; ``own`` collects the names it answered."""

    def __init__(self, session: Session) -> None:
        self.session, self.thread = session, threading.get_ident()
        self.own: set[str] = set()

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """A shim where one stands always; else a module of the file's tree; else a shim that stands in for one."""
        if threading.get_ident() != self.thread:
            return None
        spec, tree, parent = None, self.session.tree, name.rpartition(".")[0]
        if name in tree.hollow and not is_known(name):
            spec = ModuleSpec(name, None, is_package=True)  # a package without a file
            spec.submodule_search_locations = tree.hollow[name]
        elif parent in tree.hollow and not is_known(name):
            spec = tree.find(name, path)
            if spec is None:
                return None
        elif not stands_always(name):
            if not parent or parent in self.own:  # else it belongs to an installed package
                spec = tree.find(name, path)
            if spec is None and name.partition(".")[0] not in FALLBACK_ROOTS:
                return None
        if spec is None:
            spec = ModuleSpec(name, ShimLoader(self.session), is_package=True)
        elif isinstance(spec.loader, SourceFileLoader):
            spec.loader = OwnLoader(self.session, name, spec.loader.path)
        self.own.add(name)
        return spec


class ShimLoader(importlib.abc.Loader):
    """Hands out the session's shims."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def create_module(self, spec: ModuleSpec) -> ModuleType:
        """The shim of that name."""
        return self.session.shim(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Nothing: it is filled already."""


class OwnLoader(SourceFileLoader):
    """Runs a file of the kernel's tree; leaves no cache files beside it."""

    def __init__(self, session: Session, name: str, path: str) -> None:
        super().__init__(name, path)
        self.session = session

    def exec_module(self, module: ModuleType) -> None:
        """Run it, marked as the session's. A package that fails (as CANN's own ``impl`` does outside CANN) stays empty: its
        modules can be imported all the same."""
        vars(module)[MARK] = self.session
        code = self.get_code(self.name)
        assert code is not None
        try:
            exec(code, vars(module))
        except Exception as error:
            if not self.is_package(self.name):
                raise
            _LOG.warning("%s: %s: %s; its modules are imported without it", self.path, type(error).__name__, error)

    def set_data(self, path: str, data: Any, *, _mode: int = 0o666) -> None:
        """Don't write."""
