import Types

namespace Task

def weight : Color → Nat
  | .red => 1
  | .green => 2
  | .blue => 3

def bonus (c : Color) : Nat := weight c + 1

def score (c : Color) : Nat := bonus c + weight c

def limit : Nat := 7

end Task
