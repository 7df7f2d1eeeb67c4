namespace Task

/-- Three colours. -/
inductive Color where
  | red
  | green
  | blue
  deriving DecidableEq

@[inline] def weight : Color → Nat
  | .red => 1
  | .green => 2
  | .blue => 3

@[reducible] def bonus (c : Color) : Nat := weight c + 1

def score (c : Color) : Nat := bonus c + weight c

/-- Seven. -/
def limit : Nat := 7

/-- A bound. -/
theorem bounded : ∀ c : Color, score c ≤ limit := fun c => by cases c <;> decide

theorem distinct : Color.red ≠ Color.blue := by decide

end Task
