import Mechanisms.TwoAgent

/-! A motion passes if both vote for it: voting one's mind is weakly dominant, and not strictly. -/

namespace Unanimity

open Mechanisms

/-- What an agent thinks, and what it votes. -/
inductive View where
  | inFavour
  | against
  deriving DecidableEq

/-- What becomes of the motion. -/
inductive Result where
  | passed
  | rejected
  deriving DecidableEq

/-- Both views, each once. -/
instance : Enumeration View where
  fold f init := f .inFavour (f .against init)
  fold_eq _ _ := rfl
  once | .inFavour => rfl | .against => rfl

/-- The utility of either agent: one if the motion ends as it thinks right. -/
def u : Result → View → Nat
  | .passed, .inFavour => 1
  | .passed, .against => 0
  | .rejected, .inFavour => 0
  | .rejected, .against => 1

/-- The motion passes if both are in favour. -/
def decide : View → View → Result
  | .inFavour, .inFavour => .passed
  | _, _ => .rejected

/-- Voting one's mind is weakly dominant for both. -/
theorem truthful :
    WeakTruthfulDominant u decide ∧ WeakTruthfulDominant u (swap decide) := by decide

/-- It is not strictly dominant: against a vote against, no vote changes anything. -/
theorem not_strictly_truthful :
    ¬ (StrictTruthfulDominant u decide ∧ StrictTruthfulDominant u (swap decide)) := by decide

end Unanimity
