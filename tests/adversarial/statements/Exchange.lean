/-! A statement in which the order of the quantifiers is everything (and which is false). -/

namespace Task

theorem reach : ∃ m : Nat, ∀ n : Nat, n < m := sorry

end Task
