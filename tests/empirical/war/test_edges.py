"""Each edge of docs/war.md has one answer: what counts for whom when something changes just then."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.war.figures import CampFigures
from pycheck.empirical.war.measure import Measurement
from pycheck.empirical.war.vocabulary import DAY_MS, Camp

from .logs import END, HOUR, START, agent, battle, codes, command, event, human, measured, supporter

AI, HUMANS = Camp.AI, Camp.HUMANS


def run(folder: Path, events: list[dict[str, Any]]) -> Measurement:
    """Measure events none of which is reported."""
    found = measured(folder, events)
    assert codes(found) == []
    return found


def of(found: Measurement, camp: Camp) -> CampFigures:
    return found.final.camps[camp]


def throne(found: Measurement) -> tuple[int, int]:
    return of(found, AI).throne_ms, of(found, HUMANS).throne_ms


def won(found: Measurement) -> tuple[int, int, int]:
    return of(found, AI).battles_won, of(found, HUMANS).battles_won, found.final.battles_fought


# --- The throne ---


def test_a_hold_counts_from_taken_to_lost(tmp_path: Path) -> None:
    holds = [event("palace_taken", 10, account="a"), event("palace_lost", 25, account="a")]
    assert throne(run(tmp_path, [*agent("a"), *holds])) == (15, 0)


def test_a_hold_that_nobody_ends_counts_up_to_the_end(tmp_path: Path) -> None:
    found = run(tmp_path, [*human("h"), event("palace_taken", 0, account="h")])
    assert throne(found) == (0, END - START)
    assert found.days[0].camps[HUMANS].throne_ms == DAY_MS


def test_taking_the_palace_ends_the_hold_before(tmp_path: Path) -> None:
    holds = [event("palace_taken", 10, account="a"), event("palace_taken", 30, account="h")]
    assert throne(run(tmp_path, [*agent("a"), *human("h"), *holds])) == (20, END - START - 30)


def test_a_camp_change_in_mid_hold_splits_the_hold(tmp_path: Path) -> None:
    events = [*agent("a"), event("palace_taken", 10, account="a"), event("piloting", 40, account="a")]
    assert throne(run(tmp_path, events)) == (30, END - START - 40)


def test_taken_and_changed_in_one_millisecond(tmp_path: Path) -> None:
    """The order in the file decides, and either way no millisecond is counted twice or lost."""
    both = [event("palace_taken", 10, account="a"), event("piloting", 10, account="a")]
    for name, order in (("first", both), ("second", both[::-1])):
        assert throne(run(tmp_path / name, [*agent("a"), *order])) == (0, END - START - 10)


def test_taken_at_the_very_end_is_no_time(tmp_path: Path) -> None:
    found = run(tmp_path, [*agent("a"), event("palace_taken", END - START, account="a")])
    assert throne(found) == (0, 0)


# --- Battles ---


def test_a_camp_change_in_mid_battle(tmp_path: Path) -> None:
    """A battle counts for the camps that the sides are in when it is decided."""
    fight = battle(50, ["a"], ["x"], began=START + 20)
    events = [*agent("a"), *agent("x"), event("piloting", 30, account="a"), fight]
    assert won(run(tmp_path, events)) == (0, 1, 1)


def test_decided_and_changed_in_one_millisecond(tmp_path: Path) -> None:
    """The order in the file decides."""
    fight, change = battle(50, ["a"], ["h"]), event("piloting", 50, account="a")
    before = run(tmp_path / "before", [*agent("a"), *human("h"), fight, change])
    after = run(tmp_path / "after", [*agent("a"), *human("h"), change, fight])
    assert won(before) == (1, 0, 1)
    assert won(after) == (0, 0, 0)


@pytest.mark.parametrize(
    ("winner", "expected"),
    [("attackers", (1, 0, 1)), ("defenders", (0, 1, 1)), ("nobody", (0, 0, 1))],
)
def test_who_wins_between_the_camps(tmp_path: Path, winner: str, expected: tuple[int, int, int]) -> None:
    for on in ("city", "tile", "rally", "palace"):
        fight = battle(5, ["a"], ["h"], winner, on=on)
        assert won(run(tmp_path / on, [*agent("a"), *human("h"), fight])) == expected


def test_a_share_is_of_the_battles_between_the_camps(tmp_path: Path) -> None:
    fights = [battle(5, ["a"], ["h"]), battle(6, ["h"], ["a"]), battle(7, ["h"], ["a"], "nobody")]
    found = run(tmp_path, [*agent("a"), *human("h"), *fights])
    assert str(of(found, AI).share(found.final.battles_fought)) == "1/3"


def test_within_a_camp_and_against_bandits_counts_for_nothing(tmp_path: Path) -> None:
    fights = [battle(5, ["a"], ["s"]), battle(6, ["a"], []), battle(7, [], ["h"], "defenders")]
    found = run(tmp_path, [*agent("a"), *supporter("s"), *human("h"), *fights])
    assert won(found) == (0, 0, 0)
    # On the leaderboard a battle within the camp counts, one against bandits does not.
    assert {account.id: account.won for account in found.accounts} == {"a": 1, "s": 0, "h": 0}


def test_a_side_is_in_the_camp_of_whom_is_named_first(tmp_path: Path) -> None:
    """A side of both camps, which a piloting within an alliance brings about, counts for its leader."""
    events = [*agent("a"), *agent("x"), *human("h"), event("piloting", 1, account="x")]
    found = run(tmp_path, [*events, battle(5, ["x", "a"], ["h"]), battle(6, ["a", "x"], ["h"])])
    assert won(found) == (1, 0, 1)
    assert [account.won for account in found.accounts] == [2, 2, 0]


def test_being_attacked_is_not_fighting(tmp_path: Path) -> None:
    """Who was attacked may still choose; otherwise an attack would take the choice away."""
    fight, choice = battle(5, ["a"], ["h"]), event("choice", 6, account="h", camp="ai")
    assert of(run(tmp_path, [*agent("a"), *human("h"), fight, choice]), AI).supporters == 1


@pytest.mark.parametrize("against", [["a"], ["k"], []], ids=["the other camp", "its own", "bandits"])
def test_after_an_attack_it_is_too_late_to_choose(against: list[str], tmp_path: Path) -> None:
    fight, choice = battle(5, ["h"], against), event("choice", 6, account="h", camp="ai")
    found = measured(tmp_path, [*agent("a"), *human("k"), *human("h"), fight, choice])
    assert [code for _, code in codes(found)] == ["late_choice"]


# --- Power per player, days, camps ---


def test_power_per_player_is_power_over_cities_of_the_last_snapshots(tmp_path: Path) -> None:
    looks = [
        event("snapshot", t, account="a", power=power, cities=cities, town_hall=1)
        for t, power, cities in ((5, 900, 1), (9, 70, 3))
    ]
    found = run(tmp_path, [*agent("a"), *human("h"), *looks])
    assert str(of(found, AI).power_per_player) == "70/3"
    assert of(found, HUMANS).power_per_player is None
    assert found.final.leads.power == "nobody", "nothing to compare with"


def test_a_day_has_its_last_millisecond(tmp_path: Path) -> None:
    """What happens at the end of a day belongs to it; a millisecond later to the next."""
    fights = [battle(DAY_MS, ["a"], ["h"]), battle(DAY_MS + 1, ["a"], ["h"])]
    found = run(tmp_path, [*agent("a"), *human("h"), *fights])
    assert [day.camps[AI].battles_won for day in found.days] == [1, 2]
    assert [day.at for day in found.days] == [START + DAY_MS, END]


def test_the_start_and_the_end_belong_to_the_war(tmp_path: Path) -> None:
    looks = [event("snapshot", END - START, account=one, power=8, cities=1, town_hall=1) for one in "ah"]
    last = [battle(END - START, ["h"], ["a"]), event("piloting", END - START, account="a")]
    found = run(tmp_path, [*agent("a"), *human("h"), battle(0, ["a"], ["h"]), *last, *looks])
    assert won(found) == (1, 1, 2)
    assert (of(found, AI).players, of(found, HUMANS).players) == (0, 2)
    assert of(found, HUMANS).power == 16, "a camp change at the very end counts in Power per player"


def test_a_war_that_ends_in_mid_day_has_a_shorter_last_day(tmp_path: Path) -> None:
    from dataclasses import replace

    from pycheck.empirical.war.measure import measure

    from .logs import RULE, two_days, write

    plan = replace(two_days(), end=START + DAY_MS + HOUR)
    found = measure(write(tmp_path, human("h"), plan), RULE)
    assert [day.at for day in found.days] == [START + DAY_MS, START + DAY_MS + HOUR]


def test_the_camps(tmp_path: Path) -> None:
    """Agents and supporters; everybody else, who never chose included; piloted agents keep their mark."""
    choice = event("choice", 1, account="c", camp="humans")
    shown = event("piloting", 9, account="p")
    accounts = [*agent("a"), *supporter("s"), *human("h"), *human("c"), *agent("p")]
    found = run(tmp_path, [*accounts, choice, shown])
    assert {one.id: (one.camp.value, one.marked) for one in found.accounts} == {
        "a": ("ai", True),
        "s": ("ai", False),
        "h": ("humans", False),
        "c": ("humans", False),
        "p": ("humans", True),
    }
    ai, humans = of(found, AI), of(found, HUMANS)
    assert (ai.players, ai.agents, ai.supporters, ai.piloted) == (2, 1, 1, 0)
    assert (humans.players, humans.agents, humans.supporters, humans.piloted) == (3, 0, 0, 1)


def test_a_timeline_answers_for_every_instant(tmp_path: Path) -> None:
    events = [
        *human("h", 5),
        event("mark", 7, account="h", how="self"),
        event("mark", 8, account="x", how="self"),
    ]
    found = measured(
        tmp_path, [*events[:1], *human("x", 5), *events[1:], event("piloting", 7 + 3, account="h")]
    )
    timeline = found.accounts[0].timeline
    assert [timeline.at(START + t) for t in (4, 5, 6, 7, 9, 10, 11)] == [
        *(None, HUMANS, HUMANS, AI, AI, HUMANS, HUMANS)
    ]


def test_two_changes_in_one_millisecond_leave_the_last(tmp_path: Path) -> None:
    events = [*human("h"), event("mark", 7, account="h", how="self"), event("piloting", 7, account="h")]
    assert run(tmp_path, events).accounts[0].timeline.at(START + 7) is HUMANS


# --- Alliances ---


def test_alliances_are_counted_for_their_leader_s_camp_at_that_moment(tmp_path: Path) -> None:
    events = [
        *agent("a"),
        *agent("x"),
        event("alliance_founded", 1, alliance="g", tag="G", account="a"),
        event("alliance_joined", 2, alliance="g", account="x"),
        event("piloting", 3, account="a"),
        event("alliance_broken", 4, alliance="g"),
    ]
    found = run(tmp_path, events)
    assert (of(found, AI).alliances_formed, of(found, AI).alliances_broken) == (1, 0)
    assert (of(found, HUMANS).alliances_formed, of(found, HUMANS).alliances_broken) == (0, 1)


def test_an_alliance_follows_its_leader_and_a_piloted_member_stays(tmp_path: Path) -> None:
    events = [
        *agent("a"),
        *agent("x"),
        *human("h"),
        event("alliance_founded", 1, alliance="g", tag="G", account="a"),
        event("alliance_joined", 2, alliance="g", account="x"),
        event("piloting", 3, account="a"),
        event("alliance_joined", 4, alliance="g", account="h"),
        event("alliance_leader", 5, alliance="g", account="x"),
    ]
    found = run(tmp_path, events)
    assert {one.id: one.camp.value for one in found.accounts} == {"a": "humans", "x": "ai", "h": "humans"}
    assert all(one.alliance is not None and one.alliance.camp is AI for one in found.accounts)


# --- The mark in an alliance ---


def test_the_mark_of_whoever_is_alone_in_its_alliance(tmp_path: Path) -> None:
    """It is in the human camp itself; breaking the alliance is the way out."""
    events = [
        *human("h"),
        event("alliance_founded", 1, alliance="g", tag="G", account="h"),
        event("mark", 2, account="h", how="self"),
        event("alliance_broken", 3, alliance="g"),
        event("mark", 4, account="h", how="self"),
    ]
    found = measured(tmp_path, events)
    assert codes(found) == [(4, "mark_in_alliance")]
    assert found.accounts[0].camp is AI


def test_a_refused_mark_can_be_taken_once_the_humans_have_left(tmp_path: Path) -> None:
    """Then its bearer is an agent like any other."""
    events = [
        *agent("a"),
        *agent("x"),
        *supporter("s"),
        *human("h"),
        event("alliance_founded", 1, alliance="g", tag="G", account="a"),
        event("alliance_joined", 2, alliance="g", account="x"),
        event("alliance_joined", 3, alliance="g", account="s"),
        event("piloting", 4, account="x"),
        event("mark", 5, account="s", how="self"),
        event("alliance_left", 6, alliance="g", account="x"),
        event("mark", 7, account="s", how="self"),
        event("declaration", 8, account="s", operator="o", model="m", accepts_rules=True),
        battle(9, ["s"], ["h"]),
    ]
    found = measured(tmp_path, events)
    assert [code for _, code in codes(found)] == ["mark_in_alliance"]
    assert won(found) == (1, 0, 1)


# --- Again ---


def test_a_second_snapshot_in_one_millisecond_replaces_the_first(tmp_path: Path) -> None:
    looks = [event("snapshot", 5, account="h", power=p, cities=1, town_hall=1) for p in (9, 4)]
    assert of(run(tmp_path, [*human("h"), *looks]), HUMANS).power == 4


def test_a_title_won_again_and_one_said_again(tmp_path: Path) -> None:
    """In the same millisecond it is the same title; later it was won a second time."""
    titles = [event("title", t, account="h", title="First") for t in (5, 5, 6)]
    found = measured(tmp_path, [*human("h"), *titles])
    assert codes(found) == [(4, "duplicate")]
    assert found.accounts[0].titles == ["First", "First"]


def test_a_command_in_one_millisecond_again_is_another(tmp_path: Path) -> None:
    acts = [command(5, "a", "train", unit="archers", count=3)] * 2
    assert len(run(tmp_path, [*agent("a"), *acts]).journals["a"]) == 2


def test_agents_of_one_operator_are_accounts_of_their_own(tmp_path: Path) -> None:
    said = {"operator": "one lab", "model": "m-1", "accepts_rules": True}
    events = [
        *human("a"),
        *human("x"),
        *(event("mark", 1, account=one, how="connection") for one in "ax"),
        *(event("declaration", 2, account=one, **said) for one in "ax"),
        event("piloting", 3, account="x"),
    ]
    assert [one.camp for one in run(tmp_path, events).accounts] == [AI, HUMANS]
