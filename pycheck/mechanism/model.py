"""The finite mechanism: agents, types, reports, outcomes, utilities, outcome maps.

All tables are held as tuples of indices in declared order; labels appear only at the edges.
Agent ``i`` has types ``T_i`` and reports ``R_i`` (not necessarily the types); an outcome map is a
function ``R_1 × … × R_n → O`` (a social choice function when every ``R_i`` is ``T_i``); agent ``i``
with true type ``t`` values outcome ``o`` at the rational ``u_i(o, t)`` (private values, no transfers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import lcm, prod
from typing import Any

from pycheck.errors import PycheckError

#: The name under which claims refer to the mechanism's own outcome map.
MAIN_MAP = "outcome_map"


class NoUtilities(PycheckError):
    """Something about utilities is asked of a mechanism that has none."""


@dataclass(frozen=True)
class Agent:
    """An agent: its name, its types and its reports, in declared order.

    ``truthful[k]`` is the index of the report that is true for type ``k``; ``None`` when the file
    gives no truthful report, in which case claims about truthful reports are refused.
    """

    name: str
    types: tuple[str, ...]
    reports: tuple[str, ...]
    truthful: tuple[int, ...] | None


#: Stands for labels that could not be read. (No label has such a character.)
UNREAD = "\0"


@dataclass(frozen=True)
class Signature:
    """What a claim may speak of: the agents, the outcomes and the names of the outcome maps.

    Without ``has_utilities`` the mechanism is a rule: nobody is said to value its outcomes.
    """

    agents: tuple[Agent, ...]
    outcomes: tuple[str, ...]
    map_names: tuple[str, ...] = (MAIN_MAP,)
    has_utilities: bool = True

    @property
    def partial(self) -> bool:
        """Whether something in it could not be read: then only some faults of claims can be told."""
        labels = [self.outcomes, *(a.types for a in self.agents), *(a.reports for a in self.agents)]
        return any(UNREAD in several for several in labels)

    def agent_index(self, name: str) -> int:
        """Position of the agent called ``name``; :class:`KeyError` if there is none."""
        for index, agent in enumerate(self.agents):
            if agent.name == name:
                return index
        raise KeyError(name)

    @property
    def shape(self) -> tuple[int, ...]:
        """Number of reports of each agent."""
        return tuple(len(agent.reports) for agent in self.agents)

    @property
    def cell_count(self) -> int:
        """Number of report profiles, that is of cells of an outcome map."""
        return prod(self.shape)

    @property
    def map_count(self) -> int:
        """Number of outcome maps: ``|O| ** cell_count``."""
        return int(len(self.outcomes) ** self.cell_count)

    def report_profiles(self) -> Iterator[tuple[int, ...]]:
        """All report profiles as index tuples, row-major (the last agent varies fastest)."""
        return product(*(range(size) for size in self.shape))

    def type_profiles(self) -> Iterator[tuple[int, ...]]:
        """All type profiles as index tuples, row-major."""
        return product(*(range(len(agent.types)) for agent in self.agents))

    def cell(self, reports: tuple[int, ...]) -> int:
        """Row-major position of a report profile among the cells."""
        position = 0
        for size, report in zip(self.shape, reports, strict=True):
            position = position * size + report
        return position

    def report_labels(self, reports: tuple[int, ...]) -> tuple[str, ...]:
        """The labels of a report profile."""
        return tuple(a.reports[r] for a, r in zip(self.agents, reports, strict=True))

    def type_labels(self, types: tuple[int, ...]) -> tuple[str, ...]:
        """The labels of a type profile."""
        return tuple(a.types[t] for a, t in zip(self.agents, types, strict=True))


@dataclass(frozen=True)
class OutcomeMap:
    """An outcome map: ``cells[k]`` is the index of the outcome at the ``k``-th report profile (row-major)."""

    cells: tuple[int, ...]


@dataclass(frozen=True)
class ClaimEntry:
    """One ``[[claims]]`` entry as read, its kind's parameters not yet interpreted.

    ``key`` is the entry's path in the file, for messages; ``expect`` is ``"holds"`` or ``"fails"``;
    ``theorem`` is the Lean name (relative to the mechanism's Lean namespace) or ``None``.
    """

    key: str
    id: str
    kind: str
    params: Mapping[str, Any]
    expect: str = "holds"
    theorem: str | None = None
    source: str | None = None
    note: str | None = None


@dataclass(frozen=True)
class LeanLink:
    """Where the Lean side of a mechanism lives, and what it calls things.

    All names are absolute Lean names (``Mechanisms.OthmanSandholm.uRow``). ``types`` and ``reports``
    give the inductive type for each agent; ``constructors`` maps (inductive type, label) to a
    constructor; ``maps`` has a curried function for each outcome map (:data:`MAIN_MAP` first);
    ``truthful`` has a function per agent, or ``None`` where types are reports; ``number`` is ``"Nat"``
    or ``"Int"``; every utility is multiplied by ``scale`` on the Lean side (1 unless rationals occur).
    ``project`` is the folder of a Lake project that has the module, relative to the mechanism file, where
    that is not beside it or among the shipped ones.
    """

    module: str
    namespace: str
    number: str
    scale: int
    outcome: str
    types: tuple[str, ...]
    reports: tuple[str, ...]
    utilities: tuple[str, ...]
    truthful: tuple[str | None, ...]
    maps: Mapping[str, str]
    constructors: Mapping[tuple[str, str], str]
    map_type: str | None = None
    map_constructor: str | None = None
    map_apply: str | None = None
    project: str | None = None

    def absolute(self, name: str) -> str:
        """``name`` as an absolute Lean name: relative to the namespace unless it begins with ``_root_.``."""
        root = "_root_."
        return name.removeprefix(root) if name.startswith(root) else f"{self.namespace}.{name}"


@dataclass(frozen=True)
class Source:
    """A source in the literature: a short id and a full citation."""

    id: str
    citation: str


@dataclass(frozen=True)
class Mechanism:
    """A finite mechanism as a file gives it.

    ``utilities[i][o][t]`` is agent ``i``'s utility of outcome ``o`` at true type ``t``, an exact
    :class:`~fractions.Fraction`, without unit; ``utilities`` is empty for a rule without utilities.
    """

    name: str
    title: str
    signature: Signature
    utilities: tuple[tuple[tuple[Fraction, ...], ...], ...]
    maps: Mapping[str, OutcomeMap]
    claims: tuple[ClaimEntry, ...] = ()
    lean: LeanLink | None = None
    sources: tuple[Source, ...] = ()
    description: str = ""
    sha256: str = ""
    path: str = field(default="", compare=False)

    @property
    def agents(self) -> tuple[Agent, ...]:
        """The agents in declared order."""
        return self.signature.agents

    @property
    def outcomes(self) -> tuple[str, ...]:
        """The outcome labels in declared order."""
        return self.signature.outcomes

    def require_utilities(self, what: str) -> None:
        """Raise :class:`NoUtilities` if nobody is said to value outcomes, which ``what`` is about."""
        if not self.signature.has_utilities:
            raise NoUtilities(f"{self.name} has no utilities (utilities = false), and {what} is about them")

    @property
    def outcome_map(self) -> OutcomeMap:
        """The mechanism's own outcome map."""
        return self.maps[MAIN_MAP]

    def outcome(self, reports: tuple[int, ...], map_name: str = MAIN_MAP) -> int:
        """Index of the outcome at a report profile, under the named map."""
        return self.maps[map_name].cells[self.signature.cell(reports)]

    def welfare(self, outcome: int, types: tuple[int, ...]) -> Fraction:
        """Utilitarian social welfare ``Σ_i u_i(outcome, types_i)``."""
        return sum((u[outcome][t] for u, t in zip(self.utilities, types, strict=True)), Fraction(0))

    @cached_property
    def denominator(self) -> int:
        """Least common denominator of all utilities (1 when they are integers)."""
        return lcm(*(v.denominator for table in self.utilities for row in table for v in row))
