"""A run of games as the gate reads it: freeze, trace, logs, budgets, secrets.

Every game of the plan has to be there and over. Each is played once more from the trace: what was asked,
who answered and what that cost must be what the freeze says, and every log must come out byte for byte.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import product
from pathlib import Path

from pydantic import ValidationError

from pycheck.empirical.gate_checks import hushed_of
from pycheck.empirical.gate_games_checks import budgets, secrets, variables, who_answered
from pycheck.empirical.gate_games_shown import content_of
from pycheck.empirical.gate_kinds import Read
from pycheck.empirical.gate_reading import MAX_BYTES
from pycheck.empirical.lines import said
from pycheck.empirical.play import rules
from pycheck.empirical.play.asking import AskKey
from pycheck.empirical.play.contents import named
from pycheck.empirical.play.frozen import FILE_NAME, Frozen, load_frozen
from pycheck.empirical.play.logs import CONTEXTS, GAME, PROBES
from pycheck.empirical.play.record import Asked, Opened, Stop, from_line, to_line
from pycheck.empirical.play.rescore import Replay, rescore
from pycheck.empirical.play.run import GAMES_FOLDER
from pycheck.empirical.play.units import Unit
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.secrets import values_of
from pycheck.empirical.trace import TRACE, TraceRefused
from pycheck.errors import InputFileError
from pycheck.mechanism import Mechanism

#: The mechanism that a game's vote is: what the games are measurements on.
ABOUT = {"mafia": "mafia_vote"}
#: All that a game's folder holds.
LOGS = frozenset((GAME, PROBES, CONTEXTS))
#: The vote for nobody, and its outcome, in that mechanism.
NOBODY = "nobody"


@dataclass
class Reading:
    """What a run's files hold, and what is wrong with them as files. ``asked`` are lines with their place."""

    frozen: Frozen
    data: bytes = b""
    trace_sha256: str = ""
    code: str = ""
    asked: list[tuple[Asked, str]] = field(default_factory=list)
    stops: list[Stop] = field(default_factory=list)
    refusals: list[Refusal] = field(default_factory=list)

    @property
    def ended(self) -> str:
        """That the run ended before its games did, and why, if it says so; else nothing."""
        return f"; the run ended before: {self.stops[-1].message}" if self.stops else ""

    def refuse(self, code: Code, where: str, what: str) -> None:
        """Note one more reason."""
        self.refusals.append(Refusal(code, where, what))


def read(run: Path, mechanism: Mechanism) -> Read:
    """Read the games in ``run`` and check everything that the gate asks of them."""
    try:
        frozen = load_frozen(run)
    except InputFileError as error:
        return Read([Refusal(Code.FREEZE, FILE_NAME, str(fault)) for fault in error.faults])
    reading = Reading(frozen)
    _trace(reading, run / TRACE)
    reading.refusals += about(frozen, mechanism)
    values = values_of(variables(frozen))
    reading.refusals += secrets(run, values)
    if reading.data:
        _plan(reading, run)
        reading.refusals += budgets(frozen, reading.asked)
        reading.refusals += who_answered(frozen, reading.asked, reading.stops)
    replay = None if reading.refusals else _replayed(reading, run)
    hush = partial(hushed_of, values)
    if replay is None:
        return Read(reading.refusals, frozen.digest, reading.trace_sha256 or None, hushed=hush)
    content = partial(content_of, run, replay, mechanism)
    return Read(reading.refusals, frozen.digest, reading.trace_sha256, content, hush)


def about(frozen: Frozen, mechanism: Mechanism) -> Iterator[Refusal]:
    """Whether the mechanism is the vote of these games: the engine's rule on every profile of its table."""
    game = frozen.setup.game
    wanted = ABOUT.get(game)
    if mechanism.name != wanted:
        what = f"games of {game}, which are measurements on {wanted}; this is {mechanism.name}"
        yield Refusal(Code.OTHER_MECHANISM, FILE_NAME, what)
        return
    living = [agent.name for agent in mechanism.agents]
    reports = [range(len(agent.reports)) for agent in mechanism.agents]
    for profile in product(*reports):
        votes = [agent.reports[k] for agent, k in zip(mechanism.agents, profile, strict=True)]
        gone = rules.eliminated([None if vote == NOBODY else vote for vote in votes], living) or NOBODY
        found = mechanism.outcomes[mechanism.outcome(profile)]
        if found != gone:
            what = f"on the votes {', '.join(votes)} the games' rule gives {gone}, {mechanism.name} {found}"
            yield Refusal(Code.OTHER_MECHANISM, FILE_NAME, what)
            return


def _trace(reading: Reading, path: Path) -> None:
    """Every line held against the schema, nothing mended."""
    try:
        if path.stat().st_size > MAX_BYTES:
            reading.refuse(Code.TRACE, TRACE, f"more than {MAX_BYTES:,} bytes; expected a trace")
            return
        reading.data = path.read_bytes()
    except OSError as error:
        reason = error.strerror or type(error).__name__
        reading.refuse(Code.TRACE, TRACE, f"cannot be read: {reason}; expected the trace of games")
        return
    reading.trace_sha256 = hashlib.sha256(reading.data).hexdigest()
    *lines, last = reading.data.split(b"\n")
    if last:
        what = "a torn line; pycheck probing play drops it and goes on"
        reading.refuse(Code.TRACE, f"{TRACE}:{len(lines) + 1}", what)
    for number, line in enumerate(lines, start=1):
        _line(reading, number, line + b"\n")
    if not reading.code:
        reading.refuse(Code.TRACE, f"{TRACE}:1", "found no header; expected one that names the freeze")


def _line(reading: Reading, number: int, line: bytes) -> None:
    where = f"{TRACE}:{number}"
    try:
        record = from_line(line)
    except (ValidationError, ValueError, RecursionError) as error:
        reading.refuse(Code.SCHEMA, where, f"not a line of a trace of games: {said(error)}")
        return
    if to_line(record) != line:
        reading.refuse(Code.SCHEMA, where, "other bytes than pycheck writes for this record")
    if isinstance(record, Opened) != (number == 1):
        reading.refuse(Code.TRACE, where, f"a {record.kind}; expected a header in the first line alone")
    elif isinstance(record, Opened):
        reading.code = record.code
        if record.freeze != reading.frozen.digest:
            what = f"belongs to the freeze {record.freeze[:16]}…; expected {reading.frozen.digest[:16]}…"
            reading.refuse(Code.OTHER_FREEZE, where, what)
    elif isinstance(record, Stop):
        reading.stops.append(record)
    else:
        reading.asked.append((record, where))


def _plan(reading: Reading, run: Path) -> None:
    """Whether there is a game for each of the plan and no other, and no question twice."""
    units = {unit.name: unit for unit in reading.frozen.units}
    first: set[AskKey] = set()
    for asked, where in reading.asked:
        if asked.key.game not in units:
            reading.refuse(Code.UNPLANNED, where, f"{named(asked.key)}: a game that is not planned")
        if asked.key in first:
            reading.refuse(Code.DOUBLED, where, f"{named(asked.key)} again")
        first.add(asked.key)
    folder = run / GAMES_FOLDER
    there = {path.name for path in folder.iterdir()} if folder.is_dir() else set()
    known = {unit.game_id for unit in units.values()}
    for name in sorted(there - known):
        reading.refuse(Code.UNPLANNED, f"{GAMES_FOLDER}/{name}", "a game that is not planned")
    for unit in units.values():
        place = f"{GAMES_FOLDER}/{unit.game_id}"
        if unit.game_id not in there:
            reading.refuse(Code.MISSING, place, f"no logs of {_called(unit)}{reading.ended}")
            continue
        for path in sorted((folder / unit.game_id).iterdir()):
            if path.name not in LOGS:
                reading.refuse(Code.UNPLANNED, f"{place}/{path.name}", "no log of a game")


def _called(unit: Unit) -> str:
    return f"the game {unit.name}" + (f" (arm {unit.fork.arm})" if unit.fork else "")


def _replayed(reading: Reading, run: Path) -> Replay | None:
    """Every game from its answers, every log against what comes out; ``None`` if that is refused."""
    try:
        replay = rescore(run)
    except (TraceRefused, InputFileError) as error:
        reading.refuse(Code.RESCORING, TRACE, "; ".join(error.diagnostics()))
        return None
    for fault in replay.faults:
        unplanned = fault.expected.startswith("none: no game")
        where = fault.key if fault.key.startswith(GAMES_FOLDER) else TRACE
        reading.refuse(Code.UNPLANNED if unplanned else Code.RESCORING, where, str(fault))
    for unit in replay.missing:
        reading.refuse(Code.MISSING, TRACE, f"{_called(unit)} is not over{reading.ended}")
    return None if reading.refusals else replay
