"""Two orders of a game's probes: as they were asked, and as the public code of the instrument sorts them.

That code sorts by (round, message number, position). Probes at the end of a round carry the number -1, so
it puts them before the round that they end. Whatever compares consecutive answers, or takes the latest one,
differs between the two.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import StrEnum
from typing import TypeVar

from pycheck.empirical.probing.answers import Asked, Report

Key = tuple[int, ...]
R = TypeVar("R", bound=Report)


class Order(StrEnum):
    """The order in which answers follow each other."""

    CHRONOLOGICAL = "chronological"
    PUBLISHED = "published"


def key_of(order: Order) -> Callable[[Asked], Key]:
    """What answers are sorted by. The number of the line never decides where round and number do."""
    if order is Order.PUBLISHED:
        return lambda asked: (asked.place.round, asked.place.number, asked.position, asked.line)
    return lambda asked: (*asked.place, asked.position, asked.line)


def first_answers(reports: Iterable[R]) -> list[R]:
    """The reports without retests: of a question put again at one moment, the first answer alone."""
    return [report for report in reports if report.asked.repeat == 0]


def by_observer(reports: Iterable[R], order: Order) -> dict[str, list[R]]:
    """Each observer's reports without retests, in order."""
    key = key_of(order)
    series: dict[str, list[R]] = {}
    for report in sorted(first_answers(reports), key=lambda report: key(report.asked)):
        series.setdefault(report.asked.observer, []).append(report)
    return series
