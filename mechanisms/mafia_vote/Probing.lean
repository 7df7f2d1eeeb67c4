/-!
What the library has to prove about probing a game, written apart from it: definitions, and statements
without proofs.
-/

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

def Instrument.ReadsOnly (i : Instrument State Message Notes) : Prop := ∀ p m, (i p m).1 = p

def Instrument.onACopy (i : Instrument State Message Notes) : Instrument State Message Notes :=
  fun p m => (p, (i p m).2)

theorem onACopy_readsOnly (i : Instrument State Message Notes) : i.onACopy.ReadsOnly := sorry

variable {i : Instrument State Message Notes}

theorem runWith_readsOnly (g : Game State Event Player Message Context) (reads : i.ReadsOnly)
    (es : List Event) (p : Position State Message) (m : Notes) :
    (g.runWith i p m es).1 = g.run p es := sorry

theorem playWith_readsOnly (g : Game State Event Player Message Context) (reads : i.ReadsOnly)
    (who : Players State Event Player Context) (n k : Nat) (p : Position State Message) (m : Notes) :
    (g.playWith i who n k p m).1 = g.play who n k p := sorry

end

theorem readsOnly_iff {State : Type u} {Message : Type x} {Notes : Type z}
    (i : Instrument State Message Notes) :
    i.ReadsOnly ↔
      ∀ (Event : Type v) (Player : Type w) (Context : Type y)
        (g : Game State Event Player Message Context) (p : Position State Message) (m : Notes)
        (es : List Event), (g.runWith i p m es).1 = g.run p es := sorry

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

def Schedule.none : Schedule State Message Answer Log := fun _ _ => .done

def Plan.andThen : Plan State Message Answer Log → Plan State Message Answer Log →
    Plan State Message Answer Log
  | .done, second => second
  | .ask probe rest, second => .ask probe fun a => (rest a).andThen second

def Schedule.andThen (first second : Schedule State Message Answer Log) :
    Schedule State Message Answer Log :=
  fun p m => (first p m).andThen (second p ((first p m).notes p m))

def Schedule.only (keep : Position State Message → Notes Answer Log → Bool)
    (s : Schedule State Message Answer Log) : Schedule State Message Answer Log :=
  fun p m => cond (keep p m) (s p m) .done

def Game.askPlayer (g : Game State Event Player Message Context) (i : Player)
    (answer : Context → Notes Answer Log → Answer × Log) : Probe State Message Answer Log :=
  fun p m => answer (g.context i p) m

theorem probing_readsOnly (s : Schedule State Message Answer Log) : s.instrument.ReadsOnly := sorry

variable (g : Game State Event Player Message Context)
  (who : Players State Event Player Context) (s s' : Schedule State Message Answer Log)
  (p : Position State Message) (m m' : Notes Answer Log) (es : List Event) (n k : Nat)

theorem run_probed : (g.runWith s.instrument p m es).1 = g.run p es := sorry

theorem run_probed_state : (g.runWith s.instrument p m es).1.state = (g.run p es).state := sorry

theorem run_probed_transcript :
    (g.runWith s.instrument p m es).1.transcript = (g.run p es).transcript := sorry

theorem run_probed_contexts : (g.runWith s.instrument p m es).1.contexts = (g.run p es).contexts := sorry

theorem play_probed : (g.playWith s.instrument who n k p m).1 = g.play who n k p := sorry

theorem play_probed_state :
    (g.playWith s.instrument who n k p m).1.state = (g.play who n k p).state := sorry

theorem play_probed_transcript :
    (g.playWith s.instrument who n k p m).1.transcript = (g.play who n k p).transcript := sorry

theorem play_probed_contexts :
    (g.playWith s.instrument who n k p m).1.contexts = (g.play who n k p).contexts := sorry

theorem run_schedules_agree :
    (g.runWith s.instrument p m es).1 = (g.runWith s'.instrument p m' es).1 := sorry

theorem play_schedules_agree :
    (g.playWith s.instrument who n k p m).1 = (g.playWith s'.instrument who n k p m').1 := sorry

theorem add_probes :
    (g.playWith (s.andThen s').instrument who n k p m).1.contexts =
      (g.playWith s.instrument who n k p m).1.contexts := sorry

theorem remove_probes (keep : Position State Message → Notes Answer Log → Bool) :
    (g.playWith (s.only keep).instrument who n k p m).1.contexts =
      (g.playWith s.instrument who n k p m).1.contexts := sorry

theorem reorder_probes :
    (g.playWith (s.andThen s').instrument who n k p m).1.contexts =
      (g.playWith (s'.andThen s).instrument who n k p m).1.contexts := sorry

theorem notes_none :
    (g.playWith (Schedule.none (Answer := Answer) (Log := Log)).instrument who n k p m).2 = m := sorry

theorem notes_andThen (a b : Plan State Message Answer Log) :
    (a.andThen b).notes p m = b.notes p (a.notes p m) := sorry

theorem instrument_andThen :
    (s.andThen s').instrument p m = s'.instrument p (s.instrument p m).2 := sorry

theorem askPlayer_sees_one_player (i : Player) (answer : Context → Notes Answer Log → Answer × Log)
    (q : Position State Message) (same : g.context i p = g.context i q) :
    g.askPlayer i answer p m = g.askPlayer i answer q m := sorry

end

inductive Neighbour where
  | left
  | right
  deriving DecidableEq

def talk : Game Nat Nat Neighbour Nat (List Nat) where
  step := fun s e => s + e
  announce := fun _ e => [e]
  context := fun _ p => p.transcript

def silence : Position Nat Nat := ⟨0, []⟩

def talkers : Players Nat Nat Neighbour (List Nat) where
  turn := fun _ => .left
  act := fun _ _ heard => 1 + heard.length

def aloud : Instrument Nat Nat PUnit := fun p m => (⟨p.state, p.transcript ++ [7]⟩, m)

theorem aloud_not_readsOnly : ¬ aloud.ReadsOnly := sorry

theorem leak_shows :
    ¬ (talk.runWith aloud silence .unit [1, 2]).1.contexts = (talk.run silence [1, 2]).contexts := sorry

theorem leak_is_in_the_transcript :
    ¬ (talk.runWith aloud silence .unit [1, 2]).1.transcript = (talk.run silence [1, 2]).transcript := sorry

theorem leak_keeps_the_end_of_given_events (es : List Nat) (p : Position Nat Nat) (m : PUnit) :
    (talk.runWith aloud p m es).1.state = (talk.run p es).state := sorry

theorem leak_changes_the_end :
    ¬ (talk.playWith aloud talkers 2 0 silence .unit).1.state =
      (talk.play talkers 2 0 silence).state := sorry

theorem leak_on_a_copy (es : List Nat) :
    (talk.runWith aloud.onACopy silence .unit es).1 = talk.run silence es := sorry

def askSum : Schedule Nat Nat Nat PUnit := fun _ _ => .ask (fun p m => (p.state, m.log)) fun _ => .done

def askCount : Schedule Nat Nat Nat PUnit :=
  fun _ _ => .ask (fun _ m => (m.answers.length, m.log)) fun _ => .done

theorem answers_follow_the_game :
    (talk.runWith askSum.instrument silence ⟨[], .unit⟩ [1, 2]).2.answers = [3, 1, 0] := sorry

theorem answers_depend_on_order :
    ¬ (talk.runWith (askSum.andThen askCount).instrument silence ⟨[], .unit⟩ [1]).2.answers =
      (talk.runWith (askCount.andThen askSum).instrument silence ⟨[], .unit⟩ [1]).2.answers := sorry

end Mechanisms.Probing
