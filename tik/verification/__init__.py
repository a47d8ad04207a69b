"""Floor 8: is an operator right? Comparison with its golden, families of random cases, verification."""

from tik.verification.accuracy import TOLERANCES, Comparison, Tolerance, compare
from tik.verification.families import FAMILIES, dims, pick_family, strided, values
from tik.verification.hazards import sanitized
from tik.verification.result import Failure, Verification
from tik.verification.verify import verify

__all__ = [
    "FAMILIES",
    "TOLERANCES",
    "Comparison",
    "Failure",
    "Tolerance",
    "Verification",
    "compare",
    "dims",
    "pick_family",
    "sanitized",
    "strided",
    "values",
    "verify",
]
