namespace Task

inductive Color where
  | red
  | green
  | blue
  deriving DecidableEq

def weight : Color → Nat
  | .red => 1
  | .green => 2
  | .blue => 3

def bonus (c : Color) : Nat := weight c + 1

def score (c : Color) : Nat := bonus c + weight c

def limit : Nat := 7

theorem bounded : ∀ c : Color, score c ≤ limit := fun c => by cases c <;> decide

theorem distinct : Color.red ≠ Color.blue := by decide

end Task
