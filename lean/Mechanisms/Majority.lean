import Mechanisms.Finite

/-!
# Majority of three voters on two alternatives

Three voters vote yes or no; the motion passes with two votes. A voter's utility is 1 if what it
wants happens and 0 otherwise.

## References

* K. O. May. A Set of Independent Necessary and Sufficient Conditions for Simple Majority Decision. Econometrica 20(4), 680-684, 1952.
-/

namespace Mechanisms.Majority

open Mechanisms

/-- The outcomes. -/
inductive Outcome where
  | pass
  | reject
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Outcome where
  fold f init := f .pass (f .reject init)
  fold_eq _ _ := rfl
  once | .pass => rfl | .reject => rfl

/-- The types of voter 1. -/
inductive Ty where
  | yes
  | no
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ty where
  fold f init := f .yes (f .no init)
  fold_eq _ _ := rfl
  once | .yes => rfl | .no => rfl

/-- The utility of voter 1 for an outcome, by true type. -/
def uVoter1 : Outcome → Ty → Nat
  | .pass, .yes => 1
  | .pass, .no => 0
  | .reject, .yes => 0
  | .reject, .no => 1

/-- The utility of voter 2 for an outcome, by true type. -/
def uVoter2 : Outcome → Ty → Nat
  | .pass, .yes => 1
  | .pass, .no => 0
  | .reject, .yes => 0
  | .reject, .no => 1

/-- The utility of voter 3 for an outcome, by true type. -/
def uVoter3 : Outcome → Ty → Nat
  | .pass, .yes => 1
  | .pass, .no => 0
  | .reject, .yes => 0
  | .reject, .no => 1

/-- The outcome map, by the reports of voter 1, voter 2, voter 3. -/
def outcome : Ty → Ty → Ty → Outcome
  | .yes, .yes, .yes => .pass
  | .yes, .yes, .no => .pass
  | .yes, .no, .yes => .pass
  | .yes, .no, .no => .reject
  | .no, .yes, .yes => .pass
  | .no, .yes, .no => .reject
  | .no, .no, .yes => .reject
  | .no, .no, .no => .reject

/-- An outcome map as a table. -/
structure OutcomeMap where
  /-- The outcome at (yes, yes, yes). -/
  x1 : Outcome
  /-- The outcome at (yes, yes, no). -/
  x2 : Outcome
  /-- The outcome at (yes, no, yes). -/
  x3 : Outcome
  /-- The outcome at (yes, no, no). -/
  x4 : Outcome
  /-- The outcome at (no, yes, yes). -/
  x5 : Outcome
  /-- The outcome at (no, yes, no). -/
  x6 : Outcome
  /-- The outcome at (no, no, yes). -/
  x7 : Outcome
  /-- The outcome at (no, no, no). -/
  x8 : Outcome

/-- The table as a function of the reports. -/
def OutcomeMap.apply (m : OutcomeMap) : Ty → Ty → Ty → Outcome
  | .yes, .yes, .yes => m.x1
  | .yes, .yes, .no => m.x2
  | .yes, .no, .yes => m.x3
  | .yes, .no, .no => m.x4
  | .no, .yes, .yes => m.x5
  | .no, .yes, .no => m.x6
  | .no, .no, .yes => m.x7
  | .no, .no, .no => m.x8

/-- How many outcome maps have the property `p`. -/
def count (p : OutcomeMap → Prop) [∀ m, Decidable (p m)] : Nat :=
  sum fun x1 => sum fun x2 => sum fun x3 => sum fun x4 => sum fun x5 => sum fun x6 => sum fun x7 => sum fun x8 => if p ⟨x1, x2, x3, x4, x5, x6, x7, x8⟩ then 1 else 0

/-- Weak truthful-report dominance: for every true type of voter 1 and every report of voter 2 and
voter 3, reporting the true type gives voter 1 at least as much as every other report; and for every
true type of voter 2 and every report of voter 1 and voter 3, reporting the true type gives voter 2
at least as much as every other report; and for every true type of voter 3 and every report of voter
1 and voter 2, reporting the true type gives voter 3 at least as much as every other report. -/
theorem truth_weakly_dominant :
    (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uVoter1 (outcome r1 r2 r3) t1 ≤ uVoter1 (outcome t1 r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uVoter2 (outcome r1 r2 r3) t2 ≤ uVoter2 (outcome r1 t2 r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uVoter3 (outcome r1 r2 r3) t3 ≤ uVoter3 (outcome r1 r2 t3) t3) :=
  by decide +kernel

/-- It is false that: Strict truthful-report dominance: for every true type of voter 1 and every
report of voter 2 and voter 3, reporting the true type gives voter 1 strictly more than every other
report; and for every true type of voter 2 and every report of voter 1 and voter 3, reporting the
true type gives voter 2 strictly more than every other report; and for every true type of voter 3
and every report of voter 1 and voter 2, reporting the true type gives voter 3 strictly more than
every other report. -/
theorem not_truth_strictly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), (¬ r1 = t1) → uVoter1 (outcome r1 r2 r3) t1 < uVoter1 (outcome t1 r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), (¬ r2 = t2) → uVoter2 (outcome r1 r2 r3) t2 < uVoter2 (outcome r1 t2 r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), (¬ r3 = t3) → uVoter3 (outcome r1 r2 r3) t3 < uVoter3 (outcome r1 r2 t3) t3)) :=
  fun h => absurd ((h.1 .yes .no .yes .yes) (by decide)) (by decide)

/-- It is false that: Weak action dominance: for every true type of voter 1 and every report of
voter 2 and voter 3, reporting yes gives voter 1 at least as much as every other report; and for
every true type of voter 2 and every report of voter 1 and voter 3, reporting yes gives voter 2 at
least as much as every other report; and for every true type of voter 3 and every report of voter 1
and voter 2, reporting yes gives voter 3 at least as much as every other report. -/
theorem not_yes_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uVoter1 (outcome r1 r2 r3) t1 ≤ uVoter1 (outcome Ty.yes r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uVoter2 (outcome r1 r2 r3) t2 ≤ uVoter2 (outcome r1 Ty.yes r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uVoter3 (outcome r1 r2 r3) t3 ≤ uVoter3 (outcome r1 r2 Ty.yes) t3)) :=
  fun h => absurd (h.1 .no .no .yes .no) (by decide)

/-- When voter 1 has type yes, voter 2 has type yes and voter 3 has type no, the social welfare of
pass is at least that of every outcome. -/
theorem majority_wish_optimal :
    ∀ (o : Outcome), uVoter1 o Ty.yes + uVoter2 o Ty.yes + uVoter3 o Ty.no ≤ uVoter1 Outcome.pass Ty.yes + uVoter2 Outcome.pass Ty.yes + uVoter3 Outcome.pass Ty.no :=
  by decide +kernel

/-- It is false that: When voter 1 has type yes, voter 2 has type yes and voter 3 has type no, the
social welfare of reject is at least that of every outcome. -/
theorem not_minority_wish_optimal :
    ¬ (∀ (o : Outcome), uVoter1 o Ty.yes + uVoter2 o Ty.yes + uVoter3 o Ty.no ≤ uVoter1 Outcome.reject Ty.yes + uVoter2 Outcome.reject Ty.yes + uVoter3 Outcome.reject Ty.no) :=
  fun h => absurd (h .pass) (by decide)

/-- Of the 256 outcome maps, exactly 20 satisfy: Weak truthful-report dominance: under the outcome
map m, for every true type of voter 1 and every report of voter 2 and voter 3, reporting the true
type gives voter 1 at least as much as every other report; and for every true type of voter 2 and
every report of voter 1 and voter 3, reporting the true type gives voter 2 at least as much as every
other report; and for every true type of voter 3 and every report of voter 1 and voter 2, reporting
the true type gives voter 3 at least as much as every other report. -/
theorem twenty_truthful_rules :
    count (fun m => (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uVoter1 (m.apply r1 r2 r3) t1 ≤ uVoter1 (m.apply t1 r2 r3) t1) ∧ (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uVoter2 (m.apply r1 r2 r3) t2 ≤ uVoter2 (m.apply r1 t2 r3) t2) ∧ (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uVoter3 (m.apply r1 r2 r3) t3 ≤ uVoter3 (m.apply r1 r2 t3) t3)) = 20 :=
  by decide +kernel

/-- It is false that: Of the 256 outcome maps, exactly 4 satisfy: Weak truthful-report dominance:
under the outcome map m, for every true type of voter 1 and every report of voter 2 and voter 3,
reporting the true type gives voter 1 at least as much as every other report; and for every true
type of voter 2 and every report of voter 1 and voter 3, reporting the true type gives voter 2 at
least as much as every other report; and for every true type of voter 3 and every report of voter 1
and voter 2, reporting the true type gives voter 3 at least as much as every other report. -/
theorem not_four_truthful_rules :
    ¬ (count (fun m => (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uVoter1 (m.apply r1 r2 r3) t1 ≤ uVoter1 (m.apply t1 r2 r3) t1) ∧ (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uVoter2 (m.apply r1 r2 r3) t2 ≤ uVoter2 (m.apply r1 t2 r3) t2) ∧ (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uVoter3 (m.apply r1 r2 r3) t3 ≤ uVoter3 (m.apply r1 r2 t3) t3)) = 4) :=
  by decide +kernel

end Mechanisms.Majority
