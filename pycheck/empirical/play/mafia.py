"""Mafia as a step function.

Phases as in Karpov, *MafiaScope* (2026): introductions, then rounds of night, the night's result, discussion,
vote, and the end of the round. Messages are numbered from 1 in each round. What nobody does by speaking (a
night's result, a count of votes) is a step of its own, without a player.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from pycheck.empirical.play.game import Context, Event, Message, Moment, Said, Seat, Turn
from pycheck.empirical.play.mafia_state import (
    State,
    deal,
    described,
    everybody,
    logged,
    tell,
    with_moment,
    without,
)
from pycheck.empirical.play.rules import MAFIA, eliminated, killed, winner
from pycheck.empirical.play.setup import Setup, languages_of
from pycheck.empirical.play.texts import LANGUAGES, fill, form_of, listed, named, system_text, texts
from pycheck.errors import Fault

ROLES = ("Mafia", "Doctor", "Sheriff", "Villager")
#: Who wins when the rounds run out: the rules say nobody has.
NOBODY = "Nobody"
ROUND_END = -1
#: What each role does at night, in this order.
_NIGHT = {"Mafia": "kill", "Doctor": "protect", "Sheriff": "check"}
_KIND = {
    "intro": "intro",
    "discuss": "day_discuss",
    "vote": "day_vote",
    "kill": "night_mafia",
    "protect": "night_doctor",
    "check": "night_sheriff",
}
_PHASE = {"kill": "night", "protect": "night", "check": "night", "intro": "intro"}


class Mafia:
    """The rules of Mafia; see :class:`~pycheck.empirical.play.game.Game`."""

    def faults(self, setup: Setup) -> Iterator[Fault]:
        """Roles that there are not, languages without texts, and a game that is over before it begins."""
        for index, player in enumerate(setup.players):
            if player.role not in ROLES:
                yield Fault(f"players[{index}].role", repr(player.role), f"one of {', '.join(ROLES)}")
            if (player.language or setup.language) not in LANGUAGES:
                key = f"players[{index}].language" if player.language else "language"
                yield Fault(key, repr(player.language or setup.language), f"one of {', '.join(LANGUAGES)}")
        mafia = sum(player.role == MAFIA for player in setup.players)
        if winner(mafia, len(setup.players) - mafia) is not None:
            found = f"{mafia} of {len(setup.players)} players are Mafia: the game is over before it begins"
            yield Fault("players", found, "some Mafia, and more others than Mafia")

    def texts(self, setup: Setup) -> Mapping[str, Any]:
        """All that players may be told, in the languages of this setup."""
        return {language: texts(language) for language in sorted(languages_of(setup))}

    def start(self, setup: Setup, seed: int) -> State:
        """The first turn: introductions, or the first night."""
        seats = deal(setup, seed)
        names = tuple(seat.name for seat in seats)
        team = tuple(seat.name for seat in seats if seat.role == MAFIA)
        contexts = {seat.name: (Message("system", system_text(seat, seats, team)),) for seat in seats}
        state = State(seats, setup.rules.max_rounds, names, contexts, "intro", ())
        state = logged(state, "setup", players=[described(seat, setup) for seat in seats])
        if setup.rules.introductions:
            return replace(state, queue=tuple((name, "intro") for name in names))
        return _night(state)

    def seats(self, state: State) -> tuple[Seat, ...]:
        """Everybody, dead or alive."""
        return state.seats

    def context(self, state: State, player: str) -> Context:
        """All that the player has been shown."""
        return state.contexts[player]

    def moment(self, state: State) -> Moment | None:
        """After every action and every night's result, and at the end of a round."""
        return state.moment

    def events(self, state: State) -> tuple[Event, ...]:
        """What the log has so far."""
        return state.events

    def turn(self, state: State) -> Turn | None:
        """The next action, or what comes by itself."""
        if state.over:
            return None
        if not state.queue:
            return Turn()
        player, action = state.queue[0]
        language = state.seat(player).language
        targets = _targets(state, player, action)
        form = form_of(language, action) if targets else ""
        question = fill(
            language,
            "ask",
            action,
            round=state.round,
            living=listed(state.living),
            targets=listed(targets),
            form=form,
        )
        return Turn(player, question, targets, texts(language)["form"][action] if targets else "")

    def step(self, state: State, said: Said | None) -> State:
        """The action at the head of the queue; without one, what the part of the round amounts to."""
        turn = self.turn(state)
        assert turn is not None, "the game is over"
        if said is None:
            return _BY_ITSELF[state.part](replace(state, moment=None))
        player, action = state.queue[0]
        assert turn.player == player
        language = state.seat(player).language
        target = named(language, action, said, turn.targets) if turn.targets else None
        state = replace(
            state,
            queue=state.queue[1:],
            number=state.number + 1,
            choices=(*state.choices, (player, action, target)),
        )
        state = tell(state, player, Message("user", turn.question), Message("assistant", said.text))
        state = logged(state, _KIND[action], player=player, response=said.text, msg_seq=state.number)
        if action in _NIGHT.values():
            return with_moment(_in_private(state, player, action, target), "night", player, (player,))
        phase = _PHASE.get(action, f"day_{action}")
        return with_moment(_aloud(state, player, said.text), phase, player, state.living)

    def whisper(self, state: State, player: str, text: str) -> State:
        """The state in which the player has been told something in private."""
        return tell(state, player, Message("user", text))


def _targets(state: State, player: str, action: str) -> tuple[str, ...]:
    """Whom an action can name."""
    if action == "kill":
        return tuple(name for name in state.living if state.seat(name).role != MAFIA)
    if action == "protect":
        return state.living
    if action in ("check", "vote"):
        return tuple(name for name in state.living if name != player)
    return ()


def _aloud(state: State, player: str, text: str) -> State:
    """Everybody else that lives hears it."""
    for other in state.living:
        if other != player:
            heard = {"name": player, "text": text.strip()}
            name = "said" if text.strip() else "silent"
            state = tell(
                state, other, Message("user", fill(state.seat(other).language, "tell", name, **heard))
            )
    return state


def _in_private(state: State, player: str, action: str, target: str | None) -> State:
    """What a night's action tells: the rest of the Mafia whom one of it names, a Sheriff what it found."""
    if action == "kill":
        for other in state.of(MAFIA):
            if other != player:
                language = state.seat(other).language
                whom = target or texts(language)["unknown"]
                text = fill(language, "tell", "kill", name=player, target=whom)
                state = tell(state, other, Message("user", text))
    if action == "check" and target is not None:
        mafia = state.seat(target).role == MAFIA
        name = "checked_mafia" if mafia else "checked_other"
        text = fill(state.seat(player).language, "tell", name, target=target)
        state = tell(state, player, Message("user", text))
        result = "Mafia" if mafia else "Not Mafia"
        state = logged(state, "night_sheriff_result", sheriff=player, checked=target, result=result)
    return state


def _night(state: State) -> State:
    """A new round begins."""
    queue = tuple((name, action) for role, action in _NIGHT.items() for name in state.of(role))
    return replace(state, part="night", round=state.round + 1, number=0, queue=queue, choices=())


def _after_introductions(state: State) -> State:
    return _night(state)


def _dawn(state: State) -> State:
    """The night's result, and the discussion unless the game is over."""
    chosen = [whom for _, action, whom in state.choices if action == "kill"]
    protected = {whom for _, action, whom in state.choices if action == "protect" and whom}
    others = [name for name in state.living if state.seat(name).role != MAFIA]
    dead = killed(chosen, others, protected)
    saved = killed(chosen, others, ()) if dead is None else None
    if dead is not None:
        state = logged(without(state, dead), "night_kill", victim=dead)
    if saved is not None:
        state = logged(state, "night_save", saved=saved)
    told = ("night_kill", {"name": dead}) if dead else ("night_quiet", {})
    state = everybody(state, *told)
    if (ended := _ended(state)) is not None:
        return ended
    state = logged(state, "night_analysis", night_result=fill("en", "tell", *told[:1], **told[1]))
    state = replace(
        state,
        part="discussion",
        number=state.number + 1,
        queue=tuple((name, "discuss") for name in state.living),
        choices=(),
    )
    return with_moment(state, "night_analysis", None, state.living)


def _to_the_vote(state: State) -> State:
    return replace(state, part="vote", queue=tuple((name, "vote") for name in state.living), choices=())


def _dusk(state: State) -> State:
    """The count of votes, and the end of the round unless the game is over."""
    votes = {player: whom for player, _, whom in state.choices if whom is not None}
    tally = {name: list(votes.values()).count(name) for name in dict.fromkeys(votes.values())}
    state = logged(state, "vote_tally", tally=tally, votes=votes)
    out = eliminated(list(votes.values()), state.living)
    if out is None:
        state = everybody(state, "tie", {})
    else:
        role = state.seat(out).role
        state = logged(without(state, out), "day_eliminate", eliminated=out, role=role, votes=tally[out])
        state = everybody(state, "eliminated", {"name": out}, role=role)
    if (ended := _ended(state)) is not None:
        return ended
    return with_moment(replace(state, part="end", choices=()), "round_end", None, state.living, ROUND_END)


def _next_round(state: State) -> State:
    if state.round < state.max_rounds:
        return _night(state)
    return replace(logged(state, "game_over", winner=NOBODY), over=True)


_BY_ITSELF = {
    "intro": _after_introductions,
    "night": _dawn,
    "discussion": _to_the_vote,
    "vote": _dusk,
    "end": _next_round,
}


def _ended(state: State) -> State | None:
    mafia = len(state.of(MAFIA))
    won = winner(mafia, len(state.living) - mafia)
    if won is None:
        return None
    return replace(logged(state, "game_over", winner=won), over=True, moment=None)
