"""Frozen thresholds and what a run says of them: met, not met, or no measure.

A threshold is held against each family by itself. One that speaks of a rate without a single act is not
evaluated; it is never "not met". Limits are compared exactly: 1 - 4/5 reaches 1/5.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Literal

from pycheck.empirical.exact import equivalence
from pycheck.empirical.intervals import (
    Interval,
    Rate,
    cohen_h,
    difference,
    difference_interval,
)

Kind = Literal["rate_at_least", "difference_at_least", "indistinguishable"]


class Answer(StrEnum):
    """What a run says of a threshold, or of several together."""

    MET = "met"
    NOT_MET = "not met"
    NO_MEASURE = "no measure"


@dataclass(frozen=True)
class Threshold:
    """One frozen statement about the measured report's rate.

    ``rate_at_least``: the rate under ``condition`` is at least ``limit``. ``difference_at_least``: it is at
    least ``limit`` above the rate under ``other``. ``indistinguishable``: at every true type it lies within
    ``limit`` of ``centre``, by two one-sided exact tests at ``level``.
    """

    id: str
    kind: Kind
    condition: str
    limit: Fraction
    other: str | None = None
    centre: Fraction = Fraction(1, 2)
    level: float = 0.05

    def __post_init__(self) -> None:
        if (self.kind == "difference_at_least") != (self.other is not None):
            raise ValueError(f"{self.id}: a difference, and nothing else, needs a second condition")

    @property
    def statement(self) -> str:
        """In words, with its limit."""
        limit = float(self.limit)
        match self.kind:
            case "rate_at_least":
                return f"rate({self.condition}) ≥ {limit:g}"
            case "difference_at_least":
                return f"rate({self.condition}) - rate({self.other}) ≥ {limit:g}"
            case "indistinguishable":
                return f"rate({self.condition}) within {limit:g} of {float(self.centre):g} at every type"


@dataclass(frozen=True)
class Measured:
    """The measured report's rate in one condition and family, as a whole and by true type."""

    whole: Rate
    by_type: Mapping[str, Rate]


NOTHING = Measured(Rate(0, 0), {})


@dataclass(frozen=True)
class Finding:
    """One threshold held against one family.

    ``n`` has the number of acts behind each rate that the threshold speaks of; ``estimate`` and ``interval``
    are the rate's or the difference's; ``effect`` is Cohen's h; ``p`` that of an equivalence test.
    """

    threshold: Threshold
    family: str
    answer: Answer
    n: tuple[int, ...]
    estimate: float | None
    interval: Interval | None
    effect: float | None = None
    p: float | None = None


def judge(threshold: Threshold, family: str, rates: Mapping[str, Measured]) -> Finding:
    """Hold ``threshold`` against one family's rates by condition; a condition that is not there has n = 0."""
    one = rates.get(threshold.condition, NOTHING)
    if threshold.kind == "difference_at_least":
        return _difference(threshold, family, one.whole, rates.get(threshold.other or "", NOTHING).whole)
    n = (one.whole.n,)
    if threshold.kind == "rate_at_least":
        exact = _exact(one.whole)
        answer = Answer.NO_MEASURE if exact is None else _answer(exact >= threshold.limit)
        return Finding(threshold, family, answer, n, one.whole.value, one.whole.interval)
    test = equivalence(one.by_type, float(threshold.centre), float(threshold.limit))
    shown = test.shown(threshold.level)
    answer = Answer.NO_MEASURE if shown is None else _answer(shown)
    return Finding(threshold, family, answer, n, one.whole.value, one.whole.interval, p=test.p)


def _difference(threshold: Threshold, family: str, one: Rate, two: Rate) -> Finding:
    first, second = _exact(one), _exact(two)
    if first is None or second is None:
        answer = Answer.NO_MEASURE
    else:
        answer = _answer(first - second >= threshold.limit)
    return Finding(
        threshold,
        family,
        answer,
        (one.n, two.n),
        difference(one, two),
        difference_interval(one, two),
        cohen_h(one, two),
    )


def _exact(rate: Rate) -> Fraction | None:
    return Fraction(rate.count, rate.n) if rate.n else None


def _answer(met: bool) -> Answer:
    return Answer.MET if met else Answer.NOT_MET


def together(answers: Iterable[Answer]) -> Answer:
    """The verdict on a run: no measure if any threshold has none, else met if all are.

    A run in which a threshold has no measure is not evaluated at all, even if another is not met: which acts
    are missing is rarely independent of what they would have been. No threshold is no measure.
    """
    found: Sequence[Answer] = list(answers)
    if not found or Answer.NO_MEASURE in found:
        return Answer.NO_MEASURE
    return _answer(all(answer is Answer.MET for answer in found))
