"""The tables: utilities, and outcome maps in their three forms (rows, grid, constant)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import islice, product
from math import lcm, prod

from pycheck.mechanism.agents import MAX_CELLS, AgentDraft
from pycheck.mechanism.fields import MAX_DIGITS, Node, quoted
from pycheck.mechanism.model import OutcomeMap

_FORMS = ("rows", "grid", "constant")

Utilities = tuple[tuple[tuple[Fraction, ...], ...], ...]


@dataclass(frozen=True)
class Frame:
    """The agents and outcomes that tables are over, as far as they could be read."""

    agents: tuple[AgentDraft, ...]
    outcomes: tuple[str, ...] | None

    @cached_property
    def outcome_places(self) -> Mapping[str, int] | None:
        """The index of each outcome."""
        return None if self.outcomes is None else _places(self.outcomes)

    @cached_property
    def report_places(self) -> tuple[Mapping[str, int] | None, ...]:
        """The index of each report, by agent."""
        return tuple(None if agent.reports is None else _places(agent.reports) for agent in self.agents)

    @cached_property
    def shape(self) -> tuple[int, ...] | None:
        """The number of reports of each agent; ``None`` if unknown, or if there are too many cells."""
        sizes = tuple(len(places) for places in self.report_places if places is not None)
        return sizes if len(sizes) == len(self.agents) and prod(sizes) <= MAX_CELLS else None

    @cached_property
    def row_keys(self) -> Mapping[str, str]:
        """The keys of a row, and what belongs under each."""
        reports = {agent.name: f"a report of {quoted(agent.name)}" for agent in self.agents}
        return {**reports, "outcome": "an outcome"}

    def show(self, reports: Sequence[int]) -> str:
        """A report profile for people: ``(row: "a", col: "a'")``."""
        pairs = zip(self.agents, reports, strict=True)
        return f"({', '.join(f'{a.name}: {quoted((a.reports or ())[r])}' for a, r in pairs)})"


def _places(labels: Sequence[str]) -> dict[str, int]:
    return {label: index for index, label in enumerate(labels)}


def read_utilities(
    node: Node, agents: Sequence[AgentDraft], outcomes: tuple[str, ...] | None
) -> Utilities | None:
    """``[utilities]``: ``utilities.<agent>.<outcome>.<type>``, exact and complete; ``()`` for ``false``."""
    if node.value is False:
        return ()
    what = "a table with a table for each outcome"
    tables = node.record({agent.name: what for agent in agents}, what="agent") or {}
    read = [
        _read_agent_utilities(tables[agent.name], agent, outcomes) for agent in agents if agent.name in tables
    ]
    complete = tuple(table for table in read if table is not None)
    if len(complete) < len(agents):
        return None
    denominator, limit = 1, 10**MAX_DIGITS
    for value in (value for table in complete for row in table for value in row):
        denominator = lcm(denominator, value.denominator)
        if denominator >= limit:
            found = f"utilities whose least common denominator has more than {MAX_DIGITS} digits"
            node.fault(f"a least common denominator of at most {MAX_DIGITS} digits", found=found)
            return None
    return complete


def _read_agent_utilities(
    node: Node, agent: AgentDraft, outcomes: tuple[str, ...] | None
) -> tuple[tuple[Fraction, ...], ...] | None:
    expected = f"a table with a number for each type of {quoted(agent.name)}"
    if outcomes is None:
        rows = node.table("a table with a table for each outcome")
    else:
        rows = node.record(dict.fromkeys(outcomes, expected), what="outcome")
    if rows is None:
        return None
    table = []
    for row in rows.values():
        if agent.types is None:
            cells = row.table(expected)
        else:
            cells = row.record(dict.fromkeys(agent.types, "an integer or a fraction in quotes"), what="type")
        table.append({name: cell.rational() for name, cell in (cells or {}).items()})
    if outcomes is None or agent.types is None or len(rows) < len(outcomes):
        return None
    by_outcome = dict(zip(rows, table, strict=True))
    values = [[by_outcome[outcome].get(label) for label in agent.types] for outcome in outcomes]
    complete = tuple(tuple(value for value in row if value is not None) for row in values)
    return complete if all(len(row) == len(agent.types) for row in complete) else None


def read_map(node: Node, frame: Frame) -> OutcomeMap | None:
    """An outcome map in any of its three forms; ``None`` after faults, or where the frame is incomplete."""
    entries = node.record({}, _FORMS)
    if entries is None:
        return None
    if len(entries) != 1:
        found = f"{' and '.join(entries)} at once" if entries else ""
        node.fault("exactly one of rows, grid and constant", found=found)
        return None
    form, value = next(iter(entries.items()))
    if form == "rows":
        return _read_rows(value, frame)
    if form == "grid":
        return _read_grid(value, frame)
    outcome = _read_outcome(value, frame)
    return None if outcome is None or frame.shape is None else OutcomeMap((outcome,) * prod(frame.shape))


def _read_outcome(node: Node, frame: Frame) -> int | None:
    if frame.outcome_places is None:
        node.text("an outcome")
        return None
    return node.position("outcome", frame.outcome_places)


def _read_row(node: Node, frame: Frame) -> tuple[tuple[int, ...] | None, int | None]:
    """One row, ``{ <agent> = report, …, outcome = … }``: its report profile and its outcome."""
    entries = node.record(frame.row_keys) or {}
    profile = []
    for agent, places in zip(frame.agents, frame.report_places, strict=True):
        if agent.name not in entries:
            continue
        if places is None:
            entries[agent.name].text(frame.row_keys[agent.name])
        elif (report := entries[agent.name].position(f"report of {quoted(agent.name)}", places)) is not None:
            profile.append(report)
    outcome = _read_outcome(entries["outcome"], frame) if "outcome" in entries else None
    return (tuple(profile) if len(profile) == len(frame.agents) else None), outcome


def _read_rows(node: Node, frame: Frame) -> OutcomeMap | None:
    items = node.array("an array of rows, one for each report profile")
    if items is None:
        return None
    places: dict[tuple[int, ...], Node] = {}
    outcomes: dict[tuple[int, ...], int | None] = {}
    unreadable = 0
    for item in items:
        profile, outcome = _read_row(item, frame)
        if profile is None:
            unreadable += 1
        elif profile in places:
            found = f"a second row for {frame.show(profile)}"
            item.fault("one row for each report profile", f"the first is {places[profile].key}", found)
        else:
            places[profile], outcomes[profile] = item, outcome
    if frame.shape is None:
        return None
    size = prod(frame.shape)
    missing = size - len(outcomes)
    # A row whose reports could not be read has its own fault and may be the one that is missing.
    if missing > unreadable:
        absent = (profile for profile in product(*map(range, frame.shape)) if profile not in outcomes)
        shown = ", ".join(frame.show(profile) for profile in islice(absent, 8))
        rest = f" and {missing - 8} more" if missing > 8 else ""
        node.fault(f"one row for each of the {size} report profiles", found=f"no row for {shown}{rest}")
    cells = [outcomes.get(profile) for profile in product(*map(range, frame.shape))]
    complete = tuple(cell for cell in cells if cell is not None)
    return OutcomeMap(complete) if len(complete) == size else None


def _read_grid(node: Node, frame: Frame) -> OutcomeMap | None:
    """Nested arrays, the first agent outermost, read level by level."""
    level, exact = [node], frame.shape is not None
    for agent in frame.agents:
        below: list[Node] = []
        size = "" if agent.reports is None else f" of {len(agent.reports)}"
        expected = f"an array{size}, one item for each report of {quoted(agent.name)}"
        for inner in level:
            items = inner.array(expected)
            if items is None or (agent.reports is not None and len(items) != len(agent.reports)):
                exact = False
                if items is not None:
                    inner.fault(expected)
            below.extend(items or ())
        level = below
    cells = [_read_outcome(cell, frame) for cell in level]
    complete = tuple(cell for cell in cells if cell is not None)
    return OutcomeMap(complete) if exact and len(complete) == len(cells) else None
