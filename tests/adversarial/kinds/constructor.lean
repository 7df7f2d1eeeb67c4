inductive Task : Prop where
  | main : (2 : Nat) = 3 → Task
