import Mechanisms.TwoAgent

/-!
# The mechanism of Proposition 6 of Othman and Sandholm

Two agents, row and column, each of type `a` or `a'`, report one of the two types; four outcomes, no
transfers. The outcome map `outcome` makes the report `a'` best for an agent of either type, and an
agent that reports otherwise can only raise social welfare as the theorems below say.

## Main definitions

* `uRow`, `uCol`: the utility tables.
* `outcome`: the outcome map M; `M1`: the truthful mechanism it is compared with, always `o1`.
* `OutcomeMap`: all maps from the four pairs of reports to outcomes; `count`: how many have a
  property.

## Main results

* `a'_strictly_dominant`: the action `a'` is strictly dominant for both agents (an action dominance,
  not a truthfulness: `not_truthful_dominant`).
* `char2_row_deviates`, `char2_col_deviates`, `char2_every_deviator_type_a`: the readings of
  "deviations raise welfare" that are true; `not_char2_some_deviator_type_a`,
  `not_char2_any_deviator`: those that are false.
* `eight_truthful_dominant`, `two_truthful_dominant_with_box`, `two_a'_strictly_dominant`,
  `two_a_strictly_dominant`: the census of the 256 outcome maps.
* `proposition_6_formal_scope`: what of Proposition 6 is proved here.

Characteristic 1 of Proposition 6 (k = 1: among truthful mechanisms, none Pareto-dominates M1 under
optimal play) is **not formalised** here, and no theorem below implies it.

## References

* A. Othman and T. Sandholm, *Better with Byzantine: Manipulation-Optimal Mechanisms*, SAGT 2009,
  Proposition 6.
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
  elems := [.a, .a']
  once | .a => rfl | .a' => rfl

/-- The four outcomes, each once. -/
instance : Enumeration Outcome where
  elems := [.o1, .o2, .o3, .o4]
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

/-- An outcome map as a table: the outcomes for the reports (row, column) in order. A quantifier over
tables, unlike one over functions, costs the kernel no more than the number of tables. -/
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

/-- How many of the 256 outcome maps have the property `p`. -/
def count (p : OutcomeMap → Prop) [∀ m, Decidable (p m)] : Nat :=
  sum fun aa => sum fun aa' => sum fun a'a => sum fun a'a' =>
    if p ⟨aa, aa', a'a, a'a'⟩ then 1 else 0

/-- Reporting the true type is weakly dominant for both agents. -/
abbrev TruthfulDominant (m : OutcomeMap) : Prop :=
  WeakTruthfulDominant uRow m.apply ∧ WeakTruthfulDominant uCol (swap m.apply)

/-- The fixed report `best` is strictly dominant for both agents. -/
abbrev StrictlyDominant (best : Ty) (m : OutcomeMap) : Prop :=
  StrictActionDominant uRow m.apply best ∧ StrictActionDominant uCol (swap m.apply) best

/-- Eight outcome maps are truthful: reporting the true type is weakly dominant for both agents. -/
theorem eight_truthful_dominant : count TruthfulDominant = 8 := by decide +kernel

/-- Two of them give `o1` when both agents report `a'`. -/
theorem two_truthful_dominant_with_box :
    count (fun m => m.apply .a' .a' = .o1 ∧ TruthfulDominant m) = 2 := by decide +kernel

/-- Two outcome maps make the action `a'` strictly dominant for both agents. -/
theorem two_a'_strictly_dominant : count (StrictlyDominant .a') = 2 := by decide +kernel

/-- Two outcome maps make the action `a` strictly dominant for both agents. -/
theorem two_a_strictly_dominant : count (StrictlyDominant .a) = 2 := by decide +kernel

end Mechanisms.OthmanSandholm
