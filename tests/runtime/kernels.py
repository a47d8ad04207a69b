"""Small kernels by hand, ready to launch."""

from tik.chips import load_chip
from tik.runtime import Executable
from tik.stream import parse

__all__ = ["COPY", "executable"]

# y = x for 64 f32; the flags are right
COPY = """\
.tikasm 1
.chip {chip}
.kernel copy
.blocks {blocks}
.arg x gm f32 input 256
.arg y gm f32 output 256{zero}
.buffer t UB f32 0x0 256
.section {kind}
  mov_gm_ub.f32 t[0], x[0], nburst=1, burst={burst}
  set_flag src_pipe=MTE2, dst_pipe=MTE3, id=0
  wait_flag src_pipe=MTE2, dst_pipe=MTE3, id=0
  mov_ub_gm.f32 y[0], t[0], nburst=1, burst={burst}
"""


def executable(text: str = COPY, **parts: object) -> Executable:
    """The stream of a text with parts filled in, translated for its chip."""
    stream = parse(text.format(**{"chip": "Ascend910B1", "kind": "vector", "blocks": 1, "zero": "", "burst": 8} | parts))
    return Executable.of(stream, load_chip(stream.chip))
