"""A game step by step: what was said, what came of it, and at which steps players were asked.

A step is a moment of the game, (round, message number); the probes at the end of a round are the last step of
it. Deaths, votes and results have no number: they belong to the step that they follow.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pycheck.empirical.probing.faults import EFFECTS, Kind
from pycheck.empirical.probing.game_log import Game, game_of
from pycheck.empirical.probing.records import Death, Event, Message, Notice, Over, Place, Tally, place

#: What steps are called that no message made: the beginning, the end of a round, and a number that probes
#: carry and no event does.
START, ROUND_END, NOT_IN_THE_LOG = "start", "round_end", "not_in_the_log"


class Happening(NamedTuple):
    """What came of a step: the kind of the event, and the event in words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class Step:
    """A moment of a game. ``kind`` is that of the message; ``speaker`` is ``None`` where nobody spoke."""

    place: Place
    kind: str
    speaker: str | None
    text: str
    happenings: tuple[Happening, ...]

    @property
    def label(self) -> str:
        """Round and number, ``1:9``; ``1:end`` for the end of a round."""
        return label_of(self.place)


def label_of(moment: Place) -> str:
    """Round and number of a moment, ``1:9``; ``1:end`` for the end of a round."""
    return f"{moment.round}:end" if moment.at_end else f"{moment.round}:{moment.number}"


def accepted(game_id: str, events: Sequence[Event]) -> tuple[Game, list[Event]]:
    """The game that events amount to, and the events without those that it leaves out."""
    events = list(events)
    game, wrong = game_of(game_id, events)
    gone = {line for line, problem in wrong if EFFECTS[problem.kind] == EFFECTS[Kind.DUPLICATE]}
    return game, [event for event in events if event.line not in gone]


def steps_of(events: Iterable[Event], asked: Collection[Place]) -> tuple[Step, ...]:
    """The steps of a game in their order: its events', and those at which players were ``asked``."""
    said: dict[Place, tuple[str, str | None, str]] = {}
    came: dict[Place, list[Happening]] = {}
    now = place(0, 0)
    for event in events:
        if isinstance(event, Message):
            here = place(event.round, event.number)
            said[here] = (event.kind, event.player, event.text)
            now = max(now, here)
            continue
        now = max(now, place(event.round, 0))
        if isinstance(event, Notice) and event.kind == "night_analysis":
            # It takes the next number and does not say so.
            now = place(event.round, now.number + 1)
            said[now] = (event.kind, None, event.text)
        elif (happening := _happening(event)) is not None:
            came.setdefault(_behind(now, said), []).append(happening)
    steps = []
    for moment in sorted({*said, *came, *asked}):
        kind, speaker, text = said.get(moment, (_unsaid(moment), None, ""))
        steps.append(Step(moment, kind, speaker, text, tuple(came.get(moment, ()))))
    return tuple(steps)


def gone(game: Game, steps: Sequence[Step]) -> dict[str, int]:
    """For each player who died, the index of the first step at which it can be asked nothing any more.

    That may be one behind the last step.
    """
    places = [step.place for step in steps]
    return {name: bisect_right(places, died) for died, name in game.deaths}


def _behind(now: Place, said: Collection[Place]) -> Place:
    """The latest message so far: what begins a round without one belongs to the round before."""
    return now if now in said else max((moment for moment in said if moment < now), default=now)


def _unsaid(moment: Place) -> str:
    if moment.at_end:
        return ROUND_END
    return START if moment == place(0, 0) else NOT_IN_THE_LOG


def _happening(event: Event) -> Happening | None:
    if isinstance(event, Death):
        how = "is killed in the night" if event.kind == "night_kill" else "is voted out"
        return Happening(event.kind, f"{event.player} {how}")
    if isinstance(event, Tally):
        votes = ", ".join(f"{voter} → {target}" for voter, target in event.votes.items())
        return Happening("vote_tally", f"votes: {votes or 'none that is valid'}")
    if isinstance(event, Over):
        return Happening("game_over", f"the game is over; winner: {event.winner}")
    return Happening(event.kind, event.text) if isinstance(event, Notice) else None
