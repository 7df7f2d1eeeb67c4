"""Answers and names that were made to break a game: it is played, logged, measured and played again."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.run import run
from pycheck.empirical.play.setup_file import read_setup
from pycheck.empirical.play.show import replay_text
from pycheck.empirical.players import Reply, Request
from pycheck.empirical.probing.corpus import measure
from pycheck.empirical.probing.estimate import Resampling
from pycheck.empirical.trace import LineFile, TraceRefused
from pycheck.errors import EnvironmentUnusable, InputFileError

from .leaks import CHAINED, OWN, PLAIN, probes_with
from .tables import Echo, frozen_of, setup_data

ONE_ROUND = {"max_rounds": 1, "introductions": False}

ANSWERS = {
    "more than 64 bits": 'Sure: {"a": 123456789012345678901234567890}',
    "no JSON number": 'Sure: {"a": NaN, "b": 1e999}',
    "half a pair": 'Sure: {"a": "\\ud800"}',
    "half a pair for a name": 'Sure: {"\\ud800": 1}',
    "deep": "[" * 1000 + "1" + "]" * 1000,
    "deep, in words": "Sure: " + "[" * 600 + "1" + "]" * 600,
    "too deep": "[" * 100_000,
    "placeholders": '{"x": "{player} {{prev_plain}} $name ${living}"} {last_chained}',
    "controls": 'a\x00b\x1b[2J\u202e\u2028\x85 {"a": "\x00\u202e"}',
    "the log's own words": "ERROR: network_error",
    "long": "VOTE: Alex " * 20_000,
}


class Hostile:
    """A model that says one thing, whatever it is asked."""

    def __init__(self, text: str) -> None:
        self.text = text

    def ask(self, request: Request) -> Reply:
        """That."""
        return Reply(raw=self.text, finish_reason="stop", model="model-1")

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS)
def test_no_answer_breaks_a_game(answer: str, tmp_path: Path) -> None:
    data = setup_data(rules=ONE_ROUND)
    frozen = frozen_of(tmp_path, data, probes_with(PLAIN, CHAINED, OWN))
    outcome = run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: Hostile(answer))
    assert outcome.missing == 0
    assert rescore(tmp_path).faults == ()
    report = measure([*(tmp_path / "games").iterdir()], Resampling(0, 0), False, 20)
    # Every line of the logs can be read; an answer that could not be is named as that.
    assert not [game.why_not for game in report.games if game.why_not]
    assert {kind.value for game in report.games for kind in game.faults} <= {"not_parsed", "clock"}


def edited(folder: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """A run with the last line of its trace changed, which is a script's."""
    frozen = frozen_of(folder, setup_data(rules=ONE_ROUND), probes_with(PLAIN))
    run(frozen, folder / "freeze.json", folder, lambda family: Echo())
    assert rescore(folder).faults == ()
    path = folder / "trace.jsonl"
    lines = [json.loads(line) for line in path.read_bytes().splitlines()]
    change(next(line for line in reversed(lines) if line["kind"] == "asked" and line["family"] is None))
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")


@pytest.mark.parametrize(
    "change",
    [
        lambda line: line.update(model="scripted:silent"),
        lambda line: line["attempt"].update(refusal="no"),
        lambda line: line["attempt"].update(prompt_sha256=line["prompt_sha256"]),
        lambda line: line["attempt"].update(prompt_tokens=5, completion_tokens=5),
    ],
)
def test_what_no_script_says_is_told(change: Callable[[dict[str, Any]], None], tmp_path: Path) -> None:
    edited(tmp_path, change)
    assert any("the script reactive does not say that" in str(fault) for fault in rescore(tmp_path).faults)


def test_nothing_in_a_trace_reaches_a_terminal(tmp_path: Path) -> None:
    def change(line: dict[str, Any]) -> None:
        line["key"][2:4] = ["\x1b[2J\u202eevil\nline", "\x07"]
        line["model"] = "scripted:\x1b[31mred\u2028"

    edited(tmp_path, change)
    (tmp_path / "games" / "a\x1b[2J\u202e").mkdir()
    found = rescore(tmp_path)
    assert len(found.faults) >= 2
    shown = [*map(str, found.faults), *replay_text(found).split("\n")]
    assert all(line.isprintable() for line in shown), shown


def test_no_call_is_made_once_an_answer_could_not_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = setup_data(rules=ONE_ROUND, network={"retry_waits_s": [], "concurrency": 1})
    frozen = frozen_of(tmp_path, data, probes_with(PLAIN))
    model, append = Echo(), LineFile.append
    asked: list[int] = []

    def full(self: LineFile, lines: Iterable[bytes], *, sync: bool = True) -> None:
        lines = list(lines)
        if b'"family":"far"' in lines[0] and b'"plain"' in lines[0] and _of_a_day(lines[0]):
            asked.append(len(model.requests))
            raise EnvironmentUnusable("no space")
        append(self, lines, sync=sync)

    monkeypatch.setattr(LineFile, "append", full)
    with pytest.raises(EnvironmentUnusable):
        run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: model)
    # Two models are to be asked at that moment.
    assert asked == [len(model.requests)]


def _of_a_day(line: bytes) -> bool:
    """Whether everybody is asked there: after the night's four moves."""
    return bool(json.loads(line)["key"][1] > 4)


def test_no_probe_is_called_what_moves_are(tmp_path: Path) -> None:
    """Its answers would have the moves' places in the trace."""
    (tmp_path / "mine.yaml").write_text(
        'introspection: {probes: [{id: move, question: "Who?"}]}', encoding="utf-8"
    )
    shipped = Path(__file__).parents[3] / "mechanisms" / "mafia_vote" / "setup.toml"
    text = shipped.read_text("utf-8").replace("[probing]", '[probing]\ndefinitions = "mine.yaml"')
    (tmp_path / "setup.toml").write_text(text, "utf-8")
    with pytest.raises(InputFileError, match="id move"):
        read_setup(tmp_path)


def test_one_edit_is_told_in_few_lines(tmp_path: Path) -> None:
    frozen = frozen_of(tmp_path, setup_data(rules=ONE_ROUND, seeds=[1, 2]), probes_with(PLAIN))
    run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: Echo())
    path = tmp_path / "trace.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:2] + lines[3:]))
    found = rescore(tmp_path)
    assert [unit.name for unit in found.missing] == ["seed-1"]
    left = [fault for fault in found.faults if "no game asks for it" in fault.expected]
    assert len(left) == 2
    assert len(found.faults) <= 5


@pytest.mark.parametrize(("field", "value"), [("tokens", -1), ("money", -0.5), ("elapsed_s", -1.0)])
def test_no_call_gives_anything_back(field: str, value: float, tmp_path: Path) -> None:
    """A journal in which a call took less than nothing would make room in the budget."""
    frozen = frozen_of(tmp_path, setup_data(rules=ONE_ROUND), probes_with(PLAIN))
    run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: Echo())
    path = tmp_path / "journal.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    call = json.loads(lines[1])
    assert call["kind"] == "call"
    path.write_bytes(b"".join([lines[0], json.dumps(call | {field: value}).encode() + b"\n", *lines[2:]]))
    with pytest.raises(TraceRefused, match="line 2"):
        run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: Echo())
