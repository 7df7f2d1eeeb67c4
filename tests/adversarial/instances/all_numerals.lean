namespace Task

instance (priority := 2000) zero (n : Nat) : OfNat Nat n := ⟨.zero⟩

theorem main : (2 : Nat) = 3 := rfl

end Task
