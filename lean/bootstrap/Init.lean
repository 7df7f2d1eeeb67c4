prelude

/-!
# A small `Init` for checking without a Lean installation

Every Lean file imports a module named `Init`. The embedded checker has the compiled Lean library,
parser, elaborator and kernel, but no compiled `Init`; it compiles this file in its place. Under an
official toolchain the official `Init` is used, and this file takes no part.

It holds what the elaborator asks for by name and what statements about finite mechanisms need:
logic, decidability, `Bool`, `Nat`, `Int`, `List`, pairs, and the surface syntax. Names, signatures,
argument forms and instance names are those of Lean 4.35; `docs/bootstrap.md` lists what differs.

This file is trusted twice over:

* The kernel computes with the names `Nat.add`, `Nat.sub`, `Nat.mul`, `Nat.pow`, `Nat.div`, `Nat.mod`,
  `Nat.gcd`, `Nat.land`, `Nat.lor`, `Nat.xor`, `Nat.shiftLeft`, `Nat.shiftRight`, `Nat.beq` and
  `Nat.ble` by machine arithmetic, whatever their definitions say. A wrong definition proves `False`,
  and a name left free here could be given a wrong one by any file that imports this. All fourteen are
  therefore defined, used or not (and `Nat.log2`, which other checkers of Lean proofs compute), and
  `SelfCheck.lean` compares each with what the kernel computes.
* What a reader takes `<`, `∃` or `decide` to mean is decided here.

The only axioms are those the official `Prelude` declares for the compiler, all `unsafe`, which the
kernel lets into no theorem, and `sorryAx`, which `#print axioms` shows. `propext`, `Quot.sound` and
`Classical.choice` are left out.
-/

universe u v w

/-! ### Constants the compiler asks for by name -/

unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
unsafe axiom lcProof {α : Prop} : α
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β
unsafe axiom lcUnreachable {α : Sort u} : α

@[reducible] def outParam (α : Sort u) : Sort u := α
set_option linter.unusedVariables.funArgs false in
@[reducible] def optParam (α : Sort u) (default : α) : Sort u := α

/-! ### Equality and the connectives -/

set_option bootstrap.inductiveCheckResultingUniverse false in
inductive PUnit : Sort u where
  | unit : PUnit

abbrev Unit : Type := PUnit
@[match_pattern] abbrev Unit.unit : Unit := PUnit.unit

inductive Empty : Type

inductive True : Prop where
  | intro : True

inductive False : Prop

inductive Eq {α : Sort u} : α → α → Prop where
  | refl (a : α) : Eq a a

abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α}
    (h : Eq a b) : motive b :=
  h.rec m

inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a

-- The kernel provides `Quot`, `Quot.mk`, `Quot.lift` and `Quot.ind`; the axiom `Quot.sound` is left out.
init_quot

@[inline, implicit_reducible] def id {α : Sort u} (a : α) : α := a

@[inline, implicit_reducible] def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w}
    (f : β → δ) (g : α → β) : α → δ :=
  fun x => f (g x)

@[inline] def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a

@[implicit_reducible] def Not (a : Prop) : Prop := a → False

@[macro_inline] def False.elim {C : Sort u} (h : False) : C := h.rec
@[macro_inline] def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).rec

set_option linter.defProp false in
@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a

theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) :
    motive b :=
  Eq.ndrec h₂ h₁

theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := h ▸ rfl

abbrev Eq.ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α}
    (h : Eq b a) : motive b :=
  h.symm.ndrec m

theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c :=
  h₂ ▸ h₁

@[macro_inline, implicit_reducible] def cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
@[macro_inline] def Eq.mp {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
@[macro_inline] def Eq.mpr {α β : Sort u} (h : Eq α β) (b : β) : α := h.symm.rec b

theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) :
    Eq (f a₁) (f a₂) :=
  h ▸ rfl

theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) :
    Eq (f a) (g a) :=
  h ▸ rfl

theorem congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : Eq f₁ f₂)
    (h₂ : Eq a₁ a₂) : Eq (f₁ a₁) (f₂ a₂) :=
  h₁ ▸ h₂ ▸ rfl

set_option linter.defProp false in
@[match_pattern] protected def HEq.rfl {α : Sort u} {a : α} : HEq a a := HEq.refl a

theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  HEq.rec (motive := fun {β} (b : β) (_ : HEq a b) => (e : Eq α β) → Eq (cast e a) b)
    (fun _ => rfl) h rfl

theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' := Eq.subst h (HEq.refl a)

@[reducible] def Ne {α : Sort u} (a b : α) : Prop := Not (Eq a b)

theorem Ne.symm {α : Sort u} {a b : α} (h : Ne a b) : Ne b a := fun h₁ => h h₁.symm

@[pp_using_anonymous_constructor]
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b

inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b

theorem Or.elim {a b c : Prop} (h : Or a b) (left : a → c) (right : b → c) : c :=
  h.rec left right

structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a

theorem Iff.refl (a : Prop) : Iff a a := ⟨id, id⟩
protected theorem Iff.rfl {a : Prop} : Iff a a := Iff.refl a
theorem Iff.symm {a b : Prop} (h : Iff a b) : Iff b a := ⟨h.mpr, h.mp⟩
theorem Iff.trans {a b c : Prop} (h₁ : Iff a b) (h₂ : Iff b c) : Iff a c :=
  ⟨fun ha => h₂.mp (h₁.mp ha), fun hc => h₁.mpr (h₂.mpr hc)⟩

inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p

theorem trivial : True := True.intro
theorem not_false : Not False := id
theorem mt {a b : Prop} (h₁ : a → b) (h₂ : Not b) : Not a := fun ha => h₂ (h₁ ha)

/-! ### Data the elaborator uses -/

structure Prod (α : Type u) (β : Type v) where
  mk ::
  fst : α
  snd : β

/-- Pairs that may hold proofs: structural recursion is compiled to these. -/
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β

structure MProd (α β : Type u) where
  fst : α
  snd : β

structure PULift.{r, s} (α : Sort s) : Sort (max s r 1) where
  up ::
  down : α

inductive Bool : Type where
  | false : Bool
  | true : Bool

export Bool (false true)

class Inhabited (α : Sort u) where
  default : α

export Inhabited (default)

class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α

instance {α : Sort u} [Inhabited α] : Nonempty α := ⟨default⟩

instance : Inhabited Bool where
  default := false

@[extern "lean_sorry", never_extract]
axiom sorryAx (α : Sort u) (synthetic : Bool) : α

set_option checkBinderAnnotations false in
abbrev inferInstance {α : Sort u} [i : α] : α := i

/-! ### Truth values and decidability -/

@[macro_inline, implicit_reducible] def cond {α : Sort u} (c : Bool) (x y : α) : α :=
  match c with
  | true => x
  | false => y

@[macro_inline, implicit_reducible] def Bool.or (x y : Bool) : Bool :=
  match x with
  | true => true
  | false => y

@[macro_inline, implicit_reducible] def Bool.and (x y : Bool) : Bool :=
  match x with
  | true => y
  | false => false

@[inline, implicit_reducible] def Bool.not (x : Bool) : Bool :=
  match x with
  | true => false
  | false => true

export Bool (or and not)

theorem Bool.false_ne_true : Not (Eq false true) := fun h => Bool.noConfusion h

abbrev Bool.Reflects : Bool → Prop → Prop
  | false, p => Not p
  | true, p => p

/-- A truth value that says whether `p` holds, and the proof that it says so. -/
class Decidable (p : Prop) where
  intro ::
  decide : Bool
  reflects_decide (p) : decide.Reflects p

attribute [implicit_reducible] Decidable.decide

@[match_pattern] abbrev Decidable.isFalse {p : Prop} (h : Not p) : Decidable p := ⟨false, h⟩
@[match_pattern] abbrev Decidable.isTrue {p : Prop} (h : p) : Decidable p := ⟨true, h⟩

@[cases_eliminator, induction_eliminator, elab_as_elim]
abbrev Decidable.falseTrueCases {p : Prop} {motive : Decidable p → Sort u}
    (isFalse : ∀ h, motive (isFalse h)) (isTrue : ∀ h, motive (isTrue h)) (t : Decidable p) :
    motive t :=
  match t with
  | ⟨false, h⟩ => isFalse h
  | ⟨true, h⟩ => isTrue h

export Decidable (isTrue isFalse decide)

abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)
abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) :=
  (a : α) → (b : β) → Decidable (r a b)
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)

def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b

theorem of_decide_eq_true {p : Prop} [inst : Decidable p] : Eq (decide p) true → p := fun h =>
  Eq.subst (motive := fun b => Bool.Reflects b p) h (Decidable.reflects_decide p)

theorem of_decide_eq_false {p : Prop} [inst : Decidable p] : Eq (decide p) false → Not p := fun h =>
  Eq.subst (motive := fun b => Bool.Reflects b p) h (Decidable.reflects_decide p)

theorem decide_eq_true {p : Prop} [inst : Decidable p] : p → Eq (decide p) true :=
  match inst with
  | isTrue _ => fun _ => rfl
  | isFalse h => fun k => absurd k h

theorem decide_eq_false {p : Prop} [inst : Decidable p] : Not p → Eq (decide p) false :=
  match inst with
  | isTrue h => fun k => absurd h k
  | isFalse _ => fun _ => rfl

@[macro_inline, implicit_reducible]
def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  h.decide.casesOn e t h.reflects_decide

@[macro_inline, implicit_reducible]
def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  dite c (fun _ => t) (fun _ => e)

theorem dif_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t : c → α} {e : Not c → α} :
    Eq (dite c t e) (t hc) :=
  match h with
  | isTrue _ => rfl
  | isFalse k => (k hc).elim

theorem dif_neg {c : Prop} {h : Decidable c} (hnc : Not c) {α : Sort u} {t : c → α}
    {e : Not c → α} : Eq (dite c t e) (e hnc) :=
  match h with
  | isTrue k => (hnc k).elim
  | isFalse _ => rfl

theorem if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : Eq (ite c t e) t :=
  dif_pos hc

theorem if_neg {c : Prop} {h : Decidable c} (hnc : Not c) {α : Sort u} {t e : α} :
    Eq (ite c t e) e :=
  dif_neg hnc

theorem Decidable.em (p : Prop) [Decidable p] : Or p (Not p) := dite p Or.inl Or.inr

theorem Decidable.byContradiction {p : Prop} [dec : Decidable p] (h : Not p → False) : p :=
  (Decidable.em p).elim id fun np => (h np).elim

theorem Decidable.of_not_not {p : Prop} [Decidable p] : Not (Not p) → p := Decidable.byContradiction

instance : Decidable True := isTrue trivial
instance : Decidable False := isFalse not_false

@[macro_inline] instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] :
    Decidable (And p q) where
  decide := and (decide p) (decide q)
  reflects_decide :=
    match dp with
    | isFalse hp => fun h => hp h.left
    | isTrue hp =>
      match dq with
      | isFalse hq => fun h => hq h.right
      | isTrue hq => And.intro hp hq

@[macro_inline] instance {p q : Prop} [dp : Decidable p] [dq : Decidable q] :
    Decidable (Or p q) where
  decide := or (decide p) (decide q)
  reflects_decide :=
    match dp with
    | isTrue hp => Or.inl hp
    | isFalse hp =>
      match dq with
      | isTrue hq => Or.inr hq
      | isFalse hq => fun h => h.elim hp hq

@[inline] instance {p : Prop} [dp : Decidable p] : Decidable (Not p) where
  decide := not (decide p)
  reflects_decide :=
    match dp with
    | isTrue hp => fun h => h hp
    | isFalse hp => hp

instance {p q : Prop} [Decidable p] [Decidable q] : Decidable (Iff p q) :=
  dite p
    (fun hp => dite q (fun hq => isTrue ⟨fun _ => hq, fun _ => hp⟩)
      (fun hq => isFalse fun h => hq (h.mp hp)))
    (fun hp => dite q (fun hq => isFalse fun h => hp (h.mpr hq))
      (fun hq => isTrue ⟨fun h => absurd h hp, fun h => absurd h hq⟩))

instance {p q : Prop} [Decidable p] [Decidable q] : Decidable (p → q) :=
  dite p
    (fun hp => dite q (fun hq => isTrue fun _ => hq) (fun hq => isFalse fun h => hq (h hp)))
    (fun hp => isTrue fun h => absurd h hp)

instance exists_prop_decidable {p : Prop} (P : p → Prop) [Decidable p] [∀ h, Decidable (P h)] :
    Decidable (Exists P) :=
  dite p
    (fun h => dite (P h) (fun hP => isTrue ⟨h, hP⟩) (fun hP => isFalse fun k => k.rec fun _ => hP))
    (fun h => isFalse fun k => k.rec fun hp _ => h hp)

instance forall_prop_decidable {p : Prop} (P : p → Prop) [Decidable p] [∀ h, Decidable (P h)] :
    Decidable (∀ h, P h) :=
  dite p
    (fun h => dite (P h) (fun hP => isTrue fun _ => hP) (fun hP => isFalse fun k => hP (k h)))
    (fun h => isTrue fun hp => absurd hp h)

@[inline, implicit_reducible] def Bool.decEq (a b : Bool) : Decidable (Eq a b) :=
  match a, b with
  | true, true => isTrue rfl
  | false, false => isTrue rfl
  | true, false => isFalse fun h => Bool.noConfusion h
  | false, true => isFalse fun h => Bool.noConfusion h

@[macro_inline] instance : DecidableEq Bool := Bool.decEq

class BEq (α : Type u) where
  beq : α → α → Bool

instance (priority := 500) {α : Type u} [DecidableEq α] : BEq α where
  beq a b := decide (Eq a b)

instance {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (Prod α β) :=
  fun p q =>
    match p, q with
    | ⟨a, b⟩, ⟨a', b'⟩ =>
      dite (Eq a a')
        (fun ha => dite (Eq b b')
          (fun hb => isTrue (ha ▸ hb ▸ rfl))
          (fun hb => isFalse fun h => hb (congrArg Prod.snd h)))
        (fun ha => isFalse fun h => ha (congrArg Prod.fst h))

/-! ### Classes behind the notation -/

set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat

class OfNat (α : Type u) (_ : Nat) where
  ofNat : α

@[default_instance 100]
instance instOfNatNat (n : Nat) : OfNat Nat n where
  ofNat := n

class LE (α : Type u) where
  le : α → α → Prop

class LT (α : Type u) where
  lt : α → α → Prop

@[reducible] def GE.ge {α : Type u} [LE α] (a b : α) : Prop := LE.le b a
@[reducible] def GT.gt {α : Type u} [LT α] (a b : α) : Prop := LT.lt b a

abbrev DecidableLT (α : Type u) [LT α] := DecidableRel (LT.lt : α → α → Prop)
abbrev DecidableLE (α : Type u) [LE α] := DecidableRel (LE.le : α → α → Prop)

class Add (α : Type u) where
  add : α → α → α

class Sub (α : Type u) where
  sub : α → α → α

class Mul (α : Type u) where
  mul : α → α → α

class Neg (α : Type u) where
  neg : α → α

class Append (α : Type u) where
  append : α → α → α

class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ

class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSub : α → β → γ

class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMul : α → β → γ

class HAppend (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAppend : α → β → γ

@[default_instance]
instance instHAdd {α : Type u} [Add α] : HAdd α α α where
  hAdd a b := Add.add a b

@[default_instance]
instance instHSub {α : Type u} [Sub α] : HSub α α α where
  hSub a b := Sub.sub a b

@[default_instance]
instance instHMul {α : Type u} [Mul α] : HMul α α α where
  hMul a b := Mul.mul a b

@[default_instance]
instance {α : Type u} [Append α] : HAppend α α α where
  hAppend a b := Append.append a b

class Membership (α : outParam (Type u)) (γ : Type v) where
  mem : γ → α → Prop

attribute [implicit_reducible] Membership.mem

class Trans {α : Sort u1} {β : Sort u2} {γ : Sort u3} (r : α → β → Sort u) (s : β → γ → Sort v)
    (t : outParam (α → γ → Sort w)) where
  trans {a : α} {b : β} {c : γ} : r a b → s b c → t a c

export Trans (trans)

instance {α : Sort u1} {γ : Sort u2} (r : α → γ → Sort u) : Trans Eq r r where
  trans h k := h ▸ k

instance {α : Sort u1} {β : Sort u2} (r : α → β → Sort u) : Trans r Eq r where
  trans h k := k ▸ h

/-! ### Natural numbers: arithmetic the kernel computes by name -/

set_option bootstrap.genMatcherCode false

@[extern "lean_nat_pred", implicit_reducible] def Nat.pred : (@& Nat) → Nat
  | .zero => .zero
  | .succ a => a

@[extern "lean_nat_add", instance_reducible] protected def Nat.add : (@& Nat) → (@& Nat) → Nat
  | a, .zero => a
  | a, .succ b => .succ (Nat.add a b)

@[extern "lean_nat_sub", instance_reducible] protected def Nat.sub : (@& Nat) → (@& Nat) → Nat
  | a, .zero => a
  | a, .succ b => .pred (Nat.sub a b)

@[extern "lean_nat_mul", instance_reducible] protected def Nat.mul : (@& Nat) → (@& Nat) → Nat
  | _, .zero => .zero
  | a, .succ b => Nat.add (Nat.mul a b) a

@[extern "lean_nat_dec_eq"] def Nat.beq : (@& Nat) → (@& Nat) → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.beq n m

@[extern "lean_nat_dec_le"] def Nat.ble : @& Nat → @& Nat → Bool
  | .zero, _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.ble n m

set_option bootstrap.genMatcherCode true

attribute [match_pattern] Nat.add Add.add HAdd.hAdd Neg.neg Mul.mul HMul.hMul

instance : Inhabited Nat where
  default := .zero

instance instAddNat : Add Nat where
  add := Nat.add

instance instSubNat : Sub Nat where
  sub := Nat.sub

instance instMulNat : Mul Nat where
  mul := Nat.mul

/-! ### Natural numbers: equality and order -/

theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (Nat.beq n m) true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => Bool.noConfusion h
  | .succ _, .zero, h => Bool.noConfusion h
  | .succ n, .succ m, h => congrArg Nat.succ (@Nat.eq_of_beq_eq_true n m h)

protected theorem Nat.beq_refl : (n : Nat) → Eq (Nat.beq n n) true
  | .zero => rfl
  | .succ n => Nat.beq_refl n

/-- The elaborator refutes equations between constructors of an enumeration with this. -/
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) :
    (Nat.beq (f a) (f b)).rec False True :=
  have same : Eq (Nat.beq (f a) (f b)) true :=
    Eq.trans (congrArg (Nat.beq (f a)) (congrArg f h).symm) (Nat.beq_refl (f a))
  Eq.ndrec (a := true) (motive := fun c => c.rec (motive := fun _ => Prop) False True) True.intro same.symm

theorem Nat.ne_of_beq_eq_false {n m : Nat} (h₁ : Eq (Nat.beq n m) false) : Not (Eq n m) := fun h =>
  Eq.ndrec (motive := fun (b : Bool) => b.rec (motive := fun _ => Prop) False True)
    (noConfusion_of_Nat id h) h₁

@[reducible, extern "lean_nat_dec_eq"]
protected def Nat.decEq (n m : @& Nat) : Decidable (Eq n m) where
  decide := Nat.beq n m
  reflects_decide :=
    match h : Nat.beq n m with
    | true => Nat.eq_of_beq_eq_true h
    | false => Nat.ne_of_beq_eq_false h

@[inline] instance : DecidableEq Nat := Nat.decEq

-- `genCtorIdx` is off for `Nat`: the command would need `Nat.decEq`.
def Nat.ctorIdx (n : Nat) : Nat :=
  match n with
  | .zero => 0
  | .succ _ => 1

protected inductive Nat.le (n : Nat) : Nat → Prop
  | refl : Nat.le n n
  | step {m} : Nat.le n m → Nat.le n (.succ m)

instance instLENat : LE Nat where
  le := Nat.le

@[implicit_reducible] protected def Nat.lt (n m : Nat) : Prop := Nat.le (.succ n) m

instance instLTNat : LT Nat where
  lt := Nat.lt

protected theorem Nat.le_refl (n : Nat) : LE.le n n := Nat.le.refl

protected theorem Nat.le_trans {n m k : Nat} : LE.le n m → LE.le m k → LE.le n k
  | h, .refl => h
  | h₁, .step h₂ => .step (Nat.le_trans h₁ h₂)

theorem Nat.zero_le : (n : Nat) → LE.le 0 n
  | .zero => Nat.le.refl
  | .succ n => .step (Nat.zero_le n)

theorem Nat.succ_le_succ {n m : Nat} : LE.le n m → LE.le (Nat.succ n) (Nat.succ m)
  | .refl => Nat.le.refl
  | .step h => .step (Nat.succ_le_succ h)

theorem Nat.le_of_succ_le_succ {n m : Nat} : LE.le (Nat.succ n) (Nat.succ m) → LE.le n m
  | .refl => Nat.le.refl
  | .step h => Nat.le_trans (Nat.le.step Nat.le.refl) h

theorem Nat.not_succ_le_zero (n : Nat) : LE.le (Nat.succ n) 0 → False := fun h =>
  Nat.le.rec (motive := fun m _ => Eq m Nat.zero → False)
    (@noConfusion_of_Nat Nat id (Nat.succ n) Nat.zero)
    (fun {m} _ _ => @noConfusion_of_Nat Nat id (Nat.succ m) Nat.zero) h rfl

theorem Nat.le_of_ble_eq_true {n m : Nat} (h : Eq (Nat.ble n m) true) : LE.le n m :=
  match n, m, h with
  | .zero, m, _ => Nat.zero_le m
  | .succ _, .zero, h => Bool.noConfusion h
  | .succ n, .succ m, h => Nat.succ_le_succ (@Nat.le_of_ble_eq_true n m h)

theorem Nat.ble_eq_true_of_le {n m : Nat} (h : LE.le n m) : Eq (Nat.ble n m) true :=
  match n, m, h with
  | .zero, _, _ => rfl
  | .succ n, .zero, h => (Nat.not_succ_le_zero n h).elim
  | .succ n, .succ m, h => @Nat.ble_eq_true_of_le n m (Nat.le_of_succ_le_succ h)

@[extern "lean_nat_dec_le"]
instance Nat.decLe (n m : @& Nat) : Decidable (LE.le n m) where
  decide := Nat.ble n m
  reflects_decide :=
    match h : Nat.ble n m with
    | true => Nat.le_of_ble_eq_true h
    | false => fun k => Bool.noConfusion (h.symm.trans (Nat.ble_eq_true_of_le k))

@[extern "lean_nat_dec_lt"]
instance Nat.decLt (n m : @& Nat) : Decidable (LT.lt n m) := Nat.decLe (.succ n) m

instance Nat.instTransLe : Trans (α := Nat) (β := Nat) (γ := Nat) LE.le LE.le LE.le where
  trans := Nat.le_trans

instance Nat.instTransLt : Trans (α := Nat) (β := Nat) (γ := Nat) LT.lt LT.lt LT.lt where
  trans h k := Nat.le_trans (Nat.le.step h) k

instance Nat.instTransLtLe : Trans (α := Nat) (β := Nat) (γ := Nat) LT.lt LE.le LT.lt where
  trans h k := Nat.le_trans h k

instance Nat.instTransLeLt : Trans (α := Nat) (β := Nat) (γ := Nat) LE.le LT.lt LT.lt where
  trans h k := Nat.le_trans (Nat.succ_le_succ h) k

/-! ### Natural numbers: the other operations the kernel computes by name

Division and the bitwise operations recurse on a bound (`fuel`) that is large enough for every argument:
each is a plain structural recursion, to be read as it stands. -/

set_option bootstrap.genMatcherCode false

@[extern "lean_nat_pow"] protected def Nat.pow (m : @& Nat) : (@& Nat) → Nat
  | .zero => .succ .zero
  | .succ n => Nat.mul (Nat.pow m n) m

/-- The quotient of `x` by `y`, by repeated subtraction; `0` if `y` is `0`. -/
def Nat.divFuel (y : Nat) : Nat → Nat → Nat
  | .zero, _ => .zero
  | .succ fuel, x =>
    cond (and (Nat.ble 1 y) (Nat.ble y x)) (.succ (Nat.divFuel y fuel (Nat.sub x y))) .zero

@[extern "lean_nat_div"] protected def Nat.div (x y : @& Nat) : Nat := Nat.divFuel y x x

/-- The remainder of `x` by `y`, by repeated subtraction; `x` if `y` is `0`. -/
def Nat.modFuel (y : Nat) : Nat → Nat → Nat
  | .zero, x => x
  | .succ fuel, x => cond (and (Nat.ble 1 y) (Nat.ble y x)) (Nat.modFuel y fuel (Nat.sub x y)) x

@[extern "lean_nat_mod"] protected def Nat.mod (x y : @& Nat) : Nat := Nat.modFuel y x x

/-- Euclid's algorithm: the first argument falls at each step. -/
def Nat.gcdFuel : Nat → Nat → Nat → Nat
  | .zero, _, n => n
  | .succ fuel, m, n => cond (Nat.beq m 0) n (Nat.gcdFuel fuel (Nat.mod n m) m)

@[extern "lean_nat_gcd"] def Nat.gcd (m n : @& Nat) : Nat := Nat.gcdFuel m m n

/-- Bit by bit from the lowest: `f` combines the bits of `n` and `m`, as many of them as `fuel` says. -/
def Nat.bitwiseFuel (f : Bool → Bool → Bool) : Nat → Nat → Nat → Nat
  | .zero, _, _ => .zero
  | .succ fuel, n, m =>
    Nat.add (Nat.mul 2 (Nat.bitwiseFuel f fuel (Nat.div n 2) (Nat.div m 2)))
      (cond (f (Nat.beq (Nat.mod n 2) 1) (Nat.beq (Nat.mod m 2) 1)) 1 0)

/-- As many bits as the sum of the arguments: more than either has. -/
def Nat.bitwise (f : Bool → Bool → Bool) (n m : Nat) : Nat := Nat.bitwiseFuel f (Nat.add n m) n m

@[extern "lean_nat_land"] def Nat.land : @& Nat → @& Nat → Nat := Nat.bitwise and
@[extern "lean_nat_lor"] def Nat.lor : @& Nat → @& Nat → Nat := Nat.bitwise or
@[extern "lean_nat_lxor"] def Nat.xor : @& Nat → @& Nat → Nat :=
  Nat.bitwise fun a b => cond a (not b) b

@[extern "lean_nat_shiftl"] def Nat.shiftLeft : @& Nat → @& Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.shiftLeft (Nat.mul 2 n) m

@[extern "lean_nat_shiftr"] def Nat.shiftRight : @& Nat → @& Nat → Nat
  | n, .zero => n
  | n, .succ m => Nat.div (Nat.shiftRight n m) 2

/-- The number of times `n` can be halved before it falls below `2`. -/
def Nat.log2Fuel : Nat → Nat → Nat
  | .zero, _ => .zero
  | .succ fuel, n => cond (Nat.ble 2 n) (.succ (Nat.log2Fuel fuel (Nat.div n 2))) .zero

@[extern "lean_nat_log2"] def Nat.log2 (n : @& Nat) : Nat := Nat.log2Fuel n n

set_option bootstrap.genMatcherCode true

/-! ### What the `inductive` command calls for enumerations -/

abbrev noConfusionTypeEnum {α : Sort u} (f : α → Nat) (P : Sort w) (x y : α) : Sort w :=
  (Nat.decEq (f x) (f y)).decide.rec P (P → P)

abbrev noConfusionEnum {α : Sort u} (f : α → Nat) {P : Sort w} {x y : α} (h : Eq x y) :
    noConfusionTypeEnum f P x y :=
  Eq.ndrec (a := true) (motive := fun b => b.rec (motive := fun _ => Sort w) P (P → P)) (fun p => p)
    (decide_eq_true (inst := Nat.decEq (f x) (f y)) (congrArg f h)).symm

/-! ### Lists -/

inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α

@[instance_reducible] def List.length {α : Type u} : List α → Nat
  | .nil => 0
  | .cons _ as => HAdd.hAdd as.length 1

@[implicit_reducible] protected def List.append {α : Type u} : (xs ys : List α) → List α
  | .nil, bs => bs
  | .cons a as, bs => .cons a (as.append bs)

instance {α : Type u} : Append (List α) where
  append := List.append

@[implicit_reducible] def List.map {α : Type u} {β : Type v} (f : α → β) : (l : List α) → List β
  | .nil => .nil
  | .cons a as => .cons (f a) (as.map f)

def List.filter {α : Type u} (p : α → Bool) : (l : List α) → List α
  | .nil => .nil
  | .cons a as =>
    match p a with
    | true => .cons a (as.filter p)
    | false => as.filter p

def List.foldr {α : Type u} {β : Type v} (f : α → β → β) (init : β) : (l : List α) → β
  | .nil => init
  | .cons a as => f a (as.foldr f init)

def List.all {α : Type u} : List α → (α → Bool) → Bool
  | .nil, _ => true
  | .cons a as, p => and (p a) (as.all p)

def List.any {α : Type u} : List α → (α → Bool) → Bool
  | .nil, _ => false
  | .cons a as, p => or (p a) (as.any p)

inductive List.Mem {α : Type u} (a : α) : List α → Prop
  | head (as : List α) : Mem a (.cons a as)
  | tail (b : α) {as : List α} : Mem a as → Mem a (.cons b as)

instance {α : Type u} : Membership α (List α) where
  mem l a := List.Mem a l

inductive Option (α : Type u) where
  | none : Option α
  | some (val : α) : Option α

export Option (none some)

/-! ### Integers -/

set_option genCtorIdx false in
inductive Int : Type where
  | ofNat : Nat → Int
  | negSucc : Nat → Int

attribute [extern "lean_nat_to_int"] Int.ofNat
attribute [extern "lean_int_neg_succ_of_nat"] Int.negSucc

instance instOfNat {n : Nat} : OfNat Int n where
  ofNat := Int.ofNat n

namespace Int

instance : Inhabited Int := ⟨ofNat 0⟩

set_option bootstrap.genMatcherCode false

def negOfNat : Nat → Int
  | .zero => ofNat 0
  | .succ m => negSucc m

@[extern "lean_int_neg"] protected def neg (n : @& Int) : Int :=
  match n with
  | ofNat n => negOfNat n
  | negSucc n => ofNat (.succ n)

-- Above the priority of `Nat` literals, so that `-1` alone is an integer.
@[default_instance 500] instance instNegInt : Neg Int where
  neg := Int.neg

def subNatNat (m n : Nat) : Int :=
  match HSub.hSub n m with
  | .zero => ofNat (HSub.hSub m n)
  | .succ k => negSucc k

@[extern "lean_int_add"] protected def add (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (HAdd.hAdd m n)
  | ofNat m, negSucc n => subNatNat m (.succ n)
  | negSucc m, ofNat n => subNatNat n (.succ m)
  | negSucc m, negSucc n => negSucc (.succ (HAdd.hAdd m n))

instance instAdd : Add Int where
  add := Int.add

@[extern "lean_int_mul"] protected def mul (m n : @& Int) : Int :=
  match m, n with
  | ofNat m, ofNat n => ofNat (HMul.hMul m n)
  | ofNat m, negSucc n => negOfNat (HMul.hMul m (Nat.succ n))
  | negSucc m, ofNat n => negOfNat (HMul.hMul (Nat.succ m) n)
  | negSucc m, negSucc n => ofNat (HMul.hMul (Nat.succ m) (Nat.succ n))

instance instMul : Mul Int where
  mul := Int.mul

@[extern "lean_int_sub"] protected def sub (m n : @& Int) : Int := HAdd.hAdd m (Neg.neg n)

instance instSub : Sub Int where
  sub := Int.sub

inductive NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (ofNat n)

protected def le (a b : Int) : Prop := NonNeg (HSub.hSub b a)

instance instLEInt : LE Int where
  le := Int.le

protected def lt (a b : Int) : Prop := LE.le (HAdd.hAdd a 1) b

instance instLTInt : LT Int where
  lt := Int.lt

@[extern "lean_int_dec_eq"] protected def decEq (a b : @& Int) : Decidable (Eq a b) :=
  match a, b with
  | ofNat a, ofNat b =>
    dite (Eq a b) (fun h => isTrue (congrArg ofNat h)) (fun h => isFalse fun k => Int.noConfusion k h)
  | ofNat _, negSucc _ => isFalse fun k => Int.noConfusion k
  | negSucc _, ofNat _ => isFalse fun k => Int.noConfusion k
  | negSucc a, negSucc b =>
    dite (Eq a b) (fun h => isTrue (congrArg negSucc h)) (fun h => isFalse fun k => Int.noConfusion k h)

instance instDecidableEq : DecidableEq Int := Int.decEq

@[extern "lean_int_dec_nonneg"] private def decNonneg (m : @& Int) : Decidable (NonNeg m) :=
  match m with
  | ofNat m => isTrue (NonNeg.mk m)
  | negSucc _ => isFalse fun h =>
    NonNeg.rec (motive := fun m _ => m.rec (motive := fun _ => Prop) (fun _ => True) fun _ => False)
      (fun _ => True.intro) h

@[extern "lean_int_dec_le"] instance decLe (a b : @& Int) : Decidable (LE.le a b) := decNonneg _
@[extern "lean_int_dec_lt"] instance decLt (a b : @& Int) : Decidable (LT.lt a b) := decNonneg _

@[extern "lean_nat_abs"] def natAbs (m : @& Int) : Nat :=
  match m with
  | ofNat m => m
  | negSucc m => .succ m

end Int

set_option bootstrap.genMatcherCode true

/-! ### Strings and names

The kernel reads the literal `"ab"` as `String.ofList [Char.ofNat 97, Char.ofNat 98]`, so the two names
are needed in that form. Here both are constructors; nothing else is known about strings. `Lean.Name`
is what the elaborator labels a `sorry` with. -/

inductive Char where
  | ofNat (n : Nat) : Char

inductive String where
  | ofList (data : List Char) : String

namespace Lean

inductive Name where
  | anonymous : Name
  | str (pre : Name) (str : String) : Name
  | num (pre : Name) (i : Nat) : Name

namespace Name

abbrev mkStr (p : Name) (s : String) : Name := .str p s
abbrev mkNum (p : Name) (v : Nat) : Name := .num p v
abbrev mkSimple (s : String) : Name := .str .anonymous s
abbrev mkStr1 (s₁ : String) : Name := .str .anonymous s₁
abbrev mkStr2 (s₁ s₂ : String) : Name := .str (.mkStr1 s₁) s₂
abbrev mkStr3 (s₁ s₂ s₃ : String) : Name := .str (.mkStr2 s₁ s₂) s₃
abbrev mkStr4 (s₁ s₂ s₃ s₄ : String) : Name := .str (.mkStr3 s₁ s₂ s₃) s₄
abbrev mkStr5 (s₁ s₂ s₃ s₄ s₅ : String) : Name := .str (.mkStr4 s₁ s₂ s₃ s₄) s₅
abbrev mkStr6 (s₁ s₂ s₃ s₄ s₅ s₆ : String) : Name := .str (.mkStr5 s₁ s₂ s₃ s₄ s₅) s₆

end Name

end Lean

/-! ### Coercions

The elaborator looks for these before it reports a type error. The one coercion defined is that of a
truth value to the proposition that it is `true`. -/

class CoeT (α : Sort u) (_ : α) (β : Sort v) where
  coe : β

class CoeFun (α : Sort u) (γ : outParam (α → Sort v)) where
  coe : (f : α) → γ f

class CoeSort (α : Sort u) (β : outParam (Sort v)) where
  coe : α → β

attribute [coe_decl] CoeT.coe CoeFun.coe CoeSort.coe

@[reducible, instance] def boolToProp (b : Bool) : CoeT Bool b Prop where
  coe := Eq b true

@[reducible, instance] def boolToSort : CoeSort Bool Prop where
  coe b := Eq b true

/-! ### Surface syntax

The code of parsers, macros and unexpanders is in the compiled library. A declaration here names one of
them, by its official name, and attaches it: `extern` says that the code exists, the other attribute where
it belongs. The types below stand for the official ones. Their values are never computed with in a
proof, and the attributes look at the name of the type alone. -/

namespace Lean

structure Syntax where (a b : Nat)
structure ParserDescr where (a b : Nat)
structure TrailingParserDescr where (a b : Nat)

abbrev Macro := Syntax → Syntax → Syntax → Syntax
abbrev PrettyPrinter.Unexpander := Syntax → Syntax → Syntax → Syntax

instance : Inhabited Macro := ⟨fun s _ _ => s⟩
instance : Inhabited ParserDescr := ⟨⟨0, 0⟩⟩
instance : Inhabited TrailingParserDescr := ⟨⟨0, 0⟩⟩

end Lean

open Lean

-- Relations and connectives
@[extern "c", term_parser 1000] opaque «term_=_» : TrailingParserDescr
@[extern "c", macro «term_=_»] opaque «_aux_Init_Notation___macroRules_term_=__1» : Macro
@[extern "c", macro «term_=_»] opaque «_aux_Init_Notation___macroRules_term_=__2» : Macro
@[extern "c", term_parser 1000] opaque «term_≠_» : TrailingParserDescr
@[extern "c", macro «term_≠_»] opaque «_aux_Init_Core___macroRules_term_≠__1» : Macro
@[extern "c", macro «term_≠_»] opaque «_aux_Init_Core___macroRules_term_≠__2» : Macro
@[extern "c", term_parser 1000] opaque «term_<_» : TrailingParserDescr
@[extern "c", macro «term_<_»] opaque «_aux_Init_Notation___macroRules_term_<__1» : Macro
@[extern "c", macro «term_<_»] opaque «_aux_Init_Notation___macroRules_term_<__2» : Macro
@[extern "c", term_parser 1000] opaque «term_≤_» : TrailingParserDescr
@[extern "c", macro «term_≤_»] opaque «_aux_Init_Notation___macroRules_term_≤__1» : Macro
@[extern "c", macro «term_≤_»] opaque «_aux_Init_Notation___macroRules_term_≤__2» : Macro
@[extern "c", term_parser 1000] opaque «term_<=_» : TrailingParserDescr
@[extern "c", macro «term_<=_»] opaque «_aux_Init_Notation___macroRules_term_<=__1» : Macro
@[extern "c", macro «term_<=_»] opaque «_aux_Init_Notation___macroRules_term_<=__2» : Macro
@[extern "c", term_parser 1000] opaque «term_>_» : TrailingParserDescr
@[extern "c", macro «term_>_»] opaque «_aux_Init_Notation___macroRules_term_>__1» : Macro
@[extern "c", macro «term_>_»] opaque «_aux_Init_Notation___macroRules_term_>__2» : Macro
@[extern "c", term_parser 1000] opaque «term_≥_» : TrailingParserDescr
@[extern "c", macro «term_≥_»] opaque «_aux_Init_Notation___macroRules_term_≥__1» : Macro
@[extern "c", macro «term_≥_»] opaque «_aux_Init_Notation___macroRules_term_≥__2» : Macro
@[extern "c", term_parser 1000] opaque «term_>=_» : TrailingParserDescr
@[extern "c", macro «term_>=_»] opaque «_aux_Init_Notation___macroRules_term_>=__1» : Macro
@[extern "c", macro «term_>=_»] opaque «_aux_Init_Notation___macroRules_term_>=__2» : Macro
@[extern "c", term_parser 1000] opaque «term_∈_» : TrailingParserDescr
@[extern "c", macro «term_∈_»] opaque «_aux_Init_Notation___macroRules_term_∈__1» : Macro
@[extern "c", term_parser 1000] opaque «term_∉_» : TrailingParserDescr
@[extern "c", macro «term_∉_»] opaque «_aux_Init_Notation___macroRules_term_∉__1» : Macro
@[extern "c", term_parser 1000] opaque «term_∧_» : TrailingParserDescr
@[extern "c", macro «term_∧_»] opaque «_aux_Init_Notation___macroRules_term_∧__1» : Macro
@[extern "c", term_parser 1000] opaque «term_∨_» : TrailingParserDescr
@[extern "c", macro «term_∨_»] opaque «_aux_Init_Notation___macroRules_term_∨__1» : Macro
@[extern "c", term_parser 1000] opaque «term_↔_» : TrailingParserDescr
@[extern "c", macro «term_↔_»] opaque «_aux_Init_Core___macroRules_term_↔__1» : Macro
@[extern "c", term_parser 1000] opaque «term_<->_» : TrailingParserDescr
@[extern "c", macro «term_<->_»] opaque «_aux_Init_Core___macroRules_term_<->__1» : Macro
@[extern "c", term_parser 1000] opaque «term¬_» : ParserDescr
@[extern "c", macro «term¬_»] opaque «_aux_Init_Notation___macroRules_term¬__1» : Macro

-- Quantifiers
@[extern "c", term_parser 1000] opaque «term∃_,_» : ParserDescr
@[extern "c", macro «term∃_,_»] opaque «_aux_Init_NotationExtra___macroRules_term∃_,__1» : Macro
@[extern "c", term_parser 1000] opaque «termExists_,_» : ParserDescr
@[extern "c", macro «termExists_,_»] opaque «_aux_Init_NotationExtra___macroRules_termExists_,__1» : Macro

-- Operations
@[extern "c", term_parser 1000] opaque «term_+_» : TrailingParserDescr
@[extern "c", macro «term_+_»] opaque «_aux_Init_Notation___macroRules_term_+__1» : Macro
@[extern "c", macro «term_+_»] opaque «_aux_Init_Notation___macroRules_term_+__2» : Macro
@[extern "c", term_parser 1000] opaque «term_-_» : TrailingParserDescr
@[extern "c", macro «term_-_»] opaque «_aux_Init_Notation___macroRules_term_-__1» : Macro
@[extern "c", macro «term_-_»] opaque «_aux_Init_Notation___macroRules_term_-__2» : Macro
@[extern "c", term_parser 1000] opaque «term_*_» : TrailingParserDescr
@[extern "c", macro «term_*_»] opaque «_aux_Init_Notation___macroRules_term_*__1» : Macro
@[extern "c", macro «term_*_»] opaque «_aux_Init_Notation___macroRules_term_*__2» : Macro
@[extern "c", term_parser 1000] opaque «term_++_» : TrailingParserDescr
@[extern "c", macro «term_++_»] opaque «_aux_Init_Notation___macroRules_term_++__1» : Macro
@[extern "c", macro «term_++_»] opaque «_aux_Init_Notation___macroRules_term_++__2» : Macro
@[extern "c", term_parser 1000] opaque «term_&&_» : TrailingParserDescr
@[extern "c", macro «term_&&_»] opaque «_aux_Init_Notation___macroRules_term_&&__1» : Macro
@[extern "c", term_parser 1000] opaque «term_||_» : TrailingParserDescr
@[extern "c", macro «term_||_»] opaque «_aux_Init_Notation___macroRules_term_||__1» : Macro
@[extern "c", term_parser 1000] opaque «term_==_» : TrailingParserDescr
@[extern "c", macro «term_==_»] opaque «_aux_Init_Notation___macroRules_term_==__1» : Macro
@[extern "c", macro «term_==_»] opaque «_aux_Init_Notation___macroRules_term_==__2» : Macro
@[extern "c", term_parser 1000] opaque «term-_» : ParserDescr
@[extern "c", macro «term-_»] opaque «_aux_Init_Notation___macroRules_term-__1» : Macro
@[extern "c", macro «term-_»] opaque «_aux_Init_Notation___macroRules_term-__2» : Macro
@[extern "c", term_parser 1000] opaque «term!_» : ParserDescr
@[extern "c", macro «term!_»] opaque «_aux_Init_Notation___macroRules_term!__1» : Macro

-- Lists, pairs, functions, raw literals
@[extern "c", term_parser 1000] opaque «term_::_» : TrailingParserDescr
@[extern "c", macro «term_::_»] opaque «_aux_Init_Notation___macroRules_term_::__1» : Macro
@[extern "c", term_parser 1000] opaque «term_×_» : TrailingParserDescr
@[extern "c", macro «term_×_»] opaque «_aux_Init_Notation___macroRules_term_×__1» : Macro
@[extern "c", term_parser 1000] opaque «term_∘_» : TrailingParserDescr
@[extern "c", macro «term_∘_»] opaque «_aux_Init_Notation___macroRules_term_∘__1» : Macro
@[extern "c", term_parser 1000] opaque «term_<|_» : TrailingParserDescr
@[extern "c", macro «term_<|_»] opaque «_aux_Init_Notation___macroRules_term_<|__1» : Macro
@[extern "c", term_parser 1000] opaque «term_|>_» : TrailingParserDescr
@[extern "c", macro «term_|>_»] opaque «_aux_Init_Notation___macroRules_term_|>__1» : Macro
@[extern "c", term_parser 1000] opaque «term[_]» : ParserDescr
@[extern "c", macro «term[_]»] opaque _root_.Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1» : Macro
@[extern "c", term_parser 1000] opaque rawNatLit : ParserDescr

-- Conditionals
@[extern "c", term_parser 1000] opaque termIfThenElse : ParserDescr
@[extern "c", macro termIfThenElse] opaque _aux_Init_Notation___macroRules_termIfThenElse_1 : Macro
@[extern "c", term_parser 1000] opaque termDepIfThenElse : ParserDescr
@[extern "c", macro termDepIfThenElse] opaque _aux_Init_Notation___macroRules_termDepIfThenElse_1 : Macro
@[extern "c", term_parser 1000] opaque boolIfThenElse : ParserDescr
@[extern "c", macro boolIfThenElse] opaque _aux_Init_Notation___macroRules_boolIfThenElse_1 : Macro

namespace Lean

-- Calculations
@[extern "c"] opaque calcFirstStep : ParserDescr
@[extern "c"] opaque calcStep : ParserDescr
@[extern "c"] opaque calcSteps : ParserDescr
@[extern "c", term_parser 1000] opaque calc : ParserDescr

-- Commands
@[extern "c"] opaque reduceConfig : ParserDescr
@[extern "c", command_parser 1000] opaque reduceCmd : ParserDescr
@[extern "c"] opaque guardMsgsFilterSeverity : ParserDescr
@[extern "c"] opaque guardMsgsFilterAction : ParserDescr
@[extern "c"] opaque guardMsgsFilter : ParserDescr
@[extern "c"] opaque guardMsgsWhitespaceArg : ParserDescr
@[extern "c"] opaque guardMsgsWhitespace : ParserDescr
@[extern "c"] opaque guardMsgsOrderingArg : ParserDescr
@[extern "c"] opaque guardMsgsOrdering : ParserDescr
@[extern "c"] opaque guardMsgsPositionsArg : ParserDescr
@[extern "c"] opaque guardMsgsPositions : ParserDescr
@[extern "c"] opaque guardMsgsSubstring : ParserDescr
@[extern "c"] opaque guardMsgsSpecElt : ParserDescr
@[extern "c"] opaque guardMsgsSpec : ParserDescr
@[extern "c", command_parser 1000] opaque guardMsgsCmd : ParserDescr

-- Tactic blocks
@[extern "c"] opaque cdotTk : ParserDescr
@[extern "c", tactic_parser 1000] opaque cdot : ParserDescr

end Lean

namespace Lean.Parser.Tactic

-- Parts of tactics
@[extern "c"] opaque posConfigItem : ParserDescr
@[extern "c"] opaque negConfigItem : ParserDescr
@[extern "c"] opaque valConfigItem : ParserDescr
@[extern "c"] opaque configItem : ParserDescr
@[extern "c"] opaque optConfig : ParserDescr
@[extern "c"] opaque locationWildcard : ParserDescr
@[extern "c"] opaque locationType : ParserDescr
@[extern "c"] opaque locationHyp : ParserDescr
@[extern "c"] opaque location : ParserDescr
@[extern "c"] opaque elimTarget : ParserDescr
@[extern "c"] opaque inductionAltLHS : ParserDescr
@[extern "c"] opaque inductionAlt : ParserDescr
@[extern "c"] opaque inductionAlts : ParserDescr
@[extern "c"] opaque caseArg : ParserDescr
@[extern "c"] opaque rwRule : ParserDescr
@[extern "c"] opaque rwRuleSeq : ParserDescr

-- Combinators and structure
@[extern "c", tactic_parser 1000] opaque «tactic_<;>_» : TrailingParserDescr
@[extern "c", macro «tactic_<;>_»] opaque «_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tactic_<;>__1» : Macro
@[extern "c", tactic_parser 1000] opaque paren : ParserDescr
@[extern "c", tactic_parser 1000] opaque focus : ParserDescr
@[extern "c", tactic_parser 1000] opaque first : ParserDescr
@[extern "c", tactic_parser 1000] opaque allGoals : ParserDescr
@[extern "c", tactic_parser 1000] opaque anyGoals : ParserDescr
@[extern "c", tactic_parser 1000] opaque tacticTry_ : ParserDescr
@[extern "c", macro tacticTry_] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTry__1 : Macro
@[extern "c", tactic_parser 1000] opaque tacticRepeat_ : ParserDescr
@[extern "c", tactic_parser 1000] opaque withReducible : ParserDescr
@[extern "c", tactic_parser 1000] opaque case : ParserDescr
@[extern "c", tactic_parser 1000] opaque skip : ParserDescr
@[extern "c", tactic_parser 1000] opaque done : ParserDescr
@[extern "c", tactic_parser 1000] opaque rotateLeft : ParserDescr
@[extern "c", tactic_parser 1000] opaque rotateRight : ParserDescr
@[extern "c", tactic_parser 1000] opaque renameI : ParserDescr

-- Closing a goal
@[extern "c", tactic_parser 1000] opaque decide : ParserDescr
@[extern "c", tactic_parser 1000] opaque exact : ParserDescr
@[extern "c", tactic_parser 1000] opaque assumption : ParserDescr
@[extern "c", tactic_parser 1000] opaque contradiction : ParserDescr
@[extern "c", tactic_parser 1000] opaque tacticRfl : ParserDescr
@[extern "c", macro tacticRfl] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_1 : Macro
@[extern "c", macro tacticRfl] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_2 : Macro
@[extern "c", macro tacticRfl] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_3 : Macro
@[extern "c", macro tacticRfl] opaque _root_._aux_Init_Core___macroRules_Lean_Parser_Tactic_tacticRfl_1 : Macro
@[extern "c", tactic_parser 1000] opaque eqRefl : ParserDescr
@[extern "c", tactic_parser 1000] opaque applyRfl : ParserDescr
@[extern "c", tactic_parser 1000] opaque tacticTrivial : ParserDescr
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_1 : Macro
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_2 : Macro
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_3 : Macro
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_4 : Macro
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_5 : Macro
@[extern "c", macro tacticTrivial] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_6 : Macro
@[extern "c", tactic_parser 1000] opaque tacticInfer_instance : ParserDescr
@[extern "c", macro tacticInfer_instance] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticInfer_instance_1 : Macro
@[extern "c", tactic_parser 1000] opaque tacticSorry : ParserDescr
@[extern "c", macro tacticSorry] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSorry_1 : Macro

-- Working on a goal
@[extern "c", tactic_parser 1000] opaque intro : ParserDescr
@[extern "c", tactic_parser 1000] opaque intros : ParserDescr
@[extern "c", tactic_parser 1000] opaque revert : ParserDescr
@[extern "c", tactic_parser 1000] opaque clear : ParserDescr
@[extern "c", tactic_parser 1000] opaque specialize : ParserDescr
@[extern "c", tactic_parser 1000] opaque apply : ParserDescr
@[extern "c", tactic_parser 1000] opaque refine : ParserDescr
@[extern "c", tactic_parser 1000] opaque tacticRefine_lift_ : ParserDescr
@[extern "c", macro tacticRefine_lift_] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift__1 : Macro
@[extern "c", tactic_parser 1000] opaque constructor : ParserDescr
@[extern "c", tactic_parser 1000] opaque left : ParserDescr
@[extern "c", tactic_parser 1000] opaque right : ParserDescr
@[extern "c", tactic_parser 1000] opaque «tacticExists_,,» : ParserDescr
@[extern "c", macro «tacticExists_,,»] opaque «_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExists_,,_1» : Macro
@[extern "c", tactic_parser 1000] opaque tacticExfalso : ParserDescr
@[extern "c", macro tacticExfalso] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExfalso_1 : Macro
@[extern "c", tactic_parser 1000] opaque cases : ParserDescr
@[extern "c", tactic_parser 1000] opaque induction : ParserDescr
@[extern "c", tactic_parser 1000] opaque injection : ParserDescr
@[extern "c", tactic_parser 1000] opaque subst : ParserDescr
@[extern "c", tactic_parser 1000] opaque unfold : ParserDescr
@[extern "c", tactic_parser 1000] opaque rewriteSeq : ParserDescr
@[extern "c", tactic_parser 1000] opaque rwSeq : ParserDescr
@[extern "c", macro rwSeq] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwSeq_1 : Macro
@[extern "c", tactic_parser 1000] opaque symm : ParserDescr
@[extern "c", tactic_parser 1000] opaque «show» : ParserDescr
@[extern "c", tactic_parser 1000] opaque change : ParserDescr
@[extern "c", tactic_parser 1000] opaque tacticHave__ : ParserDescr
@[extern "c", macro tacticHave__] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave___1 : Macro
@[extern "c", tactic_parser 1000] opaque tacticLet__ : ParserDescr
@[extern "c", macro tacticLet__] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet___1 : Macro
@[extern "c", tactic_parser 1000] opaque tacticSuffices_ : ParserDescr
@[extern "c", macro tacticSuffices_] opaque _aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSuffices__1 : Macro

end Lean.Parser.Tactic

-- How terms are printed
@[extern "c", app_unexpander Eq] opaque _aux_Init_Notation___unexpand_Eq_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Ne] opaque _aux_Init_Core___unexpand_Ne_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander LT.lt] opaque _aux_Init_Notation___unexpand_LT_lt_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander LE.le] opaque _aux_Init_Notation___unexpand_LE_le_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander LE.le] opaque _aux_Init_Notation___unexpand_LE_le_2 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander GT.gt] opaque _aux_Init_Notation___unexpand_GT_gt_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander GE.ge] opaque _aux_Init_Notation___unexpand_GE_ge_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander GE.ge] opaque _aux_Init_Notation___unexpand_GE_ge_2 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Membership.mem] opaque _aux_Init_Notation___unexpand_Membership_mem_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander And] opaque _aux_Init_Notation___unexpand_And_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Or] opaque _aux_Init_Notation___unexpand_Or_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Not] opaque _aux_Init_Notation___unexpand_Not_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Iff] opaque _aux_Init_Core___unexpand_Iff_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Iff] opaque _aux_Init_Core___unexpand_Iff_2 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander HAdd.hAdd] opaque _aux_Init_Notation___unexpand_HAdd_hAdd_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander HSub.hSub] opaque _aux_Init_Notation___unexpand_HSub_hSub_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander HMul.hMul] opaque _aux_Init_Notation___unexpand_HMul_hMul_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander HAppend.hAppend] opaque _aux_Init_Notation___unexpand_HAppend_hAppend_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Neg.neg] opaque _aux_Init_Notation___unexpand_Neg_neg_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Prod] opaque _aux_Init_Notation___unexpand_Prod_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander List.cons] opaque _aux_Init_Notation___unexpand_List_cons_1 : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Prod.mk] opaque unexpandProdMk : PrettyPrinter.Unexpander
@[extern "c", app_unexpander List.nil] opaque unexpandListNil : PrettyPrinter.Unexpander
@[extern "c", app_unexpander List.cons] opaque unexpandListCons : PrettyPrinter.Unexpander
@[extern "c", app_unexpander Exists] opaque unexpandExists : PrettyPrinter.Unexpander
