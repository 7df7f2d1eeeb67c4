namespace Task

class Less (α : Type) where
  lt : α → α → Prop

instance : Less Nat := ⟨fun _ _ => True⟩

theorem named : Less.lt 5 3 := trivial

end Task
