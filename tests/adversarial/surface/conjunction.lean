namespace Task

theorem less : ¬ (5 : Nat) < 3 ∨ (5 : Nat) < 3 := Or.inl (by decide)

theorem sum : (2 : Nat) + 2 = 4 := rfl

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun n => .step (Nat.le_refl n)

end Task
