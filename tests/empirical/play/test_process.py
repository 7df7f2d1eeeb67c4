"""Players of one's own behind HTTP, beside scripts, in one game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.gate import gate
from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.run import run
from pycheck.empirical.providers import player_of
from pycheck.empirical.record import Status
from pycheck.loading import load

from ..server import KEY, Served, serving
from .leaks import PLAIN, probes_with
from .tables import FAR, echo, frozen_of, setup_data


def said(**answer: Any) -> Served:
    return Served(body=json.dumps(answer).encode(), headers={"Content-Type": "application/json"})


def played(folder: Path, script: Any, monkeypatch: pytest.MonkeyPatch) -> Counter[Status]:
    """A game with two players in a process; the statuses of their answers."""
    data = setup_data(families=[FAR | {"player": "process"}], rules={"max_rounds": 1, "introductions": False})
    frozen = frozen_of(folder, data, probes_with(PLAIN))
    with serving(script) as server:
        for name, value in server.environment.items():
            monkeypatch.setenv(name, value)
        outcome = run(frozen, folder / "freeze.json", folder, player_of)
        assert server.paths == {"/v1/"}
    assert outcome.missing == 0
    found = rescore(folder)
    assert found.faults == ()
    assert gate(folder, load("mafia_vote").mechanism).refusals == ()
    assert KEY not in (folder / "trace.jsonl").read_text("utf-8")
    return Counter(a.attempt.status for a in found.contents.asked.values() if a.family)


def test_a_process_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    sent: list[Mapping[str, Any]] = []

    def script(number: int, request: Mapping[str, Any]) -> Served:
        sent.append(request)
        text = echo(request["messages"], request["seed"])
        return said(text=text, model="model-1", prompt_tokens=5, completion_tokens=2)

    assert set(played(tmp_path, script, monkeypatch)) == {Status.VALID}
    assert all({"model", "messages", "temperature", "max_tokens", "seed"} <= set(request) for request in sent)


@pytest.mark.parametrize(
    ("answer", "status"),
    [
        ({"text": "VOTE: Alex", "finish_reason": "length"}, Status.TRUNCATED),
        ({"text": ""}, Status.EMPTY),
        ({"text": None}, Status.HTTP_ERROR),
        ({"words": "x"}, Status.HTTP_ERROR),
        ({"text": "x", "model": "another"}, Status.HTTP_ERROR),
        ({"text": "x", "model": 3}, Status.HTTP_ERROR),
    ],
)
def test_what_is_no_answer_is_none(
    answer: dict[str, Any], status: Status, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert set(played(tmp_path, lambda number, sent: said(**answer), monkeypatch)) == {status}
