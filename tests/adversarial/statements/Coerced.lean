/-! A false statement with a coercion in it. -/

namespace Task

structure Box where
  inside : Nat

instance (n : Nat) : CoeT Nat n Box := ⟨⟨n⟩⟩

def unpack (b : Box) : Nat := b.inside

theorem boxed : ∀ n : Nat, unpack n = 0 := sorry

end Task
