"""From an answer's JSON to what a player reports: roles it guesses, suspicion it has, attitudes it expects.

Nothing is converted: a number in quotes, a role in other letters or a name that no player has is left out and
said. A report whose answer has another shape is there and empty, so that "the last answer" stays the last.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from pycheck.empirical.probing.faults import Kind, Problem, shown
from pycheck.empirical.probing.records import ROLES, UNKNOWN, Place
from pycheck.empirical.probing.shape import is_number
from pycheck.empirical.probing.suspicion import Vector, vector_of

TRUSTS, NEUTRAL, SUSPECTS = ATTITUDES = ("trusts", "neutral", "suspects")


class Asked(NamedTuple):
    """Who was asked, and when. ``living`` are the players alive then, ``line`` is that of the log."""

    observer: str
    place: Place
    position: int
    line: int
    living: frozenset[str]
    repeat: int = 0


class Guess(NamedTuple):
    """A guessed role, or ``Unknown``, with its confidence in percent (``None``: none that can be used)."""

    target: str
    role: str
    confidence: float | None


@dataclass(frozen=True, slots=True)
class RoleReport:
    """An answer to ``role_assessment``, in the order in which it lists the players."""

    asked: Asked
    guesses: tuple[Guess, ...]

    @property
    def content(self) -> tuple[object, ...]:
        """Its entries; empty for an answer of another shape."""
        return self.guesses

    @property
    def named(self) -> list[str]:
        """The players that it says something of, each once."""
        return [guess.target for guess in self.guesses]


@dataclass(frozen=True, slots=True)
class SuspicionReport:
    """An answer to ``suspicion_ranking``: names and scores as they are listed.

    Scores have any unit and may be negative; ``vector`` is what they amount to as a distribution.
    """

    asked: Asked
    scores: tuple[tuple[str, float], ...]
    vector: Vector | None

    @property
    def content(self) -> tuple[object, ...]:
        """Its entries; empty for an answer of another shape."""
        return self.scores

    @property
    def named(self) -> list[str]:
        """The players that it says something of, each once."""
        return [name for name, _ in self.scores]


@dataclass(frozen=True, slots=True)
class AttitudeReport:
    """An answer to ``social_map``: what the observer expects others to feel about it."""

    asked: Asked
    attitudes: tuple[tuple[str, str], ...]

    @property
    def content(self) -> tuple[object, ...]:
        """Its entries; empty for an answer of another shape."""
        return self.attitudes

    @property
    def named(self) -> list[str]:
        """The players that it says something of, each once."""
        return [name for name, _ in self.attitudes]


Report = RoleReport | SuspicionReport | AttitudeReport
Read = tuple[Report, tuple[Problem, ...]]


def report_of(probe: str, value: Any, asked: Asked, names: Collection[str]) -> Read | None:
    """What an answer to a probe reports, and what of it could not be used.

    ``None`` for a probe that no measure is about. ``names`` are the game's players.
    """
    reader = _READERS.get(probe)
    return None if reader is None else reader(value, asked, names)


def _roles(value: Any, asked: Asked, names: Collection[str]) -> Read:
    problems: list[Problem] = []
    guesses: list[Guess] = []
    for name, entry in _entries(value, "a list of objects with player and guessed_role", names, problems):
        role, confidence = entry.get("guessed_role"), entry.get("confidence")
        if role not in _GUESSES:
            problems.append(_value("guessed_role", role, f"one of {', '.join(_GUESSES)}"))
            continue
        if not is_number(confidence) or not 0 <= confidence <= 100:
            problems.append(_value("confidence", confidence, "a number from 0 to 100"))
            confidence = None
        guesses.append(Guess(name, role, confidence))
    return RoleReport(asked, tuple(guesses)), tuple(problems)


def _suspicion(value: Any, asked: Asked, names: Collection[str]) -> Read:
    problems: list[Problem] = []
    scores: list[tuple[str, float]] = []
    for name, entry in _entries(value, "a list of objects with player and score", names, problems):
        score = entry.get("score")
        if not is_number(score):
            problems.append(_value("score", score, "a number"))
            continue
        scores.append((name, score))
    vector = vector_of(scores, asked.observer, asked.living)
    return SuspicionReport(asked, tuple(scores), vector), tuple(problems)


def _attitudes(value: Any, asked: Asked, names: Collection[str]) -> Read:
    problems: list[Problem] = []
    attitudes = []
    expected = "an object with toward_me: a list of objects with player and attitude"
    listed = value.get("toward_me") if type(value) is dict else value
    if type(value) is not dict:
        return AttitudeReport(asked, ()), (Problem(Kind.WRONG_SHAPE, shown(value), expected),)
    for name, entry in _entries(listed, expected, names, problems):
        attitude = entry.get("attitude")
        if attitude not in ATTITUDES:
            problems.append(_value("attitude", attitude, f"one of {', '.join(ATTITUDES)}"))
            continue
        attitudes.append((name, attitude))
    return AttitudeReport(asked, tuple(attitudes)), tuple(problems)


def _entries(
    value: Any, expected: str, names: Collection[str], problems: list[Problem]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each entry of a list with the player that it is about; ``problems`` grows by what is left out."""
    if type(value) is not list:
        problems.append(Problem(Kind.WRONG_SHAPE, shown(value), expected))
        return
    seen: set[str] = set()
    for entry in value:
        if type(entry) is not dict:
            problems.append(Problem(Kind.WRONG_SHAPE, shown(entry), expected))
            continue
        name = entry.get("player")
        if type(name) is not str or name not in names:
            problems.append(Problem(Kind.WRONG_NAME, f"player {shown(name)}", "a player of the setup"))
        elif name in seen:
            problems.append(Problem(Kind.DOUBLED_NAME, f"{shown(name)} again", "each player once"))
        else:
            seen.add(name)
            yield name, entry


def _value(field: str, found: Any, expected: str) -> Problem:
    return Problem(Kind.WRONG_VALUE, f"{field} {shown(found)}", expected)


_GUESSES = (*ROLES, UNKNOWN)
_READERS: dict[str, Callable[[Any, Asked, Collection[str]], Read]] = {
    "role_assessment": _roles,
    "suspicion_ranking": _suspicion,
    "social_map": _attitudes,
}
#: The probes that measures are about.
MEASURED = tuple(_READERS)
