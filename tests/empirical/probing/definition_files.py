"""A good file of probe definitions, and changes to it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pycheck.empirical.probing.definitions import Probes, read_probes
from pycheck.errors import InputFileError

GOOD = """\
game: {language: en}
introspection:
  enabled: true
  after_each_message: true
  after_each_round: false
  probes:
    - id: first
      question: >
        You are {player}. You said: {last_first}
        Reply as JSON: {{"a": N}}
    - id: second
      max_tokens: 40
      when: own_turn
      phases: [day_discuss, day_vote]
      roles: [Mafia]
      question: "Of {players}: {prev_first}; before, {last_third}"
    - id: third
      question: Who?
"""


def write(folder: Path, text: str) -> Path:
    path = folder / "probes.yaml"
    path.write_text(text, encoding="utf-8")
    return path


def good(folder: Path) -> Probes:
    return read_probes(write(folder, GOOD))


def changed(folder: Path, old: str, new: str) -> list[str]:
    """The faults of the good file with one change, without the file's name."""
    assert GOOD.count(old) == 1, old
    return faults(write(folder, GOOD.replace(old, new)))


def faults(path: Path) -> list[str]:
    with pytest.raises(InputFileError) as error:
        read_probes(path)
    assert error.value.exit_code == 2
    lines = list(error.value.diagnostics())
    assert lines
    assert all(line.startswith(f"{path}: ") and line.isprintable() for line in lines)
    return [line.removeprefix(f"{path}: ") for line in lines]
