"""A game's public log as a whole: who plays which role, who dies when, who votes for whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from pycheck.empirical.probing.faults import Kind, LogFault, Problem, shown
from pycheck.empirical.probing.game_line import event_of
from pycheck.empirical.probing.jsonl import objects
from pycheck.empirical.probing.records import (
    ROLES,
    Death,
    Event,
    Fork,
    Message,
    Notice,
    Over,
    Place,
    Setup,
    Tally,
    place,
)

FILE = "game.jsonl"


@dataclass(frozen=True)
class Vote:
    """One valid vote of a day. ``place`` is that of the voter's own public message, if the log has it."""

    round: int
    voter: str
    target: str
    place: Place | None


@dataclass(frozen=True)
class Game:
    """What the measures need of a game. ``roles`` is in the order of seats, and empty without a setup.

    A death's place is that of the last message before it: who is asked at any later place must not be dead.
    """

    game_id: str
    roles: Mapping[str, str]
    fork: Fork | None = None
    feedback: bool = False
    winner: str | None = None
    places: frozenset[Place] = frozenset()
    deaths: tuple[tuple[Place, str], ...] = ()
    votes: tuple[Vote, ...] = ()
    _living: dict[Place, frozenset[str]] = field(default_factory=dict, repr=False, compare=False)

    def living_at(self, moment: Place) -> frozenset[str]:
        """The players who have not died before ``moment``, as far as this log tells."""
        if moment not in self._living:
            dead = {name for died, name in self.deaths if died < moment}
            self._living[moment] = frozenset(self.roles) - dead
        return self._living[moment]


def read_game(folder: Path, file: str) -> tuple[Game, tuple[LogFault, ...]]:
    """The game whose ``game.jsonl`` is in ``folder``, with every fault; ``file`` is its name in faults."""
    path = folder / FILE
    if not path.is_file():
        return Game("", {}), (LogFault(file, 0, Kind.MISSING, "no such file", FILE),)
    game_id, events, faults = read_events(path, file)
    game, wrong = game_of(game_id, events)
    faults.extend(problem.at(file, line) for line, problem in wrong)
    return game, tuple(faults)


def read_events(path: Path, file: str) -> tuple[str, list[Event], list[LogFault]]:
    """The id of the game whose log is at ``path``, its events as they stand there, and unusable lines."""
    faults: list[LogFault] = []
    events: list[Event] = []
    game_id: str | None = None
    for item in objects(path, file):
        if isinstance(item, LogFault):
            faults.append(item)
            continue
        line, data = item
        try:
            event = event_of(line, data)
        except Problem as problem:
            faults.append(problem.at(file, line))
            continue
        game_id = game_id or data["game_id"]
        if data["game_id"] != game_id:
            found, expected = f"game_id {shown(data['game_id'])}", shown(game_id)
            faults.append(LogFault(file, line, Kind.OTHER_GAME, found, expected))
            continue
        events.append(event)
    return game_id or "", events, faults


def game_of(game_id: str, events: list[Event]) -> tuple[Game, list[tuple[int, Problem]]]:
    """The game that events amount to, in their order, with a line and a problem for each that is wrong."""
    wrong: list[tuple[int, Problem]] = []
    setups = [event for event in events if isinstance(event, Setup)]
    setup = setups[0] if setups else None
    wrong += [(s.line, Problem(Kind.SECOND_SETUP, "a second setup", "one")) for s in setups[1:]]
    if setup is None:
        wrong.append((0, Problem(Kind.NO_SETUP, "no setup", "players and roles")))
    roles = {player.name: player.role for player in setup.players} if setup else {}
    wrong += [
        (setup.line, Problem(Kind.WRONG_VALUE, f"role {shown(role)}", f"one of {', '.join(ROLES)}"))
        for role in dict.fromkeys(roles.values())
        if setup and role not in ROLES
    ]
    if setup and setup.fork:
        after = f"a fork of {shown(setup.fork.parent)} after {[setup.fork.round, setup.fork.number]}"
        wrong.append((setup.line, Problem(Kind.FORKED, after, "a game from its beginning")))
    if setup and setup.feedback:
        wrong.append((setup.line, Problem(Kind.FEEDBACK, "feedback_to_context", "probes that touch nothing")))
    if not any(isinstance(event, Over) for event in events):
        last = f"{_name(events[-1])} of round {events[-1].round}" if events else "nothing"
        wrong.append((0, Problem(Kind.UNFINISHED, f"{last} at the end", "game_over")))
    walked = _Walk(roles)
    for event in events:
        wrong += [(event.line, problem) for problem in walked.step(event)]
    return (
        Game(
            game_id,
            roles,
            setup.fork if setup else None,
            setup.feedback if setup else False,
            next((event.winner for event in events if isinstance(event, Over)), None),
            frozenset(walked.places),
            tuple(walked.deaths),
            tuple(walked.votes),
        ),
        wrong,
    )


class _Walk:
    """What accumulates over a game's events."""

    def __init__(self, roles: Mapping[str, str]) -> None:
        self.roles = roles
        self.now = place(0, 0)
        self.places: set[Place] = set()
        self.deaths: list[tuple[Place, str]] = []
        self.votes: list[Vote] = []
        self._ballots: dict[tuple[int, str], Place] = {}

    def step(self, event: Event) -> list[Problem]:
        """Go on by one event, or leave it out; what is wrong with it."""
        left_out = list(self._stranger(event))
        if left_out:
            return left_out
        wrong: list[Problem] = []
        here = place(event.round, event.number if isinstance(event, Message) else 0)
        if event.round < self.now.round or (isinstance(event, Message) and here < self.now):
            found = f"{_name(event)} of round {event.round} after {self.now.round}:{self.now.number}"
            wrong.append(Problem(Kind.OUT_OF_ORDER, found, "rounds and messages in order"))
        self.now = max(self.now, here)
        if isinstance(event, Message):
            self.places.add(here)
            if event.kind == "day_vote":
                self._ballots.setdefault((event.round, event.player), here)
        elif isinstance(event, Death):
            self.deaths.append((self.now, event.player))
        elif isinstance(event, Tally):
            wrong += self._tally(event)
        elif isinstance(event, Notice) and event.kind == "night_analysis":
            # It takes the next number and does not say so.
            self.now = place(event.round, self.now.number + 1)
            self.places.add(self.now)
        return wrong

    def _stranger(self, event: Event) -> Iterator[Problem]:
        """Why an event cannot be of this game."""
        if not isinstance(event, (Message, Death)):
            return
        if self.roles and event.player not in self.roles:
            yield Problem(Kind.UNKNOWN_PLAYER, shown(event.player), "a player of the setup")
        elif any(name == event.player for _, name in self.deaths):
            yield Problem(Kind.DEAD_PLAYER, f"{_name(event)} of {shown(event.player)}", "a living player")
        elif isinstance(event, Message) and place(event.round, event.number) in self.places:
            found = f"message {event.number} of round {event.round} again"
            yield Problem(Kind.DUPLICATE, found, "each number once in a round")

    def _tally(self, event: Tally) -> Iterator[Problem]:
        for voter, target in event.votes.items():
            strangers = [name for name in (voter, target) if self.roles and name not in self.roles]
            if strangers:
                yield Problem(Kind.WRONG_NAME, f"a vote with {shown(strangers[0])}", "players of the setup")
                continue
            ballot = self._ballots.get((event.round, voter))
            self.votes.append(Vote(event.round, voter, target, ballot))


def _name(event: Event) -> str:
    return event.kind if isinstance(event, (Message, Death, Notice)) else type(event).__name__.lower()
