"""A realm that never was: plausible weeks from a seed, to test the measurement on.

The events are possible ones, in order. What players do is drawn without any model of skill; nothing about a
real war follows from it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import orjson

from pycheck.empirical.war.events import SCHEMA_VERSION, Event
from pycheck.empirical.war.plan import EVENTS, PLAN, WarPlan, plan_for
from pycheck.empirical.war.realm_words import MODELS, OPERATORS, TITLES, command_of, name_of
from pycheck.empirical.war.vocabulary import DAY_MS, Camp
from pycheck.errors import EnvironmentUnusable
from pycheck.files import write_atomically
from pycheck.mechanism import Mechanism

#: 2026-01-05T00:00:00Z, a Monday.
START = 1767571200000
#: What happens besides joining and snapshots, and how often.
_DOINGS = {"command": 66, "battle": 26, "alliance": 4, "palace": 1, "piloting": 1, "title": 1, "consent": 1}


@dataclass(eq=False)
class _Player:
    """A player as the generator knows it. ``agent`` once marked; an alliance is a list of its members."""

    id: str
    name: str
    agent: bool
    camp: Camp
    piloted: bool = False
    consent: bool = False
    power: int = 0
    alliance: _Band | None = None
    cities: int = 1


@dataclass(eq=False)
class _Band:
    id: str
    members: list[_Player]


@dataclass
class _Realm:
    random: Random
    players: list[_Player] = field(default_factory=list)
    agents: list[_Player] = field(default_factory=list)
    bands: list[_Band] = field(default_factory=list)
    holder: _Player | None = None
    made: int = 0

    def next_id(self, kind: str) -> str:
        self.made += 1
        return f"{kind}{self.made}"


def war_plan(name: str, days: int, mechanism: Mechanism) -> WarPlan:
    """The plan of a war of so many days from :data:`START`, decided by ``mechanism``."""
    return plan_for(name, START, START + days * DAY_MS, mechanism)


def write_realm(folder: Path, plan: WarPlan, events: Iterator[Event]) -> None:
    """Write a plan and its log into ``folder``.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` if it cannot be written.
    """
    head = {"kind": "realm", "schema": SCHEMA_VERSION, "plan": plan.digest}
    data = b"".join(orjson.dumps(event) + b"\n" for event in _after(head, events))
    try:
        write_atomically(folder / EVENTS, data)
        write_atomically(folder / PLAN, plan.to_bytes())
    except OSError as error:
        raise EnvironmentUnusable(f"{folder}: cannot be written: {error.strerror or error}") from None


def _after(head: dict[str, Any], events: Iterator[Event]) -> Iterator[dict[str, Any]]:
    yield head
    yield from events


def realm_events(plan: WarPlan, seed: int, accounts: int, events: int) -> Iterator[Event]:
    """About ``events`` events of ``accounts`` accounts (at least 2), possible and in order."""
    random = Random(seed)  # noqa: S311 - a seeded realm, nothing secret
    realm = _Realm(random)
    for instant, what in _instants(random, plan, accounts, events):
        yield from _happen(realm, instant, what, plan)


def _instants(random: Random, plan: WarPlan, accounts: int, events: int) -> list[tuple[int, str]]:
    """When what happens: everybody joins in the first tenth, and is looked at some times a day."""
    length = plan.end - plan.start
    found = [(plan.start + random.randrange(length // 10), "join") for _ in range(max(0, accounts - 2))]
    found += [(plan.start, "join")] * 2
    # A join makes about two events and a half, a look one for each account.
    looks = min(4 * (length // DAY_MS), max(1, events // (4 * accounts)))
    found += [(plan.start + length * k // looks, "look") for k in range(1, looks + 1)]
    rest = max(0, events - accounts * 5 // 2 - looks * accounts)
    names, weights = list(_DOINGS), list(_DOINGS.values())
    for what in random.choices(names, weights, k=rest):
        found.append((plan.start + random.randrange(length + 1), what))
    found.sort(key=lambda each: each[0])
    return found


def _happen(realm: _Realm, t: int, what: str, plan: WarPlan) -> Iterator[Event]:
    match what:
        case "join":
            yield from _join(realm, t)
        case "look":
            yield from _look(realm, t)
        case "command" if realm.agents:
            player = realm.random.choice(realm.agents)
            yield {"kind": "command", "t": t, "account": player.id, **_command(realm, player)}
        case "battle" if len(realm.players) > 1:
            yield from _battle(realm, t, plan)
        case "alliance":
            yield from _alliance(realm, t)
        case "palace":
            yield from _palace(realm, t)
        case "piloting" if realm.agents and realm.random.random() < 0.05:
            player = realm.random.choice(realm.agents)
            if not player.piloted:
                player.piloted, player.camp = True, Camp.HUMANS
                yield {"kind": "piloting", "t": t, "account": player.id}
        case "title":
            player, title = realm.random.choice(realm.players), realm.random.choice(TITLES)
            yield {"kind": "title", "t": t, "account": player.id, "title": title}
        case "consent" if realm.agents:
            player = realm.random.choice(realm.agents)
            player.consent = not player.consent
            kind = "consent" if player.consent else "withdrawal"
            yield {"kind": kind, "t": t, "account": player.id}


def _join(realm: _Realm, t: int) -> Iterator[Event]:
    random = realm.random
    one, agent = realm.next_id("p"), random.random() < 0.4
    player = _Player(one, name_of(random, len(realm.players)), agent, Camp.AI if agent else Camp.HUMANS)
    realm.players.append(player)
    yield {"kind": "account", "t": t, "account": one, "name": player.name}
    if agent:
        realm.agents.append(player)
        how = "connection" if random.random() < 0.9 else "self"
        yield {"kind": "mark", "t": t, "account": one, "how": how}
        said = {"operator": random.choice(OPERATORS), "model": random.choice(MODELS), "accepts_rules": True}
        yield {"kind": "declaration", "t": t, "account": one, **said}
        player.consent = random.random() < 0.6
        if player.consent:
            yield {"kind": "consent", "t": t, "account": one}
    elif random.random() < 0.3:
        player.camp = random.choice((Camp.AI, Camp.HUMANS))
        yield {"kind": "choice", "t": t, "account": one, "camp": player.camp.value}


def _look(realm: _Realm, t: int) -> Iterator[Event]:
    for player in realm.players:
        player.power += realm.random.randrange(5_000)
        player.cities = max(1, player.cities + realm.random.choice((0, 0, 0, 0, 1, -1)))
        level = min(30, 1 + player.power // 5_000)
        size = {"power": player.power, "cities": player.cities, "town_hall": level}
        yield {"kind": "snapshot", "t": t, "account": player.id, **size}


def _battle(realm: _Realm, t: int, plan: WarPlan) -> Iterator[Event]:
    random = realm.random
    first, second = random.sample(realm.players, 2)
    attackers, defenders = [first], [second]
    on = random.choice(("city", "city", "tile", "palace"))
    if first.alliance and random.random() < 0.2:
        others = [m for m in first.alliance.members if m is not first and m is not second]
        attackers += random.sample(others, min(len(others), 3))
        on = "rally"
    if random.random() < 0.2:
        defenders = []
    yield {
        "kind": "battle",
        "t": t,
        "battle": realm.next_id("b"),
        "on": on,
        "began": max(plan.start, t - random.randrange(600_000)),
        "attackers": [player.id for player in attackers],
        "defenders": [player.id for player in defenders],
        "winner": random.choice(("attackers", "attackers", "defenders", "nobody")),
    }


def _alliance(realm: _Realm, t: int) -> Iterator[Event]:
    random = realm.random
    player = random.choice(realm.players)
    band = player.alliance
    if band is None:
        fitting = [b for b in realm.bands if b.members[0].camp is player.camp and len(b.members) < 40]
        if not fitting or random.random() < 0.1:
            band = player.alliance = _Band(realm.next_id("g"), [player])
            realm.bands.append(band)
            tag = "".join(random.choices("ABCDEFGHKLMNRSTW", k=4))
            yield {"kind": "alliance_founded", "t": t, "alliance": band.id, "tag": tag, "account": player.id}
        else:
            band = player.alliance = random.choice(fitting)
            band.members.append(player)
            yield {"kind": "alliance_joined", "t": t, "alliance": band.id, "account": player.id}
    elif player is not band.members[0]:
        if random.random() < 0.5:
            band.members.remove(player)
            player.alliance = None
            yield {"kind": "alliance_left", "t": t, "alliance": band.id, "account": player.id}
        else:
            band.members.remove(player)
            band.members.insert(0, player)
            yield {"kind": "alliance_leader", "t": t, "alliance": band.id, "account": player.id}
    elif random.random() < 0.3:
        realm.bands.remove(band)
        for member in band.members:
            member.alliance = None
        yield {"kind": "alliance_broken", "t": t, "alliance": band.id}


def _palace(realm: _Realm, t: int) -> Iterator[Event]:
    player = realm.random.choice(realm.players)
    if realm.holder is not None and realm.random.random() < 0.3:
        yield {"kind": "palace_lost", "t": t, "account": realm.holder.id}
        realm.holder = None
    elif player is not realm.holder:
        yield {"kind": "palace_taken", "t": t, "account": player.id}
        realm.holder = player


def _command(realm: _Realm, player: _Player) -> dict[str, Any]:
    other = realm.random.choice(realm.players)
    band = realm.random.choice(realm.bands).id if realm.bands else "g0"
    return command_of(realm.random, player.id, other.id, other.name, band)
