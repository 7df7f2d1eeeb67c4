"""The documents: links lead somewhere, commands exist, what is printed is what is printed."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import click
import pytest

import pycheck
from pycheck.cli import cli
from pycheck.loading import known_mechanisms

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
    """Each line between the … of the first screen stands in the real output, in that order.

    ``make verify`` verifies what there is in this order; only the two that are quoted are verified here.
    """
    (quoted,) = [block for block in blocks(README, "text") if re.match(r"\w+: \d+ claims: ", block)]
    names = re.findall(r"^(\w+): \d+ claims: ", quoted, re.MULTILINE)
    known = sorted(path.parent.name for path in ROOT.glob("mechanisms/*/mechanism.toml"))
    assert list(known_mechanisms()) == known
    assert names == [known[0], "othman_sandholm"]
    run = subprocess.run(
        [sys.executable, "-m", "pycheck", "verify", *names, "-q"],
        cwd=ROOT,
        env=os.environ | {"COLUMNS": "100"},
        capture_output=True,
        text=True,
        check=True,
    )
    rest = run.stdout
    pieces = [piece.strip("\n") for piece in quoted.removesuffix("…\n").split("\n…\n")]
    assert len(pieces) > 5
    assert rest.startswith(pieces[0])
    for piece in pieces:
        _, found, rest = rest.partition(f"{piece}\n")
        assert found, f"not in the output, or not in this place:\n{piece}"


def test_the_way_from_a_claim_to_its_proof() -> None:
    """Where the README sends a reader, there is what it says."""
    way = README.split("## From a claim to its proof\n")[1].split("\n## ")[0]
    mechanism, kind, lean, evaluate, report = (ROOT / link for link in re.findall(r"\]\(([^)#]+)", way))
    for file, words in {
        mechanism: ('id = "a_prime_strictly_dominant"', 'theorem = "a\'_strictly_dominant"'),
        kind: ("action_dominance",),
        lean: ("theorem a'_strictly_dominant",),
        evaluate: ("def enumerate(self, formula",),
        report: ("### `a_prime_strictly_dominant`", "a'_strictly_dominant` proves the claim"),
    }.items():
        text = file.read_text(encoding="utf-8")
        assert [word for word in words if word not in text] == []
        assert all(word in way for word in words if word.startswith(("id =", "theorem a")))


def test_the_python_examples() -> None:
    parser, runner = doctest.DocTestParser(), doctest.DocTestRunner()
    examples = blocks(README, "python")
    assert examples
    for number, block in enumerate(examples):
        runner.run(parser.get_doctest(block, {}, f"README[{number}]", "README.md", 0))
    assert runner.failures == 0
    assert runner.tries >= 6
    assert doctest.testmod(pycheck).failed == 0


@pytest.mark.exhaustive
def test_a_copy_under_another_name(tmp_path: Path) -> None:
    """Where a Lean file may lie and what a copy needs, as docs/mechanism-file.md says it."""
    reference = (ROOT / "docs" / "mechanism-file.md").read_text(encoding="utf-8")
    said = {message.split(":")[0]: message for message in re.findall(r"^`(.*)`\.$", reference, re.MULTILINE)}
    folder = tmp_path / "mine"
    shutil.copytree(ROOT / "mechanisms" / "othman_sandholm", folder)

    file = folder / "mechanism.toml"

    def verify() -> tuple[int, str]:
        command = [sys.executable, "-m", "pycheck", "verify", "mine", "-q"]
        run = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        return run.returncode, run.stderr.removeprefix("pycheck: ").strip()

    assert verify() == (2, said["mine/mechanism.toml"])
    text = file.read_text(encoding="utf-8").replace('name = "othman_sandholm"', 'name = "mine"')
    file.write_text(text, encoding="utf-8")
    assert verify() == (0, "")
    file.write_text(
        text.replace('module = "Mechanisms.OthmanSandholm"', 'module = "Mine.Main"'), encoding="utf-8"
    )
    code, words = verify()
    assert code == 2
    assert words.startswith(said["lean.module"].removesuffix("…)"))
    lean = (ROOT / "lean" / "Mechanisms" / "OthmanSandholm.lean").read_text(encoding="utf-8")
    # The wrong one is found, until there is another before it.
    for place, source, expected in (("lean", lean.replace("=> 4", "=> 5", 1), 1), (".", lean, 0)):
        (folder / place / "Mine").mkdir(parents=True)
        (folder / place / "Mine" / "Main.lean").write_text(source, encoding="utf-8")
        assert verify()[0] == expected


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
    assert "DIVERGE in 1 place: utilities.bob.passed.for" in second.splitlines()[0]
    assert "vote: FALSIFIED" in second
    assert re.search(r"utilities\.bob\.passed\.for\b.*-1 here, 1 in Lean", second)
