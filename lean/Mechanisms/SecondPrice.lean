import Mechanisms.Finite

/-!
# Second-price sealed-bid auction, two bidders

One object, two bidders who value it at 0, 1 or 2 and bid 0, 1 or 2. The higher bid wins and pays
the lower one; a tie goes to bidder 1. An outcome is the winner and the price. Utility is value
minus price for the winner and 0 for the other; the seller is not an agent, so that welfare here is
the bidders' surplus.

## References

* W. Vickrey. Counterspeculation, Auctions, and Competitive Sealed Tenders. Journal of Finance 16(1), 8-37, 1961.
-/

namespace Mechanisms.SecondPrice

open Mechanisms

/-- The outcomes. -/
inductive Outcome where
  | x_1_pays_0
  | x_1_pays_1
  | x_1_pays_2
  | x_2_pays_0
  | x_2_pays_1
  | x_2_pays_2
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Outcome where
  fold f init := f .x_1_pays_0 (f .x_1_pays_1 (f .x_1_pays_2 (f .x_2_pays_0 (f .x_2_pays_1 (f .x_2_pays_2 init)))))
  fold_eq _ _ := rfl
  once
    | .x_1_pays_0 => rfl
    | .x_1_pays_1 => rfl
    | .x_1_pays_2 => rfl
    | .x_2_pays_0 => rfl
    | .x_2_pays_1 => rfl
    | .x_2_pays_2 => rfl

/-- The types of bidder 1. -/
inductive Ty where
  | x_0
  | x_1
  | x_2
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ty where
  fold f init := f .x_0 (f .x_1 (f .x_2 init))
  fold_eq _ _ := rfl
  once | .x_0 => rfl | .x_1 => rfl | .x_2 => rfl

/-- The utility of bidder 1 for an outcome, by true type. -/
def uBidder1 : Outcome → Ty → Int
  | .x_1_pays_0, .x_0 => 0
  | .x_1_pays_0, .x_1 => 1
  | .x_1_pays_0, .x_2 => 2
  | .x_1_pays_1, .x_0 => -1
  | .x_1_pays_1, .x_1 => 0
  | .x_1_pays_1, .x_2 => 1
  | .x_1_pays_2, .x_0 => -2
  | .x_1_pays_2, .x_1 => -1
  | .x_1_pays_2, .x_2 => 0
  | .x_2_pays_0, .x_0 => 0
  | .x_2_pays_0, .x_1 => 0
  | .x_2_pays_0, .x_2 => 0
  | .x_2_pays_1, .x_0 => 0
  | .x_2_pays_1, .x_1 => 0
  | .x_2_pays_1, .x_2 => 0
  | .x_2_pays_2, .x_0 => 0
  | .x_2_pays_2, .x_1 => 0
  | .x_2_pays_2, .x_2 => 0

/-- The utility of bidder 2 for an outcome, by true type. -/
def uBidder2 : Outcome → Ty → Int
  | .x_1_pays_0, .x_0 => 0
  | .x_1_pays_0, .x_1 => 0
  | .x_1_pays_0, .x_2 => 0
  | .x_1_pays_1, .x_0 => 0
  | .x_1_pays_1, .x_1 => 0
  | .x_1_pays_1, .x_2 => 0
  | .x_1_pays_2, .x_0 => 0
  | .x_1_pays_2, .x_1 => 0
  | .x_1_pays_2, .x_2 => 0
  | .x_2_pays_0, .x_0 => 0
  | .x_2_pays_0, .x_1 => 1
  | .x_2_pays_0, .x_2 => 2
  | .x_2_pays_1, .x_0 => -1
  | .x_2_pays_1, .x_1 => 0
  | .x_2_pays_1, .x_2 => 1
  | .x_2_pays_2, .x_0 => -2
  | .x_2_pays_2, .x_1 => -1
  | .x_2_pays_2, .x_2 => 0

/-- The outcome map, by the reports of bidder 1, bidder 2. -/
def outcome : Ty → Ty → Outcome
  | .x_0, .x_0 => .x_1_pays_0
  | .x_0, .x_1 => .x_2_pays_0
  | .x_0, .x_2 => .x_2_pays_0
  | .x_1, .x_0 => .x_1_pays_0
  | .x_1, .x_1 => .x_1_pays_1
  | .x_1, .x_2 => .x_2_pays_1
  | .x_2, .x_0 => .x_1_pays_0
  | .x_2, .x_1 => .x_1_pays_1
  | .x_2, .x_2 => .x_1_pays_2

/-- Weak truthful-report dominance: for every true type of bidder 1 and every report of bidder 2,
reporting the true type gives bidder 1 at least as much as every other report; and for every true
type of bidder 2 and every report of bidder 1, reporting the true type gives bidder 2 at least as
much as every other report. -/
theorem truth_weakly_dominant :
    (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uBidder1 (outcome r1 r2) t1 ≤ uBidder1 (outcome t1 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uBidder2 (outcome r1 r2) t2 ≤ uBidder2 (outcome r1 t2) t2) :=
  by decide +kernel

/-- It is false that: Strict truthful-report dominance: for every true type of bidder 1 and every
report of bidder 2, reporting the true type gives bidder 1 strictly more than every other report;
and for every true type of bidder 2 and every report of bidder 1, reporting the true type gives
bidder 2 strictly more than every other report. -/
theorem not_truth_strictly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), (¬ r1 = t1) → uBidder1 (outcome r1 r2) t1 < uBidder1 (outcome t1 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), (¬ r2 = t2) → uBidder2 (outcome r1 r2) t2 < uBidder2 (outcome r1 t2) t2)) :=
  fun h => absurd ((h.1 .x_0 .x_1 .x_0) (by decide)) (by decide)

/-- It is false that: Weak action dominance: for every true type of bidder 1 and every report of
bidder 2, reporting 0 gives bidder 1 at least as much as every other report; and for every true type
of bidder 2 and every report of bidder 1, reporting 0 gives bidder 2 at least as much as every other
report. -/
theorem not_bid_0_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uBidder1 (outcome r1 r2) t1 ≤ uBidder1 (outcome Ty.x_0 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uBidder2 (outcome r1 r2) t2 ≤ uBidder2 (outcome r1 Ty.x_0) t2)) :=
  fun h => absurd (h.1 .x_2 .x_1 .x_1) (by decide)

/-- It is false that: Weak action dominance: for every true type of bidder 1 and every report of
bidder 2, reporting 2 gives bidder 1 at least as much as every other report; and for every true type
of bidder 2 and every report of bidder 1, reporting 2 gives bidder 2 at least as much as every other
report. -/
theorem not_bid_2_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty), uBidder1 (outcome r1 r2) t1 ≤ uBidder1 (outcome Ty.x_2 r2) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty), uBidder2 (outcome r1 r2) t2 ≤ uBidder2 (outcome r1 Ty.x_2) t2)) :=
  fun h => absurd (h.1 .x_0 .x_0 .x_1) (by decide)

/-- Social welfare (the sum of utilities) when bidder 1 has type 2 and bidder 2 has type 0 is 2 for
1 pays 0, 1 for 1 pays 1, 0 for 1 pays 2, 0 for 2 pays 0, -1 for 2 pays 1 and -2 for 2 pays 2. -/
theorem surplus_goes_to_the_winner_at_2_0 :
    uBidder1 Outcome.x_1_pays_0 Ty.x_2 + uBidder2 Outcome.x_1_pays_0 Ty.x_0 = 2 ∧
    uBidder1 Outcome.x_1_pays_1 Ty.x_2 + uBidder2 Outcome.x_1_pays_1 Ty.x_0 = 1 ∧
    uBidder1 Outcome.x_1_pays_2 Ty.x_2 + uBidder2 Outcome.x_1_pays_2 Ty.x_0 = 0 ∧
    uBidder1 Outcome.x_2_pays_0 Ty.x_2 + uBidder2 Outcome.x_2_pays_0 Ty.x_0 = 0 ∧
    uBidder1 Outcome.x_2_pays_1 Ty.x_2 + uBidder2 Outcome.x_2_pays_1 Ty.x_0 = -1 ∧
    uBidder1 Outcome.x_2_pays_2 Ty.x_2 + uBidder2 Outcome.x_2_pays_2 Ty.x_0 = -2 :=
  by decide +kernel

end Mechanisms.SecondPrice
