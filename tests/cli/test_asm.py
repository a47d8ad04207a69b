"""tik asm."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from tik.stream import load, parse

TIK = """
import tik

t = tik.Tik()
x = t.Tensor("float32", (64,), name="x", scope=tik.scope_gm)
y = t.Tensor("float32", (64,), name="y", scope=tik.scope_gm)
a = t.Tensor("float32", (64,), name="a", scope=tik.scope_ubuf)
t.data_move(a, x, 0, 1, 8, 0, 0)
t.vec_add(64, a, a, a, 1, 8, 8, 8)
t.data_move(y, a, 0, 1, 8, 0, 0)
t.BuildCCE(kernel_name="twice", inputs=[x], outputs=[y])
"""


def test_text(tik: Callable[..., Any], kernel_file: Path) -> None:
    done = tik("asm", kernel_file, "--shape", "5x40", "--chip", "310P3")
    assert done.code == 0 and "vmuls.f32" in done.out and "kernels.py:8 |" in done.out
    stream = parse(done.out)
    assert (stream.name, stream.chip) == ("double", "Ascend310P3")


def test_files_round_trip(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    text, binary = tmp_path / "d.tikasm", tmp_path / "d.tikbin"
    assert tik("asm", kernel_file, "--shape", "5x40", "-o", text).out == f"wrote {text}\n"
    assert tik("asm", text, "-o", binary).code == 0
    assert load(binary) == load(text)
    assert tik("asm", binary).out == tik("asm", text).out == text.read_text(encoding="utf-8")


def test_a_file_with_a_wrong_suffix(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    done = tik("asm", kernel_file, "--shape", "5x40", "-o", tmp_path / "d.txt")
    assert done.code == 2 and "neither of the suffixes .tikasm and .tikbin" in done.err and not (tmp_path / "d.txt").exists()
    done = tik("asm", kernel_file, "--shape", "5x40", "-o", tmp_path / "no" / "d.tikasm")
    assert done.code == 2 and "d.tikasm cannot be written: No such file" in done.err


def test_run_a_file(tik: Callable[..., Any], kernel_file: Path, tmp_path: Path) -> None:
    path = tmp_path / "d.tikasm"
    tik("asm", kernel_file, "--shape", "5x40", "-o", path)
    done = tik("asm", path, "--run")
    assert done.code == 0 and "hazards: 0 (none found)" in done.out and "bound by" in done.out
    data = tik("asm", path, "--run", "--json").json
    assert data["ok"] is True and data["outputs"][0]["shape"] == [200] and data["outputs"][0]["nan"] == 0


def test_several_kernels_go_into_several_files(tik: Callable[..., Any], tmp_path: Path, monkeypatch: Any) -> None:
    import tik.cli.execute as execution

    one = execution.streams_of
    monkeypatch.setattr(execution, "streams_of", lambda *args: one(*args) * 2)
    done = tik("asm", "opsnn.relu", "--shape", "32", "-o", tmp_path / "r.tikasm")
    assert done.code == 0 and sorted(p.name for p in tmp_path.iterdir()) == ["r-1.tikasm", "r-2.tikasm"]


def test_json(tik: Callable[..., Any]) -> None:
    (stream,) = tik("asm", "opsnn.relu", "--shape", "32", "--json").json["streams"]
    assert stream["chip"] == "Ascend910B1" and parse(stream["text"]).name == stream["name"]


def test_a_built_kernel(tik: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "twice.py"
    path.write_text(TIK, encoding="utf-8")
    data = tik("run", path, "--json").json
    assert data["outputs"][0]["first"] == [2 * v for v in data["inputs"][0]["first"]]
    assert "twice" in tik("asm", f"{path}:t").out
    done = tik("check", path, "--chip", "Ascend910A")
    assert done.code == 2 and "was built for Ascend910B1, not for Ascend910A" in done.err


def test_scalars_of_a_stream(tik: Callable[..., Any], tmp_path: Path) -> None:
    path = tmp_path / "scalar.py"
    path.write_text(
        TIK.replace("t.data_move(a, x", "n = t.InputScalar(dtype='int32', name='n')\nt.data_move(a, x", 1).replace(
            "inputs=[x]", "inputs=[x, n]"
        ),
        encoding="utf-8",
    )
    done = tik("run", path)
    assert done.code == 2 and "scalar argument n; give --set n=VALUE" in done.err
    assert tik("run", path, "--set", "n=3").code == 0
    for setting, said in (
        ("n=x", "--set n is 'x', not a number; it is a Scalar of int32 (-2147483648..2147483647)"),
        ("n=1e30", "--set n is 1e+30, which int32 does not hold"),
        ("n=2147483648", "--set n is 2147483648, which int32 does not hold"),
        ("m=1", "--set m: the stream has no scalar of that name; it has n"),
    ):
        done = tik("check", path, "--set", setting)
        assert done.code == 2 and said in done.err and not done.out
