/-! Statements about a decision, a coercion, equality tests. -/

namespace Task

def holds (p : Prop) [Decidable p] : Bool := decide p

theorem decided : holds ((2 : Nat) = 3) = true := sorry

theorem compared : ((2 : Nat) == 3) = true := sorry

end Task
