"""``pycheck new`` and ``pycheck lean write`` as people use them."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from pycheck.cli import cli
from pycheck.loading import load
from pycheck.scaffold import Draft, DraftError
from pycheck.scaffold.ask import ask

LUNCH = [
    "new",
    "lunch",
    "--agent=ann=hungry,full:hungry,full,silent",
    "--agent=bob=meat,no-meat",
    "--outcomes=grill,salad bar",
    "--utility=ann.grill=2,-1",
    "--utility=ann.salad bar=1/2,-1/2",
    "--utility=bob.grill=1,0",
    "--utility=bob.salad bar=0,1",
    "--cell=hungry,meat=grill",
    "--constant=salad bar",
]


def run(arguments: list[str], folder: Path) -> tuple[int, str]:
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        result = CliRunner().invoke(cli, arguments)
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return 2, str(result.exception)
    return result.exit_code, result.output


def test_flags_make_the_folder(tmp_path: Path) -> None:
    code, output = run(LUNCH, tmp_path)
    folder = tmp_path / "mechanisms" / "lunch"
    assert code == 0
    assert output.splitlines()[-1] == "next: pycheck verify mechanisms/lunch"
    assert sorted(p.name for p in folder.iterdir()) == ["Lunch.lean", "mechanism.toml"]
    mechanism = load(folder).mechanism
    assert mechanism.agents[0].reports == ("hungry", "full", "silent")
    assert mechanism.utilities[0][1] == (Fraction(1, 2), Fraction(-1, 2))
    assert mechanism.outcome_map.cells == (0, 1, 1, 1, 1, 1)
    assert mechanism.lean is not None
    assert (mechanism.lean.number, mechanism.lean.scale) == ("Int", 2)


def test_a_mechanism_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mechanisms" / "lunch"
    folder.mkdir(parents=True)
    (folder / "mechanism.toml").write_text("mine")
    code, output = run(LUNCH, tmp_path)
    assert code != 0
    assert "is there already; nothing was written" in output
    assert [(p.name, p.read_text()) for p in folder.iterdir()] == [("mechanism.toml", "mine")]


def test_a_lean_file_that_is_there_is_left_alone(tmp_path: Path) -> None:
    folder = tmp_path / "mechanisms" / "lunch"
    folder.mkdir(parents=True)
    (folder / "Lunch.lean").write_text("-- mine")
    code, output = run(LUNCH, tmp_path)
    assert code == 0
    assert f"kept {Path('mechanisms/lunch/Lunch.lean')}, which was there" in output
    assert (folder / "Lunch.lean").read_text() == "-- mine"
    code, output = run(["lean", "write", "lunch"], tmp_path)
    assert (folder / "Lunch.lean").read_text() == "-- mine"


def test_what_is_missing_is_listed_as_flags(tmp_path: Path) -> None:
    left_out = ("--utility=bob", "--constant")
    code, output = run([word for word in LUNCH if not word.startswith(left_out)], tmp_path)
    assert code != 0
    assert "--utility bob.grill=<meat>,<no-meat>" in output
    assert "--utility bob.salad bar=<meat>,<no-meat>" in output
    assert output.count("--cell ") == 5
    assert "--cell silent,no-meat=<outcome>" in output
    assert not (tmp_path / "mechanisms").exists()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("--agent=bob", "--agent=ann=x,y"), "two agents have the same name"),
        (("--agent=bob", "--agent=bob"), "expected NAME=TYPE,TYPE"),
        (("--agent=bob", "--agent=bob=meat,meat"), "different labels"),
        (("--utility=bob.grill", "--utility=bob.grill=1"), "expected 2 numbers"),
        (("--utility=bob.grill", "--utility=bob.grill=0.5,1"), "integers or p/q"),
        (("--utility=bob.grill", "--utility=eve.grill=0,1"), "with an agent of ann, bob"),
        (
            ("--utility=bob.grill", "--utility=bob.soup=0,1"),
            "'soup' is no outcome; known are grill, salad bar",
        ),
        (("--cell", "--cell=hungry=grill"), "expected reports of ann,bob"),
        (("--cell", "--cell=hungry,meat=soup"), "=OUTCOME of grill, salad bar"),
        (("--constant", "--constant=soup"), "'soup': no outcome"),
        (("lunch", "Lunch"), "lower-case letters"),
        (("--agent=bob", "--agent=all=meat,no-meat"), "all"),
    ],
)
def test_flags_that_do_not_fit(tmp_path: Path, change: tuple[str, str], message: str) -> None:
    old, new = change
    code, output = run([new if word.startswith(old) else word for word in LUNCH], tmp_path)
    assert code != 0
    assert message in output
    assert "Traceback" not in output
    assert not (tmp_path / "mechanisms").exists()


def asked(answers: list[str]) -> tuple[Draft, str]:
    """What ``ask`` makes of answers typed at its questions, and the dialogue."""
    drafts = []

    @click.command()
    def questions() -> None:
        drafts.append(ask("lunch", None, (), None, (), (), None, interactive=True))

    result = CliRunner().invoke(questions, input="\n".join(answers) + "\n")
    if result.exception is not None:
        raise result.exception
    return drafts[0], result.output


def test_questions_fill_everything_in() -> None:
    answers = ["ann, bob", "hungry, full", "", "meat, veg", "meat, veg, silent", "grill, salad"]
    answers += ["2, -1", "1/2, 0", "nonsense", "1, 0", "0, 1"]
    answers += ["grill", "soup", "salad", "salad", "salad", "grill", "salad"]
    draft, dialogue = asked(answers)
    assert draft.missing() == []
    assert [agent.reports for agent in draft.agents] == [("hungry", "full"), ("meat", "veg", "silent")]
    assert draft.utilities["bob", "grill"] == (Fraction(1), Fraction(0))
    assert draft.cells["hungry", "veg"] == "salad"
    assert "expected 2 numbers" in dialogue
    assert "'soup' is not one of" in dialogue
    assert "Outcome at reports (full, silent) of ann, bob" in dialogue


def test_without_a_terminal_nothing_is_asked() -> None:
    with pytest.raises(DraftError, match="--agent NAME=TYPE,TYPE"):
        ask("lunch", None, (), None, (), (), None, interactive=False)
    with pytest.raises(DraftError, match="--outcomes O1,O2"):
        ask("lunch", None, ("ann=a,b",), None, (), (), None, interactive=False)


def test_a_constant_that_lean_has_no_number_for_gets_no_theorem(tmp_path: Path) -> None:
    """Utilities in halves: a welfare of 1/3 is no number of halves, and must not become the nearest one."""
    run(LUNCH, tmp_path)
    folder = tmp_path / "mechanisms" / "lunch"
    claim = """
[[claims]]
id = "odd_value"
kind = "welfare_value"
profile = { ann = "hungry", bob = "meat" }
values = { grill = "19/6" }
expect = "fails"
theorem = "odd_value"
"""
    path, lean = folder / "mechanism.toml", folder / "Lunch.lean"
    path.write_text(path.read_text("utf-8") + claim, "utf-8")
    lean.unlink()
    assert run(["lean", "write", str(folder)], tmp_path)[0] == 0
    assert "theorem truthful" in lean.read_text("utf-8") or "theorem not_truthful" in lean.read_text("utf-8")
    assert "odd_value" not in lean.read_text("utf-8")


def test_a_census_that_takes_the_kernel_long_gets_no_theorem(tmp_path: Path) -> None:
    def theorem(outcomes: int) -> str | None:
        """Of the census claim of two agents with two types each: as many maps as the fourth power."""
        names = [f"o{k}" for k in range(outcomes)]
        values = [f"--utility={agent}.{name}=1,0" for agent in ("ann", "bob") for name in names]
        agents = ["--agent=ann=x,y", "--agent=bob=x,y", f"--outcomes={','.join(names)}", "--constant=o0"]
        code, output = run(["new", f"m{outcomes}", *agents, *values], tmp_path)
        assert code == 0, output
        claims = load(tmp_path / "mechanisms" / f"m{outcomes}").claims
        (census,) = [claim.entry for claim in claims if claim.kind == "census_count"]
        return census.theorem

    assert theorem(8) == "truthful_maps"
    assert theorem(9) is None
