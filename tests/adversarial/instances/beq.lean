namespace Task

def holds (p : Prop) [Decidable p] : Bool := decide p

local instance : BEq Nat := ⟨fun _ _ => true⟩

theorem decided : holds ((2 : Nat) = 3) = false := rfl

theorem compared : ((2 : Nat) == 3) = true := rfl

end Task
