"""opsnn: an operator library for Ascend-style NPUs, written with tik. numpy in, numpy out, on the current chip."""

from opsnn.activation.relu import relu
from opsnn.activation.softmax import log_softmax, softmax
from opsnn.elementwise.add import add
from opsnn.matmul.matmul import matmul
from opsnn.norm.layer_norm import layer_norm
from opsnn.reduce.reduce_max import reduce_max

__all__ = ["add", "layer_norm", "log_softmax", "matmul", "reduce_max", "relu", "softmax"]
