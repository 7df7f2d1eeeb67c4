"""Running a frozen plan in a folder: what is there is not asked again, what is not is asked once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import chain, islice, zip_longest
from pathlib import Path

from pycheck import __version__
from pycheck.cache import code_digest
from pycheck.empirical.budget import Charge, Ledger, spent
from pycheck.empirical.calls import Calls, Stopped
from pycheck.empirical.deviations import new_value, refuse_secrets, value_at
from pycheck.empirical.expected import scripted_acts
from pycheck.empirical.freeze import FILE_NAME, Freeze, FreezeRefused, load_freeze
from pycheck.empirical.journal import Journal, Pending
from pycheck.empirical.lines import to_line
from pycheck.empirical.oracle import Oracle
from pycheck.empirical.pending import check_pending
from pycheck.empirical.players import Player
from pycheck.empirical.protocol import Family
from pycheck.empirical.protocol_file import as_data
from pycheck.empirical.record import SCRIPTED, Act, ActKey, Deviation, Stop, TurnKey
from pycheck.empirical.rescore import Contents, header_of, read_lines
from pycheck.empirical.rig import Rig
from pycheck.empirical.trace import JOURNAL, TRACE, LineFile, TraceRefused
from pycheck.files import write_atomically

#: Scripted turns that are written at once.
BLOCK = 500
MakePlayer = Callable[[Family], Player]


@dataclass(frozen=True)
class Outcome:
    """How a run ended. ``asked`` counts the acts that were finished now, ``missing`` those still open."""

    acts: int
    asked: int
    missing: int
    spent: Charge
    stop: Stop | None


def code_version() -> str:
    """pycheck's version and the digest of the code that runs and scores a pilot."""
    return f"{__version__}+{code_digest('empirical', 'mechanism')[:16]}"


def run(
    frozen: Freeze,
    freeze_file: Path,
    folder: Path,
    make_player: MakePlayer,
    progress: Callable[[Act], None] = lambda act: None,
) -> Outcome:
    """Run the plan in ``folder``, from where an earlier run there was left. One process at a time.

    ``make_player`` is called once for each family that still has to be asked. Raises
    :class:`~pycheck.empirical.trace.TraceRefused` if the folder has another freeze, or a trace that does not
    score again as it is written, or one that another process is writing.
    """
    with LineFile(folder / TRACE) as trace:
        _copy_freeze(freeze_file, folder)
        contents = _sound(trace, frozen)
        session = _Session(contents, trace, progress)
        if not trace.lines:
            trace.append([to_line(header_of(frozen, session.code))])
        session.scripted()
        stop = session.asked(folder, make_player)
        if stop is not None:
            trace.append([to_line(stop)])
        return Outcome(len(contents.acts), session.finished, len(contents.missing), session.spent, stop)


def record_deviation(folder: Path, field: str, value: str, reason: str) -> Deviation:
    """Write a deviation into the trace in ``folder``, in force for the acts after it. ``value`` is JSON.

    Raises :class:`~pycheck.empirical.freeze.FreezeRefused` or
    :class:`~pycheck.empirical.trace.TraceRefused` if there can be no such deviation, or if it has a secret
    in it.
    """
    frozen = load_freeze(folder)
    new = new_value(value)
    if not reason.strip():
        raise FreezeRefused("a deviation needs a reason")
    with LineFile(folder / TRACE) as trace:
        contents = _sound(trace, frozen)
        time_ = datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        old = value_at(as_data(contents.frozen.protocol), field)
        deviation = Deviation(frozen.digest, code_version(), field, old, new, reason.strip(), time_)
        refuse_secrets(contents.frozen, deviation)
        lines = [] if trace.lines else [to_line(header_of(frozen, code_version()))]
        lines.append(to_line(deviation))
        after = read_lines([*trace.lines, *lines], frozen)
        if after.faults:
            raise FreezeRefused("\n".join(fault.found for fault in after.faults))
        trace.append(lines)
    return deviation


def _sound(trace: LineFile, frozen: Freeze) -> Contents:
    contents = read_lines(trace.lines, frozen)
    if contents.faults:
        shown = "\n".join(f"{trace.path}, {fault}" for fault in contents.faults)
        raise TraceRefused(f"{shown}\n{trace.path}: a run does not go on from such a trace")
    return contents


def _copy_freeze(source: Path, folder: Path) -> None:
    target = folder / FILE_NAME
    data = source.read_bytes()
    if not target.exists():
        write_atomically(target, data)
    elif target.read_bytes() != data:
        raise TraceRefused(f"{folder}: has runs of another freeze; give each freeze a folder of its own")


@dataclass
class _Session:
    contents: Contents
    trace: LineFile
    progress: Callable[[Act], None]
    code: str = field(default_factory=code_version)
    finished: int = 0
    spent: Charge = field(default_factory=Charge)

    def __post_init__(self) -> None:
        self._start = time.monotonic() - self.contents.elapsed_s
        self._oracle = Oracle(self.contents.frozen.mechanism)
        self._lock = threading.Lock()

    def elapsed(self) -> float:
        """The run's own time, earlier sessions included."""
        return time.monotonic() - self._start

    def _take_up(self, elapsed_s: float) -> None:
        """Begin no earlier than where a run that was killed is known to have been."""
        self._start = min(self._start, time.monotonic() - elapsed_s)

    def scripted(self) -> None:
        """Play what no model is asked for, and write the turns whose acts are all there."""
        contents = self.contents
        turns = (key for key in contents.frozen.plan.turns if key not in contents.turns)
        lines = chain.from_iterable(self._lines_of(key) for key in turns)
        while block := list(islice(lines, BLOCK)):
            self.trace.append(block)

    def _lines_of(self, key: TurnKey) -> Iterator[bytes]:
        frozen = self.contents.frozen
        keys = [ActKey(key, agent) for agent, _ in key.profile]
        scripted = frozen.protocol.condition(key.condition).scripted
        if scripted is not None:
            for act in scripted_acts(frozen, scripted, key, self.code, round(self.elapsed(), 3)):
                act_key = ActKey(key, act.agent)
                if act_key not in self.contents.acts:
                    self.contents.acts[act_key] = act
                    self.finished += 1
                    self.progress(act)
                    yield to_line(act)
        if (turn := self._complete(keys)) is not None:
            yield turn

    def _complete(self, keys: Sequence[ActKey]) -> bytes | None:
        """The turn's line, once all its acts are there."""
        acts = [self.contents.acts[key] for key in keys if key in self.contents.acts]
        if len(acts) < len(keys):
            return None
        turn = self._oracle.turn(keys[0].turn, acts)
        self.contents.turns[keys[0].turn] = turn
        return to_line(turn)

    def record(self, act: Act) -> None:
        """Write an act down, and its turn if it was the last one missing."""
        with self._lock:
            self.contents.acts[act.key] = act
            self.finished += 1
            turn = self._complete([ActKey(act.key.turn, agent) for agent in act.profile])
            self.trace.append([to_line(act), *([turn] if turn else [])])
        self.progress(act)

    def asked(self, folder: Path, make_player: MakePlayer) -> Stop | None:
        """Ask models for what is missing; why it ended early, if it did."""
        frozen = self.contents.frozen
        timeout = frozen.protocol.sampling.timeout_s
        journal = Journal(folder / JOURNAL, frozen.digest, timeout, self.elapsed, ActKey)
        players: dict[str, Player] = {}
        try:
            open_acts = self.contents.missing
            pending = {key: journal.pending.get(key, Pending()) for key in open_acts}
            check_pending(frozen, pending, self.contents.stops, journal.path)
            self._take_up(max((under_way.until_s for under_way in pending.values()), default=0.0))
            self.spent = self._already(pending)
            families = {key.turn.family for key in open_acts}
            for family in frozen.protocol.families:
                if family.name in families:
                    players[family.name] = make_player(family)
            ledger = Ledger(frozen.protocol.budgets, self.spent, self.elapsed)
            calls = Calls(frozen.protocol.network, players, journal, ledger, threading.Event())
            rig = Rig(frozen, calls, self.elapsed, self.code)
            try:
                reason = self._ask_all(rig, pending)
            finally:
                self.spent = ledger.spent
        finally:
            for player in players.values():
                player.close()
            journal.close()
        if reason is None:
            return None
        return Stop(frozen.digest, self.code, reason.reason, str(reason), round(self.elapsed(), 3))

    def _already(self, pending: Mapping[ActKey, Pending]) -> Charge:
        plan = self.contents.frozen.plan
        total = Charge()
        for key, act in self.contents.acts.items():
            if act.family != SCRIPTED:
                total += spent(plan, key, act.attempts)
        for key, under_way in pending.items():
            total += spent(plan, key, under_way.attempts, under_way.lost)
        return total

    def _ask_all(self, rig: Rig, pending: Mapping[ActKey, Pending]) -> Stopped | None:
        """Ask for every open act, so many at once; the reason to stop, after what was under way."""
        queue, taking = _interleaved(pending), threading.Lock()

        def work() -> None:
            while not rig.calls.stop.is_set():
                with taking:
                    key = next(queue, None)
                if key is None:
                    return
                try:
                    self.record(rig.play(key, pending[key]))
                except BaseException:
                    rig.calls.stop.set()
                    raise

        at_once = self.contents.frozen.protocol.network.concurrency
        stopped = None
        with ThreadPoolExecutor(at_once) as pool:
            workers = [pool.submit(work) for _ in range(at_once)]
            try:
                wait(workers)
            except KeyboardInterrupt:
                rig.calls.stop.set()
                wait(workers)
                stopped = Stopped("interrupted", "interrupted by the user; what was under way was finished")
        for worker in workers:
            error = worker.exception()
            if isinstance(error, Stopped):
                # One worker has the reason; the others say that they were ended.
                stopped = error if stopped is None or stopped.reason == "interrupted" else stopped
            elif error is not None:
                raise error
        return stopped


def _interleaved(keys: Iterable[ActKey]) -> Iterator[ActKey]:
    """The acts in the plan's order, families in turn, so that slow ones do not wait for each other."""
    by_family: dict[str, list[ActKey]] = {}
    for key in keys:
        by_family.setdefault(key.turn.family, []).append(key)
    rounds = zip_longest(*by_family.values())
    return (key for round_ in rounds for key in round_ if key is not None)
