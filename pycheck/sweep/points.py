"""Points of a sweep: utility tables that differ from a mechanism's own in given cells."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import prod
from random import Random

from pycheck.claims.params import rational
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism

#: A sweep has no more points than this.
MAX_POINTS = 1_000_000

#: A cell of the utility tables, as indices: agent, outcome, type.
Cell = tuple[int, int, int]
#: Cells with their new values; everything else is as the mechanism has it.
Point = tuple[tuple[Cell, Fraction], ...]


class SweepError(PycheckError):
    """An option of a sweep that does not fit."""


@dataclass(frozen=True)
class Axis:
    """One cell and the values it takes."""

    cell: Cell
    values: tuple[Fraction, ...]


def parse_axis(mechanism: Mechanism, text: str) -> Axis:
    """``agent.outcome.type=1,3/2,2`` or ``agent.outcome.type=0..6``. Raises :class:`SweepError`."""
    left, equals, right = text.rpartition("=")
    names = {
        f"{agent.name}.{outcome}.{type_}": (i, o, t)
        for i, agent in enumerate(mechanism.agents)
        for o, outcome in enumerate(mechanism.outcomes)
        for t, type_ in enumerate(agent.types)
    }
    cell = names.get(left.strip())
    if not equals or cell is None:
        example = next(iter(names))
        raise SweepError(
            f"--vary {text!r}: expected AGENT.OUTCOME.TYPE=VALUES of {mechanism.name}, e.g. {example}=0..3"
        )
    return Axis(cell, _values(text, right))


def _values(text: str, right: str) -> tuple[Fraction, ...]:
    first, dots, last = (part.strip() for part in right.partition(".."))
    low, high = rational(first), rational(last)
    if dots and low is not None and high is not None and low.denominator == high.denominator == 1:
        values: list[Fraction | None] = [Fraction(k) for k in range(int(low), int(high) + 1)]
    else:
        values = [rational(part.strip()) for part in right.split(",")]
    found = tuple(value for value in values if value is not None)
    if not found or len(found) < len(values):
        raise SweepError(f"--vary {text!r}: expected numbers (integers or p/q), or FIRST..LAST")
    return found


def parse_distance(text: str) -> Fraction:
    """A number above 0. Raises :class:`SweepError`."""
    found = rational(text.strip())
    if found is None or found <= 0:
        raise SweepError(f"--by {text!r}: expected a number (integer or p/q) above 0")
    return found


def grid(axes: Sequence[Axis]) -> Iterator[Point]:
    """Every combination of the axes' values, the last axis fastest. Raises :class:`SweepError`."""
    if prod(len(axis.values) for axis in axes) > MAX_POINTS:
        raise SweepError(f"the sweep has more than {MAX_POINTS} points")
    cells = [axis.cell for axis in axes]
    if len(set(cells)) < len(cells):
        raise SweepError("a utility is varied twice")
    for values in product(*(axis.values for axis in axes)):
        yield tuple(zip(cells, values, strict=True))


def shaken(mechanism: Mechanism, count: int, by: Fraction, seed: int) -> Iterator[Point]:
    """``count`` points with every utility moved at random by at most ``by``, in tenths of ``by``."""
    if count > MAX_POINTS:
        raise SweepError(f"the sweep has more than {MAX_POINTS} points")
    mechanism.require_utilities("a sweep")
    for number in range(count):
        rng = Random(f"{seed} {number}")  # noqa: S311 - a sample that anybody can draw again
        yield tuple(
            ((i, o, t), value + by * Fraction(rng.randint(-10, 10), 10))
            for i, table in enumerate(mechanism.utilities)
            for o, row in enumerate(table)
            for t, value in enumerate(row)
        )


def at_point(mechanism: Mechanism, point: Point) -> Mechanism:
    """The mechanism with the point's utilities."""
    tables = [[list(row) for row in table] for table in mechanism.utilities]
    for (i, o, t), value in point:
        tables[i][o][t] = value
    return replace(
        mechanism, utilities=tuple(tuple(tuple(row) for row in table) for table in tables), sha256=""
    )
