"""What a chip file must hold: every figure, each with its source."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any

from tik.types.dtypes import ALL
from tik.types.rounding import Round

__all__ = ["SOURCES", "validate"]

# The short names of docs/sources.md, section Chips.
SOURCES = (
    "AIBENCH",
    "ASC-CUBE",
    "ASC-EX",
    "ASC-GUIDE",
    "ASC-VEC",
    "CANN-DOC",
    "CATLASS",
    "HPM",
    "INI",
    "PLLM",
    "PTO",
    "PYPTO",
    "SIMPLER",
)

_CHOICES: dict[str, tuple[str, ...] | None] = {
    "arch": None,
    "generation": ("v100", "v200", "v220"),
    "kind": ("unified", "split"),
    "short_soc": None,
    "overflow": ("saturate", "inf_nan"),
}
_CLOSED: dict[str, str] = {  # sections whose keys are the same in every file
    "cores": "cube vector aicore_num",
    "clock": "mhz",
    "memory": "GM L2 L1 L0A L0B L0C UB BT FB block l2_line ub_banks ub_bank_bytes ub_bank_groups",
    "features": "padded_move nd2nz fixpipe bias_table vbcb vcopy l0c_ub ub_l0c l1_ub ub_l1 l1_gm"
    " gm_l0 load3d_ub sel_tensor_mask proposals sort_pairs cross_core_flags compare_f32",
    "rates": "l1_l0a l1_l0b l1_bt l1_fb l1_ub ub_l1 l0c_ub ub_l0c ub_ub fix_gm fix_l1 gm_ub_cap gm_l1_cap nd2nz_cap"
    " ub_gm l1_gm vector_bytes l2_read_tbs l2_write_tbs hbm_peak_tbs hbm_tbs load3d_bytes load3d_extra_a"
    " load3d_extra_b load3d_floor",
    "cost": "scalar_issue scalar_setup scalar_ub_access queue_depth barrier_v barrier_pipe flag_issue flag_latency"
    " cross_flag_latency block_barrier counter_mask_extra conflict_same_kind conflict_read_write sort_elements"
    " gather_elements mmad_overlap mmad_latency mte1_head l1_ub_head l0c_ub_head ub_l0c_head ub_ub_head"
    " ub_l1_head mte3_head fix_head dma_issue dma_burst dma_latency_l2_hit dma_latency_miss nd2nz_extra"
    " unaligned_ub unaligned_nd2nz align32 same_address launch_us_base launch_us_per_core launch_us_cap"
    " launch_host_us",
}
_NEEDED: dict[str, str] = {  # open sections: rows may be added, these must be there
    "cube": "f16",
    "cost.head": "default",
    "cost.slope": "default",
    "instructions": "vconv mmad",
}
_WHOLE = ("cores", "memory", "cube")  # sections of whole numbers
_DTYPES = {d.short for d in ALL}
_MODES = {mode.value for mode in Round}
_SOURCE = re.compile(rf"assumed: .*\w|(?:{'|'.join(SOURCES)})\b[^\[]*\[[VMD](?:/[VMD])*\]")


def validate(chip: Mapping[str, Any]) -> list[str]:
    """One line a mistake, each naming its figure ("cost.dma_issue: no source"); empty when the file is complete."""
    return [complaint for part in (_top, _sections, _mmad_has_rate) for complaint in part(chip)]


def _top(chip: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(chip.get("name"), str) or not chip["name"]:
        yield "name: missing"
    for key, choices in _CHOICES.items():
        if key not in chip:
            yield f"{key}: missing"
            continue
        yield from _figure(key, chip[key], partial(_text, choices=choices))
    known = {"name", *_CHOICES, *_CLOSED, *(path for path in _NEEDED if "." not in path)}
    yield from (f"{key}: unknown" for key in chip if key not in known)


def _sections(chip: Mapping[str, Any]) -> Iterator[str]:
    for path in (*_CLOSED, *_NEEDED):
        section: Any = chip
        for key in path.split("."):
            section = section.get(key) if isinstance(section, Mapping) else None
        if not isinstance(section, Mapping):
            yield f"{path}: missing"
            continue
        needed = (_CLOSED.get(path) or _NEEDED[path]).split()
        yield from (f"{path}.{key}: missing" for key in needed if key not in section)
        for key, figure in section.items():
            if path == "cost" and key in ("head", "slope"):
                continue
            if path in _CLOSED and key not in needed:
                yield f"{path}.{key}: unknown"
                continue
            yield from _figure(f"{path}.{key}", figure, _rule(path, key))


def _figure(path: str, figure: Any, rule: Callable[[Any], str | None]) -> Iterator[str]:
    if not isinstance(figure, Mapping) or "value" not in figure:
        yield f"{path}: not {{ value, source }}"
        return
    source = figure.get("source")
    if not isinstance(source, str) or not source:
        yield f"{path}: no source"
    elif not _SOURCE.match(source):
        yield f"{path}: source {source!r} names no source of docs/sources.md with its tag, nor says 'assumed: why'"
    complaint = rule(figure["value"])
    if complaint:
        yield f"{path}: {complaint}"


def _rule(path: str, key: str) -> Callable[[Any], str | None]:
    if path == "features":
        return lambda value: None if isinstance(value, bool) else f"{value!r} is not true or false"
    if path == "instructions":
        return partial(_rows, conversions=key == "vconv")
    if path == "cost.slope":
        return _slope
    if path == "cube" and key not in _DTYPES:
        return lambda value: "not a dtype"
    return partial(_amount, whole=path in _WHOLE)


def _text(value: Any, choices: tuple[str, ...] | None) -> str | None:
    if not isinstance(value, str) or not value:
        return f"{value!r} is not a name"
    return f"{value!r} is not one of {', '.join(choices)}" if choices and value not in choices else None


def _amount(value: Any, *, whole: bool = False) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return f"{value!r} is not a number"
    if whole and not isinstance(value, int):
        return f"{value!r} is not a whole number"
    return None if 0 <= value < float("inf") else f"{value!r} is not an amount"


def _slope(value: Any) -> str | None:
    if not isinstance(value, Mapping):
        return _amount(value)
    if not value or not set(value) <= _DTYPES:
        return f"{dict(value)!r} is not keyed by dtypes"
    return next((complaint for complaint in map(_amount, value.values()) if complaint), None)


def _rows(value: Any, *, conversions: bool) -> str | None:
    if not isinstance(value, list) or not all(isinstance(row, str) for row in value):
        return f"{value!r} is not a list of dtype combinations"
    if len(set(value)) < len(value):
        return "a combination stands twice"
    for row in value:
        types, _, modes = row.partition(":")
        names = types.split(".")
        if not set(names) <= _DTYPES or (conversions and len(names) != 2):
            return f"{row!r} is not a dtype combination"
        if conversions != bool(modes) or (conversions and not set(modes.split(",")) <= _MODES):
            return f"{row!r} names no rounding modes" if conversions else f"{row!r} is not a dtype combination"
    return None


def _mmad_has_rate(chip: Mapping[str, Any]) -> Iterator[str]:
    """The cube rate of every left operand mmad takes must be known."""
    try:
        rows, rates = chip["instructions"]["mmad"]["value"], chip["cube"]
        left = {row.split(".")[1] for row in rows}
    except (KeyError, TypeError, AttributeError, IndexError):
        return  # named above
    yield from (f"cube.{name}: missing, but mmad takes it" for name in sorted(left - set(rates)))
