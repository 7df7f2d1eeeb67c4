namespace Task

theorem reach : ∀ n : Nat, ∃ m : Nat, n < m := fun n => ⟨n + 1, Nat.le_refl (n + 1)⟩

end Task
