"""Plain enumeration of outcome maps: the yardstick for every cleverer count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from pycheck.census.network import values_of
from pycheck.census.problem import Problem
from pycheck.census.quotient import Symmetry, constrained_cells


def whole_space(problem: Problem) -> Iterator[tuple[int, ...]]:
    """Every map that satisfies the constraints on single cells, in lexicographic order of cells."""
    return product(*(tuple(values_of(problem.domain(cell))) for cell in range(problem.cell_count)))


def satisfies(cells: tuple[int, ...], problem: Problem, symmetries: Sequence[Symmetry] = ()) -> bool:
    """Whether a map satisfies every constraint on its lines and has every symmetry."""
    if not all(table[cells[a]] >> cells[b] & 1 for a, b, table in constrained_cells(problem)):
        return False
    return all(
        cells[target] == renaming[cells[cell]]
        for moved, renaming in symmetries
        for cell, target in enumerate(moved)
    )
