"""500 random weeks against the slow oracle; and what must change nothing, or just swap the camps."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from pycheck.empirical.war.figures import Day, Leads, leads_of
from pycheck.empirical.war.measure import measure
from pycheck.empirical.war.realm import realm_events
from pycheck.empirical.war.rule import rule_of
from pycheck.empirical.war.vocabulary import DAY_MS, Camp

from . import oracle
from .logs import END, HOUR, LEADERS, RULE, START, battle, codes, event, measured, two_days, verdict, write

BLOCK = 20
Events = list[dict[str, Any]]


def week(seed: int, coarse: bool = True) -> Events:
    """A small random week; coarse ones have few instants, so that much happens in one millisecond."""
    random = Random(seed)
    events = list(realm_events(two_days(), seed, random.randrange(3, 9), random.randrange(40, 110)))
    if not coarse:
        return events
    # Steps that divide a day put events on the very ends of days, too.
    step = random.choice((1, HOUR, 6 * HOUR, DAY_MS))

    def rounded(t: int) -> int:
        return START + (t - START) // step * step

    found: Events = []
    for e in events:
        one = e | {key: rounded(e[key]) for key in ("t", "began") if key in e}
        # The same title won twice in what is now one millisecond would be reported.
        if one["kind"] != "title" or one not in found:
            found.append(one)
    return found


def plant(events: Events, seed: int) -> tuple[list[dict[str, Any] | bytes], list[int]]:
    """Impossible lines among possible ones, and the numbers of their lines."""
    random = Random(-seed)
    lines: list[dict[str, Any] | bytes] = list(events)
    planted: list[dict[str, Any] | bytes] = []
    for _ in range(random.randrange(1, 9)):
        place = random.randrange(len(lines) + 1)
        before = next(
            (x["t"] for x in reversed(lines[:place]) if isinstance(x, dict) and x not in planted), START
        )
        t = before - START
        one: dict[str, Any] | bytes = random.choice(
            (
                b"{",
                event("unmark", t, account=events[0]["account"]) if place else b"[]",
                event("mark", t, account="stranger", how="self"),
                event("palace_lost", t, account="stranger"),
                battle(t, ["stranger"], []),
                battle(t, [], [], battle="b0"),
                battle(-7, [events[0]["account"]], [], began=START),
                event("title", END - START + 1, account=events[0]["account"], title="x"),
                event("alliance_broken", t, alliance="stranger"),
            )
        )
        lines.insert(place, one)
        planted.append(one)
    return lines, [number for number, x in enumerate(lines, 2) if any(x is one for one in planted)]


@pytest.mark.sample(every=5)
@pytest.mark.parametrize("block", range(500 // BLOCK))
def test_the_figures_are_the_oracle_s(block: int, tmp_path: Path) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        events = week(seed)
        lines, planted = plant(events, seed) if seed % 2 else (events, [])
        found = measured(tmp_path / str(seed), lines)
        assert [one.line for one in found.reported] == planted, seed
        for day in found.days:
            assert oracle.plain(day) == oracle.figures(events, day.at), (seed, day.number)


def test_the_weeks_are_not_all_alike(tmp_path: Path) -> None:
    """What the oracle agrees on is worth something only if something happens in these weeks."""
    seen: set[tuple[str, ...]] = set()
    kinds: set[str] = set()
    ties = 0
    for seed in range(60):
        events = week(seed)
        kinds |= {e["kind"] for e in events}
        ties += sum(a["t"] == b["t"] for a, b in pairwise(events))
        leads = measured(tmp_path / str(seed), events).final.leads
        seen.add((leads.throne, leads.battles, leads.power))
    assert len(seen) > 9
    assert ties > 500
    assert kinds >= {"battle", "palace_taken", "palace_lost", "choice", "snapshot", "alliance_founded"}


@pytest.mark.parametrize("seed", range(500, 512))
def test_a_realm_has_nothing_to_report(seed: int, tmp_path: Path) -> None:
    assert codes(measured(tmp_path, week(seed, coarse=bool(seed % 2)))) == []


def test_a_seed_gives_one_realm() -> None:
    plan = two_days()
    assert list(realm_events(plan, 5, 20, 500)) == list(realm_events(plan, 5, 20, 500))
    assert list(realm_events(plan, 5, 20, 500)) != list(realm_events(plan, 6, 20, 500))


# --- What must change nothing ---


@pytest.mark.parametrize("seed", range(600, 608))
def test_a_log_cut_off_after_a_day_has_that_day_s_figures(seed: int, tmp_path: Path) -> None:
    events = week(seed)
    whole = measured(tmp_path / "whole", events)
    first = whole.days[0]
    cut = replace(two_days(), end=first.at)
    part = measure(write(tmp_path / "part", [e for e in events if e["t"] <= first.at], cut), RULE)
    assert part.days == (first,)


@pytest.mark.parametrize("seed", range(610, 618))
def test_days_add_up(seed: int, tmp_path: Path) -> None:
    """What each day adds, counted from that day's events and the state before it, makes the whole."""
    events = week(seed)
    found = measured(tmp_path, events)
    for before, after in pairwise(found.days):
        new = [e for e in events if before.at < e["t"] <= after.at]
        fought, _ = oracle.battles(events)
        fought_before, _ = oracle.battles([e for e in events if e["t"] <= before.at])
        assert after.battles_fought - before.battles_fought == fought - fought_before
        held = {c: after.camps[c].throne_ms - before.camps[c].throne_ms for c in Camp}
        assert 0 <= sum(held.values()) <= after.at - before.at
        founded = sum(e["kind"] == "alliance_founded" for e in new)
        assert (
            sum(after.camps[c].alliances_formed - before.camps[c].alliances_formed for c in Camp) == founded
        )


def renamed(events: Events, of: Callable[[str], str]) -> Events:
    changed = []
    for e in events:
        one = dict(e)
        for key in ("account", "alliance", "battle"):
            if key in one:
                one[key] = of(one[key])
        for key in ("attackers", "defenders"):
            if key in one:
                one[key] = [of(a) for a in one[key]]
        changed.append(one)
    return changed


@pytest.mark.parametrize("seed", range(620, 628))
def test_ids_mean_nothing(seed: int, tmp_path: Path) -> None:
    events = week(seed)
    other = renamed(events, lambda name: f"z-{name[::-1]}-{len(name)}")
    assert measured(tmp_path / "one", events).days == measured(tmp_path / "two", other).days


@pytest.mark.parametrize("seed", range(630, 638))
def test_reads_chats_and_other_events_of_no_camp_change_no_figure(seed: int, tmp_path: Path) -> None:
    events = week(seed)
    fewer = [e for e in events if e["kind"] not in ("command", "title", "consent", "withdrawal")]
    assert measured(tmp_path / "one", events).days == measured(tmp_path / "two", fewer).days


# --- Swapping the camps ---


SWAP = {"ai": "humans", "humans": "ai", "nobody": "nobody", "undecided": "undecided"}


def swapped(day: Day) -> Day:
    leads = Leads(SWAP[day.leads.throne], SWAP[day.leads.battles], SWAP[day.leads.power])
    # Nobody is an agent here: all of the AI camp are supporters.
    camps = {
        camp: replace(figures, supporters=figures.players if camp is Camp.AI else 0)
        for camp, figures in ((camp, day.camps[camp.other]) for camp in Camp)
    }
    return replace(day, camps=camps, leads=leads, verdict=SWAP[day.verdict])


def by_hand(events: Events) -> Events:
    """The same week without agents, in which everybody chooses a camp: the one it would have had."""
    camps = {e["account"]: oracle.camp(events, e["account"]) for e in events if e["kind"] == "account"}
    kept: Events = []
    for e in events:
        if e["kind"] == "account":
            kept += [e, event("choice", e["t"] - START, account=e["account"], camp=camps[e["account"]])]
        elif e["kind"] in ("battle", "palace_taken", "palace_lost", "snapshot"):
            kept.append(e)
    return kept


@pytest.mark.parametrize("seed", range(640, 656))
def test_swapping_the_camps_swaps_figures_leads_and_verdict(seed: int, tmp_path: Path) -> None:
    events = by_hand(week(seed))
    other = [e | {"camp": SWAP[e["camp"]]} if e["kind"] == "choice" else e for e in events]
    days = measured(tmp_path / "one", events).days
    found = measured(tmp_path / "two", other)
    assert codes(found) == []
    assert found.days == tuple(map(swapped, days))


# --- The rule ---


def test_the_rule_is_the_mechanism_s_outcome_map() -> None:
    decide = rule_of(RULE)
    for throne in LEADERS:
        for battles in LEADERS:
            for power in LEADERS:
                assert decide(Leads(throne, battles, power)) == verdict((throne, battles, power))


def test_the_order_of_the_agents_and_of_their_reports_means_nothing() -> None:
    from pycheck.mechanism import MAIN_MAP, Agent, OutcomeMap, Signature

    names, reports = ("power", "throne", "battles"), ("nobody", "humans", "ai")
    signature = Signature(
        tuple(Agent(n, ("any",), reports, None) for n in names), ("undecided", "humans", "ai")
    )
    cells = []
    for profile in signature.report_profiles():
        said = dict(zip(names, (reports[r] for r in profile), strict=True))
        cells.append(signature.outcomes.index(verdict((said["throne"], said["battles"], said["power"]))))
    other = replace(RULE, signature=signature, maps={MAIN_MAP: OutcomeMap(tuple(cells))})
    for leads in (
        Leads("ai", "humans", "nobody"),
        Leads("nobody", "humans", "ai"),
        Leads("ai", "humans", "humans"),
    ):
        assert rule_of(other)(leads) == rule_of(RULE)(leads)


def test_leads_are_exact(tmp_path: Path) -> None:
    """Two quotients that no floating-point number tells apart."""
    huge = 2**53 - 1
    looks = [
        event("snapshot", 5, account="h", power=huge, cities=huge - 1, town_hall=1),
        event("snapshot", 5, account="s", power=huge - 1, cities=huge - 2, town_hall=1),
    ]
    people = [
        event("account", 0, account="h", name="h"),
        event("account", 0, account="s", name="s"),
        event("choice", 0, account="s", camp="ai"),
    ]
    final = measured(tmp_path, [*people, *looks]).final
    assert huge / (huge - 1) == (huge - 1) / (huge - 2)
    assert leads_of(final.camps).power == "ai"
