namespace Task

inductive Color where
  | red
  | green
  | blue
  deriving DecidableEq

def weight : (shade : Color) → Nat
  | .red => 1
  | .green => 2
  | .blue => 3

def bonus (shade : Color) : Nat := weight shade + 1

def score (x : Color) : Nat := bonus x + weight x

def limit : Nat := 7

theorem bounded {shade : Color} : score shade ≤ limit := by cases shade <;> decide

theorem distinct : Color.red ≠ Color.blue := by decide

end Task
