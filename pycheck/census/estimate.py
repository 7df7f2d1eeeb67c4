"""How large a count will be, before it is begun: by random descents through the tree of choices.

A descent picks at each variable one of the values left, at random, and multiplies the numbers of values
there were: on average over descents that is the number of leaves, and the sums of the products so far are
the number of nodes.

Source: D. E. Knuth, "Estimating the efficiency of backtrack programs", Mathematics of Computation 29 (1975).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from pycheck.census.network import ENDLESS, Network, values_of
from pycheck.census.problem import PairTable, Problem

#: Descents for one estimate, at most and at least.
MOST, LEAST = 64, 3
#: Elementary operations (one look at one cell) that one estimate may take.
EFFORT = 500_000
#: Steps (see :class:`Network`) that one estimate may take.
STEPS = 20_000


@dataclass(frozen=True)
class Estimate:
    """About how many ``solutions`` and ``nodes`` a search has."""

    solutions: float
    nodes: float


def estimated_layer(
    problem: Problem, agent: int, sections: Sequence[Sequence[int]], domains: Sequence[int]
) -> Estimate:
    """The search over maps with one of ``sections`` for each report of ``agent``.

    ``domains`` are the masks of sections allowed at each report.
    """
    rows = _LazyRows(sections, problem.outcome_count)
    cells = len(sections[0]) if sections else 0
    each = max(1, len(problem.pairs[agent]) * (cells + 4))
    rng = Random(0)  # noqa: S311 - an estimate, the same every time
    found = [
        _descent(domains, problem.pairs[agent], rows, rng)
        for _ in range(max(LEAST, min(MOST, EFFORT // each)))
    ]
    return Estimate(*(sum(column) / len(found) for column in zip(*found, strict=True)))


def _descent(
    domains: Sequence[int], pairs: Mapping[tuple[int, int], PairTable], rows: _LazyRows, rng: Random
) -> tuple[float, float]:
    left = list(domains)
    product = nodes = 1.0
    for variable in range(len(left)):
        size = left[variable].bit_count()
        if not size:
            return 0.0, nodes
        product = min(product * size, ENDLESS)
        nodes += product
        chosen = _picked(left[variable], rng.randrange(size))
        for later in range(variable + 1, len(left)):
            table = pairs.get((variable, later))
            if table is not None:
                left[later] &= rows.row(table, chosen)
    return product, nodes


def _picked(mask: int, position: int) -> int:
    """The ``position``-th value of a mask."""
    for k, value in enumerate(values_of(mask)):
        if k == position:
            return value
    raise IndexError(position)


class _LazyRows:
    """Which sections may stand beside one section, worked out when asked for."""

    def __init__(self, sections: Sequence[Sequence[int]], outcomes: int) -> None:
        self.sections = sections
        self.everything = (1 << len(sections)) - 1
        self.at = [[0] * outcomes for _ in range(len(sections[0]) if sections else 0)]
        for number, section in enumerate(sections):
            for cell, outcome in enumerate(section):
                self.at[cell][outcome] |= 1 << number
        self.known: dict[tuple[PairTable, int], int] = {}

    def row(self, table: PairTable, section: int) -> int:
        """The mask of sections allowed at the second report, where ``section`` stands at the first."""
        known = self.known.get((table, section))
        if known is None:
            known = self.everything
            choices = [tuple(values_of(mask)) for mask in table]
            for column, outcome in zip(self.at, self.sections[section], strict=True):
                union = 0
                for other in choices[outcome]:
                    union |= column[other]
                known &= union
                if not known:
                    break
            self.known[table, section] = known
        return known


def estimated_steps(network: Network) -> float:
    """About how many steps counting a network's solutions takes, if no two parts of it are alike.

    The median of several descents, so that it is rather too low than too high.
    """
    rng = Random(0)  # noqa: S311 - an estimate, the same every time
    found: list[float] = []
    spent = 0
    while len(found) < LEAST or (len(found) < MOST and spent < STEPS):
        nodes, steps = network.descent(rng)
        found.append(nodes * max(1.0, steps / max(1, len(network.domains))))
        spent += steps
    return sorted(found)[len(found) // 2]
