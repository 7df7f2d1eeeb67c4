"""A run's files as the gate reads them: every line held against the schema, nothing mended."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from pathlib import Path

from pycheck.empirical.deviations import deviate
from pycheck.empirical.freeze import FILE_NAME, Freeze, FreezeRefused, load_freeze
from pycheck.empirical.lines import from_line, said, to_line
from pycheck.empirical.record import Act, ActKey, Deviation, Header, Stop, Turn
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.trace import JOURNAL, TRACE
from pycheck.errors import InputFileError

#: Largest trace that is read, in bytes.
MAX_BYTES = 1 << 30


@dataclass(frozen=True)
class Placed:
    """Where an act or a turn stands: its line, and freeze and plan as they were in force there."""

    line: int
    frozen: Freeze
    planned: frozenset[ActKey]

    @property
    def where(self) -> str:
        """File and line."""
        return f"{TRACE}:{self.line}"


@dataclass
class Reading:
    """What a run's files hold, and what is wrong with them as files.

    ``frozen`` has every deviation in force that the trace records; ``original`` has none.
    """

    original: Freeze | None = None
    frozen: Freeze | None = None
    header: Header | None = None
    acts: list[tuple[Act, Placed]] = field(default_factory=list)
    turns: list[tuple[Turn, Placed]] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    deviations: list[Deviation] = field(default_factory=list)
    freezes: list[Freeze] = field(default_factory=list)
    codes: dict[str, None] = field(default_factory=dict)
    trace_sha256: str = ""
    data: bytes = b""
    journal: bytes = b""
    refusals: list[Refusal] = field(default_factory=list)
    _planned: tuple[Freeze, frozenset[ActKey]] | None = None

    def refuse(self, code: Code, where: str, what: str) -> None:
        """Note one more reason."""
        self.refusals.append(Refusal(code, where, what))

    def here(self, line: int) -> Placed:
        """The place of a line, with the freeze in force so far."""
        assert self.frozen is not None
        if self._planned is None or self._planned[0] is not self.frozen:
            self._planned = (self.frozen, frozenset(self.frozen.plan.acts))
        return Placed(line, *self._planned)

    def joined(self) -> list[Turn]:
        """The turns with their acts in the order of the agents, as far as these are there.

        In a trace they stand in the order in which they were finished.
        """
        acts = {act.key: act for act, _ in self.acts}
        found = []
        for turn, _ in self.turns:
            keys = [ActKey(turn.key, agent) for agent in turn.profile]
            found.append(replace(turn, acts=tuple(acts[key] for key in keys if key in acts)))
        return found


def read_run(folder: Path) -> Reading:
    """Read the freeze and the trace in a run's folder; whatever is wrong is in the result's refusals."""
    reading = Reading()
    try:
        reading.original = reading.frozen = load_freeze(folder / FILE_NAME)
    except InputFileError as error:
        for fault in error.faults:
            reading.refuse(Code.FREEZE, FILE_NAME, str(fault))
        return reading
    reading.freezes.append(reading.original)
    if (folder / JOURNAL).exists():
        reading.journal = _bytes(reading, folder / JOURNAL) or b""
    data = _bytes(reading, folder / TRACE)
    if data is None:
        return reading
    reading.data = data
    reading.trace_sha256 = hashlib.sha256(reading.data).hexdigest()
    *lines, last = reading.data.split(b"\n")
    if last:
        reading.refuse(
            Code.TRACE, f"{TRACE}:{len(lines) + 1}", "a torn line; pycheck pilot run drops it and goes on"
        )
    for number, line in enumerate(lines, 1):
        _line(reading, number, line + b"\n")
    if reading.header is None:
        reading.refuse(Code.TRACE, f"{TRACE}:1", "found no header; expected one that names the freeze")
    return reading


def _bytes(reading: Reading, path: Path) -> bytes | None:
    """What a file of the run holds; ``None`` if that is refused."""
    what = "the trace of a run" if path.name == TRACE else "the journal of a run"
    try:
        if path.stat().st_size <= MAX_BYTES:
            return path.read_bytes()
        reading.refuse(Code.TRACE, path.name, f"more than {MAX_BYTES:,} bytes; expected {what}")
    except OSError as error:
        reason = error.strerror or type(error).__name__
        reading.refuse(Code.TRACE, path.name, f"cannot be read: {reason}; expected {what}")
    return None


def _line(reading: Reading, number: int, line: bytes) -> None:
    where = f"{TRACE}:{number}"
    try:
        record = from_line(line)
    except (ValueError, RecursionError) as error:
        reading.refuse(Code.SCHEMA, where, f"not a line of a trace: {said(error)}")
        return
    if to_line(record) != line:
        reading.refuse(Code.SCHEMA, where, "other bytes than pycheck writes for this record")
    assert reading.frozen is not None
    reading.codes[record.code] = None
    if record.freeze != reading.frozen.digest:
        reading.refuse(
            Code.OTHER_FREEZE,
            where,
            f"belongs to the freeze {record.freeze[:16]}…; expected {reading.frozen.digest[:16]}…",
        )
    match record:
        case Header():
            if reading.header is not None or number != 1:
                reading.refuse(Code.TRACE, where, "a header; expected one, in the first line")
            reading.header = reading.header or record
        case Act():
            reading.acts.append((record, reading.here(number)))
        case Turn():
            reading.turns.append((record, reading.here(number)))
        case Stop():
            reading.stops.append(record)
        case Deviation():
            _deviation(reading, where, record)


def _deviation(reading: Reading, where: str, record: Deviation) -> None:
    assert reading.frozen is not None
    reading.deviations.append(record)
    try:
        reading.frozen = deviate(reading.frozen, record)
    except FreezeRefused as error:
        reading.refuse(Code.DEVIATION, where, "; ".join(error.diagnostics()))
        return
    reading.freezes.append(reading.frozen)


def keys_in(freezes: list[Freeze]) -> set[ActKey]:
    """The acts that were planned under any of these."""
    return {key for frozen in freezes for key in frozen.plan.acts}
