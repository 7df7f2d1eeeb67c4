"""The rules of Mafia as the theorems state them, and a game that keeps them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.play.game import Said
from pycheck.empirical.play.mafia import NOBODY, Mafia
from pycheck.empirical.play.mafia_state import State
from pycheck.empirical.play.rules import eliminated, killed, target, winner
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.play.setup_file import validate_setup
from pycheck.empirical.play.texts import LANGUAGES, form_of, named, texts

from .tables import NAMES, scripted_data

names = st.sampled_from(["a", "b", "c", "d", "e"])
ballots = st.lists(st.none() | names, max_size=9)
some = st.sets(names)


@given(ballots, some)
def test_eliminated_iff(votes: list[str | None], living: set[str]) -> None:
    """``eliminated_iff``: a living player with more votes than every other one, and at least one."""

    def leads(name: str) -> bool:
        rest = [votes.count(other) for other in living if other != name]
        return votes.count(name) >= 1 and all(votes.count(name) > count for count in rest)

    leaders = [name for name in living if leads(name)]
    assert eliminated(votes, living) == (leaders[0] if leaders else None)


@given(ballots, some)
def test_target_iff(choices: list[str | None], others: set[str]) -> None:
    """``target_iff``: a name with the most votes, and every name before its first vote has fewer."""

    def is_target(name: str) -> bool:
        if name not in others or name not in choices:
            return False
        before = {other for other in choices[: choices.index(name)] if other in others and other != name}
        fewer = all(choices.count(other) < choices.count(name) for other in before)
        return fewer and all(choices.count(other) <= choices.count(name) for other in others)

    found = [name for name in others if is_target(name)]
    assert target(choices, others) == (found[0] if found else None)
    assert len(found) <= 1


@given(ballots, some, some)
def test_of_killed(choices: list[str | None], others: set[str], protected: set[str]) -> None:
    dead = killed(choices, others, protected)
    assert dead is None or (dead in others and dead not in protected)
    assert killed(choices, others, ()) == target(choices, others)


@given(st.integers(0, 20), st.integers(0, 20))
def test_never_both(mafia: int, others: int) -> None:
    """``winner_mafia``, ``winner_villagers``, ``winner_none``."""
    expected = "Villagers" if mafia == 0 else "Mafia" if mafia >= others else None
    assert winner(mafia, others) == expected


def setup_of(**changes: object) -> Setup:
    setup, faults = validate_setup(scripted_data(**changes))
    assert setup is not None, faults
    assert not faults
    return setup


def played(setup: Setup, seed: int, words: Sequence[str]) -> list[State]:
    """The states of a game in which players say these words, one after the other, again and again."""
    game = Mafia()
    states = [game.start(setup, seed)]
    said = 0
    while (turn := game.turn(states[-1])) is not None:
        text = words[said % len(words)]
        said += turn.player is not None
        states.append(game.step(states[-1], Said(text) if turn.player else None))
    return states


WORDS = [
    "",
    "Hello.",
    *(f"{form}{name}" for name in NAMES for form in ("ACTION: Kill ", "ACTION: Protect ", "VOTE: ")),
]


@given(st.integers(0, 50), st.lists(st.sampled_from(WORDS), min_size=1, max_size=30), st.integers(1, 15))
def test_every_game_ends_and_keeps_the_rules(seed: int, words: list[str], rounds: int) -> None:
    """``loop_ends_after_fifteen_rounds``, ``step_lowers_living``, ``never_both_in_a_game``."""
    states = played(setup_of(rules={"max_rounds": rounds, "deal": "seeded"}), seed, words)
    last = states[-1]
    (over,) = [event for event in last.events if event.kind == "game_over"]
    assert last.events[-1] is over
    assert last.round <= rounds
    mafia = len(last.of("Mafia"))
    expected = winner(mafia, len(last.living) - mafia)
    assert over.fields["winner"] == (expected or NOBODY)
    for before, after in pairwise(states):
        assert set(after.living) <= set(before.living)
        assert len(before.living) - len(after.living) <= 1
        assert after.events[: len(before.events)] == before.events
        for name in NAMES:
            assert after.contexts[name][: len(before.contexts[name])] == before.contexts[name]
            if name not in before.living:
                assert after.contexts[name] == before.contexts[name], "the dead are shown nothing"


def test_who_is_shown_what() -> None:
    """At night the Mafia sees whom it names, and nobody else anything; by day all hear all."""
    states = played(
        setup_of(rules={"max_rounds": 1}), 1, ["ACTION: Kill Gray\nACTION: Protect Alex\nVOTE: Finley"]
    )
    said = "chooses to kill Gray"
    (heard,) = {
        name for name in NAMES if any(said in message.content for message in states[-1].contexts[name])
    } - {"Logan"}
    assert heard == "Finley"
    before = {name: states[0].contexts[name][0].content for name in NAMES}
    assert all(
        ("The Mafia: Logan, Finley." in text) == (name in ("Logan", "Finley"))
        for name, text in before.items()
    )


def test_a_sheriff_learns_what_it_looks_into() -> None:
    states = played(setup_of(rules={"max_rounds": 1}), 1, ["ACTION : Vérifier Logan"])
    told = [message.content for message in states[-1].contexts["Jordan"]]
    assert "Logan est de la Mafia." in told
    assert not any("est de la Mafia." in m.content for m in states[-1].contexts["Casey"])
    (found,) = [event for event in states[-1].events if event.kind == "night_sheriff_result"]
    assert found.fields == {"sheriff": "Jordan", "checked": "Logan", "result": "Mafia"}


@pytest.mark.parametrize(
    ("text", "cut_off", "expected"),
    [
        ("VOTE: Alex", False, "Alex"),
        ("I think so.\nvote : **Alex**.", False, "Alex"),
        ("VOTE: Gray? No.\nVOTE: Alex", False, "Alex"),
        ("VOTE: Gray? No. VOTE: Alex", False, "Alex"),
        ("VOTE: Gray, or rather VOTE: nobody", False, None),
        ("VOTE: Alex\nIt is Alex", True, "Alex"),
        ("VOTE: Alex-Bert", False, None),
        ("VOTE: Alex - it is clear", False, "Alex"),
        ("VOTE: Alex's", False, "Alex"),
        ("VOTE: Alexandra", False, None),
        ("VOTE: alex", False, None),
        ("I vote for Alex", False, None),
        ("VOTE: nobody", False, None),
        ("VOTE: Alex", True, None),
        ("VOTE: Alex because", True, "Alex"),
        ("VOTE: Alex\nVOTE: $name", False, None),
        ("", False, None),
    ],
)
def test_whom_an_answer_names(text: str, cut_off: bool, expected: str | None) -> None:
    assert named("en", "vote", Said(text, cut_off), ("Alex", "Gray")) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_every_text_and_reads_its_own_forms(language: str) -> None:
    def shape(value: object) -> object:
        return {key: shape(part) for key, part in value.items()} if isinstance(value, dict) else None

    assert shape(texts(language)) == shape(texts("en"))
    for action in texts(language)["form"]:
        shown = form_of(language, action).replace("<name>", "Alex")
        assert named(language, action, Said(f"Well.\n{shown}"), ("Alex", "Al")) == "Alex"


@given(st.text(max_size=60))
def test_what_is_said_is_no_template(text: str) -> None:
    states = played(setup_of(rules={"max_rounds": 1}), 1, [text + "$name ${x} {player}"])
    heard = [message.content for message in states[-1].contexts["Gray"]]
    assert any("$name ${x} {player}" in content for content in heard)
