namespace Task

theorem less : Not (LT.lt (5 : Nat) (3 : Nat)) := fun h => absurd h (by decide)

theorem sum : Eq (HAdd.hAdd 2 2) (4 : Nat) := by decide

theorem steps (n : Nat) : n ≤ n + 1 := by
  induction n with
  | zero => exact .step .refl
  | succ n _ => exact .step .refl

end Task
