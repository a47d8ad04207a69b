"""The finished program: arguments, roles, kind of core."""

from collections.abc import Callable

import pytest

from tik.dsl import Builder, TensorView, core_kind
from tik.types.errors import TikError, TikErrors


def add(t: Builder) -> tuple[TensorView, ...]:
    """z = x + y on two cores, double-buffered."""
    x, y, z = (t.Tensor("float16", (1024,), "GM", name) for name in "xyz")
    with t.for_range(0, 2, block_num=2) as core, t.for_range(0, 4, thread_num=2) as i:
        a, b = (t.Tensor("float16", (128,), "UB", name) for name in "ab")
        at = (core * 4 + i) * 128
        t.data_move(a, x[at], 0, 1, 8, 0, 0)
        t.data_move(b, y[at], 0, 1, 8, 0, 0)
        t.vec_add(128, a, a, b, 1, 8, 8, 8)
        t.data_move(z[at], a, 0, 1, 8, 0, 0)
    return x, y, z


def test_add(t: Builder) -> None:
    x, y, z = add(t)
    made = t.program("add", [x, y], [z])
    assert (made.name, made.chip, made.block_count, made.block) == ("add", t.chip, 2, t.block)
    assert [(arg.name, arg.role, arg.tensor, arg.zero) for arg in made.args] == [
        ("x", "input", x.tensor, False),
        ("y", "input", y.tensor, False),
        ("z", "output", z.tensor, False),
    ]
    assert core_kind(made) == "vector" and made.position is not None


def test_roles_and_order(t: Builder) -> None:
    n = t.InputScalar("int32", "n")
    work = t.Tensor("float32", (64,), "GM", "work", is_workspace=True)
    acc = t.Tensor("float32", (64,), "GM", "acc", is_atomic_add=True)
    table, both = t.Tensor("int32", (8,), "GM", "tiling"), t.Tensor("float32", (64,), "GM", "both")
    made = t.program("k", (both, n), [acc, both], flowtable=table)
    assert [(arg.name, arg.role, arg.zero) for arg in made.args] == [
        ("both", "inout", False),
        ("n", "input", False),
        ("acc", "output", True),
        ("work", "workspace", False),
        ("tiling", "flowtable", False),
    ]
    assert made.args[1].var is n and work.tensor.workspace


def test_one_tensor_instead_of_a_list_and_no_outputs(t: Builder) -> None:
    x = t.Tensor("float32", (64,), "GM", "x")
    assert [arg.name for arg in t.program("k", x, []).args] == ["x"]


def refused(t: Builder, *arguments: object) -> list[str]:
    with pytest.raises(TikErrors) as caught:
        t.program("k", *arguments)  # type: ignore[arg-type]
    return [error.message for error in caught.value.errors]


def test_gm_tensor_that_is_no_argument(t: Builder) -> None:
    x, _, z = add(t)
    assert refused(t, [x], [z]) == ["GM tensor y is used, but stands in neither inputs nor outputs"]


def test_constants_need_no_role(t: Builder) -> None:
    table = t.Tensor("float32", (8,), "GM", "table", init_value=1)
    t.data_move(t.Tensor("float32", (8,), "UB", "x"), table, 0, 1, 1, 0, 0)
    assert [tensor.name for tensor, _ in t.program("k", [], []).constants] == ["table"]


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (lambda t: (t.Tensor("float32", (8,), "UB", "u"), []), "u of inputs lies in UB; arguments lie in GM"),
        (lambda t: ([3], []), "inputs holds 3, which is neither a GM tensor nor an InputScalar"),
        (lambda t: ([t.Tensor("float32", (8,), "GM", "x"), t.Tensor("float32", (8,), "GM", "x")], []),
         "two arguments of the kernel are called x"),
    ],
)  # fmt: skip
def test_wrong_arguments(t: Builder, wrong: Callable[[Builder], tuple[object, object]], message: str) -> None:
    assert refused(t, *wrong(t)) == [message]


def test_names_are_unique_a_role_only(t: Builder) -> None:
    x, y = t.Tensor("float32", (8,), "GM", "x"), t.Tensor("float32", (8,), "GM", "x")
    assert [(a.name, a.role) for a in t.program("k", [x], [y]).args] == [("x", "input"), ("x", "output")]


def test_sets_are_taken_in_the_order_of_declaration(t: Builder) -> None:
    tensors = [t.Tensor("float32", (8,), "GM", f"x{i}") for i in range(9)]
    n = t.InputScalar("int32", "n")
    assert [a.name for a in t.program("k", {*tensors, n}, []).args] == [*(f"x{i}" for i in range(9)), "n"]


def test_scalar_that_is_no_argument(t: Builder) -> None:
    t.InputScalar("int32", "n")
    assert refused(t, [], []) == ["InputScalar n stands in neither inputs nor flowtable"]


def test_inside_an_open_scope(t: Builder) -> None:
    with t.new_stmt_scope(), pytest.raises(TikError, match="the kernel ends inside an open scope"):
        t.program("k", [], [])


# ------------------------------------------------------------------------------------------------------ kind of core


def product(t: Builder) -> None:
    a, b = t.Tensor("float16", (256,), "L0A", "a"), t.Tensor("float16", (256,), "L0B", "b")
    t.mmad(t.Tensor("float32", (256,), "L0C", "c"), a, b, 16, 16, 16, 0)


def test_core_kinds(t: Builder) -> None:
    product(t)
    assert core_kind(t.program("k", [], [])) == "cube"
    loads = Builder("Ascend910B1")
    gm = loads.Tensor("float16", (64,), "GM", "gm")
    loads.data_move(loads.Tensor("float16", (64,), "L1", "x"), gm, 0, 1, 1, 0, 0)
    assert core_kind(loads.program("k", gm, [])) == "cube"
    assert core_kind(Builder("Ascend910B1").program("k", [], [])) == "vector"


def test_flags_say_nothing_about_the_core(t: Builder) -> None:
    product(t)
    t.set_flag("M", "V", 0)
    assert core_kind(t.program("k", [], [])) == "cube"


def test_mixed_kernels() -> None:
    for chip in ("Ascend910A", "Ascend910B1"):
        t = Builder(chip)
        product(t)
        u = t.Tensor("float16", (128,), "UB", "u")
        t.vec_abs(128, u, u, 1, 8, 8)
        if chip == "Ascend910A":
            assert core_kind(t.program("k", [], [])) == "unified"
        else:
            assert refused(t, [], []) == ["Ascend910B1 has cube and vector cores apart, and this kernel needs both"]


@pytest.mark.parametrize("chip", ["Ascend310", "Ascend910A"])
def test_the_first_chip_compares_no_float32_scalars(chip: str) -> None:
    t = Builder(chip)
    x, n = t.Scalar("float32", "x", init_value=1.5), t.Scalar("int32", "n", init_value=2)
    with t.if_scope(n > 1):
        n.set_as(3)
    with t.if_scope(x > n):
        n.set_as(1 + (x == 2.5))
    wanted = ["the scalar pipe of Ascend310 does not compare float32"] * 2
    if chip == "Ascend310":
        assert refused(t, [], []) == wanted
    else:
        t.program("k", [], [])
