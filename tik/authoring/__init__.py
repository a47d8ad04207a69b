"""Floor 6: the authors' two doors: ``tik.Tik`` and ``@tik.kernel``."""

from tik.authoring.arrays import like
from tik.authoring.compiled import run_stream
from tik.authoring.kernel import Kernel, kernel
from tik.authoring.tik_api import BuiltKernel, Tik

__all__ = ["BuiltKernel", "Kernel", "Tik", "kernel", "like", "run_stream"]
