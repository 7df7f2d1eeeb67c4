"""The figures of a war, worked out again from the definitions: slowly, from every prefix of the log anew.

It takes a list of events all of which are possible, in order. It keeps no state: whatever it is asked about a
moment, it looks through all that happened before.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from pycheck.empirical.war.figures import Day
from pycheck.empirical.war.vocabulary import Camp

from .logs import verdict

Events = Sequence[dict[str, Any]]


def camp(past: Events, account: str) -> str:
    """The camp of an account after these events."""
    mine = [e for e in past if e.get("account") == account]
    if any(e["kind"] == "piloting" for e in mine):
        return "humans"
    if any(e["kind"] == "mark" for e in mine):
        return "ai"
    return next((e["camp"] for e in mine if e["kind"] == "choice"), "humans")


def holder(past: Events) -> str | None:
    """Who holds the Palace after these events."""
    for e in reversed(past):
        if e["kind"] == "palace_taken":
            return str(e["account"])
        if e["kind"] == "palace_lost":
            return None
    return None


def leader(past: Events, alliance: str) -> str:
    """Who leads an alliance after these events."""
    leads = ("alliance_founded", "alliance_leader")
    found = [e["account"] for e in past if e["kind"] in leads and e["alliance"] == alliance]
    return str(found[-1])


def throne(events: Events, until: int) -> dict[str, int]:
    """Milliseconds for each camp: between one event and the next nothing changes."""
    held = {"ai": 0, "humans": 0}
    times = [e["t"] for e in events]
    for place, (now, after) in enumerate(zip(times, [*times[1:], until], strict=True)):
        who = holder(events[: place + 1])
        if who is not None and now < until:
            held[camp(events[: place + 1], who)] += min(after, until) - now
    return held


def battles(events: Events) -> tuple[int, dict[str, int]]:
    """Battles between the camps, and those that each won."""
    fought, won = 0, {"ai": 0, "humans": 0}
    for place, e in enumerate(events):
        if e["kind"] != "battle" or not e["attackers"] or not e["defenders"]:
            continue
        first = camp(events[:place], e["attackers"][0])
        second = camp(events[:place], e["defenders"][0])
        if first == second:
            continue
        fought += 1
        if e["winner"] != "nobody":
            won[first if e["winner"] == "attackers" else second] += 1
    return fought, won


def alliances(events: Events) -> dict[str, tuple[int, int]]:
    """Formed and broken, by camp."""
    found = {"ai": [0, 0], "humans": [0, 0]}
    for place, e in enumerate(events):
        if e["kind"] == "alliance_founded":
            found[camp(events[:place], e["account"])][0] += 1
        if e["kind"] == "alliance_broken":
            found[camp(events[:place], leader(events[:place], e["alliance"]))][1] += 1
    return {name: (formed, broken) for name, (formed, broken) in found.items()}


def figures(events: Events, until: int) -> dict[str, Any]:
    """Everything at an instant, as plain numbers."""
    past = [e for e in events if e["t"] <= until]
    accounts = [e["account"] for e in past if e["kind"] == "account"]
    looks = {e["account"]: (e["power"], e["cities"]) for e in past if e["kind"] == "snapshot"}
    held, (fought, won), bands = throne(past, until), battles(past), alliances(past)
    found: dict[str, Any] = {"fought": fought}
    each: dict[str, Fraction | None] = {}
    for name in ("ai", "humans"):
        members = [a for a in accounts if camp(past, a) == name]
        power = sum(looks.get(a, (0, 0))[0] for a in members)
        cities = sum(looks.get(a, (0, 0))[1] for a in members)
        marked = [a for a in members if any(e["kind"] == "mark" and e["account"] == a for e in past)]
        each[name] = Fraction(power, cities) if cities else None
        found[name] = (held[name], won[name], power, cities, *bands[name], len(members), len(marked))
    pairs = {
        "throne": (held["ai"], held["humans"]),
        "battles": (won["ai"], won["humans"]),
        "power": (each["ai"], each["humans"]) if None not in each.values() else (0, 0),
    }
    leads = tuple("nobody" if a == h else "ai" if a > h else "humans" for a, h in pairs.values())  # type: ignore[operator]
    return found | {"leads": leads, "verdict": verdict(leads)}


def plain(day: Day) -> dict[str, Any]:
    """Figures of the measurement in the oracle's words."""
    found: dict[str, Any] = {"fought": day.battles_fought}
    for name in Camp:
        c = day.camps[name]
        marked = c.agents + c.piloted
        found[name.value] = (
            *(c.throne_ms, c.battles_won, c.power, c.cities, c.alliances_formed, c.alliances_broken),
            *(c.players, marked),
        )
    leads = (day.leads.throne, day.leads.battles, day.leads.power)
    return found | {"leads": leads, "verdict": day.verdict}
