"""The gate: a whole run passes, and every way to make it another one is refused with its reason."""

from __future__ import annotations

import json
import random
import shutil
from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pycheck.empirical import evidence as evidence_module
from pycheck.empirical import judge
from pycheck.empirical.evidence import CONTENT, EmpiricalEvidence, GateSeal, content_digest
from pycheck.empirical.freeze import FILE_NAME, freeze
from pycheck.empirical.gate import LABEL, RESULT, GateResult, gate, runs_of, stability_table
from pycheck.empirical.hypotheses import Answer
from pycheck.empirical.players import Reply, Request
from pycheck.empirical.protocol import Family, Protocol
from pycheck.empirical.record import (
    SCRIPTED,
    Act,
    Attempt,
    Cause,
    Deviation,
    Header,
    Line,
    Retry,
    Status,
    Stop,
    Turn,
)
from pycheck.empirical.refusals import Code
from pycheck.empirical.run import run as play
from pycheck.empirical.trace import TRACE

from .published import AP, BLIND, PERMUTED, VISIBLE, mechanism, protocol
from .published import CONTENT as PUBLISHED
from .runs import CODE, by_policy, read_lines, says, write_lines, write_run

GAME = mechanism()


def small(**changes: object) -> Protocol:
    """The published protocol with one seed."""
    conditions = [c | {"seeds": c["seeds"][:1]} for c in PUBLISHED["conditions"]]  # type: ignore[attr-defined]
    return protocol(conditions=conditions, **changes)


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with some unusable answers, to be copied."""
    answers = by_policy(
        {
            (VISIBLE, "qwen"): lambda key: (says(AP),),
            (VISIBLE, "glm"): lambda key: ("Let me think.", says(AP)),
            (PERMUTED, "glm"): lambda key: ("No.", "I said no."),
        }
    )
    return write_run(tmp_path_factory.mktemp("runs") / "whole", small(), GAME, answers)


@pytest.fixture
def run(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "run"))


@pytest.fixture(scope="session")
def passed(whole: Path) -> GateResult:
    return gate(whole, GAME)


@pytest.fixture(scope="session")
def evidence(passed: GateResult) -> EmpiricalEvidence:
    assert passed.refusals == ()
    assert passed.evidence is not None
    return passed.evidence


def codes(found: GateResult) -> set[Code]:
    assert (found.evidence is None) == bool(found.refusals)
    assert all(r.what and r.where for r in found.refusals)
    return {refusal.code for refusal in found.refusals}


def test_a_whole_run_passes(evidence: EmpiricalEvidence) -> None:
    assert evidence.label == LABEL
    assert "proves, refutes and extends no theorem" in evidence.label
    assert (evidence.mechanism, evidence.run, evidence.turns) == ("othman_sandholm", "whole", 36)
    assert evidence.results is not None
    assert evidence.results.verdicts == {"H1": Answer.NO_MEASURE}
    assert evidence.results.group(VISIBLE, "glm").spent.calls == 16
    assert evidence.foreign_to(GAME) == ""
    assert evidence.intact
    json.dumps(evidence.data, allow_nan=False)


def test_no_measure_is_written_out(evidence: EmpiricalEvidence) -> None:
    (rates,) = [table for table in evidence.tables if table.caption == "Rates"]
    (row,) = [row for row in rates.rows if row[:2] == (PERMUTED, "glm")]
    assert row == (PERMUTED, "glm", "8", "0", "no measure", "no measure", "no measure")
    (group,) = [g for g in evidence.data["groups"] if (g["condition"], g["family"]) == (PERMUTED, "glm")]
    assert group["rate"] == {"count": 0, "n": 0, "value": None, "interval": None}
    assert group["welfare_ratio"] == {"n": 0, "mean": None, "rounded": None}
    (mark,) = [m for m in evidence.plots[0].marks if (m.group, m.label) == (PERMUTED, "glm")]
    assert (mark.value, mark.low, mark.high, mark.n) == (None, None, None, 0)
    assert "not evaluated" in evidence.tables[0].note


Edit = Callable[[list[Line]], list[Line]]


def first(records: list[Line], kind: type[Line], chosen: Callable[[Any], bool] = lambda r: True) -> int:
    return next(k for k, r in enumerate(records) if isinstance(r, kind) and chosen(r))


def change(
    kind: type[Line], how: Callable[[Any], Line], chosen: Callable[[Any], bool] = lambda r: True
) -> Edit:
    def edit(records: list[Line]) -> list[Line]:
        at = first(records, kind, chosen)
        return [*records[:at], how(records[at]), *records[at + 1 :]]

    return edit


def drop(kind: type[Line]) -> Edit:
    def edit(records: list[Line]) -> list[Line]:
        at = first(records, kind)
        return records[:at] + records[at + 1 :]

    return edit


def double(kind: type[Line]) -> Edit:
    def edit(records: list[Line]) -> list[Line]:
        at = first(records, kind)
        return [*records, records[at]]

    return edit


def asked(act: Act) -> bool:
    return act.family != SCRIPTED


def valid(act: Act) -> bool:
    return asked(act) and act.status is Status.VALID and len(act.attempts) == 1


def two(act: Act) -> bool:
    return len(act.attempts) == 2 and act.status is Status.VALID


def attempted(act: Act, number: int, **changes: Any) -> Act:
    attempts = list(act.attempts)
    attempts[number] = replace(attempts[number], **changes)
    return replace(act, attempts=tuple(attempts))


def other(report: str | None) -> str:
    return "a" if report == AP else AP


def retries(act: Act, number: int) -> Act:
    waits = (5.0, 15.0, 15.0)[:number]
    return attempted(act, 0, retries=tuple(Retry("timeout", wait) for wait in waits))


def again(*calls: Retry) -> Edit:
    return change(Act, lambda a: attempted(a, 0, retries=calls), valid)


#: Calls that no rig makes again, or not so, under the frozen policy (waits of 5 and 15 seconds, 60 at most).
IMPOSSIBLE: dict[str, tuple[Retry, ...]] = {
    "not found": (Retry("http_status", 0.0, 404),) * 9,
    "not found, once": (Retry("http_status", 5.0, 404),),
    "answered": (Retry("http_status", 5.0, 200),),
    "no status": (Retry("http_status", 5.0, None),),
    "payment required, again and again": (Retry("http_status", 0.0, 402),) * 9,
    "payment required, waited": (Retry("http_status", 5.0, 402),),
    "a timeout with a status": (Retry("timeout", 5.0, 503),),
    "a broken connection with a status": (Retry("connection", 5.0, 200),),
    "a timeout that asks for a wait": (Retry("timeout", 55.0),),
    "waited too short": (Retry("http_status", 4.0, 503),),
    "waited too long": (Retry("http_status", 61.0, 503),),
    "waited after the end": (Retry("interrupted", 55.0),),
    "interrupted with a status": (Retry("interrupted", 0.0, 503),),
}
#: Calls that a rig makes again.
POSSIBLE: tuple[tuple[Retry, ...], ...] = (
    (Retry("timeout", 5.0), Retry("connection", 15.0)),
    (Retry("http_status", 55.0, 429), Retry("interrupted", 0.0), Retry("http_status", 15.0, 503)),
    (Retry("interrupted", 0.0),) * 5,
    (Retry("http_status", 0.0, 402),),
    (Retry("http_status", 0.0, 401), Retry("timeout", 5.0)),
)


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_calls_that_no_rig_makes_again_are_refused(run: Path, name: str) -> None:
    write_lines(run, again(*IMPOSSIBLE[name])(read_lines(run)))
    assert codes(gate(run, GAME)) == {Code.RESAMPLED}


@pytest.mark.parametrize("calls", POSSIBLE)
def test_calls_that_a_rig_makes_again_pass(run: Path, calls: tuple[Retry, ...]) -> None:
    write_lines(run, again(*calls)(read_lines(run)))
    assert gate(run, GAME).refusals == ()


def test_an_act_is_turned_down_as_often_as_runs_ended_so(run: Path) -> None:
    twice = again(*(Retry("http_status", 0.0, status) for status in (402, 401, 402)))(read_lines(run))
    stop = Stop(twice[0].freeze, CODE, "payment_required", "the endpoint of glm answered 402")
    for stops, passes in ((0, False), (1, False), (2, True), (3, True)):
        write_lines(run, [twice[0], *[stop] * stops, *twice[1:]])
        assert gate(run, GAME).passed == passes


@pytest.mark.parametrize("status", [None, 500, 204, 402])
def test_an_answer_came_with_the_status_of_an_answer(run: Path, status: int | None) -> None:
    write_lines(run, change(Act, lambda a: attempted(a, 0, http_status=status), valid)(read_lines(run)))
    assert codes(gate(run, GAME)) == {Code.RESCORING}


@pytest.mark.parametrize(
    ("cause", "possible", "impossible"),
    [
        (Cause.HTTP_STATUS, (404, 204, 302), (None, 200, 402, 99, 5000)),
        (Cause.NOT_JSON, (200,), (None, 404)),
        (Cause.WRONG_SHAPE, (200,), (None, 503)),
    ],
)
def test_no_answer_has_a_status_that_fits(
    run: Path, cause: Cause, possible: tuple[int | None, ...], impossible: tuple[int | None, ...]
) -> None:
    records = read_lines(run)
    # An act whose turn gives no outcome already, so that only the act changes.
    at = first(records, Act, lambda act: act.condition == PERMUTED and act.report is None)
    act = records[at]
    assert isinstance(act, Act)
    for status in (*possible, *impossible):
        empty = Attempt(
            Status.HTTP_ERROR,
            act.attempts[0].prompt_sha256,
            cause=cause,
            http_status=status,
            error=judge.said(cause, status),
        )
        failed = replace(act, status=Status.HTTP_ERROR, cause=cause, report=None, attempts=(empty,))
        write_lines(run, [*records[:at], failed, *records[at + 1 :]])
        found = gate(run, GAME)
        assert codes(found) == (set() if status in possible else {Code.RESCORING}), status


EDITS: dict[str, tuple[Edit, Code]] = {
    "an act is missing": (drop(Act), Code.MISSING),
    "a turn is missing": (drop(Turn), Code.MISSING),
    "the header is missing": (drop(Header), Code.TRACE),
    "an act twice": (double(Act), Code.DOUBLED),
    "a turn twice": (double(Turn), Code.DOUBLED),
    "two headers": (double(Header), Code.TRACE),
    "another seed": (change(Act, lambda a: replace(a, seed=12345)), Code.UNPLANNED),
    "another condition": (change(Turn, lambda t: replace(t, condition="invented")), Code.UNPLANNED),
    "another family": (change(Act, lambda a: replace(a, family="llama"), asked), Code.UNPLANNED),
    "a report changed": (
        change(Act, lambda a: replace(a, report=other(a.report)), valid),
        Code.RESCORING,
    ),
    "a raw answer changed": (
        change(Act, lambda a: attempted(a, 0, raw="I cannot."), valid),
        Code.RESCORING,
    ),
    "a valid answer called invalid": (
        change(Act, lambda a: replace(a, status=Status.EMPTY, report=None), valid),
        Code.RESCORING,
    ),
    "an unusable answer called valid": (
        change(Act, lambda a: replace(a, status=Status.VALID, report=AP), lambda a: a.report is None),
        Code.RESCORING,
    ),
    "a scripted report changed": (
        change(Act, lambda a: replace(a, report=other(a.report)), lambda a: not asked(a)),
        Code.RESCORING,
    ),
    "another model": (change(Act, lambda a: replace(a, model="gpt"), asked), Code.RESCORING),
    "another true type": (
        change(Act, lambda a: replace(a, true_type=other(a.true_type)), asked),
        Code.RESCORING,
    ),
    "an outcome changed": (
        change(Turn, lambda t: replace(t, outcome="o3" if t.outcome != "o3" else "o1")),
        Code.RESCORING,
    ),
    "a welfare changed": (change(Turn, lambda t: replace(t, welfare=Fraction(99))), Code.RESCORING),
    "an optimum changed": (change(Turn, lambda t: replace(t, optimum=Fraction(1))), Code.RESCORING),
    "an outcome invented": (
        change(Turn, lambda t: replace(t, outcome="o1", welfare=Fraction(2)), lambda t: t.outcome is None),
        Code.RESCORING,
    ),
    "another answer drawn": (
        change(
            Act,
            lambda a: replace(a, attempts=(*a.attempts, replace(a.attempts[0], reformulation=True))),
            valid,
        ),
        Code.RESAMPLED,
    ),
    "the first answer dropped": (
        change(Act, lambda a: replace(a, attempts=a.attempts[1:]), two),
        Code.RESAMPLED,
    ),
    "not asked again": (
        change(Act, lambda a: replace(a, attempts=a.attempts[:1]), lambda a: len(a.attempts) == 2),
        Code.RESAMPLED,
    ),
    "too many network retries": (change(Act, lambda a: retries(a, 3), valid), Code.RESAMPLED),
    "another question": (
        change(Act, lambda a: attempted(a, 0, prompt_sha256="0" * 64), valid),
        Code.QUESTION,
    ),
    "another freeze": (change(Act, lambda a: replace(a, freeze="0" * 64)), Code.OTHER_FREEZE),
    "another mechanism": (
        change(Header, lambda h: replace(h, mechanism_sha256="0" * 64)),
        Code.OTHER_MECHANISM,
    ),
    "too many tokens": (
        change(Act, lambda a: attempted(a, 0, completion_tokens=10**8), valid),
        Code.BUDGET,
    ),
    "too long": (change(Act, lambda a: replace(a, elapsed_s=10.0**7), asked), Code.BUDGET),
    "a key": (
        change(Act, lambda a: attempted(a, 0, error="Bearer abcdefgh12345678"), asked),
        Code.SECRET,
    ),
    "a path": (change(Act, lambda a: replace(a, code="/home/alice/pycheck"), asked), Code.SECRET),
    "stopped": (
        lambda records: [*records[:-3], Stop(records[0].freeze, CODE, "tokens", "the budget of tokens")],
        Code.MISSING,
    ),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_hand_edited_trace_is_refused(run: Path, name: str) -> None:
    edit, code = EDITS[name]
    records = read_lines(run)
    edited = edit(records)
    assert edited != records
    write_lines(run, edited)
    assert code in codes(gate(run, GAME))


def test_acts_stand_in_any_order(run: Path, passed: GateResult) -> None:
    """A trace has acts as they were finished; what follows from them does not change."""
    header, *records = read_lines(run)
    acts = [record for record in records if isinstance(record, Act)]
    turns = [record for record in records if isinstance(record, Turn)]
    write_lines(run, [header, *reversed(acts), *turns])
    found = gate(run, GAME).evidence
    assert found is not None
    assert passed.evidence is not None
    assert found.data == passed.evidence.data


def test_a_turn_before_its_acts_is_refused(run: Path) -> None:
    """The rig writes a turn when its last act is there; what it would not go on from does not pass."""
    header, *records = read_lines(run)
    write_lines(run, [header, *sorted(records, key=lambda record: isinstance(record, Act))])
    found = gate(run, GAME)
    assert codes(found) == {Code.RESCORING}
    assert "before it" in found.refusals[0].what


def test_retries_that_are_allowed_pass(run: Path) -> None:
    write_lines(run, change(Act, lambda a: retries(a, 2), valid)(read_lines(run)))
    assert gate(run, GAME).passed


def test_a_line_that_is_none_is_refused(run: Path) -> None:
    data = (run / TRACE).read_bytes()
    for spoilt in (data + b"{}\n", data.replace(b'"seed"', b'"sead"', 1), b"\n" + data, data + b"\xff\n"):
        (run / TRACE).write_bytes(spoilt)
        assert Code.SCHEMA in codes(gate(run, GAME))
    (run / TRACE).write_bytes(data[:-5])
    assert Code.TRACE in codes(gate(run, GAME))


def test_files_that_are_not_there_are_said_to_be(run: Path, tmp_path: Path) -> None:
    (run / TRACE).unlink()
    assert codes(gate(run, GAME)) == {Code.TRACE, Code.MISSING}
    assert codes(gate(tmp_path / "nowhere", GAME)) == {Code.FREEZE}


def test_an_edited_freeze_is_refused(run: Path) -> None:
    path = run / FILE_NAME
    data = path.read_bytes()
    path.write_bytes(data.replace(b'"at_least":0.8', b'"at_least":0.1', 1))
    found = gate(run, GAME)
    assert Code.OTHER_FREEZE in codes(found), "the trace names the freeze that it was made with"
    path.write_bytes(data + b"\n")
    assert Code.FREEZE in codes(gate(run, GAME))


def test_many_refusals_are_counted_not_listed(run: Path) -> None:
    write_lines(run, read_lines(run)[:1])
    found = gate(run, GAME)
    missing = [r for r in found.refusals if r.code is Code.MISSING]
    assert len(missing) == 11
    assert "and 98 more of this kind" in missing[-1].what


def test_a_run_of_another_mechanism_is_refused(run: Path) -> None:
    table = GAME.utilities[0]
    changed = replace(GAME, utilities=(((Fraction(2), *table[0][1:]), *table[1:]), *GAME.utilities[1:]))
    assert codes(gate(run, changed)) == {Code.OTHER_MECHANISM}
    renamed = replace(GAME, name="another")
    assert codes(gate(run, renamed)) == {Code.OTHER_MECHANISM}


def test_evidence_knows_what_it_is_about(evidence: EmpiricalEvidence) -> None:
    assert "about othman_sandholm" in evidence.foreign_to(replace(GAME, name="another"))
    swapped = replace(GAME, utilities=GAME.utilities[::-1])
    assert "other tables" in evidence.foreign_to(swapped)


def gate_json(run: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((run / RESULT).read_text())
    return found


def test_a_run_that_passed_is_held_against_what_passed(run: Path) -> None:
    """A trace edited consistently everywhere is one that only the earlier digest tells apart."""
    (run / RESULT).write_text(json.dumps(gate(run, GAME).to_json()))
    assert gate(run, GAME).passed
    write_lines(run, change(Act, lambda a: attempted(a, 0, latency_s=0.25), valid)(read_lines(run)))
    assert codes(gate(run, GAME)) == {Code.CHANGED}
    (run / RESULT).unlink()
    (run / RESULT).write_text(json.dumps(gate(run, GAME).to_json()))
    assert gate(run, GAME).passed
    before = gate_json(run)
    edited = [json.dumps(before | {"passed": passed}) for passed in (False, 1, "true", None)]
    for text in ("[]", "[" * 100_000, "9" * 6000, *edited):
        (run / RESULT).write_text(text)
        assert codes(gate(run, GAME)) == {Code.CHANGED}
    (run / RESULT).unlink()
    assert gate(run, GAME).passed


def test_a_key_from_the_environment_is_found(run: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    keyed = [f | {"key_variable": "PILOT_KEY"} for f in PUBLISHED["families"]]  # type: ignore[attr-defined]
    folder = write_run(run.parent / "keyed", small(families=keyed), GAME)
    assert gate(folder, GAME).passed
    monkeypatch.setenv("PILOT_KEY", says(AP)[1:-1].replace('"', '\\"'))
    found = gate(folder, GAME)
    assert codes(found) == {Code.SECRET}
    assert AP not in str(found.refusals[0]), "the secret is not repeated"


def test_a_secret_is_told_from_prose(tmp_path: Path) -> None:
    """What a model says may sound like a secret; only what looks like nothing else is one."""
    prose = "Bearer securities for risk-averse-strategies-dominate; Authorization: yes, in /home/office."
    secret = "sk-" + "a1B2" * 6
    for number, (said, expected) in enumerate(((prose, set()), (f"Use {secret}.", {Code.SECRET}))):
        answers = by_policy({(BLIND, "qwen"): lambda key, said=said: (said, said)})  # type: ignore[misc]
        run = write_run(tmp_path / str(number), small(), GAME, answers)
        found = gate(run, GAME)
        assert codes(found) == expected
        assert secret not in str(found.refusals)


def test_a_budget_that_was_passed_stays_passed(run: Path) -> None:
    """A deviation after the fact is shown, and does not make a run that overspent a good one."""
    records = change(Act, lambda a: attempted(a, 0, completion_tokens=10**7), valid)(read_lines(run))
    write_lines(run, [*records, deviation(records, "budgets.tokens", 10**7, 10**9)])
    assert Code.BUDGET in codes(gate(run, GAME))
    before = deviation(records, "budgets.tokens", 10**7, 10**9)
    write_lines(run, [records[0], before, *records[1:]])
    assert gate(run, GAME).passed


def deviation(records: list[Line], field: str, old: object, new: object) -> Deviation:
    return Deviation(
        records[0].freeze,
        CODE,
        field,
        old,  # type: ignore[arg-type]
        new,  # type: ignore[arg-type]
        "asked by a reviewer",
        "2026-01-02T03:04:05Z",
    )


def test_deviations_are_shown_and_do_not_move_the_thresholds(run: Path) -> None:
    records = read_lines(run)
    moved = deviation(records, "hypotheses[0].thresholds[0].at_least", 0.8, 0.1)
    write_lines(run, [*records, moved, deviation(records, "budgets.wall_s", 86400.0, 90000.0)])
    found = gate(run, GAME).evidence
    assert found is not None
    assert [d.field for d in found.deviations] == ["hypotheses[0].thresholds[0].at_least", "budgets.wall_s"]
    shown = found.deviations[0]
    assert (shown.old, shown.new, shown.reason) == ("0.8", "0.1", "asked by a reviewer")
    assert found.results is not None
    assert found.results.findings[0].statement.endswith("≥ 0.8"), "as frozen"


def test_a_deviation_that_is_none_is_refused(run: Path) -> None:
    records = read_lines(run)
    for field, old in (("budgets.calls", 1), ("mechanism", "othman_sandholm"), ("no.such", None)):
        write_lines(run, [*records, deviation(records, field, old, 2)])
        assert Code.DEVIATION in codes(gate(run, GAME))


def test_only_the_gate_makes_evidence(evidence: EmpiricalEvidence) -> None:
    fields = {name: getattr(evidence, name) for name in CONTENT}
    for seal in (object(), None, "sealed"):
        with pytest.raises(PermissionError, match="only be made by the gate"):
            EmpiricalEvidence(**fields, seal=seal)  # type: ignore[arg-type]
    with pytest.raises(PermissionError, match="only the gate"):
        GateSeal(object(), content_digest(evidence))
    with pytest.raises(PermissionError, match="only the gate"):
        GateSeal.take()
    with pytest.raises(TypeError, match="final"):
        type("Mine", (EmpiricalEvidence,), {})


def test_a_changed_copy_is_no_evidence(evidence: EmpiricalEvidence) -> None:
    changes: list[dict[str, Any]] = [{"mechanism": "another"}, {"turns": 10**6}, {"data": {}}, {"plots": ()}]
    for changed in changes:
        with pytest.raises(PermissionError, match="changed since"):
            replace(evidence, **changed)
    assert evidence.results is not None
    none = replace(evidence.results, groups=())
    like = type("Like", (str,), {"__str__": lambda self: "proved"})(evidence.title)
    for changed in ({"results": none}, {"results": None}, {"title": like}):
        with pytest.raises(PermissionError, match="changed since"):
            replace(evidence, **changed)
    assert replace(evidence) == evidence


def test_a_content_changed_in_place_is_noticed(run: Path) -> None:
    found = gate(run, GAME).evidence
    assert found is not None
    found.data["groups"][0]["rate"]["count"] = 7
    assert not found.intact
    assert content_digest(found) != content_digest(replace_nothing(run))


def replace_nothing(run: Path) -> EmpiricalEvidence:
    found = gate(run, GAME).evidence
    assert found is not None
    return found


def test_everything_shown_is_sealed() -> None:
    unsealed = set(EmpiricalEvidence.__dataclass_fields__) - set(evidence_module.CONTENT)
    assert unsealed == {"seal"}


def test_runs_of_one_freeze_stand_beside_each_other(
    evidence: EmpiricalEvidence, tmp_path: Path, whole: Path
) -> None:
    again = write_run(tmp_path / "again", small(), GAME)
    second = gate(again, GAME).evidence
    assert second is not None
    assert stability_table([evidence]) is None
    table = stability_table([evidence, second])
    assert table is not None
    assert table.columns == ("what", "whole", "again", "the same?")
    assert table.rows[0] == ("hypothesis H1", "no measure", "not met", "no")
    assert (f"rate, {PERMUTED}, glm", "no measure", "0.500", "p no measure") in table.rows
    assert [r for r in table.rows if r[0] == f"rate, {BLIND}, glm"] == [
        (f"rate, {BLIND}, glm", "0.500", "0.500", "p 1.000")
    ]
    third = gate(write_run(tmp_path / "third", small(title="Another"), GAME), GAME).evidence
    assert third is not None
    with pytest.raises(ValueError, match="different freezes"):
        stability_table([evidence, third])


def test_runs_are_found_by_name(tmp_path: Path) -> None:
    assert runs_of(tmp_path) == ()
    for name in ("b", "a"):
        (tmp_path / "pilot" / name).mkdir(parents=True)
    (tmp_path / "pilot" / "notes.md").touch()
    (tmp_path / "pilot" / ".hidden").mkdir()
    assert [path.name for path in runs_of(tmp_path)] == ["a", "b"]
    (tmp_path / "pilot" / FILE_NAME).touch()
    assert [path.name for path in runs_of(tmp_path)] == ["pilot"]


def test_the_same_run_gives_the_same_bytes(whole: Path, passed: GateResult, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(whole, tmp_path / "elsewhere"))
    assert json.dumps(gate(copy, GAME).to_json()) == json.dumps(passed.to_json())


def conclusions(found: GateResult) -> object:
    """What a reader takes away: everything but what calls cost and how long they took."""
    assert found.evidence is not None
    data = found.evidence.data
    groups = [{k: v for k, v in group.items() if k != "spent"} for group in data["groups"]]
    return groups, data["findings"], data["verdicts"], data["pooled_gains"]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(place=st.floats(0, 1, exclude_max=True), other=st.integers(1, 255))
def test_no_single_byte_changes_a_conclusion(
    whole: Path, passed: GateResult, tmp_path: Path, place: float, other: int
) -> None:
    """Some bytes tell of times and of prose; no byte tells another result."""
    data = bytearray((whole / TRACE).read_bytes())
    data[int(place * len(data))] ^= other
    copy = tmp_path / "flipped"
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(whole, copy)
    (copy / TRACE).write_bytes(data)
    found = gate(copy, GAME)
    assert found.refusals or conclusions(found) == conclusions(passed)


@pytest.mark.parametrize("seed", range(5))
def test_any_line_taken_out_is_missed(run: Path, seed: int) -> None:
    records = read_lines(run)
    at = random.Random(seed).randrange(len(records))
    write_lines(run, records[:at] + records[at + 1 :])
    assert codes(gate(run, GAME)) & {Code.MISSING, Code.TRACE}


def test_what_the_rig_writes_passes(tmp_path: Path) -> None:
    """A run by the rig, with answers of every kind, not by the tests' own writer."""
    chance = random.Random(3)
    answers = (says("a"), says(AP), "Well.", "", '{"report": "a", "why": 1}', None)

    class Player:
        def __init__(self, family: Family) -> None:
            self._model = family.model

        def ask(self, request: Request) -> Reply:
            return Reply(raw=chance.choice(answers), finish_reason="stop", model=self._model, http_status=200)

        def close(self) -> None:
            return None

    frozen = freeze(small(), GAME, tmp_path / "run" / FILE_NAME)
    outcome = play(frozen, tmp_path / "run" / FILE_NAME, tmp_path / "run", Player)
    assert outcome.missing == 0
    found = gate(tmp_path / "run", GAME)
    assert found.refusals == ()
    assert found.evidence is not None
    assert found.evidence.results is not None
    statuses = {s for g in found.evidence.results.groups for s, rate in g.statuses.items() if rate.count}
    assert statuses >= {Status.VALID, Status.INVALID, Status.EMPTY}
