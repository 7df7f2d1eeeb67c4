"""Files of runs of every kind, in a text that has to rest on proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

from pycheck.empirical.gate import cited, measured_in
from pycheck.loading import known_mechanisms, load

#: Every file that a run of any kind has, by the name that a text would cite it by.
FILES = [
    *("trace.jsonl", "journal.jsonl", "freeze.json", "gate.json"),
    *("war.json", "events.jsonl", "figures.json", "leaderboard.json", "manifest.json"),
    *(
        "journals/00001.jsonl",
        "00012.jsonl",
        "war/page.html",
    ),
    *("game.jsonl", "introspection.jsonl", "contexts.jsonl", "games/page.html"),
    *(
        "war \u2215 page.html",
        "Journals\\00001",
        "FIGURES\u2024JSON",
        "leaderboard . json",
        "pilot/x",
        "play/x",
    ),
]


@pytest.mark.parametrize("name", FILES)
def test_a_text_that_names_a_file_of_any_run_cites_it(name: str) -> None:
    assert cited(f"As found ({name}) in 2026.", ())


def test_every_shipped_file_of_a_run_is_one() -> None:
    """By its path from the folder of the mechanism, and by its name unless that is common."""
    for name in known_mechanisms():
        folder = Path(load(name).mechanism.path).parent
        for run in measured_in(folder):
            for path in run.rglob("*"):
                if path.is_file():
                    assert cited(f"See {path.relative_to(folder).as_posix()}.", ()), path
                    assert path.suffix == ".html" or cited(f"See {path.name}.", ()), path
