"""Claims that are general theorems: proved as they are written out, and told apart from whatever is not."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.errors import InputFileError
from pycheck.lean.audit_mechanism import run_mechanism_audit
from pycheck.lean.reasons import Code
from pycheck.loading import load
from pycheck.pipeline import verify
from pycheck.report import render_html, render_markdown, render_text, to_json
from pycheck.verdict import ClaimVerdict, Level, Verdict, Verification

from ._mutants import replaced

MECHANISM = """\
format = 1
name = "small"
title = "One who says yes or no"
outcomes = ["no", "yes"]
utilities = false

[[agents]]
name = "ann"
types = ["no", "yes"]

[outcome_map]
rows = [{ ann = "no", outcome = "no" }, { ann = "yes", outcome = "yes" }]

[[claims]]
id = "yes_when_said"
kind = "outcome_condition"
outcome = "yes"
relation = "whenever"
condition = { reports = { ann = "yes" } }
theorem = "yes_when_said"

[[claims]]
id = "next_grows"
kind = "general_theorem"
statement = "The next number is at least the one before."
statements = "Statements.lean"
theorem = "next_grows"

[lean]
module = "Small"
outcome = "Answer"
types = "Said"
outcome_map = "answer"
"""
STATEMENTS = """\
namespace Small
def next (n : Nat) : Nat := n + 1
theorem next_grows (n : Nat) : n ≤ next n := sorry
end Small
"""
LIBRARY = """\
namespace Small
inductive Said where
  | no
  | yes
inductive Answer where
  | no
  | yes
def answer : Said → Answer
  | .no => .no
  | .yes => .yes
theorem yes_when_said : ∀ r : Said, r = .yes → answer r = .yes := fun _ h => h ▸ rfl
def next (n : Nat) : Nat := n + 1
theorem next_grows (n : Nat) : n ≤ next n := Nat.le.step Nat.le.refl
end Small
"""
PROVED = "theorem next_grows (n : Nat) : n ≤ next n := Nat.le.step Nat.le.refl"


@pytest.fixture
def checked(tmp_path: Path, lean_cache: Path) -> Callable[..., Verification]:
    def run(
        library: str = LIBRARY, statements: str | None = STATEMENTS, mechanism: str = MECHANISM
    ) -> Verification:
        folder = tmp_path / "small"
        folder.mkdir(exist_ok=True)
        (folder / "mechanism.toml").write_text(mechanism, encoding="utf-8")
        (folder / "Small.lean").write_text(library, encoding="utf-8")
        if statements is not None:
            (folder / "Statements.lean").write_text(statements, encoding="utf-8")
        return verify(load(folder), lean="embedded", symbolic=False, cache=Cache(lean_cache))

    return run


def general(found: Verification) -> ClaimVerdict:
    return next(claim for claim in found.claims if claim.claim.id == "next_grows")


def test_a_general_theorem_is_formal_evidence(checked: Callable[..., Verification]) -> None:
    for found in (checked(), checked()):  # The second time it comes out of the cache.
        claim = general(found)
        assert claim.problem == ""
        assert claim.verdict is Verdict.HOLDS
        assert claim.evidence == (Level.FORMAL,), "nothing was enumerated"
        assert claim.formal is not None
        assert (claim.formal.theorem, claim.formal.axioms) == ("Small.next_grows", ())
        assert claim.lean is not None
        assert claim.lean.where == "Small.lean:13"
        assert claim.lean_statement is not None
        assert "next" in claim.lean_statement
        assert set(found.lean.trust_base["statements_sha256"]) == {"Statements.lean"}
        for render in (render_markdown, render_html, render_text):
            shown = " ".join(str(render(found)).split())
            assert "written out in Lean beside the mechanism file" in shown
            assert "nothing but a theorem can decide it" in shown
        row = next(c for c in to_json(found)["claims"] if c["id"] == "next_grows")
        assert row["verdict"] == "holds"
    assert general(found).exhaustive is None


#: For each way to prove something else: the library's theorem, and what it is told by.
OTHERS: dict[str, tuple[str, Code]] = {
    "weaker: one more hypothesis": (
        "theorem next_grows (n : Nat) (_ : n = 0) : n ≤ next n := Nat.le.step Nat.le.refl",
        Code.STATEMENT_DIFFERS,
    ),
    "weaker: of one number alone": (
        "theorem next_grows : 0 ≤ next 0 := Nat.le.step Nat.le.refl",
        Code.STATEMENT_DIFFERS,
    ),
    "another relation": (
        "theorem next_grows (n : Nat) : n ≤ next n ∨ n = 0 := .inl (Nat.le.step Nat.le.refl)",
        Code.STATEMENT_DIFFERS,
    ),
    "nothing at all": ("theorem next_grows : True := trivial", Code.STATEMENT_DIFFERS),
    "no such theorem": (
        "theorem next_is_larger (n : Nat) : n ≤ next n := Nat.le.step Nat.le.refl",
        Code.THEOREM_MISSING,
    ),
    "left out": ("theorem next_grows (n : Nat) : n ≤ next n := sorry", Code.SORRY),
    "taken for granted": ("axiom next_grows (n : Nat) : n ≤ next n", Code.NOT_A_THEOREM),
    "by an axiom": (
        "axiom trust (n : Nat) : n ≤ next n\ntheorem next_grows (n : Nat) : n ≤ next n := trust n",
        Code.AXIOM,
    ),
}


@pytest.mark.sample(every=3)
@pytest.mark.parametrize("name", OTHERS)
def test_another_theorem_does_not_pass(name: str, checked: Callable[..., Verification]) -> None:
    theorem, code = OTHERS[name]
    claim = general(checked(replaced(LIBRARY, (PROVED, theorem))))
    assert claim.formal is None
    assert claim.verdict is Verdict.NOT_CHECKED
    assert claim.lean is not None
    assert claim.lean.code == code
    if code is Code.STATEMENT_DIFFERS:
        assert claim.lean.statement_matches is False
        assert "the theorem's statement differs from the claim's" in claim.problem


def test_what_is_false_is_not_proved(checked: Callable[..., Verification]) -> None:
    """The statement turned round, and with it the theorem, which then has no proof."""
    turned = ("n ≤ next n", "next n ≤ n")
    found = checked(replaced(LIBRARY, (PROVED, PROVED.replace(*turned))), STATEMENTS.replace(*turned))
    claim = general(found)
    assert claim.formal is None
    assert claim.lean is not None
    assert claim.lean.code == Code.DOES_NOT_COMPILE
    # The statement alone turned round: the library proves another one.
    claim = general(checked(statements=STATEMENTS.replace(*turned)))
    assert claim.lean is not None
    assert claim.lean.code == Code.STATEMENT_DIFFERS


def test_definitions_are_compared_too(checked: Callable[..., Verification]) -> None:
    """The same words over another definition: a statement about something else."""
    other = replaced(
        LIBRARY,
        ("def next (n : Nat) : Nat := n + 1", "def next (n : Nat) : Nat := n"),
        (PROVED, "theorem next_grows (n : Nat) : n ≤ next n := Nat.le.refl"),
    )
    claim = general(checked(other))
    assert claim.formal is None
    assert claim.lean is not None
    assert claim.lean.code == Code.DEFINITION_DIFFERS
    assert "the theorem's statement differs from the claim's" in claim.problem


def test_a_library_cannot_bend_the_statement(checked: Callable[..., Verification]) -> None:
    """An order of its own in which everything is below everything is in force in the library alone."""
    bent = replaced(
        LIBRARY,
        ("theorem yes_when_said", "instance : LE Nat := ⟨fun _ _ => True⟩\ntheorem yes_when_said"),
        (PROVED, "theorem next_grows (n : Nat) : n ≤ next n := trivial"),
    )
    claim = general(checked(bent))
    assert claim.formal is None
    assert claim.lean is not None
    assert claim.lean.statement_matches is False


@pytest.mark.parametrize(
    ("statements", "why"),
    [
        (None, "no such file"),
        (STATEMENTS.replace("next_grows", "grows"), "has no statement Small.next_grows"),
        (STATEMENTS.replace(":= sorry", ":= Nat.le.step Nat.le.refl"), "no theorem with sorry"),
        (STATEMENTS.replace("def next (n : Nat) : Nat := n + 1", ""), "next"),
    ],
)
def test_without_a_statement_nothing_is_proved(
    statements: str | None, why: str, checked: Callable[..., Verification]
) -> None:
    claim = general(checked(statements=statements))
    assert claim.formal is None
    assert claim.lean is not None
    assert claim.lean.code == Code.UNSTATED
    assert why in claim.problem


def test_a_lean_that_is_refused_is_not_asked(
    checked: Callable[..., Verification], monkeypatch: pytest.MonkeyPatch
) -> None:
    """What may give no verdicts is not run for these either."""
    monkeypatch.setattr("pycheck.lean.embedded._refusal", lambda *_: "another bootstrap")

    def ran(*_: object) -> None:
        raise AssertionError("it was asked")

    monkeypatch.setattr("pycheck.lean.general.read_statements", ran)
    claim = general(checked(LIBRARY + "-- Not in the cache.\n"))
    assert claim.formal is None
    assert claim.verdict is Verdict.NOT_CHECKED


def test_without_lean_it_is_not_checked(tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "mechanism.toml").write_text(MECHANISM, encoding="utf-8")
    claim = general(verify(load(folder), lean="none", symbolic=False))
    assert claim.verdict is Verdict.NOT_CHECKED
    assert claim.evidence == (Level.NOT_CHECKED,)
    assert "nothing but a theorem can decide it" in claim.unchecked_reason


@pytest.mark.parametrize(
    ("change", "key"),
    [
        (('theorem = "next_grows"\n', ""), "theorem"),
        (('"Statements.lean"\n', '"Statements.lean"\nexpect = "fails"\n'), "expect"),
        (('"Statements.lean"', '"../Statements.lean"'), "statements"),
        (('"Statements.lean"', '".hidden.lean"'), "statements"),
        (('"Statements.lean"', '"Statements.txt"'), "statements"),
    ],
)
def test_an_entry_says_all_that_it_has_to(change: tuple[str, str], key: str, tmp_path: Path) -> None:
    folder = tmp_path / "small"
    folder.mkdir()
    (folder / "mechanism.toml").write_text(replaced(MECHANISM, change), encoding="utf-8")
    with pytest.raises(InputFileError) as caught:
        load(folder)
    (fault,) = caught.value.faults
    assert fault.key.endswith(key)
    assert "next_grows" in fault.key


def test_an_audit_of_a_mechanism_judges_them_as_verify_does(
    checked: Callable[..., Verification], tmp_path: Path, lean_cache: Path
) -> None:
    checked()
    loaded = load(tmp_path / "small")
    weaker = tmp_path / "Weaker.lean"
    weaker.write_text(replaced(LIBRARY, (PROVED, OTHERS["weaker: one more hypothesis"][0])))
    targets = (tmp_path / "small" / "Small.lean", weaker)
    report = run_mechanism_audit(
        targets, loaded.mechanism, loaded.claims, "embedded", lean_cache, lambda _: None
    )
    found = [{f.name: f.verdict for f in audit.findings} for audit in report.audits]
    assert [one["Small.next_grows"] for one in found] == ["proved", "rejected"]
    assert [one["Small.yes_when_said"] for one in found] == ["proved", "proved"]
