import A

theorem Other.main : (2 : Nat) = 3 := Task.main
