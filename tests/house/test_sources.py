"""What holds for every file of the project, whatever is in it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MACHINE_PATH = re.compile(r"(?<![\w.$}~*-])/(?:work|root|tmp|home/\w+)(?![\w-])")
MADE = {".venv", ".git", "build", "dist", ".lake", "__pycache__"}


def tracked() -> list[Path]:
    """The files under version control; without git (an unpacked archive) all there are."""
    if (ROOT / ".git").exists() and shutil.which("git"):
        run = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
        paths = [ROOT / name for name in run.stdout.split("\0") if name]
        return [path for path in paths if path.is_file()]
    return [p for p in ROOT.rglob("*") if p.is_file() and not MADE & set(p.relative_to(ROOT).parts)]


def machine_paths(text: str) -> Iterator[str]:
    for number, line in enumerate(text.splitlines(), start=1):
        if MACHINE_PATH.search(line):
            yield f"{number}: {line.strip()[:100]}"


def test_no_file_speaks_of_one_machine() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{line}"
        for path in tracked()
        if path.relative_to(ROOT).parts[0] != "tests"
        for line in machine_paths(path.read_text(encoding="utf-8", errors="replace"))
    ]
    assert found == []


#: The names of folders, apart from the rest, so that no line here is a path itself.
WORK, HOME, TMP, ROOTS = "work", "home", "tmp", "root"


@pytest.mark.parametrize(
    "text",
    [
        f"cd /{WORK}/here",
        f'"/{TMP}/x"',
        f"see /{ROOTS}/.cache",
        f"(/{HOME}/alice/lean)",
        f"PATH=/{TMP}:/usr/bin",
    ],
)
def test_machine_paths_are_recognised(text: str) -> None:
    assert list(machine_paths(text))


@pytest.mark.parametrize(
    "text", [f"docs/{WORK}/x", "./tmp/y", "import/root", f"https://a.org/{WORK}/", "/roots"]
)
def test_other_paths_are_not(text: str) -> None:
    assert not list(machine_paths(text))


def modules() -> list[Path]:
    return sorted((ROOT / "pycheck").rglob("*.py"))


def test_no_module_is_longer_than_300_lines() -> None:
    lengths = {str(p.relative_to(ROOT)): len(p.read_text("utf-8").splitlines()) for p in modules()}
    assert len(lengths) > 50
    assert {name: length for name, length in lengths.items() if length > 300} == {}


def test_no_module_is_called_utils() -> None:
    names = {part for path in modules() for part in path.relative_to(ROOT).with_suffix("").parts}
    assert not names & {"utils", "util", "helpers", "misc"}


def test_every_module_says_what_it_is() -> None:
    silent = [str(p.relative_to(ROOT)) for p in modules() if not p.read_text("utf-8").startswith('"""')]
    assert silent == []
