"""Floor 4: program -> stream."""

from tik.codegen.emit import generate

__all__ = ["generate"]
