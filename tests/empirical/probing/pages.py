"""Pages of generated logs, and what a page's matrix must show, read from the lines of a log alone."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pycheck.empirical.probing.corpus import find_games, measure
from pycheck.empirical.probing.detail import read_detail
from pycheck.empirical.probing.estimate import Resampling
from pycheck.empirical.probing.fork_arms import comparisons
from pycheck.report.probing_page import ROOM, probing_page

from . import oracle
from .logs import Log, attitudes_text, short_game

Line = dict[str, Any]

#: What nothing in a page may act on.
HOSTILE = (
    "</script><script>document.title='owned'</script><img src=x onerror=\"document.title='owned'\"> "
    "--></blockquote></section><!-- \u202eevil\u2066 \u2028 \x1b[31m &lt;b&gt; ${7*7} "
    "javascript:alert(1) '\" \\"
)


def page_of(
    *folders: Path, room: int = ROOM, wanted: Sequence[int] | None = None, forks: bool = False
) -> str:
    """The page of some games."""
    report = measure(folders, Resampling(draws=20), forks)
    places = range(len(report.games)) if wanted is None else wanted
    return probing_page(report, comparisons(report.games), read_detail, places, room)


def page_below(folder: Path, room: int = ROOM) -> str:
    """The page of all games in a folder."""
    return page_of(*find_games([folder]), room=room)


def marked_game(game_id: str = "marked") -> Log:
    """The short game with answers that did not parse, that were repaired, and that have another shape."""
    log = short_game(game_id)
    del log.probes[-1]
    log.ask(1, -1, "Eve", "suspicion_ranking", "I will not say")
    log.ask(1, -1, "Ben", "role_assessment", '{"Ada": "Mafia"}')
    log.ask(1, -1, "Ada", "social_map", attitudes_text(Ben="suspects"))["answer_raw"] += " That is all."
    return log


def hostile_game() -> Log:
    """The short game with names, utterances, answers and an id that try to break out."""
    log = short_game(HOSTILE.replace("/", "∕")[:120])
    names = {name: f"{name} {HOSTILE}" for name in log.roles}
    log.events, log.probes, roles = _renamed([log.events, log.probes, log.roles], names)
    log.roles = roles
    for event in log.events:
        if "response" in event:
            event["response"] = HOSTILE
        if "night_result" in event:
            event["night_result"] = HOSTILE
    for probe in log.probes:
        probe["answer_raw"] = json.dumps(probe["answer_parsed"]) + HOSTILE
    log.ask(1, -1, names["Eve"], "suspicion_ranking", HOSTILE, position=3)
    log.probes[-1]["probe_id"] = HOSTILE
    log.events[-1]["winner"] = HOSTILE
    return log


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, dict):
        return {names.get(key, key): _renamed(one, names) for key, one in value.items()}
    if isinstance(value, list):
        return [_renamed(one, names) for one in value]
    return names.get(value, value) if isinstance(value, str) else value


def lines(path: Path) -> list[Line]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def label(line: Line) -> str:
    number = line["public_msg_seq"]
    return f"{line['round']}:{'end' if number == -1 else number}"


def moment(label_: str) -> tuple[float, float]:
    round_, _, number = label_.partition(":")
    return int(round_), float("inf") if number == "end" else int(number)


def matrix(events: list[Line], probes: list[Line], at: str) -> list[list[str]]:
    """The cells of the matrix of roles at a step, observer by observer, as they are read out."""
    roles = oracle.roles_of(events)
    now = moment(at)
    alive = oracle.living(events, now)
    rows = []
    for observer in roles:
        answers = [
            probe
            for probe in oracle.firsts(probes, "role_assessment")
            if probe["player_name"] == observer
            and oracle.when(probe) <= now
            and probe["answer_parsed"] is not None
        ]
        last = max(answers, key=oracle.when, default=None)
        rows.append([_cell(observer, target, roles, alive, last, at) for target in roles])
    return rows


def _cell(
    observer: str, target: str, roles: dict[str, str], alive: set[str], last: Line | None, at: str
) -> str:
    if observer not in alive or target not in alive:
        return f"{observer if observer not in alive else target} is dead"
    if last is None:
        return "no answer yet"
    carried = "" if label(last) == at else f", carried forward from {label(last)}"
    parsed = last["answer_parsed"]
    entries = [one for one in parsed if one["player"] == target] if isinstance(parsed, list) else []
    if not entries:
        return f"{target} is not named{carried}"
    role, sure = entries[0]["guessed_role"], entries[0]["confidence"]
    verdict = "" if role == "Unknown" else ", right" if role == roles[target] else ", wrong"
    own = ", about oneself" if observer == target else ""
    return f"{target}: {role}, {sure:g}{verdict}{own}{carried}"


def mutated(page: str, old: str, new: str) -> str:
    """The page with a change in its script that the page's own policy lets run."""
    before, script = page.rsplit("<script>", 1)
    script, after = script.split("</script>", 1)
    assert script.count(old) == 1
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    changed = script.replace(old, new)
    fresh = base64.b64encode(hashlib.sha256(changed.encode()).digest()).decode()
    assert digest in before
    return f"{before.replace(digest, fresh)}<script>{changed}</script>{after}"
