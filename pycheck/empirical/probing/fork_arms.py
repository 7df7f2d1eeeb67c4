"""Forks side by side: replays of one game from the same round on, by what was done to them.

An arm has the replays that were made together (a batch), after the same message, with the same
intervention. The public instrument intervenes in nothing: its arms are forks before an utterance and behind
it, each a batch of its own. So arms of one parent and round stand beside each other, whatever they differ in.
Outcomes are counted arm by arm, over the replays in which there is one.
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
class Arm:
    """Replays of which nothing tells one from the other but chance."""

    number: int
    batch: str | None
    intervention: str
    replays: tuple[Replay, ...]


@dataclass(frozen=True)
class Comparison:
    """The arms of one parent and round, and each outcome counted in them."""

    parent: str
    round: int
    arms: tuple[Arm, ...]
    outcomes: tuple[Outcome, ...]


def comparisons(games: Sequence[GameSummary]) -> tuple[Comparison, ...]:
    """The forks among games that were read, in the order of the games. Reads the forks' public logs."""
    found: dict[tuple[str, int], dict[tuple[int, str, str], list[Replay]]] = {}
    seen: set[str] = set()
    for game in games:
        fork = game.fork
        if fork is None or game.game_id in seen:
            continue
        seen.add(game.game_id)
        key = (fork.number, fork.batch or "", intervention_of(fork))
        arms = found.setdefault((fork.parent, fork.round), {})
        arms.setdefault(key, []).append(_replay(game, fork))
    return tuple(_comparison(parent, round_, arms) for (parent, round_), arms in found.items())


def intervention_of(fork: Fork) -> str:
    """An intervention in words: its text, or its JSON, of an object without what is empty in it."""
    given = fork.intervention
    if type(given) is dict:
        given = {name: part for name, part in sorted(given.items()) if part not in (None, "", [], {})}
    if given is None or given == {}:
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


def _comparison(parent: str, round_: int, found: dict[tuple[int, str, str], list[Replay]]) -> Comparison:
    # In a batch, the arm without an intervention is what the others are held against: it comes first.
    keys = sorted(found, key=lambda key: (key[0], key[1], key[2] != UNCHANGED, key[2]))
    arms = tuple(
        Arm(
            number, batch or None, intervention, tuple(sorted(found[number, batch, intervention], key=_order))
        )
        for number, batch, intervention in keys
    )
    replays = [arm.replays for arm in arms]
    names = sorted({one.voted_out for arm in replays for one in arm if one.voted_out})
    wins = _outcome(
        "the Mafia wins", replays, lambda one: one.winner is not None, lambda one: one.winner == MAFIA
    )
    return Comparison(parent, round_, arms, (wins, *(_elimination(name, replays) for name in names)))


def _order(one: Replay) -> tuple[int, str]:
    return one.fork.replica or 0, one.game_id


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
