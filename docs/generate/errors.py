"""docs/errors.md, from tik/types/codes.py."""

from tik.types.codes import CATEGORIES, CODES

HEAD = """\
# Errors

<!-- Written by docs/build.py from tik/types/codes.py; don't edit it by hand. -->

Errors of a kernel are `tik.TikError` with a `code`; hazards in a report carry codes of the same list. A message shows what is
wrong in a line, your source line, the numbers, and a hint; `tik explain CODE` shows what stands here. A build collects up to 20
independent mistakes and raises them as one `tik.TikErrors`.

Wrong arguments of a call (too many arrays, a float64 array, an unknown option) are `TypeError` or `ValueError`, as in numpy.
"""


def page() -> str:
    """The table of codes, a section a category."""
    parts = [HEAD]
    for category, meaning in CATEGORIES.items():
        parts.append(f"\n## {category}: {meaning}\n\n| code | what | more |\n|---|---|---|\n")
        for code in CODES.values():
            if code.code.removeprefix("TIK-").rstrip("0123456789") == category:
                title, text = (words.replace("|", "\\|") for words in (code.title, code.text))
                parts.append(f"| `{code.code}` | {title} | {text} |\n")
    return "".join(parts)
