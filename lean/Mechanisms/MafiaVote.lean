import Mechanisms.Finite
import Mechanisms.Mafia

/-!
# The day's vote in Mafia, three players left

Three players are left, and each votes for one of them or for nobody. Whoever has more votes than everybody
else is eliminated; in a tie, and where nobody has a vote, nobody is.

The rule is not written anew: it is that of `Mechanisms.Mafia`, for any number of players and any list of
votes, with these three. So what is decided here on 64 profiles are instances of what is proved there.

## Main definitions

* `Ballot`, `Gone`: a vote, and its outcome.
* `vote`: the rule, by `Mafia.eliminated`.
* `Counted`, `CountedOfTwo`: how many profiles have a property.

## Main results

* `anonymous`, `neutral_alex_bailey`, `neutral_bailey_casey`: who votes does not matter, nor who is voted for.
* `eliminated_exactly_when`, `majority_eliminates`, `tie_eliminates_nobody`.
* `not_monotone_in_an_order`: moving one's vote can help somebody else.
* `thirteen_eliminate_alex`, `twenty_five_eliminate_nobody`, `alex_pivotal_in_thirteen`.

## References

* I. Karpov. MafiaScope, 2026: the rules of its games.
* K. O. May. A Set of Independent Necessary and Sufficient Conditions for Simple Majority Decision.
  Econometrica 20(4), 680-684, 1952.
-/

namespace Mechanisms.MafiaVote

open Mechanisms

/-- Whom a player votes for. -/
inductive Ballot where
  /-- Alex. -/
  | alex
  /-- Bailey. -/
  | bailey
  /-- Casey. -/
  | casey
  /-- Nobody. -/
  | nobody
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ballot where
  fold f init := f .alex (f .bailey (f .casey (f .nobody init)))
  fold_eq _ _ := rfl
  once | .alex => rfl | .bailey => rfl | .casey => rfl | .nobody => rfl

/-- Who is eliminated. -/
inductive Gone where
  /-- Alex. -/
  | alex
  /-- Bailey. -/
  | bailey
  /-- Casey. -/
  | casey
  /-- Nobody. -/
  | nobody
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Gone where
  fold f init := f .alex (f .bailey (f .casey (f .nobody init)))
  fold_eq _ _ := rfl
  once | .alex => rfl | .bailey => rfl | .casey => rfl | .nobody => rfl

/-! ### The rule -/

/-- Those who live. Nobody is not among them, so a vote for nobody counts for nothing. -/
def living : List Ballot := [.alex, .bailey, .casey]

/-- The outcome where this one is eliminated, if anybody is. -/
def gone : Option Ballot → Gone
  | some .alex => .alex
  | some .bailey => .bailey
  | some .casey => .casey
  | some .nobody => .nobody
  | none => .nobody

/-- The vote of three players. -/
def vote (a b c : Ballot) : Gone := gone (Mafia.eliminated living [a, b, c])

/-! ### Who votes, and who is voted for -/

/-- Who casts which vote does not matter. -/
theorem anonymous :
    (∀ a b c : Ballot, vote b a c = vote a b c) ∧
    (∀ a b c : Ballot, vote c b a = vote a b c) ∧
    (∀ a b c : Ballot, vote a c b = vote a b c) := by
  decide +kernel

/-- The second vote is the first with Alex and Bailey swapped. -/
abbrev SwappedAB (v w : Ballot) : Prop :=
  (v = .alex ∧ w = .bailey) ∨ (v = .bailey ∧ w = .alex) ∨ (v = .casey ∧ w = .casey) ∨
  (v = .nobody ∧ w = .nobody)

set_option synthInstance.maxSize 4000 in
/-- Swapping Alex and Bailey in all votes swaps them in the outcome. -/
theorem neutral_alex_bailey :
    ∀ a a' : Ballot, SwappedAB a a' → ∀ b b' : Ballot, SwappedAB b b' → ∀ c c' : Ballot, SwappedAB c c' →
      (vote a b c = .alex ∧ vote a' b' c' = .bailey) ∨
      (vote a b c = .bailey ∧ vote a' b' c' = .alex) ∨
      (vote a b c = .casey ∧ vote a' b' c' = .casey) ∨
      (vote a b c = .nobody ∧ vote a' b' c' = .nobody) := by
  decide +kernel

/-- The second vote is the first with Bailey and Casey swapped. -/
abbrev SwappedBC (v w : Ballot) : Prop :=
  (v = .alex ∧ w = .alex) ∨ (v = .bailey ∧ w = .casey) ∨ (v = .casey ∧ w = .bailey) ∨
  (v = .nobody ∧ w = .nobody)

set_option synthInstance.maxSize 4000 in
/-- Swapping Bailey and Casey in all votes swaps them in the outcome. -/
theorem neutral_bailey_casey :
    ∀ a a' : Ballot, SwappedBC a a' → ∀ b b' : Ballot, SwappedBC b b' → ∀ c c' : Ballot, SwappedBC c c' →
      (vote a b c = .alex ∧ vote a' b' c' = .alex) ∨
      (vote a b c = .bailey ∧ vote a' b' c' = .casey) ∨
      (vote a b c = .casey ∧ vote a' b' c' = .bailey) ∨
      (vote a b c = .nobody ∧ vote a' b' c' = .nobody) := by
  decide +kernel

/-- The second vote is the first with Alex and nobody swapped. -/
abbrev SwappedWithNobody (v w : Ballot) : Prop :=
  (v = .alex ∧ w = .nobody) ∨ (v = .bailey ∧ w = .bailey) ∨ (v = .casey ∧ w = .casey) ∨
  (v = .nobody ∧ w = .alex)

/-- Nobody is no player: a vote for nobody counts for nothing. -/
theorem not_nobody_is_a_player :
    ¬ ∀ a a' : Ballot, SwappedWithNobody a a' → ∀ b b' : Ballot, SwappedWithNobody b b' →
      ∀ c c' : Ballot, SwappedWithNobody c c' →
      (vote a b c = .alex ∧ vote a' b' c' = .nobody) ∨
      (vote a b c = .bailey ∧ vote a' b' c' = .bailey) ∨
      (vote a b c = .casey ∧ vote a' b' c' = .casey) ∨
      (vote a b c = .nobody ∧ vote a' b' c' = .alex) := fun h =>
  absurd (h .alex .nobody (by decide) .alex .nobody (by decide) .bailey .bailey (by decide)) (by decide)

/-- From the first outcome to the second, a step up in the order Bailey, Casey, nobody, Alex, or none. -/
abbrev NotLowered (v w : Gone) : Prop :=
  (v = .bailey → w = .bailey ∨ w = .casey ∨ w = .nobody ∨ w = .alex) ∧
  (v = .casey → w = .casey ∨ w = .nobody ∨ w = .alex) ∧
  (v = .nobody → w = .nobody ∨ w = .alex) ∧
  (v = .alex → w = .alex)

/-- Moving a vote up in that order can lower the outcome: with a vote each for Bailey and Casey, taking that
for Casey back eliminates Bailey. -/
theorem not_monotone_in_an_order :
    ¬ ((∀ b c : Ballot, NotLowered (vote .bailey b c) (vote .casey b c)) ∧
    (∀ b c : Ballot, NotLowered (vote .casey b c) (vote .nobody b c)) ∧
    (∀ b c : Ballot, NotLowered (vote .nobody b c) (vote .alex b c)) ∧
    (∀ a c : Ballot, NotLowered (vote a .bailey c) (vote a .casey c)) ∧
    (∀ a c : Ballot, NotLowered (vote a .casey c) (vote a .nobody c)) ∧
    (∀ a c : Ballot, NotLowered (vote a .nobody c) (vote a .alex c)) ∧
    (∀ a b : Ballot, NotLowered (vote a b .bailey) (vote a b .casey)) ∧
    (∀ a b : Ballot, NotLowered (vote a b .casey) (vote a b .nobody)) ∧
    (∀ a b : Ballot, NotLowered (vote a b .nobody) (vote a b .alex))) := fun h =>
  absurd ((h.2.1 .bailey .nobody).2.2.1 (by decide)) (by decide)

/-! ### When somebody is eliminated -/

/-- Somebody votes for `v`. -/
abbrev One (v a b c : Ballot) : Prop := a = v ∨ b = v ∨ c = v

/-- Two at least vote for `v`. -/
abbrev Two (v a b c : Ballot) : Prop := (a = v ∧ b = v) ∨ (a = v ∧ c = v) ∨ (b = v ∧ c = v)

/-- Two votes eliminate. -/
theorem majority_eliminates : ∀ a b c : Ballot, Two .alex a b c → vote a b c = .alex := by
  decide +kernel

/-- Nobody is eliminated without a vote. -/
theorem a_vote_is_needed : ∀ a b c : Ballot, ¬ One .alex a b c → ¬ vote a b c = .alex := by
  decide +kernel

/-- One vote may not be enough: here Bailey has two. -/
theorem not_one_vote_eliminates : ¬ ∀ a b c : Ballot, One .alex a b c → vote a b c = .alex := fun h =>
  absurd (h .alex .bailey .bailey (by decide)) (by decide)

/-- One vote may be enough: here the others vote for nobody. -/
theorem not_majority_is_needed :
    ¬ ∀ a b c : Ballot, ¬ Two .alex a b c → ¬ vote a b c = .alex := fun h =>
  h .alex .nobody .nobody (by decide) (by decide)

/-- `v` has the only vote. -/
abbrev OnlyVote (v a b c : Ballot) : Prop :=
  (a = v ∧ b = .nobody ∧ c = .nobody) ∨ (a = .nobody ∧ b = v ∧ c = .nobody) ∨
  (a = .nobody ∧ b = .nobody ∧ c = v)

/-- Two votes, or the only one: exactly then. -/
theorem eliminated_exactly_when :
    (∀ a b c : Ballot, Two .alex a b c ∨ OnlyVote .alex a b c → vote a b c = .alex) ∧
    (∀ a b c : Ballot, ¬ (Two .alex a b c ∨ OnlyVote .alex a b c) → ¬ vote a b c = .alex) := by
  decide +kernel

/-- Where all vote for nobody, nobody is eliminated. -/
theorem no_vote_eliminates_nobody :
    ∀ a b c : Ballot, a = .nobody ∧ b = .nobody ∧ c = .nobody → vote a b c = .nobody := by
  decide +kernel

/-- Nor is anybody in a tie. -/
theorem not_nobody_without_votes_alone :
    ¬ ∀ a b c : Ballot, ¬ (a = .nobody ∧ b = .nobody ∧ c = .nobody) → ¬ vote a b c = .nobody := fun h =>
  h .alex .bailey .casey (by decide) (by decide)

/-- With a vote each for Bailey and Casey and the third for neither, nobody is eliminated. -/
theorem tie_eliminates_nobody :
    ∀ a b c : Ballot, (a = .bailey ∧ b = .casey) ∧ ¬ (c = .bailey ∨ c = .casey) → vote a b c = .nobody := by
  decide +kernel

/-! ### Counting profiles -/

/-- The sum over the votes of one player. -/
abbrev total (f : Ballot → Nat) : Nat := f .alex + f .bailey + f .casey + f .nobody

/-- Exactly `n` profiles of two votes have the property `q`: what is 1 on them and 0 elsewhere adds up to
`n`. -/
abbrev CountedOfTwo (q : Ballot → Ballot → Prop) (n : Nat) : Prop :=
  ∃ f : Ballot → Ballot → Nat, (∀ a b : Ballot, (q a b → f a b = 1) ∧ (¬ q a b → f a b = 0)) ∧
    (total fun a => total fun b => f a b) = n

/-- Exactly `n` profiles of three votes have the property `q`. -/
abbrev Counted (q : Ballot → Ballot → Ballot → Prop) (n : Nat) : Prop :=
  ∃ f : Ballot → Ballot → Ballot → Nat,
    (∀ a b c : Ballot, (q a b c → f a b c = 1) ∧ (¬ q a b c → f a b c = 0)) ∧
    (total fun a => total fun b => total fun c => f a b c) = n

/-- Equal summands have equal sums. -/
theorem total_congr {f g : Ballot → Nat} (h : ∀ v, f v = g v) : total f = total g := by
  show f .alex + f .bailey + f .casey + f .nobody = g .alex + g .bailey + g .casey + g .nobody
  rw [h .alex, h .bailey, h .casey, h .nobody]

/-- What is 1 or 0 by a decidable property is what it is decided to be. -/
theorem eq_indicator {c : Prop} [Decidable c] {k : Nat} (h : (c → k = 1) ∧ (¬ c → k = 0)) :
    k = if c then 1 else 0 :=
  if hc : c then (h.1 hc).trans (if_pos hc).symm else (h.2 hc).trans (if_neg hc).symm

section

variable {n : Nat}

/-- Counting profiles of two votes is adding up what is decided. -/
theorem countedOfTwo_iff {q : Ballot → Ballot → Prop} [∀ a b, Decidable (q a b)] :
    CountedOfTwo q n ↔ (total fun a => total fun b => if q a b then 1 else 0) = n :=
  ⟨fun ⟨_, hf, hn⟩ => (total_congr fun a => total_congr fun b => eq_indicator (hf a b)).symm.trans hn,
    fun hn => ⟨_, fun _ _ => ⟨fun h => if_pos h, fun h => if_neg h⟩, hn⟩⟩

/-- Counting profiles of three votes is adding up what is decided. -/
theorem counted_iff {q : Ballot → Ballot → Ballot → Prop} [∀ a b c, Decidable (q a b c)] :
    Counted q n ↔ (total fun a => total fun b => total fun c => if q a b c then 1 else 0) = n :=
  ⟨fun ⟨_, hf, hn⟩ => (total_congr fun a => total_congr fun b => total_congr fun c =>
      eq_indicator (hf a b c)).symm.trans hn,
    fun hn => ⟨_, fun _ _ _ => ⟨fun h => if_pos h, fun h => if_neg h⟩, hn⟩⟩

end

/-- Of the 64 profiles, 13 eliminate Alex; so each of the three. -/
theorem thirteen_eliminate_alex : Counted (fun a b c => vote a b c = .alex) 13 :=
  counted_iff.mpr (by decide +kernel)

/-- The other 25 eliminate nobody. -/
theorem twenty_five_eliminate_nobody : Counted (fun a b c => vote a b c = .nobody) 25 :=
  counted_iff.mpr (by decide +kernel)

/-- So not all 64 eliminate somebody. -/
theorem not_always_somebody :
    ¬ Counted (fun a b c => vote a b c = .alex ∨ vote a b c = .bailey ∨ vote a b c = .casey) 64 := fun h =>
  absurd (counted_iff.mp h) (by decide +kernel)

/-- Nobody votes for themselves. -/
abbrev ForOthers (a b c : Ballot) : Prop :=
  (a = .bailey ∨ a = .casey ∨ a = .nobody) ∧ (b = .alex ∨ b = .casey ∨ b = .nobody) ∧
  (c = .alex ∨ c = .bailey ∨ c = .nobody)

/-- Where nobody votes for themselves, 12 profiles eliminate nobody, -/
theorem twelve_of_votes_for_others : Counted (fun a b c => vote a b c = .nobody ∧ ForOthers a b c) 12 :=
  counted_iff.mpr (by decide +kernel)

/-- out of 27. -/
theorem twenty_seven_vote_for_others : Counted ForOthers 27 :=
  counted_iff.mpr (by decide +kernel)

/-! ### How often a vote matters -/

/-- In 13 of the 16 profiles of the others, the outcome depends on Alex's vote, -/
theorem alex_pivotal_in_thirteen :
    CountedOfTwo (fun b c => ∃ a a' : Ballot, ¬ vote a b c = vote a' b c) 13 :=
  countedOfTwo_iff.mpr (by decide +kernel)

/-- on Bailey's, -/
theorem bailey_pivotal_in_thirteen :
    CountedOfTwo (fun a c => ∃ b b' : Ballot, ¬ vote a b c = vote a b' c) 13 :=
  countedOfTwo_iff.mpr (by decide +kernel)

/-- and on Casey's. -/
theorem casey_pivotal_in_thirteen :
    CountedOfTwo (fun a b => ∃ c c' : Ballot, ¬ vote a b c = vote a b c') 13 :=
  countedOfTwo_iff.mpr (by decide +kernel)

end Mechanisms.MafiaVote
