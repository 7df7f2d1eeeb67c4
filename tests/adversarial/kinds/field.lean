structure Task : Type where
  main : (2 : Nat) = 3
