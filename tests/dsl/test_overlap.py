"""Repeats that meet: dst of an early repeat is src of a later one (tik_api §2)."""

from collections.abc import Callable

from tik.dsl import Builder, TensorView

UB = Callable[..., TensorView]


def test_in_place_and_accumulation_are_fine(t: Builder, ub: UB) -> None:
    x = ub(1024)
    t.vec_add(64, x, x, x, 4, 8, 8, 8)
    t.vadd(64, x, x, x[64], 7, 1, 1, 1, 0, 0, 8)  # adds 7 repeats up in the first
    t.vec_add(64, x, x[64], x[64], 4, 8, 8, 8)  # reads ahead of what it writes
    t.vec_add(64, x[64], x, x, 1, 8, 8, 8)  # one repeat meets nothing
    t.vadd(64, x, x[8], x[8], 3, 2, 2, 2, 16, 16, 16)  # every second block: never the same one
    assert not t.errors


def test_shifted_destination_is_refused(t: Builder, ub: UB) -> None:
    x = ub(1024)
    t.vec_add(64, x[64], x, x, 3, 8, 8, 8)
    (error,) = t.errors
    assert error.message == "a repeat of vec_add writes what a later repeat reads"
    assert error.details == ("dst from byte 256, src0 from byte 0 of ub",)


def test_same_start_with_other_strides_is_refused(t: Builder, ub: UB) -> None:
    x = ub(1024)
    t.vec_abs(64, x, x, 3, 16, 8)  # repeat 1 writes blocks 16..23, which repeat 2 reads
    assert [error.code for error in t.errors] == ["TIK-SYNC02"]


def test_few_lanes_touch_few_blocks(t: Builder, ub: UB) -> None:
    x = ub(1024)
    t.vec_abs(8, x[8], x, 3, 8, 8)  # writes blocks 1, 9, 17; reads 0, 8, 16
    assert not t.errors
