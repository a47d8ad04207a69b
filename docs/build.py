"""Write the pages of docs/ that come from the source: errors.md.

python docs/build.py            write them
python docs/build.py --check    exit code 1 when one differs from its source
"""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from tik.types.codes import CATEGORIES, CODES  # noqa: E402 - after the path is set

ERRORS_HEAD = """\
# Errors

<!-- Written by docs/build.py from tik/types/codes.py; don't edit it by hand. -->

Errors of a kernel are `tik.TikError` with a `code`; hazards in a report carry codes of the same list. A message shows what is
wrong in a line, your source line, the numbers, and a hint; `tik explain CODE` shows what stands here. A build collects up to 20
independent mistakes and raises them as one `tik.TikErrors`.

Wrong arguments of a call (too many arrays, a float64 array, an unknown option) are `TypeError` or `ValueError`, as in numpy.
"""


def errors_page() -> str:
    """The table of codes, a section a category."""
    parts = [ERRORS_HEAD]
    for category, meaning in CATEGORIES.items():
        parts.append(f"\n## {category}: {meaning}\n\n| code | what | more |\n|---|---|---|\n")
        for code in CODES.values():
            if code.code.removeprefix("TIK-").rstrip("0123456789") == category:
                title, text = (words.replace("|", "\\|") for words in (code.title, code.text))
                parts.append(f"| `{code.code}` | {title} | {text} |\n")
    return "".join(parts)


PAGES = {"errors.md": errors_page}


def main() -> int:
    """Write the pages, or with --check compare them."""
    stale = []
    for name, make in PAGES.items():
        path, text = HERE / name, make()
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(name)
        if "--check" not in sys.argv[1:]:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"wrote docs/{name}")
    if stale and "--check" in sys.argv[1:]:
        print(f"not as their source says: {', '.join(stale)}; run python docs/build.py")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
