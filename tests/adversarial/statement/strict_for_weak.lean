namespace Task

theorem less : ¬ (5 : Nat) < 3 := by decide

theorem sum : (2 : Nat) + 2 = 4 := rfl

theorem steps : ∀ n : Nat, n ≤ n := fun n => Nat.le_refl n

end Task
