"""JAX's Pallas with interpret=True, on the CPU: values only (``pip install jax``)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
from jax.experimental import pallas as pl

from bench.work import WORKS

__all__ = ["NAME", "calls"]

NAME = f"Pallas interpret=True, JAX {jax.__version__} (values only)"


def _add(x: Any, y: Any, out: Any) -> None:
    out[...] = x[...] + y[...]


def _softmax(x: Any, out: Any) -> None:
    e = jnp.exp(x[...] - x[...].max(axis=-1, keepdims=True))
    out[...] = e / e.sum(axis=-1, keepdims=True)


def _matmul(a: Any, b: Any, out: Any) -> None:
    out[...] = jnp.dot(a[...], b[...], preferred_element_type=jnp.float32)


def _row(rows: int, cols: int) -> Any:
    return pl.BlockSpec((rows, cols), lambda i: (i, 0))


def calls() -> dict[str, Callable[[], object]]:
    """The three works, split into blocks as one would for an accelerator."""
    add, softmax, matmul = WORKS
    bodies = {
        add.name: (_add, (8,), [pl.BlockSpec((1 << 17,), lambda i: (i,))] * 2, pl.BlockSpec((1 << 17,), lambda i: (i,))),
        softmax.name: (_softmax, (8,), [_row(128, 1024)], _row(128, 1024)),
        matmul.name: (
            _matmul,
            (4, 2),
            [pl.BlockSpec((128, 512), lambda i, j: (i, 0)), pl.BlockSpec((512, 256), lambda i, j: (0, j))],
            pl.BlockSpec((128, 256), lambda i, j: (i, j)),
        ),
    }
    found = {}
    for work in WORKS:
        body, grid, inside, outside = bodies[work.name]
        shape, dtype = work.output
        inputs = tuple(jnp.asarray(a) for a in work.arrays()[0])
        run = jax.jit(
            pl.pallas_call(
                body,
                grid=grid,
                in_specs=inside,
                out_specs=outside,
                out_shape=jax.ShapeDtypeStruct(shape, dtype),
                interpret=True,
            )
        )
        found[work.name] = lambda run=run, inputs=inputs: run(*inputs).block_until_ready()
    return found
