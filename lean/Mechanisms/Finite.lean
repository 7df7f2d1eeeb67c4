/-!
# Finite types

Statements about a finite mechanism quantify over finite types, and a census of outcome maps counts
over one. Both need the elements of the type, none left out and none named twice.

The elements are given by a fold along them, `f a₁ (f a₂ (… init))`, written out for each type. The list
of the elements is such a fold, and so are the conjunction and the sum below. (The kernel evaluates a fold
written out several times faster than a recursion along the list.)

## Main definitions

* `Mechanisms.Enumeration`: a type with a fold that meets each of its elements exactly once.
* `Mechanisms.all`: whether all elements pass a test.
* `Mechanisms.sum`: the sum of a function over all elements.

## Main results

* `Mechanisms.forall_of_all`, `Mechanisms.exists_of_not_all`: what the test says.
* `Mechanisms.decidableForall`, `Mechanisms.decidableExists`: both quantifiers over an enumerated
  type are decidable.
-/

namespace Mechanisms

/-- A finite type, given by a fold along its elements. -/
class Enumeration (α : Type) [DecidableEq α] where
  /-- `fold f init` is `f a₁ (f a₂ (… init))`, where `a₁`, `a₂`, … are the elements. -/
  fold {β : Type} (f : α → β → β) (init : β) : β
  /-- It is the fold along one list, whatever is folded. -/
  fold_eq {β : Type} (f : α → β → β) (init : β) :
    fold f init = List.foldr f init (fold List.cons [])
  /-- In that list each element stands exactly once. -/
  once (a : α) : fold (fun b n => (if a = b then 1 else 0) + n) 0 = 1

/-- Both parts of a true conjunction are true. -/
theorem of_and_eq_true : {b c : Bool} → (b && c) = true → b = true ∧ c = true
  | true, true, _ => ⟨rfl, rfl⟩
  | true, false, h => Bool.noConfusion h
  | false, _, h => Bool.noConfusion h

/-- A test passed all along a list is passed by each element that stands in it. -/
theorem of_foldr_and {α : Type} [DecidableEq α] {q : α → Bool} {a : α} :
    (l : List α) → ¬ l.foldr (fun b n => (if a = b then 1 else 0) + n) 0 = 0 →
      l.foldr (fun b r => q b && r) true = true → q a = true
  | [], h, _ => absurd rfl h
  | b :: l, h, hq =>
    if hab : a = b then hab ▸ (of_and_eq_true hq).1
    else
      have elsewhere : ¬ l.foldr (fun b n => (if a = b then 1 else 0) + n) 0 = 0 := fun h₀ =>
        h ((congrArg (fun k => k + List.foldr _ 0 l) (if_neg hab)).trans
          (congrArg (fun k => 0 + k) h₀))
      of_foldr_and l elsewhere (of_and_eq_true hq).2

/-- A test not passed all along a list is failed by some element. -/
theorem exists_of_foldr_and {α : Type} {q : α → Bool} :
    (l : List α) → l.foldr (fun b r => q b && r) true = false → ∃ a, q a = false
  | [], h => Bool.noConfusion h
  | b :: l, h =>
    match hb : q b with
    | false => ⟨b, hb⟩
    | true => exists_of_foldr_and l
      ((congrArg (fun c => c && l.foldr (fun b r => q b && r) true) hb).symm.trans h)

section

variable {α : Type} [DecidableEq α] [Enumeration α]

/-- Whether all elements pass the test `q`. -/
def all (q : α → Bool) : Bool := Enumeration.fold (fun a r => q a && r) true

/-- The sum of `f` over all elements. -/
def sum (f : α → Nat) : Nat := Enumeration.fold (fun a n => f a + n) 0

/-- If the answer is yes, each element passes. -/
theorem forall_of_all {q : α → Bool} (h : all q = true) (a : α) : q a = true :=
  of_foldr_and _
    (fun h₀ => absurd ((Enumeration.once a).symm.trans ((Enumeration.fold_eq _ _).trans h₀))
      (by decide))
    ((Enumeration.fold_eq _ _).symm.trans h)

/-- If the answer is no, some element fails. -/
theorem exists_of_not_all {q : α → Bool} (h : all q = false) : ∃ a, q a = false :=
  exists_of_foldr_and _ ((Enumeration.fold_eq _ _).symm.trans h)

variable {p : α → Prop} [∀ a, Decidable (p a)]

/-- Whether all elements have a decidable property is decidable. -/
instance decidableForall : Decidable (∀ a, p a) where
  decide := all fun a => decide (p a)
  reflects_decide :=
    match h : all fun a => decide (p a) with
    | true => fun a => of_decide_eq_true (forall_of_all h a)
    | false => fun k =>
      match exists_of_not_all h with
      | ⟨a, ha⟩ => of_decide_eq_false ha (k a)

/-- Whether some element has a decidable property is decidable. -/
instance decidableExists : Decidable (∃ a, p a) where
  decide := !all fun a => decide (¬ p a)
  reflects_decide :=
    match h : all fun a => decide (¬ p a) with
    | true => fun ⟨a, ha⟩ => of_decide_eq_true (forall_of_all h a) ha
    | false =>
      match exists_of_not_all h with
      | ⟨a, ha⟩ => ⟨a, Decidable.of_not_not (of_decide_eq_false ha)⟩

end

end Mechanisms
