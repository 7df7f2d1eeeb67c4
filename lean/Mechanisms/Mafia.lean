import Mechanisms.Finite
import Mechanisms.Lists
import Mechanisms.Probing

/-!
# The rules of Mafia

Some of the players are Mafia, and know it. At night they agree on somebody to kill, whom a Doctor may
save; by day all vote on somebody to eliminate. The Mafia win as soon as they are at least as many as the
others, the others as soon as no Mafia is left, and after so many rounds the game is over.

Here are the rules for any number of players with any names: what a vote decides, what a split vote of the
Mafia decides, who has won, and that every game ends, whatever the players do. Votes are lists of names,
in the order in which they were cast; a name nobody has, or a dead player's, may be among them. Who casts a
vote does not matter to any rule.

Who has won when the rounds run out is not said here.

## Main definitions

* `count`, `most`: how many votes a name has, and how many the one with the most.
* `eliminated`: whom the vote eliminates: plurality, and in a tie nobody.
* `target`: whom the Mafia's votes are for: the first name that has the most.
* `winner`: who has won.
* `Table`, `step`, `loop`: the game from phase to phase.

## Main results

* `eliminated_iff`: exactly the living player with strictly more votes than every other one is eliminated;
  `eliminated_monotone`, `no_valid_vote`, `tie`, `invalid_votes_do_not_count`.
* `target_iff`, `target_of_two`: the split vote.
* `never_both`, `never_both_in_a_game`: both camps never win.
* `loop_ends`, `loop_stops`, `loop_ends_after_fifteen_rounds`: every game ends, in at most two phases for each
  round.
* `step_lowers_living`, `removals_le`, `loop_ends_by_eliminations`: each elimination leaves fewer, so there
  are no more of them than players; with one in every phase, the game is over after as many phases as there
  are players, however many rounds are allowed.
* `play_ends`, `probing_keeps_the_table`: so does a game whose players go by what they are shown, and probing
  changes none of this.

## References

* I. Karpov. MafiaScope, 2026: the rules of its games.
-/

namespace Mechanisms.Mafia

open Mechanisms

universe u v w x y

section

variable {α : Type u} [DecidableEq α] {p : α → Bool} {c : α} {names votes votes' : List α}

/-- Whether a name is on the list. -/
def named (names : List α) (v : α) : Bool := names.any fun c => decide (c = v)

/-- Those named are on the list, -/
theorem of_named {v : α} : {names : List α} → named names v = true → v ∈ names
  | [], h => Bool.noConfusion h
  | c :: names, h =>
    if same : c = v then same ▸ .head _
    else
      have rest : named names v = true :=
        (congrArg (fun b => b || named names v) (decide_eq_false same)).symm.trans h
      .tail _ (of_named rest)

/-- and the other way round. -/
theorem named_of_mem {v : α} (h : v ∈ names) : named names v = true := by
  induction h with
  | head l => exact congrArg (fun b => b || named l v) (decide_eq_true rfl)
  | tail a _ found =>
    show (decide (a = v) || named _ v) = true
    rw [found]
    cases decide (a = v) with
    | true => rfl
    | false => rfl

/-! ### Counting votes -/

/-- How many votes there are for `c`. -/
def count (c : α) : List α → Nat
  | [] => 0
  | v :: votes => count c votes + if v = c then 1 else 0

/-- How many votes those on the list have at most. -/
def most (votes : List α) : List α → Nat
  | [] => 0
  | c :: names => larger (most votes names) (count c votes)

/-- Without a vote there is none to count. -/
theorem count_eq_zero : {votes : List α} → ¬ c ∈ votes → count c votes = 0
  | [], _ => rfl
  | v :: votes, h =>
    have other : ¬ v = c := fun same => h (same ▸ .head _)
    (congrArg (fun n => count c votes + n) (if_neg other)).trans
      (count_eq_zero fun k => h (.tail _ k))

/-- With a vote there is. -/
theorem count_pos (h : c ∈ votes) : 0 < count c votes := by
  induction h with
  | head votes =>
    show 0 < count c votes + if c = c then 1 else 0
    rw [if_pos rfl]
    exact Nat.succ_le_succ (Nat.zero_le _)
  | tail v _ pos => exact Nat.le_trans pos (add_le_add_left _ (Nat.zero_le (if v = c then 1 else 0)))

/-- Leaving out votes for others changes no count. -/
theorem count_filter (pass : p c = true) :
    (votes : List α) → count c (votes.filter p) = count c votes
  | [] => rfl
  | v :: votes =>
    match passes : p v with
    | true =>
      (congrArg (count c) (filter_pos passes)).trans
        (congrArg (fun n => n + if v = c then 1 else 0) (count_filter pass votes))
    | false =>
      have other : ¬ v = c := fun same => Bool.noConfusion (passes.symm.trans (same ▸ pass))
      have none : (if v = c then 1 else 0) = 0 := if_neg other
      (congrArg (count c) (filter_neg passes)).trans ((count_filter pass votes).trans
        (congrArg (fun n => count c votes + n) none).symm)

/-- Nobody on the list has more. -/
theorem count_le_most (h : c ∈ names) : count c votes ≤ most votes names := by
  induction h with
  | head names => exact le_larger_right _ _
  | tail d _ le => exact Nat.le_trans le (le_larger_left _ _)

/-- Somebody on the list has as many, unless it is none. -/
theorem most_reached (votes : List α) :
    (names : List α) → most votes names = 0 ∨ ∃ c, c ∈ names ∧ count c votes = most votes names
  | [] => .inl rfl
  | c :: names =>
    match larger_eq (most votes names) (count c votes) with
    | .inr last => .inr ⟨c, .head _, last.symm⟩
    | .inl before =>
      match most_reached votes names with
      | .inl zero => .inl (before.trans zero)
      | .inr ⟨d, mem, same⟩ => .inr ⟨d, .tail _ mem, same.trans before.symm⟩

/-- With the same counts the most is the same. -/
theorem most_congr : (names : List α) → (∀ c, c ∈ names → count c votes = count c votes') →
    most votes names = most votes' names
  | [], _ => rfl
  | c :: names, h =>
    (congrArg (larger (most votes names)) (h c (.head _))).trans
      (congrArg (fun n => larger n (count c votes')) (most_congr names fun d k => h d (.tail _ k)))

/-- The most is what somebody has and nobody has more than. -/
theorem most_eq (mem : c ∈ names) (top : ∀ d, d ∈ names → count d votes ≤ count c votes) :
    most votes names = count c votes :=
  match most_reached votes names with
  | .inl zero => eq_of_le_of_le (zero ▸ Nat.zero_le _) (count_le_most mem)
  | .inr ⟨d, k, same⟩ => eq_of_le_of_le (same ▸ top d k) (count_le_most mem)

/-! ### The vote by day -/

/-- Those on the list with the most votes. -/
def leaders (names votes : List α) : List α :=
  names.filter fun c => decide (count c votes = most votes names)

/-- Whom the vote eliminates, of the living: whoever alone has the most votes, if there are any. -/
def eliminated (living votes : List α) : Option α :=
  if most votes living = 0 then none else sole (leaders living votes)

variable {living : List α}

/-- Who is eliminated lives, has votes, and strictly more of them than everybody else. -/
theorem of_eliminated (h : eliminated living votes = some c) :
    c ∈ living ∧ 0 < count c votes ∧
      ∀ d, d ∈ living → ¬ d = c → count d votes < count c votes :=
  if zero : most votes living = 0 then
    nomatch ((if_pos zero).symm.trans h : none = some c)
  else
    have alone : leaders living votes = [c] := eq_of_sole ((if_neg zero).symm.trans h)
    have mem : c ∈ leaders living votes := alone ▸ .head _
    have has : count c votes = most votes living := of_decide_eq_true (of_mem_filter mem).2
    ⟨(of_mem_filter mem).1,
      lt_of_le_of_ne (Nat.zero_le _) fun none => zero (has.symm.trans none.symm),
      fun d k ne => has ▸ lt_of_le_of_ne (count_le_most k) fun same =>
        have leads : d ∈ leaders living votes := mem_filter (decide_eq_true same) k
        match (alone ▸ leads : d ∈ [c]) with
        | .head _ => ne rfl
        | .tail _ no => nomatch no⟩

/-- Plurality: eliminated is exactly the living player with strictly more votes than every other. -/
theorem eliminated_iff (distinct : Distinct living) (votes : List α) (c : α) :
    eliminated living votes = some c ↔
      c ∈ living ∧ 0 < count c votes ∧
        ∀ d, d ∈ living → ¬ d = c → count d votes < count c votes := by
  constructor
  · exact of_eliminated
  · intro ⟨mem, pos, ahead⟩
    have top : most votes living = count c votes := most_eq mem fun d k =>
      if same : d = c then same ▸ Nat.le.refl else le_of_lt (ahead d k same)
    have some : ¬ most votes living = 0 := fun zero =>
      lt_irrefl 0 ((top.symm.trans zero) ▸ pos : 0 < 0)
    have alone : leaders living votes = [c] :=
      filter_single (decide_eq_true top.symm) distinct mem fun d k ne =>
        decide_eq_false fun same =>
          lt_irrefl (count c votes) ((same.trans top) ▸ ahead d k ne : count c votes < count c votes)
    exact (if_neg some).trans (congrArg sole alone)

/-- More votes for whoever is eliminated, and none more for anybody else, change nothing. -/
theorem eliminated_monotone (distinct : Distinct living) (more : count c votes ≤ count c votes')
    (fewer : ∀ d, d ∈ living → ¬ d = c → count d votes' ≤ count d votes)
    (h : eliminated living votes = some c) : eliminated living votes' = some c :=
  have found := of_eliminated h
  (eliminated_iff distinct votes' c).mpr ⟨found.1, Nat.le_trans found.2.1 more, fun d k ne =>
    Nat.le_trans (Nat.succ_le_succ (fewer d k ne)) (Nat.le_trans (found.2.2 d k ne) more)⟩

/-- Without a valid vote nobody is eliminated. -/
theorem no_valid_vote (invalid : ∀ v, v ∈ votes → ¬ v ∈ living) : eliminated living votes = none :=
  match h : eliminated living votes with
  | none => rfl
  | some c =>
    have found := of_eliminated h
    have zero : count c votes = 0 := count_eq_zero fun k => invalid c k found.1
    absurd (zero ▸ found.2.1 : 0 < 0) (lt_irrefl 0)

/-- In a tie of two or more for the most votes nobody is eliminated. -/
theorem tie {c d : α} (hc : c ∈ living) (hd : d ∈ living) (ne : ¬ c = d)
    (same : count c votes = count d votes)
    (top : ∀ e, e ∈ living → count e votes ≤ count c votes) : eliminated living votes = none :=
  match h : eliminated living votes with
  | none => rfl
  | some e =>
    have found := of_eliminated h
    if first : c = e then
      have behind : count d votes < count e votes := found.2.2 d hd fun k => ne (first.trans k.symm)
      have level : count d votes = count e votes := same.symm.trans (congrArg (fun x => count x votes) first)
      absurd (level ▸ behind : count e votes < count e votes) (lt_irrefl _)
    else absurd (found.2.2 c hc first) (not_lt_of_le (top e found.1))

/-- Only how many votes each of the living has matters: not their order, not who cast them. -/
theorem eliminated_congr (same : ∀ c, c ∈ living → count c votes = count c votes') :
    eliminated living votes = eliminated living votes' :=
  have top : most votes living = most votes' living := most_congr living same
  have lead : leaders living votes = leaders living votes' := filter_congr fun c k =>
    (congrArg (fun n => decide (n = most votes living)) (same c k)).trans
      (congrArg (fun n => decide (count c votes' = n)) top)
  (congrArg (fun n => if n = 0 then none else sole (leaders living votes)) top).trans
    (congrArg (fun l => if most votes' living = 0 then none else sole l) lead)

/-- Votes for others than the living might as well not have been cast. -/
theorem invalid_votes_do_not_count (living votes : List α) :
    eliminated living (votes.filter (named living)) = eliminated living votes :=
  eliminated_congr fun _ k => count_filter (named_of_mem k) votes

/-! ### The Mafia's votes -/

/-- Whom the Mafia's votes are for: the first name that has the most. -/
def target (votes : List α) : Option α :=
  firstWith (fun c => decide (count c votes = most votes votes)) votes

/-- The target has the most votes, and every name before its first vote has fewer. -/
theorem target_iff (votes : List α) (c : α) :
    target votes = some c ↔ ∃ before rest : List α, votes = before ++ c :: rest ∧
      (∀ d, d ∈ votes → count d votes ≤ count c votes) ∧
        ∀ d, d ∈ before → count d votes < count c votes := by
  constructor
  · intro h
    match of_firstWith h with
    | ⟨before, rest, same, has, fewer⟩ =>
      have has : count c votes = most votes votes := of_decide_eq_true has
      exact ⟨before, rest, same, fun d k => has ▸ count_le_most k, fun d k => has ▸
        lt_of_le_of_ne (count_le_most (same ▸ mem_append_left (c :: rest) k))
          (of_decide_eq_false (fewer d k))⟩
  · intro ⟨before, rest, same, top, fewer⟩
    have mem : c ∈ votes := same ▸ mem_middle before
    have has : most votes votes = count c votes := most_eq mem top
    have first := firstWith_middle (rest := rest)
      (p := fun d => decide (count d votes = most votes votes)) (decide_eq_true has.symm) before
      fun d k => decide_eq_false fun level =>
        lt_irrefl (count c votes) ((level.trans has) ▸ fewer d k : count c votes < count c votes)
    exact (congrArg (firstWith fun d => decide (count d votes = most votes votes)) same).trans first

/-- There is a target unless there are no votes. -/
theorem target_none (votes : List α) : target votes = none ↔ votes = [] := by
  constructor
  · intro h
    match votes, h with
    | [], _ => rfl
    | v :: rest, h =>
      match most_reached (v :: rest) (v :: rest) with
      | .inl zero =>
        have pos := Nat.le_trans (count_pos (.head rest : v ∈ v :: rest)) (count_le_most (.head rest))
        exact absurd (zero ▸ pos : 0 < 0) (lt_irrefl 0)
      | .inr ⟨c, mem, has⟩ => exact absurd h (firstWith_some (decide_eq_true has) mem)
  · intro h
    rw [h]
    rfl

/-- Two who do not agree: the first has it. -/
theorem target_of_two (a b : α) : target [a, b] = some a := by
  refine (target_iff [a, b] a).mpr ⟨[], [b], rfl, fun d mem => ?_, fun _ no => nomatch no⟩
  refine if same : d = a then le_of_eq (congrArg (fun c => count c [a, b]) same) else ?_
  cases mem with
  | head => exact absurd rfl same
  | tail _ mem =>
    cases mem with
    | tail _ no => cases no
    | head =>
      have one : count b [a, b] = 1 := by
        show 0 + (if b = b then 1 else 0) + (if a = b then 1 else 0) = 1
        rw [if_pos rfl, if_neg fun k : a = b => same k.symm]
      rw [one]
      exact count_pos (.head [b])

end

/-! ### Who has won -/

/-- Those who can win. -/
inductive Camp where
  /-- The Mafia. -/
  | mafia
  /-- The others. -/
  | villagers
  deriving DecidableEq

/-- The Mafia's condition: they are at least as many as the others. -/
abbrev MafiaWin (mafia others : Nat) : Prop := others ≤ mafia

/-- The others' condition: no Mafia is left. -/
abbrev VillagersWin (mafia : Nat) : Prop := mafia = 0

/-- Who has won, if anybody. -/
def winner (mafia others : Nat) : Option Camp :=
  if VillagersWin mafia then some .villagers else if MafiaWin mafia others then some .mafia else none

/-- Both conditions hold only when nobody lives. -/
theorem both_exactly_when_nobody_lives (mafia others : Nat) :
    MafiaWin mafia others ∧ VillagersWin mafia ↔ mafia + others = 0 := by
  constructor
  · intro ⟨outnumber, gone⟩
    cases gone
    cases outnumber
    rfl
  · intro h
    have zero := eq_zero_of_add_eq_zero h
    rw [zero.1, zero.2]
    exact ⟨Nat.le.refl, rfl⟩

/-- With a living player, never both. -/
theorem never_both {mafia others : Nat} (living : 0 < mafia + others) :
    ¬ (MafiaWin mafia others ∧ VillagersWin mafia) := fun both =>
  lt_irrefl 0 ((both_exactly_when_nobody_lives mafia others).mp both ▸ living : 0 < 0)

/-- Where no Mafia is left, the others have won, -/
theorem winner_gone {mafia others : Nat} (gone : VillagersWin mafia) :
    winner mafia others = some .villagers := if_pos gone

/-- else the Mafia where they are enough, -/
theorem winner_enough {mafia others : Nat} (left : ¬ VillagersWin mafia) (enough : MafiaWin mafia others) :
    winner mafia others = some .mafia := (if_neg left).trans (if_pos enough)

/-- else nobody. -/
theorem winner_nobody {mafia others : Nat} (left : ¬ VillagersWin mafia)
    (few : ¬ MafiaWin mafia others) : winner mafia others = none := (if_neg left).trans (if_neg few)

/-- Which condition is looked at first does not matter: the Mafia have won exactly when theirs holds, -/
theorem winner_mafia {mafia others : Nat} (living : 0 < mafia + others) :
    winner mafia others = some .mafia ↔ MafiaWin mafia others :=
  if gone : VillagersWin mafia then
    ⟨fun h => (nomatch (winner_gone (others := others) gone).symm.trans h),
      fun h => absurd ⟨h, gone⟩ (never_both living)⟩
  else if enough : MafiaWin mafia others then
    ⟨fun _ => enough, winner_enough gone⟩
  else ⟨fun h => (nomatch (winner_nobody gone enough).symm.trans h), fun h => absurd h enough⟩

/-- the others exactly when theirs does, -/
theorem winner_villagers (mafia others : Nat) :
    winner mafia others = some .villagers ↔ VillagersWin mafia :=
  if gone : VillagersWin mafia then ⟨fun _ => gone, winner_gone⟩
  else if enough : MafiaWin mafia others then
    ⟨fun h => (nomatch (winner_enough gone enough).symm.trans h), fun h => absurd h gone⟩
  else ⟨fun h => (nomatch (winner_nobody gone enough).symm.trans h), fun h => absurd h gone⟩

/-- and the game goes on exactly while there are Mafia, and fewer than others. -/
theorem winner_none (mafia others : Nat) :
    winner mafia others = none ↔ 0 < mafia ∧ mafia < others := by
  constructor
  · intro h
    refine ⟨lt_of_le_of_ne (Nat.zero_le _) fun gone => ?_, ?_⟩
    · cases (winner_gone (others := others) gone.symm).symm.trans h
    · match lt_or_le mafia others with
      | .inl fewer => exact fewer
      | .inr enough =>
        exact if gone : VillagersWin mafia then nomatch (winner_gone (others := others) gone).symm.trans h
          else nomatch (winner_enough gone enough).symm.trans h
  · intro ⟨left, fewer⟩
    exact winner_nobody (fun gone => lt_irrefl 0 (gone ▸ left : 0 < 0))
      fun enough => lt_irrefl _ (Nat.le_trans fewer enough)

/-! ### From phase to phase -/

/-- Where a game stands, between two phases. -/
structure Table (α : Type u) where
  /-- How many rounds are left, with the one that is on. -/
  roundsLeft : Nat
  /-- Whether the night of this round is over. -/
  day : Bool
  /-- Who lives. -/
  living : List α

/-- What the players decide in a phase. -/
structure Ballots (α : Type u) where
  /-- The votes, in the order in which they were cast: the Mafia's at night, everybody's by day. -/
  votes : List α
  /-- Whom Doctors protect. By day it has no effect. -/
  saved : List α

section

variable {α : Type u} (isMafia : α → Bool)

/-- The table at the start, with 15 rounds. -/
def start (players : List α) : Table α where
  roundsLeft := 15
  day := false
  living := players

/-- Somebody lives, nobody twice. -/
abbrev Sound (t : Table α) : Prop := Distinct t.living ∧ 0 < t.living.length

/-- How many Mafia live. -/
def mafiaLeft (living : List α) : Nat := (living.filter isMafia).length

/-- How many others live. -/
def othersLeft (living : List α) : Nat := (living.filter fun c => !isMafia c).length

/-- Mafia and others are all. -/
theorem mafiaLeft_add_othersLeft (living : List α) :
    mafiaLeft isMafia living + othersLeft isMafia living = living.length :=
  length_filter_add isMafia living

/-- Who has won, of the living. -/
def Table.winner (t : Table α) : Option Camp :=
  Mafia.winner (mafiaLeft isMafia t.living) (othersLeft isMafia t.living)

/-- Somebody has won, or no rounds are left. -/
def over (roundsLeft : Nat) (winner : Option Camp) : Bool :=
  match roundsLeft, winner with
  | 0, _ => true
  | _ + 1, some _ => true
  | _ + 1, none => false

/-- The game is over. -/
def Table.over (t : Table α) : Bool := Mafia.over t.roundsLeft (t.winner isMafia)

/-- How many phases are left, two for each round. -/
def Table.phasesLeft (t : Table α) : Nat := cond t.day (2 * t.roundsLeft - 1) (2 * t.roundsLeft)

/-- A game that is not over has rounds left, and no winner. -/
theorem of_not_over : {roundsLeft : Nat} → {winner : Option Camp} → over roundsLeft winner = false →
    0 < roundsLeft ∧ winner = none
  | 0, _, h => Bool.noConfusion h
  | _ + 1, some _, h => Bool.noConfusion h
  | _ + 1, none, _ => ⟨Nat.succ_le_succ (Nat.zero_le _), rfl⟩

/-- A game that is over has a winner, or no rounds are left. -/
theorem of_over : {roundsLeft : Nat} → {winner : Option Camp} → over roundsLeft winner = true →
    roundsLeft = 0 ∨ ∃ camp, winner = some camp
  | 0, _, _ => .inl rfl
  | _ + 1, some camp, _ => .inr ⟨camp, rfl⟩
  | _ + 1, none, h => Bool.noConfusion h

/-- While the game goes on there is somebody of the Mafia, and more others. -/
theorem going_on {t : Table α} (going : t.over isMafia = false) :
    0 < mafiaLeft isMafia t.living ∧ mafiaLeft isMafia t.living < othersLeft isMafia t.living :=
  (winner_none _ _).mp (of_not_over going).2

variable [DecidableEq α]

/-- The others, without `c`. -/
def without (c : α) (living : List α) : List α := living.filter fun d => !decide (d = c)

/-- The living, without the one who is removed, if there is one. -/
def removed : Option α → List α → List α
  | none, living => living
  | some c, living => without c living

/-- The target, unless a Doctor protects it. -/
def unlessSaved (saved : List α) : Option α → Option α
  | none => none
  | some c => cond (named saved c) none (some c)

/-- Whom a night kills: the Mafia's target, unless a Doctor protects it. The Mafia's votes count for the
living others only. -/
def killed (living : List α) (b : Ballots α) : Option α :=
  unlessSaved b.saved (target (b.votes.filter fun v => named living v && !isMafia v))

/-- Who is removed in the phase that is on. -/
def Table.leaves (t : Table α) (b : Ballots α) : Option α :=
  cond t.day (eliminated t.living b.votes) (killed isMafia t.living b)

/-- What a phase does in a game that is on. -/
def Table.next (t : Table α) (b : Ballots α) : Table α where
  roundsLeft := cond t.day (t.roundsLeft - 1) t.roundsLeft
  day := !t.day
  living := removed (t.leaves isMafia b) t.living

/-- A phase. In a game that is over nothing happens. -/
def step (t : Table α) (b : Ballots α) : Table α := cond (t.over isMafia) t (t.next isMafia b)

/-- The run loop: until the game is over, and for at most `n` phases, the players choose and a phase
follows. They may choose anything, each time something else. -/
def loop (choose : Nat → Table α → Ballots α) : (n k : Nat) → Table α → Table α
  | 0, _, t => t
  | n + 1, k, t => cond (t.over isMafia) t (loop choose n (k + 1) (step isMafia t (choose k t)))

/-- In how many phases of the loop somebody is removed. -/
def removals (choose : Nat → Table α → Ballots α) : (n k : Nat) → Table α → Nat
  | 0, _, _ => 0
  | n + 1, k, t =>
    cond (t.over isMafia) 0 (removals choose n (k + 1) (step isMafia t (choose k t)) +
      one (t.leaves isMafia (choose k t)))
where
  /-- One, or none. -/
  one : Option α → Nat
    | none => 0
    | some _ => 1

/-! ### Who is removed -/

/-- Whom a night kills lives, is none of the Mafia, and nobody protects it. -/
theorem of_killed {living : List α} {b : Ballots α} {c : α} (h : killed isMafia living b = some c) :
    c ∈ living ∧ isMafia c = false ∧ ¬ c ∈ b.saved := by
  have both := of_unlessSaved h
  match (target_iff _ c).mp both.1 with
  | ⟨before, rest, same, _⟩ =>
    have mem : c ∈ b.votes.filter fun v => named living v && !isMafia v := same ▸ mem_middle before
    have valid := of_and_eq_true (of_mem_filter mem).2
    refine ⟨of_named valid.1, ?_, fun k => both.2 (named_of_mem k)⟩
    cases mafia : isMafia c with
    | false => rfl
    | true => exact ((congrArg not mafia).symm.trans valid.2 : false = true).symm
where
  /-- Who is not saved is the target, and nobody protects it. -/
  of_unlessSaved {saved : List α} {c : α} : {t : Option α} → unlessSaved saved t = some c →
      t = some c ∧ ¬ named saved c = true
    | none, h => nomatch h
    | some d, h =>
      match safe : named saved d with
      | true => nomatch (congrArg (fun b => cond b none (some d)) safe).symm.trans h
      | false =>
        have same : some d = some c := (congrArg (fun b => cond b none (some d)) safe).symm.trans h
        match d, same, safe with
        | _, rfl, safe => ⟨rfl, fun k => Bool.noConfusion (safe.symm.trans k)⟩

/-- Who is removed lives until then. -/
theorem mem_of_leaves {t : Table α} {b : Ballots α} {c : α} (h : t.leaves isMafia b = some c) :
    c ∈ t.living :=
  match day : t.day with
  | true => (of_eliminated ((congrArg (fun d => cond d _ _) day).symm.trans h)).1
  | false => (of_killed isMafia ((congrArg (fun d => cond d _ _) day).symm.trans h)).1

/-- Without one of the living there are fewer. -/
theorem length_without_lt {c : α} {living : List α} (mem : c ∈ living) :
    (without c living).length < living.length :=
  length_filter_lt (congrArg not (decide_eq_true rfl)) mem

/-- But only one fewer. -/
theorem length_le_without (c : α) {living : List α} (distinct : Distinct living) :
    living.length ≤ (without c living).length + 1 := by
  induction living with
  | nil => exact Nat.zero_le _
  | cons a l le =>
    refine if same : a = c then ?_ else ?_
    · have others : ∀ d, d ∈ l → (!decide (d = c)) = true := fun d k =>
        congrArg not (decide_eq_false fun again : d = c => distinct.1 ((again.trans same.symm) ▸ k))
      have rest : without c (a :: l) = l :=
        (filter_neg (p := fun d => !decide (d = c)) (congrArg not (decide_eq_true same))).trans
          (filter_all others)
      rw [rest]
      exact Nat.le.refl
    · have rest : without c (a :: l) = a :: without c l :=
        filter_pos (p := fun d => !decide (d = c)) (congrArg not (decide_eq_false same))
      rw [rest]
      exact Nat.succ_le_succ (le distinct.2)

/-- In a game that is over a phase does nothing. -/
theorem step_over {t : Table α} (done : t.over isMafia = true) (b : Ballots α) : step isMafia t b = t :=
  congrArg (fun d => cond d t (t.next isMafia b)) done

/-- In a game that is on it does what it does. -/
theorem step_going {t : Table α} (going : t.over isMafia = false) (b : Ballots α) :
    step isMafia t b = t.next isMafia b :=
  congrArg (fun d => cond d t (t.next isMafia b)) going

/-- Each elimination leaves strictly fewer. -/
theorem step_lowers_living {t : Table α} {b : Ballots α} {c : α} (going : t.over isMafia = false)
    (leaves : t.leaves isMafia b = some c) : (step isMafia t b).living.length < t.living.length := by
  have fewer := length_without_lt (mem_of_leaves isMafia leaves)
  have same : (step isMafia t b).living = without c t.living :=
    (congrArg Table.living (step_going isMafia going b)).trans
      (congrArg (fun r => removed r t.living) leaves)
  rw [same]
  exact fewer

/-- After a phase somebody lives: a game that is on has three, and a phase removes at most one. -/
theorem step_sound {t : Table α} (sound : Sound t) (b : Ballots α) : Sound (step isMafia t b) := by
  cases done : t.over isMafia with
  | true =>
    rw [step_over isMafia done]
    exact sound
  | false =>
    rw [step_going isMafia done]
    show Distinct (removed (t.leaves isMafia b) t.living) ∧
      0 < (removed (t.leaves isMafia b) t.living).length
    cases t.leaves isMafia b with
    | none => exact sound
    | some c =>
      refine ⟨distinct_filter _ sound.1, ?_⟩
      have going := going_on isMafia done
      have two : 1 + 1 ≤ t.living.length := by
        rw [← mafiaLeft_add_othersLeft isMafia t.living]
        exact Nat.le_trans (add_le_add_right going.1 1)
          (add_le_add_left _ (Nat.le_trans (Nat.succ_le_succ (Nat.zero_le _)) going.2))
      exact Nat.le_of_succ_le_succ (Nat.le_trans two (length_le_without c sound.1))

/-! ### Every game ends -/

/-- While a game is on, a phase leaves one phase fewer. -/
theorem step_lowers_phases {t : Table α} (going : t.over isMafia = false) (b : Ballots α) :
    t.phasesLeft = (step isMafia t b).phasesLeft + 1 := by
  rw [step_going isMafia going]
  exact lowers t b (of_not_over going).1
where
  /-- With a round left, a phase leaves one phase fewer. -/
  lowers : (t : Table α) → (b : Ballots α) → 0 < t.roundsLeft →
      t.phasesLeft = (t.next isMafia b).phasesLeft + 1
    | ⟨0, _, _⟩, _, h => absurd h (lt_irrefl 0)
    | ⟨_ + 1, true, _⟩, _, _ => rfl
    | ⟨_ + 1, false, _⟩, _, _ => rfl

variable (choose : Nat → Table α → Ballots α)

/-- A game that is over stays as it is. -/
theorem loop_over {t : Table α} (done : t.over isMafia = true) :
    (n k : Nat) → loop isMafia choose n k t = t
  | 0, _ => rfl
  | n + 1, k =>
    congrArg (fun d => cond d t (loop isMafia choose n (k + 1) (step isMafia t (choose k t)))) done

/-- A game that is on goes on. -/
theorem loop_going {t : Table α} (going : t.over isMafia = false) (n k : Nat) :
    loop isMafia choose (n + 1) k t = loop isMafia choose n (k + 1) (step isMafia t (choose k t)) :=
  congrArg (fun d => cond d t (loop isMafia choose n (k + 1) (step isMafia t (choose k t)))) going

/-- Whatever the players choose, the game is over when the phases that were left are played. -/
theorem loop_ends (n k : Nat) (t : Table α) (enough : t.phasesLeft ≤ n) :
    (loop isMafia choose n k t).over isMafia = true := by
  induction n generalizing k t with
  | zero =>
    cases done : t.over isMafia with
    | true => exact done
    | false =>
      rw [step_lowers_phases isMafia done (choose k t)] at enough
      exact absurd enough (Nat.not_succ_le_zero _)
  | succ n ends =>
    cases done : t.over isMafia with
    | true =>
      rw [loop_over isMafia choose done]
      exact done
    | false =>
      rw [loop_going isMafia choose done]
      rw [step_lowers_phases isMafia done (choose k t)] at enough
      exact ends _ _ (Nat.le_of_succ_le_succ enough)

/-- So the loop stops by itself: allowed more phases than were left, it plays no more. -/
theorem loop_stops (n more k : Nat) (t : Table α) (enough : t.phasesLeft ≤ n) :
    loop isMafia choose (n + more) k t = loop isMafia choose n k t := by
  induction n generalizing k t with
  | zero =>
    have done := loop_ends isMafia choose 0 k t enough
    exact loop_over isMafia choose done _ _
  | succ n stops =>
    rw [succ_add]
    cases done : t.over isMafia with
    | true => rw [loop_over isMafia choose done, loop_over isMafia choose done]
    | false =>
      rw [loop_going isMafia choose done, loop_going isMafia choose done]
      rw [step_lowers_phases isMafia done (choose k t)] at enough
      exact stops _ _ (Nat.le_of_succ_le_succ enough)

/-- A game of at most 15 rounds is over after at most 30 phases, with any players. -/
theorem loop_ends_after_fifteen_rounds (players : List α) (more : Nat) :
    (loop isMafia choose 30 0 (start players)).over isMafia = true ∧
      loop isMafia choose (30 + more) 0 (start players) = loop isMafia choose 30 0 (start players) :=
  ⟨loop_ends isMafia choose 30 0 (start players) Nat.le.refl,
    loop_stops isMafia choose 30 more 0 (start players) Nat.le.refl⟩

/-- Each removal leaves strictly fewer: those who live at the end and the removals are at most as many as
lived at the start. -/
theorem removals_le (n k : Nat) (t : Table α) :
    (loop isMafia choose n k t).living.length + removals isMafia choose n k t ≤ t.living.length := by
  induction n generalizing k t with
  | zero => exact Nat.le.refl
  | succ n le =>
    cases done : t.over isMafia with
    | true =>
      have none : removals isMafia choose (n + 1) k t = 0 := congrArg (fun d => cond d 0 _) done
      rw [loop_over isMafia choose done, none]
      exact Nat.le.refl
    | false =>
      have more : removals isMafia choose (n + 1) k t =
          removals isMafia choose n (k + 1) (step isMafia t (choose k t)) +
            removals.one (t.leaves isMafia (choose k t)) := congrArg (fun d => cond d 0 _) done
      rw [loop_going isMafia choose done, more]
      have rest := le (k + 1) (step isMafia t (choose k t))
      cases leaves : t.leaves isMafia (choose k t) with
      | none =>
        have same : (step isMafia t (choose k t)).living = t.living :=
          (congrArg Table.living (step_going isMafia done (choose k t))).trans
            (congrArg (fun r => removed r t.living) leaves)
        rw [same] at rest
        exact rest
      | some c =>
        exact Nat.le_trans (Nat.succ_le_succ rest) (step_lowers_living isMafia done leaves)

/-- If somebody is removed in every phase, there are at most as many phases as players, however many rounds
are allowed. -/
theorem loop_ends_by_eliminations
    (always : ∀ (k : Nat) (t : Table α), t.over isMafia = false →
      ∃ c, t.leaves isMafia (choose k t) = some c)
    (n k : Nat) (t : Table α) (enough : t.living.length ≤ n) :
    (loop isMafia choose n k t).over isMafia = true := by
  induction n generalizing k t with
  | zero =>
    cases done : t.over isMafia with
    | true => exact done
    | false =>
      have some := (going_on isMafia done).1
      have le := Nat.le_trans (length_filter_le isMafia t.living) enough
      exact absurd (Nat.le_trans some le) (lt_irrefl 0)
  | succ n ends =>
    cases done : t.over isMafia with
    | true =>
      rw [loop_over isMafia choose done]
      exact done
    | false =>
      rw [loop_going isMafia choose done]
      match always k t done with
      | ⟨c, leaves⟩ =>
        exact ends _ _ (Nat.le_of_succ_le_succ
          (Nat.le_trans (step_lowers_living isMafia done leaves) enough))

/-- At every point of a game somebody lives. -/
theorem loop_sound (n k : Nat) (t : Table α) (sound : Sound t) : Sound (loop isMafia choose n k t) := by
  induction n generalizing k t with
  | zero => exact sound
  | succ n still =>
    cases done : t.over isMafia with
    | true =>
      rw [loop_over isMafia choose done]
      exact sound
    | false =>
      rw [loop_going isMafia choose done]
      exact still _ _ (step_sound isMafia sound _)

/-- So at no point of a game do both camps win. -/
theorem never_both_in_a_game (n k : Nat) (t : Table α) (sound : Sound t) :
    ¬ (MafiaWin (mafiaLeft isMafia (loop isMafia choose n k t).living)
        (othersLeft isMafia (loop isMafia choose n k t).living) ∧
      VillagersWin (mafiaLeft isMafia (loop isMafia choose n k t).living)) :=
  never_both ((mafiaLeft_add_othersLeft isMafia _).symm ▸ (loop_sound isMafia choose n k t sound).2)

end

/-! ### Probing -/

section

variable {α : Type u} [DecidableEq α] (isMafia : α → Bool) {Message : Type v} {Context : Type w}
  {Answer : Type x} {Log : Type y}

/-- Mafia as a game that can be probed: whatever is announced, and whatever players are shown. -/
def game (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context) :
    Probing.Game (Table α) (Ballots α) α Message Context where
  step := step isMafia
  announce := announce
  context := context

/-- Played by players who go by what they are shown, a game that is over stays as it is, -/
theorem play_over (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context)
    (who : Probing.Players (Table α) (Ballots α) α Context) (n k : Nat)
    (p : Probing.Position (Table α) Message) (done : p.state.over isMafia = true) :
    ((game isMafia announce context).play who n k p).state = p.state := by
  induction n generalizing k p with
  | zero => rfl
  | succ n stays =>
    have same := step_over isMafia done (who.event (game isMafia announce context) k p)
    have still : ((game isMafia announce context).next p
        (who.event (game isMafia announce context) k p)).state.over isMafia = true :=
      (congrArg (Table.over isMafia) same).trans done
    exact (stays (k + 1) _ still).trans same

/-- and every game is over when the phases that were left are played. -/
theorem play_ends (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context)
    (who : Probing.Players (Table α) (Ballots α) α Context) (n k : Nat)
    (p : Probing.Position (Table α) Message) (enough : p.state.phasesLeft ≤ n) :
    ((game isMafia announce context).play who n k p).state.over isMafia = true := by
  induction n generalizing k p with
  | zero => exact loop_ends isMafia (fun _ _ => ⟨[], []⟩) 0 k p.state enough
  | succ n ends =>
    cases done : p.state.over isMafia with
    | true =>
      have same := play_over isMafia announce context who (n + 1) k p done
      exact (congrArg (Table.over isMafia) same).trans done
    | false =>
      rw [step_lowers_phases isMafia done (who.event (game isMafia announce context) k p)] at enough
      exact ends (k + 1) _ (Nat.le_of_succ_le_succ enough)

/-- Who lives, who has won and in which round do not depend on what is probed, with players who go by what
they are shown. -/
theorem probing_keeps_the_table (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context)
    (who : Probing.Players (Table α) (Ballots α) α Context)
    (s : Probing.Schedule (Table α) Message Answer Log) (n k : Nat)
    (p : Probing.Position (Table α) Message) (m : Probing.Notes Answer Log) :
    ((game isMafia announce context).playWith s.instrument who n k p m).1.state =
      ((game isMafia announce context).play who n k p).state :=
  Probing.play_probed_state (game isMafia announce context) who s p m n k

end

end Mechanisms.Mafia
