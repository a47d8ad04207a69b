"""A sibling module of an operator."""

from te.platform.cce_params import VECTOR_INST_BLOCK_NUM

MOST_DIMENSIONS = VECTOR_INST_BLOCK_NUM
