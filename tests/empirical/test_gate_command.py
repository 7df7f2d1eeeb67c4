"""``pycheck gate`` and the runs that ``pycheck report`` takes in."""

from __future__ import annotations

import json
import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pycheck.cli import cli
from pycheck.empirical.gate import LABEL, RESULT
from pycheck.empirical.record import SCRIPTED, Act
from pycheck.empirical.trace import TRACE
from pycheck.errors import EnvironmentUnusable

from .published import FLAGSHIP, mechanism
from .runs import read_lines, write_lines, write_run
from .test_gate import small


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A mechanism's folder with one run."""
    folder = tmp_path_factory.mktemp("home") / "othman_sandholm"
    folder.mkdir()
    shutil.copy(FLAGSHIP, folder)
    write_run(folder / "pilot" / "first", small(), mechanism())
    return folder


@pytest.fixture
def copy(home: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(home, tmp_path / home.name))


def pycheck(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(argument) for argument in arguments])


def test_a_run_passes_and_its_result_is_written_on_demand(copy: Path) -> None:
    run = copy / "pilot" / "first"
    found = pycheck("gate", run)
    assert found.exit_code == 0, found.output
    assert found.output.startswith(f"first: passed\n  {LABEL}\n")
    assert "H1: not met on this run" in found.output
    assert not (run / RESULT).exists()
    assert pycheck("gate", run, "--write").exit_code == 0
    written = (run / RESULT).read_bytes()
    assert json.loads(written)["passed"] is True
    assert pycheck("gate", run, "--write").exit_code == 0
    assert (run / RESULT).read_bytes() == written
    assert pycheck("gate", run, "--format", "json").output.encode() == written


def test_a_refused_run_says_why_and_writes_nothing(copy: Path) -> None:
    run = copy / "pilot" / "first"
    (run / TRACE).write_bytes((run / TRACE).read_bytes().replace(b'"report":"a"', b'"report":"a\'"', 1))
    found = pycheck("gate", run, "--write")
    assert found.exit_code == 1
    assert found.output.startswith("first: REFUSED\n  trace.jsonl:")
    assert "[rescoring]" in found.output
    assert not (run / RESULT).exists()
    shown = json.loads(pycheck("gate", run, "--format", "json").output)
    assert (shown["passed"], shown["results"]) == (False, None)
    assert {refusal["code"] for refusal in shown["refusals"]} == {"rescoring"}


def test_the_folder_pilot_can_be_a_run_itself(copy: Path) -> None:
    for path in (copy / "pilot" / "first").iterdir():
        path.rename(copy / "pilot" / path.name)
    (copy / "pilot" / "first").rmdir()
    found = pycheck("gate", copy / "pilot")
    assert found.output.startswith("pilot: passed")


def test_what_a_run_is_about_has_to_be_known(copy: Path, tmp_path: Path) -> None:
    away = Path(shutil.move(copy / "pilot" / "first", tmp_path / "away"))
    found = pycheck("gate", away)
    assert found.exit_code != 0
    assert "say what it is about with --mechanism" in str(found.exception)
    assert pycheck("gate", away, "--mechanism", copy).exit_code == 0
    other = pycheck("gate", away, "--mechanism", "public_good")
    assert other.exit_code == 1
    assert "[other_mechanism]" in other.output


def test_what_is_not_installed_is_named(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pycheck.empirical.gate.find_spec", lambda name: None if name == "scipy" else name)
    for arguments in (("gate", copy / "pilot" / "first"), ("report", copy, "--lean", "none", "-q")):
        found = pycheck(*arguments)
        assert isinstance(found.exception, EnvironmentUnusable)
        assert "the gate needs scipy" in str(found.exception)
        assert "pip install 'pycheck[empirical]'" in str(found.exception)


def test_the_page_is_written_for_good_and_for_bad_runs(copy: Path, tmp_path: Path) -> None:
    run, page = copy / "pilot" / "first", tmp_path / "page.html"
    assert pycheck("gate", run, "--page", page).exit_code == 0
    assert "Passed the gate" in page.read_text("utf-8")
    (run / TRACE).write_bytes(b"")
    assert pycheck("gate", run, "--page", page).exit_code == 1
    assert "Refused by the gate" in page.read_text("utf-8")


def test_a_verification_says_that_it_looked_at_no_run(copy: Path) -> None:
    found = pycheck("verify", copy, "--lean", "none", "-q")
    assert "Measured: 1 run, not looked at here: pycheck report lets them through the gate." in found.output
    shutil.rmtree(copy / "pilot")
    found = pycheck("verify", copy, "--lean", "none", "-q")
    assert "Measured: nothing. No empirical run has passed the gate." in found.output


def test_of_two_copies_of_a_run_one_is_shown_and_both_are_named(copy: Path, tmp_path: Path) -> None:
    reports = tmp_path / "reports"
    shutil.copytree(copy / "pilot" / "first", copy / "pilot" / "second")
    found = pycheck("report", copy, "borda", "--lean", "none", "-q", "-o", reports)
    assert found.exit_code == 1, found.output
    assert "run second: REFUSED" in found.output
    assert "pilot/second: the same run as pilot/first, which is shown (trace " in found.output
    assert "[doubled]" in found.output
    data = json.loads((reports / "othman_sandholm" / "report.json").read_bytes())
    assert [r["run"] for r in data["measured"]["runs"]] == ["first"]
    assert (reports / "borda" / "report.json").exists(), "what else was asked for is written"
    shutil.rmtree(copy / "pilot" / "second")
    assert pycheck("report", copy, "--lean", "none", "-q", "-o", reports).exit_code == 0


def timed(run: Path, seed: int, begin: int = 0) -> None:
    """Give each answer from the one with the number ``begin`` on a time of its own, as real ones have."""
    chance = random.Random(seed)
    records = read_lines(run)
    asked = [k for k, record in enumerate(records) if isinstance(record, Act) and record.family != SCRIPTED]
    for k in asked[begin:]:
        act = records[k]
        assert isinstance(act, Act)
        attempts = tuple(replace(one, latency_s=round(chance.uniform(0.1, 9), 4)) for one in act.attempts)
        records[k] = replace(act, attempts=attempts, elapsed_s=round(chance.uniform(1, 900), 3))
    write_lines(run, records)


@pytest.mark.parametrize(("begin", "copied"), [(0, False), (2, False), (3, True), (20, True)])
def test_a_run_that_was_copied_and_gone_on_with_is_no_second_one(
    copy: Path, tmp_path: Path, begin: int, copied: bool
) -> None:
    """Two runs that share what was asked first have not asked on their own, and are not shown so."""
    reports, first, second = tmp_path / "reports", copy / "pilot" / "first", copy / "pilot" / "second"
    timed(first, 1)
    shutil.copytree(first, second)
    timed(second, 2, begin)
    found = pycheck("report", copy, "--lean", "none", "-q", "-o", reports)
    data = json.loads((reports / "othman_sandholm" / "report.json").read_bytes())
    shown = [r["run"] for r in data["measured"]["runs"]]
    if not copied:
        assert (found.exit_code, shown) == (0, ["first", "second"]), found.output
        return
    assert (found.exit_code, shown) == (1, ["first"])
    assert f"pilot/second: {begin} of its " in found.output
    assert "answers are those of pilot/first, which is shown, to the last byte" in found.output


def test_a_result_that_was_edited_is_in_no_report(copy: Path, tmp_path: Path) -> None:
    run = copy / "pilot" / "first"
    assert pycheck("gate", run, "--write").exit_code == 0
    (run / RESULT).write_text((run / RESULT).read_text("utf-8").replace("not met", "met", 1), "utf-8")
    found = pycheck("report", copy, "--lean", "none", "-q", "-o", tmp_path / "reports")
    assert found.exit_code == 1
    assert "gate.json: results.verdicts.H1 is not what follows from the run" in found.output
    assert pycheck("gate", run, "--write").exit_code == 1
    (run / RESULT).unlink()
    assert pycheck("gate", run, "--write").exit_code == 0


def test_a_rate_says_what_it_is_the_rate_of(copy: Path) -> None:
    shown = pycheck("gate", copy / "pilot" / "first").output
    assert "    Rate of a' among valid acts, 95% intervals:\n      " in shown


def test_reports_take_in_what_passes_and_name_what_does_not(copy: Path, tmp_path: Path) -> None:
    reports, run = tmp_path / "reports", copy / "pilot" / "first"
    report = ("report", copy, "--lean", "none", "-q", "-o", reports)
    assert pycheck(*report).exit_code == 0
    data = json.loads((reports / "othman_sandholm" / "report.json").read_bytes())
    assert [r["run"] for r in data["measured"]["runs"]] == ["first"]
    (run / TRACE).write_bytes((run / TRACE).read_bytes().replace(b'"report":"a"', b'"report":"a\'"', 1))
    refused = pycheck(*report)
    assert refused.exit_code == 1
    assert "run first: REFUSED" in refused.output
    data = json.loads((reports / "othman_sandholm" / "report.json").read_bytes())
    assert data["measured"] is None
