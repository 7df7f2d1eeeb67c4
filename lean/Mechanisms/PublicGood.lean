import Mechanisms.Finite

/-!
# A public good with the Clarke tax, two agents

Two agents have a value of -2, -1, 1 or 2 for a public good, their shares of its cost taken off, and
report one. It is built when the reports sum to 0 or more. An agent whose report changes the
decision pays a tax of what the change costs the other by its report. An outcome is the decision and
the tax; utility is the value if it is built, minus the tax.

## References

* E. H. Clarke. Multipart Pricing of Public Goods. Public Choice 11, 17-33, 1971.
-/

namespace Mechanisms.PublicGood

open Mechanisms

/-- The outcomes. -/
inductive Outcome where
  | no
  | nou2c_1_pays_1
  | nou2c_2_pays_1
  | yes
  | yesu2c_1_pays_1
  | yesu2c_1_pays_2
  | yesu2c_2_pays_1
  | yesu2c_2_pays_2
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Outcome where
  fold f init := f .no (f .nou2c_1_pays_1 (f .nou2c_2_pays_1 (f .yes (f .yesu2c_1_pays_1 (f .yesu2c_1_pays_2 (f .yesu2c_2_pays_1 (f .yesu2c_2_pays_2 init)))))))
  fold_eq _ _ := rfl
  once
    | .no => rfl
    | .nou2c_1_pays_1 => rfl
    | .nou2c_2_pays_1 => rfl
    | .yes => rfl
    | .yesu2c_1_pays_1 => rfl
    | .yesu2c_1_pays_2 => rfl
    | .yesu2c_2_pays_1 => rfl
    | .yesu2c_2_pays_2 => rfl

/-- The types of agent 1. -/
inductive Ty where
  | x_2
  | x_1
  | x_1_2
  | x_2_2
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ty where
  fold f init := f .x_2 (f .x_1 (f .x_1_2 (f .x_2_2 init)))
  fold_eq _ _ := rfl
  once | .x_2 => rfl | .x_1 => rfl | .x_1_2 => rfl | .x_2_2 => rfl

/-- The utility of agent 1 for an outcome, by true type. -/
def uAgent1 : Outcome → Ty → Int
  | .no, .x_2 => 0
  | .no, .x_1 => 0
  | .no, .x_1_2 => 0
  | .no, .x_2_2 => 0
  | .nou2c_1_pays_1, .x_2 => -1
  | .nou2c_1_pays_1, .x_1 => -1
  | .nou2c_1_pays_1, .x_1_2 => -1
  | .nou2c_1_pays_1, .x_2_2 => -1
  | .nou2c_2_pays_1, .x_2 => 0
  | .nou2c_2_pays_1, .x_1 => 0
  | .nou2c_2_pays_1, .x_1_2 => 0
  | .nou2c_2_pays_1, .x_2_2 => 0
  | .yes, .x_2 => -2
  | .yes, .x_1 => -1
  | .yes, .x_1_2 => 1
  | .yes, .x_2_2 => 2
  | .yesu2c_1_pays_1, .x_2 => -3
  | .yesu2c_1_pays_1, .x_1 => -2
  | .yesu2c_1_pays_1, .x_1_2 => 0
  | .yesu2c_1_pays_1, .x_2_2 => 1
  | .yesu2c_1_pays_2, .x_2 => -4
  | .yesu2c_1_pays_2, .x_1 => -3
  | .yesu2c_1_pays_2, .x_1_2 => -1
  | .yesu2c_1_pays_2, .x_2_2 => 0
  | .yesu2c_2_pays_1, .x_2 => -2
  | .yesu2c_2_pays_1, .x_1 => -1
  | .yesu2c_2_pays_1, .x_1_2 => 1
  | .yesu2c_2_pays_1, .x_2_2 => 2
  | .yesu2c_2_pays_2, .x_2 => -2
  | .yesu2c_2_pays_2, .x_1 => -1
  | .yesu2c_2_pays_2, .x_1_2 => 1
  | .yesu2c_2_pays_2, .x_2_2 => 2

/-- The utility of agent 2 for an outcome, by true type. -/
def uAgent2 : Outcome → Ty → Int
  | .no, .x_2 => 0
  | .no, .x_1 => 0
  | .no, .x_1_2 => 0
  | .no, .x_2_2 => 0
  | .nou2c_1_pays_1, .x_2 => 0
  | .nou2c_1_pays_1, .x_1 => 0
  | .nou2c_1_pays_1, .x_1_2 => 0
  | .nou2c_1_pays_1, .x_2_2 => 0
  | .nou2c_2_pays_1, .x_2 => -1
  | .nou2c_2_pays_1, .x_1 => -1
  | .nou2c_2_pays_1, .x_1_2 => -1
  | .nou2c_2_pays_1, .x_2_2 => -1
  | .yes, .x_2 => -2
  | .yes, .x_1 => -1
  | .yes, .x_1_2 => 1
  | .yes, .x_2_2 => 2
  | .yesu2c_1_pays_1, .x_2 => -2
  | .yesu2c_1_pays_1, .x_1 => -1
  | .yesu2c_1_pays_1, .x_1_2 => 1
  | .yesu2c_1_pays_1, .x_2_2 => 2
  | .yesu2c_1_pays_2, .x_2 => -2
  | .yesu2c_1_pays_2, .x_1 => -1
  | .yesu2c_1_pays_2, .x_1_2 => 1
  | .yesu2c_1_pays_2, .x_2_2 => 2
  | .yesu2c_2_pays_1, .x_2 => -3
  | .yesu2c_2_pays_1, .x_1 => -2
  | .yesu2c_2_pays_1, .x_1_2 => 0
  | .yesu2c_2_pays_1, .x_2_2 => 1
  | .yesu2c_2_pays_2, .x_2 => -4
  | .yesu2c_2_pays_2, .x_1 => -3
  | .yesu2c_2_pays_2, .x_1_2 => -1
  | .yesu2c_2_pays_2, .x_2_2 => 0

/-- The outcome map, by the reports of agent 1, agent 2. -/
def outcome : Ty → Ty → Outcome
  | .x_2, .x_2 => .no
  | .x_2, .x_1 => .no
  | .x_2, .x_1_2 => .nou2c_1_pays_1
  | .x_2, .x_2_2 => .yesu2c_2_pays_2
  | .x_1, .x_2 => .no
  | .x_1, .x_1 => .no
  | .x_1, .x_1_2 => .yesu2c_2_pays_1
  | .x_1, .x_2_2 => .yesu2c_2_pays_1
  | .x_1_2, .x_2 => .nou2c_2_pays_1
  | .x_1_2, .x_1 => .yesu2c_1_pays_1
  | .x_1_2, .x_1_2 => .yes
  | .x_1_2, .x_2_2 => .yes
  | .x_2_2, .x_2 => .yesu2c_1_pays_2
  | .x_2_2, .x_1 => .yesu2c_1_pays_1
  | .x_2_2, .x_1_2 => .yes
  | .x_2_2, .x_2_2 => .yes

/-- Weak truthful-report dominance: for every true type of agent 1 and every report of agent 2,
reporting the true type gives agent 1 at least as much as every other report; and for every true
type of agent 2 and every report of agent 1, reporting the true type gives agent 2 at least as much
as every other report. -/
theorem truth_weakly_dominant :
    (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uAgent1 (outcome r1 r2) t1 ≤ uAgent1 (outcome t1 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uAgent2 (outcome r1 r2) t2 ≤ uAgent2 (outcome r1 t2) t2) :=
  by decide +kernel

/-- It is false that: Strict truthful-report dominance: for every true type of agent 1 and every
report of agent 2, reporting the true type gives agent 1 strictly more than every other report; and
for every true type of agent 2 and every report of agent 1, reporting the true type gives agent 2
strictly more than every other report. -/
theorem not_truth_strictly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), (¬ r1 = t1) → uAgent1 (outcome r1 r2) t1 < uAgent1 (outcome t1 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), (¬ r2 = t2) → uAgent2 (outcome r1 r2) t2 < uAgent2 (outcome r1 t2) t2)) :=
  fun h => absurd ((h.1 .x_2 .x_1 .x_2) (by decide)) (by decide)

/-- It is false that: Weak action dominance: for every true type of agent 1 and every report of
agent 2, reporting 2 gives agent 1 at least as much as every other report; and for every true type
of agent 2 and every report of agent 1, reporting 2 gives agent 2 at least as much as every other
report. -/
theorem not_report_2_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uAgent1 (outcome r1 r2) t1 ≤ uAgent1 (outcome Ty.x_2_2 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uAgent2 (outcome r1 r2) t2 ≤ uAgent2 (outcome r1 Ty.x_2_2) t2)) :=
  fun h => absurd (h.1 .x_2 .x_2 .x_2) (by decide)

/-- When agent 1 has type 2 and agent 2 has type 1, the social welfare of yes is at least that of
every outcome. -/
theorem building_optimal_when_both_want_it :
    ∀ (o : Outcome), uAgent1 o Ty.x_2_2 + uAgent2 o Ty.x_1_2 ≤ uAgent1 Outcome.yes Ty.x_2_2 + uAgent2 Outcome.yes Ty.x_1_2 :=
  by decide +kernel

/-- When agent 1 has type 2 and agent 2 has type -1, the social welfare of yes is at least that of
every outcome. -/
theorem untaxed_building_optimal_at_2_minus_1 :
    ∀ (o : Outcome), uAgent1 o Ty.x_2_2 + uAgent2 o Ty.x_1 ≤ uAgent1 Outcome.yes Ty.x_2_2 + uAgent2 Outcome.yes Ty.x_1 :=
  by decide +kernel

/-- It is false that: When agent 1 has type 2 and agent 2 has type -1, the social welfare of yes, 1
pays 1 is at least that of every outcome. -/
theorem not_what_is_chosen_optimal_at_2_minus_1 :
    ¬ (∀ (o : Outcome), uAgent1 o Ty.x_2_2 + uAgent2 o Ty.x_1 ≤ uAgent1 Outcome.yesu2c_1_pays_1 Ty.x_2_2 + uAgent2 Outcome.yesu2c_1_pays_1 Ty.x_1) :=
  fun h => absurd (h .yes) (by decide)

end Mechanisms.PublicGood
