import Mechanisms.Finite

/-!
# Mechanisms for two agents

Two agents, called row and column, each have a true type and send a report; an outcome map turns
the two reports into an outcome, and each agent's utility depends on the outcome and on its own true
type. Types, reports, outcomes and utilities are arbitrary types here.

An agent's notion of dominance is stated once, for a map whose first argument is that agent's own
report: the row agent's notions are those of the map, the column agent's those of the map `swap`ped.

## Main definitions

* `Mechanisms.StrictActionDominant`, `Mechanisms.WeakActionDominant`: one fixed report is best,
  *whatever the true type*.
* `Mechanisms.StrictTruthfulDominant`, `Mechanisms.WeakTruthfulDominant`: reporting *the true type*
  is best.
* `Mechanisms.welfare`: the sum of the two utilities.

Action dominance and truthful-report dominance are different notions and neither implies the other.
-/

namespace Mechanisms

universe u v w x y

variable {T : Type u} {R : Type v} {S : Type w} {O : Type x} {U : Type y}

/-- The outcome map as the other agent sees it: own report first. -/
def swap (g : R → S → O) : S → R → O := fun s r => g r s

/-- Whatever the true type `t` and the other agent's report `s`, the report `best` is strictly better
than any other report `r`. -/
abbrev StrictActionDominant [LT U] (u : O → T → U) (g : R → S → O) (best : R) : Prop :=
  ∀ (t : T) (r : R) (s : S), ¬ r = best → u (g r s) t < u (g best s) t

/-- Whatever the true type `t` and the other agent's report `s`, the report `best` is at least as
good as any report `r`. -/
abbrev WeakActionDominant [LE U] (u : O → T → U) (g : R → S → O) (best : R) : Prop :=
  ∀ (t : T) (r : R) (s : S), u (g r s) t ≤ u (g best s) t

/-- Whatever the true type `t` and the other agent's report `s`, reporting `t` is strictly better
than any other report `r`. -/
abbrev StrictTruthfulDominant [LT U] (u : O → T → U) (g : T → S → O) : Prop :=
  ∀ (t r : T) (s : S), ¬ r = t → u (g r s) t < u (g t s) t

/-- Whatever the true type `t` and the other agent's report `s`, reporting `t` is at least as good
as any report `r`. -/
abbrev WeakTruthfulDominant [LE U] (u : O → T → U) (g : T → S → O) : Prop :=
  ∀ (t r : T) (s : S), u (g r s) t ≤ u (g t s) t

/-- Social welfare: the sum of the two agents' utilities. -/
def welfare {T₁ : Type u} {T₂ : Type v} [Add U] (uRow : O → T₁ → U) (uCol : O → T₂ → U)
    (o : O) (t₁ : T₁) (t₂ : T₂) : U :=
  uRow o t₁ + uCol o t₂

end Mechanisms
