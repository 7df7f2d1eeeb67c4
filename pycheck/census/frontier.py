"""How far a count by layers has come, as data that can be kept, so that an interruption costs little."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from pycheck.census.network import Network
from pycheck.census.problem import PairTable, Problem

#: An outcome map of the agents so far, as its cells: bytes where outcomes are few enough for that.
Section = bytes | tuple[int, ...]


@dataclass(frozen=True)
class Frontier:
    """A count at a point from which it can go on.

    ``sections`` are the maps of the first ``len(listed) - 1`` agents of ``order``; ``tables`` has what is
    known of the next agent's constraints: for a table of pairs, the sections that go with each section. Of
    the last agent's network, the first ``values`` values of the dividing variable have ``total`` solutions.
    """

    order: tuple[int, ...]
    sections: tuple[Section, ...]
    listed: tuple[int, ...]
    tables: Mapping[PairTable, tuple[int, ...]] = field(default_factory=dict)
    values: int = 0
    total: int = 0

    def to_bytes(self) -> bytes:
        """As JSON."""
        data = {
            "order": self.order,
            "packed": all(isinstance(section, bytes) for section in self.sections),
            "sections": [list(section) for section in self.sections],
            "listed": self.listed,
            "tables": [[list(table), [hex(row) for row in rows]] for table, rows in self.tables.items()],
            "values": self.values,
            "total": str(self.total),
        }
        return json.dumps(data).encode()

    @classmethod
    def from_bytes(cls, content: bytes) -> Frontier:
        """What :meth:`to_bytes` wrote. Raises :class:`ValueError` or :class:`KeyError` for anything else."""
        data: dict[str, Any] = json.loads(content)
        pack = bytes if data["packed"] else tuple
        return cls(
            tuple(data["order"]),
            tuple(pack(section) for section in data["sections"]),
            tuple(data["listed"]),
            {tuple(table): tuple(int(row, 16) for row in rows) for table, rows in data["tables"]},
            data["values"],
            int(data["total"]),
        )


class Keeper(Protocol):
    """Where frontiers are kept, by the text of the problem that is counted."""

    def load(self, problem: str) -> Frontier | None:
        """The frontier kept for a problem, if any."""

    def offer(self, problem: str, make: Callable[[], Frontier]) -> None:
        """Called at every point from which the count could go on; keeps ``make()`` when it is time to."""


class Forgetful:
    """Keeps nothing."""

    def load(self, _problem: str) -> Frontier | None:
        """Nothing."""
        return None

    def offer(self, _problem: str, _make: Callable[[], Frontier]) -> None:
        """Ignored."""


def count_in_parts(network: Network, kept: Frontier, text: str, keeper: Keeper) -> int:
    """The solutions of a network, value by value of one of its variables, from where ``kept`` is.

    Raises as :meth:`~pycheck.census.network.Network.count` does.
    """
    domains, variable, values = network.divided()
    for value in values[kept.values :]:
        found = network.count_part(domains, variable, value)
        kept = replace(kept, values=kept.values + 1, total=kept.total + found)
        keeper.offer(text, lambda now=kept: now)  # type: ignore[misc]
    return kept.total


def network_text(network: Network) -> str:
    """Everything that the count of a network depends on, the same for the same network."""
    return json.dumps([network.domains, [[*pair, *rows] for pair, rows in sorted(network.rows.items())]])


def problem_text(problem: Problem) -> str:
    """Everything that the count depends on, the same for the same problem."""
    return json.dumps(
        [
            problem.shape,
            problem.outcome_count,
            [[[*pair, *table] for pair, table in sorted(tables.items())] for tables in problem.pairs],
            sorted(problem.domains.items()),
            problem.outcomes,
        ]
    )
