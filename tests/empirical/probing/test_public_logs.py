"""The four public logs: the published figures to six digits, and every fault by name.

They are not shipped; ``PYCHECK_MAFIASCOPE_LOGS`` names the folder that has them.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from pycheck.empirical.probing.answer_text import Form
from pycheck.empirical.probing.corpus import Report, find_games
from pycheck.empirical.probing.faults import Kind
from pycheck.empirical.probing.reading import Reading

from .logs import measured, read, value

NAMED = os.environ.get("PYCHECK_MAFIASCOPE_LOGS")
WHOLE = "36594b66-05d1-434c-be65-13360eafca9e"
FORK = "410c5e24-51c2-41e0-90fe-00826cd89dbf"
UNPARSED = "2baff38d-36f0-4c0a-9bd8-b2d9ff53e285"
CUT_OFF = "024d54fe-659f-4300-ada8-3b730e4e0d0c"

pytestmark = pytest.mark.skipif(
    not NAMED, reason="the public logs are not shipped; PYCHECK_MAFIASCOPE_LOGS names no folder with them"
)
LOGS = Path(NAMED or ".")


@pytest.fixture(scope="module")
def whole() -> Report:
    return measured(LOGS / WHOLE)


@pytest.mark.parametrize(
    ("measure", "split", "expected", "n"),
    [
        ("expected_calibration_error", "all", 0.194212, 311),
        ("brier", "all", 0.311243, 311),
        ("volatility", "all", 0.298698, 115),
        ("volatility", "all, published order", 0.307499, 115),
        ("second_order_agreement", "all", 378 / 683, 683),
        ("second_order_agreement", "all, published order", 0.547584, 683),
        ("second_order_agreement", "all, earlier steps", 354 / 643, 643),
        ("spotlight_ratio", "all", 1.70968, 683),
        ("spotlight_ratio", "all, published order", 1.70968, 683),
        ("spotlight_ratio", "innocent", 84 / 46, 487),
        ("spotlight_ratio", "mafia", 22 / 16, 196),
    ],
)
def test_the_published_figures(whole: Report, measure: str, split: str, expected: float, n: int) -> None:
    found = value(whole, measure, split)
    assert found.value == pytest.approx(expected, abs=5.1e-6 if measure == "spotlight_ratio" else 5.1e-7)
    assert found.n == n
    assert (found.low, found.high) == (None, None)


def test_what_the_spotlight_ratio_is_of(whole: Report) -> None:
    rows = whole.measured[Reading.STORED].rows
    (row,) = [row for row in rows if (row.measure, row.split) == ("spotlight_ratio", "all")]
    assert row.counts == {"expected": 106, "reported": 62}


def test_the_log_is_in_the_order_of_its_places(whole: Report) -> None:
    (game,) = whole.games
    assert set(whole.fault_counts) == {Kind.NOT_PARSED, Kind.WRONG_SHAPE}
    assert (game.probes, game.winner, game.why_not) == (577, "Mafia", "")


def test_the_repairing_reading_is_what_the_instrument_stored(whole: Report) -> None:
    answers = whole.answers
    assert answers.count() == 577
    assert answers.count(lambda outcome: outcome.differs[1]) == 0
    assert answers.count(lambda outcome: outcome.differs[0]) == 19
    forms = {form: answers.with_form(form) for form in answers.forms}
    assert forms == {
        Form.WHOLE: 553,
        Form.EMBEDDED: 8,
        Form.FENCED: 7,
        Form.SEVERAL: 4,
        Form.MALFORMED: 3,
        Form.PROSE: 1,
        Form.ERROR: 1,
    }


def test_what_the_strict_reading_leaves_out(whole: Report) -> None:
    strict = value(whole, "volatility", reading=Reading.STRICT)
    assert strict.value == pytest.approx(0.290789, abs=5.1e-7)
    assert strict.n == 102
    assert value(whole, "volatility", reading=Reading.REPAIRED) == value(whole, "volatility")


def test_the_cut_off_log() -> None:
    _, faults = read(LOGS / CUT_OFF)
    assert [(Path(f.file).name, f.line, f.kind) for f in faults] == [
        ("game.jsonl", 0, Kind.UNFINISHED),
        ("introspection.jsonl", 0, Kind.EMPTY),
    ]
    report = measured(LOGS / CUT_OFF)
    assert report.games[0].why_not == "no probe could be read"
    assert all(row.estimate.value is None for row in report.measured[Reading.STORED].rows)


def test_the_fork() -> None:
    found, faults = read(LOGS / FORK)
    assert faults[0].kind is Kind.FORKED
    assert faults[0].line == 1
    assert WHOLE in faults[0].found
    assert "[1, 9]" in faults[0].found
    assert (found.probes, {f.kind for f in faults[1:]}) == (50, {Kind.WRONG_SHAPE})


def test_a_fork_is_measured_only_when_asked_for() -> None:
    assert value(measured(LOGS / FORK, forks=True), "volatility").n == 36
    report = measured(LOGS / FORK)
    assert report.games[0].why_not == "forked from another game"
    assert all(row.estimate.value is None for row in report.measured[Reading.STORED].rows)


def test_the_answer_that_does_not_parse() -> None:
    _, faults = read(LOGS / UNPARSED)
    (fault,) = [fault for fault in faults if fault.kind is Kind.NOT_PARSED]
    assert fault.line == 25
    assert fault.found.startswith("prose: 'I will not provide that ranking")
    assert fault.file.endswith(f"{UNPARSED}/introspection.jsonl")


def test_all_four_together(whole: Report) -> None:
    report = measured(*find_games([LOGS]))
    assert sum(not game.why_not for game in report.games) == 1
    assert sum(game.probes for game in report.games) == 677
    assert report.measured == whole.measured


def test_cut_anywhere_nothing_crashes(tmp_path: Path) -> None:
    """The whole log ended after any of a hundred bytes: the last line is cut off, or whole."""
    data = (LOGS / WHOLE / "introspection.jsonl").read_bytes()[:200_000]
    (tmp_path / "game.jsonl").write_bytes((LOGS / WHOLE / "game.jsonl").read_bytes())
    for end in range(1, len(data), len(data) // 100):
        (tmp_path / "introspection.jsonl").write_bytes(data[:end])
        found, faults = read(tmp_path)
        cut = [fault for fault in faults if fault.kind is Kind.CUT_OFF]
        whole_lines = data[:end].count(b"\n")
        try:
            json.loads(data[:end].rsplit(b"\n", 1)[-1] or b"{}")
            assert not cut
        except ValueError:
            assert [fault.line for fault in cut] == [whole_lines + 1]
        assert found.probes >= whole_lines
