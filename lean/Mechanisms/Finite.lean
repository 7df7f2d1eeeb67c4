/-!
# Finite types

Statements about a finite mechanism quantify over finite types, and a census of outcome maps counts
over one. Both need a list of the elements that leaves none out and names none twice.

## Main definitions

* `Mechanisms.All`: a property holds all along a list.
* `Mechanisms.occurrences`: how often an element stands in a list.
* `Mechanisms.Enumeration`: a type with a list in which each of its elements stands exactly once.
* `Mechanisms.sum`: the sum of a function over an enumerated type.

## Main results

* `Mechanisms.decidableForall`, `Mechanisms.decidableExists`: both quantifiers over an enumerated
  type are decidable, by going through the list.
-/

namespace Mechanisms

universe u

/-- The property `p` holds of everything in the list. -/
def All {α : Type u} (p : α → Prop) : List α → Prop
  | [] => True
  | a :: l => p a ∧ All p l

/-- The property `p` holds of something in the list. -/
def Any {α : Type u} (p : α → Prop) : List α → Prop
  | [] => False
  | a :: l => p a ∨ Any p l

/-- How often `a` stands in the list. -/
def occurrences {α : Type u} [DecidableEq α] (a : α) : List α → Nat
  | [] => 0
  | b :: l => if a = b then occurrences a l + 1 else occurrences a l

/-- A finite type, given by a list of its elements: none is missing, none stands twice. -/
class Enumeration (α : Type u) [DecidableEq α] where
  /-- The elements. -/
  elems : List α
  /-- Each element stands in the list exactly once. -/
  once : ∀ a : α, occurrences a elems = 1

/-- Going through a list decides whether a decidable property holds all along it. -/
instance decidableAll {α : Type u} {p : α → Prop} [∀ a, Decidable (p a)] :
    (l : List α) → Decidable (All p l)
  | [] => isTrue trivial
  | a :: l =>
    if ha : p a then
      match decidableAll l with
      | isTrue hl => isTrue ⟨ha, hl⟩
      | isFalse hl => isFalse fun h => hl h.2
    else isFalse fun h => ha h.1

/-- Going through a list decides whether a decidable property holds of something in it. -/
instance decidableAny {α : Type u} {p : α → Prop} [∀ a, Decidable (p a)] :
    (l : List α) → Decidable (Any p l)
  | [] => isFalse id
  | a :: l =>
    if ha : p a then isTrue (Or.inl ha)
    else
      match decidableAny l with
      | isTrue hl => isTrue (Or.inr hl)
      | isFalse hl => isFalse fun
        | Or.inl h => ha h
        | Or.inr h => hl h

/-- What holds of everything holds all along any list. -/
theorem all_of_forall {α : Type u} {p : α → Prop} (h : ∀ a, p a) : (l : List α) → All p l
  | [] => trivial
  | a :: l => ⟨h a, all_of_forall h l⟩

/-- Where a property holds of something in a list, it holds of something. -/
theorem exists_of_any {α : Type u} {p : α → Prop} : (l : List α) → Any p l → ∃ a, p a
  | a :: _, Or.inl h => ⟨a, h⟩
  | _ :: l, Or.inr h => exists_of_any l h

/-- Where a property holds of nothing in a list, its negation holds all along it. -/
theorem all_not_of_not_any {α : Type u} {p : α → Prop} :
    (l : List α) → ¬ Any p l → All (fun a => ¬ p a) l
  | [], _ => trivial
  | _ :: l, h => ⟨fun ha => h (Or.inl ha), all_not_of_not_any l fun hl => h (Or.inr hl)⟩

/-- What holds all along a list holds of each element that stands in it. -/
theorem of_all {α : Type u} [DecidableEq α] {p : α → Prop} {a : α} :
    (l : List α) → All p l → ¬ occurrences a l = 0 → p a
  | [], _, h => absurd rfl h
  | b :: l, hall, h =>
    if hab : a = b then hab ▸ hall.1
    else of_all l hall.2 fun h₀ => h ((if_neg hab).trans h₀)

/-- What holds of every listed element of an enumerated type holds of all its elements. -/
theorem forall_of_all {α : Type u} [DecidableEq α] [Enumeration α] {p : α → Prop}
    (h : All p (Enumeration.elems (α := α))) (a : α) : p a :=
  of_all _ h fun h₀ => Nat.noConfusion ((Enumeration.once a).symm.trans h₀)

/-- Whether a decidable property holds of all elements of an enumerated type is decidable. -/
instance decidableForall {α : Type u} [DecidableEq α] [Enumeration α] {p : α → Prop}
    [∀ a, Decidable (p a)] : Decidable (∀ a, p a) :=
  if h : All p (Enumeration.elems (α := α)) then isTrue (forall_of_all h)
  else isFalse fun k => h (all_of_forall k _)

/-- Whether a decidable property holds of some element of an enumerated type is decidable. -/
instance decidableExists {α : Type u} [DecidableEq α] [Enumeration α] {p : α → Prop}
    [∀ a, Decidable (p a)] : Decidable (∃ a, p a) :=
  if h : Any p (Enumeration.elems (α := α)) then isTrue (exists_of_any _ h)
  else isFalse fun ⟨a, ha⟩ => forall_of_all (all_not_of_not_any _ h) a ha

/-- The sum of a function over a list. -/
def sumList {α : Type u} (f : α → Nat) : List α → Nat
  | [] => 0
  | a :: l => f a + sumList f l

/-- The sum of a function over all elements of an enumerated type. -/
def sum {α : Type u} [DecidableEq α] [Enumeration α] (f : α → Nat) : Nat :=
  sumList f Enumeration.elems

end Mechanisms
