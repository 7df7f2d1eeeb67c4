/-! A false statement with the standard relation by its name. -/

namespace Task

theorem named : Nat.lt 5 3 := sorry

end Task
