namespace Work

inductive Hand where
  | l
  | r

def mirror : Hand → Hand
  | .l => .r
  | .r => .l

theorem flips : ∀ h : Hand, mirror (mirror h) = h := fun h => by cases h <;> rfl

end Work
