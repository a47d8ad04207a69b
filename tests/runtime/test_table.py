"""The text of a report."""

import pytest

from tests.runtime.kernels import COPY
from tests.runtime.test_report import copy
from tik.runtime.table import WIDTH, code, cut


def test_the_table() -> None:
    report = copy()
    head, moved, columns, *rest = str(report).split("\n")
    assert head == (
        f"copy on Ascend910B1: {report.cycles:,} cycles = {report.time_us:.2f} us in the kernel "
        f"(+ {report.launch_us:.1f} us launch), 1 block on a vector core"
    )
    assert moved == "GM: 256 B read, 256 B written" and columns.split() == ["pipe", "busy", "mostly", "waits", "for", "at"]
    assert [line.split()[0] for line in rest[:3]] == ["S", "MTE2", "MTE3"]
    assert rest[3].startswith("bound by launch: starting it takes ") and "; inside: " in rest[3]
    assert rest[-1] == "hazards: 0 (none found)"
    assert all(len(line) <= WIDTH for line in (head, *rest))


def test_blocks_and_cores() -> None:
    assert "8 blocks on vector cores" in str(copy(blocks=8))
    assert "1 block on a core\n" in str(copy(chip="Ascend910A", kind="unified"))


def test_hazards_are_counted_apart_from_notes() -> None:
    noted = str(copy(burst=6)).split("\nhazards: ")[1]
    assert noted.startswith("0, and 1 note\nnote TIK-UNINIT01: 64 bytes of y were never written")
    text = str(copy(COPY.replace("  wait_flag src_pipe=MTE2, dst_pipe=MTE3, id=0\n", "")))
    assert "\nhazards: 2\nTIK-SYNC05: " in text and "\nTIK-SYNC01: " in text
    assert "hazards" not in str(copy(record=False))


@pytest.mark.parametrize(
    "line, shown",
    [
        ("    k.store(y[i], t)  # tails are handled", "k.store(y[i], t)"),
        ('    k.print("# not a comment")', 'k.print("# not a comment")'),
        ("    t = k.exp(   # the first half of a statement", "t = k.exp("),
        ('    """half a text # here', '"""half a text # here'),
        ("# only a comment", "# only a comment"),
        ("", ""),
    ],
)
def test_source_lines_lose_their_comments(line: str, shown: str) -> None:
    assert code(line) == shown


def test_long_lines_are_cut() -> None:
    assert cut("x" * WIDTH) == "x" * WIDTH
    assert cut("x" * (WIDTH + 1)) == "x" * (WIDTH - 3) + "..."
