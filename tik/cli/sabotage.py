"""A stream with one wait missing, to show what the sanitizer says about it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from tik.runtime import Executable, Report, empty, launch, poison, upload
from tik.stream import If, Instr, Loop, Node, Stream
from tik.types.dtypes import DType

__all__ = ["run_stream", "without_wait"]


def without_wait(stream: Stream, src: str, dst: str) -> tuple[Stream, Instr]:
    """The stream without its first ``wait_flag(src, dst, …)``, and that instruction; ValueError when it has none."""
    for index, section in enumerate(stream.sections):
        body, gone = _drop(section.body, src, dst)
        if gone is not None:
            sections = list(stream.sections)
            sections[index] = replace(section, body=body)
            return replace(stream, sections=tuple(sections)), gone
    raise ValueError(f"{stream.name} has no wait_flag from {src} to {dst}")


def _drop(body: tuple[Node, ...], src: str, dst: str) -> tuple[tuple[Node, ...], Instr | None]:
    for index, node in enumerate(body):
        inner: Node | None = None
        gone: Instr | None = None
        if isinstance(node, Instr):
            if node.op.mnemonic == "wait_flag" and (node.operand("src_pipe"), node.operand("dst_pipe")) == (src, dst):
                return body[:index] + body[index + 1:], node
        elif isinstance(node, Loop):
            nodes, gone = _drop(node.body, src, dst)
            inner = replace(node, body=nodes)
        elif isinstance(node, If):
            nodes, gone = _drop(node.then, src, dst)
            inner = replace(node, then=nodes)
            if gone is None:
                nodes, gone = _drop(node.orelse, src, dst)
                inner = replace(node, orelse=nodes)
        if gone is not None and inner is not None:
            return (*body[:index], inner, *body[index + 1:]), gone
    return body, None


def run_stream(stream: Stream) -> Report:
    """Run it, recorded for the sanitizer, on ones."""
    tensors = {}
    for arg in stream.args:
        if arg.kind == "gm" and arg.nbytes is not None and arg.role != "workspace":
            shape = (arg.nbytes // arg.dtype.size,)
            tensors[arg.name] = upload(_ones(shape, arg.dtype), arg.dtype)
            if arg.role == "output":
                tensors[arg.name] = poison(empty(shape, arg.dtype))
    return launch(Executable.of(stream), tensors, record=True)


def _ones(shape: tuple[int, ...], dtype: DType) -> Any:
    return np.ones(shape, dtype.numpy)
