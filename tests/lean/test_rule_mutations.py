"""A rule without utilities, changed on one side: cells, quantifiers, hypotheses and numbers are compared."""

from __future__ import annotations

from pathlib import Path

import pytest

from ._mutants import LEAN, ROOT, Outcome, replaced, run

MECHANISM = (ROOT / "mechanisms" / "war_verdict" / "mechanism.toml").read_text(encoding="utf-8")
LIBRARY = "Mechanisms/WarVerdict.lean"
SOURCE = (LEAN / LIBRARY).read_text(encoding="utf-8")


def judged(folder: Path, cache: Path, mechanism: str = MECHANISM, source: str = SOURCE) -> Outcome:
    home = folder / "war_verdict"
    (home / "Mechanisms").mkdir(parents=True)
    (home / "mechanism.toml").write_text(mechanism, encoding="utf-8")
    (home / LIBRARY).write_text(source, encoding="utf-8")
    return run(home, cache)


#: How a count is proved.
DECIDED = ":=\n  counted_iff.mpr (by decide +kernel)"

#: Statements that say less, or something else, and are proved as before.
STATEMENTS = {
    "two_leads_win_for_ai": (
        "∀ t b p : Lead, LeadsTwo .ai t b p → verdict t b p = .ai := by",
        "∀ t b : Lead, LeadsTwo .ai t b .humans → verdict t b .humans = .ai := by",
    ),
    "two_leads_win_for_humans": (
        "∀ t b p : Lead, LeadsTwo .humans t b p → verdict t b p = .humans := by",
        "∀ t b p : Lead, t = b → LeadsTwo .humans t b p → verdict t b p = .humans := by",
    ),
    "one_lead_wins_for_ai": ("¬ ∀ t b p : Lead, LeadsOne .ai t b p →", "¬ ∀ t b p : Lead, t = .ai →"),
    "neutral": (
        "∀ p p' : Lead, Swapped p p' →\n      (verdict t b p",
        "∀ p p' : Lead, Swapped p p' → t = b →\n      (verdict t b p",
    ),
    "monotone": (
        " ∧\n    (∀ t b : Lead, NotLowered (verdict t b .nobody) (verdict t b .ai)) := by",
        " := by",
    ),
    "anonymous": (" ∧\n    (∀ t b p : Lead, verdict t p b = verdict t b p)) := fun h", ") := fun h"),
    "throne_pivotal_in_seven": (
        "(fun b p => ∃ t t' : Lead, ¬ verdict t b p = verdict t' b p) 7",
        "(fun b p => ∃ t : Lead, ¬ verdict t b p = verdict .ai b p) 7",
    ),
    # What need not be 0 elsewhere can add up to anything;
    "thirteen_won_by_ai": (
        f"Counted (fun t b p => verdict t b p = .ai) 13 {DECIDED}",
        "∃ f : Lead → Lead → Lead → Nat, (∀ t b p : Lead, verdict t b p = .ai → f t b p = 1) ∧\n"
        "    (total fun t => total fun b => total fun p => f t b p) = 13 :=\n"
        "  ⟨fun t b p => if verdict t b p = .ai then 1 else 0, by decide +kernel⟩",
    ),
    # of something else there are as many;
    "thirteen_won_by_humans": (
        "Counted (fun t b p => verdict t b p = .humans) 13",
        "Counted (fun t b p => verdict t b p = .ai) 13",
    ),
    # and that a certain sum is 1 is another statement, though it is equivalent.
    "one_undecided": (
        f"Counted (fun t b p => verdict t b p = .undecided) 1 {DECIDED}",
        "(total fun t => total fun b => total fun p =>\n"
        "    if verdict t b p = .undecided then 1 else 0) = 1 := by decide +kernel",
    ),
    "battles_break_the_tie_for_ai": (
        "t = .nobody ∧ b = .ai → verdict",
        "t = .nobody ∧ b = .ai ∧ p = .ai → verdict",
    ),
}


@pytest.mark.exhaustive
def test_statements_that_say_less_prove_no_claim(tmp_path: Path, lean_cache: Path) -> None:
    found = judged(tmp_path, lean_cache, source=replaced(SOURCE, *STATEMENTS.values()))
    assert found.code == 1
    assert found.verification.non_divergence.verdict == "agrees"
    differing = {claim for claim in STATEMENTS if found.check(claim).code == "statement_differs"}
    assert differing == set(STATEMENTS)
    assert found.formal & set(STATEMENTS) == set()
    assert len(found.formal) == 31 - len(STATEMENTS)


TWO_HUMANS = '{ reporting = { report = "humans", at_least = 2 } }'
#: Claims that say something else than the theorem that they name.
CLAIMS = {
    "neutral": (
        'outcomes = { ai = "humans", humans = "ai" }\ntheorem = "neutral"',
        'outcomes = { ai = "undecided", undecided = "ai" }\nexpect = "fails"\ntheorem = "neutral"',
    ),
    "monotone": (
        'outcomes = ["humans", "undecided", "ai"]\ntheorem = "monotone"',
        'outcomes = ["undecided", "humans", "ai"]\nexpect = "fails"\ntheorem = "monotone"',
    ),
    "power_pivotal_in_three": ('agent = "power"\ncount = 3', 'agent = "power"\nexpect = "fails"\ncount = 4'),
    "one_undecided": (
        'where = { outcome = "undecided" }\ncount = 1',
        'where = { outcome = ["undecided"], reports = { power = "nobody" } }\ncount = 1',
    ),
    "two_leads_win_for_humans": (
        f'relation = "whenever"\ncondition = {TWO_HUMANS}',
        f'relation = "only_when"\nexpect = "fails"\ncondition = {TWO_HUMANS}',
    ),
    "battles_and_power_exchangeable": ('among = ["battles", "power"]', 'among = ["throne", "power"]'),
}


@pytest.mark.exhaustive
def test_claims_changed_in_the_file_are_not_proved(tmp_path: Path, lean_cache: Path) -> None:
    found = judged(tmp_path, lean_cache, mechanism=replaced(MECHANISM, *CLAIMS.values()))
    assert found.code == 1
    assert {claim for claim in CLAIMS if found.check(claim).code == "statement_differs"} == set(CLAIMS)
    assert len(found.formal) == 31 - len(CLAIMS)


def test_another_rule_differs_in_its_cells(tmp_path: Path, lean_cache: Path) -> None:
    """Battles before the throne: the two cells in which the order of the two decides."""
    source = replaced(
        SOURCE,
        (
            "(throne.orElse (battles.orElse power))).verdict",
            "(battles.orElse (throne.orElse power))).verdict",
        ),
    )
    found = judged(tmp_path, lean_cache, source=source)
    assert found.code == 1
    assert found.formal == set()
    assert found.divergences == {
        "outcome_map.(ai, humans, nobody)": ("ai", "humans"),
        "outcome_map.(humans, ai, nobody)": ("humans", "ai"),
    }
