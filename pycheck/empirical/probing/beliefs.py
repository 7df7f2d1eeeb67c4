"""What each player had last reported at each step of a game, and what others had reported of it.

An answer stands until the next one that can be read. So at a step an answer is either of that step or carried
forward from an earlier one, and where a later answer could not be read, that is said beside the one that
stands. Retests stand for nothing.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from pycheck.empirical.probing.answer_text import Form
from pycheck.empirical.probing.answers import AttitudeReport, Guess, Report, RoleReport
from pycheck.empirical.probing.second_order import attitude_of
from pycheck.empirical.probing.sides import Side, side_of

#: Where there is no answer.
NONE = -1


class Mark(StrEnum):
    """What a reader of an answer has to know of it."""

    NOT_PARSED = "not_parsed"  #: the log has no value for it
    REPAIRED = "repaired"  #: the log's value is not what its text is, read strictly
    WRONG_SHAPE = "wrong_shape"  #: a value, and nothing in it of what was asked for
    PARTLY = "partly"  #: some of its entries cannot be used
    RAW_QUOTED = "raw_quoted"  #: later questions quoted its text instead of a value
    RETEST = "retest"  #: the question was put before at this very step


@dataclass(frozen=True, slots=True)
class Answer:
    """One answer as it is shown. ``step`` is the index of its step.

    ``raw`` is its text, ``None`` where that was left out; ``cut`` counts the characters missing at its end.
    """

    step: int
    observer: str
    probe: str
    form: Form
    marks: tuple[Mark, ...]
    report: Report | None
    raw: str | None
    cut: int


class Standing(NamedTuple):
    """From ``step`` on, which answer stands and which was the last to be asked for; indices, or -1."""

    step: int
    stands: int
    asked: int


def standing(answers: Sequence[Answer], probe: str, observers: Sequence[str]) -> list[list[Standing]]:
    """For each observer, every change of the answer to ``probe`` that stands. ``answers`` are in their order.

    Of several at one step the last counts; before its first step an observer has none.
    """
    changes: dict[str, list[Standing]] = {name: [] for name in observers}
    for index, answer in enumerate(answers):
        if answer.probe == probe and Mark.RETEST not in answer.marks:
            own = changes[answer.observer]
            before = own[-1].stands if own else NONE
            own.append(Standing(answer.step, before if answer.report is None else index, index))
    return list(changes.values())


class Heard(NamedTuple):
    """What somebody had reported: the index of the answer, its guess, and the attitude it amounts to."""

    answer: int
    guess: Guess
    attitude: str


@dataclass(frozen=True, slots=True)
class Held:
    """An expected attitude beside what the other had reported about whoever expects it.

    ``earlier`` is the other's latest guess of an earlier step; ``latest`` may be one of the same step, as the
    measures have it. ``counted``: the pair is in the measures of the second order, if there is a guess.
    """

    other: str
    expected: str
    earlier: Heard | None
    latest: Heard | None
    counted: bool


def held(answers: Sequence[Answer], roles: Mapping[str, str]) -> dict[int, tuple[Held, ...]]:
    """For the index of each answer about attitudes, what it expects against what was reported."""
    heard: dict[tuple[str, str], tuple[list[int], list[Heard]]] = {}
    for index, answer in enumerate(answers):
        if isinstance(answer.report, RoleReport) and Mark.RETEST not in answer.marks:
            for guess in answer.report.guesses:
                steps, reports = heard.setdefault((answer.observer, guess.target), ([], []))
                steps.append(answer.step)
                reports.append(Heard(index, guess, attitude_of(guess)))
    return {
        index: tuple(
            _held(answer, other, expected, heard, roles) for other, expected in answer.report.attitudes
        )
        for index, answer in enumerate(answers)
        if isinstance(answer.report, AttitudeReport)
    }


def _held(
    answer: Answer,
    other: str,
    expected: str,
    heard: Mapping[tuple[str, str], tuple[list[int], list[Heard]]],
    roles: Mapping[str, str],
) -> Held:
    steps, reports = heard.get((other, answer.observer), ([], []))
    earlier, latest = bisect_left(steps, answer.step), bisect_right(steps, answer.step)
    sides = {side_of(answer.observer, roles), side_of(other, roles)}
    return Held(
        other,
        expected,
        reports[earlier - 1] if earlier else None,
        reports[latest - 1] if latest else None,
        other != answer.observer and None not in sides and sides != {Side.MAFIA},
    )
