def Shared.holds (_ : Nat → Prop) (_ : Nat) : Prop := True
