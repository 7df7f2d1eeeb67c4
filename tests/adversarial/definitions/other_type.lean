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

def bonus (c : Color) (extra : Nat := 1) : Nat := weight c + extra

def score (c : Color) : Nat := bonus c 0 + weight c

def limit : Nat := 7

theorem bounded : ∀ c : Color, score c ≤ limit := fun c => by cases c <;> decide

theorem distinct : Color.red ≠ Color.blue := by decide

end Task
