"""Merging sorted lists (tik_api §12): the lists of a call become operands, the counts it leaves become Scalars."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tik.dsl.calls import Site, add
from tik.dsl.special import special
from tik.dsl.tensor import TensorView
from tik.dsl.value import whole
from tik.ir import Expr
from tik.ir.expr import binary, cast
from tik.isa.instruction import INSTRUCTIONS
from tik.isa.sort import VMrgSort, VMrgSort4
from tik.isa.special import VMS4_SR
from tik.types.dtypes import i64, u32
from tik.types.errors import TikError
from tik.types.positions import here

if TYPE_CHECKING:
    from tik.dsl.core import Core

__all__ = ["vmrgsort", "vmrgsort4"]

_LISTS = 4
_OPERANDS = "dst src0 src1 src2 src3 vms4_sr length0 length1 length2 length3 if_exhausted_suspension repeat_times"
_PROPOSALS = Site(VMrgSort4, "vmrgsort4", _OPERANDS)
_PAIRS = Site(VMrgSort, "vmrgsort", _OPERANDS)
_BARRIER = Site.of(INSTRUCTIONS["pipe_barrier"], INSTRUCTIONS["pipe_barrier"].calls[0])
_VALID = {3: 2, 7: 3, 15: 4}  # valid_bit: how many lists


def vmrgsort4(
    core: Core,
    dst: TensorView,
    src_list: Sequence[TensorView],
    element_lengths: Any,
    if_exhausted_suspension: bool,
    valid_bit: Any,
    repeat_times: Any = 1,
    vms4_sr_scalar_array: Any = None,
) -> None:
    """Merge 2 to 4 lists of proposals, each in descending order of score, into one.

    ``element_lengths``: proposals of all lists, or of each (numbers or Scalars, at most 4095). ``valid_bit``: "0011",
    "0111", "1111", the same as a number, or a Scalar whose bit j says whether list j takes part.
    Equal scores: the earlier list first; NaN before all numbers. ``if_exhausted_suspension`` stops when the first list is
    used up. ``vms4_sr_scalar_array`` receives how many proposals of each list were consumed.
    ``repeat_times`` above 1 merges the next four lists each time: four lists of one length, one behind the other.
    Raises TIK-TYPE02 for lists, lengths or valid bits that do not agree, TIK-SYNC02 when dst overlaps a list.
    """
    try:
        views = _views("vmrgsort4", src_list)
        lengths = _lengths("vmrgsort4", element_lengths, len(views))
        lengths = _valid(valid_bit, lengths)
        _merge(core, _PROPOSALS, dst, views, lengths, if_exhausted_suspension, repeat_times, vms4_sr_scalar_array)
    except TikError as error:
        core.collect(error)


def vmrgsort(
    core: Core,
    dst: TensorView,
    src_list: Sequence[TensorView],
    element_count_list: Any,
    if_exhausted_suspension: bool,
    repeat_times: Any = 1,
    vms4_sr_scalar_array: Any = None,
) -> None:
    """Merge 2 to 4 lists of 8-byte pairs (score, index), each in descending order of score, into one; all lists of
    ``src_list`` take part. Otherwise as vmrgsort4.
    """
    try:
        views = _views("vmrgsort", src_list)
        lengths = _lengths("vmrgsort", element_count_list, len(views))
        _merge(core, _PAIRS, dst, views, lengths, if_exhausted_suspension, repeat_times, vms4_sr_scalar_array)
    except TikError as error:
        core.collect(error)


def _views(name: str, src_list: Any) -> list[TensorView]:
    if not isinstance(src_list, list | tuple) or not 2 <= len(src_list) <= _LISTS:
        raise TikError(
            "TIK-TYPE02",
            f"src_list of {name} is {src_list!r}; it takes a list of 2 to 4 views",
            position=here(),
            hint="[t[0], t[n]]: where each sorted list starts",
        )
    return list(src_list)


def _lengths(name: str, given: Any, lists: int) -> list[Any]:
    """The length of each list."""
    if not isinstance(given, list | tuple):
        return [whole(given, f"the length of a list of {name}")] * lists
    if len(given) not in (lists, _LISTS):
        raise TikError("TIK-TYPE02", f"{name} is given {lists} lists and {len(given)} lengths", position=here())
    return [whole(n, f"the length of a list of {name}") for n in given[:lists]]


def _valid(valid_bit: Any, lengths: list[Any]) -> list[Any]:
    """The lengths of the lists that take part; 0 for the others."""
    if isinstance(valid_bit, str):
        bits: Any = int(valid_bit, 2) if valid_bit and set(valid_bit) <= {"0", "1"} else None
    else:
        bits = whole(valid_bit, "valid_bit of vmrgsort4")
    if isinstance(bits, Expr):
        return [binary("mul", cast(bits, i64) >> j & 1, n) for j, n in enumerate(lengths)]
    if bits not in _VALID:
        raise TikError(
            "TIK-TYPE02",
            f"valid_bit of vmrgsort4 is {valid_bit!r}",
            position=here(),
            hint='two lists "0011" or 3, three "0111" or 7, four "1111" or 15',
        )
    if _VALID[bits] > len(lengths):
        raise TikError(
            "TIK-TYPE02",
            f"valid_bit {valid_bit!r} of vmrgsort4 names {_VALID[bits]} lists, src_list has {len(lengths)}",
            position=here(),
        )
    return [n if j < _VALID[bits] else 0 for j, n in enumerate(lengths)]


def _merge(
    core: Core,
    site: Site,
    dst: Any,
    views: list[TensorView],
    lengths: list[Any],
    suspend: Any,
    repeat_times: Any,
    counts: Any,
) -> None:
    name = site.parameters.name
    repeat = whole(repeat_times, f"repeat_times of {name}")
    if isinstance(repeat, int) and repeat > 1:
        _repeatable(name, views, lengths, suspend, repeat)
    if isinstance(dst, TensorView) and isinstance(repeat, int) and all(isinstance(n, int) for n in lengths):
        _apart(name, dst, views, lengths, repeat)
    rest = _LISTS - len(views)
    type = dst.type if isinstance(dst, TensorView) else u32
    before = len(core.errors)
    add(
        core,
        site,
        (dst, *views, *views[:1] * rest, special(core, VMS4_SR, type), *lengths, *[0] * rest, suspend, repeat),
    )
    if counts is not None and len(core.errors) == before:
        _count(core, name, counts, len(views))


def _item(view: TensorView, name: str) -> int:
    """Bytes of a proposal or pair."""
    return 8 * view.type.size if name == "vmrgsort4" else 8


def _repeatable(name: str, views: list[TensorView], lengths: list[Any], suspend: Any, repeat: int) -> None:
    """More repeats take four lists of one length, one behind the other."""
    problem = ""
    if len(views) < _LISTS or 0 in lengths:
        problem = "needs four lists"
    elif all(isinstance(n, int) for n in lengths) and len(set(lengths)) > 1:
        problem = f"needs lists of one length, not {', '.join(map(str, lengths))}"
    elif suspend not in (False, 0, None):
        problem = "cannot stop when a list is used up"
    elif isinstance(lengths[0], int):
        first = views[0]
        for j, view in enumerate(views):
            same = isinstance(view, TensorView) and isinstance(first, TensorView) and view.tensor is first.tensor
            if same and isinstance(view.byte, int) and isinstance(first.byte, int):
                same = view.byte - first.byte == j * lengths[0] * _item(first, name)
            if not same:
                problem = f"needs the lists one behind the other: list {j} is not {j * lengths[0]} items behind list 0"
                break
    if problem:
        raise TikError(
            "TIK-REPEAT01",
            f"{name} with repeat_times {repeat} {problem}",
            position=here(),
            hint="repeat_times 1, one call for each merge",
        )


def _apart(name: str, dst: TensorView, views: list[TensorView], lengths: list[int], repeat: int) -> None:
    """What is merged must not lie where the result is written."""
    total = sum(lengths)
    for j, (view, n) in enumerate(zip(views, lengths, strict=True)):
        if not isinstance(view, TensorView) or view.tensor is not dst.tensor or not n or not repeat:
            continue
        if not isinstance(view.byte, int) or not isinstance(dst.byte, int):
            continue
        item = _item(dst, name)
        high = view.byte + ((repeat - 1) * total + n) * item
        if view.byte < dst.byte + repeat * total * item and dst.byte < high:
            raise TikError(
                "TIK-SYNC02",
                f"{name} writes over list {j} while it is merged",
                position=here(),
                details=(
                    f"dst is bytes {dst.byte}..{dst.byte + repeat * total * item} of {dst.name}, list {j} {view.byte}..{high}",
                ),
                hint="merge into another tensor",
            )


def _count(core: Core, name: str, counts: Any, lists: int) -> None:
    """The consumed counts, from the special register into the Scalars; an array of four gets 0 for lists that are not there."""
    try:
        room = len(counts)
    except TypeError:
        room = lists
    if isinstance(counts, str | TensorView) or room < lists or not hasattr(counts, "__getitem__"):
        raise TikError(
            "TIK-TYPE02",
            f"vms4_sr_scalar_array of {name} is {counts!r}; it takes a ScalarArray or list of {lists} Scalars or more",
            position=here(),
        )
    if core.unsynchronised:
        add(core, _BARRIER, ("ALL",))
    register = special(core, VMS4_SR, u32)
    for j in range(min(room, _LISTS)):
        counts[j].set_as(cast(register[j].element(), i64))
