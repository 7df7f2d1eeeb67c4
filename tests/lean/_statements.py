"""True statements that are not the claims', each provable in Lean, for every claim that names a theorem."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

#: The theorem of each claim, with its statement as the shipped library writes it.
STATEMENTS = {
    "row_a'_strictly_dominant": "StrictActionDominant uRow outcome .a'",
    "col_a'_strictly_dominant": "StrictActionDominant uCol (swap outcome) .a'",
    "a'_strictly_dominant": "StrictActionDominant uRow outcome .a' ∧ "
    "StrictActionDominant uCol (swap outcome) .a'",
    "not_truthful_dominant": "¬ (WeakTruthfulDominant uRow outcome ∧ "
    "WeakTruthfulDominant uCol (swap outcome))",
    "M1_truthful_dominant": "WeakTruthfulDominant uRow M1 ∧ WeakTruthfulDominant uCol (swap M1)",
    "welfare_at_a_a": "W .o1 .a .a = 2 ∧ W .o2 .a .a = 4 ∧ W .o3 .a .a = 3 ∧ W .o4 .a .a = 3",
    "welfare_at_a_a'": "W .o1 .a .a' = 5 ∧ W .o2 .a .a' = 4 ∧ W .o3 .a .a' = 6 ∧ W .o4 .a .a' = 3",
    "welfare_at_a'_a": "W .o1 .a' .a = 4 ∧ W .o2 .a' .a = 5 ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0",
    "welfare_at_a'_a'": "W .o1 .a' .a' = 7 ∧ W .o2 .a' .a' = 5 ∧ W .o3 .a' .a' = 6 ∧ W .o4 .a' .a' = 0",
    "o1_optimal_at_a'_a'": "∀ o : Outcome, W o .a' .a' ≤ W .o1 .a' .a'",
    "char2_row_deviates": "∀ t r : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t",
    "char2_col_deviates": "∀ t r : Ty, ¬ r = .a' → W .o1 t .a < W (outcome .a' r) t .a",
    "char2_every_deviator_type_a": "∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∧ r₂ = .a') → (¬ r₁ = .a' → t₁ = .a) → "
    "(¬ r₂ = .a' → t₂ = .a) → W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂",
    "not_char2_some_deviator_type_a": "¬ ∀ t₁ t₂ r₁ r₂ : Ty, "
    "((¬ r₁ = .a' ∧ t₁ = .a) ∨ (¬ r₂ = .a' ∧ t₂ = .a)) → W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂",
    "not_char2_any_deviator": "¬ ∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∧ r₂ = .a') → "
    "W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂",
    "some_outcome_better_at_a_a": "∃ o : Outcome, W .o1 .a .a < W o .a .a",
    "some_outcome_better_at_a_a'": "∃ o : Outcome, W .o1 .a .a' < W o .a .a'",
    "some_outcome_better_at_a'_a": "∃ o : Outcome, W .o1 .a' .a < W o .a' .a",
    "no_outcome_better_at_a'_a'": "¬ ∃ o : Outcome, W .o1 .a' .a' < W o .a' .a'",
    "eight_truthful_dominant": "count TruthfulDominant = 8",
    "two_truthful_dominant_with_box": "count (fun m => m.apply .a' .a' = .o1 ∧ TruthfulDominant m) = 2",
    "two_a'_strictly_dominant": "count (StrictlyDominant .a') = 2",
    "two_a_strictly_dominant": "count (StrictlyDominant .a) = 2",
}

#: What can be done to any statement ``{}``, and how it is proved from ``{}``'s proof ``h``.
ANY = {
    "a hypothesis that is false": ("1 = 2 → {}", "fun _ => h"),
    "a hypothesis that says nothing": ("1 = 1 → {}", "fun _ => h"),
    "a quantifier that says nothing": ("∀ _ : Ty, {}", "fun _ => h"),
    "a conjunct more": ("{} ∧ 1 = 1", "⟨h, rfl⟩"),
    "a way out": ("{} ∨ 1 = 2", "Or.inl h"),
    "double negation": ("¬ ¬ {}", "fun k => k h"),
    "as a Boolean": ("decide {} = true", "decide_eq_true h"),
}

# The parts of the dominance statements that are changed one by one.
_ROW = "uRow (outcome r s) t < uRow (outcome .a' s) t"
_COL = "uCol (outcome s r) t < uCol (outcome s .a') t"
_DEVIATES = "W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂"
_SOMEBODY = "¬ (r₁ = .a' ∧ r₂ = .a')"
_EVERY = "(¬ r₁ = .a' → t₁ = .a) → (¬ r₂ = .a' → t₂ = .a)"
_SOME = "((¬ r₁ = .a' ∧ t₁ = .a) ∨ (¬ r₂ = .a' ∧ t₂ = .a))"

OWN = {
    "row_a'_strictly_dominant": {
        "weak": "WeakActionDominant uRow outcome .a'",
        "the other's report fixed": "∀ t r : Ty, ¬ r = .a' → "
        "uRow (outcome r .a') t < uRow (outcome .a' .a') t",
        "the true type fixed": "∀ r s : Ty, ¬ r = .a' → uRow (outcome r s) .a < uRow (outcome .a' s) .a",
        "for some report of the other": f"∀ t r : Ty, ∃ s : Ty, ¬ r = .a' → {_ROW}",
        "quantifiers in another order": f"∀ t s r : Ty, ¬ r = .a' → {_ROW}",
        "hypothesis on another variable": "∀ t r s : Ty, ¬ r = .a' → ¬ s = .a' → " + _ROW,
        "the other agent": "StrictActionDominant uCol (swap outcome) .a'",
        "weak, of another map": "WeakActionDominant uRow M1 .a'",
        "different, not more": "∀ t r s : Ty, ¬ r = .a' → ¬ uRow (outcome r s) t = uRow (outcome .a' s) t",
    },
    "col_a'_strictly_dominant": {
        "weak": "WeakActionDominant uCol (swap outcome) .a'",
        "the other's report fixed": "∀ t r : Ty, ¬ r = .a' → "
        "uCol (outcome .a' r) t < uCol (outcome .a' .a') t",
        "the true type fixed": "∀ r s : Ty, ¬ r = .a' → uCol (outcome s r) .a < uCol (outcome s .a') .a",
        "for some report of the other": f"∀ t r : Ty, ∃ s : Ty, ¬ r = .a' → {_COL}",
        "quantifiers in another order": f"∀ t s r : Ty, ¬ r = .a' → {_COL}",
        "the other agent": "StrictActionDominant uRow outcome .a'",
        "weak, of another map": "WeakActionDominant uCol (swap M1) .a'",
    },
    "a'_strictly_dominant": {
        "weak for one": "WeakActionDominant uRow outcome .a' ∧ StrictActionDominant uCol (swap outcome) .a'",
        "weak for both": "WeakActionDominant uRow outcome .a' ∧ WeakActionDominant uCol (swap outcome) .a'",
        "one of two": "StrictActionDominant uRow outcome .a'",
        "either": "StrictActionDominant uRow outcome .a' ∨ StrictActionDominant uCol (swap outcome) .a'",
        "one of them twice": "StrictActionDominant uRow outcome .a' ∧ StrictActionDominant uRow outcome .a'",
        "in another order": "StrictActionDominant uCol (swap outcome) .a' ∧ "
        "StrictActionDominant uRow outcome .a'",
    },
    "not_truthful_dominant": {
        "strict": "¬ (StrictTruthfulDominant uRow outcome ∧ StrictTruthfulDominant uCol (swap outcome))",
        "for one agent": "¬ WeakTruthfulDominant uRow outcome",
        "an action, not the truth": "¬ (WeakActionDominant uRow outcome .a ∧ "
        "WeakActionDominant uCol (swap outcome) .a)",
        "distributed": "¬ WeakTruthfulDominant uRow outcome ∨ ¬ WeakTruthfulDominant uCol (swap outcome)",
        "in another order": "¬ (WeakTruthfulDominant uCol (swap outcome) ∧ "
        "WeakTruthfulDominant uRow outcome)",
    },
    "M1_truthful_dominant": {
        "for one agent": "WeakTruthfulDominant uRow M1",
        "either": "WeakTruthfulDominant uRow M1 ∨ WeakTruthfulDominant uCol (swap M1)",
        "another constant map": "WeakTruthfulDominant uRow (fun _ _ : Ty => .o2) ∧ "
        "WeakTruthfulDominant uCol (fun _ _ : Ty => .o2)",
        "the true type fixed": "(∀ r s : Ty, uRow (M1 r s) .a ≤ uRow (M1 .a s) .a) ∧ "
        "WeakTruthfulDominant uCol (swap M1)",
    },
    "welfare_at_a_a": {
        "an outcome less": "W .o1 .a .a = 2 ∧ W .o2 .a .a = 4 ∧ W .o3 .a .a = 3",
        "at most": "W .o1 .a .a ≤ 2 ∧ W .o2 .a .a = 4 ∧ W .o3 .a .a = 3 ∧ W .o4 .a .a = 3",
        "one of them": "W .o1 .a .a = 2 ∨ W .o2 .a .a = 4 ∨ W .o3 .a .a = 3 ∨ W .o4 .a .a = 3",
        "another profile": "W .o1 .a' .a = 4 ∧ W .o2 .a' .a = 5 ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0",
        "one agent's utility": "uRow .o1 .a = 1 ∧ uRow .o2 .a = 4 ∧ uRow .o3 .a = 0 ∧ uRow .o4 .a = 3",
    },
    "welfare_at_a_a'": {
        "an outcome less": "W .o2 .a .a' = 4 ∧ W .o3 .a .a' = 6 ∧ W .o4 .a .a' = 3",
        "at most": "W .o1 .a .a' = 5 ∧ W .o2 .a .a' = 4 ∧ W .o3 .a .a' = 6 ∧ W .o4 .a .a' ≤ 3",
        "profile read the other way": "W .o1 .a' .a = 4 ∧ "
        "W .o2 .a' .a = 5 ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0",
    },
    "welfare_at_a'_a": {
        "an outcome less": "W .o1 .a' .a = 4 ∧ W .o2 .a' .a = 5 ∧ W .o4 .a' .a = 0",
        "at least": "W .o1 .a' .a = 4 ∧ 5 ≤ W .o2 .a' .a ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0",
        "in another order": "W .o2 .a' .a = 5 ∧ W .o1 .a' .a = 4 ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0",
    },
    "welfare_at_a'_a'": {
        "an outcome less": "W .o1 .a' .a' = 7 ∧ W .o3 .a' .a' = 6 ∧ W .o4 .a' .a' = 0",
        "at most": "W .o1 .a' .a' = 7 ∧ W .o2 .a' .a' = 5 ∧ W .o3 .a' .a' ≤ 7 ∧ W .o4 .a' .a' = 0",
    },
    "o1_optimal_at_a'_a'": {
        "strict": "∀ o : Outcome, ¬ o = .o1 → W o .a' .a' < W .o1 .a' .a'",
        "one outcome": "W .o2 .a' .a' ≤ W .o1 .a' .a'",
        "some outcome": "∃ o : Outcome, W o .a' .a' ≤ W .o1 .a' .a'",
        "some other outcome": "∃ o : Outcome, ¬ o = .o1 ∧ W o .a' .a' ≤ W .o1 .a' .a'",
        "a larger bound": "∀ o : Outcome, W o .a' .a' ≤ 8",
        "a hypothesis": "∀ o : Outcome, ¬ o = .o3 → W o .a' .a' ≤ W .o1 .a' .a'",
        "one agent's utility": "∀ o : Outcome, uRow .o3 .a' ≤ uRow o .a'",
        "not less": "∀ o : Outcome, ¬ W .o1 .a' .a' < W o .a' .a'",
    },
    "char2_row_deviates": {
        "weak": "∀ t r : Ty, ¬ r = .a' → W .o1 .a t ≤ W (outcome r .a') .a t",
        "the other's type fixed": "∀ r : Ty, ¬ r = .a' → W .o1 .a .a < W (outcome r .a') .a .a",
        "for some type of the other": "∃ t : Ty, ∀ r : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t",
        "hypothesis the other way round": "∀ t r : Ty, r = .a → W .o1 .a t < W (outcome r .a') .a t",
        "quantifiers in another order": "∀ r t : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t",
        "some deviation": "∀ t : Ty, ∃ r : Ty, ¬ r = .a' ∧ W .o1 .a t < W (outcome r .a') .a t",
        "some outcome": "∀ t : Ty, ∃ o : Outcome, W .o1 .a t < W o .a t",
        "the other agent": "∀ t r : Ty, ¬ r = .a' → W .o1 t .a < W (outcome .a' r) t .a",
    },
    "char2_col_deviates": {
        "weak": "∀ t r : Ty, ¬ r = .a' → W .o1 t .a ≤ W (outcome .a' r) t .a",
        "the other's type fixed": "∀ r : Ty, ¬ r = .a' → W .o1 .a' .a < W (outcome .a' r) .a' .a",
        "hypothesis the other way round": "∀ t r : Ty, r = .a → W .o1 t .a < W (outcome .a' r) t .a",
        "quantifiers in another order": "∀ r t : Ty, ¬ r = .a' → W .o1 t .a < W (outcome .a' r) t .a",
        "the other agent": "∀ t r : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t",
    },
    "char2_every_deviator_type_a": {
        "weak": f"∀ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} → {_EVERY} → W .o1 t₁ t₂ ≤ W (outcome r₁ r₂) t₁ t₂",
        "both types a": f"∀ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} → t₁ = .a → t₂ = .a → {_DEVIATES}",
        "exactly one deviator": f"∀ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} → (r₁ = .a' ∨ r₂ = .a') → "
        f"{_EVERY} → {_DEVIATES}",
        "hypotheses in another order": f"∀ t₁ t₂ r₁ r₂ : Ty, {_EVERY} → {_SOMEBODY} → {_DEVIATES}",
        "variables in another order": f"∀ t₂ t₁ r₁ r₂ : Ty, {_SOMEBODY} → {_EVERY} → {_DEVIATES}",
        "types before and after reports": f"∀ r₁ r₂ t₁ t₂ : Ty, {_SOMEBODY} → {_EVERY} → {_DEVIATES}",
        "a type fixed": f"∀ t₂ r₁ r₂ : Ty, {_SOMEBODY} → (¬ r₁ = .a' → Ty.a = .a) → (¬ r₂ = .a' → t₂ = .a) → "
        "W .o1 .a t₂ < W (outcome r₁ r₂) .a t₂ ∨ r₁ = .a",
    },
    "not_char2_some_deviator_type_a": {
        "weak": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_SOME} → W .o1 t₁ t₂ ≤ W (outcome r₁ r₂) t₁ t₂",
        "any deviator": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} → {_DEVIATES}",
        "no hypothesis": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_DEVIATES}",
        "by a counterexample": f"∃ t₁ t₂ r₁ r₂ : Ty, {_SOME} ∧ ¬ {_DEVIATES}",
        "reports fixed": "¬ ∀ t₁ t₂ : Ty, (t₁ = .a ∨ t₂ = .a) → W .o1 t₁ t₂ < W (outcome .a .a) t₁ t₂",
    },
    "not_char2_any_deviator": {
        "weak": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} → W .o1 t₁ t₂ ≤ W (outcome r₁ r₂) t₁ t₂",
        "some deviator of type a": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_SOME} → {_DEVIATES}",
        "no hypothesis": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, {_DEVIATES}",
        "by a counterexample": f"∃ t₁ t₂ r₁ r₂ : Ty, {_SOMEBODY} ∧ ¬ {_DEVIATES}",
        "both deviate": f"¬ ∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∨ r₂ = .a') → {_DEVIATES}",
    },
    "some_outcome_better_at_a_a": {
        "weak": "∃ o : Outcome, W .o1 .a .a ≤ W o .a .a",
        "its witness": "W .o1 .a .a < W .o2 .a .a",
        "not none": "¬ ∀ o : Outcome, ¬ W .o1 .a .a < W o .a .a",
        "another reference": "∃ o : Outcome, W .o3 .a .a < W o .a .a",
        "another profile": "∃ o : Outcome, W .o1 .a .a' < W o .a .a'",
        "some report leads to it": "∃ r s : Ty, W .o1 .a .a < W (outcome r s) .a .a",
        "different": "∃ o : Outcome, ¬ W .o1 .a .a = W o .a .a",
    },
    "some_outcome_better_at_a_a'": {
        "weak": "∃ o : Outcome, W .o1 .a .a' ≤ W o .a .a'",
        "its witness": "W .o1 .a .a' < W .o3 .a .a'",
        "profile read the other way": "∃ o : Outcome, W .o1 .a' .a < W o .a' .a",
    },
    "some_outcome_better_at_a'_a": {
        "weak": "∃ o : Outcome, W .o1 .a' .a ≤ W o .a' .a",
        "its witness": "W .o1 .a' .a < W .o2 .a' .a",
        "profile read the other way": "∃ o : Outcome, W .o1 .a .a' < W o .a .a'",
    },
    "no_outcome_better_at_a'_a'": {
        "moved inside": "∀ o : Outcome, ¬ W .o1 .a' .a' < W o .a' .a'",
        "one outcome": "¬ W .o1 .a' .a' < W .o2 .a' .a'",
        "none but o1": "¬ ∃ o : Outcome, ¬ o = .o1 ∧ W .o1 .a' .a' < W o .a' .a'",
        "no report leads to it": "¬ ∃ r s : Ty, W .o1 .a' .a' < W (outcome r s) .a' .a'",
    },
    "eight_truthful_dominant": {
        "at most": "count TruthfulDominant ≤ 8",
        "more than": "7 < count TruthfulDominant",
        "with the box": "count (fun m => m.apply .a' .a' = .o1 ∧ TruthfulDominant m) = 2",
        "of the others": "count (fun m => ¬ TruthfulDominant m) = 248",
        "of one agent": "count (fun m => WeakTruthfulDominant uRow m.apply) = 36",
    },
    "two_truthful_dominant_with_box": {
        "without the box": "count TruthfulDominant = 8",
        "at most": "count (fun m => m.apply .a' .a' = .o1 ∧ TruthfulDominant m) ≤ 2",
        "of all": "count (fun m => m.apply .a' .a' = .o1) = 64",
    },
    "two_a'_strictly_dominant": {
        "at most": "count (StrictlyDominant .a') ≤ 2",
        "of one agent": "count (fun m => StrictActionDominant uRow m.apply .a') = 16",
        "of the others": "count (fun m => ¬ StrictlyDominant .a' m) = 254",
    },
    "two_a_strictly_dominant": {
        "at most": "count (StrictlyDominant .a) ≤ 2",
        "of one agent": "count (fun m => StrictActionDominant uRow m.apply .a) = 16",
        "of the others": "count (fun m => ¬ StrictlyDominant .a m) = 254",
    },
}


@dataclass(frozen=True)
class Mutant:
    """A theorem that is true and says something else than the claim of ``theorem``."""

    theorem: str
    change: str
    statement: str
    proof: str = "by decide +kernel"

    def __str__(self) -> str:
        return f"{self.theorem}: {self.change}"


def mutants() -> Iterator[Mutant]:
    """Every mutant of every claim's theorem."""
    names = list(STATEMENTS)
    for name, statement in STATEMENTS.items():
        for change, (form, proof) in ANY.items():
            yield Mutant(name, change, form.format(f"({statement})"), f"have h := {name}; {proof}")
        for change, other in OWN[name].items():
            yield Mutant(name, change, other)
        after = names[(names.index(name) + 1) % len(names)]
        # Two counts of 2 are one number to the kernel: the certificate proves it by its own count.
        if not (STATEMENTS[after].endswith("= 2") and statement.endswith("= 2")):
            yield Mutant(name, f"the statement of {after}", STATEMENTS[after], after)
