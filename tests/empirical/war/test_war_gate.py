"""A war at the gate and in a report: measured again, labelled, and never evidence for a claim."""

from __future__ import annotations

import json
import os
import re
import shutil
from hashlib import sha256
from pathlib import Path

import jsonschema
import orjson
import pytest

from pycheck.empirical.gate import LABEL, RESULT, GateResult, gate, wars_of
from pycheck.empirical.war.audit import audit
from pycheck.empirical.war.measure import measure
from pycheck.empirical.war.plan import EVENTS, PLAN
from pycheck.empirical.war.publish import _PRETTY, publish
from pycheck.empirical.war.realm import realm_events, war_plan, write_realm
from pycheck.empirical.war.rule import rule_of
from pycheck.empirical.war.vocabulary import LIMIT
from pycheck.loading import load
from pycheck.mechanism import read_mechanism
from pycheck.pipeline import verify
from pycheck.report import (
    EmpiricalSection,
    MixingRefused,
    render_html,
    render_markdown,
    render_text,
    schema,
    to_json,
)
from pycheck.report.as_json import dump
from pycheck.report.measured import terminal_lines
from pycheck.report.war_page import war_page

from .logs import RULE as BY_HAND

ROOT = Path(__file__).parents[3]
RULE = read_mechanism(ROOT / "mechanisms" / "war_verdict").require()
SHIPPED = wars_of(ROOT / "mechanisms" / "war_verdict")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder, plan = tmp_path_factory.mktemp("war") / "week", war_plan("Realm of the gate", 3, RULE)
    write_realm(folder, plan, realm_events(plan, 3, 40, 1500))
    publish(measure(folder, RULE), folder / "public")
    return folder


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder, tmp_path / "week"))


def codes(found: GateResult) -> set[str]:
    return {refusal.code.value for refusal in found.refusals}


def test_the_shipped_rule_is_the_one_in_words() -> None:
    from itertools import product

    from pycheck.empirical.war.figures import Leads

    from .logs import LEADERS

    for pattern in product(LEADERS, repeat=3):
        assert rule_of(RULE)(Leads(*pattern)) == rule_of(BY_HAND)(Leads(*pattern))


def test_a_war_passes(folder: Path) -> None:
    found = gate(folder, RULE)
    assert found.refusals == ()
    assert found.evidence is not None
    assert found.evidence.label == LABEL
    assert found.evidence.intact
    assert found.evidence.size == f"3 days, {found.evidence.acts} events"
    assert found.evidence.foreign_to(RULE) == ""


def test_the_limit_is_in_every_table_of_figures(folder: Path) -> None:
    evidence = gate(folder, RULE).evidence
    assert evidence is not None
    assert LIMIT in evidence.title
    assert [LIMIT in table.note for table in evidence.tables] == [True, True, True, False]


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")


def test_a_changed_figure_is_refused(copy: Path) -> None:
    edit(copy / "public" / "figures.json", '"battles_won": ', '"battles_won": 9')
    assert codes(gate(copy, RULE)) == {"rescoring", "secret"}, "other figures, and another digest"


JOURNAL = "journals/00001.jsonl"


def change_manifest(public: Path, **changes: object) -> None:
    """With digests that fit: it is the content that has to be found."""
    data = json.loads((public / "manifest.json").read_bytes())
    data["files"] = {name: sha256((public / name).read_bytes()).hexdigest() for name in data["files"]}
    (public / "manifest.json").write_bytes(orjson.dumps(data | changes, option=_PRETTY))


def test_a_changed_journal_is_refused(copy: Path) -> None:
    """Every public file is held against the log, and not just the figures."""
    public = copy / "public"
    change_manifest(public)
    assert gate(copy, RULE).passed, "as it was written"
    edit(public / JOURNAL, '"accepted"', '"NOT_ALLOWED"')
    change_manifest(public)
    assert {r.where for r in gate(copy, RULE).refusals} == {f"public/{JOURNAL}", "public/manifest.json"}
    assert codes(gate(copy, RULE)) == {"rescoring"}


def test_a_line_less_in_a_journal_is_refused(copy: Path) -> None:
    public = copy / "public"
    lines = (public / JOURNAL).read_bytes().splitlines(keepends=True)
    (public / JOURNAL).write_bytes(b"".join(lines[1:]))
    journals = json.loads((public / "manifest.json").read_bytes())["journals"]
    journals[0]["acts"] -= 1
    change_manifest(public, journals=journals)
    assert codes(gate(copy, RULE)) == {"rescoring"}


def test_another_plan_in_the_manifest_is_refused(copy: Path) -> None:
    change_manifest(copy / "public", plan_sha256="0" * 64)
    assert codes(gate(copy, RULE)) == {"rescoring"}


def test_a_publication_with_consent_taken_back_apart_passes(copy: Path) -> None:
    heads = json.loads((copy / "public" / "manifest.json").read_bytes())["journals"]
    assert len(heads) > 1
    shutil.rmtree(copy / "public")
    publish(measure(copy, RULE), copy / "public", frozenset({heads[0]["account"]}))
    assert gate(copy, RULE).refusals == ()


@pytest.mark.parametrize(
    "changes",
    [
        {"files": []},
        {"journals": 3},
        {"journals": [{"file": 3}]},
        {"journals": [{"file": JOURNAL}]},
        {"journals": [{"file": JOURNAL, "account": [], "name": [], "operator": [], "model": [], "acts": 1}]},
    ],
)
def test_a_manifest_of_another_form_is_refused(changes: dict[str, object], copy: Path) -> None:
    data = json.loads((copy / "public" / "manifest.json").read_bytes())
    (copy / "public" / "manifest.json").write_text(json.dumps(data | changes), encoding="utf-8")
    assert "secret" in codes(gate(copy, RULE))
    assert audit(copy / "public", copy / EVENTS, frozenset())


@pytest.mark.parametrize("what", ["pipe", "link", "link to a folder", "folder"])
def test_what_is_no_public_file_is_refused(what: str, copy: Path) -> None:
    journal = copy / "public" / JOURNAL
    match what:
        case "pipe":
            journal.unlink()
            os.mkfifo(journal)
        case "link":
            journal.rename(copy / "elsewhere")
            journal.symlink_to(copy / "elsewhere")
        case "link to a folder":
            (copy / "public" / "more").symlink_to(copy)
        case "folder":
            (copy / "public" / "Hilda").mkdir()
    assert "secret" in codes(gate(copy, RULE))


def test_a_changed_log_is_refused(copy: Path) -> None:
    with (copy / EVENTS).open("ab") as file:
        file.write(b'{"kind":"title","t":1767571200001,"account":"p1","title":"x"}\n')
    assert "changed" in codes(gate(copy, RULE))


def test_a_log_with_unreadable_lines_is_refused(copy: Path) -> None:
    with (copy / EVENTS).open("ab") as file:
        file.write(b"{\n")
        file.write(b'{"kind":"account","t":1,"account":"Hilda!","name":"Hilda"}\n')
        file.write(b'{"kind":"consent","Hilda":1,"Hilda":1}\n')
    found = gate(copy, RULE)
    assert {"schema", "changed"} <= codes(found)
    assert "Hilda" not in str(found.refusals), "what is in a line stays there"


def test_a_war_that_was_not_published_is_refused(copy: Path) -> None:
    shutil.rmtree(copy / "public")
    assert codes(gate(copy, RULE)) == {"missing"}


def test_another_rule_is_refused(folder: Path) -> None:
    assert codes(gate(folder, BY_HAND)) == {"other_mechanism"}


def test_a_broken_plan_or_log_is_refused(copy: Path) -> None:
    plan = (copy / PLAN).read_bytes()
    (copy / PLAN).write_bytes(plan + b"\n")
    assert codes(gate(copy, RULE)) == {"freeze"}
    (copy / PLAN).write_bytes(plan)
    (copy / EVENTS).write_bytes(b"")
    assert codes(gate(copy, RULE)) == {"trace"}


def test_a_war_that_passed_with_another_log_is_refused(copy: Path) -> None:
    passed = gate(copy, RULE).to_json()
    (copy / RESULT).write_text(dump(passed), encoding="utf-8")
    assert gate(copy, RULE).passed
    (copy / RESULT).write_text(dump(passed | {"trace_sha256": "0" * 64}), encoding="utf-8")
    assert codes(gate(copy, RULE)) == {"changed"}


def test_figures_that_were_edited_where_the_gate_wrote_them_are_refused(copy: Path) -> None:
    passed = gate(copy, RULE).to_json()
    figures = passed["results"]["figures"]
    assert figures["verdict"] != "humans by far"
    passed["results"] = passed["results"] | {"figures": figures | {"verdict": "humans by far"}}
    (copy / RESULT).write_text(dump(passed), encoding="utf-8")
    found = gate(copy, RULE)
    assert codes(found) == {"changed"}
    assert "results.figures.verdict is not what follows from the run" in str(found.refusals[0])


def test_hours_are_no_sample_size_in_the_terminal(folder: Path) -> None:
    evidence = gate(folder, RULE).evidence
    assert evidence is not None
    lines = [line for _, line in terminal_lines(evidence)]
    assert "Hours of throne time up to the end of each day:" in lines
    days = [line for line in lines if line.startswith("day ")]
    assert days
    assert all(re.fullmatch(r"day \d+, (ai|humans): [\d.]+ of \d+ hours", line) for line in days)


def test_a_report_shows_it_beside_the_claims(folder: Path) -> None:
    evidence = gate(folder, RULE).evidence
    assert evidence is not None
    section = EmpiricalSection((evidence,))
    verification = verify(load("war_verdict"), lean="none", symbolic=False)
    data, without = to_json(verification, section), to_json(verification)
    jsonschema.Draft202012Validator(schema()).validate(json.loads(json.dumps(data)))
    assert data["measured"]["runs"][0]["results"]["figures"]["verdict"] in ("ai", "humans", "undecided")
    assert data["measured"]["comparisons"] == []
    del data["measured"], without["measured"]
    assert data == without, "no claim moves"
    for text in (
        render_html(verification, section),
        render_markdown(verification, section),
        render_text(verification, 400, measured=section),
    ):
        assert LABEL in text
        assert LIMIT in text


def test_a_report_on_another_mechanism_refuses_it(folder: Path) -> None:
    evidence = gate(folder, RULE).evidence
    assert evidence is not None
    verification = verify(load("majority"), lean="none", symbolic=False)
    with pytest.raises(MixingRefused, match="not about majority"):
        to_json(verification, EmpiricalSection((evidence,)))


# --- The war in the repository ---


def test_there_is_one() -> None:
    assert SHIPPED
    size = sum(p.stat().st_size for run in SHIPPED for p in run.rglob("*") if p.is_file())
    assert size < 300_000


@pytest.mark.parametrize("run", SHIPPED, ids=lambda run: run.name)
def test_the_committed_result_is_the_gate_s(run: Path) -> None:
    found = gate(run, RULE)
    assert found.refusals == ()
    assert dump(found.to_json()).encode() == (run / RESULT).read_bytes(), f"pycheck gate {run} --write"


@pytest.mark.parametrize("run", SHIPPED, ids=lambda run: run.name)
def test_the_committed_page_is_made_of_the_committed_files(run: Path) -> None:
    from pycheck.empirical.war.public_files import read_public

    page = (run / "page.html").read_text(encoding="utf-8")
    assert page == war_page(*read_public(run / "public")), f"pycheck war page {run}/public -o {run}/page.html"


def test_the_committed_report_has_it() -> None:
    data = json.loads((ROOT / "reports" / "war_verdict" / "report.json").read_bytes())
    committed = json.loads((SHIPPED[0] / RESULT).read_bytes())
    shown = {entry["trace_sha256"]: entry["results"] for entry in data["measured"]["runs"]}
    assert shown[committed["trace_sha256"]] == committed["results"]
