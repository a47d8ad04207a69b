"""Write what comes from the source: docs/errors.md, docs/reference, and the stubs (*.pyi).

python docs/build.py            write them
python docs/build.py --check    exit code 1 when one differs from its source
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
sys.path[:0] = [str(HERE), str(ROOT)]

from generate import errors, reference, stubs


def files() -> dict[Path, str]:
    """What every generated file must hold."""
    docs = {"errors.md": errors.page(), **reference.pages()}
    return {HERE / name: text for name, text in docs.items()} | {ROOT / name: text for name, text in stubs.files().items()}


def main() -> int:
    """Write the files, or with --check compare them."""
    check = "--check" in sys.argv[1:]
    made = files()
    stale = [path for path in sorted((HERE / "reference").glob("*")) if path not in made]
    for path in stale:
        if not check:
            path.unlink()
            print(f"removed {path.relative_to(ROOT).as_posix()}")
    for path, text in made.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote {path.relative_to(ROOT).as_posix()}")
    if stale and check:
        names = ", ".join(path.relative_to(ROOT).as_posix() for path in stale)
        print(f"not as their source says: {names}; run python docs/build.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
