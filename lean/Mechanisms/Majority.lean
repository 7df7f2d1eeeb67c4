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

/-- Anonymity: exchanging the reports of any two of voter 1, voter 2 and voter 3 never changes the
outcome. -/
theorem anonymous :
    (∀ (r1 : Ty) (r2 : Ty) (r3 : Ty), (outcome r2 r1 r3) = (outcome r1 r2 r3)) ∧
    (∀ (r1 : Ty) (r2 : Ty) (r3 : Ty), (outcome r3 r2 r1) = (outcome r1 r2 r3)) ∧
    (∀ (r1 : Ty) (r2 : Ty) (r3 : Ty), (outcome r1 r3 r2) = (outcome r1 r2 r3)) :=
  by decide +kernel

set_option synthInstance.maxSize 4000 in
/-- Neutrality: when yes becomes no and no becomes yes in the reports of voter 1, voter 2 and voter
3, then in the outcome pass becomes reject and reject becomes pass. -/
theorem neutral :
    ∀ (r1 : Ty) (q1 : Ty), ((r1 = Ty.yes ∧ q1 = Ty.no) ∨ (r1 = Ty.no ∧ q1 = Ty.yes)) → ∀ (r2 : Ty) (q2 : Ty), ((r2 = Ty.yes ∧ q2 = Ty.no) ∨ (r2 = Ty.no ∧ q2 = Ty.yes)) → ∀ (r3 : Ty) (q3 : Ty), ((r3 = Ty.yes ∧ q3 = Ty.no) ∨ (r3 = Ty.no ∧ q3 = Ty.yes)) → ((outcome r1 r2 r3) = Outcome.pass ∧ (outcome q1 q2 q3) = Outcome.reject) ∨ ((outcome r1 r2 r3) = Outcome.reject ∧ (outcome q1 q2 q3) = Outcome.pass) :=
  by decide +kernel

/-- Monotonicity: raising the report of voter 1 by a step of no < yes, whatever voter 2 and voter 3
report, never lowers the outcome; and raising the report of voter 2 by a step of no < yes, whatever
voter 1 and voter 3 report, never lowers the outcome; and raising the report of voter 3 by a step of
no < yes, whatever voter 1 and voter 2 report, never lowers the outcome (in the order reject <
pass). -/
theorem monotone :
    (∀ (r2 : Ty) (r3 : Ty), ((outcome Ty.no r2 r3) = Outcome.reject → (outcome Ty.yes r2 r3) = Outcome.reject ∨ (outcome Ty.yes r2 r3) = Outcome.pass) ∧ ((outcome Ty.no r2 r3) = Outcome.pass → (outcome Ty.yes r2 r3) = Outcome.pass)) ∧
    (∀ (r1 : Ty) (r3 : Ty), ((outcome r1 Ty.no r3) = Outcome.reject → (outcome r1 Ty.yes r3) = Outcome.reject ∨ (outcome r1 Ty.yes r3) = Outcome.pass) ∧ ((outcome r1 Ty.no r3) = Outcome.pass → (outcome r1 Ty.yes r3) = Outcome.pass)) ∧
    (∀ (r1 : Ty) (r2 : Ty), ((outcome r1 r2 Ty.no) = Outcome.reject → (outcome r1 r2 Ty.yes) = Outcome.reject ∨ (outcome r1 r2 Ty.yes) = Outcome.pass) ∧ ((outcome r1 r2 Ty.no) = Outcome.pass → (outcome r1 r2 Ty.yes) = Outcome.pass)) :=
  by decide +kernel

/-- It is false that: Whatever voter 1, voter 2 and voter 3 report, the outcome is pass only when
exactly 3 of voter 1, voter 2 and voter 3 report yes. -/
theorem not_unanimity_needed :
    ¬ (∀ (r1 : Ty) (r2 : Ty) (r3 : Ty), (¬ (r1 = Ty.yes ∧ r2 = Ty.yes ∧ r3 = Ty.yes)) → ¬ (outcome r1 r2 r3) = Outcome.pass) :=
  by decide +kernel

/-- Pivotality: in exactly 2 of the 4 report profiles of voter 2 and voter 3, the outcome depends on
the report of voter 1. -/
theorem pivotal_in_two :
    ∃ f : Ty → Ty → Nat, (∀ (r2 : Ty) (r3 : Ty), ((∃ r1 : Ty, ∃ q1 : Ty, ¬ (outcome r1 r2 r3) = (outcome q1 r2 r3)) → f r2 r3 = 1) ∧ (¬ (∃ r1 : Ty, ∃ q1 : Ty, ¬ (outcome r1 r2 r3) = (outcome q1 r2 r3)) → f r2 r3 = 0)) ∧ (f Ty.yes Ty.yes + f Ty.yes Ty.no) + (f Ty.no Ty.yes + f Ty.no Ty.no) = 2 :=
  ⟨fun r2 r3 => if ∃ r1 : Ty, ∃ q1 : Ty, ¬ (outcome r1 r2 r3) = (outcome q1 r2 r3) then 1 else 0, by decide +kernel⟩

end Mechanisms.Majority
