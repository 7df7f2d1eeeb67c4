"""Answers and names that were made to break a game: it is played, logged, measured and played again."""

from __future__ import annotations

from pathlib import Path

import pytest

from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.run import run
from pycheck.empirical.players import Reply, Request
from pycheck.empirical.probing.corpus import measure
from pycheck.empirical.probing.estimate import Resampling

from .leaks import CHAINED, OWN, PLAIN, probes_with
from .tables import frozen_of, setup_data

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
    data = setup_data(rules={"max_rounds": 1, "introductions": False})
    frozen = frozen_of(tmp_path, data, probes_with(PLAIN, CHAINED, OWN))
    outcome = run(frozen, tmp_path / "freeze.json", tmp_path, lambda family: Hostile(answer))
    assert outcome.missing == 0
    assert rescore(tmp_path).faults == ()
    report = measure([*(tmp_path / "games").iterdir()], Resampling(0, 0), False, 20)
    # Every line of the logs can be read; an answer that could not be is named as that.
    assert not [game.why_not for game in report.games if game.why_not]
    assert {kind.value for game in report.games for kind in game.faults} <= {"not_parsed", "clock"}
