import Mechanisms.Finite
import Mechanisms.Naturals

/-!
# The verdict of a war on three criteria

A week of humans against AI agents is decided on three criteria: throne time, battles won between the
camps, and power per player. Each is led by one of the camps or by nobody. A camp that leads in two wins;
if none does, the camp that leads in throne time, if nobody does the one that leads in battles, and then
the one that leads in power.

The first part is the rule on the 27 patterns of who leads: finite, and decided. The second part goes from
figures to leads. Figures have no bound, so it is proved, not decided. Throne time is in milliseconds,
battles are battles won, power per player is a fraction, and two fractions are compared by multiplying
crosswise: nothing is divided, nothing is rounded.

What is not said here is that the figures are measured rightly.

## Main definitions

* `verdict`: the rule.
* `Counted`, `CountedOfTwo`: how many patterns have a property.
* `leadOf`: who leads, of two numbers; `Figures`, `warVerdict`: from the camps' figures to the verdict.

## Main results

* `undecided_exactly_when_nobody_leads`, `two_leads_win_for_ai`, `neutral`, `monotone`, `not_anonymous`,
  `throne_pivotal_in_seven`, `thirteen_won_by_ai`, `twelve_won_with_one_lead`.
* `leadOf_map`: a strictly increasing change of scale keeps the lead; from it `throneLead_scale`,
  `throneLead_shift` and the like for the other criteria.
* `battlesLead_shares`: comparing shares of the battles is comparing battles won.
* `warVerdict_swap`: swapping the camps swaps the verdict.
* `warVerdict_undecided`: undecided exactly when the camps are level in everything.

## References

* The decision rule of a week of humans against AI agents in a strategy game, from the game's public page
  on how that war is measured, section on the verdict.
* K. O. May. A Set of Independent Necessary and Sufficient Conditions for Simple Majority Decision.
  Econometrica 20(4), 680-684, 1952.
-/

namespace Mechanisms.WarVerdict

open Mechanisms

/-- Who leads in a criterion. -/
inductive Lead where
  /-- The AI camp. -/
  | ai
  /-- The human camp. -/
  | humans
  /-- Nobody: the camps are level. -/
  | nobody
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Lead where
  fold f init := f .ai (f .humans (f .nobody init))
  fold_eq _ _ := rfl
  once | .ai => rfl | .humans => rfl | .nobody => rfl

/-- Who wins. -/
inductive Verdict where
  /-- The AI camp. -/
  | ai
  /-- The human camp. -/
  | humans
  /-- Nobody. -/
  | undecided
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Verdict where
  fold f init := f .ai (f .humans (f .undecided init))
  fold_eq _ _ := rfl
  once | .ai => rfl | .humans => rfl | .undecided => rfl

/-! ### The rule -/

/-- The first lead, or the second where nobody has the first. -/
def Lead.orElse : Lead → Lead → Lead
  | .ai, _ => .ai
  | .humans, _ => .humans
  | .nobody, other => other

/-- Who leads in both of two criteria. -/
def Lead.both : Lead → Lead → Lead
  | .ai, .ai => .ai
  | .humans, .humans => .humans
  | _, _ => .nobody

/-- The verdict for whoever is ahead in the end. -/
def Lead.verdict : Lead → Verdict
  | .ai => .ai
  | .humans => .humans
  | .nobody => .undecided

/-- Who leads in two of the three criteria, or in all of them. -/
def twoLeads (throne battles power : Lead) : Lead :=
  (throne.both battles).orElse ((throne.both power).orElse (battles.both power))

/-- The rule: two leads win; else the throne decides, then battles, then power. -/
def verdict (throne battles power : Lead) : Verdict :=
  ((twoLeads throne battles power).orElse (throne.orElse (battles.orElse power))).verdict

/-! ### Total but for one pattern; two leads win -/

/-- In at least one criterion `l` leads. -/
abbrev LeadsOne (l t b p : Lead) : Prop := t = l ∨ b = l ∨ p = l

/-- In at least two criteria `l` leads. -/
abbrev LeadsTwo (l t b p : Lead) : Prop := (t = l ∧ b = l) ∨ (t = l ∧ p = l) ∨ (b = l ∧ p = l)

/-- The war is undecided exactly when nobody leads in anything. -/
theorem undecided_exactly_when_nobody_leads :
    (∀ t b p : Lead, t = .nobody ∧ b = .nobody ∧ p = .nobody → verdict t b p = .undecided) ∧
    (∀ t b p : Lead, ¬ (t = .nobody ∧ b = .nobody ∧ p = .nobody) → ¬ verdict t b p = .undecided) := by
  decide +kernel

/-- The AI camp wins whenever it leads in two criteria. -/
theorem two_leads_win_for_ai : ∀ t b p : Lead, LeadsTwo .ai t b p → verdict t b p = .ai := by
  decide +kernel

/-- The human camp wins whenever it leads in two criteria. -/
theorem two_leads_win_for_humans :
    ∀ t b p : Lead, LeadsTwo .humans t b p → verdict t b p = .humans := by
  decide +kernel

/-- One lead does not always win: here humans lead in the other two. -/
theorem not_one_lead_wins_for_ai :
    ¬ ∀ t b p : Lead, LeadsOne .ai t b p → verdict t b p = .ai := fun h =>
  absurd (h .ai .humans .humans (by decide)) (by decide)

/-- One lead may win: here the throne decides. -/
theorem not_ai_wins_with_two_leads_only :
    ¬ ∀ t b p : Lead, ¬ LeadsTwo .ai t b p → ¬ verdict t b p = .ai := fun h =>
  h .ai .humans .nobody (by decide) (by decide)

/-! ### Neutral, monotone, not anonymous -/

/-- The second lead is the first with the camps swapped. -/
abbrev Swapped (l m : Lead) : Prop :=
  (l = .ai ∧ m = .humans) ∨ (l = .humans ∧ m = .ai) ∨ (l = .nobody ∧ m = .nobody)

set_option synthInstance.maxSize 4000 in
/-- Swapping the camps in all criteria swaps the verdict. -/
theorem neutral :
    ∀ t t' : Lead, Swapped t t' → ∀ b b' : Lead, Swapped b b' → ∀ p p' : Lead, Swapped p p' →
      (verdict t b p = .ai ∧ verdict t' b' p' = .humans) ∨
      (verdict t b p = .humans ∧ verdict t' b' p' = .ai) ∨
      (verdict t b p = .undecided ∧ verdict t' b' p' = .undecided) := by
  decide +kernel

/-- The second lead is the first with the AI camp and nobody swapped. -/
abbrev SwappedWithNobody (l m : Lead) : Prop :=
  (l = .ai ∧ m = .nobody) ∨ (l = .humans ∧ m = .humans) ∨ (l = .nobody ∧ m = .ai)

/-- Nobody is no camp: swapping it with one does not swap the verdict. -/
theorem not_nobody_is_a_camp :
    ¬ ∀ t t' : Lead, SwappedWithNobody t t' → ∀ b b' : Lead, SwappedWithNobody b b' →
      ∀ p p' : Lead, SwappedWithNobody p p' →
      (verdict t b p = .ai ∧ verdict t' b' p' = .undecided) ∨
      (verdict t b p = .humans ∧ verdict t' b' p' = .humans) ∨
      (verdict t b p = .undecided ∧ verdict t' b' p' = .ai) := fun h =>
  absurd (h .ai .nobody (by decide) .ai .nobody (by decide) .humans .humans (by decide)) (by decide)

/-- From the first verdict to the second nothing is lost for the AI camp. -/
abbrev NotLowered (v w : Verdict) : Prop :=
  (v = .humans → w = .humans ∨ w = .undecided ∨ w = .ai) ∧
  (v = .undecided → w = .undecided ∨ w = .ai) ∧
  (v = .ai → w = .ai)

set_option synthInstance.maxSize 4000 in
/-- A step up from humans to nobody, or from nobody to the AI camp, never lowers the verdict, in any of the
three criteria. -/
theorem monotone :
    (∀ b p : Lead, NotLowered (verdict .humans b p) (verdict .nobody b p)) ∧
    (∀ b p : Lead, NotLowered (verdict .nobody b p) (verdict .ai b p)) ∧
    (∀ t p : Lead, NotLowered (verdict t .humans p) (verdict t .nobody p)) ∧
    (∀ t p : Lead, NotLowered (verdict t .nobody p) (verdict t .ai p)) ∧
    (∀ t b : Lead, NotLowered (verdict t b .humans) (verdict t b .nobody)) ∧
    (∀ t b : Lead, NotLowered (verdict t b .nobody) (verdict t b .ai)) := by
  decide +kernel

/-- With nobody below humans it would be false. -/
theorem not_monotone_from_nobody_up :
    ¬ ((∀ b p : Lead, NotLowered (verdict .nobody b p) (verdict .humans b p)) ∧
    (∀ b p : Lead, NotLowered (verdict .humans b p) (verdict .ai b p)) ∧
    (∀ t p : Lead, NotLowered (verdict t .nobody p) (verdict t .humans p)) ∧
    (∀ t p : Lead, NotLowered (verdict t .humans p) (verdict t .ai p)) ∧
    (∀ t b : Lead, NotLowered (verdict t b .nobody) (verdict t b .humans)) ∧
    (∀ t b : Lead, NotLowered (verdict t b .humans) (verdict t b .ai))) := fun h =>
  absurd ((h.1 .ai .humans).2.2 (by decide)) (by decide)

/-- The criteria are not alike: of two leads against each other, the throne's counts. -/
theorem not_anonymous :
    ¬ ((∀ t b p : Lead, verdict b t p = verdict t b p) ∧
    (∀ t b p : Lead, verdict p b t = verdict t b p) ∧
    (∀ t b p : Lead, verdict t p b = verdict t b p)) := fun h =>
  absurd (h.1 .ai .humans .nobody) (by decide)

/-- Nor are battles and power, where nobody leads in throne time. -/
theorem not_battles_and_power_exchangeable :
    ¬ ∀ t b p : Lead, verdict t p b = verdict t b p := fun h =>
  absurd (h .nobody .ai .humans) (by decide)

/-! ### Counting patterns -/

/-- The sum over the leads in one criterion. -/
abbrev total (f : Lead → Nat) : Nat := f .ai + f .humans + f .nobody

/-- Exactly `n` patterns of two criteria have the property `q`: what is 1 on them and 0 elsewhere adds up
to `n`. -/
abbrev CountedOfTwo (q : Lead → Lead → Prop) (n : Nat) : Prop :=
  ∃ f : Lead → Lead → Nat, (∀ l m : Lead, (q l m → f l m = 1) ∧ (¬ q l m → f l m = 0)) ∧
    (total fun l => total fun m => f l m) = n

/-- Exactly `n` patterns of three criteria have the property `q`. -/
abbrev Counted (q : Lead → Lead → Lead → Prop) (n : Nat) : Prop :=
  ∃ f : Lead → Lead → Lead → Nat,
    (∀ t b p : Lead, (q t b p → f t b p = 1) ∧ (¬ q t b p → f t b p = 0)) ∧
    (total fun t => total fun b => total fun p => f t b p) = n

/-- Equal summands have equal sums. -/
theorem total_congr {f g : Lead → Nat} (h : ∀ l, f l = g l) : total f = total g := by
  show f .ai + f .humans + f .nobody = g .ai + g .humans + g .nobody
  rw [h .ai, h .humans, h .nobody]

/-- What is 1 or 0 by a decidable property is what it is decided to be. -/
theorem eq_indicator {c : Prop} [Decidable c] {k : Nat} (h : (c → k = 1) ∧ (¬ c → k = 0)) :
    k = if c then 1 else 0 :=
  if hc : c then (h.1 hc).trans (if_pos hc).symm else (h.2 hc).trans (if_neg hc).symm

section

variable {n : Nat}

/-- Counting patterns of two criteria is adding up what is decided. -/
theorem countedOfTwo_iff {q : Lead → Lead → Prop} [∀ l m, Decidable (q l m)] :
    CountedOfTwo q n ↔ (total fun l => total fun m => if q l m then 1 else 0) = n :=
  ⟨fun ⟨_, hf, hn⟩ => (total_congr fun l => total_congr fun m => eq_indicator (hf l m)).symm.trans hn,
    fun hn => ⟨_, fun _ _ => ⟨fun h => if_pos h, fun h => if_neg h⟩, hn⟩⟩

/-- Counting patterns of three criteria is adding up what is decided. -/
theorem counted_iff {q : Lead → Lead → Lead → Prop} [∀ t b p, Decidable (q t b p)] :
    Counted q n ↔ (total fun t => total fun b => total fun p => if q t b p then 1 else 0) = n :=
  ⟨fun ⟨_, hf, hn⟩ => (total_congr fun t => total_congr fun b => total_congr fun p =>
      eq_indicator (hf t b p)).symm.trans hn,
    fun hn => ⟨_, fun _ _ _ => ⟨fun h => if_pos h, fun h => if_neg h⟩, hn⟩⟩

end

/-- Of the 27 patterns, 13 are won by the AI camp. -/
theorem thirteen_won_by_ai : Counted (fun t b p => verdict t b p = .ai) 13 :=
  counted_iff.mpr (by decide +kernel)

/-- And 13 by the human camp. -/
theorem thirteen_won_by_humans : Counted (fun t b p => verdict t b p = .humans) 13 :=
  counted_iff.mpr (by decide +kernel)

/-- One is undecided. -/
theorem one_undecided : Counted (fun t b p => verdict t b p = .undecided) 1 :=
  counted_iff.mpr (by decide +kernel)

/-- So not all 27 are decided. -/
theorem not_always_decided :
    ¬ Counted (fun t b p => verdict t b p = .ai ∨ verdict t b p = .humans) 27 := fun h =>
  absurd (counted_iff.mp h) (by decide +kernel)

/-- In 12 patterns the winner leads in one criterion only. -/
theorem twelve_won_with_one_lead :
    Counted (fun t b p =>
      (verdict t b p = .ai ∧ LeadsOne .ai t b p ∧ ¬ LeadsTwo .ai t b p) ∨
      (verdict t b p = .humans ∧ LeadsOne .humans t b p ∧ ¬ LeadsTwo .humans t b p)) 12 :=
  counted_iff.mpr (by decide +kernel)

/-! ### How often a criterion matters -/

/-- In 7 of the 9 patterns of battles and power, the verdict depends on the throne. -/
theorem throne_pivotal_in_seven :
    CountedOfTwo (fun b p => ∃ t t' : Lead, ¬ verdict t b p = verdict t' b p) 7 :=
  countedOfTwo_iff.mpr (by decide +kernel)

/-- In 5 of the 9 patterns of throne and power, it depends on battles. -/
theorem battles_pivotal_in_five :
    CountedOfTwo (fun t p => ∃ b b' : Lead, ¬ verdict t b p = verdict t b' p) 5 :=
  countedOfTwo_iff.mpr (by decide +kernel)

/-- In 3 of the 9 patterns of throne and battles, it depends on power. -/
theorem power_pivotal_in_three :
    CountedOfTwo (fun t b => ∃ p p' : Lead, ¬ verdict t b p = verdict t b p') 3 :=
  countedOfTwo_iff.mpr (by decide +kernel)

/-- Power does not matter as often as the throne. -/
theorem not_power_pivotal_in_seven :
    ¬ CountedOfTwo (fun t b => ∃ p p' : Lead, ¬ verdict t b p = verdict t b p') 7 := fun h =>
  absurd (countedOfTwo_iff.mp h) (by decide +kernel)

/-! ### Which tie-break decides -/

/-- The AI camp wins with the throne, unless humans lead in the other two. -/
theorem throne_breaks_the_tie_for_ai :
    ∀ t b p : Lead, t = .ai ∧ ¬ LeadsTwo .humans t b p → verdict t b p = .ai := by
  decide +kernel

/-- The human camp wins with the throne, unless the AI camp leads in the other two. -/
theorem throne_breaks_the_tie_for_humans :
    ∀ t b p : Lead, t = .humans ∧ ¬ LeadsTwo .ai t b p → verdict t b p = .humans := by
  decide +kernel

/-- Where nobody leads in throne time, the AI camp wins with battles. -/
theorem battles_break_the_tie_for_ai :
    ∀ t b p : Lead, t = .nobody ∧ b = .ai → verdict t b p = .ai := by
  decide +kernel

/-- Where nobody leads in throne time, the human camp wins with battles. -/
theorem battles_break_the_tie_for_humans :
    ∀ t b p : Lead, t = .nobody ∧ b = .humans → verdict t b p = .humans := by
  decide +kernel

/-- Where nobody leads in throne time and battles, the AI camp wins with power. -/
theorem power_breaks_the_tie_for_ai :
    ∀ t b p : Lead, t = .nobody ∧ b = .nobody ∧ p = .ai → verdict t b p = .ai := by
  decide +kernel

/-- Where nobody leads in throne time and battles, the human camp wins with power. -/
theorem power_breaks_the_tie_for_humans :
    ∀ t b p : Lead, t = .nobody ∧ b = .nobody ∧ p = .humans → verdict t b p = .humans := by
  decide +kernel

/-- Battles do not come before the throne. -/
theorem not_battles_break_the_tie_first :
    ¬ ∀ t b p : Lead, b = .ai ∧ ¬ LeadsTwo .humans t b p → verdict t b p = .ai := fun h =>
  absurd (h .humans .ai .nobody (by decide)) (by decide)

/-- A camp leads in two criteria. -/
abbrev SomebodyLeadsTwo (t b p : Lead) : Prop := LeadsTwo .ai t b p ∨ LeadsTwo .humans t b p

/-- In 14 patterns some camp leads in two criteria. -/
theorem fourteen_won_by_two_leads : Counted SomebodyLeadsTwo 14 :=
  counted_iff.mpr (by decide +kernel)

/-- In 6 the throne decides, -/
theorem six_decided_by_the_throne :
    Counted (fun t b p => (t = .ai ∨ t = .humans) ∧ ¬ SomebodyLeadsTwo t b p) 6 :=
  counted_iff.mpr (by decide +kernel)

/-- in 4 battles do, -/
theorem four_decided_by_battles :
    Counted (fun t b p =>
      (t = .nobody ∧ (b = .ai ∨ b = .humans)) ∧ ¬ SomebodyLeadsTwo t b p) 4 :=
  counted_iff.mpr (by decide +kernel)

/-- and in 2 power does. -/
theorem two_decided_by_power :
    Counted (fun t b p =>
      (t = .nobody ∧ b = .nobody ∧ (p = .ai ∨ p = .humans)) ∧ ¬ SomebodyLeadsTwo t b p) 2 :=
  counted_iff.mpr (by decide +kernel)

/-! ### From numbers to a lead -/

/-- Who leads where the AI camp has `x` and the human camp has `y`. -/
def leadOf (x y : Nat) : Lead := if y < x then .ai else if x < y then .humans else .nobody

/-- The AI camp leads with more. -/
theorem leadOf_of_gt {x y : Nat} (h : y < x) : leadOf x y = .ai := if_pos h

/-- The human camp leads with more. -/
theorem leadOf_of_lt {x y : Nat} (h : x < y) : leadOf x y = .humans :=
  (if_neg (lt_asymm h)).trans (if_pos h)

/-- With the same, nobody leads. -/
theorem leadOf_self (x : Nat) : leadOf x x = .nobody :=
  (if_neg (lt_irrefl x)).trans (if_neg (lt_irrefl x))

/-- Nobody leads only with the same. -/
theorem eq_of_leadOf {x y : Nat} (h : leadOf x y = .nobody) : x = y :=
  match lt_trichotomy x y with
  | .inl lt => Lead.noConfusion ((leadOf_of_lt lt).symm.trans h)
  | .inr (.inl eq) => eq
  | .inr (.inr gt) => Lead.noConfusion ((leadOf_of_gt gt).symm.trans h)

/-- A strictly increasing change of scale keeps the lead. -/
theorem leadOf_map {f : Nat → Nat} (increasing : ∀ {x y : Nat}, x < y → f x < f y) (x y : Nat) :
    leadOf (f x) (f y) = leadOf x y :=
  match lt_trichotomy x y with
  | .inl h => (leadOf_of_lt (increasing h)).trans (leadOf_of_lt h).symm
  | .inr (.inl h) => h ▸ (leadOf_self (f x)).trans (leadOf_self x).symm
  | .inr (.inr h) => (leadOf_of_gt (increasing h)).trans (leadOf_of_gt h).symm

/-- Multiplying both by the same positive number keeps the lead. -/
theorem leadOf_mul {k : Nat} (positive : 0 < k) (x y : Nat) : leadOf (x * k) (y * k) = leadOf x y :=
  leadOf_map (f := fun n => n * k) (mul_lt_mul positive) x y

/-- Adding the same to both keeps the lead. -/
theorem leadOf_add (k x y : Nat) : leadOf (x + k) (y + k) = leadOf x y :=
  leadOf_map (f := fun n => n + k) (add_lt_add k) x y

/-- The lead seen from the other camp. -/
def Lead.swap : Lead → Lead
  | .ai => .humans
  | .humans => .ai
  | .nobody => .nobody

/-- Swapping the numbers swaps the lead. -/
theorem leadOf_swap (x y : Nat) : leadOf y x = (leadOf x y).swap :=
  match lt_trichotomy x y with
  | .inl h => (leadOf_of_gt h).trans (congrArg Lead.swap (leadOf_of_lt h)).symm
  | .inr (.inl h) => h ▸ (leadOf_self x).trans (congrArg Lead.swap (leadOf_self x)).symm
  | .inr (.inr h) => (leadOf_of_lt h).trans (congrArg Lead.swap (leadOf_of_gt h)).symm

/-! ### From a camp's figures to the verdict -/

/-- What is measured of a camp. -/
structure Figures where
  /-- How long it held the Palace, in milliseconds. -/
  throne : Nat
  /-- Battles won against the other camp. -/
  battles : Nat
  /-- The total power of its cities at the end. -/
  power : Nat
  /-- The number of its cities at the end. -/
  cities : Nat

/-- Who leads in throne time. -/
def throneLead (ai humans : Figures) : Lead := leadOf ai.throne humans.throne

/-- Who leads in battles won. -/
def battlesLead (ai humans : Figures) : Lead := leadOf ai.battles humans.battles

/-- Who leads in power per player: `a / m` against `h / n` is `a * n` against `h * m`. -/
def powerLead (ai humans : Figures) : Lead :=
  leadOf (ai.power * humans.cities) (humans.power * ai.cities)

/-- The verdict on the camps' figures. -/
def warVerdict (ai humans : Figures) : Verdict :=
  verdict (throneLead ai humans) (battlesLead ai humans) (powerLead ai humans)

/-- The camp with all throne times in a unit `k` times finer. -/
def Figures.scaleThrone (k : Nat) (c : Figures) : Figures := { c with throne := c.throne * k }

/-- The camp with `k` milliseconds more. -/
def Figures.addThrone (k : Nat) (c : Figures) : Figures := { c with throne := c.throne + k }

/-- The camp with `k` times its battles. -/
def Figures.scaleBattles (k : Nat) (c : Figures) : Figures := { c with battles := c.battles * k }

/-- The camp with `k` battles won more. -/
def Figures.addBattles (k : Nat) (c : Figures) : Figures := { c with battles := c.battles + k }

/-- The camp with `k` times its power. -/
def Figures.scalePower (k : Nat) (c : Figures) : Figures := { c with power := c.power * k }

section

variable (a h : Figures) {k : Nat}

/-- The unit of throne time does not matter. -/
theorem warVerdict_scaleThrone (positive : 0 < k) :
    warVerdict (a.scaleThrone k) (h.scaleThrone k) = warVerdict a h :=
  congrArg (fun l => verdict l (battlesLead a h) (powerLead a h))
    (leadOf_mul positive a.throne h.throne)

/-- Nor does the same time more for both. -/
theorem warVerdict_addThrone (k : Nat) :
    warVerdict (a.addThrone k) (h.addThrone k) = warVerdict a h :=
  congrArg (fun l => verdict l (battlesLead a h) (powerLead a h)) (leadOf_add k a.throne h.throne)

/-- Counting every battle `k` times does not matter. -/
theorem warVerdict_scaleBattles (positive : 0 < k) :
    warVerdict (a.scaleBattles k) (h.scaleBattles k) = warVerdict a h :=
  congrArg (fun l => verdict (throneLead a h) l (powerLead a h))
    (leadOf_mul positive a.battles h.battles)

/-- Nor do as many battles more for both. -/
theorem warVerdict_addBattles (k : Nat) :
    warVerdict (a.addBattles k) (h.addBattles k) = warVerdict a h :=
  congrArg (fun l => verdict (throneLead a h) l (powerLead a h)) (leadOf_add k a.battles h.battles)

/-- The unit of power does not matter. -/
theorem warVerdict_scalePower (positive : 0 < k) :
    warVerdict (a.scalePower k) (h.scalePower k) = warVerdict a h :=
  have crosswise : powerLead (a.scalePower k) (h.scalePower k) =
      leadOf (a.power * h.cities * k) (h.power * a.cities * k) :=
    (congrArg (fun n => leadOf n (h.power * k * a.cities)) (mul_right_comm a.power k h.cities)).trans
      (congrArg (leadOf (a.power * h.cities * k)) (mul_right_comm h.power k a.cities))
  congrArg (verdict (throneLead a h) (battlesLead a h))
    (crosswise.trans (leadOf_mul positive (a.power * h.cities) (h.power * a.cities)))

/-- Shares of the battles between the camps, `x / (x + y)` against `y / (x + y)`, multiplied crosswise, are
led by whoever won more of them. (With no battles there are no shares, and nobody leads.) -/
theorem battlesLead_shares :
    leadOf (a.battles * (a.battles + h.battles)) (h.battles * (a.battles + h.battles)) =
      battlesLead a h :=
  match fought : a.battles + h.battles with
  | 0 =>
    have none := eq_zero_of_add_eq_zero fought
    (leadOf_self 0).trans (none.1 ▸ none.2 ▸ leadOf_self 0 : leadOf a.battles h.battles = _).symm
  | _ + 1 => leadOf_mul (Nat.succ_le_succ (Nat.zero_le _)) a.battles h.battles

/-- A camp without cities, and so without power, is level with the other in power. -/
theorem powerLead_without_cities (power : a.power = 0) (cities : a.cities = 0) :
    powerLead a h = .nobody :=
  have left : a.power * h.cities = 0 := (congrArg (fun n => n * h.cities) power).trans (zero_mul _)
  have right : h.power * a.cities = 0 := congrArg (fun n => h.power * n) cities
  (congrArg (fun n => leadOf n (h.power * a.cities)) left).trans
    ((congrArg (leadOf 0) right).trans (leadOf_self 0))

/-- The verdict seen from the other camp. -/
def Verdict.swap : Verdict → Verdict
  | .ai => .humans
  | .humans => .ai
  | .undecided => .undecided

/-- Swapping the leads swaps the verdict. -/
theorem verdict_swap : ∀ t b p : Lead, verdict t.swap b.swap p.swap = (verdict t b p).swap := by
  decide +kernel

/-- Swapping the camps swaps the verdict. -/
theorem warVerdict_swap : warVerdict h a = (warVerdict a h).swap :=
  have throne : throneLead h a = (throneLead a h).swap := leadOf_swap a.throne h.throne
  have battles : battlesLead h a = (battlesLead a h).swap := leadOf_swap a.battles h.battles
  have power : powerLead h a = (powerLead a h).swap :=
    leadOf_swap (a.power * h.cities) (h.power * a.cities)
  have leads : warVerdict h a =
      verdict (throneLead a h).swap (battlesLead a h).swap (powerLead a h).swap := by
    show verdict (throneLead h a) (battlesLead h a) (powerLead h a) = _
    rw [throne, battles, power]
  leads.trans (verdict_swap _ _ _)

/-- There is a winner, unless the camps are level in everything. -/
theorem warVerdict_undecided :
    warVerdict a h = .undecided ↔
      a.throne = h.throne ∧ a.battles = h.battles ∧
        a.power * h.cities = h.power * a.cities := by
  constructor
  · intro undecided
    have level : throneLead a h = .nobody ∧ battlesLead a h = .nobody ∧ powerLead a h = .nobody :=
      Decidable.byContradiction fun some =>
        undecided_exactly_when_nobody_leads.2 _ _ _ some undecided
    exact ⟨eq_of_leadOf level.1, eq_of_leadOf level.2.1, eq_of_leadOf level.2.2⟩
  · intro ⟨throne, battles, power⟩
    apply undecided_exactly_when_nobody_leads.1
    refine ⟨?_, ?_, ?_⟩
    · show leadOf a.throne h.throne = .nobody
      rw [throne]
      exact leadOf_self _
    · show leadOf a.battles h.battles = .nobody
      rw [battles]
      exact leadOf_self _
    · show leadOf (a.power * h.cities) (h.power * a.cities) = .nobody
      rw [power]
      exact leadOf_self _

end

/-- A week has 604800000 milliseconds: AI agents held the Palace 1 ms longer and won fewer battles, but have
more power per player, 700 / 3 against 2100 / 10. -/
example : warVerdict ⟨302400000, 41, 700, 3⟩ ⟨302399999, 59, 2100, 10⟩ = .ai := by decide +kernel

end Mechanisms.WarVerdict
