"""Libraries whose statements mean something else than they say."""

from __future__ import annotations

from pathlib import Path

import pytest

from ._mutants import replaced
from ._tiny import (
    ANYTHING_LESS,
    CLAIMS,
    COUNTING,
    MECHANISM,
    NINE,
    P_STATEMENT,
    P_TRUTHFUL,
    Q_NOT_TRUTHFUL,
    THEOREMS,
    Y_BEST,
    Library,
    at_end,
    changed,
    judge,
    run_library,
    theorem,
)

P_EVERYTHING = f"theorem p_truthful : {P_STATEMENT} := fun _ _ _ _ => True.intro\n"
P_DIFFERS = {"p_truthful": "statement_differs"}
WELFARE_DIFFERS = {"welfare": "statement_differs"}
SECOND_COUNT = """
[[claims]]
id = "strictly"
kind = "census_count"
predicate = { kind = "truthful_dominance", agent = "p", strict = true }
count = 1
theorem = "one_strictly"

[lean]
"""

#: A count that is always 8, which is false, and its theorem.
EIGHT = ((COUNTING, "  8\n"), (NINE, NINE.replace("= 9 := by decide +kernel", "= 8 := rfl")))
CLAIMED_EIGHT = replaced(MECHANISM, ("count = 9", "count = 8"))
DECISION = "instance (k : Nat) : Decidable (k = 8) :=\n"
ALWAYS_YES = "axiom cheat : False\ninstance (a b : Nat) : Decidable (a = b) := isTrue cheat.elim\n"

LIBRARIES = {
    "own Nat.lt": Library(
        theorem(
            P_TRUTHFUL,
            P_EVERYTHING.replace("uP (g r s) t < uP (g t s) t", "Nat.lt (uP (g r s) t) (uP (g t s) t)"),
            "def Nat.lt (_ _ : Nat) : Prop := True\n",
        ),
        P_DIFFERS,
    ),
    "own Not": Library(
        theorem(
            Q_NOT_TRUTHFUL,
            Q_NOT_TRUTHFUL.replace("¬ ∀", "Not (∀").replace(":= by decide", ") := True.intro"),
            "def Not (_ : Prop) : Prop := True\n",
        ),
        {"q_truthful": "statement_differs"},
    ),
    "own type of the same name": Library(
        theorem(
            P_TRUTHFUL,
            "theorem p_truthful : ∀ t r s : Inner.Ty, ¬ r = t → True := fun _ _ _ _ => True.intro\n",
            "inductive Inner.Ty where\n  | l\n  | h\n",
        ),
        P_DIFFERS,
    ),
    "own table of the same name": Library(
        theorem(
            Y_BEST,
            "namespace Inner\ndef uP (o : Out) (_ : Ty) : Nat := match o with | .x => 0 | .y => 9\n"
            "theorem _root_.Tiny.y_best : ∀ o : Out, ¬ o = .y → uP o .l + uQ o .h < uP .y .l + uQ .y .h"
            " := by decide\nend Inner\n",
        ),
        WELFARE_DIFFERS,
    ),
    "local < that is always true": Library(
        theorem(P_TRUTHFUL, P_EVERYTHING, f"local {ANYTHING_LESS}"), P_DIFFERS
    ),
    "< that is always true, in force from there": Library(
        changed((THEOREMS, f"{Q_NOT_TRUTHFUL}{Y_BEST}{NINE}{ANYTHING_LESS}{P_EVERYTHING}")),
        P_DIFFERS,
    ),
    "+ that forgets an agent": Library(
        theorem(Y_BEST, Y_BEST, "local instance : HAdd Nat Nat Nat := ⟨fun _ b => b⟩\n"), WELFARE_DIFFERS
    ),
    "Add that forgets an agent": Library(
        theorem(Y_BEST, Y_BEST, "local instance : Add Nat := ⟨fun _ b => b⟩\n"), WELFARE_DIFFERS
    ),
    "hypothesis by a variable": Library(
        theorem(
            P_TRUTHFUL, f"theorem p_truthful : {P_STATEMENT} := h.elim\n", "variable (h : False)\ninclude h\n"
        ),
        P_DIFFERS,
    ),
    "hypothesis by an instance": Library(
        theorem(
            P_TRUTHFUL,
            f"theorem p_truthful [h : Cheat] : {P_STATEMENT} := h.lie.elim\n",
            "class Cheat : Prop where\n  lie : False\n",
        ),
        P_DIFFERS,
    ),
    "a map that is the same only case by case": Library(
        theorem(
            P_TRUTHFUL,
            P_TRUTHFUL.replace("(g ", "(M "),
            "def M (r s : Ty) : Out := match s with | .l => g r s | .h => g r s\n",
        ),
        P_DIFFERS,
    ),
    "a count that is a constant": Library(
        # The certificate counts for itself, so the number 9 is proved whatever the library's count is;
        # where the library's number is not the right one, its theorem is not the claim.
        changed(
            (
                COUNTING,
                "  9",
            ),
            (
                NINE,
                NINE + NINE.replace("nine_truthful", "one_strictly").replace("Weak", "Strict"),
            ),
        ),
        {"strictly": "statement_differs"},
        mechanism=replaced(MECHANISM, ("\n[lean]\n", SECOND_COUNT)),
    ),
    "a number that is no count": Library(
        changed((NINE, NINE.replace("count (fun m => WeakTruthfulDominant uP m.apply) = 9", "9 = 9"))),
        {"count": "statement_differs"},
    ),
    "another property of which as many maps are": Library(
        changed(
            (NINE, NINE.replace("WeakTruthfulDominant uP m.apply", "WeakTruthfulDominant uP (swap m.apply)"))
        ),
        {"count": "statement_differs"},
    ),
    "a number that speaks of the tables in passing": Library(
        changed((NINE, "theorem nine_truthful : (fun _ _ => 9) uP uQ = 9 := rfl\n")),
        {"count": "statement_differs"},
    ),
    "a coercion from a theorem that says nothing": Library(
        theorem(
            P_TRUTHFUL,
            f"theorem real : {P_STATEMENT} := by decide\n"
            "theorem p_truthful : True := True.intro\n"
            "instance (h : True) : CoeT True h (∀ t r s : Ty, (@Eq Ty r t → False) →"
            " Nat.lt (uP (g r s) t) (uP (g t s) t)) where\n  coe := real\n",
        ),
        P_DIFFERS,
    ),
    "a decision that rests on an axiom": Library(
        changed(*EIGHT, at_end(f"axiom cheat : False\n{DECISION}  isTrue cheat.elim\n")),
        {"count": "axiom"},
        mechanism=CLAIMED_EIGHT,
    ),
    "a decision that rests on sorry": Library(
        changed(*EIGHT, at_end(f"{DECISION}  isTrue sorry\n")), {"count": "axiom"}, mechanism=CLAIMED_EIGHT
    ),
    "decisions that are always yes": Library(
        changed(at_end(ALWAYS_YES)),
        dict.fromkeys(CLAIMS, "checker_broken"),
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.sample(every=6)
def test_library(tmp_path: Path, lean_cache: Path, name: str) -> None:
    judge(LIBRARIES[name], run_library(LIBRARIES[name], tmp_path, lean_cache))
