"""Small wars written by hand: a rule, a plan of two days, and logs of events with their times."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

from pycheck.empirical.war.measure import Measurement, measure
from pycheck.empirical.war.plan import EVENTS, PLAN, WarPlan, plan_for
from pycheck.empirical.war.vocabulary import DAY_MS
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

START = 1_000_000_000_000
END = START + 2 * DAY_MS
HOUR = 3_600_000
LEADERS = ("ai", "humans", "nobody")


def verdict(pattern: tuple[str, ...]) -> str:
    """The rule in words: two of three, else the first criterion that somebody leads."""
    for camp in ("ai", "humans"):
        if pattern.count(camp) >= 2:
            return camp
    return next((who for who in pattern if who != "nobody"), "undecided")


def rule_mechanism() -> Mechanism:
    """The rule as a mechanism, written out here."""
    outcomes = ("ai", "humans", "undecided")
    agents = tuple(Agent(name, ("any",), LEADERS, None) for name in ("throne", "battles", "power"))
    cells = tuple(outcomes.index(verdict(pattern)) for pattern in product(LEADERS, repeat=3))
    zeros = tuple((Fraction(0),) for _ in outcomes)
    return Mechanism(
        "war_verdict",
        "The verdict",
        Signature(agents, outcomes),
        (zeros,) * 3,
        {MAIN_MAP: OutcomeMap(cells)},
    )


RULE = rule_mechanism()


def two_days() -> WarPlan:
    return plan_for("test realm", START, END, RULE)


def event(kind: str, t: int, **fields: Any) -> dict[str, Any]:
    """An event ``t`` milliseconds after the start."""
    return {"kind": kind, "t": START + t, **fields}


def human(name: str, t: int = 0, called: str | None = None) -> list[dict[str, Any]]:
    return [event("account", t, account=name, name=called or f"name of {name}")]


def supporter(name: str, t: int = 0) -> list[dict[str, Any]]:
    return [*human(name, t), event("choice", t, account=name, camp="ai")]


def agent(name: str, t: int = 0, called: str | None = None, consent: bool = False) -> list[dict[str, Any]]:
    """An account that is a declared AI agent."""
    made = [
        *human(name, t, called),
        event("mark", t, account=name, how="connection"),
        event(
            "declaration", t, account=name, operator=f"operator of {name}", model="m-1", accepts_rules=True
        ),
    ]
    return [*made, event("consent", t, account=name)] if consent else made


def battle(
    t: int, attackers: Iterable[str], defenders: Iterable[str], winner: str = "attackers", **more: Any
) -> dict[str, Any]:
    fields = {"battle": f"b{t}", "on": "city", "began": START + max(0, t - 1000), **more}
    return event("battle", t, attackers=list(attackers), defenders=list(defenders), winner=winner, **fields)


def command(t: int, who: str, name: str, error: str | None = None, /, **parameters: Any) -> dict[str, Any]:
    said = None if error is None else {"code": error, "message": f"secret words about {who}"}
    return event("command", t, account=who, command=name, parameters=parameters, error=said)


def write(folder: Path, events: Iterable[Mapping[str, Any] | bytes], plan: WarPlan | None = None) -> Path:
    """A war's folder with these events; bytes are a line as it is."""
    plan = plan or two_days()
    folder.mkdir(parents=True, exist_ok=True)
    (folder / PLAN).write_bytes(plan.to_bytes())
    head = {"kind": "realm", "schema": 1, "plan": plan.digest}
    lines = [
        line if isinstance(line, bytes) else json.dumps(line, ensure_ascii=False).encode()
        for line in (head, *events)
    ]
    (folder / EVENTS).write_bytes(b"".join(line + b"\n" for line in lines))
    return folder


def measured(folder: Path, events: Iterable[Mapping[str, Any] | bytes]) -> Measurement:
    return measure(write(folder, events), RULE)


def codes(found: Measurement) -> list[tuple[int, str]]:
    """Line and code of everything that was reported."""
    return [(one.line, one.code.value) for one in found.reported]
