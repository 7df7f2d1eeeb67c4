"""The tutorial, run from top to bottom in an empty folder: what it prints is what comes out."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

TUTORIAL = Path(__file__).parents[2] / "docs" / "tutorial.md"
BLOCK = re.compile(r"^```(sh|text)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks() -> list[tuple[str, str]]:
    return [(m[1], m[2]) for m in BLOCK.finditer(TUTORIAL.read_text(encoding="utf-8"))]


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The output of each ``sh`` block; every one must succeed."""
    folder = tmp_path_factory.mktemp("tutorial")
    found = []
    for kind, text in blocks():
        if kind != "sh":
            continue
        program = f'pycheck() {{ "{sys.executable}" -m pycheck "$@"; }}\nset -eu\n{text}'
        run = subprocess.run(
            ["bash", "-c", program],
            cwd=folder,
            env=os.environ | {"COLUMNS": "100"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.returncode == 0, f"{text}\n{run.stdout}\n{run.stderr}"
        found.append(run.stdout)
    return found


@pytest.mark.exhaustive
def test_what_it_prints(outputs: list[str]) -> None:
    position = -1
    quoted = 0
    for kind, text in blocks():
        if kind == "sh":
            position += 1
        else:
            assert text in outputs[position], f"not in the output of the commands above it:\n{text}"
            quoted += 1
    assert quoted >= 6


@pytest.mark.exhaustive
def test_the_divergence_it_speaks_of(outputs: list[str]) -> None:
    (broken,) = [output for output in outputs if "exit code 1" in output]
    assert re.search(r"utilities\.ann\.go\.reluctant is -1 here, -2 in Lean \(.*Outing\.lean:\d+\)", broken)


def test_the_sections_it_links_to() -> None:
    links = re.findall(r"\]\(([^)#]+)", TUTORIAL.read_text(encoding="utf-8"))
    assert links
    assert all((TUTORIAL.parent / link).exists() for link in links)
