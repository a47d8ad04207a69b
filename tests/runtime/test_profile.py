"""tik.profile(): one entry a launch."""

import csv
import json
import threading
from pathlib import Path

import numpy as np

from tests.runtime.kernels import executable
from tik.runtime import Profile, Report, empty, launch, poison, profile, upload
from tik.types.dtypes import f32


def copy(**parts: object) -> Report:
    x = np.arange(64, dtype=np.float32)
    return launch(executable(**parts), {"x": upload(x, f32), "y": poison(empty((64,), f32))})


def test_one_entry_a_launch_in_order() -> None:
    with profile() as p:
        reports = [copy(), copy(blocks=2)]
    copy()
    assert p.kernels == reports and p.cycles == reports[0].cycles + reports[1].cycles
    assert repr(p) == "Profile(2 kernels)" and len(str(p).splitlines()) == 2


def test_nested_profiles_both_see_it() -> None:
    with profile() as outer:
        copy()
        with profile() as inner:
            copy()
        copy()
    assert (len(outer.kernels), len(inner.kernels)) == (3, 1) and outer.kernels[1] is inner.kernels[0]


def test_threads_see_nothing_of_each_others() -> None:
    counts = {}
    gate = threading.Barrier(2, timeout=60)

    def work(times: int) -> None:
        with profile() as own:
            gate.wait()
            for _ in range(times):
                copy()
            gate.wait()
        counts[times] = len(own.kernels)

    with profile() as mine:
        threads = [threading.Thread(target=work, args=(n,)) for n in (2, 3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert counts == {2: 2, 3: 3} and mine.kernels == []


def two() -> Profile:
    with profile() as p:
        copy()
        copy(blocks=2)
    return p


def test_csv(tmp_path: Path) -> None:
    p, path = two(), tmp_path / "op_summary.csv"
    p.save_csv(path)
    with path.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert [(r["name"], r["chip"], r["blocks"], int(r["cycles"]), r["bytes_read"], r["bytes_written"]) for r in rows] == [
        ("copy", "Ascend910B1", str(k.blocks), k.cycles, str(256 * k.blocks), str(256 * k.blocks)) for k in p.kernels
    ]
    assert all(abs(float(r["time_us"]) - k.time_us) < 1e-3 for r, k in zip(rows, p.kernels, strict=True))
    assert {r["bound_by"] for r in rows} == {"launch"}
    p.save_csv(path)  # again: the same file
    assert len(path.read_text(encoding="utf-8").splitlines()) == 3


def test_trace(tmp_path: Path) -> None:
    """What Perfetto needs: named processes, slices with a duration on named threads, flows that start and end."""
    p, path = two(), tmp_path / "trace.json"
    p.save_trace(path)
    events = json.loads(path.read_text(encoding="utf-8"))["traceEvents"]
    names = [e["args"]["name"] for e in events if e["ph"] == "M" and e["name"] == "process_name"]
    assert len(names) == len(set(names)) == 3 and names[0].startswith("0 copy") and names[1].startswith("1 copy")
    slices = [e for e in events if e["ph"] == "X"]
    assert len([e for e in slices if e["name"].startswith("mov_gm_ub")]) == 3 and all(e["dur"] >= 0 for e in slices)
    flows = {ph: [e["id"] for e in events if e["ph"] == ph] for ph in ("s", "f")}
    assert sorted(flows["s"]) == sorted(flows["f"]) and len(set(flows["s"])) == 3
    last = {n: max(e["ts"] + e["dur"] for e in slices if e["pid"] // 1000 == n) for n in (0, 1)}
    assert min(e["ts"] for e in slices if e["pid"] >= 1000) >= last[0]  # one kernel after another


def test_nothing_ran(tmp_path: Path) -> None:
    p = Profile()
    p.save_trace(tmp_path / "t.json")
    p.save_csv(tmp_path / "t.csv")
    assert p.cycles == 0 and str(p) == "" and json.loads((tmp_path / "t.json").read_text())["traceEvents"] == []
