"""The command line as a shell sees it: real processes, exit codes, lines for people."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import jsonschema
import pytest

from pycheck.report import schema

ROOT = Path(__file__).parents[2]
FLAGSHIP = "othman_sandholm"
PROGRAM = Path(sys.executable).with_name("pycheck")
UNANIMITY = Path(__file__).parent / "unanimity"


def pycheck(
    *arguments: str | Path, cwd: Path = ROOT, environment: dict[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Run ``pycheck``; whatever it is given, it must not end in a traceback."""
    run = subprocess.run(
        [sys.executable, "-m", "pycheck", *map(str, arguments)],
        cwd=cwd,
        env=os.environ | (environment or {}),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in run.stdout + run.stderr
    return run


def changed(folder: Path, old: str, new: str) -> Path:
    """A copy of the shipped mechanism with one change in its file."""
    copy = folder / FLAGSHIP
    copy.mkdir()
    text = (ROOT / "mechanisms" / FLAGSHIP / "mechanism.toml").read_text(encoding="utf-8")
    assert text.count(old) == 1
    (copy / "mechanism.toml").write_text(text.replace(old, new), encoding="utf-8")
    return copy


# Exit codes of verify.


def test_all_verified_is_0() -> None:
    run = pycheck("verify", FLAGSHIP, "--require-formal", "-q")
    assert run.returncode == 0
    assert run.stderr == ""
    first = run.stdout.splitlines()[0]
    assert re.fullmatch(
        r"othman_sandholm: 27 claims: 23 proved in Lean, 3 enumerated, 1 not formalised; "
        r"Lean and Python agree on \d+ cells",
        first,
    )


def test_a_false_claim_is_1(tmp_path: Path) -> None:
    run = pycheck("verify", changed(tmp_path, "count = 8", "count = 9"), "--lean", "none", "-q")
    assert run.returncode == 1
    assert "FALSIFIED: 1 of 27 claims (eight_truthful_dominant)" in run.stdout.splitlines()[0]


def test_a_divergent_cell_is_1_and_named(tmp_path: Path) -> None:
    run = pycheck("verify", changed(tmp_path, "o2 = { a = 4,", "o2 = { a = 3,"), "-q")
    assert run.returncode == 1
    assert "LEAN AND PYTHON DIVERGE in 1 place: utilities.row.o2.a;" in run.stdout.splitlines()[0]


def test_without_lean_nothing_formal_is_passed() -> None:
    run = pycheck("verify", FLAGSHIP, "--lean", "none", "-q")
    assert run.returncode == 0
    assert "NOT CHECKED" in run.stdout.splitlines()[0]
    assert "PROVED IN LEAN (0 claims)" in run.stdout or "PROVED IN LEAN" not in run.stdout


@pytest.mark.parametrize(
    ("flags", "environment", "code"),
    [
        (["--require-formal"], {}, 2),
        ([], {"CI": "true"}, 2),
        ([], {"CI": "false"}, 0),
        (["--no-require-formal"], {"CI": "true"}, 0),
    ],
)
def test_required_formal_verdicts(flags: list[str], environment: dict[str, str], code: int) -> None:
    run = pycheck("verify", FLAGSHIP, "--lean", "none", "-q", *flags, environment=environment)
    assert run.returncode == code
    assert "NOT CHECKED" in run.stdout.splitlines()[0]


def test_false_counts_more_than_unchecked(tmp_path: Path) -> None:
    mechanism = changed(tmp_path, "count = 8", "count = 9")
    assert pycheck("verify", mechanism, "--lean", "none", "--require-formal", "-q").returncode == 1


def test_a_folder_of_ones_own_with_its_own_lean_file(tmp_path: Path) -> None:
    shutil.copytree(UNANIMITY, tmp_path / "unanimity")
    run = pycheck("verify", "unanimity", "--require-formal", "-q", cwd=tmp_path)
    assert run.returncode == 0, run.stdout
    assert run.stdout.startswith("unanimity: 3 claims: 2 proved in Lean, 1 enumerated;")


# Unusable input.


def unusable(run: subprocess.CompletedProcess[str], *words: str) -> None:
    assert run.returncode == 2
    assert run.stdout == ""
    for word in words:
        assert word in run.stderr


@pytest.mark.parametrize("command", ["verify", "report", "show", "census"])
def test_no_such_mechanism(command: str) -> None:
    unusable(pycheck(command, "othman_sandholn"), "othman_sandholn", "did you mean othman_sandholm?")


def test_a_folder_without_a_mechanism_file(tmp_path: Path) -> None:
    unusable(pycheck("verify", tmp_path), str(tmp_path), "mechanism.toml")


def test_a_file_that_is_no_toml(tmp_path: Path) -> None:
    (tmp_path / "mechanism.toml").write_text('format = 1\nname = "broken\n', encoding="utf-8")
    run = pycheck("verify", tmp_path)
    unusable(run, "mechanism.toml", "line 2")


def test_every_fault_of_every_file_at_once(tmp_path: Path) -> None:
    first = changed(tmp_path, "count = 8", 'count = "eight"')
    (tmp_path / "other").mkdir()
    second = changed(tmp_path / "other", 'kind = "welfare_optimum"\nprofile = { row = "a",', 'kind = "x"\n#')
    run = pycheck("verify", first, second, tmp_path / "nowhere")
    unusable(run, ".count: found ", ".kind: found ", f"{tmp_path / 'nowhere'}: no such")
    assert all(line.startswith("pycheck: ") for line in run.stderr.splitlines())


def test_not_text(tmp_path: Path) -> None:
    (tmp_path / "mechanism.toml").write_bytes(b"\xff\xfe\x00")
    unusable(pycheck("show", tmp_path), "mechanism.toml", "UTF-8")


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "--no-such-option"],
        ["verify", "--lean", "coq"],
        ["verify", "--format", "pdf"],
        ["no-such-command"],
        ["show"],
        ["census", FLAGSHIP, "--where", "truthful:perhaps"],
        ["census", FLAGSHIP, "--where", "action:b:strict"],
        ["census", FLAGSHIP, "--fixed", "a=o1"],
        ["graph", FLAGSHIP, "deviations", "--types", "a,b"],
        ["graph", FLAGSHIP, "everything"],
    ],
)
def test_bad_arguments(arguments: list[str]) -> None:
    unusable(pycheck(*arguments))


def test_an_output_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way", encoding="utf-8")
    target = tmp_path / "file" / "verdicts.json"
    run = pycheck("verify", FLAGSHIP, "--lean", "none", "-q", "--format", "json", "-o", target)
    assert run.returncode == 2
    assert str(tmp_path / "file") in run.stderr


def test_a_reader_that_leaves_early() -> None:
    run = subprocess.run(
        ["bash", "-c", f'"{sys.executable}" -m pycheck verify {FLAGSHIP} --lean none -q -v | head -n 1'],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout.startswith(FLAGSHIP)
    assert "Traceback" not in run.stderr


# Formats.


@pytest.mark.parametrize("lean", ["auto", "none"])
def test_json_is_as_the_schema_says(lean: str) -> None:
    run = pycheck("verify", FLAGSHIP, "--lean", lean, "-q", "--format", "json")
    data = json.loads(run.stdout)
    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(data)
    formal = [claim for claim in data["claims"] if "formal" in claim["evidence"]]
    assert len(formal) == (0 if lean == "none" else 23)
    assert (
        data["summary"]["first_line"]
        == pycheck("verify", FLAGSHIP, "--lean", lean, "-q").stdout.split("\n")[0]
    )


def test_json_of_several_is_as_the_schema_says() -> None:
    run = pycheck("verify", FLAGSHIP, "borda", "--lean", "none", "-q", "--format", "json")
    data = json.loads(run.stdout)
    validator = jsonschema.Draft202012Validator(schema())
    validator.validate(data)
    assert [one["mechanism"] for one in data["verifications"]] == ["othman_sandholm", "borda"]
    del data["verifications"][1]["claims"]
    assert not validator.is_valid(data)


def test_junit_parses_and_skips_what_was_not_checked() -> None:
    checked = ElementTree.fromstring(pycheck("verify", FLAGSHIP, "-q", "--format", "junit").stdout)
    assert len(list(checked.iter("testcase"))) == 28
    assert not list(checked.iter("failure"))
    blind = pycheck("verify", FLAGSHIP, "--lean", "none", "-q", "--format", "junit")
    assert len(list(ElementTree.fromstring(blind.stdout).iter("skipped"))) >= 24


@pytest.mark.exhaustive
def test_output_to_a_file_is_the_output(tmp_path: Path) -> None:
    target = tmp_path / "new folder" / "verdicts.json"
    assert pycheck("verify", FLAGSHIP, "-q", "--format", "json", "-o", target).stdout == ""
    assert target.read_text("utf-8") == pycheck("verify", FLAGSHIP, "-q", "--format", "json").stdout
    assert [p.name for p in target.parent.iterdir()] == ["verdicts.json"]


@pytest.mark.exhaustive
def test_the_same_output_every_time() -> None:
    first, second = (pycheck("verify", FLAGSHIP, "-q", "-v").stdout for _ in range(2))
    assert first == second


# The other commands.


def test_version_and_help() -> None:
    assert pycheck("--version").stdout == "pycheck, version 0.1.0\n"
    run = pycheck("--help")
    assert run.returncode == 0
    assert "Exit codes: 0" in run.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shell_completion(shell: str) -> None:
    run = subprocess.run(
        [PROGRAM],
        env=os.environ | {"_PYCHECK_COMPLETE": f"{shell}_source"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stderr
    assert "_PYCHECK_COMPLETE" in run.stdout


def test_completion_knows_the_mechanisms() -> None:
    words = {"_PYCHECK_COMPLETE": "bash_complete", "COMP_WORDS": "pycheck verify oth", "COMP_CWORD": "2"}
    run = subprocess.run(
        [PROGRAM], cwd=ROOT, env=os.environ | words, capture_output=True, text=True, check=False
    )
    assert FLAGSHIP in run.stdout


def test_census() -> None:
    run = pycheck("census", FLAGSHIP, "--where", "truthful:weak", "--fixed", "a',a'=o1", "--format", "json")
    assert run.returncode == 0
    assert "2" in run.stdout
    assert json.loads(run.stdout)
    assert "8" in pycheck("census", FLAGSHIP, "--where", "truthful:weak").stdout


def test_show() -> None:
    run = pycheck("show", FLAGSHIP)
    assert run.returncode == 0
    assert "Proposition 6" in run.stdout
    assert "characteristic_1  [not_formalised" in run.stdout


def test_lean_build() -> None:
    run = pycheck("lean", "build", FLAGSHIP)
    assert run.returncode == 0
    assert "Mechanisms.OthmanSandholm" in run.stdout


def test_lean_build_of_what_does_not_compile(tmp_path: Path) -> None:
    copy = Path(shutil.copytree(UNANIMITY, tmp_path / "unanimity"))
    lean = copy / "Unanimity.lean"
    lean.write_text(lean.read_text("utf-8").replace("theorem truthful :", "theorem truthful : ¬"), "utf-8")
    run = pycheck("lean", "build", copy)
    assert run.returncode == 1
    assert "Unanimity.lean:" in run.stdout
    assert "truthful" in run.stdout


def test_lean_statements() -> None:
    run = pycheck("lean", "statements", FLAGSHIP)
    assert run.returncode == 0
    assert run.stdout.count("\ntheorem ") + run.stdout.startswith("theorem ") == 23
    assert "axioms: none" in run.stdout


def test_lean_statements_without_lean_is_not_success() -> None:
    assert pycheck("lean", "statements", FLAGSHIP, "--lean", "none").returncode == 2


def test_lean_certificate() -> None:
    run = pycheck("lean", "certificate", FLAGSHIP)
    assert run.returncode == 0
    assert "import Mechanisms.OthmanSandholm" in run.stdout


def test_doctor() -> None:
    run = pycheck("doctor")
    assert run.returncode == 0, run.stdout
    assert "Lean 4.35.0" in run.stdout


@pytest.mark.parametrize(
    ("which", "form", "beginning"),
    [
        ("deviations", "dot", "digraph"),
        ("deviations", "svg", "<svg"),
        ("deviations", "graphml", "<"),
        ("claims", "dot", "digraph"),
        ("claims", "svg", "<svg"),
    ],
)
def test_graph(which: str, form: str, beginning: str) -> None:
    run = pycheck("graph", FLAGSHIP, which, "--format", form)
    assert run.returncode == 0, run.stderr
    assert run.stdout.lstrip().startswith(beginning)
    if form != "dot":
        ElementTree.fromstring(run.stdout)


@pytest.mark.exhaustive
def test_reports_are_written_and_drift_is_found(tmp_path: Path) -> None:
    assert pycheck("report", FLAGSHIP, "-q", "-o", tmp_path).returncode == 0
    assert pycheck("report", FLAGSHIP, "-q", "--check", "-o", tmp_path).returncode == 0
    report = tmp_path / FLAGSHIP / "report.json"
    report.write_text(report.read_text("utf-8").replace('"holds"', '"fails"', 1), "utf-8")
    drifted = pycheck("report", FLAGSHIP, "-q", "--check", "-o", tmp_path)
    assert drifted.returncode == 1
    assert f"drift: {FLAGSHIP}/report.json:" in drifted.stdout
    report.unlink()
    missing = pycheck("report", FLAGSHIP, "-q", "--check", "-o", tmp_path)
    assert missing.returncode == 1
    assert "missing" in missing.stdout
