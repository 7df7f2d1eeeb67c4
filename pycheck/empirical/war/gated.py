"""What the gate asks of a war, and what it lets through: figures measured again from the log, held against
those that were published.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from pycheck.empirical.evidence import Mark, Plot, ShownTable
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.war.audit import audit
from pycheck.empirical.war.figures import CampFigures, Day
from pycheck.empirical.war.journal import secrets_of
from pycheck.empirical.war.measure import Measurement, measure
from pycheck.empirical.war.plan import EVENTS, PLAN
from pycheck.empirical.war.publish import MANIFEST, figures_json, public_bytes
from pycheck.empirical.war.reported import Code as Wrong
from pycheck.empirical.war.reported import counted
from pycheck.empirical.war.vocabulary import CRITERIA, LIMIT, Camp
from pycheck.errors import InputFileError
from pycheck.mechanism import Mechanism

#: The published files in a war's folder.
PUBLIC = "public"
_HOUR_MS = 3_600_000
_NAMES = {"throne": "throne time", "battles": "battles won", "power": "Power per player"}


@dataclass
class WarReading:
    """A war as the gate reads it: what was measured, by which code, or why it is refused."""

    measured: Measurement | None = None
    code: str = ""
    refusals: list[Refusal] = field(default_factory=list)


def read_war(run: Path, mechanism: Mechanism) -> WarReading:
    """Measure the war in ``run`` again and compare; whatever is wrong is in the result's refusals."""
    reading = WarReading()
    try:
        reading.measured = measured = measure(run, mechanism)
    except InputFileError as error:
        code = Code.FREEZE if error.path.endswith(PLAN) else Code.TRACE
        if any("decided by" in fault.found for fault in error.faults):
            code = Code.OTHER_MECHANISM
        where = Path(error.path).name
        reading.refusals += [Refusal(code, where, str(fault)) for fault in error.faults]
        return reading
    # What is in such a line may be private, and what the gate says goes further than the log.
    what = "no event of this schema; pycheck war measure says what is wrong"
    reading.refusals += [
        Refusal(Code.SCHEMA, f"{EVENTS}:{one.line}", what)
        for one in measured.reported
        if one.code is Wrong.UNREADABLE
    ]
    reading.refusals += _published(run, measured)
    if not reading.refusals:
        manifest = orjson.loads((run / PUBLIC / MANIFEST).read_bytes())
        reading.code = manifest["made_by"].removeprefix("pycheck ")
    return reading


def _published(run: Path, measured: Measurement) -> Iterator[Refusal]:
    folder = run / PUBLIC
    if not (folder / MANIFEST).is_file():
        what = "no published files; pycheck war publish makes them"
        yield Refusal(Code.MISSING, f"{PUBLIC}/{MANIFEST}", what)
        return
    try:
        manifest = orjson.loads((folder / MANIFEST).read_bytes())
        made_by, digest = str(manifest["made_by"]), manifest["log_sha256"]
        named = frozenset(head["account"] for head in manifest["journals"])
    except (ValueError, KeyError, TypeError):
        yield Refusal(Code.SECRET, f"{PUBLIC}/{MANIFEST}", "no manifest of public files")
        return
    if digest != measured.log_sha256:
        yield Refusal(Code.CHANGED, f"{PUBLIC}/{MANIFEST}", "made from another log than the one beside it")
    # Consent may have been taken back apart from the log: those journals are not there, and not missed.
    agreed = frozenset(account.id for account in secrets_of(measured, frozenset()).published)
    withdrawn = agreed - named
    for name, expected, _ in public_bytes(measured, withdrawn, made_by):
        path = folder / name
        if not path.is_file() or path.read_bytes() != expected:
            what = "not what the log gives when it is measured again"
            yield Refusal(Code.RESCORING, f"{PUBLIC}/{name}", what)
    for said in audit(folder, measured.log, withdrawn):
        where, _, what = said.partition(": ")
        yield Refusal(Code.SECRET, f"{PUBLIC}/{where}", what)


def war_content(measured: Measurement) -> dict[str, Any]:
    """What a report shows of a war: data, tables and plots, and what they are called."""
    return {
        "protocol": measured.plan.realm,
        "title": f"{measured.plan.realm}: {LIMIT}",
        "turns": len(measured.days),
        "acts": measured.events,
        "units": ("days", "events"),
        "data": {
            "limit": LIMIT,
            "events": measured.events,
            "reported": counted(measured.reported),
            "figures": figures_json(measured),
        },
        "tables": (_outcome(measured.final), _days(measured), _camps(measured.final), _reported(measured)),
        "plots": (_throne(measured),),
    }


def figure(name: str, camp: CampFigures) -> str:
    """One camp's figure in a criterion, in words."""
    match name:
        case "throne":
            return hours(camp.throne_ms)
        case "battles":
            return f"{camp.battles_won:,}"
        case _:
            each = camp.power_per_player
            return "no measure" if each is None else f"{float(each):,.2f}"


def hours(milliseconds: int) -> str:
    """A time as ``12 h 05 min 07.250 s``."""
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60} h {minutes % 60:02} min {rest / 1000:06.3f} s"


def _outcome(day: Day) -> ShownTable:
    rows = [
        (
            _NAMES[name],
            str(getattr(day.leads, name)),
            "; ".join(f"{camp} {figure(name, day.camps[camp])}" for camp in Camp),
        )
        for name in CRITERIA
    ]
    rows.append(("verdict", day.verdict, "by the decision rule, from who leads"))
    return ShownTable("At the end", ("criterion", "led by", "figures"), tuple(rows), f"{LIMIT}.")


def _days(measured: Measurement) -> ShownTable:
    rows = tuple(
        (
            str(day.number),
            *(
                f"{figure(name, day.camps[camp])}{' *' if getattr(day.leads, name) == camp else ''}"
                for name in CRITERIA
                for camp in Camp
            ),
            str(day.battles_fought),
            day.verdict,
        )
        for day in measured.days
    )
    columns = tuple(f"{_NAMES[name]}, {camp}" for name in CRITERIA for camp in Camp)
    note = f"Up to the end of each day; * leads then. {LIMIT}."
    caption = "Day by day"
    return ShownTable(caption, ("day", *columns, "battles between the camps", "verdict then"), rows, note)


def _camps(day: Day) -> ShownTable:
    rows = tuple(
        (
            camp.value,
            *(
                f"{value:,}"
                for value in (
                    *(c.players, c.agents, c.supporters, c.piloted, c.cities, c.power),
                    *(c.alliances_formed, c.alliances_broken),
                )
            ),
        )
        for camp, c in day.camps.items()
    )
    columns = ("camp", "players", "AI agents", "supporters by hand", "agents shown to be piloted", "cities")
    note = f"At the end. {LIMIT}."
    return ShownTable(
        "The camps", (*columns, "total Power", "alliances formed", "alliances broken"), rows, note
    )


def _reported(measured: Measurement) -> ShownTable:
    rows = tuple((code, str(number)) for code, number in counted(measured.reported).items())
    note = "Reported events have no effect." if rows else "Every event of the log could have happened."
    return ShownTable("Events that were reported", ("what", "events"), rows, note)


def _throne(measured: Measurement) -> Plot:
    marks = tuple(
        Mark(
            f"day {day.number}",
            camp.value,
            day.camps[camp].throne_ms / _HOUR_MS,
            None,
            None,
            (day.at - measured.plan.start) // _HOUR_MS,
        )
        for day in measured.days
        for camp in Camp
    )
    return Plot("Hours of throne time up to the end of each day", "count", "hours", marks)
