/- A small `Init` for checking without a Lean installation: the constants the elaborator asks for by
name, logic, `Nat`, `Int`, `Bool`, `List`, and (last section) the names of parsers, macros and
unexpanders whose code is inside the compiled Lean library. -/
prelude
set_option linter.all false
universe u v w
-- constants the compiler expects by name
unsafe axiom lcErased : Type
unsafe axiom lcAny : Type
unsafe axiom lcVoid : Type
unsafe axiom lcProof {α : Prop} : α
unsafe axiom lcCast {α : Sort u} {β : Sort v} (a : α) : β
unsafe axiom lcUnreachable {α : Sort u} : α
-- logic
@[reducible] def outParam (α : Sort u) : Sort u := α
@[reducible] def optParam (α : Sort u) (default : α) : Sort u := α
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
abbrev Eq.ndrec.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq a b) : motive b :=
  h.rec m
inductive HEq : {α : Sort u} → α → {β : Sort u} → β → Prop where
  | refl (a : α) : HEq a a
def id {α : Sort u} (a : α) : α := a
def Not (a : Prop) : Prop := a → False
@[macro_inline] def False.elim {C : Sort u} (h : False) : C := h.rec
@[macro_inline] def absurd {a : Prop} {b : Sort v} (h₁ : a) (h₂ : Not a) : b := (h₂ h₁).rec
@[match_pattern] def rfl {α : Sort u} {a : α} : Eq a a := Eq.refl a
theorem Eq.subst {α : Sort u} {motive : α → Prop} {a b : α} (h₁ : Eq a b) (h₂ : motive a) : motive b :=
  Eq.ndrec h₂ h₁
theorem Eq.symm {α : Sort u} {a b : α} (h : Eq a b) : Eq b a := Eq.ndrec (motive := fun x => Eq x a) rfl h
abbrev Eq.ndrec_symm.{u1, u2} {α : Sort u2} {a : α} {motive : α → Sort u1} (m : motive a) {b : α} (h : Eq b a) : motive b :=
  h.symm.ndrec m
theorem Eq.trans {α : Sort u} {a b c : α} (h₁ : Eq a b) (h₂ : Eq b c) : Eq a c :=
  Eq.ndrec (motive := fun x => Eq a x) h₁ h₂
@[macro_inline] def cast {α β : Sort u} (h : Eq α β) (a : α) : β := h.rec a
theorem congrArg {α : Sort u} {β : Sort v} {a₁ a₂ : α} (f : α → β) (h : Eq a₁ a₂) : Eq (f a₁) (f a₂) :=
  Eq.ndrec (motive := fun x => Eq (f a₁) (f x)) rfl h
theorem eq_of_heq {α : Sort u} {a a' : α} (h : HEq a a') : Eq a a' :=
  HEq.rec (motive := fun {β} (b : β) (_ : HEq a b) => (e : Eq α β) → Eq (cast e a) b) (fun _ => rfl) h rfl
theorem heq_of_eq {α : Sort u} {a a' : α} (h : Eq a a') : HEq a a' := Eq.ndrec (HEq.refl a) h
-- data used by the equation compiler
structure Prod (α : Type u) (β : Type v) where
  fst : α
  snd : β
structure PProd (α : Sort u) (β : Sort v) where
  fst : α
  snd : β
structure PULift.{r, s} (α : Sort s) : Sort (max s 1 r) where
  up ::
  down : α
structure MProd (α β : Type u) where
  fst : α
  snd : β
structure And (a b : Prop) : Prop where
  intro ::
  left : a
  right : b
inductive Or (a b : Prop) : Prop where
  | inl (h : a) : Or a b
  | inr (h : b) : Or a b
inductive Bool : Type where
  | false : Bool
  | true : Bool
export Bool (false true)
class Inhabited (α : Sort u) where
  default : α
export Inhabited (default)
class inductive Nonempty (α : Sort u) : Prop where
  | intro (val : α) : Nonempty α
instance instNonemptyOfInhabited {α : Sort u} [Inhabited α] : Nonempty α := ⟨default⟩
axiom sorryAx (α : Sort u) (synthetic : Bool) : α
@[macro_inline] def cond {α : Sort u} (c : Bool) (x y : α) : α := match c with
  | true => x
  | false => y
set_option genCtorIdx false in
inductive Nat where
  | zero : Nat
  | succ (n : Nat) : Nat
@[macro_inline] def Bool.or (x y : Bool) : Bool := match x with
  | true => true
  | false => y
@[macro_inline] def Bool.and (x y : Bool) : Bool := match x with
  | true => y
  | false => false
def Bool.not (x : Bool) : Bool := match x with
  | true => false
  | false => true
export Bool (or and not)
class BEq (α : Type u) where
  beq : α → α → Bool
def Function.const {α : Sort u} (β : Sort v) (a : α) : β → α := fun _ => a
def Function.comp {α : Sort u} {β : Sort v} {δ : Sort w} (f : β → δ) (g : α → β) : α → δ := fun x => f (g x)
set_option checkBinderAnnotations false in
abbrev inferInstance {α : Sort u} [i : α] : α := i
theorem Bool.false_ne_true (h : Eq false true) : False := Bool.noConfusion h
-- decidability
abbrev Bool.Reflects : Bool → Prop → Prop
  | false, p => Not p
  | true, p => p
class Decidable (p : Prop) where
  intro ::
  decide : Bool
  reflects_decide (p) : decide.Reflects p
@[match_pattern] abbrev Decidable.isFalse {p : Prop} (h : Not p) : Decidable p := ⟨false, h⟩
@[match_pattern] abbrev Decidable.isTrue {p : Prop} (h : p) : Decidable p := ⟨true, h⟩
export Decidable (isTrue isFalse decide)
abbrev DecidablePred {α : Sort u} (r : α → Prop) := (a : α) → Decidable (r a)
abbrev DecidableRel {α : Sort u} {β : Sort v} (r : α → β → Prop) := (a : α) → (b : β) → Decidable (r a b)
abbrev DecidableEq (α : Sort u) := (a b : α) → Decidable (Eq a b)
def decEq {α : Sort u} [inst : DecidableEq α] (a b : α) : Decidable (Eq a b) := inst a b
theorem of_decide_eq_true {p : Prop} [inst : Decidable p] (h : Eq (decide p) true) : p :=
  Eq.ndrec (motive := fun (b : Bool) => Bool.Reflects b p) (Decidable.reflects_decide p) h
theorem of_decide_eq_false {p : Prop} [inst : Decidable p] (h : Eq (decide p) false) : Not p :=
  Eq.ndrec (motive := fun (b : Bool) => Bool.Reflects b p) (Decidable.reflects_decide p) h
@[macro_inline] def dite {α : Sort u} (c : Prop) [h : Decidable c] (t : c → α) (e : Not c → α) : α :=
  match h with
  | isTrue h => t h
  | isFalse h => e h
@[macro_inline] def ite {α : Sort u} (c : Prop) [h : Decidable c] (t e : α) : α :=
  dite c (fun _ => t) (fun _ => e)
theorem if_pos {c : Prop} {h : Decidable c} (hc : c) {α : Sort u} {t e : α} : Eq (ite c t e) t :=
  match h with
  | isTrue _ => rfl
  | isFalse hnc => absurd hc hnc
theorem if_neg {c : Prop} {h : Decidable c} (hnc : Not c) {α : Sort u} {t e : α} : Eq (ite c t e) e :=
  match h with
  | isTrue hc => absurd hc hnc
  | isFalse _ => rfl
-- natural numbers
class OfNat (α : Type u) (_ : Nat) where
  ofNat : α
@[default_instance 100] instance instOfNatNat (n : Nat) : OfNat Nat n where
  ofNat := n
class LE (α : Type u) where
  le : α → α → Prop
class LT (α : Type u) where
  lt : α → α → Prop
@[reducible] def GE.ge {α : Type u} [LE α] (a b : α) : Prop := LE.le b a
@[reducible] def GT.gt {α : Type u} [LT α] (a b : α) : Prop := LT.lt b a
@[reducible] def Ne {α : Sort u} (a b : α) : Prop := Not (Eq a b)
class HAdd (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hAdd : α → β → γ
class Add (α : Type u) where
  add : α → α → α
@[default_instance] instance instHAdd {α : Type u} [Add α] : HAdd α α α where
  hAdd a b := Add.add a b
class HSub (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hSub : α → β → γ
class Sub (α : Type u) where
  sub : α → α → α
@[default_instance] instance instHSub {α : Type u} [Sub α] : HSub α α α where
  hSub a b := Sub.sub a b
class HMul (α : Type u) (β : Type v) (γ : outParam (Type w)) where
  hMul : α → β → γ
class Mul (α : Type u) where
  mul : α → α → α
@[default_instance] instance instHMul {α : Type u} [Mul α] : HMul α α α where
  hMul a b := Mul.mul a b
set_option bootstrap.genMatcherCode false
@[extern "lean_nat_add"] protected def Nat.add : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => .succ (Nat.add n m)
instance instAddNat : Add Nat := ⟨Nat.add⟩
@[extern "lean_nat_pred"] def Nat.pred : (@& Nat) → Nat
  | .zero => .zero
  | .succ n => n
@[extern "lean_nat_sub"] protected def Nat.sub : (@& Nat) → (@& Nat) → Nat
  | n, .zero => n
  | n, .succ m => .pred (Nat.sub n m)
instance instSubNat : Sub Nat := ⟨Nat.sub⟩
@[extern "lean_nat_mul"] protected def Nat.mul : (@& Nat) → (@& Nat) → Nat
  | _, .zero => .zero
  | n, .succ m => Nat.add (Nat.mul n m) n
instance instMulNat : Mul Nat := ⟨Nat.mul⟩
@[extern "lean_nat_dec_eq"] def Nat.beq : (@& Nat) → (@& Nat) → Bool
  | .zero, .zero => true
  | .zero, .succ _ => false
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.beq n m
@[extern "lean_nat_dec_le"] def Nat.ble : (@& Nat) → (@& Nat) → Bool
  | .zero, .zero => true
  | .zero, .succ _ => true
  | .succ _, .zero => false
  | .succ n, .succ m => Nat.ble n m
set_option bootstrap.genMatcherCode true
attribute [match_pattern] Nat.add Add.add HAdd.hAdd
theorem Nat.eq_of_beq_eq_true : {n m : Nat} → Eq (Nat.beq n m) true → Eq n m
  | .zero, .zero, _ => rfl
  | .zero, .succ _, h => Bool.noConfusion h
  | .succ _, .zero, h => Bool.noConfusion h
  | .succ n, .succ m, h => congrArg Nat.succ (@Nat.eq_of_beq_eq_true n m h)
theorem noConfusion_of_Nat.aux : (a : Nat) → (Nat.beq a a).rec False True
  | .zero => True.intro
  | .succ n => noConfusion_of_Nat.aux n
theorem noConfusion_of_Nat {α : Sort u} (f : α → Nat) {a b : α} (h : Eq a b) : (Nat.beq (f a) (f b)).rec False True :=
  congrArg f h ▸ noConfusion_of_Nat.aux (f a)
theorem Nat.ne_of_beq_eq_false {n m : Nat} (hb : Eq (Nat.beq n m) false) (h : Eq n m) : False :=
  Eq.ndrec (motive := fun (b : Bool) => b.rec (motive := fun _ => Prop) False True) (noConfusion_of_Nat id h) hb
theorem Nat.reflects_beq (n m : Nat) : (b : Bool) → Eq (Nat.beq n m) b → b.Reflects (Eq n m)
  | true, h => Nat.eq_of_beq_eq_true h
  | false, h => Nat.ne_of_beq_eq_false h
@[reducible, extern "lean_nat_dec_eq"] protected def Nat.decEq (n m : @& Nat) : Decidable (Eq n m) :=
  ⟨Nat.beq n m, Nat.reflects_beq n m _ rfl⟩
instance instDecidableEqNat : DecidableEq Nat := Nat.decEq
def Nat.ctorIdx (n : Nat) : Nat := match n with
  | .zero => 0
  | .succ _ => 1
instance (priority := 500) instBEqOfDecidableEq {α : Type u} [DecidableEq α] : BEq α := ⟨fun a b => decide (Eq a b)⟩
protected inductive Nat.le (n : Nat) : Nat → Prop
  | refl : Nat.le n n
  | step {m} : Nat.le n m → Nat.le n (.succ m)
instance instLENat : LE Nat := ⟨Nat.le⟩
protected def Nat.lt (n m : Nat) : Prop := Nat.le (.succ n) m
instance instLTNat : LT Nat := ⟨Nat.lt⟩
theorem Nat.le_trans {n m : Nat} (h₁ : Nat.le n m) : {k : Nat} → Nat.le m k → Nat.le n k
  | _, .refl => h₁
  | _, .step h₂ => .step (Nat.le_trans h₁ h₂)
theorem Nat.zero_le : (n : Nat) → Nat.le .zero n
  | .zero => .refl
  | .succ n => .step (Nat.zero_le n)
theorem Nat.succ_le_succ {n m : Nat} : Nat.le n m → Nat.le (.succ n) (.succ m)
  | .refl => .refl
  | .step h => .step (Nat.succ_le_succ h)
theorem Nat.le_of_succ_le_succ {n m : Nat} : Nat.le (.succ n) (.succ m) → Nat.le n m
  | .refl => .refl
  | .step h => Nat.le_trans (.step .refl) h
theorem Nat.not_succ_le_zero (n : Nat) (h : Nat.le (.succ n) .zero) : False :=
  Nat.le.rec (motive := fun m _ => Eq m .zero → False) (@noConfusion_of_Nat Nat id (.succ n) .zero)
    (fun {m} _ _ => @noConfusion_of_Nat Nat id (.succ m) .zero) h rfl
theorem Nat.reflects_le_succ {n m : Nat} : (b : Bool) → b.Reflects (Nat.le n m) → b.Reflects (Nat.le (.succ n) (.succ m))
  | true, r => Nat.succ_le_succ r
  | false, r => fun k => r (Nat.le_of_succ_le_succ k)
theorem Nat.reflects_ble : (n m : Nat) → (Nat.ble n m).Reflects (Nat.le n m)
  | .zero, .zero => Nat.le.refl
  | .zero, .succ m => Nat.zero_le (.succ m)
  | .succ n, .zero => Nat.not_succ_le_zero n
  | .succ n, .succ m => Nat.reflects_le_succ _ (Nat.reflects_ble n m)
instance Nat.decLe (n m : Nat) : Decidable (LE.le n m) := ⟨Nat.ble n m, Nat.reflects_ble n m⟩
instance Nat.decLt (n m : Nat) : Decidable (LT.lt n m) := ⟨Nat.ble (.succ n) m, Nat.reflects_ble (.succ n) m⟩
instance instDecidableNatLe (n m : Nat) : Decidable (Nat.le n m) := ⟨Nat.ble n m, Nat.reflects_ble n m⟩
instance instDecidableNatLt (n m : Nat) : Decidable (Nat.lt n m) := ⟨Nat.ble (.succ n) m, Nat.reflects_ble (.succ n) m⟩
-- decidable connectives
instance instDecidableTrue : Decidable True := ⟨true, .intro⟩
instance instDecidableFalse : Decidable False := ⟨false, id⟩
instance instDecidableAnd {p q} [dp : Decidable p] [dq : Decidable q] : Decidable (And p q) :=
  ⟨and (decide p) (decide q), match dp, dq with
    | ⟨true, hp⟩, ⟨true, hq⟩ => ⟨hp, hq⟩
    | ⟨true, _⟩, ⟨false, hq⟩ => fun h => hq h.right
    | ⟨false, hp⟩, _ => fun h => hp h.left⟩
instance instDecidableOr {p q} [dp : Decidable p] [dq : Decidable q] : Decidable (Or p q) :=
  ⟨or (decide p) (decide q), match dp, dq with
    | ⟨true, hp⟩, _ => .inl hp
    | ⟨false, _⟩, ⟨true, hq⟩ => .inr hq
    | ⟨false, hp⟩, ⟨false, hq⟩ => fun | .inl h => hp h | .inr h => hq h⟩
instance instDecidableNot {p} [dp : Decidable p] : Decidable (Not p) :=
  ⟨not (decide p), match dp with
    | ⟨true, hp⟩ => fun h => h hp
    | ⟨false, hp⟩ => hp⟩
instance instDecidableForall {p q : Prop} [dp : Decidable p] [dq : Decidable q] : Decidable (p → q) :=
  ⟨or (not (decide p)) (decide q), match dp, dq with
    | ⟨false, hp⟩, _ => fun h => absurd h hp
    | ⟨true, _⟩, ⟨true, hq⟩ => fun _ => hq
    | ⟨true, hp⟩, ⟨false, hq⟩ => fun h => hq (h hp)⟩
structure Iff (a b : Prop) : Prop where
  intro ::
  mp : a → b
  mpr : b → a
instance instDecidableIff {p q} [dp : Decidable p] [dq : Decidable q] : Decidable (Iff p q) :=
  match dp, dq with
    | isTrue hp, isTrue hq => isTrue ⟨fun _ => hq, fun _ => hp⟩
    | isTrue hp, isFalse hq => isFalse fun h => hq (h.mp hp)
    | isFalse hp, isTrue hq => isFalse fun h => hp (h.mpr hq)
    | isFalse hp, isFalse hq => isTrue ⟨fun h => absurd h hp, fun h => absurd h hq⟩
inductive Exists {α : Sort u} (p : α → Prop) : Prop where
  | intro (w : α) (h : p w) : Exists p
instance instDecidableEqBool : DecidableEq Bool
  | true, true => isTrue rfl
  | true, false => isFalse fun h => Bool.noConfusion h
  | false, true => isFalse fun h => Bool.noConfusion h
  | false, false => isTrue rfl
instance instDecidableEqProd {α : Type u} {β : Type v} [DecidableEq α] [DecidableEq β] : DecidableEq (Prod α β) :=
  fun (a, b) (c, d) => match decEq a c, decEq b d with
    | isTrue h, isTrue k => isTrue (h ▸ k ▸ rfl)
    | isFalse h, _ => isFalse fun e => h (congrArg Prod.fst e)
    | _, isFalse k => isFalse fun e => k (congrArg Prod.snd e)
-- helpers the `inductive` command calls for enumerations
abbrev noConfusionTypeEnum {α : Sort u} (f : α → Nat) (P : Sort w) (x y : α) : Sort w :=
  (Nat.beq (f x) (f y)).rec (motive := fun _ => Sort w) P (P → P)
abbrev noConfusionEnum.aux {P : Sort w} {q : Prop} (hq : q) : (b : Bool) → b.Reflects q → b.rec (motive := fun _ => Sort w) P (P → P)
  | true, _ => fun p => p
  | false, r => absurd hq r
abbrev noConfusionEnum {α : Sort u} (f : α → Nat) {P : Sort w} {x y : α} (h : Eq x y) : noConfusionTypeEnum f P x y :=
  noConfusionEnum.aux (congrArg f h) (Nat.beq (f x) (f y)) (Nat.reflects_beq (f x) (f y) _ rfl)
class Trans.{u1, u2, u3} {α : Sort u1} {β : Sort u2} {γ : Sort u3} (r : α → β → Sort u) (s : β → γ → Sort v) (t : outParam (α → γ → Sort w)) where
  trans {a : α} {b : β} {c : γ} : r a b → s b c → t a c
instance instTransEq {α : Sort u} : @Trans α α α Eq Eq Eq := ⟨Eq.trans⟩
-- lists
inductive List (α : Type u) where
  | nil : List α
  | cons (head : α) (tail : List α) : List α
def List.length {α : Type u} : List α → Nat
  | .nil => 0
  | .cons _ l => HAdd.hAdd l.length 1
def List.all {α : Type u} : List α → (α → Bool) → Bool
  | .nil, _ => true
  | .cons a l, p => and (p a) (l.all p)
def List.any {α : Type u} : List α → (α → Bool) → Bool
  | .nil, _ => false
  | .cons a l, p => or (p a) (l.any p)
def List.filter {α : Type u} (p : α → Bool) : List α → List α
  | .nil => .nil
  | .cons a l => match p a with
    | true => .cons a (l.filter p)
    | false => l.filter p
def List.map {α : Type u} {β : Type v} (f : α → β) : List α → List β
  | .nil => .nil
  | .cons a l => .cons (f a) (l.map f)
-- strings and names: literals in terms, and the labels of `sorry`
inductive Char : Type where
  | ofNat (n : Nat) : Char
inductive String : Type where
  | ofList (data : List Char) : String
inductive Lean.Name : Type where
  | anonymous : Name
  | str (pre : Name) (s : String) : Name
  | num (pre : Name) (i : Nat) : Name
abbrev Lean.Name.mkStr (p : Name) (s : String) : Name := .str p s
abbrev Lean.Name.mkNum (p : Name) (i : Nat) : Name := .num p i
abbrev Lean.Name.mkSimple (s : String) : Name := .str .anonymous s
abbrev Lean.Name.mkStr1 (a : String) : Name := .str .anonymous a
abbrev Lean.Name.mkStr2 (a b : String) : Name := .str (.mkStr1 a) b
abbrev Lean.Name.mkStr3 (a b c : String) : Name := .str (.mkStr2 a b) c
abbrev Lean.Name.mkStr4 (a b c d : String) : Name := .str (.mkStr3 a b c) d
abbrev Lean.Name.mkStr5 (a b c d e : String) : Name := .str (.mkStr4 a b c d) e
abbrev Lean.Name.mkStr6 (a b c d e f : String) : Name := .str (.mkStr5 a b c d e) f
theorem Iff.refl (a : Prop) : Iff a a := ⟨fun h => h, fun h => h⟩
protected theorem Iff.rfl {a : Prop} : Iff a a := .refl a
protected theorem HEq.rfl {α : Sort u} {a : α} : HEq a a := .refl a
@[macro_inline] def Eq.mp {α β : Sort u} (h : Eq α β) (a : α) : β := h ▸ a
@[macro_inline] def Eq.mpr {α β : Sort u} (h : Eq α β) (b : β) : α := h ▸ b
theorem congr {α : Sort u} {β : Sort v} {f₁ f₂ : α → β} {a₁ a₂ : α} (h₁ : Eq f₁ f₂) (h₂ : Eq a₁ a₂) : Eq (f₁ a₁) (f₂ a₂) :=
  h₁ ▸ h₂ ▸ rfl
theorem congrFun {α : Sort u} {β : α → Sort v} {f g : (x : α) → β x} (h : Eq f g) (a : α) : Eq (f a) (g a) := h ▸ rfl
theorem trivial : True := .intro
-- integers
class Neg (α : Type u) where
  neg : α → α
set_option genCtorIdx false in
inductive Int : Type where
  | ofNat (n : Nat) : Int
  | negSucc (n : Nat) : Int
instance instOfNat (n : Nat) : OfNat Int n := ⟨.ofNat n⟩
set_option bootstrap.genMatcherCode false
@[extern "lean_nat_abs"] def Int.natAbs : (@& Int) → Nat
  | .ofNat m => m
  | .negSucc m => .succ m
def Int.negOfNat : Nat → Int
  | .zero => .ofNat 0
  | .succ m => .negSucc m
@[extern "lean_int_neg"] protected def Int.neg : (@& Int) → Int
  | .ofNat n => .negOfNat n
  | .negSucc n => .ofNat (.succ n)
instance Int.instNegInt : Neg Int := ⟨Int.neg⟩
def Int.subNatNat (m n : Nat) : Int := match Nat.sub n m with
  | .zero => .ofNat (Nat.sub m n)
  | .succ k => .negSucc k
@[extern "lean_int_add"] protected def Int.add : (@& Int) → (@& Int) → Int
  | .ofNat m, .ofNat n => .ofNat (Nat.add m n)
  | .ofNat m, .negSucc n => .subNatNat m (.succ n)
  | .negSucc m, .ofNat n => .subNatNat n (.succ m)
  | .negSucc m, .negSucc n => .negSucc (.succ (Nat.add m n))
instance Int.instAddInt : Add Int := ⟨Int.add⟩
@[extern "lean_int_sub"] protected def Int.sub (m n : @& Int) : Int := Int.add m (Int.neg n)
instance Int.instSubInt : Sub Int := ⟨Int.sub⟩
inductive Int.NonNeg : Int → Prop where
  | mk (n : Nat) : NonNeg (.ofNat n)
protected def Int.le (a b : Int) : Prop := Int.NonNeg (Int.sub b a)
instance Int.instLEInt : LE Int := ⟨Int.le⟩
protected def Int.lt (a b : Int) : Prop := Int.le (Int.add a (.ofNat 1)) b
instance Int.instLTInt : LT Int := ⟨Int.lt⟩
@[extern "lean_int_dec_nonneg"] def Int.decNonneg : (m : @& Int) → Decidable (Int.NonNeg m)
  | .ofNat m => isTrue (.mk m)
  | .negSucc _ => isFalse fun h =>
    Int.NonNeg.rec (motive := fun m _ => m.rec (motive := fun _ => Prop) (fun _ => True) (fun _ => False)) (fun _ => .intro) h
@[extern "lean_int_dec_le"] instance Int.decLe (a b : @& Int) : Decidable (LE.le a b) := Int.decNonneg (Int.sub b a)
@[extern "lean_int_dec_lt"] instance Int.decLt (a b : @& Int) : Decidable (LT.lt a b) := Int.decNonneg (Int.sub b (Int.add a (.ofNat 1)))
@[extern "lean_int_dec_eq"] protected def Int.decEq : (a b : @& Int) → Decidable (Eq a b)
  | .ofNat a, .ofNat b => match Nat.decEq a b with
    | isTrue h => isTrue (congrArg ofNat h)
    | isFalse h => isFalse fun k => Int.noConfusion k h
  | .negSucc a, .negSucc b => match Nat.decEq a b with
    | isTrue h => isTrue (congrArg negSucc h)
    | isFalse h => isFalse fun k => Int.noConfusion k h
  | .ofNat _, .negSucc _ => isFalse fun k => Int.noConfusion k
  | .negSucc _, .ofNat _ => isFalse fun k => Int.noConfusion k
instance Int.instDecidableEq : DecidableEq Int := Int.decEq
set_option bootstrap.genMatcherCode true
-- surface syntax: names of parsers and macros whose code is in the compiler's library
namespace Lean
structure Syntax where (a b : Nat)
instance : Inhabited Syntax := ⟨⟨0, 0⟩⟩
abbrev Macro := Syntax → Syntax → Syntax → Syntax
abbrev PrettyPrinter.Unexpander := Syntax → Syntax → Syntax → Syntax
structure ParserDescr where (a b : Nat)
structure TrailingParserDescr where (a b : Nat)
instance : Inhabited Macro := ⟨fun _ _ _ => default⟩
instance : Inhabited ParserDescr := ⟨⟨0, 0⟩⟩
instance : Inhabited TrailingParserDescr := ⟨⟨0, 0⟩⟩
end Lean
@[extern "c", term_parser 1000] opaque «term_=_» : Lean.TrailingParserDescr
@[extern "c", macro «term_=_»] opaque «_aux_Init_Notation___macroRules_term_=__1» : Lean.Macro
@[extern "c", macro «term_=_»] opaque «_aux_Init_Notation___macroRules_term_=__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_≠_» : Lean.TrailingParserDescr
@[extern "c", macro «term_≠_»] opaque «_aux_Init_Core___macroRules_term_≠__1» : Lean.Macro
@[extern "c", macro «term_≠_»] opaque «_aux_Init_Core___macroRules_term_≠__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_<_» : Lean.TrailingParserDescr
@[extern "c", macro «term_<_»] opaque «_aux_Init_Notation___macroRules_term_<__1» : Lean.Macro
@[extern "c", macro «term_<_»] opaque «_aux_Init_Notation___macroRules_term_<__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_≤_» : Lean.TrailingParserDescr
@[extern "c", macro «term_≤_»] opaque «_aux_Init_Notation___macroRules_term_≤__1» : Lean.Macro
@[extern "c", macro «term_≤_»] opaque «_aux_Init_Notation___macroRules_term_≤__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_<=_» : Lean.TrailingParserDescr
@[extern "c", macro «term_<=_»] opaque «_aux_Init_Notation___macroRules_term_<=__1» : Lean.Macro
@[extern "c", macro «term_<=_»] opaque «_aux_Init_Notation___macroRules_term_<=__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_>_» : Lean.TrailingParserDescr
@[extern "c", macro «term_>_»] opaque «_aux_Init_Notation___macroRules_term_>__1» : Lean.Macro
@[extern "c", macro «term_>_»] opaque «_aux_Init_Notation___macroRules_term_>__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_≥_» : Lean.TrailingParserDescr
@[extern "c", macro «term_≥_»] opaque «_aux_Init_Notation___macroRules_term_≥__1» : Lean.Macro
@[extern "c", macro «term_≥_»] opaque «_aux_Init_Notation___macroRules_term_≥__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_>=_» : Lean.TrailingParserDescr
@[extern "c", macro «term_>=_»] opaque «_aux_Init_Notation___macroRules_term_>=__1» : Lean.Macro
@[extern "c", macro «term_>=_»] opaque «_aux_Init_Notation___macroRules_term_>=__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_∧_» : Lean.TrailingParserDescr
@[extern "c", macro «term_∧_»] opaque «_aux_Init_Notation___macroRules_term_∧__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_∨_» : Lean.TrailingParserDescr
@[extern "c", macro «term_∨_»] opaque «_aux_Init_Notation___macroRules_term_∨__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_↔_» : Lean.TrailingParserDescr
@[extern "c", macro «term_↔_»] opaque «_aux_Init_Core___macroRules_term_↔__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_<->_» : Lean.TrailingParserDescr
@[extern "c", macro «term_<->_»] opaque «_aux_Init_Core___macroRules_term_<->__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_+_» : Lean.TrailingParserDescr
@[extern "c", macro «term_+_»] opaque «_aux_Init_Notation___macroRules_term_+__1» : Lean.Macro
@[extern "c", macro «term_+_»] opaque «_aux_Init_Notation___macroRules_term_+__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_-_» : Lean.TrailingParserDescr
@[extern "c", macro «term_-_»] opaque «_aux_Init_Notation___macroRules_term_-__1» : Lean.Macro
@[extern "c", macro «term_-_»] opaque «_aux_Init_Notation___macroRules_term_-__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_*_» : Lean.TrailingParserDescr
@[extern "c", macro «term_*_»] opaque «_aux_Init_Notation___macroRules_term_*__1» : Lean.Macro
@[extern "c", macro «term_*_»] opaque «_aux_Init_Notation___macroRules_term_*__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_&&_» : Lean.TrailingParserDescr
@[extern "c", macro «term_&&_»] opaque «_aux_Init_Notation___macroRules_term_&&__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_||_» : Lean.TrailingParserDescr
@[extern "c", macro «term_||_»] opaque «_aux_Init_Notation___macroRules_term_||__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_==_» : Lean.TrailingParserDescr
@[extern "c", macro «term_==_»] opaque «_aux_Init_Notation___macroRules_term_==__1» : Lean.Macro
@[extern "c", macro «term_==_»] opaque «_aux_Init_Notation___macroRules_term_==__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_::_» : Lean.TrailingParserDescr
@[extern "c", macro «term_::_»] opaque «_aux_Init_Notation___macroRules_term_::__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_<|_» : Lean.TrailingParserDescr
@[extern "c", macro «term_<|_»] opaque «_aux_Init_Notation___macroRules_term_<|__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_|>_» : Lean.TrailingParserDescr
@[extern "c", macro «term_|>_»] opaque «_aux_Init_Notation___macroRules_term_|>__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_×_» : Lean.TrailingParserDescr
@[extern "c", macro «term_×_»] opaque «_aux_Init_Notation___macroRules_term_×__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term_∘_» : Lean.TrailingParserDescr
@[extern "c", macro «term_∘_»] opaque «_aux_Init_Notation___macroRules_term_∘__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term¬_» : Lean.ParserDescr
@[extern "c", macro «term¬_»] opaque «_aux_Init_Notation___macroRules_term¬__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term!_» : Lean.ParserDescr
@[extern "c", macro «term!_»] opaque «_aux_Init_Notation___macroRules_term!__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term-_» : Lean.ParserDescr
@[extern "c", macro «term-_»] opaque «_aux_Init_Notation___macroRules_term-__1» : Lean.Macro
@[extern "c", macro «term-_»] opaque «_aux_Init_Notation___macroRules_term-__2» : Lean.Macro
@[extern "c", term_parser 1000] opaque termIfThenElse : Lean.ParserDescr
@[extern "c", macro termIfThenElse] opaque _aux_Init_Notation___macroRules_termIfThenElse_1 : Lean.Macro
@[extern "c", term_parser 1000] opaque termDepIfThenElse : Lean.ParserDescr
@[extern "c", macro termDepIfThenElse] opaque _aux_Init_Notation___macroRules_termDepIfThenElse_1 : Lean.Macro
@[extern "c", term_parser 1000] opaque boolIfThenElse : Lean.ParserDescr
@[extern "c", macro boolIfThenElse] opaque _aux_Init_Notation___macroRules_boolIfThenElse_1 : Lean.Macro
@[extern "c", term_parser 1000] opaque «term∃_,_» : Lean.ParserDescr
@[extern "c", macro «term∃_,_»] opaque «_aux_Init_NotationExtra___macroRules_term∃_,__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «termExists_,_» : Lean.ParserDescr
@[extern "c", macro «termExists_,_»] opaque «_aux_Init_NotationExtra___macroRules_termExists_,__1» : Lean.Macro
@[extern "c", term_parser 1000] opaque «term[_]» : Lean.ParserDescr
@[extern "c", macro «term[_]»] opaque Lean.«_aux_Init_Data_List_Notation___macroRules_term[_]_1» : Lean.Macro
@[extern "c"] opaque Lean.cdotTk : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.cdot : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.«tactic_<;>_» : Lean.TrailingParserDescr
@[extern "c", macro Lean.Parser.Tactic.«tactic_<;>_»] opaque Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tactic_<;>__1» : Lean.Macro
@[extern "c"] opaque Lean.reduceConfig : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsSpec : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsSpecElt : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsFilter : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsFilterAction : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsFilterSeverity : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsOrdering : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsOrderingArg : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsPositions : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsPositionsArg : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsSubstring : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsWhitespace : Lean.ParserDescr
@[extern "c"] opaque Lean.guardMsgsWhitespaceArg : Lean.ParserDescr
@[extern "c"] opaque Lean.calcFirstStep : Lean.ParserDescr
@[extern "c"] opaque Lean.calcStep : Lean.ParserDescr
@[extern "c"] opaque Lean.calcSteps : Lean.ParserDescr
@[extern "c", command_parser 1000] opaque Lean.reduceCmd : Lean.ParserDescr
@[extern "c", command_parser 1000] opaque Lean.guardMsgsCmd : Lean.ParserDescr
@[extern "c", term_parser 1000] opaque Lean.calc : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.optConfig : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.configItem : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.posConfigItem : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.negConfigItem : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.valConfigItem : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.location : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.locationHyp : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.locationWildcard : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.locationType : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.elimTarget : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.inductionAlts : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.inductionAlt : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.inductionAltLHS : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.caseArg : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.rwRule : Lean.ParserDescr
@[extern "c"] opaque Lean.Parser.Tactic.rwRuleSeq : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.decide : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.exact : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.intro : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.intros : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.cases : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.induction : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.refine : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.constructor : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.apply : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.assumption : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.contradiction : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticRfl : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticRfl] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_1 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticRfl] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_2 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticRfl] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRfl_3 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticRfl] opaque _aux_Init_Core___macroRules_Lean_Parser_Tactic_tacticRfl_1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.eqRefl : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.applyRfl : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticTrivial : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_1 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_2 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_3 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_4 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_5 : Lean.Macro
@[extern "c", macro Lean.Parser.Tactic.tacticTrivial] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTrivial_6 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticHave__ : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticHave__] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticHave___1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.show : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.left : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.right : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.first : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.allGoals : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.case : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.unfold : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.rewriteSeq : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.rwSeq : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.rwSeq] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_rwSeq_1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticSorry : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticSorry] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticSorry_1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.skip : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.done : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.paren : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.«tacticExists_,,» : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.«tacticExists_,,»] opaque Lean.Parser.Tactic.«_aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticExists_,,_1» : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticTry_ : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticTry_] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticTry__1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticRefine_lift_ : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticRefine_lift_] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticRefine_lift__1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticRepeat_ : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.withReducible : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.focus : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.tacticLet__ : Lean.ParserDescr
@[extern "c", macro Lean.Parser.Tactic.tacticLet__] opaque Lean.Parser.Tactic._aux_Init_Tactics___macroRules_Lean_Parser_Tactic_tacticLet___1 : Lean.Macro
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.rotateLeft : Lean.ParserDescr
@[extern "c", tactic_parser 1000] opaque Lean.Parser.Tactic.rotateRight : Lean.ParserDescr
@[extern "c", app_unexpander Eq] opaque _aux_Init_Notation___unexpand_Eq_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Ne] opaque _aux_Init_Core___unexpand_Ne_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander LT.lt] opaque _aux_Init_Notation___unexpand_LT_lt_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander LE.le] opaque _aux_Init_Notation___unexpand_LE_le_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander LE.le] opaque _aux_Init_Notation___unexpand_LE_le_2 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander GT.gt] opaque _aux_Init_Notation___unexpand_GT_gt_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander GE.ge] opaque _aux_Init_Notation___unexpand_GE_ge_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander GE.ge] opaque _aux_Init_Notation___unexpand_GE_ge_2 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander And] opaque _aux_Init_Notation___unexpand_And_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Or] opaque _aux_Init_Notation___unexpand_Or_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Not] opaque _aux_Init_Notation___unexpand_Not_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Iff] opaque _aux_Init_Core___unexpand_Iff_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Iff] opaque _aux_Init_Core___unexpand_Iff_2 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander HAdd.hAdd] opaque _aux_Init_Notation___unexpand_HAdd_hAdd_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander HSub.hSub] opaque _aux_Init_Notation___unexpand_HSub_hSub_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander HMul.hMul] opaque _aux_Init_Notation___unexpand_HMul_hMul_1 : Lean.PrettyPrinter.Unexpander
@[extern "c", app_unexpander Exists] opaque unexpandExists : Lean.PrettyPrinter.Unexpander
