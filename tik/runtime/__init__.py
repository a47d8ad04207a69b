"""Floor 5: device memory, launch (the only way anything runs), reports, profiles."""

from tik.runtime.launch import Executable, launch, observe
from tik.runtime.memory import DeviceTensor, download, empty, lend, poison, upload
from tik.runtime.numerics import numerics
from tik.runtime.profile import Profile, profile
from tik.runtime.report import Outputs, Report

__all__ = [
    "DeviceTensor",
    "Executable",
    "Outputs",
    "Profile",
    "Report",
    "download",
    "empty",
    "launch",
    "lend",
    "numerics",
    "observe",
    "poison",
    "profile",
    "upload",
]
