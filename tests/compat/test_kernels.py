"""Kernel files in the style of public ones, unmodified, each against numpy."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tik import compat
from tik.compat import tensor
from tik.types.errors import TikError

RNG = np.random.default_rng(3)


def clean(kernel: Any, *args: Any, **options: Any) -> Any:
    """The outputs of a run without hazards (notes apart)."""
    report = kernel.run(*args, **options)
    report.raise_if_bad()
    return report.outputs


def test_a_sample(kernels: Path) -> None:
    mod = compat.load(kernels / "sample_add.py")
    kernel = compat.build(mod.simple_add, chip="Ascend910B1")  # the file's own choice wins
    assert kernel.chip.name == "Ascend310" and kernel.inputs == ("data_A", "data_B")
    a, b = RNG.integers(-9, 9, (2, 128)).astype(np.float16)
    np.testing.assert_array_equal(clean(kernel, [a, b])[0], a + b)
    np.testing.assert_array_equal(clean(kernel, {"data_B": b, "data_A": a})["data_C"], a + b)


def test_a_sample_as_a_script(kernels: Path, capsys: pytest.CaptureFixture[str]) -> None:
    compat.load(kernels / "sample_add.py", main=True)
    assert capsys.readouterr().out.startswith("[3. 3. 3.")
    assert [k.name for k in compat.built()] == ["simple_add"]


@pytest.mark.parametrize(("chip", "runs_on"), [(None, "Ascend910A"), ("Ascend310", "Ascend310"), ("Ascend910B1", "Ascend910A")])
def test_an_operator_of_mindspores(kernels: Path, chip: str | None, runs_on: str) -> None:
    mod = compat.load(kernels / "ms_square.py")
    kernel = compat.build(mod.cus_square, tensor((16, 64), "float32"), tensor((16, 64), "float32"), chip=chip)
    assert kernel.chip.name == runs_on and kernel.name == "cus_square"
    x = RNG.standard_normal((16, 64), np.float32)
    np.testing.assert_array_equal(clean(kernel, [x])[0], x * x)


def test_an_operator_of_mindspores_on_the_cube(kernels: Path) -> None:
    mod = compat.load(kernels / "ms_matmul.py")
    kernel = compat.build(
        mod.cus_matmul, tensor((4, 16, 16)), tensor((4, 16, 16)), tensor((16, 16), "float32"), kernel_name="m"
    )
    a, b = RNG.integers(-3, 4, (2, 4, 16, 16)).astype(np.float16)
    np.testing.assert_array_equal(clean(kernel, [a, b])["y"], np.einsum("kmi,kni->mn", a, b, dtype=np.float32))


@pytest.mark.parametrize("chip", ["Ascend310", "Ascend910A", "Ascend310P3", "Ascend910B1"])
def test_a_static_operator(kernels: Path, chip: str) -> None:
    mod = compat.load(kernels / "impl" / "scale_shift.py")
    assert mod.__name__ == "impl.scale_shift"
    x = RNG.integers(-9, 9, (3, 100, 160)).astype(np.float16)
    kernel = compat.build(mod.scale_shift, tensor(x.shape), tensor(x.shape), 2.0, 1.0, "ss", chip=chip)
    assert kernel.chip.name == chip
    np.testing.assert_array_equal(clean(kernel, [x.ravel()])[0], 2 * x.ravel() + 1)


def test_a_static_operator_refuses_an_input(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "scale_shift.py")
    with pytest.raises(RuntimeError, match="raise_err_input_value_invalid: ss, rank of x, 8, 9"):
        compat.build(mod.scale_shift, tensor((1,) * 9), tensor((1,) * 9), kernel_name="ss")


def test_a_dynamic_operator_with_a_flowtable(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "add_scaled.py")
    kernel = compat.build(mod.add_scaled, *[tensor((-1,), "float32")] * 3)
    assert kernel.inputs == ("a_gm", "b_gm") and kernel.outputs == ("y_gm",)
    a, b = RNG.standard_normal((2, 3 * 4096), np.float32)
    got = clean(kernel, [a, b], tiling=np.array([0, 3, 4096, 2]), outputs_shape=a.shape)
    np.testing.assert_array_equal(got["y_gm"], a + 2 * b)
    got = clean(kernel, [a, b], tiling=[1, 2, 4096, 2], initial={"y_gm": np.full_like(a, 7)})  # mode 1 copies; 2 cores' rows
    np.testing.assert_array_equal(got[0], np.where(np.arange(a.size) < 8192, a, 7))


def test_a_dynamic_operator_with_its_tiling_among_the_inputs(kernels: Path) -> None:
    mod = compat.load(kernels / "impl" / "dynamic" / "rows_sum.py")
    kernel = compat.build(mod.rows_sum, tensor((-1,), "float32"), tensor((-1,), "float32"))
    x = RNG.integers(-9, 9, (5, 64)).astype(np.float32)
    for given, tiling in (([x], [5]), ([x, np.array([5, 0, 0, 0, 0, 0, 0, 0], np.int32)], None)):
        got = clean(kernel, given, tiling=tiling, outputs_shape={"y_gm": (5, 8)})
        np.testing.assert_array_equal(got[0][:, 0], x.sum(1))


def test_a_kernel_of_a_search_library(kernels: Path) -> None:
    mod = compat.load(kernels / "search" / "distance_l2.py")
    kernel = compat.build(mod.distance_l2, 16, 128, kernel_name="d")
    assert kernel.chip.name == "Ascend310P3"
    query, codes = RNG.integers(-4, 5, 128).astype(np.float16), RNG.integers(-4, 5, (16, 128)).astype(np.float16)
    wanted = ((codes - query).astype(np.float32) ** 2).sum(1)
    np.testing.assert_array_equal(clean(kernel, [query, codes])[0][:, 0], wanted)


def test_a_generating_script(kernels: Path) -> None:
    compat.load(kernels / "search" / "distance_l2.py", main=True)
    assert [k.name for k in compat.built()] == ["distance_l2_8_128", "distance_l2_16_128"]


@pytest.mark.parametrize(("chip", "count"), [("Ascend310P3", 256), (None, 256), ("Ascend310", 248), ("Ascend910B1", 192)])
def test_figures_read_while_the_file_loads(kernels: Path, chip: str | None, count: int) -> None:
    mod = compat.load(kernels / "platform_at_import.py")
    kernel = compat.build(mod.negate, chip=chip)
    x = RNG.standard_normal(count, np.float32)  # UB / 256 / 4
    np.testing.assert_array_equal(clean(kernel, [x])[0], -x)


def test_indices_of_64_bits(kernels: Path) -> None:
    mod = compat.load(kernels / "lookup.py")
    kernel = compat.build(mod.lookup, tensor((10, 16), "float32"), tensor((8,), "int64"), tensor((8, 16), "float32"))
    table = RNG.standard_normal((10, 16), np.float32)
    got = clean(kernel, [table, np.array([3, 4, -1, 9, 10, 0, 1, 2])])[0]
    np.testing.assert_array_equal(got, table[[3, 4, 0, 9, 0, 0, 1, 2]])


def test_the_vector_helpers(kernels: Path) -> None:
    mod = compat.load(kernels / "vector_pieces.py")
    x = RNG.integers(-99, 99, 5000).astype(np.float16)
    np.testing.assert_array_equal(clean(compat.build(mod.affine, 5000), [x])[0], 3 * x.astype(np.float32) + 1.5)


def test_scalar_arguments_and_several_kernels(kernels: Path) -> None:
    mod = compat.load(kernels / "scalar_arguments.py")
    last = compat.build(mod.fill)
    first, second = compat.built()
    assert second is last and first.name == "fill_0"
    np.testing.assert_array_equal(clean(last, [7, 4])[0], np.full(256, 7, np.int32))
    np.testing.assert_array_equal(clean(first, {"value": 0.5, "times": 4})[0], np.full(256, 0.5, np.float32))


def test_a_tik_kernel_beside_te_compute(kernels: Path) -> None:
    mod = compat.load(kernels / "with_te.py")
    x = RNG.standard_normal(64, np.float32)
    np.testing.assert_array_equal(clean(compat.build(mod.double), [x])["x"], 2 * x)
    with pytest.raises(TikError, match=r"tbe\.tvm\.target\.cce: TE compute, not TIK") as caught:
        mod.compute(None)
    assert caught.value.location is not None and caught.value.location.short == "with_te.py:15"


@pytest.mark.parametrize("chip", ["Ascend910A", "Ascend910B1"])
def test_sums_over_cores(kernels: Path, chip: str) -> None:
    mod = compat.load(kernels / "impl" / "column_sums.py")
    assert mod.op_select_format(None, None).startswith('{"input0": {"name": "x"')
    x = RNG.integers(-9, 9, (21, 128)).astype(np.float32)
    kernel = compat.build(mod.column_sums, tensor(x.shape, "float32"), tensor((128,), "float32"), chip=chip)
    np.testing.assert_array_equal(clean(kernel, [x])[0], x.sum(0))


def test_the_oldest_names(kernels: Path) -> None:
    mod = compat.load(kernels / "old_names.py")
    x = (4 * RNG.standard_normal(384)).astype(np.float16)
    for chip, runs_on in ((None, "Ascend910A"), ("Ascend310", "Ascend310")):
        kernel = compat.build(mod.clip, chip=chip)
        assert kernel.chip.name == runs_on
        np.testing.assert_array_equal(clean(kernel, [x])[0], np.clip(x, -1, 1))
