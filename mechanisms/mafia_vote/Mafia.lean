/-!
What the library has to prove about the rules of Mafia, written apart from it: definitions, and statements
without proofs. Of probing only what the last statement needs is here.
-/

namespace Mechanisms

universe u

section

variable {α : Type u}

def larger (x y : Nat) : Nat := if x < y then y else x

def Distinct : List α → Prop
  | [] => True
  | a :: l => ¬ a ∈ l ∧ Distinct l

def firstWith (p : α → Bool) : List α → Option α
  | [] => none
  | a :: l => cond (p a) (some a) (firstWith p l)

def sole : List α → Option α
  | [c] => some c
  | _ => none

end

end Mechanisms

namespace Mechanisms.Probing

universe u v w x y z t

structure Position (State : Type u) (Message : Type x) where
  state : State
  transcript : List Message

structure Game (State : Type u) (Event : Type v) (Player : Type w) (Message : Type x)
    (Context : Type y) where
  step : State → Event → State
  announce : State → Event → List Message
  context : Player → Position State Message → Context

structure Run (State : Type u) (Player : Type w) (Message : Type x) (Context : Type y) where
  state : State
  transcript : List Message
  contexts : List (Player → Context)

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}

def Game.shown (g : Game State Event Player Message Context) (p : Position State Message) :
    Player → Context := fun i => g.context i p

def Game.next (g : Game State Event Player Message Context) (p : Position State Message) (e : Event) :
    Position State Message where
  state := g.step p.state e
  transcript := p.transcript ++ g.announce p.state e

def Game.ended (g : Game State Event Player Message Context) (p : Position State Message) :
    Run State Player Message Context where
  state := p.state
  transcript := p.transcript
  contexts := [g.shown p]

def Run.after (c : Player → Context) (r : Run State Player Message Context) :
    Run State Player Message Context where
  state := r.state
  transcript := r.transcript
  contexts := c :: r.contexts

def Game.run (g : Game State Event Player Message Context) :
    Position State Message → List Event → Run State Player Message Context
  | p, [] => g.ended p
  | p, e :: es => (g.run (g.next p e) es).after (g.shown p)

structure Players (State : Type u) (Event : Type v) (Player : Type w) (Context : Type y) where
  turn : State → Player
  act : Player → Nat → Context → Event

def Players.event (who : Players State Event Player Context)
    (g : Game State Event Player Message Context) (k : Nat) (p : Position State Message) : Event :=
  who.act (who.turn p.state) k (g.context (who.turn p.state) p)

def Game.play (g : Game State Event Player Message Context) (who : Players State Event Player Context) :
    (n k : Nat) → Position State Message → Run State Player Message Context
  | 0, _, p => g.ended p
  | n + 1, k, p => (g.play who n (k + 1) (g.next p (who.event g k p))).after (g.shown p)

end

def Instrument (State : Type u) (Message : Type x) (Notes : Type z) : Type (max u x z) :=
  Position State Message → Notes → Position State Message × Notes

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}
  {Notes : Type z}

def Game.runWith (g : Game State Event Player Message Context) (i : Instrument State Message Notes) :
    Position State Message → Notes → List Event → Run State Player Message Context × Notes
  | p, m, [] => (g.ended (i p m).1, (i p m).2)
  | p, m, e :: es =>
    let rest := g.runWith i (g.next (i p m).1 e) (i p m).2 es
    (rest.1.after (g.shown (i p m).1), rest.2)

def Game.playWith (g : Game State Event Player Message Context) (i : Instrument State Message Notes)
    (who : Players State Event Player Context) :
    (n k : Nat) → Position State Message → Notes → Run State Player Message Context × Notes
  | 0, _, p, m => (g.ended (i p m).1, (i p m).2)
  | n + 1, k, p, m =>
    let rest := g.playWith i who n (k + 1) (g.next (i p m).1 (who.event g k (i p m).1)) (i p m).2
    (rest.1.after (g.shown (i p m).1), rest.2)

end

structure Notes (Answer : Type z) (Log : Type t) where
  answers : List Answer
  log : Log

abbrev Probe (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) :=
  Position State Message → Notes Answer Log → Answer × Log

inductive Plan (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) where
  | done : Plan State Message Answer Log
  | ask (probe : Probe State Message Answer Log) (rest : Answer → Plan State Message Answer Log) :
    Plan State Message Answer Log

abbrev Schedule (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) :=
  Position State Message → Notes Answer Log → Plan State Message Answer Log

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}
  {Answer : Type z} {Log : Type t}

def Notes.add (m : Notes Answer Log) (r : Answer × Log) : Notes Answer Log where
  answers := r.1 :: m.answers
  log := r.2

def Plan.notes (p : Position State Message) :
    Plan State Message Answer Log → Notes Answer Log → Notes Answer Log
  | .done, m => m
  | .ask probe rest, m => (rest (probe p m).1).notes p (m.add (probe p m))

def Schedule.instrument (s : Schedule State Message Answer Log) :
    Instrument State Message (Notes Answer Log) :=
  fun p m => (p, (s p m).notes p m)

end

end Mechanisms.Probing

namespace Mechanisms.Mafia

open Mechanisms

universe u v w x y

section

variable {α : Type u} [DecidableEq α] {p : α → Bool} {c : α} {names votes votes' : List α}

def named (names : List α) (v : α) : Bool := names.any fun c => decide (c = v)

def count (c : α) : List α → Nat
  | [] => 0
  | v :: votes => count c votes + if v = c then 1 else 0

def most (votes : List α) : List α → Nat
  | [] => 0
  | c :: names => larger (most votes names) (count c votes)

def leaders (names votes : List α) : List α :=
  names.filter fun c => decide (count c votes = most votes names)

def eliminated (living votes : List α) : Option α :=
  if most votes living = 0 then none else sole (leaders living votes)

variable {living : List α}

theorem eliminated_iff (distinct : Distinct living) (votes : List α) (c : α) :
    eliminated living votes = some c ↔
      c ∈ living ∧ 0 < count c votes ∧
        ∀ d, d ∈ living → ¬ d = c → count d votes < count c votes := sorry

theorem eliminated_monotone (distinct : Distinct living) (more : count c votes ≤ count c votes')
    (fewer : ∀ d, d ∈ living → ¬ d = c → count d votes' ≤ count d votes)
    (h : eliminated living votes = some c) : eliminated living votes' = some c := sorry

theorem no_valid_vote (invalid : ∀ v, v ∈ votes → ¬ v ∈ living) : eliminated living votes = none := sorry

theorem tie {c d : α} (hc : c ∈ living) (hd : d ∈ living) (ne : ¬ c = d)
    (same : count c votes = count d votes)
    (top : ∀ e, e ∈ living → count e votes ≤ count c votes) : eliminated living votes = none := sorry

theorem eliminated_congr (same : ∀ c, c ∈ living → count c votes = count c votes') :
    eliminated living votes = eliminated living votes' := sorry

theorem invalid_votes_do_not_count (living votes : List α) :
    eliminated living (votes.filter (named living)) = eliminated living votes := sorry

def target (votes : List α) : Option α :=
  firstWith (fun c => decide (count c votes = most votes votes)) votes

theorem target_iff (votes : List α) (c : α) :
    target votes = some c ↔ ∃ before rest : List α, votes = before ++ c :: rest ∧
      (∀ d, d ∈ votes → count d votes ≤ count c votes) ∧
        ∀ d, d ∈ before → count d votes < count c votes := sorry

theorem target_none (votes : List α) : target votes = none ↔ votes = [] := sorry

theorem target_of_two (a b : α) : target [a, b] = some a := sorry

end

inductive Camp where
  | mafia
  | villagers
  deriving DecidableEq

abbrev MafiaWin (mafia others : Nat) : Prop := others ≤ mafia

abbrev VillagersWin (mafia : Nat) : Prop := mafia = 0

def winner (mafia others : Nat) : Option Camp :=
  if VillagersWin mafia then some .villagers else if MafiaWin mafia others then some .mafia else none

theorem both_exactly_when_nobody_lives (mafia others : Nat) :
    MafiaWin mafia others ∧ VillagersWin mafia ↔ mafia + others = 0 := sorry

theorem never_both {mafia others : Nat} (living : 0 < mafia + others) :
    ¬ (MafiaWin mafia others ∧ VillagersWin mafia) := sorry

theorem winner_mafia {mafia others : Nat} (living : 0 < mafia + others) :
    winner mafia others = some .mafia ↔ MafiaWin mafia others := sorry

theorem winner_villagers (mafia others : Nat) :
    winner mafia others = some .villagers ↔ VillagersWin mafia := sorry

theorem winner_none (mafia others : Nat) :
    winner mafia others = none ↔ 0 < mafia ∧ mafia < others := sorry

structure Table (α : Type u) where
  roundsLeft : Nat
  day : Bool
  living : List α

structure Ballots (α : Type u) where
  votes : List α
  saved : List α

section

variable {α : Type u} (isMafia : α → Bool)

def start (players : List α) : Table α where
  roundsLeft := 15
  day := false
  living := players

abbrev Sound (t : Table α) : Prop := Distinct t.living ∧ 0 < t.living.length

def mafiaLeft (living : List α) : Nat := (living.filter isMafia).length

def othersLeft (living : List α) : Nat := (living.filter fun c => !isMafia c).length

theorem mafiaLeft_add_othersLeft (living : List α) :
    mafiaLeft isMafia living + othersLeft isMafia living = living.length := sorry

def Table.winner (t : Table α) : Option Camp :=
  Mafia.winner (mafiaLeft isMafia t.living) (othersLeft isMafia t.living)

def over (roundsLeft : Nat) (winner : Option Camp) : Bool :=
  match roundsLeft, winner with
  | 0, _ => true
  | _ + 1, some _ => true
  | _ + 1, none => false

def Table.over (t : Table α) : Bool := Mafia.over t.roundsLeft (t.winner isMafia)

def Table.phasesLeft (t : Table α) : Nat := cond t.day (2 * t.roundsLeft - 1) (2 * t.roundsLeft)

theorem of_over : {roundsLeft : Nat} → {winner : Option Camp} → over roundsLeft winner = true →
    roundsLeft = 0 ∨ ∃ camp, winner = some camp := sorry

variable [DecidableEq α]

def without (c : α) (living : List α) : List α := living.filter fun d => !decide (d = c)

def removed : Option α → List α → List α
  | none, living => living
  | some c, living => without c living

def unlessSaved (saved : List α) : Option α → Option α
  | none => none
  | some c => cond (named saved c) none (some c)

def killed (living : List α) (b : Ballots α) : Option α :=
  unlessSaved b.saved (target (b.votes.filter fun v => named living v && !isMafia v))

def Table.leaves (t : Table α) (b : Ballots α) : Option α :=
  cond t.day (eliminated t.living b.votes) (killed isMafia t.living b)

def Table.next (t : Table α) (b : Ballots α) : Table α where
  roundsLeft := cond t.day (t.roundsLeft - 1) t.roundsLeft
  day := !t.day
  living := removed (t.leaves isMafia b) t.living

def step (t : Table α) (b : Ballots α) : Table α := cond (t.over isMafia) t (t.next isMafia b)

def loop (choose : Nat → Table α → Ballots α) : (n k : Nat) → Table α → Table α
  | 0, _, t => t
  | n + 1, k, t => cond (t.over isMafia) t (loop choose n (k + 1) (step isMafia t (choose k t)))

def removals (choose : Nat → Table α → Ballots α) : (n k : Nat) → Table α → Nat
  | 0, _, _ => 0
  | n + 1, k, t =>
    cond (t.over isMafia) 0 (removals choose n (k + 1) (step isMafia t (choose k t)) +
      one (t.leaves isMafia (choose k t)))
where
  one : Option α → Nat
    | none => 0
    | some _ => 1

theorem of_killed {living : List α} {b : Ballots α} {c : α} (h : killed isMafia living b = some c) :
    c ∈ living ∧ isMafia c = false ∧ ¬ c ∈ b.saved := sorry

theorem mem_of_leaves {t : Table α} {b : Ballots α} {c : α} (h : t.leaves isMafia b = some c) :
    c ∈ t.living := sorry

theorem step_lowers_living {t : Table α} {b : Ballots α} {c : α} (going : t.over isMafia = false)
    (leaves : t.leaves isMafia b = some c) : (step isMafia t b).living.length < t.living.length := sorry

theorem step_sound {t : Table α} (sound : Sound t) (b : Ballots α) : Sound (step isMafia t b) := sorry

theorem step_lowers_phases {t : Table α} (going : t.over isMafia = false) (b : Ballots α) :
    t.phasesLeft = (step isMafia t b).phasesLeft + 1 := sorry

variable (choose : Nat → Table α → Ballots α)

theorem loop_ends (n k : Nat) (t : Table α) (enough : t.phasesLeft ≤ n) :
    (loop isMafia choose n k t).over isMafia = true := sorry

theorem loop_stops (n more k : Nat) (t : Table α) (enough : t.phasesLeft ≤ n) :
    loop isMafia choose (n + more) k t = loop isMafia choose n k t := sorry

theorem loop_ends_after_fifteen_rounds (players : List α) (more : Nat) :
    (loop isMafia choose 30 0 (start players)).over isMafia = true ∧
      loop isMafia choose (30 + more) 0 (start players) = loop isMafia choose 30 0 (start players) := sorry

theorem removals_le (n k : Nat) (t : Table α) :
    (loop isMafia choose n k t).living.length + removals isMafia choose n k t ≤ t.living.length := sorry

theorem loop_ends_by_eliminations
    (always : ∀ (k : Nat) (t : Table α), t.over isMafia = false →
      ∃ c, t.leaves isMafia (choose k t) = some c)
    (n k : Nat) (t : Table α) (enough : t.living.length ≤ n) :
    (loop isMafia choose n k t).over isMafia = true := sorry

theorem loop_sound (n k : Nat) (t : Table α) (sound : Sound t) : Sound (loop isMafia choose n k t) := sorry

theorem never_both_in_a_game (n k : Nat) (t : Table α) (sound : Sound t) :
    ¬ (MafiaWin (mafiaLeft isMafia (loop isMafia choose n k t).living)
        (othersLeft isMafia (loop isMafia choose n k t).living) ∧
      VillagersWin (mafiaLeft isMafia (loop isMafia choose n k t).living)) := sorry

end

section

variable {α : Type u} [DecidableEq α] (isMafia : α → Bool) {Message : Type v} {Context : Type w}
  {Answer : Type x} {Log : Type y}

def game (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context) :
    Probing.Game (Table α) (Ballots α) α Message Context where
  step := step isMafia
  announce := announce
  context := context

theorem play_ends (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context)
    (who : Probing.Players (Table α) (Ballots α) α Context) (n k : Nat)
    (p : Probing.Position (Table α) Message) (enough : p.state.phasesLeft ≤ n) :
    ((game isMafia announce context).play who n k p).state.over isMafia = true := sorry

theorem probing_keeps_the_table (announce : Table α → Ballots α → List Message)
    (context : α → Probing.Position (Table α) Message → Context)
    (who : Probing.Players (Table α) (Ballots α) α Context)
    (s : Probing.Schedule (Table α) Message Answer Log) (n k : Nat)
    (p : Probing.Position (Table α) Message) (m : Probing.Notes Answer Log) :
    ((game isMafia announce context).playWith s.instrument who n k p m).1.state =
      ((game isMafia announce context).play who n k p).state := sorry

end

end Mechanisms.Mafia
