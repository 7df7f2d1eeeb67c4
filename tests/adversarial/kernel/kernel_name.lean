def Nat.gcd (_ _ : Nat) : Nat := 0

theorem zero (a b : Nat) : Nat.gcd a b = 0 := rfl

theorem Task.main : (2 : Nat) = 3 := absurd (zero 4 6) (by decide)
