"""The census cell by cell, with symmetries: cells that determine each other share one variable.

Anonymity makes the cells that differ by a permutation of the agents equal; neutrality makes the outcome
at a renamed profile the renamed outcome. Either way every cell is a fixed permutation of the value of its
orbit's first cell, so the network has one variable an orbit, and a cell's constraints are carried over to
it. Without symmetries every cell is its own orbit.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product

from pycheck.census.network import Network, values_of
from pycheck.census.problem import Problem

#: A renaming of cells and outcomes: the cell that each cell goes to, and the outcome each outcome becomes.
Symmetry = tuple[Sequence[int], tuple[int, ...]]


@dataclass(frozen=True)
class Orbits:
    """``variable[cell]`` is the cell's variable, ``carry[cell][v]`` its outcome when that variable is v.

    ``domains`` are the variables' masks before any constraint (a symmetry that maps a cell to itself
    leaves only the outcomes it keeps).
    """

    variable: tuple[int, ...]
    carry: tuple[tuple[int, ...], ...]
    domains: tuple[int, ...]


def orbits(problem: Problem, symmetries: Sequence[Symmetry]) -> Orbits:
    """The orbits of the cells under the group that the symmetries generate."""
    identity = tuple(range(problem.outcome_count))
    variable = [-1] * problem.cell_count
    carry: list[tuple[int, ...]] = [identity] * problem.cell_count
    domains: list[int] = []
    for start in range(problem.cell_count):
        if variable[start] >= 0:
            continue
        number = len(domains)
        domains.append((1 << problem.outcome_count) - 1)
        variable[start], carry[start] = number, identity
        stack = [start]
        while stack:
            cell = stack.pop()
            for cells, renaming in symmetries:
                target = cells[cell]
                carried = tuple(renaming[o] for o in carry[cell])
                if variable[target] < 0:
                    variable[target], carry[target] = number, carried
                    stack.append(target)
                elif carried != carry[target]:
                    # Two ways to the same cell: only outcomes on which they agree are possible.
                    agree = sum(1 << v for v in identity if carried[v] == carry[target][v])
                    domains[number] &= agree
    return Orbits(tuple(variable), tuple(carry), tuple(domains))


def quotient_network(
    problem: Problem,
    symmetries: Sequence[Symmetry] = (),
    *,
    budget: int | None = None,
    tick: Callable[[int], None] | None = None,
) -> tuple[Network, Orbits]:
    """The network with one variable an orbit; its solutions are the outcome maps with the symmetries."""
    found = orbits(problem, symmetries)
    domains = list(found.domains)
    for cell in range(problem.cell_count):
        allowed = problem.domain(cell)
        carry = found.carry[cell]
        domains[found.variable[cell]] &= sum(1 << v for v, o in enumerate(carry) if allowed >> o & 1)
    rows: dict[tuple[int, int], list[int]] = {}
    full = (1 << problem.outcome_count) - 1
    for first, second, table in constrained_cells(problem):
        v, w = found.variable[first], found.variable[second]
        one, other = found.carry[first], found.carry[second]
        allowed_rows = [
            sum(1 << y for y in range(problem.outcome_count) if table[one[x]] >> other[y] & 1)
            for x in range(problem.outcome_count)
        ]
        if v == w:
            domains[v] &= sum(1 << x for x, mask in enumerate(allowed_rows) if mask >> x & 1)
            continue
        forth = rows.setdefault((v, w), [full] * problem.outcome_count)
        back = rows.setdefault((w, v), [full] * problem.outcome_count)
        for x, mask in enumerate(allowed_rows):
            forth[x] &= mask
            for y in values_of(full & ~mask):
                back[y] &= ~(1 << x)
    return Network(tuple(domains), dict(rows), budget, tick), found


def constrained_cells(problem: Problem) -> Iterator[tuple[int, int, Sequence[int]]]:
    """Every constrained pair of cells with its table, line by line."""
    shape = problem.shape
    for agent, tables in enumerate(problem.pairs):
        if not tables:
            continue
        stride = 1
        for size in shape[agent + 1 :]:
            stride *= size
        others = [range(size) if i != agent else range(1) for i, size in enumerate(shape)]
        for profile in product(*others):
            start = 0
            for size, report in zip(shape, profile, strict=True):
                start = start * size + report
            for first, second in combinations(range(shape[agent]), 2):
                table = tables.get((first, second))
                if table is not None:
                    yield start + first * stride, start + second * stride, table


def constraint_count(problem: Problem) -> int:
    """How many constrained pairs of cells there are."""
    return sum(
        len(tables) * (problem.cell_count // size)
        for tables, size in zip(problem.pairs, problem.shape, strict=True)
    )


def cells_of(values: Sequence[int], found: Orbits) -> tuple[int, ...]:
    """The outcome map of one solution."""
    return tuple(carry[values[v]] for v, carry in zip(found.variable, found.carry, strict=True))
