"""The imports against the floors of docs/architecture.md, import cycles, and what `import tik` costs."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("tik", "opsnn", "op_templates", "adaptors")
FACE = "tik"
SECONDS = 0.3
LAZY = ("numba", "llvmlite", "lark", "rich", "typer", "torch")


@dataclass(frozen=True)
class Import:
    """Module `source` imports module `target` on a line of the file at `path`."""

    source: str
    target: str
    path: str
    line: int

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.source} imports {self.target}"


def read_floors(page: str) -> dict[str, int]:
    """Room (dotted module name) to floor, from the table headed `| floor | rooms |`."""
    lines = iter(page.splitlines())
    for line in lines:
        if re.match(r"\|\s*floor\s*\|\s*rooms\s*\|", line):
            break
    next(lines)  # |---|---|
    floors: dict[str, int] = {}
    for line in lines:
        if not line.startswith("|"):
            break
        number, rooms = line.split("|")[1:3]
        for room in re.findall(r"`([^`]+)`", rooms):
            assert room not in floors, f"{room} is in the table of floors twice"
            floors[room.replace("/", ".")] = int(number)
    return floors


def read_modules(root: Path) -> dict[str, Path]:
    """Dotted name to file, of every module of PACKAGES under root."""
    files = sorted(path for package in PACKAGES for path in (root / package).rglob("*.py"))
    return {".".join(path.relative_to(root).with_suffix("").parts).removesuffix(".__init__"): path for path in files}


def counted(node: ast.AST) -> Iterator[ast.Import | ast.ImportFrom]:
    """The import statements below node, those inside functions too, those under `if TYPE_CHECKING:` not."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Import | ast.ImportFrom):
            yield child
        elif isinstance(child, ast.If) and ast.unparse(child.test) in ("TYPE_CHECKING", "typing.TYPE_CHECKING"):
            for statement in child.orelse:
                yield from counted(ast.Module([statement], []))
        else:
            yield from counted(child)


def targets(node: ast.Import | ast.ImportFrom, source: str, is_package: bool, modules: dict[str, Path]) -> list[str]:
    """The modules of ours that an import statement names; a submodule counts, not the package it is taken from."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names if alias.name.split(".")[0] in PACKAGES]
    base = node.module or ""
    if node.level:
        parts = source.split(".")
        parts = parts[: len(parts) - node.level + is_package]
        base = ".".join([*parts, *([node.module] if node.module else [])])
    if base.split(".")[0] not in PACKAGES:
        return []
    names = (f"{base}.{alias.name}" for alias in node.names)
    return sorted({name if name in modules else base for name in names})


def read_imports(root: Path) -> list[Import]:
    """Every counted import between modules of ours, but for those of the face."""
    modules = read_modules(root)
    found = []
    for source, path in modules.items():
        if source == FACE:
            continue
        place = path.relative_to(root).as_posix()
        for node in counted(ast.parse(path.read_text(encoding="utf-8"), place)):
            for target in targets(node, source, path.name == "__init__.py", modules):
                found.append(Import(source, target, place, node.lineno))
    return found


def room_of(module: str, floors: dict[str, int]) -> str | None:
    """The room that a module lies in."""
    parts = module.split(".")
    names = (".".join(parts[:n]) for n in range(len(parts), 0, -1))
    return next((name for name in names if name in floors), None)


def misplaced(root: Path, floors: dict[str, int]) -> list[str]:
    """One line a fault: a module in no room, or an import that does not go down."""
    faults = [
        f"{path.relative_to(root).as_posix()}: in no room of docs/architecture.md"
        for module, path in read_modules(root).items()
        if module != FACE and room_of(module, floors) is None
    ]
    for found in read_imports(root):
        here = room_of(found.source, floors)
        there = room_of(found.target, floors)
        if here is None or here == there:
            continue
        if found.target == FACE:
            if here.split(".")[0] == FACE:
                faults.append(f"{found}: the face; import the room that has the name")
        elif there is None:
            faults.append(f"{found}: which is in no room")
        elif floors[there] >= floors[here]:
            faults.append(f"{found}: floor {floors[here]} may not import from floor {floors[there]}")
    return faults


def cycles(imports: list[Import]) -> list[list[str]]:
    """The groups of modules that import each other in a ring (strongly connected components, Tarjan)."""
    graph: dict[str, set[str]] = {}
    for found in imports:
        graph.setdefault(found.source, set()).add(found.target)
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    rings: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(graph.get(module, ())):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            ring = stack[stack.index(module) :]
            del stack[stack.index(module) :]
            if len(ring) > 1 or module in graph.get(module, ()):
                rings.append(sorted(ring))

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return rings


def floors_of_the_project() -> dict[str, int]:
    return read_floors((ROOT / "docs" / "architecture.md").read_text(encoding="utf-8"))


# ------------------------------------------------------------------------------------------ the project's imports


def test_table_has_every_floor() -> None:
    floors = floors_of_the_project()
    assert floors["tik.types"] == 0
    assert floors["tik.ir"] == floors["tik.stream"] == 3
    assert floors["opsnn"] < floors["tik.cli"]
    assert sorted(set(floors.values())) == list(range(max(floors.values()) + 1))


def test_imports_go_to_lower_floors() -> None:
    faults = misplaced(ROOT, floors_of_the_project())
    assert not faults, "\n" + "\n".join(faults)


def test_no_import_cycles() -> None:
    rings = cycles(read_imports(ROOT))
    assert not rings, "\n" + "\n".join(" <-> ".join(ring) for ring in rings)


@pytest.mark.skipif(not (ROOT / "tik" / "__init__.py").exists(), reason="tik/__init__.py is not written yet")
def test_import_is_fast_and_lazy() -> None:
    # CPU seconds, so that a busy machine does not count; the interpreter's own start is not the kit's.
    code = (
        "import sys, time; start = time.process_time(); import tik; took = time.process_time() - start;"
        f"print(took, *[name for name in {LAZY!r} if name in sys.modules])"
    )
    best = float("inf")
    for _ in range(5):
        done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert done.returncode == 0, done.stderr
        took, *loaded = done.stdout.split()
        assert not loaded, f"import tik loads {', '.join(loaded)}"
        best = min(best, float(took))
        if best < SECONDS:
            break
    assert best < SECONDS, f"import tik takes {best:.2f} s, allowed {SECONDS} s"


# ------------------------------------------------------------------------------------ the checker finds its faults

PAGE = """
| floor | rooms |
|---|---|
| 0 | `tik/low` |
| 1 | `tik/left`, `tik/right` |
| 2 | `opsnn` |

| other | table |
| 9 | `tik/none` |
"""


def tree(root: Path, **files: str) -> Path:
    """Files under root; `tik__low__a="..."` is tik/low/a.py."""
    for name, text in files.items():
        path = root / (name.replace("__", "/") + ".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


def test_reads_the_table() -> None:
    assert read_floors(PAGE) == {"tik.low": 0, "tik.left": 1, "tik.right": 1, "opsnn": 2}


def test_downward_and_inner_imports_pass(tmp_path: Path) -> None:
    tree(
        tmp_path,
        tik__low__a="import os\nimport numpy.linalg\n",
        tik__low__b="from .a import x\nfrom tik.low import a\n",
        tik__left__c="import tik.low.a\nfrom tik.low.b import y\n",
        opsnn__d="import tik\nfrom tik.left import c\n",
    )
    (tmp_path / "tik" / "__init__.py").write_text("from tik.left import c\n", encoding="utf-8")
    assert misplaced(tmp_path, read_floors(PAGE)) == []
    assert cycles(read_imports(tmp_path)) == []


@pytest.mark.parametrize(
    ("statement", "fault"),
    [
        ("import tik.right.b", "floor 1 may not import from floor 1"),
        ("from tik.right import b", "floor 1 may not import from floor 1"),
        ("from tik import right", "floor 1 may not import from floor 1"),
        ("from ..right import b", "floor 1 may not import from floor 1"),
        ("def f():\n    from opsnn import x", "floor 1 may not import from floor 2"),
        ("try:\n    import opsnn\nexcept ImportError:\n    pass", "floor 1 may not import from floor 2"),
        ("if TYPE_CHECKING:\n    pass\nelse:\n    import opsnn", "floor 1 may not import from floor 2"),
        ("from tik import Tik", "the face"),
        ("import tik", "the face"),
        ("import tik.nowhere", "in no room"),
    ],
)
def test_upward_and_sideways_imports_are_found(tmp_path: Path, statement: str, fault: str) -> None:
    tree(tmp_path, tik__left__a=statement, tik__right__b="")
    (tmp_path / "tik" / "right" / "__init__.py").touch()
    (found,) = misplaced(tmp_path, read_floors(PAGE))
    assert found.startswith("tik/left/a.py:") and fault in found


def test_type_checking_imports_are_free(tmp_path: Path) -> None:
    tree(tmp_path, tik__low__a="from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    import opsnn\n")
    assert misplaced(tmp_path, read_floors(PAGE)) == []


def test_module_outside_the_rooms_is_found(tmp_path: Path) -> None:
    tree(tmp_path, tik__utils="")
    assert misplaced(tmp_path, read_floors(PAGE)) == ["tik/utils.py: in no room of docs/architecture.md"]


def test_cycles_are_found(tmp_path: Path) -> None:
    tree(tmp_path, tik__low__a="from tik.low import b", tik__low__b="from .c import z", tik__low__c="import tik.low.a")
    tree(tmp_path, tik__low__d="import tik.low.a")
    assert cycles(read_imports(tmp_path)) == [["tik.low.a", "tik.low.b", "tik.low.c"]]


def test_a_name_taken_from_the_own_package_is_a_cycle(tmp_path: Path) -> None:
    tree(tmp_path, tik__low__a="from tik.low import name")
    (tmp_path / "tik" / "low" / "__init__.py").write_text("from .a import x", encoding="utf-8")
    assert cycles(read_imports(tmp_path)) == [["tik.low", "tik.low.a"]]
