"""Floor 6: the authors' two doors: ``tik.Tik`` and ``@tik.kernel``."""

from tik.authoring.arrays import like
from tik.authoring.kernel import Kernel, kernel

__all__ = ["Kernel", "kernel", "like"]
