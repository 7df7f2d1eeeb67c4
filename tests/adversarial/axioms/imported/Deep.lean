axiom Deep.fact : (2 : Nat) = 3
