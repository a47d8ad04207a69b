"""Time the model against numpy and write docs/benchmarks.md.

python bench/run.py [--runs N] [--no-write] [--no-compile]
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

os.environ["OPENBLAS_NUM_THREADS"] = "1"  # before numpy loads: for everybody, and the same on every machine
ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

import numpy as np  # noqa: E402

import opsnn  # noqa: E402
from bench.clock import Spread, interleaved  # noqa: E402
from bench.peers import load_peers  # noqa: E402
from bench.work import (  # noqa: E402
    BUILD_BAR_US,
    BUILDS,
    CALL_BAR_MS,
    RATE_BAR,
    SANITIZER_BAR,
    WORKS,
    Work,
    small_instructions,
)
from opsnn.activation.softmax import softmax_kernel  # noqa: E402
from tik.runtime import empty, launch, poison, upload  # noqa: E402
from tik.types.dtypes import from_numpy  # noqa: E402

PAGE = ROOT / "docs" / "benchmarks.md"
PHASES = ("numpy golden", "values", "values + cycles", "values + cycles + sanitizer")


def phases(work: Work, peers: dict[str, dict[str, Callable[[], object]]]) -> dict[str, Callable[[], object]]:
    """What is timed of one work, after a check that the values are right and nothing is hazardous."""
    inputs, output = work.arrays()
    kernel, golden = work.kernel, work.golden
    report = kernel.run(*inputs, output)
    error = np.abs(report.outputs[-1].astype(np.float64) - golden(*inputs)).max()
    assert error <= work.tolerance and report.ok, f"{work.name}: off by {error}, {len(report.errors)} hazards"
    stream = kernel.stream(*inputs, output)

    def checked() -> None:
        found = kernel.run(*inputs, output, record=True)
        assert found.cycles and not found.hazards

    assert stream.chip == "Ascend910B1", "the bars are for the default chip"
    calls: dict[str, Callable[[], object]] = {
        PHASES[0]: lambda: golden(*inputs),
        PHASES[1]: lambda: kernel.run(*inputs, output, record=False),
        PHASES[2]: lambda: kernel.run(*inputs, output, record=False).cycles,
        PHASES[3]: checked,
    }
    return calls | {name: works[work.name] for name, works in peers.items() if work.name in works}


def mark(ok: bool) -> str:
    return "pass" if ok else "**FAIL**"


def operators(runs: int) -> list[str]:
    """The table of operators."""
    peers = load_peers()
    rows = ["| work | " + " | ".join(PHASES) + " | bar: values + cycles | bar: sanitizer |", "|---" * 7 + "|"]
    others = []
    for work in WORKS:
        found = interleaved(phases(work, peers), runs)
        golden, _, cycles, checked = (found[phase] for phase in PHASES)
        ratio = checked.median / cycles.median
        rows.append(
            f"| {work.name} | "
            + " | ".join(str(found[phase]) for phase in PHASES)
            + f" | ≤ {work.bar_ms:g}: {mark(cycles.median <= work.bar_ms)}, {cycles.median / golden.median:.2g} × numpy"
            + f" | ≤ {SANITIZER_BAR:g} ×: {mark(ratio <= SANITIZER_BAR)}, {ratio:.2f} × |"
        )
        others += [
            f"| {work.name} | {name} | {found[name]} | {found[name].median / cycles.median:.2g} × ours |" for name in peers
        ]
        print(rows[-1], flush=True)
    if others:
        rows += [
            "",
            "Peers that were installed, timed in the same rounds. Pallas is jit-compiled, works on arrays that "
            "JAX holds already, may use every core, and gives values only.",
            "",
            "| work | peer | ms | over our values + cycles |",
            "|---|---|---|---|",
            *others,
        ]
    return rows


def compiling() -> list[str]:
    """First runs in fresh processes, with empty caches and with what those left."""
    rows = ["| work | caches | import | first values + cycles | first sanitizer run |", "|---|---|---|---|---|"]
    for index, work in enumerate(WORKS):
        with tempfile.TemporaryDirectory() as folder:
            env = {**os.environ, "TIK_CACHE_DIR": f"{folder}/tik", "NUMBA_CACHE_DIR": f"{folder}/numba"}
            for caches in ("empty", "full"):
                done = subprocess.run(
                    [sys.executable, ROOT / "bench" / "first.py", str(index)],
                    env=env,
                    check=True,
                    capture_output=True,
                    text=True,
                )
                times = json.loads(done.stdout)
                rows.append(f"| {work.name} | {caches} | " + " | ".join(f"{times[k]:.2f} s" for k in times) + " |")
                print(rows[-1], flush=True)
    return rows


def small(runs: int) -> list[str]:
    """Many small instructions: the rate, whether it is linear, and what building them costs."""
    rows = ["| what | median (quartiles) | bar |", "|---|---|---|"]
    x = np.ones(128, np.float16)
    for trips in (2_500, 10_000, 40_000):
        kernel = small_instructions(trips).kernel
        count = sum(len(core.ids) for core in kernel.run([x], record=False).trace.cores)
        calls = {
            "cycles": lambda kernel=kernel: kernel.run([x], record=False).cycles,
            "sanitizer": lambda kernel=kernel: _all(kernel.run([x], record=True)),
        }
        found = interleaved(calls, runs)
        rate, checked = (Spread(*(count / t for t in (s.high, s.median, s.low))) for s in found.values())  # thousands a second
        rows += [
            f"| {count:,} instructions, values + cycles | {_rate(rate)} | ≥ {RATE_BAR:,}/s: "
            f"{mark(rate.median * 1e3 >= RATE_BAR)} |",
            f"| {count:,} instructions, + sanitizer | {_rate(checked)} | |",
        ]
    rows += building(max(3, runs // 5))
    array = np.random.default_rng(0).standard_normal((64, 64), np.float32)
    compiled_kernel = softmax_kernel.compiled(tuple((array.shape, from_numpy(array.dtype)) for _ in "xy"), _chip())
    device = {"x": upload(array, from_numpy(array.dtype)), "y": poison(empty(array.shape, from_numpy(array.dtype)))}
    found = interleaved(
        {"call": lambda: opsnn.softmax(array), "stream": lambda: launch(compiled_kernel.executable, device)}, runs * 5
    )
    extra = found["call"].median - found["stream"].median
    rows.append(
        f"| `opsnn.softmax` of 64x64, ms a call; its stream alone {found['stream']} | {found['call']} | adds ≤ "
        f"{CALL_BAR_MS:g}: {mark(extra <= CALL_BAR_MS)}, {extra:.2f} |"
    )
    print("\n".join(rows), flush=True)
    return rows


def building(runs: int) -> list[str]:
    """What an instruction costs to write and to compile, in time of this process: others do not count."""
    rows = []
    for name, make in BUILDS.items():
        written: list[float] = []
        compiled: list[float] = []
        for _ in range(runs):
            _, build, finish = make()
            gc.collect()
            start = time.process_time()
            count = build()
            middle = time.process_time()
            finish()
            written.append((middle - start) / count * 1e3)  # as milliseconds of a thousand
            compiled.append((time.process_time() - middle) / count * 1e3)
        both = Spread.of([sum(pair) for pair in zip(written, compiled, strict=True)])
        rows.append(
            f"| {name}: µs an instruction, of which to write {Spread.of(written)}, for `BuildCCE` {Spread.of(compiled)} "
            f"| {both} | ≤ {BUILD_BAR_US:g}: {mark(both.median <= BUILD_BAR_US)} |"
        )
    return rows


def _chip() -> object:
    from tik.chips import current_chip

    return current_chip()


def _all(report: object) -> None:
    assert report.cycles and not report.hazards  # type: ignore[attr-defined]


def _rate(s: Spread) -> str:
    return f"{s.median * 1e3:,.0f}/s ({s.low * 1e3:,.0f}–{s.high * 1e3:,.0f})"


def machine() -> str:
    """CPU, system and versions."""
    import numba

    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        names = [line.partition(":")[2].strip() for line in info.read_text().splitlines() if line.startswith("model name")]
        cpu = f"{names[0]}, {len(names)} cores" if names else cpu
    load = f", load {os.getloadavg()[0]:.1f} when it started" if hasattr(os, "getloadavg") else ""
    return (
        f"{cpu}; {platform.system()}; Python {platform.python_version()}, numpy {np.__version__}, numba {numba.__version__}"
        f"{load}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Time the model against numpy and write docs/benchmarks.md.")
    parser.add_argument("--runs", type=int, default=25, help="runs of each phase (at least 20 for the page)")
    parser.add_argument("--no-write", action="store_true", help="print only")
    parser.add_argument("--no-compile", action="store_true", help="leave out the first runs in fresh processes")
    arguments = parser.parse_args()
    where, date = machine(), time.strftime("%Y-%m-%d")
    table = operators(arguments.runs)
    many = small(arguments.runs)
    first = [] if arguments.no_compile else compiling()
    text = "\n".join(
        [
            "# Benchmarks",
            "",
            "<!-- Written by bench/run.py; don't edit it by hand. -->",
            "",
            f"`make bench` (`python bench/run.py --runs {arguments.runs}`), {date}, on {where}.",
            "",
            "`OPENBLAS_NUM_THREADS=1` for everybody. Medians, with quartiles in brackets; the phases of a work run in turn in "
            "one process, so ratios hold even when the machine is busy.",
            "",
            "## Operators, ms",
            "",
            "The whole call: upload, run on the model of Ascend910B1, download. Compiling is not in it.",
            "",
            *table,
            "",
            "## Small instructions",
            "",
            "One core; each trip of the loop loads 128 f16, adds, multiplies, stores, with the flags the scheduler places.",
            "",
            *many,
            "",
            *(
                [
                    "## Compiling",
                    "",
                    "The first run of a kernel in a fresh process. *Empty*: no native code was ever compiled here (the worst "
                    "case, once for a version of the kit); *full*: the same again. The sanitizer is compiled when first used.",
                    "",
                    *first,
                    "",
                ]
                if first
                else []
            ),
        ]
    )
    if not arguments.no_write:
        PAGE.write_text(text, encoding="utf-8", newline="\n")
        print(f"wrote {PAGE.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
