"""The stubs as an author's type checker sees them; that they are current, test_build.py checks."""

import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent

RIGHT = """\
import numpy as np

import opsnn
import tik

t = tik.Tik(chip="Ascend910B1")
x = t.Tensor("float16", (128,), tik.scope_gm, name="x")
u = t.Tensor("float16", (128,), tik.scope_ubuf, name="u")
n = t.Scalar("int32", "n", 1)
with t.for_range(0, n + 1) as i:
    t.data_move(u, x[i], 0, 1, 8, 0, 0)
    t.vadd(128, u, u, src1=u[0:128], repeat_times=n, dst_blk_stride=1, src0_blk_stride=1, src1_blk_stride=1,
           dst_rep_stride=8, src0_rep_stride=8, src1_rep_stride=8)
    t.vec_muls([0, 2**32 - 1], u, u, 0.5, 1, 8, 8, mask_mode="normal")
    t.vec_conv(64, "round", u, u, 1, 8, 4, deqscale=1.0)
held = t.vcmp_lt(128, u, u, 1, 1)
t.vsel(128, 0, u, held, u, u, 1, 1, 1, 1)
t.mmad(u, u, u, 16, 16, 16, is_bias=True, hf32=False)
t.vnchwconv(False, False, [u[i] for i in range(16)], [u] * 16, 1, 0, 0)
t.BuildCCE(kernel_name="k", inputs=[x], outputs=[x])
report: tik.Report = t.kernel.run([np.zeros(128, np.float16)])


@tik.kernel
def softmax(k: tik.TileBuilder, x: tik.ArrayHandle, y: tik.ArrayHandle) -> None:
    for rows in k.split(x.shape[0]):
        tile: tik.Tile = k.load(x[rows], dtype=tik.f32)
        tile = k.exp(tile - k.max(tile, axis=-1))
        k.store(y[rows], 2 * tile / k.sum(tile))


done: tik.Report = softmax.run(np.zeros((2, 3), np.float32), np.zeros((2, 3), np.float32))
z = opsnn.layer_norm(np.zeros((2, 3), np.float32), axis=-1, eps=1e-6)
"""

WRONG = {  # a line, and what mypy says of it
    't.vadd(128, u, u, u, 1, 1, 1, 1, 8, 8, source1_rep_stride=8)': 'Unexpected keyword argument "source1_rep_stride"',
    "t.vec_add(128, u, u, u, 1, 8, 8)": 'Missing positional argument "src1_rep_stride"',
    't.vec_add(128, u, u, 3.0, 1, 8, 8, 8)': 'Argument 4 to "vec_add" of "Builder" has incompatible type "float"',
    't.vec_exp("all", u, u, 1, 8, 8)': 'Argument 1 to "vec_exp" of "Builder" has incompatible type "str"',
    "t.vec_sigmoid(128, u, u, 1, 8, 8)": '"Tik" has no attribute "vec_sigmoid"',
    "t.load2dv1(u, u, 0, 1, 1, 0, transpose=True)": 'Unexpected keyword argument "transpose"',
    "t.h_exp(u)": 'Missing positional argument "src" in call to "h_exp"',
    "for j in t.for_range(0, 8): pass": '"With" has no attribute "__iter__"',
    "for e in u: pass": '"TensorView" has no attribute "__iter__"',
    "softmax.run(np.zeros(3)).cycle": '"Report" has no attribute "cycle"',
    "opsnn.softmax(z, axes=0)": 'Unexpected keyword argument "axes"',
    "k.exponential(tile)": '"TileBuilder" has no attribute "exponential"',
    "k.load(x[rows], type=tik.f32)": 'Unexpected keyword argument "type"',
    "tile % 2": 'Unsupported operand types for % ("Tile" and "int")',
}  # fmt: skip


@pytest.fixture(scope="module")
def said(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[str]]:
    """What mypy says of each line of the right programs and the wrong ones."""
    folder = tmp_path_factory.mktemp("stubs")
    lines = RIGHT.splitlines()
    inside = lines.index("        k.store(y[rows], 2 * tile / k.sum(tile))") + 1
    for text in WRONG:
        if text.startswith(("k.", "tile")):
            lines.insert(inside, f"        {text}")
        else:
            lines.append(text)
    path = folder / "author.py"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), "--no-error-summary", str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    found: dict[str, list[str]] = {}
    for line in done.stdout.splitlines():
        place, _, message = line.partition(": error: ")
        if message and Path(place.rpartition(":")[0]).name == path.name:
            found.setdefault(lines[int(place.rpartition(":")[2]) - 1].strip(), []).append(message)
    assert found, done.stdout + done.stderr
    return found


@pytest.mark.parametrize("line", WRONG)
def test_a_wrong_call_is_flagged(said: dict[str, list[str]], line: str) -> None:
    assert any(WRONG[line] in message for message in said.get(line, [])), said.get(line)


def test_right_calls_are_not(said: dict[str, list[str]]) -> None:
    assert {line: messages for line, messages in said.items() if line not in WRONG} == {}


def test_what_ships() -> None:
    """py.typed marks the package as typed, and the stubs lie in it."""
    shipped = {"tik": ("py.typed", "dsl/typed.pyi", "dsl/tile/__init__.pyi"), "opsnn": ("py.typed", "__init__.pyi")}
    assert all(files(package).joinpath(name).is_file() for package, names in shipped.items() for name in names)
