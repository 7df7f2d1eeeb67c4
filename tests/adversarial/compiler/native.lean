opaque Lean.reduceBool (b : Bool) : Bool := b

axiom Lean.ofReduceBool (a b : Bool) (h : Lean.reduceBool a = b) : a = b

namespace Task

def truth : Bool := true

@[implemented_by truth] def lie : Bool := false

axiom computed : Lean.reduceBool lie = true

theorem main : (2 : Nat) = 3 := absurd (Lean.ofReduceBool lie true computed) (by decide)

end Task
