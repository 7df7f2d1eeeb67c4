"""Counting by layers: one agent at a time, exactly, without looking at single maps.

Fix the last agent's report: what remains is an outcome map of the other agents, and it satisfies their
constraints. So an outcome map of n agents is one map of n - 1 agents for each report of the n-th, and
the n-th agent's constraints, being about pairs of its reports, are constraints between pairs of those
maps. Layer k therefore solves a small binary network: one variable for each report of agent k, whose
values are the solutions of layer k - 1. Only the last layer is counted instead of listed.

For strategy-proof social choice functions the lists stay short (of 3^216 maps of three voters over three
alternatives the layers list 7, 17 and 60), which is what makes the count possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from pycheck.census.network import Network, Rows, values_of
from pycheck.census.problem import PairTable, Problem

#: A layer's list may hold this many cells in all (solutions times cells of each).
MAX_LISTED_CELLS = 10_000_000
#: … and this many solutions: a longer list costs more than the other methods.
MAX_LISTED = 100_000
#: The constraints between the maps of a list may take this many bytes (a bit for each pair of maps).
MAX_RELATION_BYTES = 1 << 30

#: An outcome map of the agents so far, as its cells: bytes where outcomes are few enough for that.
Section = bytes | tuple[int, ...]


class ListTooLong(Exception):
    """A layer below the last has too many solutions to list; ``count`` is their exact number."""

    def __init__(self, layer: int, count: int) -> None:
        self.layer = layer
        self.count = count
        super().__init__(f"layer {layer} has {count} solutions, too many to list")


@dataclass(frozen=True)
class Layered:
    """The network of the last layer: ``network.count()`` is the answer; ``sections`` are its values.

    ``order`` is the order of the agents, last layer last; a section is a tuple of outcomes over the
    reports of the agents before the last, row-major in that order.
    """

    network: Network
    sections: Sequence[Section]
    order: tuple[int, ...]
    listed: tuple[int, ...]


def layered(
    problem: Problem,
    order: tuple[int, ...],
    *,
    limit: int = MAX_LISTED_CELLS,
    budget: int | None = None,
    tick: Callable[[int], None] | None = None,
) -> Layered:
    """Build the last layer's network. Raises :class:`ListTooLong` if a layer below is too long to list.

    Cells with domains of their own are dealt with in the last layer where the sections they lie in are
    values; that is exact, and the lists below do not profit from them.
    """
    sections = [_packed((o,), problem) for o in values_of(problem.outcomes)]
    listed = [len(sections)]
    masks = _section_domains(problem, order)
    cells = 1
    for depth, agent in enumerate(order):
        rows = _rows(problem, agent, sections)
        everything = (1 << len(sections)) - 1
        size = problem.shape[agent]
        if depth == len(order) - 1:
            domains = tuple(_allowed(sections, masks(report), everything) for report in range(size))
            return Layered(Network(domains, rows, budget, tick), sections, order, tuple(listed))
        network = Network((everything,) * size, rows, budget, tick)
        count = network.count()
        cells *= size
        following = _relation_bytes(problem, order[depth + 1], count)
        if count > MAX_LISTED or count * cells > limit or following > MAX_RELATION_BYTES:
            raise ListTooLong(depth + 1, count)
        # The new agent's report becomes the fastest index.
        sections = [_joined([sections[v] for v in values], problem) for values in network.solutions()]
        listed.append(len(sections))
    raise ValueError("no agents")


def maps_of(problem: Problem, layers: Layered) -> Iterator[tuple[int, ...]]:
    """The outcome maps counted, lazily, each as its cells in the problem's own order."""
    order, shape = layers.order, problem.shape
    inner = [shape[agent] for agent in order]
    positions = []
    for profile in product(*(range(size) for size in shape)):
        position = 0
        for agent, size in zip(order, inner, strict=True):
            position = position * size + profile[agent]
        positions.append(position)
    for values in layers.network.solutions():
        whole = _joined([layers.sections[v] for v in values], problem)
        yield tuple(whole[p] for p in positions)


def _joined(parts: Sequence[Section], problem: Problem) -> Section:
    """Maps of k - 1 agents, one for each report of the k-th, as one map with that report fastest."""
    return _packed((outcome for cell in zip(*parts, strict=True) for outcome in cell), problem)


def _packed(outcomes: Iterable[int], problem: Problem) -> Section:
    return bytes(outcomes) if problem.outcome_count <= 256 else tuple(outcomes)


def _relation_bytes(problem: Problem, agent: int, sections: int) -> int:
    """The size of the agent's constraints between so many sections, both directions of each table."""
    return len(set(problem.pairs[agent].values())) * 2 * sections * sections // 8


def _rows(problem: Problem, agent: int, sections: Sequence[Section]) -> dict[tuple[int, int], Rows]:
    """The agent's constraints between sections at two of its reports, in both directions."""
    at = _indexed(sections, problem.outcome_count)
    made: dict[PairTable, tuple[list[int], list[int]]] = {}
    rows: dict[tuple[int, int], Rows] = {}
    for (first, second), table in problem.pairs[agent].items():
        if table not in made:
            there = _compatible(sections, at, table)
            made[table] = (there, _reversed(there))
        rows[first, second], rows[second, first] = made[table]
    return rows


def _reversed(rows: Sequence[int]) -> list[int]:
    """The same relation seen from the other side."""
    back = [0] * len(rows)
    for number, mask in enumerate(rows):
        bit = 1 << number
        for other in values_of(mask):
            back[other] |= bit
    return back


def _indexed(sections: Sequence[Section], outcomes: int) -> list[list[int]]:
    """``at[cell][outcome]``: the mask of the sections that have the outcome at the cell."""
    at = [[0] * outcomes for _ in range(len(sections[0]) if sections else 0)]
    for number, section in enumerate(sections):
        bit = 1 << number
        for cell, outcome in enumerate(section):
            at[cell][outcome] |= bit
    return at


def _compatible(sections: Sequence[Section], at: list[list[int]], table: PairTable) -> list[int]:
    """For each section, the mask of sections that may stand at the other report: allowed at every cell."""
    allowed: list[list[int]] = []
    for column in at:
        union = []
        for mask in table:
            total = 0
            for outcome in values_of(mask):
                total |= column[outcome]
            union.append(total)
        allowed.append(union)
    everything = (1 << len(sections)) - 1
    rows = []
    for section in sections:
        mask = everything
        for cell, outcome in enumerate(section):
            mask &= allowed[cell][outcome]
            if not mask:
                break
        rows.append(mask)
    return rows


def _section_domains(problem: Problem, order: tuple[int, ...]) -> Callable[[int], dict[int, int]]:
    """For each report of the last agent: the single-cell constraints, by position within a section."""
    shape = problem.shape
    by_report: dict[int, dict[int, int]] = {}
    for cell in problem.domains:
        profile = _profile(cell, shape)
        position = 0
        for agent in order[:-1]:
            position = position * shape[agent] + profile[agent]
        by_report.setdefault(profile[order[-1]], {})[position] = problem.domain(cell)
    return lambda report: by_report.get(report, {})


def _profile(cell: int, shape: tuple[int, ...]) -> tuple[int, ...]:
    digits = []
    for size in reversed(shape):
        cell, digit = divmod(cell, size)
        digits.append(digit)
    return tuple(reversed(digits))


def _allowed(sections: Sequence[Section], masks: dict[int, int], everything: int) -> int:
    if not masks:
        return everything
    found = 0
    for number, section in enumerate(sections):
        if all(mask >> section[position] & 1 for position, mask in masks.items()):
            found |= 1 << number
    return found
