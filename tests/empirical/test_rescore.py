"""Rescoring: what a trace says is made again and compared, and a run does not go on from a false one."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.freeze import FreezeRefused, freeze, load_freeze
from pycheck.empirical.players import NoReply, Player, Reply, Request
from pycheck.empirical.protocol import Family
from pycheck.empirical.record import SCRIPTED, Status
from pycheck.empirical.rescore import rescore
from pycheck.empirical.run import Outcome, record_deviation, run
from pycheck.empirical.trace import LineFile, TraceRefused
from pycheck.errors import InputFileError
from pycheck.mechanism import Mechanism, read_mechanism

from .conftest import FOLDER, endpoint_pilot, protocol_of

ANSWERS = ('{"report": "a"}', "I report a'.", '{"report": "a\'", "why": "x"}', None, '{"report": "a\'"}')


class Parrot:
    """A player without a provider: says the same to the same question and seed, and fails now and then."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def ask(self, request: Request) -> Reply | NoReply:
        self.asked.append(request.question.sha256)
        number = int(request.question.sha256[:8], 16) + request.seed
        if number % 11 == 0 and self.asked.count(request.question.sha256) == 1:
            return NoReply("http_status", 503)
        finish = "length" if number % 7 == 0 else "stop"
        return Reply(ANSWERS[number % 5], finish, None, 30, 8, None, "model-1", 200, 0.001)

    def close(self) -> None:
        """Nothing to let go of."""


def parrot(family: Family) -> Player:
    return Parrot()


def played(folder: Path, mechanism: Mechanism, **changes: Any) -> Outcome:
    """A run in ``folder``, going on with what is there."""
    path = folder / "freeze.json"
    frozen = freeze(protocol_of(endpoint_pilot(**changes), mechanism), mechanism, path)
    return run(frozen, path, folder, parrot)


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    mechanism = read_mechanism(FOLDER).mechanism
    assert mechanism is not None
    folder = tmp_path_factory.mktemp("finished")
    assert played(folder, mechanism).missing == 0
    return folder


@pytest.fixture
def folder(finished: Path, tmp_path: Path) -> Path:
    """A copy of a finished run, to be broken."""
    return Path(shutil.copytree(finished, tmp_path / "run"))


def lines_of(folder: Path) -> list[dict[str, Any]]:
    text = (folder / "trace.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]


def write(folder: Path, lines: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n" for line in lines)
    (folder / "trace.jsonl").write_text(text, encoding="utf-8")


def test_a_run_scores_as_it_is_written(folder: Path) -> None:
    contents = rescore(folder)
    assert contents.faults == []
    assert contents.missing == ()
    statuses = {act.status for act in contents.acts.values()}
    assert {Status.VALID, Status.INVALID} <= statuses
    assert {len(act.attempts) for act in contents.acts.values()} == {1, 2}
    assert [turn.key for turn in contents.planned_turns()] == list(contents.frozen.plan.turns)
    before = (folder / "trace.jsonl").read_bytes()
    write(folder, lines_of(folder))
    assert (folder / "trace.jsonl").read_bytes() == before


def model_act(lines: list[dict[str, Any]], status: str = "valid") -> dict[str, Any]:
    """The first act of a model with a status; a valid one after a single attempt."""
    acts = [x for x in lines if x["kind"] == "act" and x["family"] == "far" and x["status"] == status]
    return next(act for act in acts if len(act["attempts"]) == 1 or status != "valid")


def of_kind(lines: list[dict[str, Any]], kind: str, **values: Any) -> dict[str, Any]:
    return next(x for x in lines if x["kind"] == kind and values.items() <= x.items())


Edit = Callable[[list[dict[str, Any]]], Any]
EDITS: dict[str, tuple[Edit, str]] = {
    "another report": (lambda x: model_act(x).update(report="a'"), "report"),
    "a report that nobody has": (lambda x: model_act(x).update(report="\u202e"), "report"),
    "a scripted report that nobody has": (
        lambda x: of_kind(x, "act", family=SCRIPTED).update(report="b"),
        "report",
    ),
    "an invalid act made valid": (
        lambda x: model_act(x, "invalid").update(status="valid", cause=None, report="a'"),
        "status",
    ),
    "a valid act made invalid": (
        lambda x: model_act(x).update(status="invalid", cause="prose", report=None),
        "status",
    ),
    "another raw answer": (
        lambda x: model_act(x)["attempts"][-1].update(raw='{"report": "a\'"}'),
        "report",
    ),
    "a raw answer that is none": (lambda x: model_act(x)["attempts"][-1].update(raw="a"), "status"),
    "another cause": (lambda x: model_act(x, "invalid").update(cause="wrong_json"), "cause"),
    "an attempt's status": (
        lambda x: model_act(x, "invalid")["attempts"][0].update(status="empty", cause=None),
        "attempts[0].status",
    ),
    "an attempt left out": (lambda x: model_act(x, "invalid")["attempts"].pop(), "attempts[0]"),
    "an attempt added": (
        lambda x: model_act(x)["attempts"].append(model_act(x)["attempts"][0]),
        "attempts[0]",
    ),
    "no attempt": (lambda x: model_act(x)["attempts"].clear(), "attempts"),
    "another prompt": (
        lambda x: model_act(x)["attempts"][0].update(prompt_sha256="0" * 64),
        "attempts[0].prompt_sha256",
    ),
    "another model": (lambda x: model_act(x).update(model="model-9"), "model"),
    "answered by another": (lambda x: model_act(x)["attempts"][0].update(model="model-9"), "status"),
    "a finish reason": (
        lambda x: model_act(x)["attempts"][0].update(finish_reason="length"),
        "attempts[0].status",
    ),
    "a network error without retries": (
        lambda x: model_act(x, "network_error")["attempts"][0]["retries"].clear(),
        "attempts[0].retries",
    ),
    "another true type": (lambda x: model_act(x).update(true_type="b"), "true_type"),
    "another seed": (lambda x: model_act(x).update(seed=12), "act"),
    "another freeze": (lambda x: model_act(x).update(freeze="0" * 64), "freeze"),
    "an act twice": (lambda x: x.append(model_act(x)), "act"),
    "a turn twice": (lambda x: x.append(of_kind(x, "turn")), "turn"),
    "an act left out": (lambda x: x.remove(model_act(x)), "turn"),
    "another outcome": (lambda x: of_kind(x, "turn", family=SCRIPTED).update(outcome="o2"), "outcome"),
    "another welfare": (lambda x: of_kind(x, "turn", family=SCRIPTED).update(welfare="99"), "welfare"),
    "another optimum": (lambda x: of_kind(x, "turn").update(optimum="1"), "optimum"),
    "an outcome substituted": (
        lambda x: of_kind(x, "turn", outcome=None).update(outcome="o1", welfare="7"),
        "outcome",
    ),
    "a turn's reports": (lambda x: of_kind(x, "turn", family=SCRIPTED)["reports"].update(row="a"), "reports"),
    "a scripted report": (lambda x: of_kind(x, "act", family=SCRIPTED).update(report="a"), "report"),
    "a scripted answer": (
        lambda x: of_kind(x, "act", family=SCRIPTED)["attempts"][0].update(raw="a"),
        "attempts[0].raw",
    ),
    "no header": (lambda x: x.pop(0), "kind"),
    "two headers": (lambda x: x.append(x[0]), "kind"),
    "another mechanism": (lambda x: x[0].update(mechanism_sha256="0" * 64), "header"),
    "another schema": (lambda x: x[0].update(schema_version=2), "(line)"),
    "an unknown key": (lambda x: model_act(x).update(note="x"), "(line)"),
    "keys in another order": (lambda x: model_act(x).update(status=model_act(x).pop("status")), "(line)"),
    "a number written otherwise": (lambda x: of_kind(x, "turn").update(optimum="14/2"), "(line)"),
    "a deviation without its old value": (
        lambda x: x.append(
            {
                "kind": "deviation", "freeze": x[0]["freeze"], "code": "", "field": "budgets.calls",
                "old": 1, "new": 900, "reason": "r", "time": "2026-11-30T12:00:00Z",
            }
        ),
        "deviation",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", EDITS)
def test_an_edited_trace_is_found_out(folder: Path, mechanism: Mechanism, name: str) -> None:
    edit, key = EDITS[name]
    lines = lines_of(folder)
    if name.startswith("a network error"):
        act = model_act(lines)
        attempt = act["attempts"][0]
        attempt.update(
            status="network_error", cause="timeout", raw=None, finish_reason=None, model=None,
            http_status=None, prompt_tokens=None, completion_tokens=None,
            error="no answer within the time",
            retries=[{"what": "timeout", "wait_s": 0.0, "http_status": None}] * 2,
        )  # fmt: skip
        act.update(status="network_error", cause="timeout", report=None)
        turn = of_kind(lines, "turn", **{k: act[k] for k in ("condition", "family", "profile", "seed")})
        turn.update(outcome=None, welfare=None)
        turn["reports"][act["agent"]] = None
        write(folder, lines)
        assert rescore(folder).faults == []
    edit(lines)
    write(folder, lines)
    faults = rescore(folder).faults
    assert key in [fault.key.partition(": ")[2] for fault in faults]
    with pytest.raises(TraceRefused, match="does not go on"):
        played(folder, mechanism)


@pytest.mark.parametrize("data", [b"", b"\n", b"{}\n", b"not json\n", b"\xff\xfe\n", b"null\n"])
def test_what_is_no_trace(folder: Path, data: bytes) -> None:
    (folder / "trace.jsonl").write_bytes(data)
    contents = rescore(folder)
    assert bool(contents.faults) == bool(data)
    assert contents.acts == {}
    (folder / "trace.jsonl").unlink()
    with pytest.raises(InputFileError, match="pilot run"):
        rescore(folder)


# Going on with what is there.


@pytest.mark.parametrize("cut", [1, 2, 57, 300, 1000, 5000])
def test_a_torn_end_is_dropped_and_asked_again(folder: Path, mechanism: Mechanism, cut: int) -> None:
    path = folder / "trace.jsonl"
    whole = path.read_bytes()
    path.write_bytes(whole[:-cut])
    before = rescore(folder)
    assert before.faults == []
    kept = set(before.acts)
    outcome = played(folder, mechanism)
    after = rescore(folder)
    assert (after.faults, outcome.missing, after.torn) == ([], 0, 0)
    assert outcome.asked == 24 - len(kept)
    assert len(after.acts) == 24
    assert path.read_bytes().startswith(whole[: len(whole) - cut].rpartition(b"\n")[0])


class Dying(Parrot):
    """Ends the run, once, when an unusable answer has come and the question is put again."""

    def ask(self, request: Request) -> Reply | NoReply:
        if "could not be used" in request.question.messages[-1]["content"]:
            raise RuntimeError("the end")
        return super().ask(request)


def test_an_answer_before_its_reformulation_is_not_asked_for_again(
    tmp_path: Path, mechanism: Mechanism
) -> None:
    path = tmp_path / "freeze.json"
    protocol = protocol_of(endpoint_pilot(network={"concurrency": 1}), mechanism)
    frozen = freeze(protocol, mechanism, path)
    first, second = Dying(), Parrot()
    with pytest.raises(RuntimeError, match="the end"):
        run(frozen, path, tmp_path, lambda family: first)
    assert rescore(tmp_path).faults == []
    assert run(frozen, path, tmp_path, lambda family: second).missing == 0
    contents = rescore(tmp_path)
    assert contents.faults == []
    acts = [act for act in contents.acts.values() if act.family == "far"]
    attempts = sum(len(act.attempts) for act in acts)
    failed = sum(retry.what == "http_status" for act in acts for a in act.attempts for retry in a.retries)
    cut_off = sum(retry.what == "interrupted" for act in acts for a in act.attempts for retry in a.retries)
    assert cut_off == 1
    assert len(first.asked) + len(second.asked) == attempts + failed


def test_every_byte_may_be_the_last(folder: Path, finished: Path) -> None:
    whole = (finished / "trace.jsonl").read_bytes()
    for end in range(0, len(whole), 401):
        (folder / "trace.jsonl").write_bytes(whole[:end])
        contents = rescore(folder)
        assert contents.faults == []
        with LineFile(folder / "trace.jsonl") as file:
            assert b"".join(file.lines) == whole[:end].rpartition(b"\n")[0] + b"\n" * (b"\n" in whole[:end])
        assert (folder / "trace.jsonl").read_bytes() == whole[: whole.rfind(b"\n", 0, end) + 1]


def test_a_trace_of_another_freeze_is_refused(folder: Path, mechanism: Mechanism, tmp_path: Path) -> None:
    other = tmp_path / "other.json"
    data = endpoint_pilot(sampling={"temperature": 0.1})
    frozen = freeze(protocol_of(data, mechanism), mechanism, other)
    before = (folder / "trace.jsonl").read_bytes()
    with pytest.raises(TraceRefused, match="another freeze"):
        run(frozen, other, folder, parrot)
    (folder / "freeze.json").unlink()
    with pytest.raises(TraceRefused, match="freeze"):
        run(frozen, other, folder, parrot)
    assert (folder / "trace.jsonl").read_bytes() == before


def test_a_journal_of_another_freeze_is_refused(folder: Path, mechanism: Mechanism) -> None:
    journal = folder / "journal.jsonl"
    data = journal.read_bytes()
    journal.write_bytes(data.replace(load_freeze(folder).digest.encode(), b"0" * 64))
    with pytest.raises(TraceRefused, match="belongs to the freeze"):
        played(folder, mechanism)
    journal.write_bytes(data.split(b"\n", 1)[1])
    with pytest.raises(TraceRefused, match="line 1"):
        played(folder, mechanism)


def test_two_runs_at_once_are_refused(folder: Path, mechanism: Mechanism) -> None:
    with LineFile(folder / "trace.jsonl"), pytest.raises(TraceRefused, match="another run"):
        played(folder, mechanism)


# Deviations.


def test_a_deviation_is_a_line_and_in_force_from_there(tmp_path: Path, mechanism: Mechanism) -> None:
    folder = tmp_path / "run"
    changes = {"budgets": {"calls": 20, "may_stop_early": "a test"}, "network": {"concurrency": 1}}
    first = played(folder, mechanism, **changes)
    assert first.stop is not None
    digest = load_freeze(folder).digest
    record_deviation(folder, "budgets.calls", "200", "more was allowed")
    again = run(load_freeze(folder), folder / "freeze.json", folder, parrot)
    assert (again.stop, again.missing) == (None, 0)
    contents = rescore(folder)
    assert contents.faults == []
    assert load_freeze(folder).digest == digest == contents.frozen.digest
    (deviation,) = contents.frozen.deviations
    assert (deviation.field, deviation.old, deviation.new) == ("budgets.calls", 20, 200)
    assert deviation.reason == "more was allowed"
    kinds = [line["kind"] for line in lines_of(folder)]
    assert kinds.index("stop") < kinds.index("deviation") < len(kinds) - 1


def test_words_may_change_for_what_is_asked_afterwards(folder: Path) -> None:
    record_deviation(folder, "unusable.suffix", '"Again!"', "shorter")
    assert rescore(folder).faults == []


@pytest.mark.parametrize(
    ("field", "value", "reason", "words"),
    [
        ("conditions[0].seeds", "[11]", "less", "was played"),
        ("sampling.max_tokens", "0", "none", "max_tokens"),
        ("sampling.max_tokens", "many", "text", "not JSON"),
        ("sampling.max_tokens", "65", "  ", "needs a reason"),
        ("mechanism", '"borda"', "x", "another experiment"),
    ],
)
def test_deviations_that_are_refused(folder: Path, field: str, value: str, reason: str, words: str) -> None:
    before = (folder / "trace.jsonl").read_bytes()
    with pytest.raises(FreezeRefused, match=words):
        record_deviation(folder, field, value, reason)
    assert (folder / "trace.jsonl").read_bytes() == before
