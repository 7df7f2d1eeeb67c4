"""What is published: those files and no others, whole or not at all, with consent alone."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any, get_type_hints

import pytest

from pycheck.empirical.war import journal, publish, records
from pycheck.empirical.war.audit import audit
from pycheck.empirical.war.measure import Measurement, measure
from pycheck.empirical.war.plan import EVENTS
from pycheck.empirical.war.publish import PublicationRefused, Published
from pycheck.empirical.war.realm import realm_events, war_plan, write_realm
from pycheck.empirical.war.records import utc
from pycheck.empirical.war.redact import Cleared
from pycheck.empirical.war.vocabulary import ACTS, LIMIT, Form
from pycheck.errors import EnvironmentUnusable, PycheckError

from .logs import END, RULE, START, agent, battle, command, event, human, measured, write

ROOT = Path(__file__).parents[3]


def published(folder: Path, events: list[Any], withdrawn: frozenset[str] = frozenset()) -> Published:
    return publish.publish(measured(folder, events), folder / "public", withdrawn)


def files(folder: Path) -> dict[str, bytes]:
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def acts(folder: Path, number: int = 1) -> list[dict[str, Any]]:
    path = folder / "public" / "journals" / f"{number:05}.jsonl"
    return [json.loads(line) for line in path.read_bytes().splitlines()]


def names_of(found: Published) -> list[str]:
    return [head.name for head in found.journals]


# --- Which files ---


def test_the_public_files_and_no_others(tmp_path: Path) -> None:
    events = [*agent("a", consent=True), *agent("x"), *human("h"), command(5, "a", "scout", city="h.1")]
    found = published(tmp_path, events)
    there = files(tmp_path / "public")
    assert set(there) == {"figures.json", "leaderboard.json", "journals/00001.jsonl", "manifest.json"}
    manifest = json.loads(there["manifest.json"])
    assert set(manifest["files"]) == set(there) - {"manifest.json"}
    assert manifest["limit"] == LIMIT
    assert names_of(found) == ["name of a"]
    assert not list(tmp_path.glob(".*")), "nothing is left beside them"
    assert (tmp_path / "public").stat().st_mode & 0o777 == 0o755


def test_the_figures(tmp_path: Path) -> None:
    look = {"power": 10, "cities": 3, "town_hall": 4}
    events = [*agent("a"), *human("h"), battle(5, ["a"], ["h"]), event("snapshot", 6, account="a", **look)]
    published(tmp_path, events)
    data = json.loads((tmp_path / "public" / "figures.json").read_bytes())
    assert (data["realm"], data["start"], data["end"]) == ("test realm", utc(START), utc(END))
    assert data["limit"] == LIMIT
    last = data["days"][-1]
    assert last["camps"]["ai"]["power_per_player"] == "10/3"
    assert last["camps"]["ai"]["share_of_battles"] == "1"
    assert last["camps"]["humans"]["power_per_player"] is None
    assert last["leads"] == {"throne": "nobody", "battles": "ai", "power": "nobody"}
    assert (last["verdict"], data["verdict"]) == ("ai", "ai")
    assert [day["at"] for day in data["days"]] == [utc(START + 86_400_000), utc(END)]


def test_the_leaderboard(tmp_path: Path) -> None:
    look = {"cities": 1, "town_hall": 7}
    events = [
        *agent("a"),
        *human("h"),
        *human("u"),
        *human("unseen"),
        event("mark", 1, account="u", how="self"),
        event("alliance_founded", 2, alliance="g", tag="TAG", account="h"),
        event("title", 3, account="h", title="First Gatherer"),
        battle(4, ["a"], ["u"]),
        event("renamed", 5, account="a", name="new name"),
        *(event("snapshot", 6, account=one, power=p, **look) for one, p in (("a", 5), ("h", 5), ("u", 9))),
    ]
    published(tmp_path, events)
    rows = json.loads((tmp_path / "public" / "leaderboard.json").read_bytes())["rows"]
    seen = {"town_hall": 7, "battles_won": 0, "titles": [], "alliance": None}
    no_agent = {"camp": "humans", "rank": 3, "name": "name of h", "power": 5, "alliance": "TAG"}
    assert rows == [
        seen | {"rank": 1, "name": "name of u", "camp": "ai", "power": 9, "operator": None, "model": None},
        seen
        | {"rank": 2, "name": "new name", "camp": "ai", "power": 5, "battles_won": 1}
        | {"operator": "operator of a", "model": "m-1"},
        seen | no_agent | {"titles": ["First Gatherer"]},
    ]


def test_a_piloted_agent_is_shown_as_one_in_the_human_camp(tmp_path: Path) -> None:
    """It keeps its mark, and so operator and model; the camp is another."""
    look = event("snapshot", 6, account="a", power=1, cities=1, town_hall=1)
    published(tmp_path, [*agent("a"), event("piloting", 5, account="a"), look])
    (row,) = json.loads((tmp_path / "public" / "leaderboard.json").read_bytes())["rows"]
    assert (row["camp"], row["operator"], row["model"]) == ("humans", "operator of a", "m-1")


def test_the_leaderboard_has_200_rows(tmp_path: Path) -> None:
    looks = [event("snapshot", 9, account=f"h{k}", power=k, cities=1, town_hall=1) for k in range(230)]
    published(tmp_path, [*(e for k in range(230) for e in human(f"h{k}")), *looks])
    rows = json.loads((tmp_path / "public" / "leaderboard.json").read_bytes())["rows"]
    assert [row["power"] for row in rows] == list(range(229, 29, -1))
    assert [row["rank"] for row in rows] == list(range(1, 201))


def test_no_total_or_ranking_by_model(tmp_path: Path) -> None:
    """Models are named in rows of agents and heads of journals, and nowhere else."""
    events = [*agent("a", consent=True), event("snapshot", 6, account="a", power=1, cities=1, town_hall=1)]
    published(tmp_path, events)
    for name, data in files(tmp_path / "public").items():
        expected = {"leaderboard.json": 1, "manifest.json": 1}.get(name, 0)
        assert data.count(b"m-1") == expected, name


def test_the_same_log_gives_the_same_bytes(tmp_path: Path) -> None:
    events = list(realm_events(war_plan("r", 2, RULE), 4, 20, 600))
    for name in ("one", "two"):
        plan = war_plan("r", 2, RULE)
        write_realm(tmp_path / name, plan, iter(events))
        publish.publish(measure(tmp_path / name, RULE), tmp_path / name / "public")
    assert files(tmp_path / "one" / "public") == files(tmp_path / "two" / "public")


def test_a_total_that_would_be_rounded_is_refused(tmp_path: Path) -> None:
    """Each number fits; their sum is beyond what JSON is read as exactly."""
    looks = [event("snapshot", 6, account=one, power=2**52, cities=1, town_hall=1) for one in "abc"]
    accounts = [*human("a"), *human("b"), *human("c")]
    published(tmp_path / "fits", [*accounts, *looks[:1]])
    with pytest.raises(
        PycheckError, match=f"found {3 * 2**52} as the total Power or cities of humans on day"
    ):
        published(tmp_path / "too much", [*accounts, *looks])
    assert not (tmp_path / "too much" / "public").exists()


# --- Types ---


def test_no_record_has_a_field_for_what_is_private() -> None:
    """Every public type, field by field; whoever adds one must add it here."""
    assert {f.name for f in fields(records.HumanRow)} == {
        *("rank", "name", "camp", "alliance", "power", "town_hall", "battles_won", "titles"),
    }
    added = {f.name for f in fields(records.AgentRow)} - {f.name for f in fields(records.HumanRow)}
    assert added == {"operator", "model"}
    assert {f.name for f in fields(records.Act)} == {"time", "command", "parameters", "result"}
    assert {f.name for f in fields(records.Figures)} == {"realm", "start", "end", "days"}
    assert {f.name for f in fields(records.JournalHead)} == {
        *("file", "account", "name", "operator", "model", "acts"),
    }
    hints = get_type_hints(records.Act, vars(records) | {"Mapping": dict})
    assert hints["parameters"] == dict[str, Cleared | int]


# --- Consent ---


def test_journals_only_with_consent(tmp_path: Path) -> None:
    events = [
        *agent("yes", consent=True),
        *agent("no"),
        *agent("back", consent=True),
        *agent("again", consent=True),
        *agent("late"),
        event("withdrawal", 3, account="back"),
        event("withdrawal", 4, account="again"),
        event("consent", 5, account="again"),
        event("consent", END - START + 1000, account="late"),
    ]
    assert names_of(published(tmp_path, events)) == ["name of yes", "name of again", "name of late"]


def test_a_withdrawal_before_publication_takes_effect(tmp_path: Path) -> None:
    events = [*agent("a", consent=True), *agent("b", consent=True), command(5, "b", "join_rally", leader="a")]
    found = published(tmp_path, events, withdrawn=frozenset({"a"}))
    assert names_of(found) == ["name of b"]
    assert acts(tmp_path)[0]["parameters"] == {"leader": "(player)"}
    assert b"name of a" not in b"".join(files(tmp_path / "public").values())


def test_a_withdrawal_of_nobody_is_refused(tmp_path: Path) -> None:
    with pytest.raises(PublicationRefused, match="withdrawn: found nobody; expected an account"):
        published(tmp_path, agent("a"), withdrawn=frozenset({"nobody"}))


@pytest.mark.parametrize("who", [["a"], "A", None, "nobody"])
def test_a_withdrawal_of_nobody_known_holds_journals_back(who: object, tmp_path: Path) -> None:
    """Somebody took consent back; whoever it was must not be published by mistake."""
    taken_back = event("withdrawal", 5, account=who)
    with pytest.raises(PublicationRefused, match=r"events.jsonl:6: a withdrawal of consent of nobody"):
        published(tmp_path / "one", [*agent("a", consent=True), taken_back])
    assert not (tmp_path / "one" / "public").exists()
    assert published(tmp_path / "two", [*agent("a"), taken_back]).journals == ()


# --- Journals ---


def test_what_is_in_a_journal(tmp_path: Path) -> None:
    events = [
        *agent("a", consent=True),
        *agent("b", consent=True),
        *human("h", called="Hilda"),
        event("alliance_founded", 1, alliance="g1", tag="G", account="a"),
        command(2, "a", "attack_city", city="h.2", troops=7),
        command(3, "a", "attack_city", "NOT_ENOUGH_TROOPS", city="b.2", troops=8),
        command(4, "a", "send_message", to="h", text="hello Hilda, meet me"),
        command(5, "a", "send_resources", to="b", resource="wood", count=3),
        command(6, "a", "rename_city", city="a.1", name="Hilda falls"),
        command(7, "a", "join_alliance", alliance="g1"),
        command(8, "a", "set_notice", notice="thanks, name of b"),
        # None of these is in it:
        command(9, "a", "chat", text="hi"),
        command(10, "a", "read_map"),
        command(11, "a", "connect"),
        command(12, "a", "scout", "RATE_LIMITED", city="h.1"),
    ]
    published(tmp_path, events)
    assert [(act["time"], act["command"], act["parameters"], act["result"]) for act in acts(tmp_path)] == [
        (utc(START + 2), "attack_city", {"city": "(player)", "troops": 7}, "accepted"),
        (utc(START + 3), "attack_city", {"city": "b.2", "troops": 8}, "NOT_ENOUGH_TROOPS"),
        (utc(START + 4), "send_message", {"to": "(player)"}, "accepted"),
        (utc(START + 5), "send_resources", {"to": "b", "resource": "wood", "count": 3}, "accepted"),
        (utc(START + 6), "rename_city", {"city": "a.1", "name": "(player) falls"}, "accepted"),
        (utc(START + 7), "join_alliance", {"alliance": "g1"}, "accepted"),
        (utc(START + 8), "set_notice", {"notice": "thanks, name of b"}, "accepted"),
    ]
    assert b"secret words" not in b"".join(files(tmp_path / "public").values())


def test_what_is_no_value_of_its_parameter_is_withheld(tmp_path: Path) -> None:
    events = [
        *agent("a", consent=True),
        *human("h", called="Hilda"),
        command(2, "a", "train", unit="Hilda", count="Hilda"),
        command(3, "a", "scout", city="Hilda", Hilda=3, text="Hilda"),
        command(4, "a", "scout", city=3),
        command(5, "a", "join_alliance", alliance="Hilda"),
        command(6, "a", "scout", city="a.x"),
        command(6, "a", "scout", city="a.1234"),
        command(6, "a", "scout", city="a.8127349912734"),
        command(7, "a", "invite", player=5, note=5),
    ]
    published(tmp_path, events)
    assert [act["parameters"] for act in acts(tmp_path)] == [
        {"unit": "(withheld)", "count": "(withheld)"},
        {"city": "(player)"},
        {"city": "(withheld)"},
        {"alliance": "(withheld)"},
        {"city": "(player)"},
        {"city": "a.1234"},
        {"city": "(player)"},
        {"player": "(withheld)"},
    ]


def test_commands_that_were_reported_are_in_no_journal(tmp_path: Path) -> None:
    early = command(1, "a", "train", unit="archers", count=1)
    events = [*human("a"), early, *agent("a", 2, consent=True)[1:], command(3, "a", "leave_alliance")]
    published(tmp_path, events)
    assert [act["command"] for act in acts(tmp_path)] == ["leave_alliance"]


# --- Refusals ---


@pytest.mark.parametrize("line", [b"{", b'{"kind":"account","account":"h","name":"Hil', b"\xff"])
def test_a_log_with_unreadable_lines_is_not_published(line: bytes, tmp_path: Path) -> None:
    with pytest.raises(PublicationRefused, match=r"events.jsonl:3: cannot be read"):
        published(tmp_path, [*human("h"), line])
    assert not (tmp_path / "public").exists()


def test_what_is_there_is_not_replaced(tmp_path: Path) -> None:
    published(tmp_path, human("h"))
    before = files(tmp_path / "public")
    with pytest.raises(EnvironmentUnusable, match="is there already"):
        published(tmp_path, agent("a"))
    assert files(tmp_path / "public") == before


def test_another_log_than_was_measured_is_refused(tmp_path: Path) -> None:
    found = measured(tmp_path, [*agent("a", consent=True), command(3, "a", "leave_alliance")])
    write(tmp_path, [*human("a"), *human("b")])
    with pytest.raises(PublicationRefused, match="another log than was measured"):
        publish.publish(found, tmp_path / "public")
    assert not (tmp_path / "public").exists()


def test_a_full_disk_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = measured(tmp_path, agent("a", consent=True))

    def full(*_: Any, **__: Any) -> str:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(publish, "_put", full)
    with pytest.raises(EnvironmentUnusable, match="No space left"):
        publish.publish(found, tmp_path / "public")
    assert {p.name for p in tmp_path.iterdir()} == {"war.json", "events.jsonl"}


WORKER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[2])
from tests.empirical.war.logs import RULE
from pycheck.empirical.war import publish
from pycheck.empirical.war.measure import measure
found = measure(Path(sys.argv[1]), RULE)
print("measured", flush=True)
publish.publish(found, Path(sys.argv[1]) / "public")
print("published", flush=True)
"""


def test_killed_at_any_moment_there_is_nothing_or_everything(tmp_path: Path) -> None:
    plan = war_plan("r", 2, RULE)
    write_realm(tmp_path, plan, realm_events(plan, 4, 60, 4000))
    command_ = [sys.executable, "-c", WORKER, str(tmp_path), str(ROOT)]
    env = os.environ | {"PYTHONDONTWRITEBYTECODE": "1"}
    unfinished = 0
    for step in range(8):
        with subprocess.Popen(command_, stdout=subprocess.PIPE, text=True, env=env) as run:
            assert run.stdout is not None
            assert run.stdout.readline() == "measured\n"
            # Later and later: when a certain number of files is there.
            for _ in range(2000):
                made = 0
                with contextlib.suppress(FileNotFoundError):
                    made = len(list((tmp_path / ".public.unfinished").rglob("*.json*")))
                if made >= step * 3 or run.poll() is not None:
                    break
                time.sleep(0.0005)
            run.send_signal(signal.SIGKILL)
        if (tmp_path / "public").exists():
            break
        unfinished += 1
    assert unfinished, "at least once it was killed in time"
    if not (tmp_path / "public").exists():
        publish.publish(measure(tmp_path, RULE), tmp_path / "public")
    assert audit(tmp_path / "public", tmp_path / EVENTS, frozenset()) == ()
    assert not (tmp_path / ".public.unfinished").exists()


# --- The audit finds what is planted ---


def a_war(folder: Path) -> Measurement:
    events = [
        *agent("a", consent=True, called="Agathe"),
        *agent("x", called="Xaver"),
        *human("h", called="Hilda"),
        command(2, "a", "attack_city", city="h.2", troops=7),
        command(3, "a", "set_notice", notice="Hilda is near"),
        command(4, "a", "send_message", to="h", text="hello Hilda"),
        *(event("snapshot", 6, account=one, power=1, cities=1, town_hall=1) for one in "axh"),
    ]
    return measured(folder, events)


@pytest.mark.parametrize(
    ("breaking", "found"),
    [
        ("class Redactor", "journals/00001.jsonl:2: notice: somebody who is not published"),
        ("player", "journals/00001.jsonl:1: city: somebody who is not published"),
        ("message", "journals/00001.jsonl:3: a parameter that is not published"),
        ("consent", "a journal without consent"),
    ],
)
def test_the_audit_refuses_what_a_broken_maker_makes(
    breaking: str, found: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    war = a_war(tmp_path)
    match breaking:
        case "class Redactor":
            monkeypatch.setattr(
                "pycheck.empirical.war.redact.Redactor._clear", lambda self, text: (text, False)
            )
        case "player":
            monkeypatch.setattr(journal, "_PLAYER", Cleared("h.2"))
        case "message":
            text = dict.fromkeys(ACTS["send_message"], Form.TEXT) | {"to": Form.PLAYER}
            monkeypatch.setattr(journal, "ACTS", {**ACTS, "send_message": text})
        case "consent":
            war.accounts[1].consent = True
    with pytest.raises(PublicationRefused, match=found) as error:
        publish.publish(war, tmp_path / "public")
    assert "Hilda" not in str(error.value), "what was found is not repeated"
    assert not (tmp_path / "public").exists()


LEAKS: dict[str, Callable[[Path], object]] = {
    "a file of somebody's": lambda f: (f / "notes.txt").write_text("x"),
    "a journal too many": lambda f: (f / "journals" / "00002.jsonl").write_text(""),
    "a line more": lambda f: (f / "journals" / "00001.jsonl").write_bytes(b"{}\n"),
    "a name in a board's field": lambda f: edit(f, "leaderboard.json", '"camp": "humans"', '"camp": "Hilda"'),
    "a field for mail": lambda f: edit(f, "leaderboard.json", '"titles": []', '"titles": [],"mail": "h@x"'),
    "a title nobody won": lambda f: edit(f, "leaderboard.json", '"titles": []', '"titles": ["secret"]'),
    "a model of a human": lambda f: edit(
        f, "leaderboard.json", '"name": "Hilda",', '"name": "Hilda","operator": null,"model": "m-1",'
    ),
    "another's model": lambda f: edit(f, "leaderboard.json", '"operator of x"', '"operator of a"'),
    "another's name": lambda f: edit(f, "leaderboard.json", '"name": "Hilda"', '"name": "Hilda S."'),
    "a tag of no alliance": lambda f: edit(f, "leaderboard.json", '"alliance": null', '"alliance": "Hilda"'),
    "a name among figures": lambda f: edit(f, "figures.json", '"verdict": "', '"verdict": "Hilda'),
    "a key among figures": lambda f: edit(f, "figures.json", '"throne_ms"', '"hilda": 1,"throne_ms"'),
    "words in the realm": lambda f: edit(f, "figures.json", '"test realm"', '"Hilda\'s realm"'),
    "a head without consent": lambda f: edit(f, "manifest.json", '"account": "a"', '"account": "x"'),
    "a head with another model": lambda f: edit(f, "manifest.json", '"model": "m-1"', '"model": "Hilda"'),
    "a note in the manifest": lambda f: edit(f, "manifest.json", '"limit"', '"note": "Hilda","limit"'),
    "words for a version": lambda f: edit(f, "manifest.json", '"pycheck ', '"pycheck by Hilda '),
    "a limit left out": lambda f: edit(f, "figures.json", LIMIT, "a benchmark of models"),
    "no manifest": lambda f: (f / "manifest.json").unlink(),
    "a board that is none": lambda f: (f / "leaderboard.json").write_text("[]"),
}  # fmt: skip


def edit(folder: Path, name: str, old: str, new: str) -> None:
    path = folder / name
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_the_audit_passes_what_is_as_it_should_be(tmp_path: Path) -> None:
    publish.publish(a_war(tmp_path), tmp_path / "public")
    assert audit(tmp_path / "public", tmp_path / EVENTS, frozenset()) == ()
    assert audit(tmp_path / "public", tmp_path / EVENTS, frozenset({"a"})) != ()


@pytest.mark.parametrize("name", LEAKS)
def test_the_audit_finds_what_is_planted(name: str, tmp_path: Path) -> None:
    publish.publish(a_war(tmp_path), tmp_path / "public")
    public = tmp_path / "public"
    LEAKS[name](public)
    # With digests that fit again: it is the content that has to be found.
    manifest = public / "manifest.json"
    if manifest.exists():
        data = json.loads(manifest.read_bytes())
        data["files"] = {
            file: hashlib.sha256((public / file).read_bytes()).hexdigest() for file in data["files"]
        }
        manifest.write_text(json.dumps(data), encoding="utf-8")
    assert audit(tmp_path / "public", tmp_path / EVENTS, frozenset())


def test_the_audit_finds_another_digest(tmp_path: Path) -> None:
    publish.publish(a_war(tmp_path), tmp_path / "public")
    with (tmp_path / "public" / "leaderboard.json").open("ab") as file:
        file.write(b"\n")
    assert audit(tmp_path / "public", tmp_path / EVENTS, frozenset()) == (
        "leaderboard.json: another digest than the manifest has",
    )


# --- Times ---


def test_times_in_utc_to_the_millisecond() -> None:
    from datetime import UTC, datetime, timedelta

    for t in (0, 1, 999, 951_782_400_000, 1_709_164_800_123, 1_767_571_200_000, 253_402_300_799_999):
        moment = datetime(1970, 1, 1, tzinfo=UTC) + timedelta(milliseconds=t)
        assert utc(t) == moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{t % 1000:03}Z"
    assert utc(253_402_300_800_000) == "10000-01-01T00:00:00.000Z"
