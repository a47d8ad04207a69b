"""Binding of arguments to the parameters of a call."""

import inspect

import pytest

from tik.dsl.parameters import Parameters
from tik.types.errors import TikError

CALL = Parameters("vx", "mask dst src stride_unit=0 mask_mode='normal'")


def test_positions_keywords_and_defaults() -> None:
    assert CALL.bind((1, 2, 3), {}) == (1, 2, 3, 0, "normal")
    assert CALL.bind((1, 2, 3, 4), {}) == (1, 2, 3, 4, "normal")
    assert CALL.bind((1,), {"src": 3, "dst": 2, "mask_mode": "counter"}) == (1, 2, 3, 0, "counter")


@pytest.mark.parametrize(
    ("args", "keywords", "message"),
    [
        ((1, 2), {}, "vx misses src"),
        ((1,), {}, "vx misses dst, src"),
        ((1, 2, 3, 4, 5, 6), {}, "vx takes 5 arguments, not 6"),
        ((1, 2, 3), {"sec": 1}, "vx has no parameter sec"),
        ((1, 2, 3), {"dst": 1}, "vx is given dst twice"),
    ],
)
def test_what_is_wrong_is_named(args: tuple[int, ...], keywords: dict[str, int], message: str) -> None:
    with pytest.raises(TikError) as caught:
        CALL.bind(args, keywords)
    assert (caught.value.code, caught.value.message) == ("TIK-TYPE02", message)
    assert caught.value.hint == "vx(mask, dst, src, stride_unit=0, mask_mode='normal')"


def test_signature() -> None:
    assert str(CALL.signature) == "(self, mask, dst, src, stride_unit=0, mask_mode='normal')"
    assert CALL.signature.parameters["dst"].default is inspect.Parameter.empty
