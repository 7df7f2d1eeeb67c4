import Deep

theorem Between.fact : (2 : Nat) = 3 := Deep.fact
