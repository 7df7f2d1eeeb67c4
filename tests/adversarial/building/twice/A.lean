theorem Task.any (f : Nat → Nat) : f 0 = f 0 := rfl
