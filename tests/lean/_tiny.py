"""A very small mechanism with its own Lean library, for libraries that try to deceive the checker.

The row agent p decides: its report l gives x, h gives y. Reporting the true type is strictly dominant for
p, not for q. Nine of the sixteen outcome maps are weakly truthful for p.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ._mutants import Outcome, replaced, run

MECHANISM = """
format = 1
name = "tiny"
title = "One of two agents decides"
outcomes = ["x", "y"]

[[agents]]
name = "p"
types = ["l", "h"]

[[agents]]
name = "q"
types = ["l", "h"]

[utilities.p]
x = { l = 2, h = 1 }
y = { l = 1, h = 3 }

[utilities.q]
x = { l = 1, h = 0 }
y = { l = 0, h = 4 }

[outcome_map]
grid = [["x", "x"], ["y", "y"]]

[[claims]]
id = "p_truthful"
kind = "truthful_dominance"
agent = "p"
strict = true
theorem = "p_truthful"

[[claims]]
id = "q_truthful"
kind = "truthful_dominance"
agent = "q"
strict = true
expect = "fails"
theorem = "q_not_truthful"

[[claims]]
id = "welfare"
kind = "welfare_optimum"
profile = { p = "l", q = "h" }
outcome = "y"
strict = true
theorem = "y_best"

[[claims]]
id = "count"
kind = "census_count"
predicate = { kind = "truthful_dominance", agent = "p", strict = false }
count = 9
theorem = "nine_truthful"

[lean]
module = "Tiny"
namespace = "Tiny"
number = "Nat"
outcome = "Out"
types = "Ty"
utilities = { p = "uP", q = "uQ" }
outcome_map = "g"
outcome_maps = { type = "OutcomeMap", constructor = "OutcomeMap.mk", apply = "OutcomeMap.apply" }
"""

TYPES = """
inductive Ty where
  | l
  | h
  deriving DecidableEq

inductive Out where
  | x
  | y
  deriving DecidableEq
"""

TABLES = """
def uP : Out → Ty → Nat
  | .x, .l => 2
  | .x, .h => 1
  | .y, .l => 1
  | .y, .h => 3

def uQ : Out → Ty → Nat
  | .x, .l => 1
  | .x, .h => 0
  | .y, .l => 0
  | .y, .h => 4

def g : Ty → Ty → Out
  | .l, _ => .x
  | .h, _ => .y
"""

FINITE = """
instance : Enumeration Ty where
  fold f init := f .l (f .h init)
  fold_eq _ _ := rfl
  once | .l => rfl | .h => rfl

instance : Enumeration Out where
  fold f init := f .x (f .y init)
  fold_eq _ _ := rfl
  once | .x => rfl | .y => rfl
"""

MAPS = """
structure OutcomeMap where
  ll : Out
  lh : Out
  hl : Out
  hh : Out

def OutcomeMap.apply (m : OutcomeMap) : Ty → Ty → Out
  | .l, .l => m.ll
  | .l, .h => m.lh
  | .h, .l => m.hl
  | .h, .h => m.hh

def count (p : OutcomeMap → Prop) [∀ m, Decidable (p m)] : Nat :=
  sum fun ll => sum fun lh => sum fun hl => sum fun hh =>
    if p ⟨ll, lh, hl, hh⟩ then 1 else 0
"""

#: The four theorems, each on a line of its own: statement and proof.
P_TRUTHFUL = "theorem p_truthful : ∀ t r s : Ty, ¬ r = t → uP (g r s) t < uP (g t s) t := by decide\n"
Q_NOT_TRUTHFUL = (
    "theorem q_not_truthful : ¬ ∀ t r s : Ty, ¬ r = t → uQ (g s r) t < uQ (g s t) t := by decide\n"
)
Y_BEST = "theorem y_best : ∀ o : Out, ¬ o = .y → uP o .l + uQ o .h < uP .y .l + uQ .y .h := by decide\n"
NINE = "theorem nine_truthful : count (fun m => WeakTruthfulDominant uP m.apply) = 9 := by decide +kernel\n"
THEOREMS = P_TRUTHFUL + Q_NOT_TRUTHFUL + Y_BEST + NINE
CLAIMS = {"p_truthful", "q_truthful", "welfare", "count"}
DATA_DIVERGE = dict.fromkeys(CLAIMS, "data_diverges")

#: The statement of the first, the body of ``count``, and an instance that makes everything less.
P_STATEMENT = "∀ t r s : Ty, ¬ r = t → uP (g r s) t < uP (g t s) t"
COUNTING = MAPS.partition(": Nat :=\n")[2]
ANYTHING_LESS = "instance : LT Nat := ⟨fun _ _ => True⟩\n"

END = "\nend Tiny"
HEADER = "import Mechanisms.TwoAgent\n"
SOURCE = f"{HEADER}\nnamespace Tiny\nopen Mechanisms\n{TYPES}{TABLES}{FINITE}{MAPS}\n{THEOREMS}\nend Tiny\n"


def changed(*changes: tuple[str, str]) -> str:
    """The honest library with some of its text, each part standing there once, replaced."""
    return replaced(SOURCE, *changes)


@dataclass(frozen=True)
class Library:
    """A library, and the reason code that each claim which it does not prove must get.

    ``modules`` are further modules by name, ``diverges`` the keys in which the library's data differ.
    """

    source: str
    codes: Mapping[str, str] = field(default_factory=dict)
    modules: Mapping[str, str] = field(default_factory=dict)
    mechanism: str = MECHANISM
    diverges: frozenset[str] = frozenset()


def run_library(library: Library, folder: Path, cache: Path) -> Outcome:
    """The real pipeline over a library."""
    return run_tiny(folder, cache, library.source, library.mechanism, **library.modules)


def judge(library: Library, found: Outcome) -> None:
    """Each claim has its reason code or is formal; the data differ where they do; the exit code says so."""
    checks = {c.claim.id: c.lean for c in found.verification.claims if c.lean is not None}
    assert {claim: check.code for claim, check in checks.items() if check.code} == library.codes
    assert found.formal == set(checks) - set(library.codes)
    assert found.divergent == library.diverges
    assert found.code == (1 if library.codes or library.diverges else 0)
    assert all(check.problem for check in checks.values() if check.code)


def at_end(text: str) -> tuple[str, str]:
    """A change that adds declarations behind everything else."""
    return END, f"\n{text}{END}"


def theorem(old: str, new: str, before: str = "", after: str = "") -> str:
    """The library with another text for one theorem, in a section of its own."""
    return changed((old, f"section\n{before}{new}{after}end\n"))


def without_theorems(*changes: tuple[str, str]) -> str:
    """Only the definitions, changed: where the data differ the theorems are not reached."""
    return changed((THEOREMS, ""), *changes)


def place_tiny(folder: Path, source: str = SOURCE, mechanism: str = MECHANISM, **further: str) -> Path:
    """A folder with the mechanism file and the library; ``further`` are modules beside it, by name."""
    home = folder / "tiny"
    home.mkdir(parents=True)
    (home / "mechanism.toml").write_text(mechanism, encoding="utf-8")
    for name, text in {"Tiny": source, **further}.items():
        (home / f"{name}.lean").write_text(text, encoding="utf-8")
    return home


def run_tiny(
    folder: Path, cache: Path, source: str = SOURCE, mechanism: str = MECHANISM, **further: str
) -> Outcome:
    """The real pipeline over a library ``Tiny``."""
    return run(place_tiny(folder, source, mechanism, **further), cache)
