"""How far a single utility may move before a claim's truth value changes.

With all utilities but one fixed, a comparison holds on a region of the line; so does a conjunction or a
disjunction of comparisons. The interval around the mechanism's own number on which nothing changes is
the margin. Everything is exact.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pycheck.claims.expand import Cell
from pycheck.mechanism import Mechanism
from pycheck.symbolic.regions import EVERYTHING, NOTHING, Region
from pycheck.symbolic.simplify import Bound, Condition, cells


@dataclass(frozen=True)
class Span:
    """Distances ``down`` and ``up`` (``None``: no bound) and whether the truth value still stands there."""

    down: Fraction | None
    down_attained: bool
    up: Fraction | None
    up_attained: bool


def spans(condition: Condition, mechanism: Mechanism) -> dict[Cell, Span]:
    """The span of each utility that occurs in ``condition``, in the order agent, outcome, type.

    A utility that occurs but cannot change the truth value alone has no bound on either side.
    """
    node = _node(condition, mechanism)
    found: dict[Cell, Span] = {}
    for cell in cells(condition):
        here = _number(mechanism, cell)
        low, high = node.along(cell).around(here)
        found[cell] = Span(
            None if low.point is None else here - low.point,
            low.attained,
            None if high.point is None else high.point - here,
            high.attained,
        )
    return found


def _number(mechanism: Mechanism, cell: Cell) -> Fraction:
    agent, outcome, type_ = cell
    return mechanism.utilities[agent][outcome][type_]


class _Leaf:
    """A bound under the mechanism's numbers."""

    def __init__(self, bound: Bound, mechanism: Mechanism) -> None:
        self.region = bound.region
        self.terms = {cell: (Fraction(k), _number(mechanism, cell)) for cell, k in bound.form}
        self.value = sum((k * number for k, number in self.terms.values()), Fraction(0))
        self.truth: bool = self.value in self.region

    def along(self, cell: Cell) -> Region:
        """The values of ``cell`` at which the bound holds."""
        factor, number = self.terms[cell]
        return self.region.scaled(factor, self.value - factor * number)


class _Branch:
    """A group under the mechanism's numbers.

    ``where`` lists the parts in which each utility occurs, ``against`` counts the parts that decide the
    group alone: so that one utility costs no more than the parts in which it occurs.
    """

    def __init__(self, conjunction: bool, parts: list[_Node]) -> None:
        self.conjunction = conjunction
        self.parts = parts
        self.against = sum(part.truth != conjunction for part in parts)
        self.truth: bool = (self.against == 0) == conjunction
        self.where: dict[Cell, list[int]] = {}
        for index, part in enumerate(parts):
            for cell in part.terms if isinstance(part, _Leaf) else part.where:
                self.where.setdefault(cell, []).append(index)

    def along(self, cell: Cell) -> Region:
        """The values of ``cell`` at which the group holds."""
        touched = [self.parts[index] for index in self.where[cell]]
        neutral, absorbing = (EVERYTHING, NOTHING) if self.conjunction else (NOTHING, EVERYTHING)
        if self.against > sum(part.truth != self.conjunction for part in touched):
            return absorbing
        region = neutral
        for part in touched:
            here = part.along(cell)
            region = region & here if self.conjunction else region | here
        return region


_Node: TypeAlias = _Leaf | _Branch


def _node(condition: Condition, mechanism: Mechanism) -> _Node:
    if isinstance(condition, Bound):
        return _Leaf(condition, mechanism)
    return _Branch(condition.conjunction, [_node(part, mechanism) for part in condition.parts])
