"""What a game is to those who run one: a step function over states that never change.

A game says whose turn it is and what that player is asked, takes what was said, and gives the next state.
What a player is shown is part of the state: the messages so far. Nothing else of a game is known to the
engine, and nothing that the engine does between two steps can reach a state: the model is that of
``lean/Mechanisms/Probing.lean``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from pycheck.empirical.play.setup import Setup
    from pycheck.errors import Fault


class Message(NamedTuple):
    """One message of what a player is shown; its own answers are those of the ``assistant``."""

    role: Literal["system", "user", "assistant"]
    content: str


Context = tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits where, after roles were dealt. ``family`` or ``script`` says who answers there."""

    index: int
    name: str
    role: str
    language: str
    personality: tuple[tuple[str, int], ...]
    family: str | None = None
    script: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What happens next: ``player`` is asked ``question``, or, without a player, the game goes on by itself.

    ``targets`` are the players that the answer can name, as ``form`` says (``VOTE: $name``); none where
    something is to be said and nobody named.
    """

    player: str | None = None
    question: str = ""
    targets: tuple[str, ...] = ()
    form: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """What a player said on its turn. ``cut_off``: its end is missing."""

    text: str
    cut_off: bool = False


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of the game after which players are asked in private.

    ``number`` is that of the last message of the round, -1 at the end of one. ``actor`` has just acted.
    ``asked`` are the players to be asked, ``living`` all that are in the game, both in the order of seats.
    """

    round: int
    number: int
    phase: str
    actor: str | None
    asked: tuple[str, ...]
    living: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """A line of the game's log: its kind, its round, and the fields of that kind."""

    kind: str
    round: int
    fields: Mapping[str, Any] = field(default_factory=dict)


State = TypeVar("State")


class Game(Protocol[State]):
    """The rules of a game. Every method is a function of its arguments alone."""

    def faults(self, setup: Setup) -> Iterable[Fault]:
        """What of a setup does not fit the game."""
        ...

    def texts(self, setup: Setup) -> Mapping[str, Any]:
        """All that players may be told, as plain JSON data, by language: for the freeze."""
        ...

    def start(self, setup: Setup, seed: int) -> State:
        """Where a game with this seed begins."""
        ...

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Everybody, dead or alive."""
        ...

    def turn(self, state: State) -> Turn | None:
        """What happens next; ``None`` when the game is over."""
        ...

    def step(self, state: State, said: Said | None) -> State:
        """The state after the turn; ``said`` is ``None`` exactly where the turn has no player."""
        ...

    def context(self, state: State, player: str) -> Context:
        """All that the player has been shown."""
        ...

    def moment(self, state: State) -> Moment | None:
        """Whether players are asked in private here, after the last step."""
        ...

    def events(self, state: State) -> tuple[Event, ...]:
        """What the log has so far."""
        ...

    def whisper(self, state: State, player: str, text: str) -> State:
        """The state in which the player has been told something in private: an intervention, no event."""
        ...
