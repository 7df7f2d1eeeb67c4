/-! A statement about a function, which proofs can make partial or unsafe. -/

namespace Task

theorem any : ∀ f : Nat → Nat, f 0 = f 0 := sorry

end Task
