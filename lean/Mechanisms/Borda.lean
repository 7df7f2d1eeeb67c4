import Mechanisms.Finite

/-!
# Borda's rule, two voters and three alternatives

Each voter's ranking gives 2, 1 and 0 points; most points win, and of several with most the first in
the alphabet. Utilities are the points of the true ranking, so that the winner at truthful reports
has the highest welfare.

## References

* A. Gibbard. Manipulation of Voting Schemes: A General Result. Econometrica 41(4), 587-601, 1973.
* M. A. Satterthwaite. Strategy-proofness and Arrow's Conditions. Journal of Economic Theory 10(2), 187-217, 1975.
-/

namespace Mechanisms.Borda

open Mechanisms

/-- The outcomes. -/
inductive Outcome where
  | a
  | b
  | c
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Outcome where
  fold f init := f .a (f .b (f .c init))
  fold_eq _ _ := rfl
  once | .a => rfl | .b => rfl | .c => rfl

/-- The types of voter 1. -/
inductive Ty where
  | a_over_b_over_c
  | a_over_c_over_b
  | b_over_a_over_c
  | b_over_c_over_a
  | c_over_a_over_b
  | c_over_b_over_a
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ty where
  fold f init := f .a_over_b_over_c (f .a_over_c_over_b (f .b_over_a_over_c (f .b_over_c_over_a (f .c_over_a_over_b (f .c_over_b_over_a init)))))
  fold_eq _ _ := rfl
  once
    | .a_over_b_over_c => rfl
    | .a_over_c_over_b => rfl
    | .b_over_a_over_c => rfl
    | .b_over_c_over_a => rfl
    | .c_over_a_over_b => rfl
    | .c_over_b_over_a => rfl

/-- The utility of voter 1 for an outcome, by true type. -/
def uVoter1 : Outcome → Ty → Nat
  | .a, .a_over_b_over_c => 2
  | .a, .a_over_c_over_b => 2
  | .a, .b_over_a_over_c => 1
  | .a, .b_over_c_over_a => 0
  | .a, .c_over_a_over_b => 1
  | .a, .c_over_b_over_a => 0
  | .b, .a_over_b_over_c => 1
  | .b, .a_over_c_over_b => 0
  | .b, .b_over_a_over_c => 2
  | .b, .b_over_c_over_a => 2
  | .b, .c_over_a_over_b => 0
  | .b, .c_over_b_over_a => 1
  | .c, .a_over_b_over_c => 0
  | .c, .a_over_c_over_b => 1
  | .c, .b_over_a_over_c => 0
  | .c, .b_over_c_over_a => 1
  | .c, .c_over_a_over_b => 2
  | .c, .c_over_b_over_a => 2

/-- The utility of voter 2 for an outcome, by true type. -/
def uVoter2 : Outcome → Ty → Nat
  | .a, .a_over_b_over_c => 2
  | .a, .a_over_c_over_b => 2
  | .a, .b_over_a_over_c => 1
  | .a, .b_over_c_over_a => 0
  | .a, .c_over_a_over_b => 1
  | .a, .c_over_b_over_a => 0
  | .b, .a_over_b_over_c => 1
  | .b, .a_over_c_over_b => 0
  | .b, .b_over_a_over_c => 2
  | .b, .b_over_c_over_a => 2
  | .b, .c_over_a_over_b => 0
  | .b, .c_over_b_over_a => 1
  | .c, .a_over_b_over_c => 0
  | .c, .a_over_c_over_b => 1
  | .c, .b_over_a_over_c => 0
  | .c, .b_over_c_over_a => 1
  | .c, .c_over_a_over_b => 2
  | .c, .c_over_b_over_a => 2

/-- The outcome map, by the reports of voter 1, voter 2. -/
def outcome : Ty → Ty → Outcome
  | .a_over_b_over_c, .a_over_b_over_c => .a
  | .a_over_b_over_c, .a_over_c_over_b => .a
  | .a_over_b_over_c, .b_over_a_over_c => .a
  | .a_over_b_over_c, .b_over_c_over_a => .b
  | .a_over_b_over_c, .c_over_a_over_b => .a
  | .a_over_b_over_c, .c_over_b_over_a => .a
  | .a_over_c_over_b, .a_over_b_over_c => .a
  | .a_over_c_over_b, .a_over_c_over_b => .a
  | .a_over_c_over_b, .b_over_a_over_c => .a
  | .a_over_c_over_b, .b_over_c_over_a => .a
  | .a_over_c_over_b, .c_over_a_over_b => .a
  | .a_over_c_over_b, .c_over_b_over_a => .c
  | .b_over_a_over_c, .a_over_b_over_c => .a
  | .b_over_a_over_c, .a_over_c_over_b => .a
  | .b_over_a_over_c, .b_over_a_over_c => .b
  | .b_over_a_over_c, .b_over_c_over_a => .b
  | .b_over_a_over_c, .c_over_a_over_b => .a
  | .b_over_a_over_c, .c_over_b_over_a => .b
  | .b_over_c_over_a, .a_over_b_over_c => .b
  | .b_over_c_over_a, .a_over_c_over_b => .a
  | .b_over_c_over_a, .b_over_a_over_c => .b
  | .b_over_c_over_a, .b_over_c_over_a => .b
  | .b_over_c_over_a, .c_over_a_over_b => .c
  | .b_over_c_over_a, .c_over_b_over_a => .b
  | .c_over_a_over_b, .a_over_b_over_c => .a
  | .c_over_a_over_b, .a_over_c_over_b => .a
  | .c_over_a_over_b, .b_over_a_over_c => .a
  | .c_over_a_over_b, .b_over_c_over_a => .c
  | .c_over_a_over_b, .c_over_a_over_b => .c
  | .c_over_a_over_b, .c_over_b_over_a => .c
  | .c_over_b_over_a, .a_over_b_over_c => .a
  | .c_over_b_over_a, .a_over_c_over_b => .c
  | .c_over_b_over_a, .b_over_a_over_c => .b
  | .c_over_b_over_a, .b_over_c_over_a => .b
  | .c_over_b_over_a, .c_over_a_over_b => .c
  | .c_over_b_over_a, .c_over_b_over_a => .c

/-- It is false that: Weak truthful-report dominance: for every true type of voter 1 and every
report of voter 2, reporting the true type gives voter 1 at least as much as every other report; and
for every true type of voter 2 and every report of voter 1, reporting the true type gives voter 2 at
least as much as every other report. -/
theorem not_truth_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uVoter1 (outcome r1 r2) t1 ≤ uVoter1 (outcome t1 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uVoter2 (outcome r1 r2) t2 ≤ uVoter2 (outcome r1 t2) t2)) :=
  fun h => absurd (h.1 .a_over_b_over_c .a_over_c_over_b .b_over_c_over_a) (by decide)

/-- It is false that: Weak truthful-report dominance: for every true type of voter 1 and every
report of voter 2, reporting the true type gives voter 1 at least as much as every other report. -/
theorem not_truth_weakly_dominant_for_voter_1 :
    ¬ (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uVoter1 (outcome r1 r2) t1 ≤ uVoter1 (outcome t1 r2) t1) :=
  fun h => absurd (h .a_over_b_over_c .a_over_c_over_b .b_over_c_over_a) (by decide)

/-- It is false that: Weak truthful-report dominance: for every true type of voter 2 and every
report of voter 1, reporting the true type gives voter 2 at least as much as every other report. -/
theorem not_truth_weakly_dominant_for_voter_2 :
    ¬ (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uVoter2 (outcome r1 r2) t2 ≤ uVoter2 (outcome r1 t2) t2) :=
  fun h => absurd (h .a_over_b_over_c .a_over_c_over_b .b_over_c_over_a) (by decide)

/-- It is false that: Weak action dominance: for every true type of voter 1 and every report of
voter 2, reporting a>b>c gives voter 1 at least as much as every other report; and for every true
type of voter 2 and every report of voter 1, reporting a>b>c gives voter 2 at least as much as every
other report. -/
theorem not_report_a_b_c_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uVoter1 (outcome r1 r2) t1 ≤ uVoter1 (outcome Ty.a_over_b_over_c r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uVoter2 (outcome r1 r2) t2 ≤ uVoter2 (outcome r1 Ty.a_over_b_over_c) t2)) :=
  fun h => absurd (h.1 .a_over_b_over_c .a_over_c_over_b .b_over_c_over_a) (by decide)

/-- When voter 1 has type a>b>c and voter 2 has type b>c>a, the social welfare of b is at least that
of every outcome. -/
theorem winner_optimal_at_abc_bca :
    ∀ (o : Outcome), uVoter1 o Ty.a_over_b_over_c + uVoter2 o Ty.b_over_c_over_a ≤ uVoter1 Outcome.b Ty.a_over_b_over_c + uVoter2 Outcome.b Ty.b_over_c_over_a :=
  by decide +kernel

/-- It is false that: When voter 1 has type a>b>c and voter 2 has type b>c>a, the social welfare of
a is at least that of every outcome. -/
theorem not_loser_optimal_at_abc_bca :
    ¬ (∀ (o : Outcome), uVoter1 o Ty.a_over_b_over_c + uVoter2 o Ty.b_over_c_over_a ≤ uVoter1 Outcome.a Ty.a_over_b_over_c + uVoter2 Outcome.a Ty.b_over_c_over_a) :=
  fun h => absurd (h .b) (by decide)

end Mechanisms.Borda
