"""Whether a fork can be: its moves are a game's up to the fork, its arms change what can be changed there."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from pycheck.empirical.fit import twice
from pycheck.empirical.play.fork_plan import ForkPlan
from pycheck.empirical.play.game import Event, Game, Said
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.setup import Setup
from pycheck.errors import Fault


def fork_faults(setup: Setup, plan: ForkPlan) -> Iterator[Fault]:
    """What is wrong with a fork of a game with this setup, by its key in the plan."""
    yield from twice("arms", [arm.name for arm in plan.arms])
    if setup.seeds != (plan.seed,):
        yield Fault("seed", f"{plan.seed}", f"the one in the setup: {setup.seeds[0]} and no other")
    game: Game[Any] = GAMES[setup.game]
    state = game.start(setup, plan.seed)
    for index, move in enumerate(plan.moves):
        while (turn := game.turn(state)) is not None and turn.player is None:
            state = game.step(state, None)
        if turn is None or turn.player != move.player:
            whose = "none: the game is over" if turn is None else f"one of {turn.player}, whose turn it is"
            yield Fault(f"moves[{index}]", f"a move of {move.player}", whose)
            return
        state = game.step(state, Said(move.text, move.cut_off))
    events = game.events(state)
    said = [(event.round, event.fields["msg_seq"]) for event in events if "msg_seq" in event.fields]
    if not said or said[-1] != (plan.round, plan.number):
        found = f"message {plan.number} of round {plan.round}"
        yield Fault("number", found, "the message in which the last move was made")
    yield from _arms(plan, [seat.name for seat in game.seats(state)], events)


def _arms(plan: ForkPlan, names: Sequence[str], events: Sequence[Event]) -> Iterator[Fault]:
    gone = {event.fields.get("victim") or event.fields.get("eliminated") for event in events}
    living = [name for name in names if name not in gone]
    for index, arm in enumerate(plan.arms):
        for table in ("next", "told"):
            for player in getattr(arm, table):
                if player not in living:
                    expected = f"a living player: {', '.join(living)}"
                    yield Fault(f"arms[{index}].{table}.{player}", repr(player), expected)
    known = names if plan.outcome.kind == "eliminated" else ["Mafia", "Villagers", "Nobody"]
    if plan.outcome.value not in known:
        yield Fault("outcome.value", repr(plan.outcome.value), f"one of {', '.join(known)}")
