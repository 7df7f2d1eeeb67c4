/-!
# The operations the kernel computes by name

The kernel evaluates fourteen operations on closed natural numbers by machine arithmetic and never looks
at their definitions; on variables it unfolds the definitions. Where the two disagree `False` has a proof.
For each operation this file states

* what its definition says, with variables, so that only the definition can be used (`add_def`, …), by
  a copy that the kernel does not know by name;
* that the copy and machine arithmetic agree on a grid of arguments (`add_agrees`, …).

Over `Init.lean` every line is accepted. A change there that breaks an agreement is rejected here.
-/

namespace SelfCheck

/-- The test `p` holds of all numbers below the bound. -/
def below : Nat → (Nat → Bool) → Bool
  | .zero, _ => true
  | .succ n, p => p n && below n p

/-- The two operations agree on all pairs of numbers below 12 and on some larger ones. -/
def agree (f g : Nat → Nat → Nat) : Bool :=
  below 12 (fun a => below 12 fun b => Nat.beq (f a b) (g a b)) &&
    below 3 fun a => below 3 fun b => Nat.beq (f (a + 61) (b + 30)) (g (a + 61) (b + 30))

/-- The two tests agree on all pairs of numbers below 12. -/
def agreeTest (f g : Nat → Nat → Bool) : Bool :=
  below 12 fun a => below 12 fun b => cond (f a b) (g a b) (!g a b)

/-! ### Equality and order, which the comparisons below use -/

/-- A copy of `Nat.beq`. -/
def beq : Nat → Nat → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ a, .succ b => beq a b

theorem beq_def : ∀ a b, Nat.beq a b = beq a b
  | .zero, .zero => rfl
  | .zero, .succ _ => rfl
  | .succ _, .zero => rfl
  | .succ a, .succ b => beq_def a b

theorem beq_agrees : agreeTest Nat.beq beq = true := by decide +kernel

/-- A copy of `Nat.ble`. -/
def ble : Nat → Nat → Bool
  | .zero, _ => true
  | .succ _, .zero => false
  | .succ a, .succ b => ble a b

theorem ble_def : ∀ a b, Nat.ble a b = ble a b
  | .zero, .zero => rfl
  | .zero, .succ _ => rfl
  | .succ _, .zero => rfl
  | .succ a, .succ b => ble_def a b

theorem ble_agrees : agreeTest Nat.ble ble = true := by decide +kernel

/-! ### Arithmetic -/

/-- A copy of `Nat.add`. -/
def add (a : Nat) : Nat → Nat
  | .zero => a
  | .succ b => .succ (add a b)

theorem add_def (a : Nat) : ∀ b, Nat.add a b = add a b
  | .zero => rfl
  | .succ b => congrArg Nat.succ (add_def a b)

theorem add_agrees : agree Nat.add add = true := by decide +kernel

/-- A copy of `Nat.sub`. -/
def sub (a : Nat) : Nat → Nat
  | .zero => a
  | .succ b => .pred (sub a b)

theorem sub_def (a : Nat) : ∀ b, Nat.sub a b = sub a b
  | .zero => rfl
  | .succ b => congrArg Nat.pred (sub_def a b)

theorem sub_agrees : agree Nat.sub sub = true := by decide +kernel

/-- A copy of `Nat.mul`. -/
def mul (a : Nat) : Nat → Nat
  | .zero => .zero
  | .succ b => Nat.add (mul a b) a

theorem mul_def (a : Nat) : ∀ b, Nat.mul a b = mul a b
  | .zero => rfl
  | .succ b => congrArg (fun k => Nat.add k a) (mul_def a b)

theorem mul_agrees : agree Nat.mul mul = true := by decide +kernel

/-- A copy of `Nat.pow`. -/
def pow (a : Nat) : Nat → Nat
  | .zero => 1
  | .succ b => Nat.mul (pow a b) a

theorem pow_def (a : Nat) : ∀ b, Nat.pow a b = pow a b
  | .zero => rfl
  | .succ b => congrArg (fun k => Nat.mul k a) (pow_def a b)

theorem pow_agrees : agree Nat.pow pow = true := by decide +kernel

/-! ### Division -/

theorem div_def : ∀ a b, Nat.div a b = Nat.divFuel b a a := fun _ _ => rfl
theorem div_agrees : agree Nat.div (fun a b => Nat.divFuel b a a) = true := by decide +kernel

theorem mod_def : ∀ a b, Nat.mod a b = Nat.modFuel b a a := fun _ _ => rfl
theorem mod_agrees : agree Nat.mod (fun a b => Nat.modFuel b a a) = true := by decide +kernel

theorem gcd_def : ∀ a b, Nat.gcd a b = Nat.gcdFuel a a b := fun _ _ => rfl
theorem gcd_agrees : agree Nat.gcd (fun a b => Nat.gcdFuel a a b) = true := by decide +kernel

/-! ### Bits

The kernel unfolds `Nat.log2`; some other checkers of Lean proofs compute it by name. -/

theorem log2_values : Nat.log2 0 = 0 ∧ Nat.log2 1 = 0 ∧ Nat.log2 37 = 5 ∧ Nat.log2 64 = 6 := by
  decide +kernel

theorem land_def : ∀ a b, Nat.land a b = Nat.bitwise and a b := fun _ _ => rfl
theorem land_agrees : agree Nat.land (Nat.bitwise and) = true := by decide +kernel

theorem lor_def : ∀ a b, Nat.lor a b = Nat.bitwise or a b := fun _ _ => rfl
theorem lor_agrees : agree Nat.lor (Nat.bitwise or) = true := by decide +kernel

/-- Exactly one of the two. -/
def either (a b : Bool) : Bool := cond a (!b) b

theorem xor_def : ∀ a b, Nat.xor a b = Nat.bitwise either a b := fun _ _ => rfl
theorem xor_agrees : agree Nat.xor (Nat.bitwise either) = true := by decide +kernel

/-- A copy of `Nat.shiftLeft`. -/
def shiftLeft : Nat → Nat → Nat
  | a, .zero => a
  | a, .succ b => shiftLeft (Nat.mul 2 a) b

theorem shiftLeft_def : ∀ a b, Nat.shiftLeft a b = shiftLeft a b
  | _, .zero => rfl
  | a, .succ b => shiftLeft_def (Nat.mul 2 a) b

theorem shiftLeft_agrees : agree Nat.shiftLeft shiftLeft = true := by decide +kernel

/-- A copy of `Nat.shiftRight`. -/
def shiftRight (a : Nat) : Nat → Nat
  | .zero => a
  | .succ b => Nat.div (shiftRight a b) 2

theorem shiftRight_def (a : Nat) : ∀ b, Nat.shiftRight a b = shiftRight a b
  | .zero => rfl
  | .succ b => congrArg (fun k => Nat.div k 2) (shiftRight_def a b)

theorem shiftRight_agrees : agree Nat.shiftRight shiftRight = true := by decide +kernel

/-! ### Literals -/

theorem string_literal : "ab" = String.ofList [Char.ofNat 97, Char.ofNat 98] := rfl
theorem nat_literal : nat_lit 3 = Nat.succ (Nat.succ (Nat.succ Nat.zero)) := rfl

end SelfCheck
