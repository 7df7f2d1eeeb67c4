namespace Task

theorem less : ¬ (5 : Nat) < 3 := by decide

theorem sum : ((2 : Nat) + (2 : Nat) : Nat) = (4 : Nat) := by
  have h : 4 = 4 := rfl
  show 4 = 4
  exact h

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun n => .step (Nat.le_refl n)

end Task
