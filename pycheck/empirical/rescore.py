"""A trace read and scored again, line by line: what follows from the raw answers must be what is written.

Its own statuses, causes, reports, outcomes and welfare are not believed: each is made again from the freeze,
the deviations so far and what came back, and compared. A run goes on only from a trace without faults.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path

from pycheck.empirical.deviations import deviate
from pycheck.empirical.expected import expected_act
from pycheck.empirical.freeze import Freeze, FreezeRefused, load_freeze
from pycheck.empirical.lines import from_line, said, to_line
from pycheck.empirical.oracle import Oracle
from pycheck.empirical.record import (
    SCHEMA_VERSION,
    Act,
    ActKey,
    Deviation,
    Header,
    Line,
    Status,
    Stop,
    Turn,
    TurnKey,
)
from pycheck.empirical.tables import tables_digest
from pycheck.empirical.trace import TRACE, split_lines
from pycheck.errors import Fault, InputFileError

#: Faults after which a trace is not read on.
MAX_FAULTS = 100


@dataclass
class Contents:
    """What a trace holds. ``frozen`` has its deviations in force; ``faults`` is everything that is wrong.

    ``torn`` is the number of bytes after the last whole line. ``turns`` are finished ones, with their acts.
    """

    frozen: Freeze
    header: Header | None = None
    acts: dict[ActKey, Act] = field(default_factory=dict)
    turns: dict[TurnKey, Turn] = field(default_factory=dict)
    stops: list[Stop] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    elapsed_s: float = 0.0
    torn: int = 0

    @property
    def missing(self) -> tuple[ActKey, ...]:
        """The acts of the plan that are not there."""
        return tuple(key for key in self.frozen.plan.acts if key not in self.acts)

    def planned_turns(self) -> tuple[Turn, ...]:
        """Every turn of the plan in its order; acts that are not there have the status ``not_asked``."""
        oracle = Oracle(self.frozen.mechanism)
        return tuple(
            self.turns.get(key)
            or oracle.turn(key, [self._act(ActKey(key, agent)) for agent, _ in key.profile])
            for key in self.frozen.plan.turns
        )

    def _act(self, key: ActKey) -> Act:
        found = self.acts.get(key)
        if found is not None:
            return found
        return Act(
            freeze=self.frozen.digest,
            code="",
            condition=key.turn.condition,
            family=key.turn.family,
            model="",
            profile=dict(key.turn.profile),
            seed=key.turn.seed,
            agent=key.agent,
            true_type=dict(key.turn.profile)[key.agent],
            status=Status.NOT_ASKED,
            attempts=(),
        )


def rescore(folder: Path) -> Contents:
    """Read the freeze and the trace in a run's folder, and score every line again.

    Raises :class:`~pycheck.errors.InputFileError` if there is no readable freeze or no trace.
    """
    frozen = load_freeze(folder)
    path = folder / TRACE
    try:
        data = path.read_bytes()
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror or error}"
        raise InputFileError(str(path), [Fault("(file)", found, "a trace; pycheck pilot run")]) from None
    lines = split_lines(data)
    contents = read_lines(lines, frozen)
    contents.torn = len(data) - sum(map(len, lines))
    return contents


def read_lines(lines: list[bytes], frozen: Freeze) -> Contents:
    """Everything that whole lines of a trace say, and every fault of them."""
    reader = _Reader(Contents(frozen))
    for number, line in enumerate(lines, start=1):
        for fault in reader.read(number, line):
            reader.contents.faults.append(replace(fault, key=f"line {number}: {fault.key}"))
        if len(reader.contents.faults) >= MAX_FAULTS:
            break
    return reader.contents


class _Reader:
    def __init__(self, contents: Contents) -> None:
        self.contents = contents
        self._oracle = Oracle(contents.frozen.mechanism)
        self._plan()

    def _plan(self) -> None:
        self._acts, self._turns = (
            frozenset(self.contents.frozen.plan.acts),
            frozenset(self.contents.frozen.plan.turns),
        )

    def read(self, number: int, line: bytes) -> Iterator[Fault]:
        """Take in one line; its faults."""
        try:
            record = from_line(line)
        except ValueError as error:
            yield Fault("(line)", said(error), f"a line of schema version {SCHEMA_VERSION}")
            return
        if to_line(record) != line:
            yield Fault("(line)", "other bytes than pycheck writes", "the line as it was written")
        if isinstance(record, Header) != (number == 1):
            yield Fault("kind", type(record).__name__.lower(), "a header as the first line, and nowhere else")
        if record.freeze != self.contents.frozen.digest:
            expected = f"the freeze {self.contents.frozen.digest[:16]}…"
            yield Fault("freeze", f"{record.freeze[:16]}…", expected, "a trace belongs to one freeze")
            return
        yield from self._take(record)

    def _take(self, record: Line) -> Iterator[Fault]:
        match record:
            case Header():
                yield from self._header(record)
            case Act():
                yield from self._act(record)
            case Turn():
                yield from self._turn(record)
            case Stop():
                self.contents.stops.append(record)
                self._time(record.elapsed_s)
            case Deviation():
                try:
                    self.contents.frozen = deviate(self.contents.frozen, record)
                except FreezeRefused as refused:
                    yield Fault("deviation", str(refused).splitlines()[0], "a change that the freeze allows")
                self._plan()
                for key in self.contents.acts.keys() - self._acts:
                    found = f"a plan without {_show(key.turn, key.agent)}, which was played"
                    yield Fault("deviation", found, "a change that leaves what was played in the plan")

    def _header(self, header: Header) -> Iterator[Fault]:
        expected = header_of(self.contents.frozen, header.code)
        if header != expected:
            yield Fault(
                "header", f"{header.protocol}, {header.mechanism}", "the frozen protocol and mechanism"
            )
        self.contents.header = header

    def _act(self, act: Act) -> Iterator[Fault]:
        key = act.key
        if key not in self._acts:
            yield Fault("act", _show(key.turn, key.agent), "an act of the plan")
            return
        if key in self.contents.acts:
            yield Fault("act", f"{_show(key.turn, key.agent)} again", "each act once")
            return
        self.contents.acts[key] = act
        self._time(act.elapsed_s)
        yield from expected_act(act, self.contents.frozen)

    def _turn(self, turn: Turn) -> Iterator[Fault]:
        key = turn.key
        if key not in self._turns:
            yield Fault("turn", _show(key), "a turn of the plan")
            return
        if key in self.contents.turns:
            yield Fault("turn", f"{_show(key)} again", "each turn once")
            return
        acts = [self.contents.acts.get(ActKey(key, agent)) for agent, _ in key.profile]
        there = [act for act in acts if act is not None]
        if len(there) < len(acts):
            yield Fault("turn", f"{len(there)} of its {len(acts)} acts before it", "all of them")
            return
        expected = replace(self._oracle.turn(key, there), code=turn.code)
        self.contents.turns[key] = expected
        for name in ("reports", "outcome", "welfare", "optimum"):
            found, follows = getattr(turn, name), getattr(expected, name)
            if found != follows:
                yield Fault(name, f"{found}", f"{follows}, which follows from the acts")

    def _time(self, elapsed: float) -> None:
        self.contents.elapsed_s = max(self.contents.elapsed_s, elapsed)


def header_of(frozen: Freeze, code: str) -> Header:
    """The header of a trace of this freeze."""
    mechanism = frozen.mechanism
    return Header(1, frozen.digest, code, frozen.protocol.name, mechanism.name, tables_digest(mechanism))


def _show(turn: TurnKey, agent: str = "") -> str:
    profile = ", ".join(f"{name} {true_type}" for name, true_type in turn.profile)
    who = f", {agent}" if agent else ""
    return f"{turn.condition}, {turn.family}, ({profile}), seed {turn.seed}{who}"
