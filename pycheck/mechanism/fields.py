"""Values out of a parsed TOML document, with faults collected instead of raised.

A :class:`Node` is a value together with its key. Its readers return what was asked for, or ``None``
after adding a :class:`~pycheck.errors.Fault`, so that one pass over a file finds everything wrong in it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from fractions import Fraction
from itertools import islice

from pycheck.errors import Fault

#: Longest numerator, denominator or integer that is read.
MAX_DIGITS = 100
#: How many faults of one file are told apart; the rest are counted.
MAX_FAULTS = 500

_BARE_KEY = re.compile(r"[A-Za-z0-9_-]{1,80}")
_RATIONAL = re.compile(r"(-?)([0-9]+)(?:/([0-9]+))?")
_DECIMAL = re.compile(r"-?[0-9]{1,20}\.[0-9]{1,20}")
_TOO_LARGE = 10**MAX_DIGITS


class Faults:
    """The faults found so far, in the order in which they were found."""

    def __init__(self) -> None:
        self._listed: list[Fault] = []
        self._further = 0

    @property
    def full(self) -> bool:
        """Whether further faults are only counted, so that hints for them need no work."""
        return len(self._listed) >= MAX_FAULTS

    def add(self, key: str, found: str, expected: str, hint: str = "") -> None:
        """Add one fault; its key is that of the offending entry."""
        if self.full:
            self._further += 1
        else:
            self._listed.append(Fault(key, found, expected, hint))

    def unknown(self, key: str, what: str, name: str, choices: Collection[str]) -> None:
        """Add the fault that ``name`` is no ``what``, with the nearest of ``choices`` as a hint."""
        if self.full:
            self._further += 1
            return
        self.add(key, f"the unknown {what} {quoted(name)}", _one_of(choices), _nearest(name, choices))

    def __bool__(self) -> bool:
        return bool(self._listed)

    def collected(self) -> tuple[Fault, ...]:
        """All faults; beyond :data:`MAX_FAULTS` a last one says how many more there are."""
        if not self._further:
            return tuple(self._listed)
        rest = Fault("(more)", f"{self._further} further faults", "none", "mend those above first")
        return (*self._listed, rest)


def quoted(text: str) -> str:
    """``text`` in double quotes, cut to a readable length, anything invisible escaped."""
    shown = text if len(text) <= 80 else text[:77] + "..."
    shown = shown.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\u{ord(c):04x}" for c in shown) + '"'


def child_key(key: str, name: str) -> str:
    """The key of the entry ``name`` under ``key``, quoted as TOML wants it: ``utilities.row.o1."a'"``."""
    part = name if _BARE_KEY.fullmatch(name) else quoted(name)
    return f"{key}.{part}" if key else part


def describe(value: object) -> str:
    """What a TOML value is, for the ``found`` of a fault."""
    match value:
        case bool():
            return f"the boolean {str(value).lower()}"
        case int():
            long = abs(value) >= _TOO_LARGE
            return f"an integer of more than {MAX_DIGITS} digits" if long else f"the integer {value}"
        case float():
            return f"the float {value}"
        case str():
            return f"the string {quoted(value)}"
        case list():
            return "an empty array" if not value else f"an array of {len(value)}"
        case Mapping():
            return "an empty table" if not value else f"a table with {_listing(value)}"
        case _:
            return f"a {type(value).__name__}"


@dataclass(frozen=True, slots=True)
class Node:
    """A value of a document, its key, and where faults about it go."""

    value: object
    key: str
    faults: Faults

    def fault(self, expected: str, hint: str = "", found: str = "") -> None:
        """Add a fault about this value; ``found`` defaults to a description of it."""
        self.faults.add(self.key, found or describe(self.value), expected, hint)

    def table(self, expected: str) -> dict[str, Node] | None:
        """The entries of a table whose keys are free."""
        if not isinstance(self.value, Mapping):
            self.fault(expected)
            return None
        return {name: Node(v, child_key(self.key, name), self.faults) for name, v in self.value.items()}

    def record(
        self, required: Mapping[str, str], optional: Iterable[str] = (), what: str = "key"
    ) -> dict[str, Node] | None:
        """The entries of a table whose keys are known.

        ``required`` says for each key that must be there what belongs under it. Missing and unknown
        keys are faults; the known entries are returned all the same. ``what`` is what a key names.
        """
        known = dict.fromkeys((*required, *optional))
        if not isinstance(self.value, Mapping):
            self.fault(f"a table with {_listing(known)}")
            return None
        entries = self.table("a table") or {}
        for name, node in entries.items():
            if name not in known:
                self.faults.unknown(node.key, what, name, known)
        for name, expected in required.items():
            if name not in entries:
                self.faults.add(child_key(self.key, name), "nothing", expected)
        return {name: node for name, node in entries.items() if name in known}

    def array(self, expected: str) -> list[Node] | None:
        """The items of an array."""
        if not isinstance(self.value, list):
            self.fault(expected)
            return None
        return [Node(item, f"{self.key}[{i}]", self.faults) for i, item in enumerate(self.value)]

    def text(self, expected: str) -> str | None:
        """A string."""
        if isinstance(self.value, str):
            return self.value
        self.fault(expected)
        return None

    def prose(self, expected: str, lines: bool = False) -> str | None:
        """A string for people, neither blank nor with control characters; line breaks if ``lines``."""
        text = self.text(expected)
        if text is None:
            return None
        control = any(unicodedata.category(c) == "Cc" and not (lines and c in "\n\t") for c in text)
        if control or not text.strip():
            self.fault(f"{expected}, not blank and without control characters")
            return None
        return text

    def flag(self, expected: str) -> bool | None:
        """A boolean."""
        if isinstance(self.value, bool):
            return self.value
        self.fault(expected)
        return None

    def choice(self, what: str, choices: Collection[str]) -> str | None:
        """A string that is one of ``choices``, each of which is a ``what``."""
        if isinstance(self.value, str) and self.value in choices:
            return self.value
        if isinstance(self.value, str):
            self.faults.unknown(self.key, what, self.value, choices)
        else:
            self.fault(_one_of(choices))
        return None

    def position(self, what: str, places: Mapping[str, int]) -> int | None:
        """The place of a string among the known ``what``s."""
        name = self.choice(what, places)
        return None if name is None else places[name]

    def integer(self, expected: str) -> int | None:
        """An integer of at most :data:`MAX_DIGITS` digits; a boolean is none."""
        if isinstance(self.value, int) and not isinstance(self.value, bool) and abs(self.value) < _TOO_LARGE:
            return self.value
        self.fault(expected)
        return None

    def rational(self) -> Fraction | None:
        """An integer, or a fraction in quotes: ``3``, ``"-1/3"``. Floats are refused: they are inexact."""
        expected = f'an integer or a fraction in quotes such as "1/3", at most {MAX_DIGITS} digits each'
        if isinstance(self.value, str):
            if match := _RATIONAL.fullmatch(self.value):
                sign, numerator, denominator = match.groups(default="1")
                if not denominator.strip("0"):
                    self.fault("a fraction with a denominator that is not zero")
                    return None
                if max(len(numerator), len(denominator)) <= MAX_DIGITS:
                    return Fraction(int(sign + numerator), int(denominator))
            self.fault(expected, _as_fraction(self.value))
            return None
        if isinstance(self.value, float):
            hint = _as_fraction(repr(self.value)) or 'write a fraction in quotes, such as "1/3"'
            self.fault(expected, f"floats are inexact; {hint}")
            return None
        integer = self.integer(expected)
        return None if integer is None else Fraction(integer)


def _as_fraction(text: str) -> str:
    return f'write "{Fraction(text)}"' if _DECIMAL.fullmatch(text) else ""


def _listing(names: Collection[str]) -> str:
    shown = ", ".join(map(quoted, islice(names, 12)))
    return shown if len(names) <= 12 else f"{shown} and {len(names) - 12} more"


def _one_of(choices: Collection[str]) -> str:
    return f"one of {_listing(choices)}" if choices else "nothing here"


def _nearest(name: str, choices: Collection[str]) -> str:
    # Close matching is quadratic: names that are no names, and very long lists, are left out.
    if len(name) > 80 or len(choices) > 1000:
        return ""
    near = get_close_matches(name, choices, n=1) or [c for c in choices if c.lower() == name.lower()]
    return f"did you mean {quoted(near[0])}?" if near else ""
