"""Where in the Lean sources something is said; for messages only, nothing rests on it."""

from __future__ import annotations

from pycheck.lean.expr import Const, unapply
from pycheck.lean.line import Line
from pycheck.lean.sources import SourceModule, arm_line, declaration_line


def place_of(name: str, sources: tuple[SourceModule, ...]) -> str:
    """``Mechanisms/OthmanSandholm.lean:31`` for a declaration; empty if nowhere found."""
    for source in reversed(sources):
        line = declaration_line(source.text, name)
        if line is not None:
            return f"{source.relative}:{line}"
    return ""


def place_of_line(line: Line, sources: tuple[SourceModule, ...]) -> str:
    """The place of what a data line pins: the match arm of a cell where it can be told."""
    if line.kind in ("utility", "map", "truthful"):
        _, (_, term, _) = unapply(line.statement)
        head, arguments = unapply(term)
        if isinstance(head, Const) and head.name == "Int.ofNat":
            # A natural number compared as an integer.
            _, arguments = unapply(arguments[0])
        parts = tuple(a.name.rsplit(".", 1)[-1] for a in arguments if isinstance(a, Const))
        for source in reversed(sources):
            row = arm_line(source.text, line.subject, parts)
            if row is not None:
                return f"{source.relative}:{row}"
    return place_of(line.subject, sources)
