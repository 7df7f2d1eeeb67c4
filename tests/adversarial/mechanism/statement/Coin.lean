namespace Coin

inductive Side where
  | heads
  | tails

inductive Wish where
  | h
  | t

inductive Eye where
  | w

def gain : Side → Wish → Nat
  | .heads, .h => 2
  | .heads, .t => 0
  | .tails, .h => 1
  | .tails, .t => 3

def watch : Side → Eye → Nat
  | .heads, .w => 1
  | .tails, .w => 1

def toss : Wish → Eye → Side
  | .h, _ => .heads
  | .t, _ => .tails

theorem truthful : ∀ (t r : Wish) (e : Eye), ¬ r = t → gain (toss r e) t < gain (toss t e) t
  | .h, .h, _, no => absurd rfl no
  | .h, .t, .w, _ => by decide
  | .t, .h, .w, _ => by decide
  | .t, .t, _, no => absurd rfl no

theorem welfare : ∀ s : Side, ¬ s = .tails → gain s .t + watch s .w ≤ gain .tails .t + watch .tails .w
  | .heads, _ => by decide
  | .tails, no => absurd rfl no

end Coin
