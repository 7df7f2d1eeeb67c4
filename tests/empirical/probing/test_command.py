"""``pycheck probing measure`` as a shell sees it, and what is shown."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from pycheck.empirical.probing.as_json import report_json, to_json
from pycheck.empirical.probing.corpus import LABEL
from pycheck.empirical.probing.show import report_text

from .logs import Log, measured, short_game
from .strategies import random_game


def run(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pycheck", "probing", "measure", *map(str, arguments)]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in found.stdout + found.stderr
    return found


def test_json(tmp_path: Path) -> None:
    folder = random_game(3).write(tmp_path / "logs")
    found = run(folder.parent, "--format", "json", "--draws", "20")
    assert (found.returncode, found.stderr) == (0, "")
    data = json.loads(found.stdout)
    assert data["label"] == LABEL
    assert data["games"][0]["folder"] == str(folder)
    assert data["intervals"]["draws"] == 20
    assert set(data["measures"]) == {"stored", "strict", "repaired"}
    again = run(folder, "--format", "json", "--draws", "20", "-o", tmp_path / "new" / "report.json")
    assert again.stdout == ""
    assert json.loads((tmp_path / "new" / "report.json").read_text()) == data


def test_text_says_what_it_is(tmp_path: Path) -> None:
    found = run(short_game().write(tmp_path))
    lines = found.stdout.splitlines()
    assert found.returncode == 0
    assert lines[:2] == ["1 games read, 1 measured; 53 probes read", LABEL]
    assert "proves nothing" in LABEL
    assert "no fault found in the logs" in lines


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "Missing argument"),
        (["nowhere"], "does not exist"),
        (["."], "found no game; expected a folder with game.jsonl and introspection.jsonl"),
        ([".", "--draws", "-1"], "--draws"),
        ([".", "--format", "xml"], "--format"),
    ],
)
def test_what_cannot_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: list[str], words: str
) -> None:
    monkeypatch.chdir(tmp_path)
    found = run(*arguments)
    assert found.returncode == 2
    assert found.stdout == ""
    assert words in found.stderr


def test_what_was_not_measured_is_called_that(tmp_path: Path) -> None:
    log = Log("g", {"Ada": "Villager", "Eve": "Mafia"})
    log.say("intro", 0, "Ada", 1)
    log.ask(0, 1, "Ada", "suspicion_ranking", "I will not say.")
    report = measured(log.write(tmp_path))
    data = to_json(report)
    for measures in data["measures"].values():
        for name, splits in measures.items():
            if name != "calibration_bins":
                assert {(row["value"], row["n"]) for row in splits.values()} == {(None, 0)}, name
    text = report_text(report)
    rows = text.split("MEASURES")[1].split("\n\n")[0].splitlines()[2:]
    assert rows
    assert all(row.count("no measure") == 3 for row in rows)
    assert "prose" in text


def test_the_same_bytes_every_time(tmp_path: Path) -> None:
    folders = [random_game(seed, f"g{seed}").write(tmp_path) for seed in range(3)]
    assert report_json(measured(*folders)) == report_json(measured(*folders))
    assert report_json(measured(*folders)).isascii()


def test_names_of_folders_are_foreign_text(tmp_path: Path) -> None:
    log = short_game("x\x1b[31m\u202e")
    log.events.pop()
    text = report_text(measured(log.write(tmp_path)))
    assert all(line.isprintable() for line in text.splitlines())
    assert "\\x1b[31m\\u202e" in text


def test_intervals_are_shown(tmp_path: Path) -> None:
    folders = [random_game(seed, f"g{seed}").write(tmp_path) for seed in range(4)]
    report = measured(*folders)
    row = to_json(report)["measures"]["stored"]["brier"]["all"]
    assert row["low"] <= row["value"] <= row["high"]
    assert f"{row['value']:.6f} [{row['low']:.3f}, {row['high']:.3f}]" in report_text(report)
