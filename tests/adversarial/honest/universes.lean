namespace Task

universe x y

structure Both (A : Type x) (B : Type y) where
  first : A
  second : B

structure Small where
  value : Nat
  small : value < 9

def eight : Small := ⟨8, by decide⟩

def Both.swap {A : Type x} {B : Type y} (pair : Both A B) : Both B A := ⟨pair.second, pair.first⟩

def seven : Small := ⟨7, .step .refl⟩

mutual
inductive Even : Nat → Prop where
  | zero : Even 0
  | next {m : Nat} : Odd m → Even (m + 1)
inductive Odd : Nat → Prop where
  | next {m : Nat} : Even m → Odd (m + 1)
end

theorem swapped {A : Type x} {B : Type y} (pair : Both A B) : pair.swap.swap = pair := rfl

theorem small : seven.value = 7 := rfl

theorem two : Even 2 := .next (.next .zero)

theorem same {A : Type x} [DecidableEq A] (a : A) : decide (a = a) = true := decide_eq_true rfl

end Task
