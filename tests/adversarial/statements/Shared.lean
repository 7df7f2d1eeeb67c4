/-! Definitions that statements and targets import. -/

def Shared.holds (p : Nat → Prop) (n : Nat) : Prop := p n
