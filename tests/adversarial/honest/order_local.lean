namespace Task

structure Wrapped where
  inside : Nat

instance : LT Wrapped := ⟨fun a b => a.inside < b.inside⟩

instance : Add Wrapped := ⟨fun a b => ⟨a.inside + b.inside⟩⟩

instance (n : Nat) : OfNat Wrapped n := ⟨⟨n⟩⟩

theorem less : ¬ (5 : Nat) < 3 := by decide

theorem sum : (2 : Nat) + 2 = 4 := rfl

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun n => .step (Nat.le_refl n)

end Task
