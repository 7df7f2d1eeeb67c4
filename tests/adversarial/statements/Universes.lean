/-! Universe parameters, subtypes with proofs in them, instance arguments, mutual types. -/

namespace Task

universe u v

structure Both (α : Type u) (β : Type v) where
  first : α
  second : β

def Both.swap {α : Type u} {β : Type v} (p : Both α β) : Both β α := ⟨p.second, p.first⟩

structure Small where
  value : Nat
  small : value < 9

def seven : Small := ⟨7, by decide⟩

mutual
inductive Even : Nat → Prop where
  | zero : Even 0
  | next {n : Nat} : Odd n → Even (n + 1)
inductive Odd : Nat → Prop where
  | next {n : Nat} : Even n → Odd (n + 1)
end

theorem swapped : ∀ {α : Type u} {β : Type v} (p : Both α β), p.swap.swap = p := sorry

theorem small : seven.value = 7 := sorry

theorem two : Even 2 := sorry

theorem same : ∀ {α : Type u} [DecidableEq α] (a : α), decide (a = a) = true := sorry

end Task
