"""Floor 6: the authors' two doors: ``tik.Tik`` and ``@tik.kernel``."""

from tik.authoring.arrays import like
from tik.authoring.compiled import run_stream
from tik.authoring.dprofile import Dprofile, is_tik_var, set_product_version, unset_product_version
from tik.authoring.kernel import Kernel, kernel
from tik.authoring.tik_api import BuiltKernel, Tik

__all__ = [
    "BuiltKernel",
    "Dprofile",
    "Kernel",
    "Tik",
    "is_tik_var",
    "kernel",
    "like",
    "run_stream",
    "set_product_version",
    "unset_product_version",
]
