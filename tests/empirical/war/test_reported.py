"""Impossible, contradictory and misplaced events: named with their line, and nothing else lost for them."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.war.audit_log import known_from
from pycheck.empirical.war.measure import MAX_LINE, Measurement, measure
from pycheck.empirical.war.order import out_of_order
from pycheck.empirical.war.plan import EVENTS, PLAN, read_plan
from pycheck.empirical.war.vocabulary import DAY_MS
from pycheck.errors import InputFileError, PycheckError
from pycheck.mechanism import read_mechanism

from .logs import (
    END,
    RULE,
    START,
    agent,
    battle,
    codes,
    command,
    event,
    human,
    measured,
    supporter,
    two_days,
    write,
)

ROOT = Path(__file__).parents[3]
Line = Mapping[str, Any] | bytes

#: A little war in which everything is in order.
WORLD: list[dict[str, Any]] = [
    *agent("a"),
    *agent("x"),
    *human("h"),
    *human("k"),
    *supporter("s"),
    *human("m"),
    event("mark", 1, account="m", how="self"),
    event("alliance_founded", 2, alliance="gh", tag="H", account="h"),
    event("alliance_joined", 3, alliance="gh", account="k"),
    event("alliance_founded", 4, alliance="ga", tag="A", account="a"),
    battle(5, ["a"], ["h"]),
    event("palace_taken", 6, account="a"),
    event("consent", 6, account="x"),
]
AFTERWARDS: list[dict[str, Any]] = [
    battle(20, ["h"], ["a"]),
    event("palace_taken", 21, account="h"),
    event("snapshot", 22, account="a", power=5, cities=1, town_hall=2),
]
IMPOSSIBLE: dict[str, tuple[Line, str]] = {
    "a mark removed": (event("unmark", 9, account="a"), "mark_removed"),
    "a mark again": (event("mark", 9, account="a", how="self"), "duplicate"),
    "a mark among humans": (event("mark", 9, account="k", how="connection"), "mark_in_alliance"),
    "a second choice": (event("choice", 9, account="s", camp="humans"), "second_choice"),
    "the same choice": (event("choice", 9, account="s", camp="ai"), "second_choice"),
    "a choice after an alliance": (event("choice", 9, account="k", camp="ai"), "late_choice"),
    "a choice of an agent": (event("choice", 9, account="a", camp="humans"), "contradiction"),
    "an account again": (event("account", 9, account="a", name="other"), "duplicate"),
    "an account nobody knows": (event("snapshot", 9, account="z", power=1, cities=1, town_hall=1), "unknown"),
    "an undeclared agent joins": (event("alliance_joined", 9, alliance="ga", account="m"), "undeclared"),
    "a human in an alliance of agents": (
        event("alliance_joined", 9, alliance="gh", account="s"),
        "two_camps",
    ),
    "an agent in an alliance of humans": (
        event("alliance_joined", 9, alliance="gh", account="x"),
        "two_camps",
    ),
    "in two alliances": (event("alliance_joined", 9, alliance="gh", account="a"), "contradiction"),
    "founding while in one": (
        event("alliance_founded", 9, alliance="g2", tag="2", account="h"),
        "contradiction",
    ),
    "an alliance again": (event("alliance_founded", 9, alliance="gh", tag="2", account="s"), "duplicate"),
    "an alliance nobody knows": (event("alliance_joined", 9, alliance="zz", account="s"), "unknown"),
    "leaving another's alliance": (event("alliance_left", 9, alliance="ga", account="k"), "contradiction"),
    "a leader who leaves": (event("alliance_left", 9, alliance="gh", account="h"), "contradiction"),
    "a leader who leads": (event("alliance_leader", 9, alliance="gh", account="h"), "duplicate"),
    "a leader from outside": (event("alliance_leader", 9, alliance="gh", account="s"), "contradiction"),
    "an undeclared agent attacks": (battle(9, ["m"], ["h"]), "undeclared"),
    "an undeclared agent in a rally": (battle(9, ["a", "m"], ["h"], on="rally"), "undeclared"),
    "an undeclared agent takes the Palace": (event("palace_taken", 9, account="m"), "undeclared"),
    "an undeclared agent founds": (
        event("alliance_founded", 9, alliance="g2", tag="2", account="m"),
        "undeclared",
    ),
    "an undeclared agent's command": (command(9, "m", "train", unit="archers", count=3), "undeclared"),
    "a human's command": (command(9, "h", "train", unit="archers", count=3), "no_agent"),
    "consent of a human": (event("consent", 9, account="h"), "no_agent"),
    "consent for an undeclared agent": (event("consent", 9, account="m"), "undeclared"),
    "a withdrawal of nothing": (event("withdrawal", 9, account="a"), "contradiction"),
    "piloting of a human": (event("piloting", 9, account="h"), "no_agent"),
    "a declaration of a human": (
        event("declaration", 9, account="h", operator="o", model="m", accepts_rules=True),
        "no_agent",
    ),
    "rules not accepted": (
        event("declaration", 9, account="m", operator="o", model="m", accepts_rules=False),
        "rules_refused",
    ),
    "another declaration": (
        event("declaration", 9, account="a", operator="o", model="m", accepts_rules=True),
        "contradiction",
    ),
    "the same declaration": (
        event("declaration", 9, account="a", operator="operator of a", model="m-1", accepts_rules=True),
        "duplicate",
    ),
    "consent again": (event("consent", 9, account="x"), "duplicate"),
    "the name that it has": (event("renamed", 9, account="h", name="name of h"), "duplicate"),
    "a battle again": (battle(9, ["a"], ["h"], battle="b5"), "duplicate"),
    "a battle with itself": (battle(9, ["a"], ["h", "a"]), "contradiction"),
    "a battle of nobody": (battle(9, [], []), "contradiction"),
    "a battle decided before it began": (battle(9, ["a"], ["h"], began=START + 10), "contradiction"),
    "a battle begun before the start": (battle(9, ["a"], ["h"], began=START - 1), "before_start"),
    "a battle with a stranger": (battle(9, ["a"], ["z"]), "unknown"),
    "the Palace taken by its holder": (event("palace_taken", 9, account="a"), "duplicate"),
    "the Palace lost by another": (event("palace_lost", 9, account="h"), "contradiction"),
    "before the start": (battle(-1, ["a"], ["h"], began=START), "before_start"),
    "after the end": (battle(END - START + 1, ["a"], ["h"], began=START), "after_end"),
    "earlier than the line before": (battle(5, ["a"], ["h"], battle="b6"), "out_of_order"),
    "later than the line after": (battle(500, ["a"], ["h"], battle="b6"), "out_of_order"),
    "no JSON": (b"{oh", "unreadable"),
    "an empty line": (b"", "unreadable"),
    "a list": (b"[]", "unreadable"),
    "not UTF-8": (b'{"kind":"consent","t":1,"account":"\xff"}', "unreadable"),
    "a number that is none": (b'{"kind":"consent","t":NaN,"account":"a"}', "unreadable"),
    "a key twice": (b'{"kind":"piloting","t":1000000000009,"account":"a","account":"x"}', "unreadable"),
    "nested too deep": (b'{"kind":' + b"[" * 100_000, "unreadable"),
    "nested deep": (b'{"kind":' + b"[" * 300 + b"]" * 300 + b"}", "unreadable"),
    "nested deep with blanks": (b'{"kind": ' + b"[" * 1000 + b"]" * 1000 + b"}", "unreadable"),
    "a number of 5000 digits": (b'{"kind":"consent","t":' + b"9" * 5000 + b',"account":"a"}', "unreadable"),
    "a number beyond 64 bits": (b'{"kind":"consent","t":99999999999999999999,"account":"a"}', "unreadable"),
    "a lone surrogate": (b'{"kind":"consent","t":1,"account":"\\ud800"}', "unreadable"),
    "longer than any event": (b'{"kind":"' + b"x" * (2 * MAX_LINE) + b'"}', "unreadable"),
}


def same_figures(one: Measurement, other: Measurement) -> bool:
    return one.days == other.days and [(a.id, a.won, a.power, a.consent) for a in one.accounts] == [
        (a.id, a.won, a.power, a.consent) for a in other.accounts
    ]


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_it_is_reported_and_nothing_else_is_lost(name: str, tmp_path: Path) -> None:
    line, code = IMPOSSIBLE[name]
    clean = measured(tmp_path / "clean", [*WORLD, *AFTERWARDS])
    assert codes(clean) == []
    world = [*WORLD, battle(7, ["h"], ["a"])] if code == "out_of_order" else WORLD
    without = measured(tmp_path / "without", [*world, *AFTERWARDS])
    found = measured(tmp_path / "with", [*world, line, *AFTERWARDS])
    assert codes(found) == [(len(world) + 2, code)]
    assert same_figures(found, without)
    (said,) = (one.said("events.jsonl") for one in found.reported)
    assert said.startswith(f"events.jsonl:{len(world) + 2}: ")
    assert len(said) < 400


def test_all_at_once(tmp_path: Path) -> None:
    """Every impossible line in one log: each with its own line, and the figures as without them."""
    lines = [(line, code) for line, code in IMPOSSIBLE.values() if code != "out_of_order"]
    found = measured(tmp_path / "with", [*WORLD, *(line for line, _ in lines), *AFTERWARDS])
    expected = list(enumerate((code for _, code in lines), len(WORLD) + 2))
    assert codes(found) == expected
    assert same_figures(found, measured(tmp_path / "without", [*WORLD, *AFTERWARDS]))


def test_whoever_was_refused_the_mark_may_only_read_or_leave(tmp_path: Path) -> None:
    events = [
        *WORLD,
        event("mark", 9, account="k", how="connection"),
        battle(10, ["k"], ["a"]),
        command(11, "k", "train", unit="archers", count=3),
        command(12, "k", "read_alliance"),
        command(12, "k", "read_map"),
        command(12, "k", "chat", text="help"),
        command(12, "k", "train", "NOT_ALLOWED", unit="archers", count=3),
        command(12, "k", "heartbeat"),
        command(13, "k", "leave_alliance"),
        event("alliance_left", 14, alliance="gh", account="k"),
        event("mark", 15, account="k", how="connection"),
    ]
    first = len(WORLD) + 2
    found = measured(tmp_path, events)
    expected = [(first, "mark_in_alliance"), *((first + k, "locked") for k in (1, 2, 4, 5))]
    assert codes(found) == expected, "what the game refused was no act"
    assert {a.id: a.camp.value for a in found.accounts}["k"] == "ai"
    assert found.journals == {}


def test_breaking_the_alliance_frees_too(tmp_path: Path) -> None:
    events = [
        event("mark", 9, account="k", how="self"),
        event("alliance_broken", 10, alliance="gh"),
        event("mark", 11, account="k", how="self"),
        event("alliance_joined", 12, alliance="ga", account="k"),
    ]
    found = measured(tmp_path, [*WORLD, *events])
    first = len(WORLD) + 2
    assert codes(found) == [(first, "mark_in_alliance"), (first + 3, "undeclared")]


def test_a_command_that_the_game_refuses_is_no_act(tmp_path: Path) -> None:
    refused = command(9, "m", "train", "NOT_DECLARED", unit="archers", count=3)
    assert codes(measured(tmp_path, [*WORLD, refused])) == []


def test_a_withdrawal_takes_effect_whatever_is_wrong_with_it(tmp_path: Path) -> None:
    wrong: list[Line] = [
        event("withdrawal", -5, account="a"),
        b'{"kind":"withdrawal","account":"a"}',
        event("withdrawal", 1, account="a"),
    ]
    for number, line in enumerate(wrong):
        later = [battle(5, ["a"], ["h"]), line, battle(9, ["a"], ["h"])]
        found = measured(tmp_path / str(number), [*agent("a", consent=True), *human("h"), *later])
        assert len(found.reported) == 1
        assert [a.consent for a in found.accounts] == [False, False]


def test_a_withdrawal_in_the_wrong_place_is_not_undone_by_an_earlier_consent(tmp_path: Path) -> None:
    made, consent = agent("a"), event("consent", 50, account="a")
    rest = [battle(60, ["a"], ["h"]), battle(61, ["a"], ["h"])]
    for number, taken_back in enumerate(
        (event("withdrawal", 100, account="a"), {"kind": "withdrawal", "account": "a"})
    ):
        before = [*human("h"), taken_back, *made, consent, *rest]
        between = [*human("h"), *made, taken_back, consent, *rest]
        for name, lines in (("before", before), ("between", between)):
            found = measured(tmp_path / f"{name}{number}", lines)
            assert len(found.reported) == 1
            assert not any(account.consent for account in found.accounts)
            assert known_from(found.log, frozenset()).published == frozenset()
    later = [*made, event("withdrawal", 20, account="a"), event("withdrawal", 40, account="a"), consent]
    found = measured(tmp_path / "later", [*human("h"), *later])
    assert [code for _, code in codes(found)] == ["contradiction"] * 2
    assert found.accounts[1].consent, "a later consent counts"
    assert known_from(found.log, frozenset()).published == {"a"}


def test_consent_and_withdrawal_are_possible_after_the_end(tmp_path: Path) -> None:
    after = END - START + DAY_MS
    events = [
        *agent("a"),
        event("consent", after, account="a"),
        *[event("withdrawal", after + 1, account="a")],
    ]
    assert [a.consent for a in measured(tmp_path / "one", events[:-1]).accounts] == [True]
    found = measured(tmp_path / "two", events)
    assert (codes(found), [a.consent for a in found.accounts]) == ([], [False])


# --- Order ---


def test_the_fewest_lines_are_reported() -> None:
    assert out_of_order([]) == frozenset()
    assert out_of_order([1, 1, 2, 3]) == frozenset()
    assert out_of_order([10, 20, 9999, 30, 40]) == {2}, "one line far ahead costs nobody else"
    assert out_of_order([10, 20, 5, 30]) == {2}
    assert out_of_order([3, 2, 1]) == {0, 1}, "of equally few, those with the later times"


def test_one_line_far_ahead_takes_nothing_with_it(tmp_path: Path) -> None:
    ahead = event("snapshot", 2 * DAY_MS, account="a", power=99, cities=1, town_hall=1)
    found = measured(tmp_path / "with", [*WORLD, ahead, *AFTERWARDS])
    assert codes(found) == [(len(WORLD) + 2, "out_of_order")]
    assert same_figures(found, measured(tmp_path / "without", [*WORLD, *AFTERWARDS]))


# --- The files as a whole ---


def broken(folder: Path) -> str:
    with pytest.raises(InputFileError) as error:
        measure(folder, RULE)
    return str(error.value)


@pytest.mark.parametrize("name", [PLAN, EVENTS])
@pytest.mark.parametrize("what", ["pipe", "device"])
def test_what_has_no_end_is_not_waited_for(name: str, what: str, tmp_path: Path) -> None:
    folder = write(tmp_path, WORLD)
    (folder / name).unlink()
    if what == "pipe":
        os.mkfifo(folder / name)
    else:
        (folder / name).symlink_to("/dev/zero")
    assert f"{name}: (file): found something else; expected a" in broken(folder)


def test_another_plan_s_log_is_refused(tmp_path: Path) -> None:
    folder = write(tmp_path, WORLD)
    text = (folder / EVENTS).read_text(encoding="utf-8")
    (folder / EVENTS).write_text(text.replace(two_days().digest, "0" * 64), encoding="utf-8")
    assert "events.jsonl:1: plan: found 000000" in broken(folder)
    (folder / EVENTS).write_text(text.partition("\n")[2], encoding="utf-8")
    assert "events.jsonl:1: (header): found " in broken(folder)
    (folder / EVENTS).write_text(text.replace('"schema": 1', '"schema": 2'), encoding="utf-8")
    assert "found 2; expected 1" in broken(folder)
    (folder / EVENTS).write_bytes(b"")
    assert "events.jsonl:1" in broken(folder)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda plan: plan.update(end=plan["start"]), "end: found"),
        (lambda plan: plan.update(end=plan["start"] + 400 * DAY_MS), "end: found"),
        (lambda plan: plan.update(start=1.5), "start, end: found"),
        (lambda plan: plan.update(start=True), "start, end: found"),
        (lambda plan: plan.update(format=2), "format: found 2"),
        (lambda plan: plan.update(realm=""), "realm: found ''"),
        (lambda plan: plan.update(more=1), "'more'"),
        (lambda plan: plan.pop("realm"), "realm"),
        (lambda plan: plan.update(mechanism="majority"), "decided by majority; this is war_verdict"),
        (lambda plan: plan.update(tables_sha256="0" * 64), "other tables of war_verdict"),
    ],
)
def test_a_plan_that_is_none(change: Any, words: str, tmp_path: Path) -> None:
    import rfc8785

    folder = write(tmp_path, WORLD)
    plan = json.loads((folder / PLAN).read_bytes())
    change(plan)
    (folder / PLAN).write_bytes(rfc8785.dumps(plan))
    assert words in broken(folder)


def test_a_plan_in_another_form_has_no_digest(tmp_path: Path) -> None:
    folder = write(tmp_path, WORLD)
    (folder / PLAN).write_bytes((folder / PLAN).read_bytes() + b"\n")
    assert "canonical" in broken(folder)
    (folder / PLAN).write_bytes(b"{")
    assert "no JSON" in broken(folder)
    (folder / PLAN).unlink()
    assert "No such file" in broken(folder)


def test_a_plan_reads_as_it_was_written(tmp_path: Path) -> None:
    folder = write(tmp_path, [])
    assert read_plan(folder / PLAN) == two_days()


def test_another_mechanism_decides_no_war(tmp_path: Path) -> None:
    other = read_mechanism(ROOT / "mechanisms" / "majority").require()
    with pytest.raises(PycheckError, match="majority: decides no war"):
        measure(write(tmp_path, WORLD), other)


def test_a_last_line_without_its_end_counts_if_it_is_whole(tmp_path: Path) -> None:
    folder = write(tmp_path, WORLD)
    data = (folder / EVENTS).read_bytes()
    (folder / EVENTS).write_bytes(data[:-1])
    assert codes(measure(folder, RULE)) == []
    (folder / EVENTS).write_bytes(data[:-3])
    assert codes(measure(folder, RULE)) == [(len(WORLD) + 1, "unreadable")]
