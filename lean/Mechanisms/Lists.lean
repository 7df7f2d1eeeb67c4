import Mechanisms.Naturals

/-!
# Lists

What filtering does to a list: who is left, in what number. And a little more on the order of natural numbers,
which counting along lists needs. As there, everything is proved from the definitions.

## Main definitions

* `Mechanisms.larger`: the larger of two numbers.
* `Mechanisms.Distinct`: no element stands twice in a list.
* `Mechanisms.firstWith`, `Mechanisms.sole`: the first element that passes a test, and the only element.

## Main results

* `Mechanisms.of_mem_filter`, `Mechanisms.mem_filter`: what stands in a filtered list.
* `Mechanisms.filter_single`: a test that one element alone passes leaves that one.
* `Mechanisms.length_filter_add`: those that pass and those that do not are all.
* `Mechanisms.of_firstWith`, `Mechanisms.firstWith_middle`: which element is the first that passes.
-/

namespace Mechanisms

universe u

/-! ### Order -/

/-- What is at most as large is not larger. -/
theorem not_lt_of_le {x y : Nat} (h : y ≤ x) : ¬ x < y := fun k => lt_irrefl x (Nat.le_trans k h)

/-- What is smaller is at most as large. -/
theorem le_of_lt {x y : Nat} (h : x < y) : x ≤ y := Nat.le_trans (Nat.le.step Nat.le.refl) h

/-- The same is at most as large. -/
theorem le_of_eq {x y : Nat} (h : x = y) : x ≤ y := h ▸ Nat.le.refl

/-- Of two numbers one is smaller, or the other is at most as large. -/
theorem lt_or_le (x y : Nat) : x < y ∨ y ≤ x :=
  match lt_trichotomy x y with
  | .inl h => .inl h
  | .inr (.inl h) => .inr (h ▸ Nat.le.refl)
  | .inr (.inr h) => .inr (le_of_lt h)

/-- What is at most as large and not the same is smaller. -/
theorem lt_of_le_of_ne {x y : Nat} (h : x ≤ y) (ne : ¬ x = y) : x < y :=
  match lt_trichotomy x y with
  | .inl lt => lt
  | .inr (.inl eq) => absurd eq ne
  | .inr (.inr gt) => absurd gt (not_lt_of_le h)

/-- Two numbers at most as large as each other are the same. -/
theorem eq_of_le_of_le {x y : Nat} (h : x ≤ y) (k : y ≤ x) : x = y :=
  match lt_trichotomy x y with
  | .inl lt => absurd lt (not_lt_of_le k)
  | .inr (.inl eq) => eq
  | .inr (.inr gt) => absurd gt (not_lt_of_le h)

/-- The larger of two numbers. -/
def larger (x y : Nat) : Nat := if x < y then y else x

/-- It is the one or the other. -/
theorem larger_eq (x y : Nat) : larger x y = x ∨ larger x y = y :=
  if h : x < y then .inr (if_pos h) else .inl (if_neg h)

/-- The first is at most as large, -/
theorem le_larger_left (x y : Nat) : x ≤ larger x y :=
  match lt_or_le x y with
  | .inl h => Nat.le_trans (le_of_lt h) (le_of_eq (if_pos h).symm)
  | .inr h => le_of_eq (if_neg (not_lt_of_le h)).symm

/-- and so is the second. -/
theorem le_larger_right (x y : Nat) : y ≤ larger x y :=
  match lt_or_le x y with
  | .inl h => le_of_eq (if_pos h).symm
  | .inr h => Nat.le_trans h (le_of_eq (if_neg (not_lt_of_le h)).symm)

/-! ### Lists -/

section

variable {α : Type u} {p q : α → Bool} {a c : α} {l : List α}

/-- No element stands twice in the list. -/
def Distinct : List α → Prop
  | [] => True
  | a :: l => ¬ a ∈ l ∧ Distinct l

/-- What stands in the front part stands in the whole. -/
theorem mem_append_left (k : List α) (h : c ∈ l) : c ∈ l ++ k := by
  induction h with
  | head l => exact .head _
  | tail a _ mem => exact .tail a mem

/-- What stands behind the front part stands in the whole. -/
theorem mem_middle {k : List α} : (l : List α) → c ∈ l ++ c :: k
  | [] => .head _
  | a :: l => .tail a (mem_middle l)

/-- Filtering keeps a head that passes, -/
theorem filter_pos (h : p a = true) : (a :: l).filter p = a :: l.filter p :=
  congrArg (fun b => cond b (a :: l.filter p) (l.filter p)) h

/-- and drops one that does not. -/
theorem filter_neg (h : p a = false) : (a :: l).filter p = l.filter p :=
  congrArg (fun b => cond b (a :: l.filter p) (l.filter p)) h

/-- What stands in a filtered list stands in the list and passes. -/
theorem of_mem_filter : {l : List α} → c ∈ l.filter p → c ∈ l ∧ p c = true
  | [], h => nomatch h
  | a :: l, h =>
    match pass : p a with
    | true =>
      match (filter_pos pass ▸ h : c ∈ a :: l.filter p) with
      | .head _ => ⟨.head _, pass⟩
      | .tail _ h => ⟨.tail _ (of_mem_filter h).1, (of_mem_filter h).2⟩
    | false =>
      have h : c ∈ l.filter p := filter_neg pass ▸ h
      ⟨.tail _ (of_mem_filter h).1, (of_mem_filter h).2⟩

/-- What stands in the list and passes stands in the filtered list. -/
theorem mem_filter (pass : p c = true) (h : c ∈ l) : c ∈ l.filter p := by
  induction h with
  | head l =>
    rw [filter_pos pass]
    exact .head _
  | tail a _ mem =>
    cases passes : p a with
    | true =>
      rw [filter_pos passes]
      exact .tail a mem
    | false =>
      rw [filter_neg passes]
      exact mem

/-- Filtering leaves no element twice where there was none. -/
theorem distinct_filter (p : α → Bool) (h : Distinct l) : Distinct (l.filter p) := by
  induction l with
  | nil => trivial
  | cons a l distinct =>
    cases passes : p a with
    | true =>
      rw [filter_pos passes]
      exact ⟨fun k => h.1 (of_mem_filter k).1, distinct h.2⟩
    | false =>
      rw [filter_neg passes]
      exact distinct h.2

/-- Tests that agree on a list leave the same of it. -/
theorem filter_congr (h : ∀ c, c ∈ l → p c = q c) : l.filter p = l.filter q := by
  induction l with
  | nil => rfl
  | cons a l same =>
    have rest := same fun c k => h c (.tail _ k)
    cases passes : q a with
    | true => rw [filter_pos passes, filter_pos ((h a (.head _)).trans passes), rest]
    | false => rw [filter_neg passes, filter_neg ((h a (.head _)).trans passes), rest]

/-- A test that nothing passes leaves nothing. -/
theorem filter_nil (h : ∀ c, c ∈ l → p c = false) : l.filter p = [] := by
  induction l with
  | nil => rfl
  | cons a l none =>
    rw [filter_neg (h a (.head _))]
    exact none fun c k => h c (.tail _ k)

/-- A test that everything passes leaves everything. -/
theorem filter_all : {l : List α} → (∀ c, c ∈ l → p c = true) → l.filter p = l
  | [], _ => rfl
  | a :: _, h =>
    (filter_pos (h a (.head _))).trans (congrArg (List.cons a) (filter_all fun c k => h c (.tail _ k)))

/-- A test that one element alone passes leaves that one. -/
theorem filter_single (pass : p c = true) (distinct : Distinct l) (mem : c ∈ l)
    (others : ∀ d, d ∈ l → ¬ d = c → p d = false) : l.filter p = [c] := by
  induction mem with
  | head l =>
    rw [filter_pos pass,
      filter_nil fun d k => others d (.tail _ k) fun same : d = c => distinct.1 (same ▸ k)]
  | tail a mem alone =>
    rw [filter_neg (others a (.head _) fun same : a = c => distinct.1 (same ▸ mem))]
    exact alone distinct.2 fun d k => others d (.tail _ k)

/-- A filtered list is at most as long. -/
theorem length_filter_le (p : α → Bool) (l : List α) : (l.filter p).length ≤ l.length := by
  induction l with
  | nil => exact Nat.le.refl
  | cons a l le =>
    cases passes : p a with
    | true =>
      rw [filter_pos passes]
      exact Nat.succ_le_succ le
    | false =>
      rw [filter_neg passes]
      exact Nat.le.step le

/-- It is shorter if some element does not pass. -/
theorem length_filter_lt (fails : p c = false) (h : c ∈ l) : (l.filter p).length < l.length := by
  induction h with
  | head l =>
    rw [filter_neg fails]
    exact Nat.succ_le_succ (length_filter_le p l)
  | tail a _ lt =>
    cases passes : p a with
    | true =>
      rw [filter_pos passes]
      exact Nat.succ_le_succ lt
    | false =>
      rw [filter_neg passes]
      exact Nat.le.step lt

/-- Those that pass and those that do not are all. -/
theorem length_filter_add (p : α → Bool) (l : List α) :
    (l.filter p).length + (l.filter fun c => !p c).length = l.length := by
  induction l with
  | nil => rfl
  | cons a l all =>
    cases passes : p a with
    | true =>
      have fails : (!p a) = false := congrArg not passes
      rw [filter_pos passes, filter_neg (p := fun c => !p c) fails]
      exact (succ_add _ _).trans (congrArg Nat.succ all)
    | false =>
      have fails : (!p a) = true := congrArg not passes
      rw [filter_neg passes, filter_pos (p := fun c => !p c) fails]
      exact congrArg Nat.succ all

/-! ### The first, and the only one -/

/-- The first element that passes. -/
def firstWith (p : α → Bool) : List α → Option α
  | [] => none
  | a :: l => cond (p a) (some a) (firstWith p l)

/-- It is the head if that passes, -/
theorem firstWith_pos (h : p a = true) : firstWith p (a :: l) = some a :=
  congrArg (fun b => cond b (some a) (firstWith p l)) h

/-- and in the rest if it does not. -/
theorem firstWith_neg (h : p a = false) : firstWith p (a :: l) = firstWith p l :=
  congrArg (fun b => cond b (some a) (firstWith p l)) h

/-- The first that passes does, and those before it do not. -/
theorem of_firstWith (h : firstWith p l = some c) : ∃ before rest : List α,
    l = before ++ c :: rest ∧ p c = true ∧ ∀ d, d ∈ before → p d = false := by
  induction l with
  | nil => cases h
  | cons a l found =>
    cases passes : p a with
    | true =>
      rw [firstWith_pos passes] at h
      cases h
      exact ⟨[], l, rfl, passes, fun _ k => nomatch k⟩
    | false =>
      rw [firstWith_neg passes] at h
      match found h with
      | ⟨before, rest, same, pass, fail⟩ =>
        refine ⟨a :: before, rest, congrArg (List.cons a) same, pass, fun d k => ?_⟩
        cases k with
        | head => exact passes
        | tail _ k => exact fail d k

/-- What passes, with nothing before that does, is the first that passes. -/
theorem firstWith_middle {rest : List α} (pass : p c = true) :
    (before : List α) → (∀ d, d ∈ before → p d = false) →
      firstWith p (before ++ c :: rest) = some c
  | [], _ => firstWith_pos pass
  | a :: before, fail =>
    (firstWith_neg (fail a (.head _))).trans
      (firstWith_middle pass before fun d k => fail d (.tail _ k))

/-- If something passes, there is a first. -/
theorem firstWith_some (pass : p c = true) (h : c ∈ l) : ¬ firstWith p l = none := by
  induction h with
  | head l =>
    rw [firstWith_pos pass]
    intro no
    cases no
  | tail a _ found =>
    cases passes : p a with
    | true =>
      rw [firstWith_pos passes]
      intro no
      cases no
    | false =>
      rw [firstWith_neg passes]
      exact found

/-- The only element of a list that has one. -/
def sole : List α → Option α
  | [c] => some c
  | _ => none

/-- What a list consists of that has one element. -/
theorem eq_of_sole : {l : List α} → sole l = some c → l = [c]
  | [], h => by cases h
  | [_], h => by
    cases h
    rfl
  | _ :: _ :: _, h => by cases h

end

end Mechanisms
