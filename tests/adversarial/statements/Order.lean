/-! Statements whose meaning hangs on what `<`, `≤`, `+` and numerals stand for. -/

namespace Task

theorem less : ¬ (5 : Nat) < 3 := sorry

theorem sum : (2 : Nat) + 2 = 4 := sorry

theorem steps : ∀ n : Nat, n ≤ n + 1 := sorry

end Task
