namespace Task

def holds (p : Prop) [Decidable p] : Bool := decide p

private axiom lie : (2 : Nat) = 3

local instance : Decidable ((2 : Nat) = 3) := .isTrue lie

theorem decided : holds ((2 : Nat) = 3) = true := rfl

theorem compared : ((2 : Nat) == 3) = false := rfl

end Task
