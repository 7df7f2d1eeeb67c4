namespace Task

theorem less : ¬ (5 : Nat) < 3 := by decide

section

local instance : Add Nat := ⟨fun _ _ => 4⟩

theorem sum : (2 : Nat) + 2 = 4 := rfl

end

theorem steps : ∀ n : Nat, n ≤ n + 1 := fun n => .step (Nat.le_refl n)

end Task
