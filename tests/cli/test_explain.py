"""tik explain."""

from collections.abc import Callable
from typing import Any

import pytest

from tik.cli.explain import matching
from tik.types.codes import CODES


@pytest.mark.parametrize("word", ["TIK-MEM01", "tik-mem01", "MEM01", "mem1", "mem-1", " Mem001 "])
def test_forms_of_a_code(word: str) -> None:
    assert [c.code for c in matching(word)] == ["TIK-MEM01"]


def test_a_category() -> None:
    assert [c.code for c in matching("mem")] == ["TIK-MEM01", "TIK-MEM02", "TIK-MEM03"]


def test_text(tik: Callable[..., Any]) -> None:
    done = tik("explain", "TIK-SYNC04")
    assert done.code == 0 and done.out.startswith("TIK-SYNC04: deadlock\n\nEvery pipe")
    assert tik("explain", "SYNC04", "--json").json == [
        {"code": "TIK-SYNC04", "title": "deadlock", "text": CODES["TIK-SYNC04"].text}
    ]


def test_all_of_them(tik: Callable[..., Any]) -> None:
    assert len(tik("explain").out.splitlines()) == 1 + len(CODES)


@pytest.mark.parametrize(("word", "hint"), [("MEMM01", "did you mean MEM01"), ("sink", "SYNC"), ("xyz", "categories: SYNTAX")])
def test_did_you_mean(tik: Callable[..., Any], word: str, hint: str) -> None:
    done = tik("explain", word)
    assert done.code == 2 and f"there is no code '{word}'" in done.err and hint in done.err
