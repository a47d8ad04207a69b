"""Floor 11: import shims under which unmodified kernel files written against CANN's names build and run (docs/compat.md).

mod = compat.load("some_kernel.py")
kernel = compat.build(mod.entry, x_desc, y_desc, "kernel_name")
y = kernel.run([x]).outputs[0]
"""

from tik.compat.entries import arguments_of, entries, is_kernel_file, tensor
from tik.compat.files import build, built, load

__all__ = ["arguments_of", "build", "built", "entries", "is_kernel_file", "load", "tensor"]
