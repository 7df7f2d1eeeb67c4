"""``pycheck probing probes`` as a shell sees it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from .definition_files import GOOD, write


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pycheck", "probing", "probes", *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in found.stdout + found.stderr
    return found


def test_what_would_be_asked(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD)
    found = run(path)
    assert (found.returncode, found.stderr) == (0, "")
    assert (
        found.stdout
        == f"""\
{path}: 3 probes, asked after each message
not read: game
as Ada would first be asked, with Ben and Cole alive:

first: at most 300 tokens; every living player
    You are Ada. You said: N/A Reply as JSON: {{"a": N}}

second: at most 40 tokens; whoever has just acted; as Mafia alone; in day_discuss or day_vote alone
    Of Ada, Ben, Cole: (its answer to first); before, N/A

third: at most 300 tokens; every living player
    Who?
"""
    )


def test_the_default_probes_where_no_file_is_given() -> None:
    found = run()
    assert (found.returncode, found.stderr) == (0, "")
    lines = found.stdout.splitlines()
    assert lines[0] == "default probes: 6 probes, asked after each message and at the end of each round"
    assert sum(line.endswith("every living player") for line in lines) == 5


def test_all_faults_and_2(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD.replace("40", "0").replace("Who?", "'{who}'").replace("id: first", "id: 1"))
    found = run(path)
    assert (found.returncode, found.stdout) == (2, "")
    lines = found.stderr.splitlines()
    assert all(f"{path}: introspection.probes[" in line for line in lines)
    assert [line.partition("(line ")[2].partition(")")[0] for line in lines] == ["7", "9", "12", "16", "18"]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    found = run(tmp_path / "nowhere.yaml")
    assert (found.returncode, found.stdout) == (2, "")
    assert "No such file" in found.stderr


def test_probes_that_are_switched_off(tmp_path: Path) -> None:
    found = run(write(tmp_path, GOOD.replace("enabled: true", "enabled: false")))
    assert found.returncode == 0
    assert "3 probes, asked never" in found.stdout.splitlines()[0]


def test_hidden_characters_of_a_question_are_shown(tmp_path: Path) -> None:
    found = run(write(tmp_path, GOOD.replace("Who?", '"a\\u202eb\\ec"')))
    assert found.returncode == 0
    assert "⟨U+202E⟩" in found.stdout
    assert all(line.isprintable() for line in found.stdout.splitlines())
