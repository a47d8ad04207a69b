"""Storage layouts of tensors in global memory and L1."""

from __future__ import annotations

import enum

__all__ = ["Layout"]


class Layout(enum.Enum):
    """ND is row-major; NZ is [N1][M1·16][c0] fractal columns; the others are convolution layouts."""

    ND = "ND"
    NZ = "NZ"
    ZN = "ZN"
    NCHW = "NCHW"
    NHWC = "NHWC"
    NC1HWC0 = "NC1HWC0"
    FRACTAL_Z = "FRACTAL_Z"
