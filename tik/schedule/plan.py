"""Buffer planning: an address for every local tensor that has none.

First fit by lifetime. Lexical lives are tried first (tensors that share no bytes need no waiting for each other); where
they do not fit, lives are tightened to first and last use. Each copy of a multi-buffered loop gets an arena of its own.
"""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tik.ir import Alloc, Program, Tensor, walk
from tik.schedule.lifetimes import Group, Life, Region, lifetimes
from tik.schedule.rewrite import Rewrite
from tik.types.errors import TikError
from tik.types.scopes import LOCAL_SCOPES, Scope

__all__ = ["Usage", "alignment", "plan", "size_of", "usage"]

BLOCK = 32
MODES = ("lexical", "tight", "tight, large first")


@dataclass(frozen=True)
class Usage:
    """What a planned program takes of one buffer: ``peak`` bytes of ``capacity``, where ``least`` would do.

    They differ where there was room enough to let tensors share no bytes that could.
    """

    scope: Scope
    peak: int
    least: int
    capacity: int


@dataclass(slots=True)
class Space:
    """Something to place: ``size`` bytes on a multiple of ``align`` while statements ``start`` to ``end`` run."""

    size: int
    align: int
    start: int
    end: int
    life: Life | None = None
    offsets: dict[Tensor, int] = dataclasses.field(default_factory=dict)  # of an arena: where its tensors lie in it
    address: int = -1


def plan(program: Program) -> Program:
    """A program whose local tensors all have addresses. Raises TIK-MEM01 when a buffer is over-full."""
    region = lifetimes(program)
    addresses: dict[Tensor, int] = {}
    for scope in LOCAL_SCOPES:
        addresses.update(_plan_scope(program, region, scope))
    tensors: dict[Tensor, Tensor] = {}
    for tensor, address in addresses.items():
        placed = Tensor(tensor.name, tensor.dtype, tensor.scope, tensor.shape, tensor.nbytes, tensor.position)
        placed.address = address
        if tensor.origin is not tensor:
            placed.origin = tensor.origin
        tensors[tensor] = placed
    return dataclasses.replace(program, body=Rewrite(tensors=tensors).body(program.body))


def usage(program: Program) -> dict[Scope, Usage]:
    """How much of each buffer a planned program takes; buffers it does not use are left out."""
    peaks: dict[Scope, int] = {}
    for s in walk(program.body):
        if isinstance(s, Alloc) and s.tensor.address is not None and s.tensor.scope is not Scope.GM:
            top = s.tensor.address + size_of(s.tensor)
            peaks[s.tensor.scope] = max(peaks.get(s.tensor.scope, 0), top)
    region = lifetimes(program)
    least = {scope: min(_layout(region, scope, mode)[1] for mode in MODES) for scope in peaks}
    return {scope: Usage(scope, peak, least[scope], program.chip.capacity(scope)) for scope, peak in peaks.items()}


def alignment(tensor: Tensor) -> int:
    """Bytes a tensor's address is a multiple of: a block, or a fractal in L1 and L0."""
    if tensor.scope in (Scope.UB, Scope.BT, Scope.FB, Scope.SPR):
        return BLOCK
    return 1024 if tensor.scope is Scope.L0C and tensor.dtype.size == 4 else 512


def size_of(tensor: Tensor) -> int:
    """Bytes a tensor takes: whole blocks."""
    assert tensor.nbytes is not None, f"local tensor {tensor.name} has no size"
    return -(-tensor.nbytes // BLOCK) * BLOCK


def _plan_scope(program: Program, region: Region, scope: Scope) -> dict[Tensor, int]:
    capacity = program.chip.capacity(scope)
    top = 0
    for mode in MODES:
        offsets, top = _layout(region, scope, mode)
        if top <= capacity:
            return offsets
    raise _over_full(region, scope, capacity, top)


def _layout(region: Region, scope: Scope, mode: str) -> tuple[dict[Tensor, int], int]:
    """Addresses within a region, and the bytes it needs."""
    spaces = [_space(life, mode) for life in region.lives if life.tensor.scope is scope and not life.tensor.pinned]
    for group in region.groups:
        spaces += _arenas(group, scope, mode)
    fixed = [_pin(life, life.start, life.end) for life in region.lives if life.tensor.scope is scope and life.tensor.pinned]
    for group in region.groups:
        fixed += [_pin(life, group.start, group.end) for life in _pinned(group, scope)]
    top = _place(spaces, fixed, large_first=mode == MODES[2])
    offsets: dict[Tensor, int] = {}
    for space in spaces:
        if space.life is not None:
            offsets[space.life.tensor] = space.address
        for tensor, offset in space.offsets.items():
            offsets[tensor] = space.address + offset
    return offsets, max(top, max((f.address + f.size for f in fixed), default=0))


def _space(life: Life, mode: str) -> Space:
    start, end = (life.start, life.end) if mode == "lexical" else (life.first, life.last)
    return Space(size_of(life.tensor), alignment(life.tensor), start, end, life)


def _pin(life: Life, start: int, end: int) -> Space:
    assert life.tensor.address is not None
    return Space(size_of(life.tensor), 1, start, end, life, {}, life.tensor.address)


def _arenas(group: Group, scope: Scope, mode: str) -> Iterator[Space]:
    for regions in group.copies.values():
        arena = Space(0, 1, group.start, group.end)
        for region in regions:
            offsets, size = _layout(_unpinned(region), scope, mode)
            arena.size = max(arena.size, size)
            arena.align = max([arena.align, *map(alignment, offsets)])
            arena.offsets.update(offsets)
        if arena.size:
            yield arena


def _unpinned(region: Region) -> Region:
    return Region([life for life in region.lives if not life.tensor.pinned], region.groups)


def _pinned(group: Group, scope: Scope) -> Iterator[Life]:
    for regions in group.copies.values():
        for region in regions:
            yield from (life for life in region.lives if life.tensor.pinned and life.tensor.scope is scope)
            for inner in region.groups:
                yield from _pinned(inner, scope)


def _place(spaces: list[Space], fixed: list[Space], *, large_first: bool) -> int:
    """First fit; returns the bytes needed."""
    spaces = sorted(spaces, key=lambda s: (-s.size, s.start) if large_first else (s.start, 0))
    placed: list[Space] = []  # by address
    top = 0
    for space in spaces:
        if not large_first:
            placed = [p for p in placed if p.end >= space.start]
        others = [p for p in placed if p.start <= space.end and p.end >= space.start]
        if fixed:
            others += [f for f in fixed if f.start <= space.end and f.end >= space.start]
            others.sort(key=lambda p: p.address)
        address = 0
        for other in others:
            if address + space.size <= other.address:
                break
            address = max(address, -(-(other.address + other.size) // space.align) * space.align)
        space.address = address
        top = max(top, address + space.size)
        at = next((i for i, p in enumerate(placed) if p.address > address), len(placed))
        placed.insert(at, space)
    return top


def _over_full(region: Region, scope: Scope, capacity: int, top: int) -> TikError:
    """The error that says who holds what at the fullest moment."""
    held = sorted(_held(region, scope), key=lambda h: h[1])
    best: list[tuple[Life, int, int]] = []
    needed = 0
    alive: list[tuple[Life, int, int]] = []
    for entry in held:
        alive = [a for a in alive if a[2] >= entry[1]] + [entry]
        total = sum(size_of(a[0].tensor) for a in alive)
        if total > needed:
            needed, best = total, list(alive)
    copies = Counter(id(life.tensor.origin) for life, _, _ in best)
    multiple = max(copies.values(), default=1)
    details, shown = [], set()
    for life, _, _ in sorted(best, key=lambda h: -size_of(h[0].tensor)):
        origin = life.tensor.origin
        if id(origin) in shown:
            continue
        shown.add(id(origin))
        n = copies[id(origin)]
        times = f" x {n} copies = {n * size_of(origin)} B" if n > 1 else ""
        place = f" at {origin.position.short}" if origin.position is not None else ""
        details.append(f"{origin.name} {origin.dtype} {list(origin.shape)}: {size_of(origin)} B{times}{place}")
    if multiple > 1:
        word = "doubled" if multiple == 2 else f"multiplied by {multiple}"
        details.append(
            f"multi-buffering {word} what its loop declares: {needed} bytes instead of "
            f"{sum(size_of(life.tensor) // copies[id(life.tensor.origin)] for life, _, _ in best)}"
        )
    hint = (
        "use thread_num=1 or smaller tensors"
        if multiple > 1
        else "use smaller tensors, or end scopes earlier so that tensors can share bytes"
    )
    last = max(best, key=lambda h: h[0].start, default=None)
    return TikError(
        "TIK-MEM01",
        f"{scope} is over-full: {needed if needed > capacity else top} bytes needed, {capacity} there",
        hint=hint,
        position=last[0].tensor.origin.position if last else None,
        details=details[:24],
    )


def _held(region: Region, scope: Scope) -> Iterator[tuple[Life, int, int]]:
    """Tensors with the statements they hold their bytes for, the tightest that planning can do."""
    for life in region.lives:
        if life.tensor.scope is scope:
            yield life, life.first, life.last
    for group in region.groups:
        for regions in group.copies.values():
            for inner in regions[:1]:
                for life, _, _ in _held(inner, scope):
                    yield life, group.start, group.end
