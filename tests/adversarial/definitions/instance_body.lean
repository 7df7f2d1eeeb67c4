namespace Task

structure Pair where
  left : Nat
  right : Nat

def length : List Nat → Nat
  | [] => 0
  | _ :: rest => length rest + 1

inductive Level where
  | low
  | high

def Level.below : Level → Level → Prop
  | .low, .high => True
  | _, _ => False

instance : LT Level := ⟨fun _ _ => True⟩

theorem lefts : (Pair.mk 1 2).left = 1 := rfl

theorem three : length [7, 8, 9] = 3 := rfl

theorem upward : Level.low < Level.high := trivial

end Task
