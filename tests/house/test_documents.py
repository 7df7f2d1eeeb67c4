"""The documents: links lead somewhere, commands exist, what is printed is what is printed."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import click
import pytest

import pycheck
from pycheck.cli import cli

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
DOCUMENTS = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


def blocks(text: str, language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def commands(text: str) -> list[list[str]]:
    """Command lines in ``sh`` blocks and in inline code, without comments."""
    lines = [line for block in blocks(text, "sh") for line in block.replace("\\\n", " ").splitlines()]
    lines += re.findall(r"`((?:pycheck|make) [^`…]+)`", re.sub(r"```.*?```", "", text, flags=re.DOTALL))
    return [words for line in lines if (words := shlex.split(line, comments=True))]


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    targets = [t for t in re.findall(r"\]\(([^)]+)\)", text) if not re.match(r"https?://", t)]
    for target in targets:
        file, _, anchor = target.partition("#")
        linked = (path.parent / file).resolve() if file else path
        assert linked.exists(), target
        if anchor:
            assert anchor in anchors(linked.read_text(encoding="utf-8")), target


def anchors(text: str) -> set[str]:
    """The anchors of a Markdown file's headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", DOCUMENTS, ids=lambda p: p.name)
def test_commands_exist(path: Path) -> None:
    for words in commands(path.read_text(encoding="utf-8")):
        if words[0] == "pycheck":
            check_pycheck(words[1:])
        elif words[0] == "make":
            targets = re.findall(r"^([\w-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
            assert set(words[1:]) <= set(targets), words
        elif "/" in words[0]:
            assert (ROOT / words[0]).is_file(), words


def check_pycheck(words: list[str]) -> None:
    """Raise unless click knows the command and its options; arguments may be missing in running text."""
    command: click.Command = cli
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.commands.get(words[0])
        assert found is not None, f"no command {words[0]}"
        command, words = found, words[1:]
    command.make_context("pycheck", list(words) or ["--help"], resilient_parsing=True)
    known = {
        option for parameter in command.params for option in (*parameter.opts, *parameter.secondary_opts)
    }
    assert {word for word in words if word.startswith("-")} <= known | {"--help", "--version"}


@pytest.mark.parametrize("line", ["pycheck verfy x", "pycheck verify --fast", "pycheck lean bild"])
def test_commands_that_do_not_exist_are_found(line: str) -> None:
    with pytest.raises(AssertionError):
        check_pycheck(line.split()[1:])


def test_there_are_commands_to_check() -> None:
    found = [words for path in DOCUMENTS for words in commands(path.read_text(encoding="utf-8"))]
    assert len([words for words in found if words[0] == "pycheck"]) > 8


def test_the_printed_verification_is_a_real_one() -> None:
    """Each line between the … of the first screen stands in the real output, in that order."""
    (quoted,) = [block for block in blocks(README, "text") if block.startswith("othman_sandholm:")]
    run = subprocess.run(
        [sys.executable, "-m", "pycheck", "verify", "othman_sandholm", "-q"],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
    )
    rest = run.stdout
    pieces = [piece.strip("\n") for piece in quoted.split("\n…\n")]
    assert len(pieces) > 5
    for piece in pieces:
        _, found, rest = rest.partition(f"{piece}\n")
        assert found, f"not in the output, or not in this place:\n{piece}"


def test_the_python_examples() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    examples = blocks(README, "python")
    assert examples
    for number, block in enumerate(examples):
        runner.run(parser.get_doctest(block, {}, f"README[{number}]", "README.md", 0))
    assert runner.failures == 0
    assert runner.tries >= 6
    assert doctest.testmod(pycheck).failed == 0


def test_a_mechanism_of_your_own(tmp_path: Path) -> None:
    (script,) = [block for block in blocks(README, "sh") if "pycheck new" in block]
    program = f'pycheck() {{ "{sys.executable}" -m pycheck "$@"; }}\n' + script.replace(
        ". .venv/bin/activate\n", ""
    )
    run = subprocess.run(["bash", "-c", program], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert run.returncode == 1, run.stderr
    new, first, second = re.split(r"^(?=vote: )", run.stdout, flags=re.MULTILINE)
    assert "vote/mechanism.toml" in new
    assert re.match(r"vote: 9 claims: 9 proved in Lean; Lean and Python agree on \d+ cells\n", first)
    assert "vote: FALSIFIED" in second
    assert re.search(r"utilities\.bob\.passed\.for\b.*-1 here, 1 in Lean", second)
