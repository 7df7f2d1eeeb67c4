"""What a journal says of a run that was killed: its time, and answers that are to the plan's questions."""

from __future__ import annotations

import json
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


@pytest.mark.parametrize("answers", [1, 3])
def test_an_answer_to_another_question_is_refused(frozen: Freeze, tmp_path: Path, answers: int) -> None:
    key = frozen.plan.asked[0]
    journal = journal_of(frozen, tmp_path, Clock())
    for number in range(answers):
        journal.call(key)
        asked = frozen.plan.questions(key)
        # The wrong question once, or one more than there is.
        sha256 = "0" * 64 if answers == 1 else asked[min(number, 1)].sha256
        journal.answered(key, prose(frozen, key, prompt_sha256=sha256))
    journal.close()
    with pytest.raises(TraceRefused, match="another question"):
        gone_on(frozen, tmp_path)


def test_a_journal_with_a_line_of_another_kind_is_refused(frozen: Freeze, tmp_path: Path) -> None:
    journal_of(frozen, tmp_path, Clock()).close()
    path = tmp_path / JOURNAL
    path.write_bytes(path.read_bytes() + json.dumps({"kind": "call", "elapsed_s": -1}).encode() + b"\n")
    with pytest.raises(TraceRefused, match="line 2"):
        gone_on(frozen, tmp_path)
