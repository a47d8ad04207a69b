"""A small kernel by hand, ready to launch."""

from tik.runtime import Executable
from tik.stream import parse

__all__ = ["COPY", "executable"]

# y = x, 32-byte blocks; the flags are right
COPY = """\
tikasm 1
chip {chip}
kernel copy
blocks {blocks}

arg x gm {role} f32 bytes=256
arg y gm output f32 bytes=256{more}

buffer t UB f32 0x0 256

section {kind} {{
  mov_gm_ub.f32 t[0x0], x[0x0], burst=8
  set_flag src_pipe=MTE2, dst_pipe=MTE3, id=0
  wait_flag src_pipe=MTE2, dst_pipe=MTE3, id=0
  mov_ub_gm.f32 y[0x0], t[0x0], burst={burst}
}}
"""


def executable(text: str = COPY, **parts: object) -> Executable:
    """The stream of a text with parts filled in, translated for its chip."""
    given = {"chip": "Ascend910B1", "kind": "vector", "blocks": 1, "more": "", "burst": 8, "role": "input"}
    return Executable.of(parse(text.format(**given | parts)))
