"""A war's plan: the realm's name, its start and end, and the rule that decides, all fixed before the start.

The file is canonical JSON (RFC 8785), so that its SHA-256 names it; the event log's first line does.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import rfc8785

from pycheck.empirical.tables import tables_digest
from pycheck.empirical.war.events import MAX_NUMBER
from pycheck.empirical.war.vocabulary import DAY_MS
from pycheck.errors import Fault, InputFileError
from pycheck.mechanism import Mechanism

#: The plan and the log in a war's folder.
PLAN, EVENTS = "war.json", "events.jsonl"
FORMAT = 1
#: A longer war is none that this was made for.
_LONGEST_DAYS = 366
_KEYS = ("end", "format", "mechanism", "realm", "start", "tables_sha256")


@dataclass(frozen=True)
class WarPlan:
    """What was fixed: ``start`` and ``end`` in milliseconds since 1970 (UTC), both part of the war.

    ``mechanism`` and ``tables_sha256`` name the decision rule.
    """

    realm: str
    start: int
    end: int
    mechanism: str
    tables_sha256: str

    @property
    def days(self) -> tuple[int, ...]:
        """The instants of the daily figures: the end of each 24 hours, and the end of the war."""
        return (*range(self.start + DAY_MS, self.end, DAY_MS), self.end)

    def to_bytes(self) -> bytes:
        """The plan as its file holds it."""
        return rfc8785.dumps({"format": FORMAT, **vars(self)})

    @property
    def digest(self) -> str:
        """SHA-256 of the file."""
        return hashlib.sha256(self.to_bytes()).hexdigest()

    def foreign_to(self, mechanism: Mechanism) -> str:
        """Why this plan is not decided by ``mechanism``; empty if it is."""
        if self.mechanism != mechanism.name:
            return f"a plan decided by {self.mechanism}; this is {mechanism.name}"
        if self.tables_sha256 != tables_digest(mechanism):
            return f"a plan decided by other tables of {mechanism.name}, {self.tables_sha256[:16]}…"
        return ""


def plan_for(realm: str, start: int, end: int, mechanism: Mechanism) -> WarPlan:
    """A plan that ``mechanism`` decides."""
    return WarPlan(realm, start, end, mechanism.name, tables_digest(mechanism))


def read_plan(path: Path) -> WarPlan:
    """The plan in a file. Raises :class:`~pycheck.errors.InputFileError` with what is wrong."""
    if path.exists() and not path.is_file():
        raise InputFileError(str(path), [Fault("(file)", "something else", "a war's plan")])
    try:
        data = path.read_bytes()
    except OSError as error:
        said = error.strerror or type(error).__name__
        raise InputFileError(str(path), [Fault("(file)", said, "a war's plan")]) from None
    try:
        found = json.loads(data)
    except (ValueError, RecursionError):
        raise InputFileError(str(path), [Fault("(file)", "no JSON", "a war's plan")]) from None
    faults = list(_faults(found))
    if faults:
        raise InputFileError(str(path), faults)
    plan = WarPlan(**{key: found[key] for key in _KEYS if key != "format"})
    if plan.to_bytes() != data:
        fault = Fault("(file)", "another form", "canonical JSON (RFC 8785), so that its digest names it")
        raise InputFileError(str(path), [fault])
    return plan


def _faults(found: Any) -> list[Fault]:
    if type(found) is not dict:
        return [Fault("(file)", type(found).__name__, "an object")]
    if tuple(sorted(found)) != _KEYS:
        return [Fault("(file)", f"the keys {', '.join(map(repr, sorted(found)))}", ", ".join(_KEYS))]
    faults = [
        Fault(key, repr(found[key])[:60], "text of 1 to 100 characters")
        for key in ("mechanism", "realm", "tables_sha256")
        if type(found[key]) is not str or not 0 < len(found[key]) <= 100
    ]
    if found["format"] != FORMAT or type(found["format"]) is not int:
        faults.append(Fault("format", repr(found["format"])[:60], str(FORMAT)))
    times = [found["start"], found["end"]]
    if not all(type(time) is int and 0 <= time <= MAX_NUMBER for time in times):
        faults.append(Fault("start, end", repr(times)[:60], "times in milliseconds"))
    elif not 0 < times[1] - times[0] <= _LONGEST_DAYS * DAY_MS:
        faults.append(Fault("end", str(times[1]), f"a time after the start, within {_LONGEST_DAYS} days"))
    return faults
