/-!
# Natural numbers

A few facts on natural numbers that comparing figures needs: order, and what adding and multiplying do to
it. They are proved from the definitions, so that nothing is used that one `Init` has and another lacks.

## Main results

* `Mechanisms.lt_trichotomy`: of two numbers one is smaller, or they are the same.
* `Mechanisms.add_lt_add`, `Mechanisms.mul_lt_mul`: adding the same number, or multiplying by the same
  positive one, is strictly increasing.
* `Mechanisms.mul_right_comm`: the order of two factors does not matter.
-/

namespace Mechanisms

/-- No number is smaller than itself. -/
theorem lt_irrefl : (x : Nat) → ¬ x < x
  | 0, h => Nat.not_succ_le_zero 0 h
  | x + 1, h => lt_irrefl x (Nat.le_of_succ_le_succ h)

/-- Of two numbers at most one is smaller than the other. -/
theorem lt_asymm {x y : Nat} (h : x < y) : ¬ y < x := fun k =>
  lt_irrefl x (Nat.le_trans h (Nat.le_trans (Nat.le.step Nat.le.refl) k))

/-- Of two numbers one is smaller, or they are the same. -/
theorem lt_trichotomy : (x y : Nat) → x < y ∨ x = y ∨ y < x
  | 0, 0 => .inr (.inl rfl)
  | 0, y + 1 => .inl (Nat.succ_le_succ (Nat.zero_le y))
  | x + 1, 0 => .inr (.inr (Nat.succ_le_succ (Nat.zero_le x)))
  | x + 1, y + 1 =>
    match lt_trichotomy x y with
    | .inl h => .inl (Nat.succ_le_succ h)
    | .inr (.inl h) => .inr (.inl (congrArg Nat.succ h))
    | .inr (.inr h) => .inr (.inr (Nat.succ_le_succ h))

/-! ### Sums -/

/-- A larger number to the left makes the sum larger. -/
theorem add_le_add_right {x y : Nat} (h : x ≤ y) : (k : Nat) → x + k ≤ y + k
  | 0 => h
  | k + 1 => Nat.succ_le_succ (add_le_add_right h k)

/-- A larger number to the right makes the sum larger. -/
theorem add_le_add_left (k : Nat) : {x y : Nat} → x ≤ y → k + x ≤ k + y
  | _, _, .refl => Nat.le.refl
  | _, _, .step h => Nat.le.step (add_le_add_left k h)

/-- Adding the same number keeps two numbers in their order. -/
theorem add_lt_add (k : Nat) {x y : Nat} (h : x < y) : x + k < y + k :=
  match k with
  | 0 => h
  | k + 1 => Nat.succ_le_succ (add_lt_add k h)

/-- Zero to the left changes nothing. -/
theorem zero_add : (x : Nat) → 0 + x = x
  | 0 => rfl
  | x + 1 => congrArg Nat.succ (zero_add x)

/-- One more to the left is one more in all. -/
theorem succ_add (x : Nat) : (y : Nat) → (x + 1) + y = (x + y) + 1
  | 0 => rfl
  | y + 1 => congrArg Nat.succ (succ_add x y)

/-- The order of two summands does not matter. -/
theorem add_comm : (x y : Nat) → x + y = y + x
  | x, 0 => (zero_add x).symm
  | x, y + 1 => (congrArg Nat.succ (add_comm x y)).trans (succ_add y x).symm

/-- Sums may be bracketed in either way. -/
theorem add_assoc (x y : Nat) : (z : Nat) → (x + y) + z = x + (y + z)
  | 0 => rfl
  | z + 1 => congrArg Nat.succ (add_assoc x y z)

/-- The order of the last two of three summands does not matter. -/
theorem add_right_comm (x y z : Nat) : (x + y) + z = (x + z) + y :=
  (add_assoc x y z).trans
    ((congrArg (fun n => x + n) (add_comm y z)).trans (add_assoc x z y).symm)

/-- A sum is zero only if both summands are. -/
theorem eq_zero_of_add_eq_zero : {x y : Nat} → x + y = 0 → x = 0 ∧ y = 0
  | _, 0, h => ⟨h, rfl⟩
  | _, _ + 1, h => Nat.noConfusion h

/-! ### Products -/

/-- Zero times anything is zero. -/
theorem zero_mul : (k : Nat) → 0 * k = 0
  | 0 => rfl
  | k + 1 => zero_mul k

/-- A sum is multiplied summand by summand. -/
theorem add_mul (x y : Nat) : (k : Nat) → (x + y) * k = x * k + y * k
  | 0 => rfl
  | k + 1 =>
    have one : (x + y) * k + (x + y) = (x * k + y * k) + (x + y) :=
      congrArg (fun n => n + (x + y)) (add_mul x y k)
    have two : (x * k + y * k) + (x + y) = ((x * k + y * k) + x) + y := (add_assoc _ x y).symm
    have three : ((x * k + y * k) + x) + y = ((x * k + x) + y * k) + y :=
      congrArg (fun n => n + y) (add_right_comm (x * k) (y * k) x)
    one.trans (two.trans (three.trans (add_assoc (x * k + x) (y * k) y)))

/-- The order of the last two of three factors does not matter. -/
theorem mul_right_comm (x y : Nat) : (z : Nat) → (x * y) * z = (x * z) * y
  | 0 => (zero_mul y).symm
  | z + 1 =>
    (congrArg (fun n => n + x * y) (mul_right_comm x y z)).trans (add_mul (x * z) x y).symm

/-- Multiplying by the same number keeps two numbers in their order, or makes them equal. -/
theorem mul_le_mul {x y : Nat} (h : x ≤ y) : (k : Nat) → x * k ≤ y * k
  | 0 => Nat.le.refl
  | k + 1 => Nat.le_trans (add_le_add_right (mul_le_mul h k) x) (add_le_add_left (y * k) h)

/-- Multiplying by the same positive number keeps two numbers in their order. -/
theorem mul_lt_mul {k : Nat} (positive : 0 < k) {x y : Nat} (h : x < y) : x * k < y * k :=
  match k, positive with
  | 0, no => absurd no (lt_irrefl 0)
  | k + 1, _ =>
    have le : x ≤ y := Nat.le_trans (Nat.le.step Nat.le.refl) h
    Nat.le_trans (add_le_add_right (mul_le_mul le k) (x + 1)) (add_le_add_left (y * k) h)

end Mechanisms
