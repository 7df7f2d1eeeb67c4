/- theorem Task.main : (2 : Nat) = 3 := by decide -/

-- theorem Task.main : (2 : Nat) = 3 := by decide
