"""The text of a question with placeholders: read once, filled many times.

``{player}``, ``{players}``, ``{prev_<id>}`` and ``{last_<id>}`` stand for something, ``{{`` and ``}}`` for a
brace. What is put in is text: it is never read as a template again.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

PLAYER, PLAYERS = "player", "players"
#: How placeholders for an answer begin: one given at this same moment, one given at an earlier moment.
PREVIOUS, LAST = "prev_", "last_"
KNOWN = "{player}, {players}, {prev_<id>} or {last_<id>}"

_BRACES = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]")
_LITERAL = {"{{": "{", "}}": "}"}


@dataclass(frozen=True, slots=True)
class Slot:
    """A placeholder. ``kind`` is ``player``, ``players``, ``prev_`` or ``last_``, which have a probe."""

    kind: str
    probe: str = ""

    @property
    def name(self) -> str:
        """What stands between its braces."""
        return f"{self.kind}{self.probe}"


class Wrong(NamedTuple):
    """What is wrong in a template: the text in question, what it is, what belongs there."""

    text: str
    found: str
    expected: str


@dataclass(frozen=True)
class Template:
    """A question. ``text`` is how it is written, ``parts`` are its literal texts and its placeholders."""

    text: str
    parts: tuple[str | Slot, ...] = field(compare=False, repr=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """Its placeholders in their order, each as often as it stands there."""
        return tuple(part for part in self.parts if isinstance(part, Slot))

    def filled(self, value: Callable[[Slot], str]) -> str:
        """The question with each placeholder's value in its place."""
        return "".join(part if isinstance(part, str) else value(part) for part in self.parts)


def read_template(text: str) -> tuple[Template, tuple[Wrong, ...]]:
    """The template that ``text`` is, and all that is wrong in it; such parts stay as they are written."""
    parts: list[str | Slot] = []
    wrong: list[Wrong] = []
    position = 0
    for found in _BRACES.finditer(text):
        parts.append(text[position : found.start()])
        position = found.end()
        piece, name = found[0], found[1]
        slot = None if name is None else _slot(name)
        if piece in _LITERAL:
            parts.append(_LITERAL[piece])
        elif slot is not None:
            parts.append(slot)
        else:
            parts.append(piece)
            wrong.append(_brace(text, found.start()) if name is None else _unknown(piece, name))
    parts.append(text[position:])
    return Template(text, tuple(part for part in parts if part != "")), tuple(wrong)


def _slot(name: str) -> Slot | None:
    if name in (PLAYER, PLAYERS):
        return Slot(name)
    for kind in (PREVIOUS, LAST):
        if name.startswith(kind) and len(name) > len(kind):
            return Slot(kind, name.removeprefix(kind))
    return None


def _unknown(piece: str, name: str) -> Wrong:
    meant = _slot(name.strip())
    expected = f"{{{meant.name}}}" if meant else f"{KNOWN}; for braces in the question, {{{{ and }}}}"
    return Wrong(piece, "an unknown placeholder", expected)


def _brace(text: str, position: int) -> Wrong:
    brace = text[position]
    around = " ".join(text[max(0, position - 12) : position + 13].split())
    return Wrong(around, f"a lone {brace}", f"{brace * 2} for a brace in the question, or {KNOWN}")
