"""What a journal says of a run that was killed: its time, and answers that are to the plan's questions."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.endpoint import Endpoint
from pycheck.empirical.freeze import Freeze, freeze
from pycheck.empirical.journal import Journal
from pycheck.empirical.record import ActKey, Attempt, Cause, Retry, Status
from pycheck.empirical.rescore import rescore
from pycheck.empirical.run import Outcome, run
from pycheck.empirical.trace import JOURNAL, TraceRefused
from pycheck.mechanism import Mechanism

from .conftest import endpoint_pilot, protocol_of
from .server import Server, completion, serving

TIMEOUT = 5.0


@pytest.fixture
def frozen(mechanism: Mechanism, tmp_path: Path) -> Freeze:
    protocol = protocol_of(endpoint_pilot(budgets={"wall_s": 300}), mechanism)
    return freeze(protocol, mechanism, tmp_path / "freeze.json")


class Clock:
    """A run's own time, as a test has it."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


def journal_of(frozen: Freeze, folder: Path, clock: Clock) -> Journal[ActKey]:
    return Journal(folder / JOURNAL, frozen.digest, TIMEOUT, clock, ActKey)


def gone_on(frozen: Freeze, folder: Path) -> tuple[Outcome, Server]:
    with serving(lambda number, sent: completion()) as server:
        outcome = run(frozen, folder / "freeze.json", folder, lambda f: Endpoint(f, server.environment))
    return outcome, server


def prose(frozen: Freeze, key: ActKey, **changes: Any) -> Attempt:
    """A first answer after which the question is put again."""
    fields: dict[str, Any] = {
        "status": Status.INVALID,
        "prompt_sha256": frozen.plan.questions(key)[0].sha256,
        "cause": Cause.PROSE,
        "raw": "prose",
        "finish_reason": "stop",
        "http_status": 200,
        "model": "model-1",
    }
    return Attempt(**fields | changes)


def test_each_entry_has_the_time_and_the_last_one_counts(frozen: Freeze, tmp_path: Path) -> None:
    one, two, three, four = frozen.plan.asked[:4]
    clock = Clock()
    journal = journal_of(frozen, tmp_path, clock)
    for clock.now, key in ((10.0, one), (20.0, two), (30.0, three), (40.0, four)):
        journal.call(key)
    clock.now = 50.0
    journal.lost(two, Retry("http_status", 7.0, 503))
    journal.answered(three, prose(frozen, three))
    clock.now = 60.0
    journal.call(three)
    journal.answered(three, prose(frozen, three))
    journal.close()
    again = journal_of(frozen, tmp_path, clock)
    again.close()
    until = {key: again.pending[key].until_s for key in (one, two, three, four)}
    assert until == {one: 10.0 + TIMEOUT, two: 50.0 + 7.0, three: 60.0, four: 40.0 + TIMEOUT}


@pytest.mark.parametrize(("cut_off_at", "asked"), [(100.0, True), (288.0, True), (289.1, False)])
def test_the_time_of_a_killed_run_is_in_the_budget(
    frozen: Freeze, tmp_path: Path, cut_off_at: float, asked: bool
) -> None:
    clock = Clock()
    journal = journal_of(frozen, tmp_path, clock)
    clock.now = cut_off_at
    journal.call(frozen.plan.asked[3])
    journal.close()
    outcome, server = gone_on(frozen, tmp_path)
    assert bool(server.requests) == asked
    contents = rescore(tmp_path)
    assert contents.elapsed_s >= cut_off_at + TIMEOUT
    if not asked:
        assert outcome.stop is not None
        assert outcome.stop.reason == "wall_s"
    assert all(act.elapsed_s >= cut_off_at + TIMEOUT for act in contents.acts.values() if act.family == "far")


def test_a_journal_without_times_is_read(frozen: Freeze, tmp_path: Path) -> None:
    key = frozen.plan.asked[0]
    journal = journal_of(frozen, tmp_path, Clock())
    journal.call(key)
    journal.close()
    path = tmp_path / JOURNAL
    path.write_bytes(path.read_bytes().replace(b'"elapsed_s":0.0,', b""))
    assert b"elapsed_s" not in path.read_bytes()
    outcome, _ = gone_on(frozen, tmp_path)
    assert (outcome.missing, outcome.spent.calls) == (0, 17)


def test_an_answer_in_the_journal_counts(frozen: Freeze, tmp_path: Path) -> None:
    """The one that the tests below change."""
    key = frozen.plan.asked[0]
    journal = journal_of(frozen, tmp_path, Clock())
    journal.call(key)
    journal.answered(key, prose(frozen, key))
    journal.close()
    outcome, server = gone_on(frozen, tmp_path)
    assert (outcome.missing, len(server.requests)) == (0, 16)
    assert rescore(tmp_path).acts[key].attempts[0].raw == "prose"


def lose(journal: Journal[ActKey], key: ActKey, *retries: Retry) -> None:
    for retry in retries:
        journal.lost(key, retry)


EDITED: Mapping[str, tuple[Callable[[Freeze, Journal[ActKey], ActKey], object], str]] = {
    "a report filed as prose": (
        lambda f, j, k: j.answered(k, prose(f, k, raw='{"report": "a"}')),
        "answers[0].status: found invalid; expected valid",
    ),
    "an answer after which nothing is asked": (
        lambda f, j, k: j.answered(k, prose(f, k, raw='{"report": "a"}', status=Status.VALID, cause=None)),
        "answers[0]: found valid; expected one after which the question is put again",
    ),
    "another model": (lambda f, j, k: j.answered(k, prose(f, k, model="other")), "expected http_error"),
    "an answer without an answer": (
        lambda f, j, k: j.answered(k, prose(f, k, error="no", status=Status.NETWORK_ERROR)),
        "answers[0]",
    ),
    "a first question called a second": (
        lambda f, j, k: j.answered(k, prose(f, k, reformulation=True)),
        "answers[0].reformulation: found True",
    ),
    "another HTTP status": (lambda f, j, k: j.answered(k, prose(f, k, http_status=404)), "http_status"),
    "too many retries": (
        lambda f, j, k: lose(j, k, *[Retry("timeout", 0.0)] * 3),
        "lost calls.retries: found 3; expected at most 2",
    ),
    "another wait": (lambda f, j, k: j.lost(k, Retry("timeout", 7.0)), "a wait of 7.0 s"),
    "a call that is not made again": (
        lambda f, j, k: j.lost(k, Retry("http_status", 0.0, 404)),
        "HTTP status 404",
    ),
    "more ends than runs": (
        lambda f, j, k: lose(j, k, *[Retry("http_status", 0.0, 402)] * 2),
        "turned down 2 times; expected 1, since each ends a run",
    ),
}


@pytest.mark.parametrize(("edit", "words"), EDITED.values(), ids=EDITED)
def test_an_edited_journal_is_refused_before_anything_is_asked(
    frozen: Freeze, tmp_path: Path, edit: Callable[..., object], words: str
) -> None:
    """What it would lead to is a trace that does not score again: paid for, and for nothing."""
    journal = journal_of(frozen, tmp_path, Clock())
    journal.call(frozen.plan.asked[0])
    edit(frozen, journal, frozen.plan.asked[0])
    journal.close()
    before = (tmp_path / JOURNAL).read_bytes()
    with (
        serving(lambda number, sent: completion()) as server,
        pytest.raises(TraceRefused, match=re.escape(words)) as refused,
    ):
        run(frozen, tmp_path / "freeze.json", tmp_path, lambda f: Endpoint(f, server.environment))
    assert "row under blind (seed 11)" in str(refused.value)
    assert server.requests == []
    assert (tmp_path / JOURNAL).read_bytes() == before


def test_what_a_run_can_leave_in_its_journal_is_gone_on_with(frozen: Freeze, tmp_path: Path) -> None:
    """The tests above do not refuse everything."""
    key = frozen.plan.asked[0]
    journal = journal_of(frozen, tmp_path, Clock())
    for retry in (Retry("timeout", 0.0), Retry("http_status", 0.15, 503), Retry("http_status", 0.0, 402)):
        journal.call(key)
        journal.lost(key, retry)
    journal.call(key)
    journal.close()
    outcome, server = gone_on(frozen, tmp_path)
    assert (outcome.missing, len(server.requests), outcome.spent.calls) == (0, 16, 20)
    assert rescore(tmp_path).faults == []


@pytest.mark.parametrize("answers", [1, 3])
def test_an_answer_to_another_question_is_refused(frozen: Freeze, tmp_path: Path, answers: int) -> None:
    key = frozen.plan.asked[0]
    journal = journal_of(frozen, tmp_path, Clock())
    for number in range(answers):
        journal.call(key)
        asked = frozen.plan.questions(key)
        # The wrong question once, or one more than there is.
        sha256 = "0" * 64 if answers == 1 else asked[min(number, 1)].sha256
        journal.answered(key, prose(frozen, key, prompt_sha256=sha256, reformulation=number > 0))
    journal.close()
    with pytest.raises(TraceRefused, match="another question" if answers == 1 else "put again"):
        gone_on(frozen, tmp_path)


def test_a_journal_with_a_line_of_another_kind_is_refused(frozen: Freeze, tmp_path: Path) -> None:
    journal_of(frozen, tmp_path, Clock()).close()
    path = tmp_path / JOURNAL
    path.write_bytes(path.read_bytes() + json.dumps({"kind": "call", "elapsed_s": -1}).encode() + b"\n")
    with pytest.raises(TraceRefused, match="line 2"):
        gone_on(frozen, tmp_path)
