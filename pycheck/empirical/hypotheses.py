"""Frozen hypotheses and what a run says of them: met, not met, or no measure.

Every part of a hypothesis is held against each family by itself. A part that speaks of a rate without a
single act is not evaluated; it is never "not met". Limits are compared exactly: 1 - 4/5 reaches 1/5.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pycheck.empirical.exact import equivalence
from pycheck.empirical.intervals import (
    Interval,
    Rate,
    cohen_h,
    difference,
    difference_interval,
)
from pycheck.empirical.protocol import Equivalence, Protocol, Threshold
from pycheck.empirical.record import SCRIPTED


class Answer(StrEnum):
    """What a run says of one part of a hypothesis, or of several together."""

    MET = "met"
    NOT_MET = "not met"
    NO_MEASURE = "no measure"


@dataclass(frozen=True)
class Measured:
    """One report's rate in one condition and family: as a whole, and by agent and true type."""

    whole: Rate
    by_type: Mapping[str, Rate]


#: From condition, family and report to what was measured.
Lookup = Callable[[str, str, str], Measured]


@dataclass(frozen=True)
class Finding:
    """One part of a hypothesis held against one family.

    ``n`` has the number of acts behind each rate that the part speaks of; ``estimate`` and ``interval`` are
    the rate's or the difference's; ``effect`` is Cohen's h of a difference; ``p`` that of an equivalence
    test.
    """

    hypothesis: str
    part: Threshold | Equivalence
    family: str
    answer: Answer
    n: tuple[int, ...]
    estimate: float | None
    interval: Interval | None
    effect: float | None = None
    p: float | None = None

    @property
    def statement(self) -> str:
        """The part in words, with its limit."""
        part = self.part
        rate = f"rate of {part.report} under {part.condition}"
        if isinstance(part, Equivalence):
            return f"{rate} within {part.margin:g} of {part.value:g} at every type"
        less = "" if part.minus is None else f" less the one under {part.minus}"
        return f"{rate}{less} ≥ {part.at_least:g}"


def judge(protocol: Protocol, lookup: Lookup) -> Iterator[Finding]:
    """Hold every part of every hypothesis against each family that it speaks of."""
    for hypothesis in protocol.hypotheses:
        for threshold in hypothesis.thresholds:
            for family in _families(protocol, threshold.condition, threshold.minus):
                yield _threshold(protocol, hypothesis.id, threshold, family, lookup)
        for part in hypothesis.equivalences:
            for family in _families(protocol, part.condition, None):
                yield _equivalence(protocol, hypothesis.id, part, family, lookup)


def _families(protocol: Protocol, *conditions: str | None) -> tuple[str, ...]:
    """The families that play in one of the conditions; the scripted players if no family does."""
    playing = [f for name in conditions if name for f in protocol.families_of(protocol.condition(name))]
    return tuple(f.name for f in protocol.families if f in playing) or (SCRIPTED,)


def _measured(protocol: Protocol, part: Threshold | Equivalence, family: str, lookup: Lookup) -> Measured:
    return lookup(part.condition, _player(protocol, part.condition, family), part.report)


def _player(protocol: Protocol, condition: str, family: str) -> str:
    """Who plays: a scripted control is the same for all families."""
    return SCRIPTED if protocol.condition(condition).scripted is not None else family


def _threshold(protocol: Protocol, hypothesis: str, part: Threshold, family: str, lookup: Lookup) -> Finding:
    one = _measured(protocol, part, family, lookup).whole
    limit, first = Fraction(repr(part.at_least)), _exact(one)
    if part.minus is None:
        answer = Answer.NO_MEASURE if first is None else _answer(first >= limit)
        return Finding(hypothesis, part, family, answer, (one.n,), one.value, one.interval)
    two = lookup(part.minus, _player(protocol, part.minus, family), part.report).whole
    second = _exact(two)
    answer = Answer.NO_MEASURE if first is None or second is None else _answer(first - second >= limit)
    return Finding(
        hypothesis,
        part,
        family,
        answer,
        (one.n, two.n),
        difference(one, two),
        difference_interval(one, two),
        cohen_h(one, two),
    )


def _equivalence(
    protocol: Protocol, hypothesis: str, part: Equivalence, family: str, lookup: Lookup
) -> Finding:
    measured = _measured(protocol, part, family, lookup)
    test = equivalence(measured.by_type, part.value, part.margin)
    shown = test.shown(protocol.analysis.alpha)
    answer = Answer.NO_MEASURE if shown is None else _answer(shown)
    whole = measured.whole
    return Finding(hypothesis, part, family, answer, (whole.n,), whole.value, whole.interval, p=test.p)


def _exact(rate: Rate) -> Fraction | None:
    return Fraction(rate.count, rate.n) if rate.n else None


def _answer(met: bool) -> Answer:
    return Answer.MET if met else Answer.NOT_MET


def together(answers: Iterable[Answer]) -> Answer:
    """The verdict on a hypothesis: no measure if any part has none, else met if all are.

    A hypothesis one part of which has no measure is not evaluated at all, even if another is not met: which
    acts are missing is rarely independent of what they would have been. No part at all is no measure.
    """
    found: Sequence[Answer] = list(answers)
    if not found or Answer.NO_MEASURE in found:
        return Answer.NO_MEASURE
    return _answer(all(answer is Answer.MET for answer in found))
