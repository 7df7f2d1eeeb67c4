namespace Task

notation "two" => 3

theorem main : two = (3 : Nat) := rfl

end Task
