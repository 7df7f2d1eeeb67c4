/-! A false statement with a connective by its name. -/

namespace Task

theorem negated : Not (2 = 2) := sorry

end Task
