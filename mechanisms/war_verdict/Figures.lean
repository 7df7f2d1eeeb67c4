/-!
What the library has to prove about figures, written apart from it: definitions, and statements without proofs.
-/

namespace Mechanisms.WarVerdict

inductive Lead where
  | ai
  | humans
  | nobody

inductive Verdict where
  | ai
  | humans
  | undecided

def Lead.orElse : Lead → Lead → Lead
  | .ai, _ => .ai
  | .humans, _ => .humans
  | .nobody, other => other

def Lead.both : Lead → Lead → Lead
  | .ai, .ai => .ai
  | .humans, .humans => .humans
  | _, _ => .nobody

def Lead.verdict : Lead → Verdict
  | .ai => .ai
  | .humans => .humans
  | .nobody => .undecided

def twoLeads (throne battles power : Lead) : Lead :=
  (throne.both battles).orElse ((throne.both power).orElse (battles.both power))

def verdict (throne battles power : Lead) : Verdict :=
  ((twoLeads throne battles power).orElse (throne.orElse (battles.orElse power))).verdict

def leadOf (x y : Nat) : Lead := if y < x then .ai else if x < y then .humans else .nobody

structure Figures where
  throne : Nat
  battles : Nat
  power : Nat
  cities : Nat

def throneLead (ai humans : Figures) : Lead := leadOf ai.throne humans.throne

def battlesLead (ai humans : Figures) : Lead := leadOf ai.battles humans.battles

def powerLead (ai humans : Figures) : Lead :=
  leadOf (ai.power * humans.cities) (humans.power * ai.cities)

def warVerdict (ai humans : Figures) : Verdict :=
  verdict (throneLead ai humans) (battlesLead ai humans) (powerLead ai humans)

def Figures.scaleThrone (k : Nat) (c : Figures) : Figures := { c with throne := c.throne * k }

def Figures.addThrone (k : Nat) (c : Figures) : Figures := { c with throne := c.throne + k }

def Figures.scaleBattles (k : Nat) (c : Figures) : Figures := { c with battles := c.battles * k }

def Figures.addBattles (k : Nat) (c : Figures) : Figures := { c with battles := c.battles + k }

def Figures.scalePower (k : Nat) (c : Figures) : Figures := { c with power := c.power * k }

def Verdict.swap : Verdict → Verdict
  | .ai => .humans
  | .humans => .ai
  | .undecided => .undecided

theorem leadOf_mul {k : Nat} (positive : 0 < k) (x y : Nat) : leadOf (x * k) (y * k) = leadOf x y := sorry

theorem leadOf_add (k x y : Nat) : leadOf (x + k) (y + k) = leadOf x y := sorry

theorem warVerdict_scaleThrone (a h : Figures) {k : Nat} (positive : 0 < k) :
    warVerdict (a.scaleThrone k) (h.scaleThrone k) = warVerdict a h := sorry

theorem warVerdict_addThrone (a h : Figures) (k : Nat) :
    warVerdict (a.addThrone k) (h.addThrone k) = warVerdict a h := sorry

theorem warVerdict_scaleBattles (a h : Figures) {k : Nat} (positive : 0 < k) :
    warVerdict (a.scaleBattles k) (h.scaleBattles k) = warVerdict a h := sorry

theorem warVerdict_addBattles (a h : Figures) (k : Nat) :
    warVerdict (a.addBattles k) (h.addBattles k) = warVerdict a h := sorry

theorem warVerdict_scalePower (a h : Figures) {k : Nat} (positive : 0 < k) :
    warVerdict (a.scalePower k) (h.scalePower k) = warVerdict a h := sorry

theorem battlesLead_shares (a h : Figures) :
    leadOf (a.battles * (a.battles + h.battles)) (h.battles * (a.battles + h.battles)) =
      battlesLead a h := sorry

theorem powerLead_without_cities (a h : Figures) (power : a.power = 0) (cities : a.cities = 0) :
    powerLead a h = .nobody := sorry

theorem warVerdict_swap (a h : Figures) : warVerdict h a = (warVerdict a h).swap := sorry

theorem warVerdict_undecided (a h : Figures) :
    warVerdict a h = .undecided ↔
      a.throne = h.throne ∧ a.battles = h.battles ∧
        a.power * h.cities = h.power * a.cities := sorry

end Mechanisms.WarVerdict
