"""The runs in the repository: each passes the gate, and its committed result is what the gate says now."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pycheck.empirical.gate import LABEL, RESULT, gate, runs_of, show_run
from pycheck.empirical.rescore import rescore
from pycheck.empirical.trace import TRACE
from pycheck.mechanism import read_mechanism
from pycheck.report.as_json import dump
from pycheck.report.viewer import viewer_page

ROOT = Path(__file__).parents[2]
RUNS = [run for folder in sorted((ROOT / "mechanisms").iterdir()) for run in runs_of(folder)]
NAMES = [run.relative_to(ROOT / "mechanisms").as_posix() for run in RUNS]


def above(run: Path) -> Path:
    """The mechanism's folder that a run is in."""
    return next(folder for folder in run.parents if (folder / "mechanism.toml").is_file())


def test_there_is_one() -> None:
    assert RUNS


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_the_committed_result_is_the_gate_s(run: Path) -> None:
    found = gate(run, read_mechanism(above(run)).require())
    assert found.refusals == ()
    assert dump(found.to_json()).encode() == (run / RESULT).read_bytes(), f"pycheck gate {run} --write"


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_every_line_scores_again(run: Path) -> None:
    contents = rescore(run)
    assert (contents.faults, contents.missing, contents.torn) == ([], (), 0)
    assert len(contents.turns) == len(contents.frozen.plan.turns)


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_the_committed_report_has_it(run: Path) -> None:
    name = above(run).name
    data = json.loads((ROOT / "reports" / name / "report.json").read_bytes())
    assert data["measured"]["label"] == LABEL
    committed = json.loads((run / RESULT).read_bytes())
    shown = {entry["trace_sha256"]: entry["results"] for entry in data["measured"]["runs"]}
    assert shown[committed["trace_sha256"]] == committed["results"]


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_its_page_can_be_made(run: Path, tmp_path: Path) -> None:
    mechanism = read_mechanism(above(run)).require()
    shown = show_run(run)
    assert f'id="turn-{len(shown.turns)}"' in viewer_page(shown, gate(run, mechanism))


@pytest.mark.parametrize("run", RUNS, ids=NAMES)
def test_one_answer_edited_is_refused(run: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(run, tmp_path / "run"))
    data = (copy / TRACE).read_bytes()
    edited = data.replace(b'"report":"a"', b'"report":"a\'"', 1)
    assert edited != data
    (copy / TRACE).write_bytes(edited)
    assert not gate(copy, read_mechanism(above(run)).require()).passed
