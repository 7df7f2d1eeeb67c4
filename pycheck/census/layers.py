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
from dataclasses import dataclass, replace
from itertools import product

from pycheck.census.ahead import MANY_PAIRS, MAX_LISTED_CELLS, NOTICEABLE, Ahead, ListTooLong
from pycheck.census.frontier import Forgetful, Frontier, Keeper, Section, count_in_parts, problem_text
from pycheck.census.network import QUICK, Network, OutOfBudget, Rows, values_of
from pycheck.census.problem import PairTable, Problem

#: Sections between two signs of life.
_BLOCK = 256

__all__ = ["Layered", "ListTooLong", "count_last", "layered", "maps_of"]


@dataclass(frozen=True)
class Layered:
    """The network of the last layer: its number of solutions is the answer; ``sections`` are its values.

    ``order`` is the order of the agents, last layer last; a section is a tuple of outcomes over the
    reports of the agents before the last, row-major in that order. ``frontier`` says how far the count is.
    """

    network: Network
    sections: Sequence[Section]
    order: tuple[int, ...]
    listed: tuple[int, ...]
    frontier: Frontier


def layered(
    problem: Problem,
    order: tuple[int, ...],
    *,
    limit: int = MAX_LISTED_CELLS,
    budget: int | None = None,
    tick: Callable[[int], None] | None = None,
    keeper: Keeper | None = None,
) -> Layered:
    """Build the last layer's network. Raises :class:`ListTooLong` if a layer below is too long to list.

    Raises :class:`OutOfBudget` where more work is foreseen than ``budget`` (see :class:`Network`) allows.
    Cells with domains of their own are dealt with in the last layer where the sections they lie in are
    values; that is exact, and the lists below do not profit from them.
    """
    keeper = keeper or Forgetful()
    text = problem_text(problem)
    kept = keeper.load(text)
    if kept is None or kept.order != order:
        sections = tuple(_packed((o,), problem) for o in values_of(problem.outcomes))
        kept = Frontier(order, sections, (len(sections),))
    masks = section_domains(problem, order)
    while True:
        depth = len(kept.listed) - 1
        agent, sections, size = order[depth], kept.sections, problem.shape[order[depth]]
        everything = (1 << len(sections)) - 1
        last = depth == len(order) - 1
        domains = (everything,) * size
        if last:
            domains = tuple(allowed_sections(sections, masks(report), everything) for report in range(size))
        ahead = Ahead(problem, order, depth, sections, domains, limit, budget)
        ahead.check_work()
        if ahead.work > NOTICEABLE or len(problem.pairs[agent]) > MANY_PAIRS:
            ahead.check()
        kept, rows = _rows(problem, agent, kept, lambda now: keeper.offer(text, lambda: now), tick)
        network = Network(domains, rows, budget, tick)
        if last:
            return Layered(network, sections, order, kept.listed, kept)
        count = network.count_cautiously(ahead.check)
        ahead.refuse_list(count)
        # The new agent's report becomes the fastest index.
        joined = tuple(_joined([sections[v] for v in values], problem) for values in network.solutions())
        kept = Frontier(order, joined, (*kept.listed, len(joined)))
        keeper.offer(text, lambda now=kept: now)  # type: ignore[misc]


def count_last(
    problem: Problem, layers: Layered, *, budget: int | None = None, keeper: Keeper | None = None
) -> int:
    """The number of solutions of the last layer's network, one value after the other where it is long."""
    network, kept = layers.network, layers.frontier
    keeper, text = keeper or Forgetful(), problem_text(problem)
    depth = len(layers.order) - 1
    ahead = Ahead(problem, layers.order, depth, layers.sections, network.domains, MAX_LISTED_CELLS, budget)
    try:
        if not kept.values:
            return network.within(QUICK, network.count)
    except OutOfBudget:
        ahead.check()
    return count_in_parts(network, kept, text, keeper)


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


def _rows(
    problem: Problem,
    agent: int,
    kept: Frontier,
    offer: Callable[[Frontier], None],
    tick: Callable[[int], None] | None,
) -> tuple[Frontier, dict[tuple[int, int], Rows]]:
    """The agent's constraints between sections at two of its reports, in both directions."""
    steps = 0

    def taken(more: int) -> None:
        nonlocal steps
        steps += more
        if tick is not None and steps > NOTICEABLE:
            tick(steps)

    sections = kept.sections
    at = _indexed(sections, problem.outcome_count)
    back: dict[PairTable, list[int]] = {}
    rows: dict[tuple[int, int], Rows] = {}
    for (first, second), table in problem.pairs[agent].items():
        if table not in kept.tables:
            there = tuple(_compatible(sections, at, table, taken))
            kept = replace(kept, tables={**kept.tables, table: there})
            offer(kept)
        if table not in back:
            back[table] = _backwards(sections, at, table, kept.tables[table], taken)
        rows[first, second], rows[second, first] = kept.tables[table], back[table]
    return kept, rows


def _backwards(
    sections: Sequence[Section],
    at: list[list[int]],
    table: PairTable,
    rows: Sequence[int],
    taken: Callable[[int], None],
) -> list[int]:
    """The same relation seen from the other side: pair by pair, or cell by cell where that is less."""
    if sum(mask.bit_count() for mask in rows) > len(sections) * len(at):
        turned = [0] * len(table)
        for outcome, mask in enumerate(table):
            for other in values_of(mask):
                turned[other] |= 1 << outcome
        return _compatible(sections, at, tuple(turned), taken)
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


def _compatible(
    sections: Sequence[Section], at: list[list[int]], table: PairTable, taken: Callable[[int], None]
) -> list[int]:
    """For each section, the mask of sections that may stand at the other report: allowed at every cell.

    ``taken`` is told now and then how many further looks at one cell that took.
    """
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
    for block in range(0, len(sections), _BLOCK):
        for section in sections[block : block + _BLOCK]:
            mask = everything
            for cell, outcome in enumerate(section):
                mask &= allowed[cell][outcome]
                if not mask:
                    break
            rows.append(mask)
        taken(len(sections[block : block + _BLOCK]) * len(at))
    return rows


def section_domains(problem: Problem, order: tuple[int, ...]) -> Callable[[int], dict[int, int]]:
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


def allowed_sections(sections: Sequence[Section], masks: dict[int, int], everything: int) -> int:
    """The sections whose cells have outcomes within ``masks`` (by position), as a mask."""
    if not masks:
        return everything
    found = 0
    for number, section in enumerate(sections):
        if all(mask >> section[position] & 1 for position, mask in masks.items()):
            found |= 1 << number
    return found
