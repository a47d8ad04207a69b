"""The timing model: how long a traced launch takes on a chip, and why."""

from tik.npu.timing.simulation import simulate
from tik.npu.timing.timeline import Deadlock, FlagLeft, PipeTime, Stuck, Timeline, Waiter

__all__ = ["Deadlock", "FlagLeft", "PipeTime", "Stuck", "Timeline", "Waiter", "simulate"]
