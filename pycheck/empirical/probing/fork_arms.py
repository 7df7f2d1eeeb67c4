"""Forks side by side: replays of one game from one moment, by what was changed in them.

A batch has the forks of one parent, after one message, that were made together; an arm of it, those with the
same intervention. Outcomes are counted arm by arm, over the replays in which there is one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from pycheck.empirical.probing.corpus import GameSummary
from pycheck.empirical.probing.game_log import FILE, read_events
from pycheck.empirical.probing.records import MAFIA, Death, Event, Fork, Tally
from pycheck.empirical.probing.steps import accepted

#: What a replay without an intervention is called.
UNCHANGED = "no intervention"


class Count(NamedTuple):
    """How often there was an outcome, in so many replays."""

    found: int
    n: int


@dataclass(frozen=True)
class Replay:
    """One forked game. ``voted_out`` is whom the first vote after the fork eliminated, "" for nobody.

    ``None`` where the log ends before: that is no outcome.
    """

    folder: str
    game_id: str
    fork: Fork
    winner: str | None
    voted_out: str | None


@dataclass(frozen=True)
class Outcome:
    """An outcome, counted in each arm of a batch."""

    name: str
    counts: tuple[Count, ...]


@dataclass(frozen=True)
class Batch:
    """Forks that were made together; ``arms`` are their interventions, in words."""

    fork: Fork
    arms: tuple[str, ...]
    replays: tuple[tuple[Replay, ...], ...]
    outcomes: tuple[Outcome, ...]


def batches(games: Sequence[GameSummary]) -> tuple[Batch, ...]:
    """The batches among games that were read, in the order of the games. Reads the forks' public logs."""
    groups: dict[tuple[str, int, int, str | None], dict[str, list[Replay]]] = {}
    seen: set[str] = set()
    for game in games:
        fork = game.fork
        if fork is None or game.game_id in seen:
            continue
        seen.add(game.game_id)
        arms = groups.setdefault((fork.parent, fork.round, fork.number, fork.batch), {})
        arms.setdefault(intervention_of(fork), []).append(_replay(game, fork))
    return tuple(_batch(arms) for arms in groups.values())


def intervention_of(fork: Fork) -> str:
    """An intervention in words: its text, or its JSON with sorted names."""
    given = fork.intervention
    if given is None:
        return UNCHANGED
    return given if type(given) is str else json.dumps(given, ensure_ascii=False, sort_keys=True)


def _replay(game: GameSummary, fork: Fork) -> Replay:
    path = Path(game.folder) / FILE
    game_id, events, _ = read_events(path, FILE)
    _, events = accepted(game_id, events)
    return Replay(game.folder, game.game_id, fork, game.winner, _voted_out(events))


def _voted_out(events: Sequence[Event]) -> str | None:
    """Whom the first vote eliminated, "" for nobody; ``None`` where the log has no vote or ends with it."""
    for place, event in enumerate(events):
        if isinstance(event, Death) and event.kind == "day_eliminate":
            return event.player
        if isinstance(event, Tally):
            after = events[place + 1 :]
            gone = [e for e in after if isinstance(e, Death) and e.kind == "day_eliminate"]
            of_this = [e.player for e in gone if e.round == event.round]
            return of_this[0] if of_this else "" if after else None
    return None


def _batch(arms: dict[str, list[Replay]]) -> Batch:
    # The arm without an intervention is what the others are held against: it comes first.
    names = sorted(arms, key=lambda name: (name != UNCHANGED, name))
    replays = tuple(
        tuple(sorted(arms[name], key=lambda one: (one.fork.replica or 0, one.game_id))) for name in names
    )
    everyone = [one for arm in replays for one in arm]
    outcomes = [
        _outcome("the Mafia wins", replays, lambda r: r.winner is not None, lambda r: r.winner == MAFIA)
    ]
    for name in sorted({one.voted_out for one in everyone if one.voted_out}):
        outcomes.append(_elimination(name, replays))
    return Batch(everyone[0].fork, tuple(names), replays, tuple(outcomes))


def _elimination(name: str, replays: Iterable[Sequence[Replay]]) -> Outcome:
    what = f"the first vote after the fork eliminates {name}"
    return _outcome(what, replays, lambda r: r.voted_out is not None, lambda r: r.voted_out == name)


def _outcome(
    name: str,
    replays: Iterable[Sequence[Replay]],
    known: Callable[[Replay], bool],
    found: Callable[[Replay], bool],
) -> Outcome:
    counts = (Count(sum(known(r) and found(r) for r in arm), sum(map(known, arm))) for arm in replays)
    return Outcome(name, tuple(counts))
