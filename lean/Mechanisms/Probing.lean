/-!
# Probing a game without touching it

A game goes on by events. After each of them it may be interrupted by questions to the players in private,
what they believe, say; the answers are written down. Questions and answers must not reach the game: the
probed game and the unprobed one are to be the same game, for whoever plays it and for whoever watches it.

The model is general: any type of states, of events, of players, of messages and of what a player is
shown. The state holds whatever decides how the game goes on, a generator of random numbers too. A probe is
put to a copy: it is given where the game stands and the answers so far, and gives an answer. It may compute
anything from them; what it cannot do is give back a game that stands elsewhere. Which probes are put, and
when, is up to a schedule, and may depend on the same things.

Two ways to play are looked at. With the events given (`run`), what is proved says that nothing but the
events moves the game. But the events of a real game are what players do, and players do what they do
because of what they are shown; so in the second (`play`) the player whose turn it is answers to what it
is shown. There a leak, however small, can change everything that follows, and without one nothing changes.

That a program is as this model says is not proved here.

## Main definitions

* `Game`, `Position`, `Run`: a game, where it stands, what it looks like from the outside.
* `Game.run`, `Game.play`: a game with events given, and one with players.
* `Instrument`, `Game.runWith`, `Game.playWith`: what may happen after each event, and the games with it.
* `Plan`, `Schedule`, `Schedule.instrument`: probes.
* `Instrument.ReadsOnly`: the instrument leaves the game where it was.

## Main results

* `run_probed`, `play_probed`: the probed run is the unprobed run; from it `run_probed_state`,
  `run_probed_transcript`, `run_probed_contexts` and the same for `play`.
* `run_schedules_agree`, `add_probes`, `remove_probes`, `reorder_probes`: which probes there are, and in what
  order, does not matter.
* `askPlayer_sees_one_player`: a probe put to a player knows nothing that others alone are shown, but for what
  is in the notes.
* `onACopy_readsOnly`: any instrument at all, put to a copy that is thrown away, reads only.
* `readsOnly_iff`: reading only is not just enough, but needed.
* `leak_shows`, `leak_changes_the_end`, `answers_depend_on_order`: the model can tell: of an instrument that
  writes its question where players can see it all this is false.

## References

* I. Karpov. MafiaScope, 2026: probes on a copy of the players' messages, after every utterance.
-/

namespace Mechanisms.Probing

universe u v w x y z t

/-! ### Games -/

/-- Where a game stands. -/
structure Position (State : Type u) (Message : Type x) where
  /-- What decides how the game goes on. -/
  state : State
  /-- What has been said in public, the earliest first. -/
  transcript : List Message

/-- A game. -/
structure Game (State : Type u) (Event : Type v) (Player : Type w) (Message : Type x)
    (Context : Type y) where
  /-- The state after an event. -/
  step : State → Event → State
  /-- What the event makes public. Nothing, where it is private. -/
  announce : State → Event → List Message
  /-- What a player is shown: all that it goes by. -/
  context : Player → Position State Message → Context

/-- A run of a game: how it ends, and what was shown on the way. -/
structure Run (State : Type u) (Player : Type w) (Message : Type x) (Context : Type y) where
  /-- The state at the end. -/
  state : State
  /-- All that was said in public. -/
  transcript : List Message
  /-- What each player is shown at the start and after each event. -/
  contexts : List (Player → Context)

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}

/-- What each player is shown. -/
def Game.shown (g : Game State Event Player Message Context) (p : Position State Message) :
    Player → Context := fun i => g.context i p

/-- Where the game stands after an event. -/
def Game.next (g : Game State Event Player Message Context) (p : Position State Message) (e : Event) :
    Position State Message where
  state := g.step p.state e
  transcript := p.transcript ++ g.announce p.state e

/-- The run that ends here. -/
def Game.ended (g : Game State Event Player Message Context) (p : Position State Message) :
    Run State Player Message Context where
  state := p.state
  transcript := p.transcript
  contexts := [g.shown p]

/-- The run with contexts shown before. -/
def Run.after (c : Player → Context) (r : Run State Player Message Context) :
    Run State Player Message Context where
  state := r.state
  transcript := r.transcript
  contexts := c :: r.contexts

/-- The run on given events. -/
def Game.run (g : Game State Event Player Message Context) :
    Position State Message → List Event → Run State Player Message Context
  | p, [] => g.ended p
  | p, e :: es => (g.run (g.next p e) es).after (g.shown p)

/-- Those who play. The number of the turn stands for what a player does not decide, its seed say. -/
structure Players (State : Type u) (Event : Type v) (Player : Type w) (Context : Type y) where
  /-- Whose turn it is. -/
  turn : State → Player
  /-- What a player does, on what it is shown. -/
  act : Player → Nat → Context → Event

/-- What the player whose turn it is does there. -/
def Players.event (who : Players State Event Player Context)
    (g : Game State Event Player Message Context) (k : Nat) (p : Position State Message) : Event :=
  who.act (who.turn p.state) k (g.context (who.turn p.state) p)

/-- The run of `n` turns, from turn `k` on. -/
def Game.play (g : Game State Event Player Message Context) (who : Players State Event Player Context) :
    (n k : Nat) → Position State Message → Run State Player Message Context
  | 0, _, p => g.ended p
  | n + 1, k, p => (g.play who n (k + 1) (g.next p (who.event g k p))).after (g.shown p)

end

/-! ### Instruments -/

/-- What may happen between the events: the instrument is handed the game and its own notes, and gives
both back. It may do anything to either. -/
def Instrument (State : Type u) (Message : Type x) (Notes : Type z) : Type (max u x z) :=
  Position State Message → Notes → Position State Message × Notes

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}
  {Notes : Type z}

/-- The run on given events, with an instrument at work at the start and after each event. The notes at the
end come with it. -/
def Game.runWith (g : Game State Event Player Message Context) (i : Instrument State Message Notes) :
    Position State Message → Notes → List Event → Run State Player Message Context × Notes
  | p, m, [] => (g.ended (i p m).1, (i p m).2)
  | p, m, e :: es =>
    let rest := g.runWith i (g.next (i p m).1 e) (i p m).2 es
    (rest.1.after (g.shown (i p m).1), rest.2)

/-- The run of `n` turns, with an instrument. -/
def Game.playWith (g : Game State Event Player Message Context) (i : Instrument State Message Notes)
    (who : Players State Event Player Context) :
    (n k : Nat) → Position State Message → Notes → Run State Player Message Context × Notes
  | 0, _, p, m => (g.ended (i p m).1, (i p m).2)
  | n + 1, k, p, m =>
    let rest := g.playWith i who n (k + 1) (g.next (i p m).1 (who.event g k (i p m).1)) (i p m).2
    (rest.1.after (g.shown (i p m).1), rest.2)

/-- The instrument gives back the game as it was handed to it. -/
def Instrument.ReadsOnly (i : Instrument State Message Notes) : Prop := ∀ p m, (i p m).1 = p

/-- The instrument put to a copy, which is thrown away: only the notes are kept. -/
def Instrument.onACopy (i : Instrument State Message Notes) : Instrument State Message Notes :=
  fun p m => (p, (i p m).2)

/-- Whatever an instrument does to a copy, the game is as it was. -/
theorem onACopy_readsOnly (i : Instrument State Message Notes) : i.onACopy.ReadsOnly := fun _ _ => rfl

variable {i : Instrument State Message Notes}

/-- An instrument that reads only changes no run. -/
theorem runWith_readsOnly (g : Game State Event Player Message Context) (reads : i.ReadsOnly)
    (es : List Event) (p : Position State Message) (m : Notes) :
    (g.runWith i p m es).1 = g.run p es := by
  induction es generalizing p m with
  | nil => exact congrArg g.ended (reads p m)
  | cons e es same =>
    show Run.after (g.shown (i p m).1) (g.runWith i (g.next (i p m).1 e) (i p m).2 es).1 =
      Run.after (g.shown p) (g.run (g.next p e) es)
    rw [same, reads]

/-- Nor does it where players go by what they are shown. -/
theorem playWith_readsOnly (g : Game State Event Player Message Context) (reads : i.ReadsOnly)
    (who : Players State Event Player Context) (n k : Nat) (p : Position State Message) (m : Notes) :
    (g.playWith i who n k p m).1 = g.play who n k p := by
  induction n generalizing k p m with
  | zero => exact congrArg g.ended (reads p m)
  | succ n same =>
    show Run.after (g.shown (i p m).1)
        (g.playWith i who n (k + 1) (g.next (i p m).1 (who.event g k (i p m).1)) (i p m).2).1 =
      Run.after (g.shown p) (g.play who n (k + 1) (g.next p (who.event g k p)))
    rw [same, reads]

end

/-- An instrument reads only exactly when it changes no run of any game. -/
theorem readsOnly_iff {State : Type u} {Message : Type x} {Notes : Type z}
    (i : Instrument State Message Notes) :
    i.ReadsOnly ↔
      ∀ (Event : Type v) (Player : Type w) (Context : Type y)
        (g : Game State Event Player Message Context) (p : Position State Message) (m : Notes)
        (es : List Event), (g.runWith i p m es).1 = g.run p es := by
  constructor
  · intro reads _ _ _ g p m es
    exact runWith_readsOnly g reads es p m
  · intro same p m
    have ends := same PUnit PUnit PUnit
      { step := fun s _ => s, announce := fun _ _ => [], context := fun _ _ => .unit } p m []
    show Position.mk (i p m).1.state (i p m).1.transcript = Position.mk p.state p.transcript
    rw [show (i p m).1.state = p.state from congrArg Run.state ends,
      show (i p m).1.transcript = p.transcript from congrArg Run.transcript ends]

/-! ### Probes -/

/-- What probes leave behind. -/
structure Notes (Answer : Type z) (Log : Type t) where
  /-- The answers, the latest first. -/
  answers : List Answer
  /-- Whatever else is kept from probe to probe. -/
  log : Log

/-- A probe: from where the game stands and the notes so far, an answer and a new log. -/
abbrev Probe (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) :=
  Position State Message → Notes Answer Log → Answer × Log

/-- Which probes are put, one after another: each may depend on the answers to those before. -/
inductive Plan (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) where
  /-- None. -/
  | done : Plan State Message Answer Log
  /-- A probe, and the rest by what is answered. -/
  | ask (probe : Probe State Message Answer Log) (rest : Answer → Plan State Message Answer Log) :
    Plan State Message Answer Log

/-- The plan for each moment, by where the game stands and the notes so far. -/
abbrev Schedule (State : Type u) (Message : Type x) (Answer : Type z) (Log : Type t) :
    Type (max u x z t) :=
  Position State Message → Notes Answer Log → Plan State Message Answer Log

section

variable {State : Type u} {Event : Type v} {Player : Type w} {Message : Type x} {Context : Type y}
  {Answer : Type z} {Log : Type t}

/-- The notes with those of one more probe. -/
def Notes.add (m : Notes Answer Log) (r : Answer × Log) : Notes Answer Log where
  answers := r.1 :: m.answers
  log := r.2

/-- The notes after all probes of a plan. -/
def Plan.notes (p : Position State Message) :
    Plan State Message Answer Log → Notes Answer Log → Notes Answer Log
  | .done, m => m
  | .ask probe rest, m => (rest (probe p m).1).notes p (m.add (probe p m))

/-- Probing by a schedule. -/
def Schedule.instrument (s : Schedule State Message Answer Log) :
    Instrument State Message (Notes Answer Log) :=
  fun p m => (p, (s p m).notes p m)

/-- No probes. -/
def Schedule.none : Schedule State Message Answer Log := fun _ _ => .done

/-- Two plans, one after the other. -/
def Plan.andThen : Plan State Message Answer Log → Plan State Message Answer Log →
    Plan State Message Answer Log
  | .done, second => second
  | .ask probe rest, second => .ask probe fun a => (rest a).andThen second

/-- At each moment the probes of one schedule, then those of the other. -/
def Schedule.andThen (first second : Schedule State Message Answer Log) :
    Schedule State Message Answer Log :=
  fun p m => (first p m).andThen (second p ((first p m).notes p m))

/-- The probes of a schedule at the moments to be kept. -/
def Schedule.only (keep : Position State Message → Notes Answer Log → Bool)
    (s : Schedule State Message Answer Log) : Schedule State Message Answer Log :=
  fun p m => cond (keep p m) (s p m) .done

/-- A probe put to a player: it goes by what that player is shown, and by nothing else of the game. -/
def Game.askPlayer (g : Game State Event Player Message Context) (i : Player)
    (answer : Context → Notes Answer Log → Answer × Log) : Probe State Message Answer Log :=
  fun p m => answer (g.context i p) m

/-- Probing reads only. -/
theorem probing_readsOnly (s : Schedule State Message Answer Log) : s.instrument.ReadsOnly :=
  fun _ _ => rfl

variable (g : Game State Event Player Message Context)
  (who : Players State Event Player Context) (s s' : Schedule State Message Answer Log)
  (p : Position State Message) (m m' : Notes Answer Log) (es : List Event) (n k : Nat)

/-! ### The probed run and the unprobed run -/

/-- For every game, all events and every schedule, the probed run is the unprobed run. -/
theorem run_probed : (g.runWith s.instrument p m es).1 = g.run p es :=
  runWith_readsOnly g (probing_readsOnly s) es p m

/-- They end in the same state, -/
theorem run_probed_state : (g.runWith s.instrument p m es).1.state = (g.run p es).state :=
  congrArg Run.state (run_probed g s p m es)

/-- say the same in public, -/
theorem run_probed_transcript :
    (g.runWith s.instrument p m es).1.transcript = (g.run p es).transcript :=
  congrArg Run.transcript (run_probed g s p m es)

/-- and show every player the same, at every step. -/
theorem run_probed_contexts : (g.runWith s.instrument p m es).1.contexts = (g.run p es).contexts :=
  congrArg Run.contexts (run_probed g s p m es)

/-- The same where the events are the players' doing. -/
theorem play_probed : (g.playWith s.instrument who n k p m).1 = g.play who n k p :=
  playWith_readsOnly g (probing_readsOnly s) who n k p m

/-- They end in the same state, -/
theorem play_probed_state :
    (g.playWith s.instrument who n k p m).1.state = (g.play who n k p).state :=
  congrArg Run.state (play_probed g who s p m n k)

/-- say the same in public, -/
theorem play_probed_transcript :
    (g.playWith s.instrument who n k p m).1.transcript = (g.play who n k p).transcript :=
  congrArg Run.transcript (play_probed g who s p m n k)

/-- and show every player the same, at every turn. -/
theorem play_probed_contexts :
    (g.playWith s.instrument who n k p m).1.contexts = (g.play who n k p).contexts :=
  congrArg Run.contexts (play_probed g who s p m n k)

/-! ### Other probes -/

/-- Any two schedules, with any notes to begin with, have the same run. -/
theorem run_schedules_agree :
    (g.runWith s.instrument p m es).1 = (g.runWith s'.instrument p m' es).1 :=
  (run_probed g s p m es).trans (run_probed g s' p m' es).symm

/-- The same with players. -/
theorem play_schedules_agree :
    (g.playWith s.instrument who n k p m).1 = (g.playWith s'.instrument who n k p m').1 :=
  (play_probed g who s p m n k).trans (play_probed g who s' p m' n k).symm

/-- More probes change no context. -/
theorem add_probes :
    (g.playWith (s.andThen s').instrument who n k p m).1.contexts =
      (g.playWith s.instrument who n k p m).1.contexts :=
  congrArg Run.contexts (play_schedules_agree g who (s.andThen s') s p m m n k)

/-- Nor do fewer. -/
theorem remove_probes (keep : Position State Message → Notes Answer Log → Bool) :
    (g.playWith (s.only keep).instrument who n k p m).1.contexts =
      (g.playWith s.instrument who n k p m).1.contexts :=
  congrArg Run.contexts (play_schedules_agree g who (s.only keep) s p m m n k)

/-- Nor does another order. -/
theorem reorder_probes :
    (g.playWith (s.andThen s').instrument who n k p m).1.contexts =
      (g.playWith (s'.andThen s).instrument who n k p m).1.contexts :=
  congrArg Run.contexts (play_schedules_agree g who (s.andThen s') (s'.andThen s) p m m n k)

/-- Without probes the notes stay as they are. -/
theorem notes_none :
    (g.playWith (Schedule.none (Answer := Answer) (Log := Log)).instrument who n k p m).2 = m := by
  induction n generalizing k p m with
  | zero => rfl
  | succ n same => exact same (g.next p (who.event g k p)) m (k + 1)

/-- Two plans one after the other leave the notes of the second after those of the first. -/
theorem notes_andThen (a b : Plan State Message Answer Log) :
    (a.andThen b).notes p m = b.notes p (a.notes p m) := by
  induction a generalizing m with
  | done => rfl
  | ask probe rest both => exact both (probe p m).1 (m.add (probe p m))

/-- And so do two schedules: adding probes adds answers, and keeps those of the first. -/
theorem instrument_andThen :
    (s.andThen s').instrument p m = s'.instrument p (s.instrument p m).2 :=
  congrArg (fun notes => (p, notes)) (notes_andThen p m (s p m) (s' p ((s p m).notes p m)))

/-- With the same notes, a probe put to a player answers alike wherever that player is shown the same. -/
theorem askPlayer_sees_one_player (i : Player) (answer : Context → Notes Answer Log → Answer × Log)
    (q : Position State Message) (same : g.context i p = g.context i q) :
    g.askPlayer i answer p m = g.askPlayer i answer q m :=
  congrArg (fun context => answer context m) same

end

/-! ### An instrument that leaks

Two neighbours talk. An event is a number, said aloud, and added up; each is shown all that was said. -/

/-- Two who talk. -/
inductive Neighbour where
  /-- One of them. -/
  | left
  /-- The other. -/
  | right
  deriving DecidableEq

/-- The talk: what is said is added up, and everybody hears it. -/
def talk : Game Nat Nat Neighbour Nat (List Nat) where
  step := fun s e => s + e
  announce := fun _ e => [e]
  context := fun _ p => p.transcript

/-- Nothing has been said. -/
def silence : Position Nat Nat := ⟨0, []⟩

/-- Both say how much they have heard so far: 1 and as many again as there were words. -/
def talkers : Players Nat Nat Neighbour (List Nat) where
  turn := fun _ => .left
  act := fun _ _ heard => 1 + heard.length

/-- An instrument that asks aloud: its question, 7, is heard as if it had been said in the game. It leaves
the state alone and takes no notes. -/
def aloud : Instrument Nat Nat PUnit := fun p m => (⟨p.state, p.transcript ++ [7]⟩, m)

/-- It does not read only. -/
theorem aloud_not_readsOnly : ¬ aloud.ReadsOnly := fun reads =>
  absurd (congrArg (fun p => p.transcript.length) (reads silence .unit)) (by decide)

/-- Its question is shown to players. -/
theorem leak_shows :
    ¬ (talk.runWith aloud silence .unit [1, 2]).1.contexts = (talk.run silence [1, 2]).contexts :=
  fun same => absurd (congrArg (fun l => l.foldr (fun shown n => (shown .right).length + n) 0) same)
    (by decide)

/-- It changes what is said in public. -/
theorem leak_is_in_the_transcript :
    ¬ (talk.runWith aloud silence .unit [1, 2]).1.transcript = (talk.run silence [1, 2]).transcript :=
  fun same => absurd (congrArg List.length same) (by decide)

/-- With the events given, the end is the same: only the players can carry a leak into the game. -/
theorem leak_keeps_the_end_of_given_events (es : List Nat) (p : Position Nat Nat) (m : PUnit) :
    (talk.runWith aloud p m es).1.state = (talk.run p es).state := by
  induction es generalizing p m with
  | nil => rfl
  | cons e es same =>
    show (talk.runWith aloud (talk.next (aloud p m).1 e) (aloud p m).2 es).1.state =
      (talk.run (talk.next p e) es).state
    rw [same]
    exact run_talk_state es (talk.next (aloud p m).1 e) (talk.next p e) rfl
where
  /-- The sum does not depend on what was said before. -/
  run_talk_state (es : List Nat) (p q : Position Nat Nat) (level : p.state = q.state) :
      (talk.run p es).state = (talk.run q es).state := by
    induction es generalizing p q with
    | nil => exact level
    | cons e es same =>
      exact same (talk.next p e) (talk.next q e) (congrArg (fun s => s + e) level)

/-- And they do: after two turns the game is elsewhere. -/
theorem leak_changes_the_end :
    ¬ (talk.playWith aloud talkers 2 0 silence .unit).1.state =
      (talk.play talkers 2 0 silence).state := by
  decide

/-- On a copy the same instrument changes nothing. -/
theorem leak_on_a_copy (es : List Nat) :
    (talk.runWith aloud.onACopy silence .unit es).1 = talk.run silence es :=
  runWith_readsOnly talk (onACopy_readsOnly aloud) es silence .unit

/-! Nor are the probes of this model idle: they see the game, and one another's answers. -/

/-- Asks the sum. -/
def askSum : Schedule Nat Nat Nat PUnit := fun _ _ => .ask (fun p m => (p.state, m.log)) fun _ => .done

/-- Asks how many answers there are already. -/
def askCount : Schedule Nat Nat Nat PUnit :=
  fun _ _ => .ask (fun _ m => (m.answers.length, m.log)) fun _ => .done

/-- Answers follow the game: 0, 1 and 3 are the sums at the start, after 1, and after 2 more. -/
theorem answers_follow_the_game :
    (talk.runWith askSum.instrument silence ⟨[], .unit⟩ [1, 2]).2.answers = [3, 1, 0] := rfl

/-- Another order of the probes changes answers (and no context, by `reorder_probes`). -/
theorem answers_depend_on_order :
    ¬ (talk.runWith (askSum.andThen askCount).instrument silence ⟨[], .unit⟩ [1]).2.answers =
      (talk.runWith (askCount.andThen askSum).instrument silence ⟨[], .unit⟩ [1]).2.answers := fun same =>
  absurd (congrArg (fun l => l.foldr (fun a n => a + 2 * n) 0) same) (by decide)

end Mechanisms.Probing
