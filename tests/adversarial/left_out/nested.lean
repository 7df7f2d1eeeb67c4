namespace Task

structure Three where
  value : Nat
  is_three : value = 3

def two : Three := ⟨2, by
  have hole : (2 : Nat) = 3 := by sorry
  exact hole⟩

theorem main : (2 : Nat) = 3 := two.is_three

end Task
