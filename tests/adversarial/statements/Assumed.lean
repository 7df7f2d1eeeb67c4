/- The statements bring an axiom, which proofs may then use; and they import what they share. -/

import Shared

namespace Task

axiom pick : (Nat → Prop) → Nat

axiom pick_spec : ∀ p : Nat → Prop, (∃ n, p n) → p (pick p)

theorem chosen : ∀ p : Nat → Prop, (∃ n, p n) → ∃ n, Shared.holds p n := sorry

end Task
