"""Floor 12: the command line. Parse, call a room, print."""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Sequence

__all__ = ["main"]


def main(argv: Sequence[str] | None = None) -> None:
    """Run ``tik`` with ``argv`` (the process's arguments when left out); leaves through SystemExit."""
    try:
        from tik.cli.app import app

        for stream in (sys.stdout, sys.stderr):  # a terminal without Unicode gets question marks, not a crash
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="replace")
        app(args=None if argv is None else list(argv), prog_name="tik")
    except KeyboardInterrupt:  # while modules are imported; `Verbs` sees to the rest
        print("interrupted", file=sys.stderr)
        sys.exit(130)
    except OSError as error:  # standard output is full: nothing more can be said there, not even at the end
        if error.errno != errno.ENOSPC:
            raise
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(2)
