"""Reading Lean's messages: which line they belong to, what was printed of which theorem."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pycheck.lean.line import Line
from pycheck.lean.process import Run

_AXIOMS = re.compile(
    r"'(?P<name>[^\n]+?)' (?:depends on axioms: \[(?P<list>[^\]]*)\]|does not depend on any axioms)", re.S
)
_CHECKED = re.compile(r"@?(?P<name>\S+) : (?P<type>.*)", re.S)


def line_errors(run: Run, places: Mapping[int, Line]) -> dict[str, str]:
    """The first error on each line of a certificate file, by the line's name."""
    errors: dict[str, str] = {}
    for message in run.errors:
        line = places.get(message.line)
        if line is not None:
            errors.setdefault(line.name, clean(message.text))
    return errors


def clean(text: str, limit: int = 300) -> str:
    """A message in one line, bounded."""
    flat = " ".join(text.split())
    return flat if len(flat) <= limit else flat[: limit - 1] + "…"


def printed_axioms(run: Run) -> dict[str, tuple[str, ...]]:
    """What ``#print axioms`` printed, by theorem."""
    found: dict[str, tuple[str, ...]] = {}
    for message in run.messages:
        match = _AXIOMS.fullmatch(message.text.strip())
        if match and message.severity == "info":
            listed = match.group("list")
            found[match.group("name")] = tuple(sorted(a.strip() for a in listed.split(","))) if listed else ()
    return found


def printed_statements(run: Run) -> dict[str, str]:
    """What ``#check`` printed, by theorem."""
    found: dict[str, str] = {}
    for message in run.messages:
        match = _CHECKED.fullmatch(message.text.strip())
        if match and message.severity == "info":
            found.setdefault(match.group("name"), clean(match.group("type"), 2000))
    return found
