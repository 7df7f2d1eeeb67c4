theorem Task.main : (2 : Nat) = 3 := sorry
