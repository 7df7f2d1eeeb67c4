"""Playing games again from their trace alone: every log has to come out as it is written."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pycheck.empirical.judge import judge_text
from pycheck.empirical.play.answering import NotAsked, recorded, scripted_attempt
from pycheck.empirical.play.asking import Answer, Ask, AskKey
from pycheck.empirical.play.contents import Contents, named, read_contents
from pycheck.empirical.play.engine import Step, play
from pycheck.empirical.play.frozen import Frozen, load_frozen
from pycheck.empirical.play.game import Seat
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.logs import logs_of
from pycheck.empirical.play.record import Asked
from pycheck.empirical.play.run import GAMES_FOLDER, instrument_of
from pycheck.empirical.play.units import Unit
from pycheck.empirical.record import Status
from pycheck.empirical.trace import TRACE, TraceRefused, split_lines
from pycheck.errors import Fault
from pycheck.visible import visible

_Result = TypeVar("_Result")


@dataclass
class Replay:
    """What a run's folder holds. ``over`` are the games that came to their end."""

    frozen: Frozen
    contents: Contents
    over: tuple[Unit, ...]
    faults: tuple[Fault, ...]

    @property
    def missing(self) -> tuple[Unit, ...]:
        """The games that did not."""
        return tuple(unit for unit in self.frozen.units if unit not in self.over)


def rescore(folder: Path) -> Replay:
    """Play every game in ``folder`` again from its trace, and hold every file against what comes out.

    Raises :class:`~pycheck.errors.InputFileError` if there is no freeze, and
    :class:`~pycheck.empirical.trace.TraceRefused` if there is no trace.
    """
    frozen = load_frozen(folder)
    try:
        data = (folder / TRACE).read_bytes()
    except OSError as error:
        raise TraceRefused(f"{folder / TRACE}: cannot be read: {error.strerror or error}") from None
    contents = read_contents(split_lines(data), frozen)
    faults = list(contents.faults)
    faults.extend(_judged_again(contents, frozen))
    used: set[AskKey] = set()
    over = []
    for unit in frozen.units:
        steps, fault = replay(frozen, unit, contents, used)
        if fault is not None:
            faults.append(fault)
        elif steps and steps[-1].last:
            over.append(unit)
        faults.extend(_files(folder, logs_of(frozen, unit, steps), unit, over=unit in over))
    faults.extend(_left(key for key in contents.asked if key not in used))
    known = {unit.game_id for unit in frozen.units}
    games = folder / GAMES_FOLDER
    found = sorted(games.iterdir()) if games.is_dir() else []
    faults.extend(
        Fault(f"{GAMES_FOLDER}/{visible(path.name)}", "a game", "none: it is not of this freeze")
        for path in found
        if path.name not in known
    )
    return Replay(frozen, contents, tuple(over), tuple(faults))


def _left(keys: Iterable[AskKey]) -> Iterator[Fault]:
    """Answers that no game asks for: of each game the first, and how many more; one edit leaves hundreds."""
    expected = "none: no game asks for it"
    by_game: dict[str, list[AskKey]] = {}
    for key in keys:
        by_game.setdefault(key.game, []).append(key)
    for game, left in by_game.items():
        yield Fault(named(left[0]), "an answer", expected)
        if len(left) > 1:
            yield Fault(visible(game), f"{len(left) - 1} more answers like it", expected)


def replay(
    frozen: Frozen, unit: Unit, contents: Contents, used: set[AskKey]
) -> tuple[list[Step], Fault | None]:
    """A game's steps as far as the trace has its answers, and why they end if that is a fault."""

    def asking(ask: Ask) -> Answer:
        asked = contents.asked.get(ask.key)
        if asked is None:
            raise NotAsked
        used.add(ask.key)
        if ask.seat.script is not None:
            _require_script(ask, asked)
        return recorded(ask, asked)

    steps: list[Step] = []
    instrument = instrument_of(frozen, asking, spread=_each)
    try:
        for step in play(GAMES[frozen.setup.game], frozen.setup, unit, asking, instrument, contents.start):
            steps.append(step)
    except NotAsked:
        return steps, None
    except TraceRefused as error:
        return steps, Fault(unit.name, str(error), "the answers to this game's questions")
    return steps, None


def _each(do: Callable[[Seat], _Result], seats: Iterable[Seat]) -> list[_Result]:
    """Each player's answers, though another one's are missing: players are asked at the same time."""
    results, missing = [], False
    for seat in seats:
        try:
            results.append(do(seat))
        except NotAsked:
            missing = True
    if missing:
        raise NotAsked
    return results


def _require_script(ask: Ask, asked: Asked) -> None:
    script = ask.seat.script
    if (asked.model, asked.attempt) != (f"scripted:{script}", scripted_attempt(ask)):
        raise TraceRefused(f"{named(ask.key)}: the script {script} does not say that")


def _judged_again(contents: Contents, frozen: Frozen) -> Iterator[Fault]:
    families = {family.name: family for family in frozen.setup.families}
    for key, asked in contents.asked.items():
        attempt = asked.attempt
        if asked.family is not None and asked.family in families:
            status = judge_text(attempt, families[asked.family]).status
        else:
            status = Status.VALID if (attempt.raw or "").strip() else Status.EMPTY
        known = families[asked.family].model if asked.family in families else asked.model
        if asked.model != known or (asked.family is None) != asked.model.startswith("scripted:"):
            yield Fault(named(key), f"the model {asked.model!r}", f"{known!r}, or a script without a family")
        if status is not attempt.status:
            yield Fault(named(key), f"status {attempt.status.value}", f"{status.value}, from what came back")


def _files(folder: Path, logs: dict[str, bytes], unit: Unit, *, over: bool) -> Iterator[Fault]:
    """Logs that do not follow from the trace. Those of a game that goes on may lie behind it."""
    for name, data in logs.items():
        path = folder / GAMES_FOLDER / unit.game_id / name
        key = f"{GAMES_FOLDER}/{unit.game_id}/{name}"
        try:
            found = path.read_bytes()
        except FileNotFoundError:
            if over:
                hint = "pycheck probing play writes it"
                yield Fault(key, "no file", "the log that follows from the trace", hint)
            continue
        except OSError as error:
            yield Fault(key, f"a file that cannot be read: {error.strerror or error}", "the game's log")
            continue
        if found != data and (over or not data.startswith(found)):
            yield Fault(key, "something else", "the log that follows from the trace", _where(found, data))


def _where(found: bytes, expected: bytes) -> str:
    pairs = zip(found.split(b"\n"), expected.split(b"\n"), strict=False)
    for number, (one, other) in enumerate(pairs, start=1):
        if one != other:
            return f"line {number} is the first that differs"
    return "one of them has more lines"
