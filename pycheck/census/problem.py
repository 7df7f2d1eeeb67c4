"""The census as a constraint network over the cells of an outcome map.

Each cell (report profile) takes one outcome. Dominance constrains pairs of cells on one line (a line is
what one agent's report runs through while the others' stay fixed), the same way on every line of that
agent; everything else here constrains single cells. So a problem is: for each agent and each pair of its
reports the pairs of outcomes that may stand there, and for each cell the outcomes it may have.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism, Signature


class CensusTooLarge(PycheckError):
    """No method can count this here; the message has the estimate."""


def magnitude(number: int) -> int:
    """The power of ten of a positive number, which may have more digits than Python writes out."""
    guess = int((number.bit_length() - 1) * 0.30102999566398120)
    return guess + int(number >= 10 ** (guess + 1))


#: ``table[o]`` is the bit mask of outcomes allowed at the second report when the first has outcome ``o``.
PairTable = tuple[int, ...]


@dataclass(frozen=True)
class Problem:
    """Which outcome maps are counted.

    ``pairs[i][r, q]`` (r < q) constrains the outcomes at agent i's reports r and q on each of its lines;
    a missing pair is unconstrained. ``domains`` gives the outcomes allowed at a cell as a bit mask, by
    cell position; a missing cell allows all. ``outcomes`` is the mask of outcomes that may occur at all.
    """

    shape: tuple[int, ...]
    outcome_count: int
    pairs: tuple[Mapping[tuple[int, int], PairTable], ...]
    domains: Mapping[int, int]
    outcomes: int

    @cached_property
    def cell_count(self) -> int:
        """Number of cells."""
        total = 1
        for size in self.shape:
            total *= size
        return total

    @property
    def map_count(self) -> int:
        """Number of maps that satisfy the constraints on single cells alone."""
        total = 1
        full = self.outcomes.bit_count()
        for mask in self.domains.values():
            total *= (mask & self.outcomes).bit_count()
        return int(total * full ** (self.cell_count - len(self.domains)))

    def domain(self, cell: int) -> int:
        """The outcomes allowed at a cell, as a bit mask."""
        return self.domains.get(cell, self.outcomes) & self.outcomes

    def restricted(self, cells: Mapping[int, int]) -> Problem:
        """The problem with further constraints on single cells (masks, by cell position)."""
        merged = dict(self.domains)
        for cell, mask in cells.items():
            merged[cell] = merged.get(cell, self.outcomes) & mask
        return replace(self, domains=merged)

    def with_outcomes(self, mask: int) -> Problem:
        """The problem in which only the outcomes of ``mask`` occur."""
        return replace(self, outcomes=self.outcomes & mask)


def unconstrained(signature: Signature) -> Problem:
    """All outcome maps of a signature."""
    count = len(signature.outcomes)
    return Problem(signature.shape, count, tuple({} for _ in signature.agents), {}, (1 << count) - 1)


def with_best_report(
    problem: Problem, mechanism: Mechanism, agent: int, strict: bool, report: int | None
) -> Problem:
    """Add dominance of ``agent``'s report ``report``, or of its truthful report where that is ``None``.

    For every true type t with best report b and every other report r:
    ``u(g(b, s), t) ≥ u(g(r, s), t)`` (``>`` when strict), on each line s.
    """
    owner = mechanism.agents[agent]
    utilities = mechanism.utilities[agent]
    outcomes = range(problem.outcome_count)
    full = (1 << problem.outcome_count) - 1
    tables = {pair: list(table) for pair, table in problem.pairs[agent].items()}
    for type_ in range(len(owner.types)):
        best = report if report is not None else _truthful(mechanism, agent, type_)
        values = [utilities[o][type_] for o in outcomes]
        # below[o]: what may stand elsewhere when o stands at the best report; above: the other way round.
        below = [
            _mask(q for q in outcomes if values[q] < v or (values[q] == v and not strict)) for v in values
        ]
        above = [
            _mask(q for q in outcomes if values[q] > v or (values[q] == v and not strict)) for v in values
        ]
        for other in range(len(owner.reports)):
            if other == best:
                continue
            table = tables.setdefault((min(best, other), max(best, other)), [full] * problem.outcome_count)
            allowed = below if best < other else above
            for o in outcomes:
                table[o] &= allowed[o]
    pairs = list(problem.pairs)
    # A table that allows everything constrains nobody, and would only tie variables together.
    pairs[agent] = {
        pair: tuple(table) for pair, table in tables.items() if any(mask != full for mask in table)
    }
    return replace(problem, pairs=tuple(pairs))


def _mask(positions: Iterable[int]) -> int:
    return sum(1 << position for position in positions)


def _truthful(mechanism: Mechanism, agent: int, type_: int) -> int:
    truthful = mechanism.agents[agent].truthful
    if truthful is None:
        raise ValueError(f"{mechanism.agents[agent].name} has no truthful reports")
    return truthful[type_]
