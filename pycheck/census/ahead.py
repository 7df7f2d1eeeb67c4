"""What counting one layer would take, looked at before it is begun: too much is said at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pycheck.census.estimate import EFFORT, estimated_layer
from pycheck.census.frontier import Section
from pycheck.census.network import OutOfBudget
from pycheck.census.problem import Problem

#: A layer's list may hold this many cells in all (solutions times cells of each).
MAX_LISTED_CELLS = 10_000_000
#: … and this many solutions: a longer list costs more than the other methods.
MAX_LISTED = 100_000
#: The constraints between the maps of a list may take this many bytes (a bit for each pair of maps).
MAX_RELATION_BYTES = 1 << 30

#: Work (looks at one cell of one section) that is noticed, so that it is worth an estimate.
NOTICEABLE = 2_000_000
#: So do this many constrained pairs of reports.
MANY_PAIRS = 1_000
#: Work that is refused: a minute or more.
MAX_WORK = 500_000_000
#: An estimate refuses a search only if it exceeds the budget so many times: it may be wrong.
MARGIN = 10
#: … and a list only if it is so many times too long.
LIST_MARGIN = 2


class ListTooLong(Exception):
    """A layer below the last has too many solutions to list: ``count`` of them, exactly or about."""

    def __init__(self, layer: int, count: int, *, about: bool = False) -> None:
        self.layer = layer
        self.count = count
        shown = f"about {count:.0e}".replace("e+0", "e").replace("e+", "e") if about else str(count)
        super().__init__(f"layer {layer} has {shown} solutions, too many to list")


@dataclass(frozen=True)
class Ahead:
    """One layer, and the limits that it has to keep."""

    problem: Problem
    order: tuple[int, ...]
    depth: int
    sections: Sequence[Section]
    domains: Sequence[int]
    limit: int
    budget: int | None

    @property
    def agent(self) -> int:
        """The agent whose reports the layer adds."""
        return self.order[self.depth]

    @property
    def work(self) -> int:
        """Looks at cells that working out the agent's constraints takes."""
        return self._each * len(self.sections)

    @property
    def _each(self) -> int:
        tables = len(set(self.problem.pairs[self.agent].values()))
        return tables * (len(self.sections[0]) if self.sections else 0)

    def check(self) -> None:
        """Raise :class:`ListTooLong` or :class:`OutOfBudget` if the layer is estimated to be too much."""
        if self.budget is None:
            return
        self.check_work()
        if self._each > EFFORT:
            return
        found = estimated_layer(self.problem, self.agent, self.sections, self.domains)
        if self.depth == len(self.order) - 1:
            if found.nodes * len(self.domains) > MARGIN * self.budget:
                raise OutOfBudget(f"the last layer takes about {found.nodes * len(self.domains):.0e} steps")
        elif found.solutions > LIST_MARGIN * self.longest:
            raise ListTooLong(self.depth + 1, round(found.solutions), about=True)

    def check_work(self) -> None:
        """Raise :class:`OutOfBudget` if this layer or one that follows compares too many cells."""
        cells = len(self.sections[0]) if self.sections else 0
        for depth in range(self.depth, len(self.order)):
            agent = self.order[depth]
            tables = set(self.problem.pairs[agent].values())
            work = len(tables) * len(self.sections) * cells
            if self.budget is not None and work > MAX_WORK:
                raise OutOfBudget(f"layer {depth + 1} takes {work:.0e} comparisons of cells or more")
            if not all(row >> o & 1 for table in tables for o, row in enumerate(table)):
                return
            # The same map at every report is allowed: the next list has no fewer maps than this one.
            cells *= self.problem.shape[agent]

    @property
    def longest(self) -> int:
        """The longest list of solutions that this layer may have."""
        cells = self.problem.shape[self.agent] * (len(self.sections[0]) if self.sections else 1)
        following = len(set(self.problem.pairs[self.order[self.depth + 1]].values()))
        by_relation = (
            MAX_RELATION_BYTES if not following else int((MAX_RELATION_BYTES * 4 / following) ** 0.5)
        )
        return min(MAX_LISTED, self.limit // cells, by_relation)

    def refuse_list(self, count: int) -> None:
        """Raise :class:`ListTooLong` for a list of so many solutions."""
        if count > self.longest:
            raise ListTooLong(self.depth + 1, count)
