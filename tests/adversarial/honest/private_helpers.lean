namespace Task

private def twice (n : Nat) : Nat := n + n

private inductive Way where
  | up

private def climb : Way → Nat → Nat
  | .up, n => twice n

def four (n : Nat) : Nat := climb .up (twice n)

theorem fours : four 2 = 8 := rfl

end Task
