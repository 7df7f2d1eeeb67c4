namespace Task

local instance : OfNat Nat 2 := ⟨nat_lit 3⟩

theorem main : (2 : Nat) = 3 := rfl

end Task
