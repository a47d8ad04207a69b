"""A chip as the kit sees it: facts, and the questions kernels, passes and models ask."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from tik.types.dtypes import DType, dtype
from tik.types.errors import TikError, did_you_mean
from tik.types.scopes import ARRAY_BYTES, SPECIAL_BYTES, Scope

__all__ = ["CORE_KINDS", "Chip", "Combo", "row_of"]

Combo = tuple[DType, ...]

CORE_KINDS = ("unified", "cube", "vector", "mixed")

# Names under which TIK and the kit know an intrinsic whose row in the chip files has another name.
_ROW = {
    "vec_dup": "vector_dup",
    "vrpsort16": "vbitsort",
    "vsort32": "vbitsort32",
    "vmrgsort": "vmrgsort4v2",
    "broadcast_ub_to_l0c": "broadcast_ub_to_cc",
    "data_move_multi_nd2nz": "nd2nz",
    "vcadd_in_order": "vcadd",
    "vcmax_count": "vcmax",
    "vcmin_count": "vcmin",
    "vsel_scalar": "vsel",
    "vsel_tensor": "vsel",
    "vec_trans_scatter": "vnchwconv",
    "vec_trans": "vtranspose",
    "vreduce_bits": "vreduce",
    "vreducev2_bits": "vreducev2",
    "set_atomic_add": "atomic_add",
    **{f"vcmp_{test}": "vcmp" for test in ("lt", "gt", "ge", "eq", "ne", "le")},
    **{f"vcmpv_{test}": "vcmpv_gt" for test in ("lt", "ge", "ne", "le")},
    **{f"vcmpvs_{test}": "vcmpvs_gt" for test in ("lt", "ge", "eq", "ne", "le")},
}


def row_of(mnemonic: str) -> str:
    """The chip files' name of ``mnemonic`` ("vsort32" is "vbitsort32", "vcmpv_le" shares the row of "vcmpv_gt")."""
    return _ROW.get(mnemonic, mnemonic)


@dataclass(frozen=True, eq=False, repr=False)
class Chip:
    """One chip model; sizes in bytes, rates in bytes a cycle and core, costs in cycles.

    ``kind`` is "unified" (cube and vector in one core) or "split" (cube cores and vector cores apart);
    ``overflow`` is "saturate" or "inf_nan"; ``generation`` is "v100", "v200" or "v220"; ``figures`` is the chip file
    as read. Chips are equal when their files are, and hash by name.
    """

    name: str
    arch: str
    generation: str
    kind: str
    short_soc: str
    overflow: str
    cores_cube: int
    cores_vector: int
    aicore_num: int
    clock_mhz: float
    features: frozenset[str]
    sizes: Mapping[str, int]
    cube: Mapping[str, int]
    numbers: Mapping[str, float]
    heads: Mapping[str, float]
    slopes: Mapping[str, float | Mapping[str, float]]
    instructions: Mapping[str, tuple[Combo, ...]]
    conversions: Mapping[tuple[str, str], frozenset[str]]
    figures: Mapping[str, Any]
    fingerprint: str

    @classmethod
    def from_figures(cls, figures: Mapping[str, Any]) -> Chip:
        """The chip a parsed file describes (``tik.chips.validate`` says what is wrong with a file)."""
        cost = {key: figure for key, figure in figures["cost"].items() if key not in ("head", "slope")}
        memory = _values(figures["memory"])
        scopes = {scope.value for scope in Scope} | {"L2"}
        cores = _values(figures["cores"])
        rows = _values(figures["instructions"])
        pairs = dict(_conversion(row) for row in rows["vconv"])
        combos = {name: tuple(_combo(row) for row in row_list) for name, row_list in rows.items() if name != "vconv"}
        combos["vconv"] = tuple((dtype(to), dtype(of)) for to, of in pairs)
        return cls(
            name=figures["name"],
            **{key: figures[key]["value"] for key in ("arch", "generation", "kind", "short_soc", "overflow")},
            cores_cube=cores["cube"],
            cores_vector=cores["vector"],
            aicore_num=cores["aicore_num"],
            clock_mhz=figures["clock"]["mhz"]["value"],
            features=frozenset(key for key, has in _values(figures["features"]).items() if has),
            sizes=MappingProxyType({key: memory[key] for key in memory if key in scopes}),
            cube=MappingProxyType(_values(figures["cube"])),
            numbers=MappingProxyType(
                {
                    **{key: value for key, value in memory.items() if key not in scopes},
                    **_values(figures["rates"]),
                    **_values(cost),
                }
            ),
            heads=MappingProxyType(_values(figures["cost"]["head"])),
            slopes=MappingProxyType(_values(figures["cost"]["slope"])),
            instructions=MappingProxyType(combos),
            conversions=MappingProxyType(pairs),
            figures=MappingProxyType(dict(figures)),
            fingerprint=hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest()[:16],
        )

    # ------------------------------------------------------------------------------------------------ cores and memory
    @property
    def is_split(self) -> bool:
        """Whether cube cores and vector cores are apart, joined only through GM and L2."""
        return self.kind == "split"

    @property
    def l2_bytes(self) -> int:
        """Size of the L2 cache all cores share."""
        return self.sizes["L2"]

    def capacity(self, scope: Scope) -> int:
        """Bytes of ``scope`` (of one core; GM: of the chip); 0 when the chip has none."""
        return SPECIAL_BYTES + ARRAY_BYTES if scope is Scope.SPR else self.sizes[scope.value]

    def has(self, feature: str) -> bool:
        """Whether the chip has ``feature``; KeyError for a name no chip file knows."""
        if feature not in self.figures["features"]:
            raise KeyError(_unknown(self.name, "feature", feature, self.figures["features"]))
        return feature in self.features

    def blocks_at_once(self, core_kind: str) -> int:
        """How many blocks of a kernel of ``core_kind`` run at the same time.

        A mixed kernel on a split chip occupies one cube core and its two vector cores a block. A unified core runs
        every kind; a split chip has no unified core (TIK-CHIP01).
        """
        assert core_kind in CORE_KINDS, f"no core kind {core_kind!r}"
        if not self.is_split:
            return self.cores_cube
        if core_kind == "unified":
            raise TikError(
                "TIK-CHIP01",
                f"{self.name} has no unified cores: its cube and vector cores are apart",
                hint="build the kernel for this chip",
            )
        return self.cores_vector if core_kind == "vector" else self.cores_cube

    # --------------------------------------------------------------------------------------------- rates, costs, peaks
    def number(self, key: str) -> float:
        """A figure of the memory, rates or cost section by its name (``number("dma_issue")``)."""
        try:
            return self.numbers[key]
        except KeyError:
            raise KeyError(_unknown(self.name, "figure", key, self.numbers)) from None

    def head(self, mnemonic: str) -> float:
        """Fixed cycles of one vector instruction."""
        return self.heads.get(row_of(mnemonic), self.heads["default"])

    def slope(self, mnemonic: str, short: str) -> float:
        """Cycles a repeat without bank conflicts; the largest known where ``short`` has no figure of its own."""
        slope = self.slopes.get(row_of(mnemonic), self.slopes["default"])
        if isinstance(slope, Mapping):
            return slope.get(short, max(slope.values()))
        return slope

    def cube_k(self, left: DType) -> int:
        """K elements a cycle of the 16 × 16 × K cube for this left operand; TIK-CHIP01 when it takes none."""
        try:
            return self.cube[left.short]
        except KeyError:
            raise TikError(
                "TIK-CHIP01", f"the cube of {self.name} takes no {left}", hint=f"it takes {', '.join(self.cube)}"
            ) from None

    def peak_flops(self, left: DType) -> float:
        """Multiplications and additions a second of all cubes together."""
        return 2 * 16 * 16 * self.cube_k(left) * self.cores_cube * self.clock_mhz * 1e6

    def bytes_per_cycle(self, terabytes_per_second: str) -> float:
        """A shared bandwidth ("hbm_tbs", "l2_read_tbs" …) in bytes a core cycle, all cores together."""
        return self.number(terabytes_per_second) * 1e6 / self.clock_mhz

    def hbm_bytes_per_cycle(self) -> float:
        """What the memory delivers in practice, bytes a cycle, all cores together."""
        return self.bytes_per_cycle("hbm_tbs")

    def l2_read_bytes_per_cycle(self) -> float:
        """What L2 delivers, bytes a cycle, all cores together."""
        return self.bytes_per_cycle("l2_read_tbs")

    def l2_write_bytes_per_cycle(self) -> float:
        """What L2 takes, bytes a cycle, all cores together."""
        return self.bytes_per_cycle("l2_write_tbs")

    def microseconds(self, cycles: float) -> float:
        """Cycles as time."""
        return cycles / self.clock_mhz

    def launch_us(self, cores: int) -> float:
        """Device-side start of a kernel on ``cores`` cores, in microseconds."""
        slope, cap = self.number("launch_us_per_core"), self.number("launch_us_cap")
        return min(cap, self.number("launch_us_base") + slope * cores)

    # ---------------------------------------------------------------------------------------------------- instructions
    def types(self, mnemonic: str) -> tuple[Combo, ...]:
        """The dtype combinations (dst, src0, src1 …; one dtype: all operands); empty when the chip lacks it."""
        return self.instructions.get(row_of(mnemonic), ())

    def supports(self, mnemonic: str, *types: DType) -> bool:
        """Whether the chip has the instruction, for these operand dtypes if given."""
        rows = self.types(mnemonic)
        if not types:
            return bool(rows)
        return types in rows or (len(set(types)) == 1 and types[:1] in rows)

    def convert_modes(self, dst: DType, src: DType) -> frozenset[str]:
        """The rounding modes of the conversion ("none", "round" …); empty when the chip lacks the pair."""
        return self.conversions.get((dst.short, src.short), frozenset())

    def source(self, dotted: str) -> str:
        """Where a figure comes from, by its place in the file: ``source("cost.dma_issue")``, ``source("arch")``."""
        figure: Any = self.figures
        for key in dotted.split("."):
            if not isinstance(figure, Mapping) or key not in figure:
                raise KeyError(f"{self.name} has no figure {dotted}")
            figure = figure[key]
        if not isinstance(figure, Mapping) or "source" not in figure:
            raise KeyError(f"{self.name}: {dotted} is not one figure")
        return str(figure["source"])

    # ---------------------------------------------------------------------------------------------------------- object
    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Chip):
            return NotImplemented
        return (self.name, self.fingerprint) == (other.name, other.fingerprint)

    def __hash__(self) -> int:
        return hash(self.name)

    def __repr__(self) -> str:
        return f"Chip({self.name})"

    def __str__(self) -> str:
        return self.name

    def __reduce__(self) -> tuple[Any, ...]:  # read-only views cannot be pickled, the file can
        return Chip.from_figures, (dict(self.figures),)


def _values(section: Mapping[str, Any]) -> dict[str, Any]:
    return {key: figure["value"] for key, figure in section.items()}


def _combo(row: str) -> Combo:
    return tuple(dtype(name) for name in row.split("."))


def _conversion(row: str) -> tuple[tuple[str, str], frozenset[str]]:
    pair, modes = row.split(":")
    to, of = pair.split(".")
    return (to, of), frozenset(modes.split(","))


def _unknown(chip: str, what: str, name: str, known: Mapping[str, Any]) -> str:
    hint = did_you_mean(name, tuple(known))
    return f"{chip} has no {what} {name!r}" + (f"; {hint}" if hint else "")
