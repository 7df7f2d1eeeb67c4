axiom myaxiom : (2 : Nat) = 3

theorem Task.main : (2 : Nat) = 3 := myaxiom
