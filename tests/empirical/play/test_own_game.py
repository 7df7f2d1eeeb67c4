"""A game of one's own: a class and a line, and engine, instrument, trace and rescoring do the rest."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.play.frozen import load_frozen
from pycheck.empirical.play.game import Context, Event, Message, Moment, Said, Seat, Turn
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.mafia_state import deal
from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.run import run
from pycheck.empirical.play.setup import Setup, languages_of
from pycheck.empirical.probing.definitions import Probes
from pycheck.errors import Fault

from .leaks import CHAINED, MARK, PLAIN, probes_with
from .tables import Echo, frozen_of, setup_data

NUMBER = "Sag eine Zahl."


@dataclass(frozen=True)
class Place:
    """Who sits there, what everybody was shown, who has spoken."""

    seats: tuple[Seat, ...]
    shown: Mapping[str, Context]
    events: tuple[Event, ...]
    spoken: int = 0


class Numbers:
    """Everybody says a number, and hears the numbers before."""

    def faults(self, setup: Setup) -> Iterable[Fault]:
        return ()

    def texts(self, setup: Setup) -> Mapping[str, Any]:
        return {language: {"ask": NUMBER} for language in languages_of(setup)}

    def start(self, setup: Setup, seed: int) -> Place:
        seats = deal(setup, seed)
        players = [{"name": seat.name, "role": seat.role} for seat in seats]
        shown = {seat.name: (Message("system", seat.name),) for seat in seats}
        return Place(seats, shown, (Event("setup", 1, {"players": players}),))

    def seats(self, state: Place) -> tuple[Seat, ...]:
        return state.seats

    def turn(self, state: Place) -> Turn | None:
        over = state.spoken == len(state.seats)
        return None if over else Turn(state.seats[state.spoken].name, NUMBER)

    def step(self, state: Place, said: Said | None) -> Place:
        assert said is not None
        name = state.seats[state.spoken].name
        heard = Message("user", f"{name}: {said.text}")
        shown = {player: (*before, heard) for player, before in state.shown.items()}
        fields = {"player": name, "response": said.text, "msg_seq": state.spoken + 1}
        return replace(
            state,
            shown=shown,
            spoken=state.spoken + 1,
            events=(*state.events, Event("number", 1, fields)),
        )

    def context(self, state: Place, player: str) -> Context:
        return state.shown[player]

    def moment(self, state: Place) -> Moment | None:
        if not state.spoken:
            return None
        names = tuple(seat.name for seat in state.seats)
        return Moment(1, state.spoken, "talk", names[state.spoken - 1], names, names)

    def events(self, state: Place) -> tuple[Event, ...]:
        return state.events

    def whisper(self, state: Place, player: str, text: str) -> Place:
        return replace(state, shown={**state.shown, player: (*state.shown[player], Message("user", text))})


def played(folder: Path, probes: Probes) -> str:
    """What everybody was shown in a game of numbers."""
    data = setup_data(game="numbers", language="de")
    for player in data["players"]:
        player.update(role="Speaker", language="de")
    frozen = frozen_of(folder, data, probes)
    assert run(frozen, folder / "freeze.json", folder, lambda family: Echo()).missing == 0
    found = rescore(folder)
    assert found.faults == ()
    assert found.missing == ()
    (game,) = (folder / "games").iterdir()
    lines = [json.loads(line) for line in (game / "contexts.jsonl").read_bytes().splitlines()]
    return json.dumps([[line["player"], line["step"], line["content"]] for line in lines])


def test_a_game_of_one_s_own_is_played_and_not_touched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(GAMES, "numbers", Numbers())
    shown = played(tmp_path / "probed", probes_with(PLAIN, CHAINED))
    assert shown == played(tmp_path / "not", probes_with())
    assert MARK not in shown
    assert load_frozen(tmp_path / "probed").setup.game == "numbers"
    # All that players are told is frozen, and nothing of another game.
    content = json.loads((tmp_path / "probed" / "freeze.json").read_bytes())
    assert content["texts"] == {"de": {"ask": NUMBER}}
