namespace Task

structure Witness where
  value : Nat
  is_two : value = 2
  is_three : value = 3

def witness : Witness := sorry

theorem main : (2 : Nat) = 3 := witness.is_two.symm.trans witness.is_three

end Task
