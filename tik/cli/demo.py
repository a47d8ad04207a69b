"""tik demo: the whole kit in a minute, on real input."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from tik.cli.cache import folder
from tik.cli.failures import CHECK_FAILED
from tik.cli.options import Json
from tik.cli.output import columns, emit, say
from tik.cli.profile import write

if TYPE_CHECKING:
    from tik.cli.digits import Inference

__all__ = ["demo"]

CHIPS = ("Ascend910B1", "Ascend910A")
BROKEN = "softmax"  # whose first wait for a load is taken away


def demo(
    out: Annotated[Path, typer.Option("--out", metavar="FILE", help="Where the trace goes.")] = Path("tik-demo-trace.json"),
    json: Json = False,
) -> None:
    """Classify 1,797 handwritten digits on two chip models, then take a wait out of a kernel and see it found.

    Exit code 1 when a value is wrong or a hazard is found where there should be none, or the broken kernel passes.
    """
    if not json and not any(folder().rglob("*.nbi")):  # before what follows compiles
        say("compiling native code for this machine, once; about half a minute")
    from tik.cli.digits import load_digits, on_npu, with_numpy

    start = time.perf_counter()
    digits = load_digits()
    right = with_numpy(digits)
    found: list[Inference] = []
    for name in CHIPS:
        if not json:
            say(f"{len(digits.labels):,} digits through matmul + bias, relu, matmul + bias, softmax on {name} ...")
        found.append(on_npu(digits, name))
    write([report for one in found for report in one.reports], trace=out)
    chips = [
        {
            "chip": one.chip,
            "accuracy": digits.accuracy(one.probabilities),
            "hazards": one.hazards,
            "largest_difference": float(abs(one.probabilities - right).max()),
            "kernels": [_kernel(report) for report in one.reports],
        }
        for one in found
    ]
    broken = _broken(found[0])
    result = {
        "images": len(digits.labels),
        "numpy_accuracy": digits.accuracy(right),
        "chips": chips,
        "trace": str(out),
        "broken": broken,
        "seconds": round(time.perf_counter() - start, 1),
    }
    ok = _ok(result)
    if json:
        emit({"ok": ok, **result})
    else:
        _show(result)
    if not ok:
        raise typer.Exit(CHECK_FAILED)


def _kernel(report: Any) -> dict[str, Any]:
    return {
        "name": report.name,
        "blocks": report.blocks,
        "cycles": report.cycles,
        "time_us": report.time_us,
        "launch_us": report.launch_us,
        "bound_by": report.bound_by,
        "bound": str(report.bound),
        "hazards": len(report.errors),
    }


def _broken(good: Inference) -> dict[str, Any]:
    """The hazards of the softmax kernel without its first wait for a load."""
    from tik.cli.sabotage import run_on_ones, without_wait

    trace = next(report for report in good.reports if BROKEN in report.name).trace
    worse, wait = without_wait(trace, "MTE2", "V")
    errors = sorted(run_on_ones(worse).errors, key=lambda hazard: -len(hazard.sites))  # those with two sides first
    return {
        "kernel": worse.name,
        "removed": f"wait_flag(MTE2, V, {wait.operand('event_id')})",
        "found": len(errors),
        "hazards": [hazard.to_dict() for hazard in errors],
        "text": [str(hazard) for hazard in errors],
    }


def _ok(result: dict[str, Any]) -> bool:
    """Within 0.002 of numpy in every probability (f16 has 2^-11 near 1), no hazards, and the broken kernel is found."""
    fine = all(c["hazards"] == 0 and c["largest_difference"] < 2e-3 for c in result["chips"])
    return fine and result["broken"]["found"] > 0


def _show(result: dict[str, Any]) -> None:
    say()
    for c in result["chips"]:
        say(
            f"{c['chip']}: {c['accuracy']:.2%} right (numpy in float32: {result['numpy_accuracy']:.2%}), "
            f"largest difference of a probability {c['largest_difference']:.1e}, hazards found: {c['hazards']}"
        )
        rows = [
            [f"  {k['name']}", k["blocks"], f"{k['cycles']:,}", f"{k['time_us']:.2f}", f"{k['launch_us']:.1f}"]
            for k in c["kernels"]
        ]
        head, *lines = columns(rows, ("  kernel", "blocks", "cycles", "us", "launch us"), right=(1, 2, 3, 4)).split("\n")
        say(head)
        for line, k in zip(lines, c["kernels"], strict=True):
            say(line)
            say(f"    {k['bound']}")
        say()
    say(f"Trace: {result['trace']} (open it at https://ui.perfetto.dev or in chrome://tracing)")
    broken = result["broken"]
    say(f"\nNow {broken['kernel']} without its first wait for a load, {broken['removed']}; hazards found: {broken['found']}")
    for text in broken["text"][:1]:
        say(text, style="red")
    say(f"\n{result['seconds']} s in all")
