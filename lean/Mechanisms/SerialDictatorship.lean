import Mechanisms.Finite

/-!
# Serial dictatorship, three agents and three objects

Agents 1, 2, 3 take in turn the best object that is left, by the strict preference each reports
(yxz: y best, z worst). The outcome yxz gives y to agent 1, x to agent 2 and z to agent 3. The
utility of the best object is 2, of the second 1, of the last 0; only the order matters for
dominance, the numbers matter for welfare.

## References

* M. A. Satterthwaite and H. Sonnenschein. Strategy-Proof Allocation Mechanisms at Differentiable Points. Review of Economic Studies 48(4), 587-597, 1981.
-/

namespace Mechanisms.SerialDictatorship

open Mechanisms

/-- The outcomes. -/
inductive Outcome where
  | xyz
  | xzy
  | yxz
  | yzx
  | zxy
  | zyx
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Outcome where
  fold f init := f .xyz (f .xzy (f .yxz (f .yzx (f .zxy (f .zyx init)))))
  fold_eq _ _ := rfl
  once | .xyz => rfl | .xzy => rfl | .yxz => rfl | .yzx => rfl | .zxy => rfl | .zyx => rfl

/-- The types of agent 1. -/
inductive Ty where
  | xyz
  | xzy
  | yxz
  | yzx
  | zxy
  | zyx
  deriving DecidableEq

/-- Its elements, each once. -/
instance : Enumeration Ty where
  fold f init := f .xyz (f .xzy (f .yxz (f .yzx (f .zxy (f .zyx init)))))
  fold_eq _ _ := rfl
  once | .xyz => rfl | .xzy => rfl | .yxz => rfl | .yzx => rfl | .zxy => rfl | .zyx => rfl

/-- The utility of agent 1 for an outcome, by true type. -/
def uAgent1 : Outcome → Ty → Nat
  | .xyz, .xyz => 2
  | .xyz, .xzy => 2
  | .xyz, .yxz => 1
  | .xyz, .yzx => 0
  | .xyz, .zxy => 1
  | .xyz, .zyx => 0
  | .xzy, .xyz => 2
  | .xzy, .xzy => 2
  | .xzy, .yxz => 1
  | .xzy, .yzx => 0
  | .xzy, .zxy => 1
  | .xzy, .zyx => 0
  | .yxz, .xyz => 1
  | .yxz, .xzy => 0
  | .yxz, .yxz => 2
  | .yxz, .yzx => 2
  | .yxz, .zxy => 0
  | .yxz, .zyx => 1
  | .yzx, .xyz => 1
  | .yzx, .xzy => 0
  | .yzx, .yxz => 2
  | .yzx, .yzx => 2
  | .yzx, .zxy => 0
  | .yzx, .zyx => 1
  | .zxy, .xyz => 0
  | .zxy, .xzy => 1
  | .zxy, .yxz => 0
  | .zxy, .yzx => 1
  | .zxy, .zxy => 2
  | .zxy, .zyx => 2
  | .zyx, .xyz => 0
  | .zyx, .xzy => 1
  | .zyx, .yxz => 0
  | .zyx, .yzx => 1
  | .zyx, .zxy => 2
  | .zyx, .zyx => 2

/-- The utility of agent 2 for an outcome, by true type. -/
def uAgent2 : Outcome → Ty → Nat
  | .xyz, .xyz => 1
  | .xyz, .xzy => 0
  | .xyz, .yxz => 2
  | .xyz, .yzx => 2
  | .xyz, .zxy => 0
  | .xyz, .zyx => 1
  | .xzy, .xyz => 0
  | .xzy, .xzy => 1
  | .xzy, .yxz => 0
  | .xzy, .yzx => 1
  | .xzy, .zxy => 2
  | .xzy, .zyx => 2
  | .yxz, .xyz => 2
  | .yxz, .xzy => 2
  | .yxz, .yxz => 1
  | .yxz, .yzx => 0
  | .yxz, .zxy => 1
  | .yxz, .zyx => 0
  | .yzx, .xyz => 0
  | .yzx, .xzy => 1
  | .yzx, .yxz => 0
  | .yzx, .yzx => 1
  | .yzx, .zxy => 2
  | .yzx, .zyx => 2
  | .zxy, .xyz => 2
  | .zxy, .xzy => 2
  | .zxy, .yxz => 1
  | .zxy, .yzx => 0
  | .zxy, .zxy => 1
  | .zxy, .zyx => 0
  | .zyx, .xyz => 1
  | .zyx, .xzy => 0
  | .zyx, .yxz => 2
  | .zyx, .yzx => 2
  | .zyx, .zxy => 0
  | .zyx, .zyx => 1

/-- The utility of agent 3 for an outcome, by true type. -/
def uAgent3 : Outcome → Ty → Nat
  | .xyz, .xyz => 0
  | .xyz, .xzy => 1
  | .xyz, .yxz => 0
  | .xyz, .yzx => 1
  | .xyz, .zxy => 2
  | .xyz, .zyx => 2
  | .xzy, .xyz => 1
  | .xzy, .xzy => 0
  | .xzy, .yxz => 2
  | .xzy, .yzx => 2
  | .xzy, .zxy => 0
  | .xzy, .zyx => 1
  | .yxz, .xyz => 0
  | .yxz, .xzy => 1
  | .yxz, .yxz => 0
  | .yxz, .yzx => 1
  | .yxz, .zxy => 2
  | .yxz, .zyx => 2
  | .yzx, .xyz => 2
  | .yzx, .xzy => 2
  | .yzx, .yxz => 1
  | .yzx, .yzx => 0
  | .yzx, .zxy => 1
  | .yzx, .zyx => 0
  | .zxy, .xyz => 1
  | .zxy, .xzy => 0
  | .zxy, .yxz => 2
  | .zxy, .yzx => 2
  | .zxy, .zxy => 0
  | .zxy, .zyx => 1
  | .zyx, .xyz => 2
  | .zyx, .xzy => 2
  | .zyx, .yxz => 1
  | .zyx, .yzx => 0
  | .zyx, .zxy => 1
  | .zyx, .zyx => 0

/-- The outcome map, by the reports of agent 1, agent 2, agent 3. -/
def outcome : Ty → Ty → Ty → Outcome
  | .xyz, .xyz, .xyz => .xyz
  | .xyz, .xyz, .xzy => .xyz
  | .xyz, .xyz, .yxz => .xyz
  | .xyz, .xyz, .yzx => .xyz
  | .xyz, .xyz, .zxy => .xyz
  | .xyz, .xyz, .zyx => .xyz
  | .xyz, .xzy, .xyz => .xzy
  | .xyz, .xzy, .xzy => .xzy
  | .xyz, .xzy, .yxz => .xzy
  | .xyz, .xzy, .yzx => .xzy
  | .xyz, .xzy, .zxy => .xzy
  | .xyz, .xzy, .zyx => .xzy
  | .xyz, .yxz, .xyz => .xyz
  | .xyz, .yxz, .xzy => .xyz
  | .xyz, .yxz, .yxz => .xyz
  | .xyz, .yxz, .yzx => .xyz
  | .xyz, .yxz, .zxy => .xyz
  | .xyz, .yxz, .zyx => .xyz
  | .xyz, .yzx, .xyz => .xyz
  | .xyz, .yzx, .xzy => .xyz
  | .xyz, .yzx, .yxz => .xyz
  | .xyz, .yzx, .yzx => .xyz
  | .xyz, .yzx, .zxy => .xyz
  | .xyz, .yzx, .zyx => .xyz
  | .xyz, .zxy, .xyz => .xzy
  | .xyz, .zxy, .xzy => .xzy
  | .xyz, .zxy, .yxz => .xzy
  | .xyz, .zxy, .yzx => .xzy
  | .xyz, .zxy, .zxy => .xzy
  | .xyz, .zxy, .zyx => .xzy
  | .xyz, .zyx, .xyz => .xzy
  | .xyz, .zyx, .xzy => .xzy
  | .xyz, .zyx, .yxz => .xzy
  | .xyz, .zyx, .yzx => .xzy
  | .xyz, .zyx, .zxy => .xzy
  | .xyz, .zyx, .zyx => .xzy
  | .xzy, .xyz, .xyz => .xyz
  | .xzy, .xyz, .xzy => .xyz
  | .xzy, .xyz, .yxz => .xyz
  | .xzy, .xyz, .yzx => .xyz
  | .xzy, .xyz, .zxy => .xyz
  | .xzy, .xyz, .zyx => .xyz
  | .xzy, .xzy, .xyz => .xzy
  | .xzy, .xzy, .xzy => .xzy
  | .xzy, .xzy, .yxz => .xzy
  | .xzy, .xzy, .yzx => .xzy
  | .xzy, .xzy, .zxy => .xzy
  | .xzy, .xzy, .zyx => .xzy
  | .xzy, .yxz, .xyz => .xyz
  | .xzy, .yxz, .xzy => .xyz
  | .xzy, .yxz, .yxz => .xyz
  | .xzy, .yxz, .yzx => .xyz
  | .xzy, .yxz, .zxy => .xyz
  | .xzy, .yxz, .zyx => .xyz
  | .xzy, .yzx, .xyz => .xyz
  | .xzy, .yzx, .xzy => .xyz
  | .xzy, .yzx, .yxz => .xyz
  | .xzy, .yzx, .yzx => .xyz
  | .xzy, .yzx, .zxy => .xyz
  | .xzy, .yzx, .zyx => .xyz
  | .xzy, .zxy, .xyz => .xzy
  | .xzy, .zxy, .xzy => .xzy
  | .xzy, .zxy, .yxz => .xzy
  | .xzy, .zxy, .yzx => .xzy
  | .xzy, .zxy, .zxy => .xzy
  | .xzy, .zxy, .zyx => .xzy
  | .xzy, .zyx, .xyz => .xzy
  | .xzy, .zyx, .xzy => .xzy
  | .xzy, .zyx, .yxz => .xzy
  | .xzy, .zyx, .yzx => .xzy
  | .xzy, .zyx, .zxy => .xzy
  | .xzy, .zyx, .zyx => .xzy
  | .yxz, .xyz, .xyz => .yxz
  | .yxz, .xyz, .xzy => .yxz
  | .yxz, .xyz, .yxz => .yxz
  | .yxz, .xyz, .yzx => .yxz
  | .yxz, .xyz, .zxy => .yxz
  | .yxz, .xyz, .zyx => .yxz
  | .yxz, .xzy, .xyz => .yxz
  | .yxz, .xzy, .xzy => .yxz
  | .yxz, .xzy, .yxz => .yxz
  | .yxz, .xzy, .yzx => .yxz
  | .yxz, .xzy, .zxy => .yxz
  | .yxz, .xzy, .zyx => .yxz
  | .yxz, .yxz, .xyz => .yxz
  | .yxz, .yxz, .xzy => .yxz
  | .yxz, .yxz, .yxz => .yxz
  | .yxz, .yxz, .yzx => .yxz
  | .yxz, .yxz, .zxy => .yxz
  | .yxz, .yxz, .zyx => .yxz
  | .yxz, .yzx, .xyz => .yzx
  | .yxz, .yzx, .xzy => .yzx
  | .yxz, .yzx, .yxz => .yzx
  | .yxz, .yzx, .yzx => .yzx
  | .yxz, .yzx, .zxy => .yzx
  | .yxz, .yzx, .zyx => .yzx
  | .yxz, .zxy, .xyz => .yzx
  | .yxz, .zxy, .xzy => .yzx
  | .yxz, .zxy, .yxz => .yzx
  | .yxz, .zxy, .yzx => .yzx
  | .yxz, .zxy, .zxy => .yzx
  | .yxz, .zxy, .zyx => .yzx
  | .yxz, .zyx, .xyz => .yzx
  | .yxz, .zyx, .xzy => .yzx
  | .yxz, .zyx, .yxz => .yzx
  | .yxz, .zyx, .yzx => .yzx
  | .yxz, .zyx, .zxy => .yzx
  | .yxz, .zyx, .zyx => .yzx
  | .yzx, .xyz, .xyz => .yxz
  | .yzx, .xyz, .xzy => .yxz
  | .yzx, .xyz, .yxz => .yxz
  | .yzx, .xyz, .yzx => .yxz
  | .yzx, .xyz, .zxy => .yxz
  | .yzx, .xyz, .zyx => .yxz
  | .yzx, .xzy, .xyz => .yxz
  | .yzx, .xzy, .xzy => .yxz
  | .yzx, .xzy, .yxz => .yxz
  | .yzx, .xzy, .yzx => .yxz
  | .yzx, .xzy, .zxy => .yxz
  | .yzx, .xzy, .zyx => .yxz
  | .yzx, .yxz, .xyz => .yxz
  | .yzx, .yxz, .xzy => .yxz
  | .yzx, .yxz, .yxz => .yxz
  | .yzx, .yxz, .yzx => .yxz
  | .yzx, .yxz, .zxy => .yxz
  | .yzx, .yxz, .zyx => .yxz
  | .yzx, .yzx, .xyz => .yzx
  | .yzx, .yzx, .xzy => .yzx
  | .yzx, .yzx, .yxz => .yzx
  | .yzx, .yzx, .yzx => .yzx
  | .yzx, .yzx, .zxy => .yzx
  | .yzx, .yzx, .zyx => .yzx
  | .yzx, .zxy, .xyz => .yzx
  | .yzx, .zxy, .xzy => .yzx
  | .yzx, .zxy, .yxz => .yzx
  | .yzx, .zxy, .yzx => .yzx
  | .yzx, .zxy, .zxy => .yzx
  | .yzx, .zxy, .zyx => .yzx
  | .yzx, .zyx, .xyz => .yzx
  | .yzx, .zyx, .xzy => .yzx
  | .yzx, .zyx, .yxz => .yzx
  | .yzx, .zyx, .yzx => .yzx
  | .yzx, .zyx, .zxy => .yzx
  | .yzx, .zyx, .zyx => .yzx
  | .zxy, .xyz, .xyz => .zxy
  | .zxy, .xyz, .xzy => .zxy
  | .zxy, .xyz, .yxz => .zxy
  | .zxy, .xyz, .yzx => .zxy
  | .zxy, .xyz, .zxy => .zxy
  | .zxy, .xyz, .zyx => .zxy
  | .zxy, .xzy, .xyz => .zxy
  | .zxy, .xzy, .xzy => .zxy
  | .zxy, .xzy, .yxz => .zxy
  | .zxy, .xzy, .yzx => .zxy
  | .zxy, .xzy, .zxy => .zxy
  | .zxy, .xzy, .zyx => .zxy
  | .zxy, .yxz, .xyz => .zyx
  | .zxy, .yxz, .xzy => .zyx
  | .zxy, .yxz, .yxz => .zyx
  | .zxy, .yxz, .yzx => .zyx
  | .zxy, .yxz, .zxy => .zyx
  | .zxy, .yxz, .zyx => .zyx
  | .zxy, .yzx, .xyz => .zyx
  | .zxy, .yzx, .xzy => .zyx
  | .zxy, .yzx, .yxz => .zyx
  | .zxy, .yzx, .yzx => .zyx
  | .zxy, .yzx, .zxy => .zyx
  | .zxy, .yzx, .zyx => .zyx
  | .zxy, .zxy, .xyz => .zxy
  | .zxy, .zxy, .xzy => .zxy
  | .zxy, .zxy, .yxz => .zxy
  | .zxy, .zxy, .yzx => .zxy
  | .zxy, .zxy, .zxy => .zxy
  | .zxy, .zxy, .zyx => .zxy
  | .zxy, .zyx, .xyz => .zyx
  | .zxy, .zyx, .xzy => .zyx
  | .zxy, .zyx, .yxz => .zyx
  | .zxy, .zyx, .yzx => .zyx
  | .zxy, .zyx, .zxy => .zyx
  | .zxy, .zyx, .zyx => .zyx
  | .zyx, .xyz, .xyz => .zxy
  | .zyx, .xyz, .xzy => .zxy
  | .zyx, .xyz, .yxz => .zxy
  | .zyx, .xyz, .yzx => .zxy
  | .zyx, .xyz, .zxy => .zxy
  | .zyx, .xyz, .zyx => .zxy
  | .zyx, .xzy, .xyz => .zxy
  | .zyx, .xzy, .xzy => .zxy
  | .zyx, .xzy, .yxz => .zxy
  | .zyx, .xzy, .yzx => .zxy
  | .zyx, .xzy, .zxy => .zxy
  | .zyx, .xzy, .zyx => .zxy
  | .zyx, .yxz, .xyz => .zyx
  | .zyx, .yxz, .xzy => .zyx
  | .zyx, .yxz, .yxz => .zyx
  | .zyx, .yxz, .yzx => .zyx
  | .zyx, .yxz, .zxy => .zyx
  | .zyx, .yxz, .zyx => .zyx
  | .zyx, .yzx, .xyz => .zyx
  | .zyx, .yzx, .xzy => .zyx
  | .zyx, .yzx, .yxz => .zyx
  | .zyx, .yzx, .yzx => .zyx
  | .zyx, .yzx, .zxy => .zyx
  | .zyx, .yzx, .zyx => .zyx
  | .zyx, .zxy, .xyz => .zxy
  | .zyx, .zxy, .xzy => .zxy
  | .zyx, .zxy, .yxz => .zxy
  | .zyx, .zxy, .yzx => .zxy
  | .zyx, .zxy, .zxy => .zxy
  | .zyx, .zxy, .zyx => .zxy
  | .zyx, .zyx, .xyz => .zyx
  | .zyx, .zyx, .xzy => .zyx
  | .zyx, .zyx, .yxz => .zyx
  | .zyx, .zyx, .yzx => .zyx
  | .zyx, .zyx, .zxy => .zyx
  | .zyx, .zyx, .zyx => .zyx

/-- Weak truthful-report dominance: for every true type of agent 1 and every report of agent 2 and
agent 3, reporting the true type gives agent 1 at least as much as every other report; and for every
true type of agent 2 and every report of agent 1 and agent 3, reporting the true type gives agent 2
at least as much as every other report; and for every true type of agent 3 and every report of agent
1 and agent 2, reporting the true type gives agent 3 at least as much as every other report. -/
theorem truth_weakly_dominant :
    (∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uAgent1 (outcome r1 r2 r3) t1 ≤ uAgent1 (outcome t1 r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uAgent2 (outcome r1 r2 r3) t2 ≤ uAgent2 (outcome r1 t2 r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uAgent3 (outcome r1 r2 r3) t3 ≤ uAgent3 (outcome r1 r2 t3) t3) :=
  by decide +kernel

/-- It is false that: Strict truthful-report dominance: for every true type of agent 1 and every
report of agent 2 and agent 3, reporting the true type gives agent 1 strictly more than every other
report; and for every true type of agent 2 and every report of agent 1 and agent 3, reporting the
true type gives agent 2 strictly more than every other report; and for every true type of agent 3
and every report of agent 1 and agent 2, reporting the true type gives agent 3 strictly more than
every other report. -/
theorem not_truth_strictly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), (¬ r1 = t1) → uAgent1 (outcome r1 r2 r3) t1 < uAgent1 (outcome t1 r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), (¬ r2 = t2) → uAgent2 (outcome r1 r2 r3) t2 < uAgent2 (outcome r1 t2 r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), (¬ r3 = t3) → uAgent3 (outcome r1 r2 r3) t3 < uAgent3 (outcome r1 r2 t3) t3)) :=
  fun h => absurd ((h.1 .xyz .xzy .xyz .xyz) (by decide)) (by decide)

/-- It is false that: Weak action dominance: for every true type of agent 1 and every report of
agent 2 and agent 3, reporting xyz gives agent 1 at least as much as every other report; and for
every true type of agent 2 and every report of agent 1 and agent 3, reporting xyz gives agent 2 at
least as much as every other report; and for every true type of agent 3 and every report of agent 1
and agent 2, reporting xyz gives agent 3 at least as much as every other report. -/
theorem not_report_xyz_weakly_dominant :
    ¬ ((∀ (t1 : Ty) (r1 : Ty) (r2 : Ty) (r3 : Ty), uAgent1 (outcome r1 r2 r3) t1 ≤ uAgent1 (outcome Ty.xyz r2 r3) t1) ∧
    (∀ (t2 : Ty) (r2 : Ty) (r1 : Ty) (r3 : Ty), uAgent2 (outcome r1 r2 r3) t2 ≤ uAgent2 (outcome r1 Ty.xyz r3) t2) ∧
    (∀ (t3 : Ty) (r3 : Ty) (r1 : Ty) (r2 : Ty), uAgent3 (outcome r1 r2 r3) t3 ≤ uAgent3 (outcome r1 r2 Ty.xyz) t3)) :=
  fun h => absurd (h.1 .yxz .yxz .xyz .xyz) (by decide)

/-- When agent 1 has type xyz, agent 2 has type xyz and agent 3 has type xyz, the social welfare of
xyz is at least that of every outcome. -/
theorem chosen_outcome_optimal_when_all_agree :
    ∀ (o : Outcome), uAgent1 o Ty.xyz + uAgent2 o Ty.xyz + uAgent3 o Ty.xyz ≤ uAgent1 Outcome.xyz Ty.xyz + uAgent2 Outcome.xyz Ty.xyz + uAgent3 Outcome.xyz Ty.xyz :=
  by decide +kernel

/-- When agent 1 has type xyz, agent 2 has type yxz and agent 3 has type zxy, the social welfare of
xyz is at least that of every outcome. -/
theorem chosen_outcome_optimal_when_first_choices_differ :
    ∀ (o : Outcome), uAgent1 o Ty.xyz + uAgent2 o Ty.yxz + uAgent3 o Ty.zxy ≤ uAgent1 Outcome.xyz Ty.xyz + uAgent2 Outcome.xyz Ty.yxz + uAgent3 Outcome.xyz Ty.zxy :=
  by decide +kernel

/-- It is false that: When agent 1 has type xyz, agent 2 has type xzy and agent 3 has type zxy, the
social welfare of xzy is at least that of every outcome. -/
theorem not_chosen_outcome_optimal_when_the_first_hardly_cares :
    ¬ (∀ (o : Outcome), uAgent1 o Ty.xyz + uAgent2 o Ty.xzy + uAgent3 o Ty.zxy ≤ uAgent1 Outcome.xzy Ty.xyz + uAgent2 Outcome.xzy Ty.xzy + uAgent3 Outcome.xzy Ty.zxy) :=
  fun h => absurd (h .xyz) (by decide)

end Mechanisms.SerialDictatorship
