/-! A definition over private ones: their full names have the module in them. -/

namespace Task

private inductive Way where
  | up

private def twice (n : Nat) : Nat := n + n

private def climb : Way → Nat → Nat
  | .up, n => twice n

def four (n : Nat) : Nat := climb .up (twice n)

theorem fours : four 2 = 8 := sorry

end Task
