namespace Task

inductive Color where
  | red
  | green
  | blue (n : Nat)

def weight : Color → Nat
  | .red => 1
  | .green => 2
  | .blue _ => 3

def bonus (c : Color) : Nat := weight c + 1

def score (c : Color) : Nat := bonus c + weight c

def limit : Nat := 7

theorem bounded : ∀ c : Color, score c ≤ limit
  | .red => by decide
  | .green => by decide
  | .blue _ => Nat.le_refl 7

theorem distinct : Color.red ≠ Color.blue 0 := fun h => Color.noConfusion h

end Task
