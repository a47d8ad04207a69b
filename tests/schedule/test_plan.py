"""Addresses, reuse, and the error for a full buffer (O02, O03)."""

from __future__ import annotations

import pytest

from tests.schedule.programs import Builder
from tik.ir import Alloc, Tensor, walk
from tik.schedule import expand_copies, plan, usage
from tik.types.dtypes import f16, f32
from tik.types.errors import TikError
from tik.types.scopes import Scope


def placed(b: Builder) -> list[Tensor]:
    return [s.tensor for s in walk(plan(expand_copies(b.program())).body) if isinstance(s, Alloc)]


def peak(b: Builder, scope: Scope = Scope.UB) -> int:
    return usage(plan(expand_copies(b.program())))[scope].peak


def tile_loop(copies: int) -> Builder:
    b = Builder()
    x = b.gm("x")
    with b.loop(0, 4, copies=copies) as i:
        b.load(b.local(48000, name="tile"), x, i * 192000)
    return b


def test_o02_one_copy_fits() -> None:
    assert peak(tile_loop(1)) == 192000


def test_o02_two_copies_do_not() -> None:
    with pytest.raises(TikError) as caught:
        placed(tile_loop(2))
    error = caught.value
    assert error.code == "TIK-MEM01"
    assert error.message == "UB is over-full: 384000 bytes needed, 196608 there"
    assert error.details[0] == "tile f32 [48000]: 192000 B x 2 copies = 384000 B"
    assert error.details[1] == "multi-buffering doubled what its loop declares: 384000 bytes instead of 192000"


def test_o03_a_loop_keeps_no_tile_per_trip() -> None:
    b = Builder()
    x = b.gm("x")
    with b.loop(0, 19):
        b.load(b.local(8192, f16), x)
        b.load(b.local(8192, f32), x)
    assert peak(b) == 49152


def test_o03_neither_does_an_unrolled_one() -> None:
    b = Builder()
    x = b.gm("x")
    for _ in range(19):
        with b.scope():
            b.load(b.local(8192, f16), x)
            b.load(b.local(8192, f32), x)
    assert peak(b) == 49152


def test_lexical_lives_share_nothing_while_there_is_room() -> None:
    b = Builder()
    for _ in range(3):
        b.fill(b.local(64))
    assert [t.address for t in placed(b)] == [0, 256, 512]


def test_usage_says_what_would_do() -> None:
    b = Builder()
    for _ in range(3):
        b.fill(b.local(64))
    found = usage(plan(b.program()))[Scope.UB]
    assert (found.peak, found.least, found.capacity) == (768, 256, 196608)


def test_lives_are_tightened_to_the_uses_when_the_buffer_is_full() -> None:
    b = Builder()
    for _ in range(3):
        b.fill(b.local(40000))  # 160000 of 196608 bytes each
    assert [t.address for t in placed(b)] == [0, 0, 0]


def test_a_tensor_used_in_a_loop_lives_through_it() -> None:
    b = Builder()
    kept, first, second = b.local(20000), b.local(20000), b.local(20000)
    with b.loop(0, 3):
        b.fill(kept)
        b.fill(first)
    b.fill(second)  # in the bytes of one of the others: both are over
    a, c, d = placed(b)
    assert {a.address, c.address} == {0, 80000}
    assert d.address == 0
    b.adds(kept, kept)
    with pytest.raises(TikError, match="240000 bytes needed"):
        b.adds(first, first)
        placed(b)


@pytest.mark.parametrize(
    ("scope", "dtype", "step"),
    [
        (Scope.UB, f32, 32),
        (Scope.L1, f16, 512),
        (Scope.L0A, f16, 512),
        (Scope.L0C, f16, 512),
        (Scope.L0C, f32, 1024),
        (Scope.BT, f32, 32),
    ],
)
def test_alignment(scope: Scope, dtype: object, step: int) -> None:
    b = Builder()
    b.local(1, dtype, scope)  # type: ignore[arg-type]
    b.local(1, dtype, scope)  # type: ignore[arg-type]
    assert [t.address for t in placed(b)] == [0, step]


def test_pinned_tensors_stay_and_others_go_around() -> None:
    b = Builder()
    b.local(64)
    pinned = b.local(64, address=256)
    b.local(64)
    found = placed(b)
    assert [t.address for t in found] == [0, 256, 512]
    assert found[1] is pinned


def test_copies_lie_apart_and_temporaries_of_one_copy_share() -> None:
    b = Builder()
    with b.loop(0, 4, copies=2):
        for _ in range(2):
            with b.scope():
                b.fill(b.local(64))
    found = placed(b)
    assert [t.address for t in found] == [0, 0, 256, 256]
    assert len({id(t.origin) for t in found}) == 2


def test_the_program_given_is_left_as_it_was() -> None:
    b = Builder()
    t = b.local(64)
    plan(b.program())
    assert t.address is None
