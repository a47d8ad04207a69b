"""Facts and derived values of the three chips, worked out by hand."""

import copy
import pickle

import pytest

from tik.chips import Chip, load_chip
from tik.types.dtypes import bf16, f16, f32, i4, i8, i16, i32, u8, u32
from tik.types.errors import TikError
from tik.types.scopes import Scope

B1, A, P3 = load_chip("Ascend910B1"), load_chip("Ascend910A"), load_chip("Ascend310P3")
CHIPS = pytest.mark.parametrize("chip", [B1, A, P3], ids=str)


@pytest.mark.parametrize(
    ("chip", "left", "tera"),
    [
        (B1, f16, 363.7248),  # 2 · 16·16·16 · 24 cores · 1.85 GHz
        (B1, bf16, 363.7248),
        (B1, i8, 727.4496),
        (B1, f32, 90.9312),  # K is 4 a cycle
        (A, f16, 262.144),  # 8192 · 32 · 1.0 GHz
        (P3, f16, 69.46816),  # 8192 · 8 · 1.06 GHz
        (P3, i4, 277.87264),
    ],
)
def test_peak(chip: Chip, left, tera):
    assert chip.peak_flops(left) == pytest.approx(tera * 1e12)


def test_cube_refuses_f32_where_it_has_none():
    with pytest.raises(TikError) as caught:
        A.cube_k(f32)
    assert str(caught.value) == "TIK-CHIP01: the cube of Ascend910A takes no f32\n  hint: it takes f16, i8, u8"


@pytest.mark.parametrize(
    ("chip", "kib"),
    [
        (B1, {"UB": 192, "L1": 512, "L0A": 64, "L0B": 64, "L0C": 128, "BT": 1, "FB": 7}),
        (A, {"UB": 256, "L1": 1024, "L0A": 64, "L0B": 64, "L0C": 256, "BT": 0, "FB": 0}),
        (P3, {"UB": 256, "L1": 1024, "L0A": 64, "L0B": 64, "L0C": 256, "BT": 0, "FB": 0}),
    ],
    ids=str,
)
def test_capacity(chip: Chip, kib):
    assert {name: chip.capacity(Scope(name)) for name in kib} == {name: size * 1024 for name, size in kib.items()}


def test_l2_and_gm():
    assert [chip.l2_bytes >> 20 for chip in (B1, A, P3)] == [192, 32, 16]
    assert [chip.capacity(Scope.GM) >> 30 for chip in (B1, A, P3)] == [64, 32, 24]


@CHIPS
def test_ub_banks_make_up_the_ub(chip: Chip):
    assert chip.number("ub_banks") * chip.number("ub_bank_bytes") == chip.capacity(Scope.UB)


def test_shared_bandwidth_in_bytes_a_cycle():
    assert B1.hbm_bytes_per_cycle() == pytest.approx(805.405, abs=1e-3)  # 1.49e12 / 1.85e9
    assert A.hbm_bytes_per_cycle() == pytest.approx(1000)
    assert P3.hbm_bytes_per_cycle() == pytest.approx(169.811, abs=1e-3)
    assert B1.l2_read_bytes_per_cycle() == pytest.approx(2972.97, abs=0.01)
    assert P3.l2_write_bytes_per_cycle() == pytest.approx(912, rel=0.001)  # 8 cores of 114


def test_blocks_at_once():
    assert [B1.blocks_at_once(kind) for kind in ("cube", "vector", "mixed")] == [24, 48, 24]
    assert [A.blocks_at_once(kind) for kind in ("unified", "cube", "vector", "mixed")] == [32] * 4
    assert P3.blocks_at_once("unified") == 8
    with pytest.raises(TikError, match="Ascend910B1 has no unified cores"):
        B1.blocks_at_once("unified")
    assert [chip.aicore_num for chip in (B1, A, P3)] == [24, 32, 8]
    assert [chip.is_split for chip in (B1, A, P3)] == [True, False, False]


def test_launch_floor():
    assert B1.launch_us(1) == pytest.approx(2.0)
    assert B1.launch_us(48) == 6
    assert A.launch_us(1) == pytest.approx(1.5)
    assert A.launch_us(32) == 4.5
    assert P3.launch_us(1) == pytest.approx(2.0)
    assert P3.launch_us(8) == 4
    assert B1.microseconds(1850) == 1


@pytest.mark.parametrize(
    ("measured", "repeats", "conflict"),
    [
        (88.4, 64, False),  # V1: f32, 4096 elements
        (154.2, 64, True),  # V2: both sources in one bank
        (86.0, 32, True),  # E1: f16, 4096 elements, buffers one behind the other
        (278.5, 128, True),  # E4: 16384 elements
    ],
)
def test_add_head_and_conflict_factor_meet_the_measurements(measured, repeats, conflict):
    factor = B1.number("conflict_same_kind") if conflict else 1
    assert B1.head("vadd") + repeats * B1.slope("vadd", "f32") * factor == pytest.approx(measured, rel=0.03)


def test_cube_and_mte1_constants_meet_the_measurements():
    assert 4 * 4 * 4 + B1.number("mmad_latency") == pytest.approx(125.0, rel=0.01)  # G0: 64³
    assert 8 * 16 * 4 + B1.number("mmad_latency") == pytest.approx(575.0, rel=0.01)  # G1: 128 × 256 × 64
    assert 8 * 16 * 4 + B1.number("mmad_overlap") == pytest.approx(521.1, rel=0.01)  # G8: streamed
    heads, a, b = 2 * B1.number("mte1_head"), B1.number("l1_l0a"), B1.number("l1_l0b")
    assert heads + 64 * 64 * 2 / a + 64 * 64 * 2 / b == pytest.approx(143.0)  # G0
    assert heads + 128 * 64 * 2 / a + 64 * 256 * 2 / b == pytest.approx(367.0)  # G1


@CHIPS
def test_slopes(chip: Chip):
    assert [chip.slope("vexp", "f16"), chip.slope("vexp", "f32")] == [4, 2]
    assert [chip.slope("vcgadd", "f16"), chip.slope("vcgadd", "f32")] == [7, 1]
    assert chip.slope("vcadd", "f16") == 7
    assert chip.slope("vadd", "i32") == 1
    assert chip.slope("vgather", "f32") == 12.8  # 64 elements a repeat, 5 a cycle
    assert chip.slope("vexp", "bf16") == 4  # no figure of its own: the largest
    assert [chip.head("vln"), chip.head("vabs"), chip.head("vand")] == [33, 22, 20]


def test_dtype_tables():
    assert B1.types("vadd") == ((f16,), (f32,), (i32,), (i16,))
    assert A.types("vadd") == ((f16,), (f32,), (i32,))
    assert A.types("vrelu") == ((f16,),)
    assert not A.supports("vrelu", f32)
    assert P3.supports("vrelu", f32)
    assert A.types("vmaxs") == ()
    assert (f32, f16, f16) in B1.types("vmla")
    assert not B1.supports("vextract")
    assert P3.types("vcbd") == ((i16, i32),)
    assert B1.supports("vcmpv_eq", i32) and not B1.supports("vcmpv_gt", i32)
    assert A.types("data_move_pad") == () and B1.supports("data_move_pad", bf16)
    assert P3.supports("vector_dup", u32) and not P3.supports("vector_dup", bf16) and B1.supports("vector_dup", bf16)


def test_supports_reads_one_dtype_as_all_operands():
    assert B1.supports("vadd", f32, f32, f32)
    assert not B1.supports("vadd", f32, f16, f16)
    assert B1.supports("vaxpy", f32, f16, f16)


def test_mmad_combinations():
    assert A.types("mmad") == (
        (u32, u8, u8),
        (i32, i8, i8),
        (i32, u8, i8),
        (f16, f16, f16),
        (f32, f16, f16),
        A.types("mmad")[-1],
    )
    assert [str(t) for t in A.types("mmad")[-1]] == ["f16", "f16", "u2"]
    assert P3.supports("mmad", i32, i4, i4) and not B1.supports("mmad", i32, i4, i4)
    assert [chip.supports("mmad", f32, f32, f32) for chip in (B1, A, P3)] == [True, False, False]
    assert [chip.supports("mmad", f32, bf16, bf16) for chip in (B1, A, P3)] == [True, False, False]


def test_names_that_share_a_row():
    assert B1.types("vsort32") == B1.types("vbitsort32") == ((f16,), (f32,))
    assert B1.types("vec_dup") == B1.types("vector_dup")
    assert A.types("vcmpv_le") == A.types("vcmpv_gt") == ((f16,), (f32,))
    assert A.types("vcmpvs_le") == ()
    assert A.types("vcmp_lt") == ((f16,), (f32,))
    assert B1.slope("vsort32", "f32") == 16
    assert B1.types("vfoo") == ()


def test_conversions():
    modes = {"round", "floor", "ceil", "away-zero", "to-zero"}
    assert B1.convert_modes(f16, f32) == modes | {"none", "odd"}
    assert A.convert_modes(f16, f32) == {"none", "odd"}
    assert A.convert_modes(i32, f16) == modes
    assert A.convert_modes(i8, f16) == modes - {"round"} | {"none"}
    assert A.convert_modes(f32, i32) == {"none"}
    assert B1.convert_modes(bf16, f32) == modes
    assert B1.convert_modes(f32, bf16) == {"none"}
    assert P3.convert_modes(i16, f16) == {"round"}
    assert P3.convert_modes(i4, f16) == {"none"}
    assert A.convert_modes(bf16, f32) == frozenset()
    assert (i32, f32) in A.types("vconv")
    assert A.types("vconv_deq") == ((f16, i32),)


def test_features():
    assert {
        name
        for name in ("padded_move", "fixpipe", "nd2nz", "bias_table", "vbcb", "cross_core_flags", "l0c_ub", "l1_ub", "ub_l1")
        if B1.has(name)
    } == {"padded_move", "fixpipe", "nd2nz", "bias_table", "vbcb", "cross_core_flags"}
    assert A.has("l0c_ub") and A.has("l1_ub") and A.has("ub_l1") and not A.has("padded_move")
    assert [chip.has("sel_tensor_mask") for chip in (B1, A, P3)] == [True, False, True]
    with pytest.raises(KeyError, match="did you mean padded_move"):
        B1.has("padded_moves")


@CHIPS
@pytest.mark.parametrize(
    ("feature", "mnemonic"),
    [
        ("padded_move", "data_move_pad"),
        ("nd2nz", "nd2nz"),
        ("fixpipe", "fixpipe"),
        ("vbcb", "vbcb"),
        ("vcopy", "vcopy"),
        ("ub_l0c", "broadcast_ub_to_l0c"),
        ("proposals", "vextract"),
        ("sort_pairs", "vsort32"),
    ],
)
def test_features_agree_with_the_dtype_table(chip: Chip, feature, mnemonic):
    assert chip.has(feature) == chip.supports(mnemonic)


@CHIPS
@pytest.mark.parametrize(
    ("feature", "rate"),
    [
        ("l0c_ub", "l0c_ub"),
        ("ub_l0c", "ub_l0c"),
        ("l1_ub", "l1_ub"),
        ("ub_l1", "ub_l1"),
        ("fixpipe", "fix_gm"),
        ("fixpipe", "fix_l1"),
        ("nd2nz", "nd2nz_cap"),
        ("bias_table", "l1_bt"),
        ("l1_gm", "l1_gm"),
    ],
)
def test_a_path_has_a_rate_and_no_path_has_none(chip: Chip, feature, rate):
    assert chip.has(feature) == (chip.number(rate) > 0)


def test_words():
    assert [chip.overflow for chip in (B1, A, P3)] == ["inf_nan", "saturate", "saturate"]
    assert [chip.generation for chip in (B1, A, P3)] == ["v220", "v100", "v200"]
    assert [chip.arch for chip in (B1, A, P3)] == ["C-220", "C-100", "M-200"]
    assert [chip.short_soc for chip in (B1, A, P3)] == ["Ascend910B", "Ascend910", "Ascend310P"]


def test_number_and_source():
    assert B1.number("dma_issue") == 20
    assert [chip.number("dma_latency_miss") for chip in (B1, A, P3)] == [500, 270, 300]
    assert B1.source("cost.dma_issue") == "ASC-EX D1 [D]"
    assert B1.source("cost.head.vexp") == "PTO [M]"
    assert A.source("cost.head.vexp") == "assumed: as Ascend910B1"
    assert B1.source("arch") == "PYPTO [V]"
    with pytest.raises(KeyError, match="Ascend910B1 has no figure 'dma_isue'; did you mean dma_issue"):
        B1.number("dma_isue")
    for wrong in ("cost.nothing", "cost", "name", "cost.dma_issue.source.more"):
        with pytest.raises(KeyError):
            B1.source(wrong)


def test_a_chip_is_a_value():
    assert repr(B1) == "Chip(Ascend910B1)" and str(B1) == "Ascend910B1"
    assert hash(B1) == hash("Ascend910B1")
    assert pickle.loads(pickle.dumps(B1)) == B1
    assert copy.deepcopy(A) == A
    assert len({B1, A, P3, load_chip("910b1")}) == 3
    assert B1 != A and B1 != "Ascend910B1"
    figures = {**B1.figures, "clock": {"mhz": {"value": 1800, "source": "assumed: another bin"}}}
    slower = Chip.from_figures(figures)
    assert slower.name == B1.name and slower != B1
    with pytest.raises(AttributeError):
        B1.clock_mhz = 1
    with pytest.raises(TypeError):
        B1.numbers["dma_issue"] = 1
