"""tik ops: the operators there are."""

from __future__ import annotations

from textwrap import shorten

from tik.cli.options import Json
from tik.cli.output import columns, emit, say

__all__ = ["ops"]


def ops(json: Json = False) -> None:
    """List the operators with their dtypes."""
    from tik.cli.target import load_operators
    from tik.operator import find, names

    load_operators()
    operators = [find(name) for name in names()]
    if json:
        emit([{"name": o.name, "dtypes": [d.short for d in o.dtypes], "exact": o.exact, "doc": o.doc} for o in operators])
    elif operators:
        rows = [[o.name, " ".join(d.short for d in o.dtypes), shorten(o.doc, 72, placeholder=" ...")] for o in operators]
        say(columns(rows, ("operator", "dtypes", "")))
    else:
        say("no operators are installed")
