"""Other ways to run kernels without the hardware, on the works of bench/work.py. Each is used only if it can be imported.

A peer is a module with ``NAME`` and ``calls()``: work name -> a function that runs it and waits for the result.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable

__all__ = ["PEERS", "load_peers"]

PEERS = ("pallas",)


def load_peers() -> dict[str, dict[str, Callable[[], object]]]:
    """Peer name -> its calls, of the peers that are installed."""
    found = {}
    for name in PEERS:
        try:
            module = importlib.import_module(f"bench.peers.{name}")
        except ImportError:
            continue
        found[module.NAME] = module.calls()
    return found
