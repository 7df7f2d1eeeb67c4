"""What players expect others to think of them, against what those others report.

A's expected attitude of B is held against B's latest role guess about A: Mafia at a confidence of 50 or
more is "suspects", an innocent role at 50 or more "trusts", everything else "neutral". Pairs within the
Mafia are left out: they know. The guess may be of the same step as the expectation, though B is often asked
after A: both are then answers to the same state of the game. (Karpov, *MafiaScope*, 2026.)

The spotlight ratio is how often "suspects" is expected over how often it is reported; after the spotlight
effect of T. Gilovich, V. H. Medvec and K. Savitsky, Journal of Personality and Social Psychology 78 (2000).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from pycheck.empirical.probing.answers import (
    ATTITUDES,
    NEUTRAL,
    SUSPECTS,
    TRUSTS,
    Asked,
    AttitudeReport,
    Guess,
    RoleReport,
)
from pycheck.empirical.probing.estimate import Cell
from pycheck.empirical.probing.order import Key, Order, by_observer, first_answers
from pycheck.empirical.probing.records import MAFIA, UNKNOWN
from pycheck.empirical.probing.sides import Side, of_mafia, players_by_side, side_of

#: The confidence, in percent, from which a guess is an attitude.
THRESHOLD = 50


class Expectation(NamedTuple):
    """What ``observer`` expected of ``other``, and what ``other`` reported.

    ``before`` is what it had reported at an earlier step, ``None`` if there is none.
    """

    observer: str
    other: str
    expected: str
    reported: str
    before: str | None


def attitude_of(guess: Guess) -> str:
    """The attitude that a guess amounts to; without a confidence that can be used, "neutral"."""
    if guess.role == UNKNOWN or guess.confidence is None or guess.confidence < THRESHOLD:
        return NEUTRAL
    return SUSPECTS if guess.role == MAFIA else TRUSTS


def expectations(
    attitudes: Iterable[AttitudeReport],
    guesses: Iterable[RoleReport],
    roles: Mapping[str, str],
    order: Order = Order.CHRONOLOGICAL,
) -> list[Expectation]:
    """Every expectation that there is a report to hold against, the other's latest one."""
    step = _step(order)
    # For each other and observer, when the one guessed the other's role, and what attitude that was.
    reported: dict[tuple[str, str], tuple[list[Key], list[str]]] = {
        (other, observer): ([], []) for observer in roles for other in _others(observer, roles)
    }
    for other, answers in by_observer(guesses, order).items():
        for answer in answers:
            then = step(answer.asked)
            for guess in answer.guesses:
                if about := reported.get((other, guess.target)):
                    about[0].append(then)
                    about[1].append(attitude_of(guess))
    found = []
    for report in first_answers(attitudes):
        observer, now = report.asked.observer, step(report.asked)
        for other, expected in report.attitudes:
            if about := reported.get((other, observer)):
                steps, attitudes_then = about
                latest = bisect_right(steps, now)
                if latest:
                    earlier = latest if steps[latest - 1] < now else bisect_left(steps, now)
                    before = attitudes_then[earlier - 1] if earlier else None
                    found.append(Expectation(observer, other, expected, attitudes_then[latest - 1], before))
    return found


def _others(observer: str, roles: Mapping[str, str]) -> set[str]:
    """Those whose attitude towards the observer is not settled by the rules."""
    side = side_of(observer, roles)
    if side is None:
        return set()
    known = {name for name in roles if name != observer and side_of(name, roles) is not None}
    return known - of_mafia(roles) if side is Side.MAFIA else known


def _step(order: Order) -> Callable[[Asked], Key]:
    """What says whether an answer is of an earlier step than another, or of the same."""
    if order is Order.PUBLISHED:
        return lambda asked: (asked.place.round, asked.place.number)
    return lambda asked: asked.place


def cells_of(
    found: Iterable[Expectation], roles: Mapping[str, str], before: bool = False
) -> dict[Side, Cell]:
    """For the players of each side, how often each attitude was expected where each was reported.

    Nine numbers, the expected attitude first. With ``before``, reports of earlier steps alone count.
    """
    counts = Counter((one[0], one[2], one[4 if before else 3]) for one in found)
    return {
        side: tuple(
            sum(counts[observer, expected, reported] for observer in observers)
            for expected in ATTITUDES
            for reported in ATTITUDES
        )
        for side, observers in players_by_side(roles).items()
    }


def count(cell: Cell) -> float:
    """The number of pairs."""
    return sum(cell)


def agreement(cell: Cell) -> float | None:
    """The share of expectations that are what was reported."""
    n = sum(cell)
    return (cell[0] + cell[4] + cell[8]) / n if n else None


def majority(cell: Cell) -> float | None:
    """The agreement of whoever always expects what is reported most."""
    n = sum(cell)
    return max(sum(cell[reported::3]) for reported in range(3)) / n if n else None


def expected_suspicion(cell: Cell) -> float:
    """How often "suspects" was expected."""
    return sum(cell[6:9])


def reported_suspicion(cell: Cell) -> float:
    """How often "suspects" was reported."""
    return sum(cell[2::3])


def spotlight(cell: Cell) -> float | None:
    """Expected over reported "suspects"; ``None`` where nobody reported any."""
    reported = reported_suspicion(cell)
    return expected_suspicion(cell) / reported if reported else None
