"""Playing the games of a freeze in a folder: what is there is not asked again, what is not is asked once."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pycheck import __version__
from pycheck.cache import code_digest
from pycheck.empirical.budget import Charge, Ledger, charge_of_retry
from pycheck.empirical.calls import Calls, Stopped
from pycheck.empirical.journal import Journal
from pycheck.empirical.play.answering import Answering
from pycheck.empirical.play.asking import Answer, Ask, AskKey
from pycheck.empirical.play.contents import Contents, charge, read_contents
from pycheck.empirical.play.engine import Step, play
from pycheck.empirical.play.frozen import FILE_NAME, Frozen
from pycheck.empirical.play.game import Seat
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.instrument import Instrument
from pycheck.empirical.play.logs import logs_of
from pycheck.empirical.play.record import Asked, Opened, Stop, to_line
from pycheck.empirical.play.units import Unit
from pycheck.empirical.players import Player
from pycheck.empirical.protocol import Family
from pycheck.empirical.trace import JOURNAL, TRACE, LineFile, TraceRefused
from pycheck.files import write_atomically

GAMES_FOLDER = "games"
MakePlayer = Callable[[Family], Player]
_Result = TypeVar("_Result")


@dataclass(frozen=True)
class Outcome:
    """How a run ended. ``asked`` counts the questions answered now, ``missing`` the games still open."""

    games: int
    missing: int
    asked: int
    answers: int
    spent: Charge
    stop: Stop | None


def code_version() -> str:
    """pycheck's version and the digest of the code that plays and probes."""
    return f"{__version__}+{code_digest('empirical')[:16]}"


def run(
    frozen: Frozen,
    freeze_file: Path,
    folder: Path,
    make_player: MakePlayer,
    progress: Callable[[Unit, Asked], None] = lambda unit, asked: None,
) -> Outcome:
    """Play every game in ``folder``, from where an earlier run there was left. One process at a time.

    ``make_player`` is called once for each family that players have. Raises
    :class:`~pycheck.empirical.trace.TraceRefused` if the folder has games of another freeze, a trace that
    answers other questions, or one that another process is writing.
    """
    with ExitStack() as stack:
        trace = stack.enter_context(LineFile(folder / TRACE))
        _copy_freeze(freeze_file, folder)
        contents = read_contents(trace.lines, frozen)
        if contents.faults:
            shown = "\n".join(f"{trace.path}, {fault}" for fault in contents.faults)
            raise TraceRefused(f"{shown}\n{trace.path}: a run does not go on from such a trace")
        if not trace.lines:
            contents.start = round(time.time(), 3)
            trace.append([to_line(Opened(frozen.digest, code_version(), contents.start))])
        return _Session(frozen, folder, trace, contents, make_player, progress, stack).play()


def instrument_of(frozen: Frozen, asking: Callable[[Ask], Answer], **more: Any) -> Instrument:
    """The instrument that a freeze describes."""
    probing = frozen.setup.probing
    return Instrument(frozen.probes, asking, probing.retests, probing.most_tokens, **more)


def _copy_freeze(source: Path, folder: Path) -> None:
    target = folder / FILE_NAME
    data = source.read_bytes()
    if not target.exists():
        write_atomically(target, data)
    elif target.read_bytes() != data:
        raise TraceRefused(f"{folder}: has games of another freeze; give each freeze a folder of its own")


class _Session:
    def __init__(
        self,
        frozen: Frozen,
        folder: Path,
        trace: LineFile,
        contents: Contents,
        make_player: MakePlayer,
        progress: Callable[[Unit, Asked], None],
        stack: ExitStack,
    ) -> None:
        self._frozen, self._folder, self._trace, self._contents = frozen, folder, trace, contents
        self._progress = progress
        self._start = time.monotonic() - contents.elapsed_s
        setup = frozen.setup
        families = {family.name: family for family in setup.families}
        journal = Journal(folder / JOURNAL, frozen.digest, setup.sampling.timeout_s, self._elapsed, AskKey)
        stack.callback(journal.close)
        charges = (charge(asked, families.get(asked.family or "")) for asked in contents.asked.values())
        already = sum(charges, Charge())
        for key, pending in journal.pending.items():
            if key not in contents.asked:
                worst = Charge(1, pending.tokens, pending.money)
                already = sum((charge_of_retry(retry, worst) for retry in pending.lost), already)
                self._start = min(self._start, time.monotonic() - pending.until_s)
        self._ledger = Ledger(setup.budgets, already, self._elapsed)
        used = {player.family for player in setup.players if player.family}
        players: dict[str, Player] = {}
        for name, family in families.items():
            if name in used:
                players[name] = make_player(family)
                stack.callback(players[name].close)
        self._calls = Calls(setup.network, players, journal, self._ledger, threading.Event())
        self._answering = Answering(
            contents.asked,
            trace,
            families,
            setup.sampling,
            self._calls,
            self._elapsed,
            setup.probing.keep_prompts,
        )
        # Scripts are done before a thread would have begun.
        self._pool = stack.enter_context(ThreadPoolExecutor(setup.network.concurrency)) if used else None

    def _elapsed(self) -> float:
        """The run's own time, earlier sessions included."""
        return time.monotonic() - self._start

    def play(self) -> Outcome:
        """Play what is open; why it ended early, if it did."""
        units, done = self._frozen.units, 0
        reason: Stopped | None = None
        try:
            for unit in units:
                self._answering.progress = partial(self._progress, unit)
                self._game(unit)
                done += 1
        except Stopped as stopped:
            reason = stopped
        except KeyboardInterrupt:
            reason = Stopped("interrupted", "interrupted by the user; what was under way was finished")
        stop = Stop(reason.reason, str(reason), round(self._elapsed(), 3)) if reason else None
        if stop is not None:
            self._trace.append([to_line(stop)])
        answers = len(self._contents.asked)
        asked = self._answering.finished
        return Outcome(len(units), len(units) - done, asked, answers, self._ledger.spent, stop)

    def _game(self, unit: Unit) -> None:
        game, setup = GAMES[self._frozen.setup.game], self._frozen.setup
        instrument = instrument_of(self._frozen, self._answering, spread=self._spread)
        steps: list[Step] = []
        try:
            for step in play(game, setup, unit, self._move, instrument, self._contents.start):
                steps.append(step)
        finally:
            over = bool(steps) and steps[-1].last
            write_logs(self._folder, logs_of(self._frozen, unit, steps), unit, over=over)

    def _move(self, ask: Ask) -> Answer:
        if self._pool is None or ask.seat.family is None:
            return self._answering(ask)
        return self._all([self._pool.submit(self._answering, ask)])[0]

    def _spread(self, do: Callable[[Seat], _Result], seats: Iterable[Seat]) -> list[_Result]:
        if self._pool is None:
            return [do(seat) for seat in seats]
        return self._all([self._pool.submit(do, seat) for seat in seats])

    def _all(self, futures: list[Future[_Result]]) -> list[_Result]:
        """The results, once all are there; what ended the run, if something did."""
        try:
            wait(futures)
        except KeyboardInterrupt:
            self._calls.stop.set()
            wait(futures)
            raise
        errors = [error for future in futures if (error := future.exception()) is not None]
        for error in errors:
            # One of them has the reason; the others say that they were ended.
            if not (isinstance(error, Stopped) and error.reason == "interrupted"):
                raise error
        if errors:
            raise errors[0]
        return [future.result() for future in futures]


def write_logs(folder: Path, logs: dict[str, bytes], unit: Unit, *, over: bool) -> None:
    """Write a game's logs, each in one step.

    Those of a game that is not ``over`` replace none that go on from there: it may have been interrupted
    while what is in the trace was played again.
    """
    place = folder / GAMES_FOLDER / unit.game_id
    place.mkdir(parents=True, exist_ok=True)
    for name, data in logs.items():
        path = place / name
        if over or not path.is_file() or not path.read_bytes().startswith(data):
            write_atomically(path, data)
