import Mechanisms.TwoAgent

/-!
# The mechanism of Proposition 6 of Othman and Sandholm

Two agents, row and column, have type `a` or `a'` each and report a type; there are four outcomes and no
transfers. Under the outcome map `outcome` (the map M of the proposition) reporting `a'` is best for
either type of either agent. It is compared with `M1`, which gives `o1` whatever is reported.

## Main definitions

* `uRow`, `uCol`: the utility tables; `W`: social welfare.
* `outcome`, `M1`: the two mechanisms.
* `OutcomeMap`, `count`: the 256 outcome maps, and how many of them have a property.

## Main results

* `a'_strictly_dominant`: the action `a'` is strictly dominant for both agents. This is a dominance of
  one action and not truthfulness, which fails: `not_truthful_dominant`.
* Characteristic 2, that deviations raise welfare above that of M1, by its readings. True are
  `char2_row_deviates` and `char2_col_deviates` (one deviator, of type `a`) and
  `char2_every_deviator_type_a`; false are `not_char2_some_deviator_type_a` and
  `not_char2_any_deviator`. `some_outcome_better_at_a_a` and its neighbours are a weaker statement again.
* `eight_truthful_dominant`, `two_truthful_dominant_with_box`, `two_a'_strictly_dominant`,
  `two_a_strictly_dominant`: the census of the outcome maps.
* `proposition_6_formal_scope`: what of the proposition is proved here.

## What is not formalised

Characteristic 1 of the proposition (k = 1: under optimal play no truthful mechanism Pareto-dominates M1)
is **not stated and not proved** here, and no theorem below implies it.

## References

* A. Othman and T. Sandholm, *Better with Byzantine: Manipulation-Optimal Mechanisms*, SAGT 2009,
  Proposition 6. The tables and the map are those of the paper.
* A published Lean file, namespace `SocialChoice.OthmanSandholmProp6`, treats the same tables. Its
  `report_ap_strictly_dominant_row`, `report_ap_strictly_dominant_col`, `char2_row_plays_a`,
  `char2_col_plays_a`, `sw_table_aa_aa` … `sw_table_ap_ap` and `o1_optimal_at_ap_ap` correspond to
  `row_a'_strictly_dominant`, `col_a'_strictly_dominant`, `char2_row_deviates`,
  `char2_col_deviates`, `welfare_at_a_a` … `welfare_at_a'_a'` and `o1_optimal_at_a'_a'`; what its
  `prop6_strict_mom` joins is part of `proposition_6_formal_scope`.
-/

namespace Mechanisms.OthmanSandholm

/-! ### The tables -/

/-- The types of an agent, which are also the reports. -/
inductive Ty where
  | a
  | a'
  deriving DecidableEq

/-- The outcomes. -/
inductive Outcome where
  | o1
  | o2
  | o3
  | o4
  deriving DecidableEq

/-- The row agent's utility of an outcome, by its true type. -/
def uRow : Outcome → Ty → Nat
  | .o1, .a => 1
  | .o1, .a' => 3
  | .o2, .a => 4
  | .o2, .a' => 5
  | .o3, .a => 0
  | .o3, .a' => 0
  | .o4, .a => 3
  | .o4, .a' => 0

/-- The column agent's utility of an outcome, by its true type. -/
def uCol : Outcome → Ty → Nat
  | .o1, .a => 1
  | .o1, .a' => 4
  | .o2, .a => 0
  | .o2, .a' => 0
  | .o3, .a => 3
  | .o3, .a' => 6
  | .o4, .a => 0
  | .o4, .a' => 0

/-- The outcome map M: the outcome for the row agent's report and the column agent's report. -/
def outcome : Ty → Ty → Outcome
  | .a, .a => .o4
  | .a, .a' => .o3
  | .a', .a => .o2
  | .a', .a' => .o1

/-- The boxed truthful mechanism M1: the outcome is `o1` whatever is reported. -/
def M1 : Ty → Ty → Outcome
  | _, _ => .o1

/-- Social welfare of an outcome, by the true types of the row and the column agent. -/
abbrev W : Outcome → Ty → Ty → Nat := welfare uRow uCol

/-- Both types, each once. -/
instance : Enumeration Ty where
  fold f init := f .a (f .a' init)
  fold_eq _ _ := rfl
  once | .a => rfl | .a' => rfl

/-- The four outcomes, each once. -/
instance : Enumeration Outcome where
  fold f init := f .o1 (f .o2 (f .o3 (f .o4 init)))
  fold_eq _ _ := rfl
  once | .o1 => rfl | .o2 => rfl | .o3 => rfl | .o4 => rfl

/-! ### Dominance -/

/-- For the row agent, of either type and whatever column reports, `a'` is strictly better. -/
theorem row_a'_strictly_dominant : StrictActionDominant uRow outcome .a' := by decide

/-- For the column agent, of either type and whatever row reports, `a'` is strictly better. -/
theorem col_a'_strictly_dominant : StrictActionDominant uCol (swap outcome) .a' := by decide

/-- The action `a'` is strictly dominant for both agents. -/
theorem a'_strictly_dominant :
    StrictActionDominant uRow outcome .a' ∧ StrictActionDominant uCol (swap outcome) .a' :=
  ⟨row_a'_strictly_dominant, col_a'_strictly_dominant⟩

/-- M is not truthful: reporting the true type is not weakly dominant for both agents. -/
theorem not_truthful_dominant :
    ¬ (WeakTruthfulDominant uRow outcome ∧ WeakTruthfulDominant uCol (swap outcome)) := by decide

/-- M1 is truthful: reporting the true type is weakly dominant for both agents. -/
theorem M1_truthful_dominant :
    WeakTruthfulDominant uRow M1 ∧ WeakTruthfulDominant uCol (swap M1) := by decide

/-! ### Welfare -/

/-- Welfare of the outcomes when both agents have type `a`. -/
theorem welfare_at_a_a :
    W .o1 .a .a = 2 ∧ W .o2 .a .a = 4 ∧ W .o3 .a .a = 3 ∧ W .o4 .a .a = 3 := by decide

/-- Welfare of the outcomes when row has type `a` and column type `a'`. -/
theorem welfare_at_a_a' :
    W .o1 .a .a' = 5 ∧ W .o2 .a .a' = 4 ∧ W .o3 .a .a' = 6 ∧ W .o4 .a .a' = 3 := by decide

/-- Welfare of the outcomes when row has type `a'` and column type `a`. -/
theorem welfare_at_a'_a :
    W .o1 .a' .a = 4 ∧ W .o2 .a' .a = 5 ∧ W .o3 .a' .a = 3 ∧ W .o4 .a' .a = 0 := by decide

/-- Welfare of the outcomes when both agents have type `a'`. -/
theorem welfare_at_a'_a' :
    W .o1 .a' .a' = 7 ∧ W .o2 .a' .a' = 5 ∧ W .o3 .a' .a' = 6 ∧ W .o4 .a' .a' = 0 := by decide

/-- When both agents have type `a'`, no outcome has more welfare than `o1`. -/
theorem o1_optimal_at_a'_a' : ∀ o : Outcome, W o .a' .a' ≤ W .o1 .a' .a' := by decide

/-! ### Characteristic 2, reading by reading -/

/-- If the row agent has type `a` and deviates while the column agent reports `a'`, welfare is above
that of `o1`, whatever the column agent's type. -/
theorem char2_row_deviates :
    ∀ t r : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t := by decide

/-- If the column agent has type `a` and deviates while the row agent reports `a'`, welfare is above
that of `o1`, whatever the row agent's type. -/
theorem char2_col_deviates :
    ∀ t r : Ty, ¬ r = .a' → W .o1 t .a < W (outcome .a' r) t .a := by decide

/-- If somebody deviates and *every* deviator has type `a`, welfare is above that of `o1`. -/
theorem char2_every_deviator_type_a :
    ∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∧ r₂ = .a') →
      (¬ r₁ = .a' → t₁ = .a) → (¬ r₂ = .a' → t₂ = .a) →
      W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂ := by decide

/-- It is false that welfare is above that of `o1` as soon as *some* deviator has type `a`. -/
theorem not_char2_some_deviator_type_a :
    ¬ ∀ t₁ t₂ r₁ r₂ : Ty, ((¬ r₁ = .a' ∧ t₁ = .a) ∨ (¬ r₂ = .a' ∧ t₂ = .a)) →
      W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂ := by decide

/-- It is false that welfare is above that of `o1` whenever somebody deviates. -/
theorem not_char2_any_deviator :
    ¬ ∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∧ r₂ = .a') →
      W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂ := by decide

/-- At types `a`, `a` some outcome has more welfare than `o1`. -/
theorem some_outcome_better_at_a_a : ∃ o : Outcome, W .o1 .a .a < W o .a .a := by decide

/-- At types `a`, `a'` some outcome has more welfare than `o1`. -/
theorem some_outcome_better_at_a_a' : ∃ o : Outcome, W .o1 .a .a' < W o .a .a' := by decide

/-- At types `a'`, `a` some outcome has more welfare than `o1`. -/
theorem some_outcome_better_at_a'_a : ∃ o : Outcome, W .o1 .a' .a < W o .a' .a := by decide

/-- At types `a'`, `a'` no outcome has more welfare than `o1`. -/
theorem no_outcome_better_at_a'_a' : ¬ ∃ o : Outcome, W .o1 .a' .a' < W o .a' .a' := by decide

/-! ### The census of all outcome maps -/

/-- An outcome map as a table of the outcomes for the reports of row and column. (To count tables the
kernel builds each from four outcomes; it has no such way to go through functions.) -/
structure OutcomeMap where
  /-- The outcome for the reports `a`, `a`. -/
  aa : Outcome
  /-- The outcome for the reports `a`, `a'`. -/
  aa' : Outcome
  /-- The outcome for the reports `a'`, `a`. -/
  a'a : Outcome
  /-- The outcome for the reports `a'`, `a'`. -/
  a'a' : Outcome

/-- The table as a function of the two reports. -/
def OutcomeMap.apply (m : OutcomeMap) : Ty → Ty → Outcome
  | .a, .a => m.aa
  | .a, .a' => m.aa'
  | .a', .a => m.a'a
  | .a', .a' => m.a'a'

/-- How many of the 256 outcome maps have the property `p`: one for each table that has it. -/
def count (p : OutcomeMap → Prop) [∀ m, Decidable (p m)] : Nat :=
  sum fun aa => sum fun aa' => sum fun a'a => sum fun a'a' =>
    if p ⟨aa, aa', a'a, a'a'⟩ then 1 else 0

/-- Reporting the true type is weakly dominant for both agents. -/
abbrev TruthfulDominant (m : OutcomeMap) : Prop :=
  WeakTruthfulDominant uRow m.apply ∧ WeakTruthfulDominant uCol (swap m.apply)

/-- The one report `best` is strictly dominant for both agents. -/
abbrev StrictlyDominant (best : Ty) (m : OutcomeMap) : Prop :=
  StrictActionDominant uRow m.apply best ∧ StrictActionDominant uCol (swap m.apply) best

/-- Eight outcome maps are truthful: reporting the true type is weakly dominant for both agents. -/
theorem eight_truthful_dominant : count TruthfulDominant = 8 := by decide +kernel

/-- Two of the eight give `o1` when both agents report `a'`. -/
theorem two_truthful_dominant_with_box :
    count (fun m => m.apply .a' .a' = .o1 ∧ TruthfulDominant m) = 2 := by decide +kernel

/-- Two outcome maps make the action `a'` strictly dominant for both agents; M is one of them. -/
theorem two_a'_strictly_dominant : count (StrictlyDominant .a') = 2 := by decide +kernel

/-- Two outcome maps make the action `a` strictly dominant for both agents. -/
theorem two_a_strictly_dominant : count (StrictlyDominant .a) = 2 := by decide +kernel

/-! ### Summary -/

/-- What is proved of Proposition 6: `a'` is strictly dominant for both agents under M; truth is weakly
dominant for both under M1; and if every deviator from `a'` has type `a`, welfare under M is above that
of M1, in particular for a single deviator. Characteristic 1 is no part of it. -/
theorem proposition_6_formal_scope :
    (StrictActionDominant uRow outcome .a' ∧ StrictActionDominant uCol (swap outcome) .a') ∧
    (WeakTruthfulDominant uRow M1 ∧ WeakTruthfulDominant uCol (swap M1)) ∧
    (∀ t r : Ty, ¬ r = .a' → W .o1 .a t < W (outcome r .a') .a t) ∧
    (∀ t r : Ty, ¬ r = .a' → W .o1 t .a < W (outcome .a' r) t .a) ∧
    (∀ t₁ t₂ r₁ r₂ : Ty, ¬ (r₁ = .a' ∧ r₂ = .a') →
      (¬ r₁ = .a' → t₁ = .a) → (¬ r₂ = .a' → t₂ = .a) →
      W .o1 t₁ t₂ < W (outcome r₁ r₂) t₁ t₂) :=
  ⟨a'_strictly_dominant, M1_truthful_dominant, char2_row_deviates, char2_col_deviates,
    char2_every_deviator_type_a⟩

end Mechanisms.OthmanSandholm
