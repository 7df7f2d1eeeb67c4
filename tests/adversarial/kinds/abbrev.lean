namespace Task

private axiom fact : (2 : Nat) = 3

abbrev main : (2 : Nat) = 3 := fact

end Task
