"""A stream with one wait missing, to show what the sanitizer says about it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from tik.authoring import run_stream
from tik.npu.trace import Trace
from tik.runtime import Report
from tik.stream import If, Instr, Loop, Node, Stream, walk

__all__ = ["run_on_ones", "without_wait"]


def without_wait(trace: Trace, src: str, dst: str) -> tuple[Stream, Instr]:
    """The stream that left ``trace``, without the first ``wait_flag(src, dst, …)`` that ran, and that instruction.

    Raises ValueError when none ran.
    """
    stream = trace.stream
    ran = {id(trace.statics[core.section].instrs[k]) for core in trace.cores for k in np.unique(core.ids)}
    for index, section in enumerate(stream.sections):
        for node in walk(section.body):
            if id(node) in ran and isinstance(node, Instr) and _is_wait(node, src, dst):
                sections = list(stream.sections)
                sections[index] = replace(section, body=_without(section.body, node))
                return replace(stream, sections=tuple(sections)), node
    raise ValueError(f"{stream.name} has no wait_flag from {src} to {dst}")


def _is_wait(instr: Instr, src: str, dst: str) -> bool:
    return instr.op.mnemonic == "wait_flag" and instr.operand("src_pipe") == src and instr.operand("dst_pipe") == dst


def _without(body: tuple[Node, ...], gone: Instr) -> tuple[Node, ...]:
    kept: list[Node] = []
    for node in body:
        if isinstance(node, Loop):
            kept.append(replace(node, body=_without(node.body, gone)))
        elif isinstance(node, If):
            kept.append(replace(node, then=_without(node.then, gone), orelse=_without(node.orelse, gone)))
        elif node is not gone:
            kept.append(node)
    return tuple(kept)


def run_on_ones(stream: Stream) -> Report:
    """Run it, recorded for the sanitizer, on ones."""
    return run_stream(
        stream,
        [
            np.ones(arg.dtype.elements(arg.nbytes), arg.dtype.numpy)
            for arg in stream.args
            if arg.role in ("input", "inout") and arg.nbytes is not None
        ],
    )
