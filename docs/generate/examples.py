"""The example of each call: a file of docs/examples, or made from the definition where operands are alike.

Each runs alone, on a chip that has the instruction, and compares with numpy.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tik.chips import Chip, chip_names, load_chip
from tik.dsl import Builder
from tik.dsl.describe import is_sequence
from tik.isa.fields import Mem, Value
from tik.isa.instruction import Combo, Instruction

FOLDER = Path(__file__).resolve().parent.parent / "examples"
FAVOURITES = ("Ascend910B1", "Ascend310P3", "Ascend910A")
DTYPES = ("f16", "f32", "i16", "u16", "i32")  # which a made example takes, in this order
CONVERTED = ("f32.f16", "f16.f32")

# What made examples compare with; x, x0, x1 are what the sources hold, y what dst held before.
EXPECTED = {
    "vadd": "x0 + x1",
    "vsub": "x0 - x1",
    "vmul": "x0 * x1",
    "vdiv": "x0 / x1",
    "vmax": "np.maximum(x0, x1)",
    "vmin": "np.minimum(x0, x1)",
    "vand": "x0 & x1",
    "vor": "x0 | x1",
    "vnot": "~x",
    "vabs": "np.abs(x)",
    "vrelu": "np.maximum(x, 0)",
    "vexp": "np.exp(x)",
    "vln": "np.log(x)",
    "vsqrt": "np.sqrt(x)",
    "vrec": "1 / x",
    "vrsqrt": "1 / np.sqrt(x)",
    "vadds": "x + 2",
    "vmuls": "x * 2",
    "vmaxs": "np.maximum(x, 2)",
    "vmins": "np.minimum(x, 2)",
    "vlrelu": "np.where(x < 0, 2 * x, x)",
    "vaddrelu": "np.maximum(x0 + x1, 0)",
    "vsubrelu": "np.maximum(x0 - x1, 0)",
    "vshl": "x << 2",
    "vshr": "x >> 2",
    "vmla": "x0 * x1 + y",
    "vmadd": "x0 * y + x1",
    "vmaddrelu": "np.maximum(x0 * y + x1, 0)",
    "vaxpy": "2 * x + y",
    "vcadd": "x.reshape(2, -1).sum(axis=1)",
    "vcgadd": "x.reshape(2 * 8, -1).sum(axis=1)",
    "vcgmax": "x.reshape(2 * 8, -1).max(axis=1)",
    "vcgmin": "x.reshape(2 * 8, -1).min(axis=1)",
    "vcpadd": "x[0::2] + x[1::2]",
    **{f"vcmp{kind}_{test}": test for kind in ("v", "vs", "") for test in ("lt", "gt", "ge", "eq", "ne", "le")},
}
SHARED = {  # calls whose use the example of another shows
    "cross_core_wait": "cross_core_set",
    "h_conv": "h_cast",
    "h_sel": "h_cmpv",
    "mov_tensor_to_cmpmask": "mov_cmpmask_to_tensor",
    "pipe_barrier": "set_flag",
    "set_scalar_to_cmpmask": "mov_cmpmask_to_tensor",
    "vextract": "vconcat",
    "wait_flag": "set_flag",
    **dict.fromkeys(("set_rpn_offset", "vrpac", "viou", "vaadd", "set_rpn_cor_ir", "rpn_cor_diag"), "rpn_cor"),
    **{f"scalar_{name}": "scalar_conv" for name in ("max", "min", "abs", "sqrt", "countbit0", "countbit1", "countleading0")},
}
RESULTS = {"vcadd": 2, "vcgadd": 16, "vcgmax": 16, "vcgmin": 16, "vcpadd": 128}  # elements a reduction of two f16 repeats gives
SIGNS = {"lt": "<", "gt": ">", "ge": ">=", "eq": "==", "ne": "!=", "le": "<="}
POSITIVE = ("vln", "vsqrt", "vrec", "vrsqrt")
ROUGH = ("vrec", "vrsqrt")


def example(ops: Sequence[type[Instruction]], calls: Sequence[str]) -> str | None:
    """The program that shows a call (the first of ``calls`` that has a file, else made)."""
    for call in calls:
        path = FOLDER / f"{call}.py"
        if path.exists():
            return path.read_text(encoding="utf-8")
    if not ops or ops[0].mnemonic not in EXPECTED or (len(ops) > 1 and not calls[0].startswith("h_")):
        return None
    if is_sequence(calls[0]):
        return "import numpy as np\n\nimport tik\n\n" + whole(ops[0], calls[0])
    call = next((c for c in calls if c.startswith("vec_")), calls[0])
    family = ops[0].family
    make = compared if family == "compare" else reduced if family == "reduce" else elementwise
    return "import numpy as np\n\nimport tik\n\n" + make(ops[0], call)


def chip_and_types(op: type[Instruction]) -> tuple[Chip, Combo]:
    """A chip that has the instruction, and a combination of one dtype."""
    for dtype in DTYPES:
        for name in sorted(chip_names(), key=lambda n: FAVOURITES.index(n) if n in FAVOURITES else len(FAVOURITES)):
            chip = load_chip(name)
            for row in op.supported(chip):
                if row[-1].short == dtype and (op.family == "compare" or len(set(row)) == 1):
                    return chip, row
    raise AssertionError(f"no chip has {op.mnemonic} of one dtype")


def arguments(call: str, given: dict[str, str]) -> str:
    """The arguments of a call as its author writes them; parameters with defaults are left out."""
    parameters = getattr(Builder, call).parameters
    values = []
    for name in parameters.names:
        if name in parameters.defaults:
            break
        value = given.get(name, "1" if name.endswith("_blk_stride") else "8" if name.endswith("_rep_stride") else None)
        assert value is not None, f"an example of {call} does not know what to give for {name}"
        values.append(value)
    return f"t.{call}({', '.join(values)})"


def numbers(dtype: str, count: int, positive: bool) -> str:
    """Host data of a dtype."""
    if dtype.startswith(("f", "b")):
        return f"np.linspace({'0.5' if positive else '-4'}, 4, {count}, dtype=np.float{dtype[1:]})"
    return f"np.arange({count}, dtype=np.{'u' if dtype[0] == 'u' else ''}int{dtype[1:]})"


def elementwise(op: type[Instruction], call: str) -> str:
    """dst = f(sources), two repeats."""
    chip, types = chip_and_types(op)
    dtype, count = types[0], 2 * op.lanes(types)
    sources = [f.name for f in op.fields if isinstance(f, Mem) and f.access == "r"]
    names = [name.replace("src", "x") for name in sources]
    both = any(f.access == "rw" for f in op.fields if isinstance(f, Mem))
    blocks = count * dtype.size // 32
    given = {"mask": str(op.lanes(types)), "repeat_times": "2", "dst": "dst", **{name: name for name in sources}}
    given |= {f.name: "2" for f in op.fields if isinstance(f, Value) or f.name == "scalar"}
    read = [*zip(sources, names, strict=True), *([("dst", "y")] if both else [])]
    lines = [f't = tik.Tik(chip="{chip.name}")']
    for name in [*names, "y"]:
        lines.append(f'{name} = t.Tensor("{dtype.name}", ({count},), tik.scope_gm, "{name}")')
    for name in [*sources, "dst"]:
        lines.append(f'{name} = t.Tensor("{dtype.name}", ({count},), tik.scope_ubuf, "{name}")')
    lines += [f"t.data_move({to}, {of}, 0, 1, {blocks}, 0, 0)" for to, of in read]
    lines += [f"{arguments(call, given)}  # two repeats of {op.lanes(types)} lanes"]
    lines += [f"t.data_move(y, dst, 0, 1, {blocks}, 0, 0)"]
    inputs = [name for _, name in read]
    lines += [f't.BuildCCE(kernel_name="{call}", inputs=[{", ".join(inputs)}], outputs=[y])', ""]
    for index, name in enumerate(inputs):
        positive = bool(index) or op.mnemonic in POSITIVE
        lines.append(f"{name} = {numbers(dtype.short, count, positive)}")
    expected = EXPECTED[op.mnemonic]
    rtol = 1e-2 if op.mnemonic in ROUGH else 1e-3
    lines += [f"report = t.kernel.run([{', '.join(inputs)}]).raise_if_bad()"]
    if dtype.is_float:
        lines += [f"np.testing.assert_allclose(report.outputs[0], {expected}, rtol={rtol:g}, atol={rtol:g})"]
    else:
        lines += [f"np.testing.assert_array_equal(report.outputs[0], {expected})"]
    return "\n".join(lines) + "\n"


def reduced(op: type[Instruction], call: str) -> str:
    """A value a repeat, a block or a pair, of two repeats of float16."""
    chip = next(load_chip(n) for n in FAVOURITES if any(row[0].short == "f16" for row in op.supported(load_chip(n))))
    results = RESULTS[op.mnemonic]
    stride = {"vcadd": "1", "vcpadd": "1"}.get(op.mnemonic, "1")
    given = {"mask": "128", "dst": "dst", "src": "src", "repeat_times": "2", "dst_rep_stride": stride}
    room = -(-results // 16) * 16
    return f"""\
t = tik.Tik(chip="{chip.name}")
x = t.Tensor("float16", (256,), tik.scope_gm, "x")
y = t.Tensor("float16", ({results},), tik.scope_gm, "y")
src = t.Tensor("float16", (256,), tik.scope_ubuf, "src")
dst = t.Tensor("float16", ({room},), tik.scope_ubuf, "dst")
t.vec_dup({room}, dst, 0, 1, 8)
t.data_move(src, x, 0, 1, 16, 0, 0)
{arguments(call, given)}  # two repeats of 128 lanes
t.data_move(y, dst, 0, 1, {room // 16}, 0, 0)
t.BuildCCE(kernel_name="{call}", inputs=[x], outputs=[y])

x = np.arange(256, dtype=np.float16) % 7
report = t.kernel.run([x]).raise_if_bad()
np.testing.assert_array_equal(report.outputs[0], {EXPECTED[op.mnemonic]})
"""


def compared(op: type[Instruction], call: str) -> str:
    """Bits of 128 comparisons, as bytes."""
    chip, _ = chip_and_types(op)
    sign = SIGNS[EXPECTED[op.mnemonic]]
    if op.mnemonic.startswith("vcmp_"):
        made = (
            f"held = {arguments(call, {'mask': '128', 'src0': 'src0', 'src1': 'src1', 'src0_stride': '1', 'src1_stride': '1'})}"
        )
        middle = f"{made}  # the bits are in CMPMASK\nt.mov_cmpmask_to_tensor(dst, held)"
    else:
        given = {"dst": "dst", "src0": "src0", "src1": "src1", "src": "src0", "scalar": "3", "repeat_times": "1"}
        middle = f"{arguments(call, given)}  # one repeat: 128 bits"
    scalar = op.mnemonic.startswith("vcmpvs")
    names = ["x0"] if scalar else ["x0", "x1"]
    lines = [f't = tik.Tik(chip="{chip.name}")']
    lines += [f'{name} = t.Tensor("float16", (128,), tik.scope_gm, "{name}")' for name in names]
    lines += ['y = t.Tensor("uint8", (16,), tik.scope_gm, "y")']
    lines += [f'{name.replace("x", "src")} = t.Tensor("float16", (128,), tik.scope_ubuf, "{name}_ub")' for name in names]
    lines += [
        'dst = t.Tensor("uint8", (32,), tik.scope_ubuf, "dst")',
        't.vec_dup(16, dst.reinterpret_cast_to("uint16"), 0, 1, 8)',
    ]
    lines += [f"t.data_move({name.replace('x', 'src')}, {name}, 0, 1, 8, 0, 0)" for name in names]
    lines += [middle, "t.data_move(y, dst, 0, 1, 1, 0, 0)"]
    lines += [f't.BuildCCE(kernel_name="{call}", inputs=[{", ".join(names)}], outputs=[y])', ""]
    lines += ["x0 = np.arange(128, dtype=np.float16) % 7"] + (
        ["x1 = np.arange(128, dtype=np.float16) % 5"] if not scalar else []
    )
    lines += [f"report = t.kernel.run([{', '.join(names)}]).raise_if_bad()"]
    bits = f'np.packbits(x0 {sign} {"3" if scalar else "x1"}, bitorder="little")'
    lines += [f"np.testing.assert_array_equal(report.outputs[0], {bits})"]
    return "\n".join(lines) + "\n"


def whole(op: type[Instruction], call: str) -> str:
    """An h_* call on tensors of 100 elements."""
    chip, types = chip_and_types(op)
    dtype = types[0]
    names = ["x"] if "src" in op.field_index else ["x0", "x1"]
    sources = [name.replace("x", "src") for name in names]
    blocks = -(-100 * dtype.size // 32)
    lines = [f't = tik.Tik(chip="{chip.name}")']
    lines += [f'{name} = t.Tensor("{dtype.name}", (100,), tik.scope_gm, "{name}")' for name in [*names, "y"]]
    lines += [f'{name} = t.Tensor("{dtype.name}", (100,), tik.scope_ubuf, "{name}")' for name in [*sources, "dst"]]
    lines += [f"t.data_move({to}, {of}, 0, 1, {blocks}, 0, 0)" for to, of in zip(sources, names, strict=True)]
    lines += [f"t.{call}(dst, {', '.join(sources)})  # all 100 elements", f"t.data_move(y, dst, 0, 1, {blocks}, 0, 0)"]
    lines += [f't.BuildCCE(kernel_name="{call}", inputs=[{", ".join(names)}], outputs=[y])', ""]
    for index, name in enumerate(names):
        lines.append(f"{name} = {numbers(dtype.short, 100, bool(index) or op.mnemonic in POSITIVE)}")
    lines += [f"report = t.kernel.run([{', '.join(names)}]).raise_if_bad()"]
    rtol = "1e-2" if op.mnemonic in ROUGH else "1e-3"
    if dtype.is_float:
        lines += [f"np.testing.assert_allclose(report.outputs[0], {EXPECTED[op.mnemonic]}, rtol={rtol}, atol={rtol})"]
    else:
        lines += [f"np.testing.assert_array_equal(report.outputs[0], {EXPECTED[op.mnemonic]})"]
    return "\n".join(lines) + "\n"
