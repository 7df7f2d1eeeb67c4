namespace Task

structure Box where
  inside : Nat

instance (n : Nat) : CoeT Nat n Box := ⟨⟨n⟩⟩

def unpack (b : Box) : Nat := b.inside

instance (priority := 2000) (n : Nat) : CoeT Nat n Box := ⟨⟨0⟩⟩

theorem boxed : ∀ n : Nat, unpack n = 0 := fun _ => rfl

end Task
