namespace Task

section Types

inductive Color where
  | red
  | green
  | blue
  deriving DecidableEq

end Types

section Values

variable (c : Color)

def weight : Color → Nat
  | .red => 1
  | .green => 2
  | .blue => 3

def bonus : Nat := weight c + 1

def score : Nat := bonus c + weight c

def limit : Nat := 7

end Values

end Task

open Task in
theorem Task.bounded : ∀ c : Color, score c ≤ limit := fun c => by cases c <;> decide

theorem Task.distinct : Task.Color.red ≠ Task.Color.blue := by decide
