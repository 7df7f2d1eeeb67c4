"""A second look at finished public files, by other means than they were made with.

It reads the log for itself, for nothing but names, ids and consents, and the finished files from the disk. Of
every value it asks whether it may be there: numbers, the realm's own words, ids of published agents, and
texts in which nobody else is named. It shares with what made the files the list of look-alikes and the
realm's words, and no code.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import orjson

from pycheck.empirical.war.audit_log import Known, known_from
from pycheck.empirical.war.audit_names import Names
from pycheck.empirical.war.vocabulary import ACTS, CITY_DIGITS, CRITERIA, ERRORS, LIMIT, WORDS, Camp, Form

#: So many findings are said.
_SAID = 20
_SHA256 = re.compile(r"[0-9a-f]{64}")
_TIME = re.compile(r"\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_QUOTIENT = re.compile(r"\d+(/[1-9]\d*)?")
_CITY = re.compile(rf"[0-9]{{1,{CITY_DIGITS}}}")
_JOURNAL = re.compile(r"journals/\d{5,}\.jsonl")
_COUNTS = frozenset(
    (
        *("throne_ms", "battles_won", "power", "cities", "alliances_formed", "alliances_broken"),
        *("players", "agents", "supporters", "piloted"),
    )
)
_CAMPS = frozenset(map(str, Camp))
_ROW = {"rank", "name", "camp", "alliance", "power", "town_hall", "battles_won", "titles"}
_AGENT_ROW = _ROW | {"operator", "model"}
_TOP = {"figures.json", "leaderboard.json", "manifest.json"}


def audit(folder: Path, log: Path, withdrawn: frozenset[str]) -> tuple[str, ...]:
    """What must not be published of the files in ``folder``, a line each; empty if nothing was found.

    Private names are not repeated: the place is named.
    """
    known = known_from(log, withdrawn)
    found = [f"{where}: {what}" for where, what in _files(folder, known)]
    more = len(found) - _SAID
    return (*found[:_SAID], *([f"and {more} more"] if more > 0 else []))


_Findings = Iterator[tuple[str, str]]


def _files(folder: Path, known: Known) -> _Findings:
    there = {}
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        # A link shows what is elsewhere; a pipe would be waited for.
        if path.is_symlink() or not (path.is_file() or (path.is_dir() and name == "journals")):
            yield name, "neither a file of a publication nor its folder of journals"
        elif path.is_file():
            there[name] = path
    try:
        manifest = orjson.loads(there["manifest.json"].read_bytes())
        heads = {str(head["file"]): head for head in manifest["journals"]}
        digests = dict(manifest["files"].items())
    except (KeyError, ValueError, TypeError, AttributeError):
        yield "manifest.json", "no manifest of public files"
        return
    for name in sorted(there.keys() ^ (_TOP | heads.keys())):
        yield name, "a file that is not there, or that is none of a publication"
    for name in sorted(there.keys() & (_TOP | heads.keys())):
        data = there[name].read_bytes()
        if name != "manifest.json" and hashlib.sha256(data).hexdigest() != digests.get(name):
            yield name, "another digest than the manifest has"
        if name in heads:
            yield from _journal(name, data, heads[name], known)
    for name, check in (
        ("manifest.json", _manifest),
        ("figures.json", _figures),
        ("leaderboard.json", _board),
    ):
        if name in there:
            try:
                yield from check(orjson.loads(there[name].read_bytes()), known)
            except (ValueError, TypeError, KeyError, AttributeError):
                yield name, "another form than this file has"


def _manifest(manifest: dict[str, Any], known: Known) -> _Findings:
    expected = {"format", "limit", "made_by", "plan_sha256", "log_sha256", "journals", "files"}
    if manifest.keys() != expected or manifest["limit"] != LIMIT or manifest["format"] != 1:
        yield "manifest.json", "another form than this file has"
        return
    if not re.fullmatch(r"pycheck [\w.+-]+", str(manifest["made_by"])):
        yield "manifest.json", "made_by is no version of pycheck"
    digests = [manifest["plan_sha256"], manifest["log_sha256"], *manifest["files"].values()]
    if not all(type(digest) is str and _SHA256.fullmatch(digest) for digest in digests):
        yield "manifest.json", "a digest that is none"
    for number, head in enumerate(manifest["journals"]):
        where = f"manifest.json: journals[{number}]"
        if head.keys() != {"file", "account", "name", "operator", "model", "acts"}:
            yield where, "other keys than a journal has"
        elif head["account"] not in known.published:
            yield where, "a journal without consent, or whose consent was withdrawn"
        elif head["name"] not in known.names[head["account"]]:
            yield where, "another's name"
        elif (head["operator"], head["model"]) not in known.declared[head["account"]]:
            yield where, "another operator or model than was declared"
        elif not _JOURNAL.fullmatch(head["file"]) or type(head["acts"]) is not int:
            yield where, "another file or count than a journal has"


def _figures(content: dict[str, Any], known: Known) -> _Findings:
    where = "figures.json"
    keys = {"format", "limit", "realm", "start", "end", "days", "verdict"}
    if content.keys() != keys or content["limit"] != LIMIT or content["realm"] != known.realm:
        yield where, "another form than this file has"
    for day in content["days"]:
        fine = day.keys() == {"day", "at", "battles_fought", "camps", "leads", "verdict"}
        fine = fine and day["camps"].keys() == _CAMPS and day["leads"].keys() == set(CRITERIA)
        fine = fine and all(type(day[key]) is int for key in ("day", "battles_fought"))
        fine = fine and {*day["leads"].values()} <= {*_CAMPS, "nobody"}
        fine = fine and day["verdict"] in {*_CAMPS, "undecided"} and _matches(_TIME, day["at"])
        for camp in day["camps"].values():
            fine = fine and camp.keys() == _COUNTS | {"share_of_battles", "power_per_player"}
            fine = fine and all(type(camp[key]) is int for key in _COUNTS)
            for key in ("share_of_battles", "power_per_player"):
                fine = fine and (camp[key] is None or _matches(_QUOTIENT, camp[key]))
        if not fine:
            yield where, f"day {day.get('day')}: something that is no figure"
    if content["verdict"] not in {*_CAMPS, "undecided"}:
        yield where, "a verdict that is none"
    if not (_matches(_TIME, content["start"]) and _matches(_TIME, content["end"])):
        yield where, "a start or an end that is no time"


def _board(content: dict[str, Any], known: Known) -> _Findings:
    if content.keys() != {"format", "limit", "rows"} or content["limit"] != LIMIT:
        yield "leaderboard.json", "another form than this file has"
    if len(content["rows"]) > 200:
        yield "leaderboard.json", "more rows than 200"
    for place, row in enumerate(content["rows"], 1):
        where = f"leaderboard.json: row {place}"
        numbers = ("rank", "power", "town_hall", "battles_won")
        if row.keys() not in (_ROW, _AGENT_ROW) or any(type(row[key]) is not int for key in numbers):
            yield where, "other fields than any player sees"
            continue
        bearers = known.bearers.get(row["name"], set())
        if "operator" in row:
            pairs = {pair for one in bearers & known.marked for pair in known.declared.get(one, ())}
            if (row["operator"], row["model"]) not in pairs | {(None, None)}:
                yield where, "an operator or a model that this agent did not declare"
            bearers = bearers & known.marked
        if not bearers:
            yield where, "a name that no such account has"
        if row["camp"] not in _CAMPS or not (row["alliance"] is None or row["alliance"] in known.tags):
            yield where, "a camp or an alliance that is none"
        if not set(row["titles"]) <= known.titles:
            yield where, "a title that nobody won"


def _journal(name: str, data: bytes, head: dict[str, Any], known: Known) -> _Findings:
    lines = data.splitlines(keepends=True)
    if len(lines) != head.get("acts") or (data and not data.endswith(b"\n")):
        yield name, "another number of lines than the manifest has"
    names = known.searched
    for number, line in enumerate(lines, 1):
        try:
            act = orjson.loads(line)
            fault = _act(act, known, names)
        except (ValueError, TypeError, KeyError, AttributeError):
            fault = "no act"
        if fault:
            yield f"{name}:{number}", fault


def _act(act: dict[str, Any], known: Known, names: Names) -> str:
    """What is wrong with a published act; empty if nothing is."""
    if act.keys() != {"time", "command", "parameters", "result"}:
        return "other fields than an act has"
    allowed = _ALLOWED_IN.get(act["command"])
    if allowed is None:
        return "a command that is no act"
    if act["result"] != "accepted" and act["result"] not in ERRORS:
        return "a result that is no code of the realm"
    if not _matches(_TIME, act["time"]):
        return "a time that is none"
    for key, value in act["parameters"].items():
        fits = allowed.get(key)
        if fits is None:
            return "a parameter that is not published"
        if value != "(withheld)" and not fits(value, known, names):
            return f"{key}: somebody who is not published, or something that does not belong there"
    return ""


def _matches(pattern: re.Pattern[str], value: Any) -> bool:
    return type(value) is str and pattern.fullmatch(value) is not None


def _city(value: Any, known: Known) -> bool:
    if type(value) is not str:
        return False
    owner, _, number = value.partition(".")
    return value == "(player)" or (owner in known.published and _CITY.fullmatch(number) is not None)


def _free(value: Any, names: Names) -> bool:
    return type(value) is str and not names.named_in(value)


_ALLOWED: dict[Form, Callable[[Any, Known, Names], bool]] = {
    Form.NUMBER: lambda value, known, names: type(value) is int,
    Form.WORD: lambda value, known, names: type(value) is str and value in WORDS,
    Form.PLAYER: lambda value, known, names: value == "(player)" or value in known.published,
    Form.CITY: lambda value, known, names: _city(value, known),
    Form.ALLIANCE: lambda value, known, names: _free(value, names),
    Form.TEXT: lambda value, known, names: _free(value, names),
}
#: For each act the parameters that may be there; the text of a message may nowhere.
_ALLOWED_IN = {
    command: {key: _ALLOWED[form] for key, form in forms.items() if form in _ALLOWED}
    for command, forms in ACTS.items()
}
