/-! A false statement: whoever "proves" it has found a way round the checker. -/

namespace Task

theorem main : (2 : Nat) = 3 := sorry

end Task
