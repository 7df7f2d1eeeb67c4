"""A Lake project of somebody else's: Proposition 6 with names of its own for everything.

The namespace and the theorems' names are those of a published Lean file (docs/published-names.md); the
statements and proofs are written here. Reports are types of their own, one for each agent. Sources lie in
``src``; the mechanism file, beside the project, maps the names.
"""

from __future__ import annotations

from pathlib import Path

from ._mutants import replaced

MECHANISM = """
format = 1
name = "prop6"
title = "Proposition 6 under other names"
outcomes = ["o1", "o2", "o3", "o4"]

[[agents]]
name = "row"
types = ["a", "a'"]
reports = ["say a", "say a'"]
truthful = { a = "say a", "a'" = "say a'" }

[[agents]]
name = "col"
types = ["a", "a'"]
reports = ["say a", "say a'"]
truthful = { a = "say a", "a'" = "say a'" }

[utilities.row]
o1 = { a = 1, "a'" = 3 }
o2 = { a = 4, "a'" = 5 }
o3 = { a = 0, "a'" = 0 }
o4 = { a = 3, "a'" = 0 }

[utilities.col]
o1 = { a = 1, "a'" = 4 }
o2 = { a = 0, "a'" = 0 }
o3 = { a = 3, "a'" = 6 }
o4 = { a = 0, "a'" = 0 }

[outcome_map]
grid = [["o4", "o3"], ["o2", "o1"]]

[maps.M1]
constant = "o1"

[[claims]]
id = "row_dominant"
kind = "action_dominance"
agent = "row"
report = "say a'"
strict = true
theorem = "report_ap_strictly_dominant_row"

[[claims]]
id = "col_dominant"
kind = "action_dominance"
agent = "col"
report = "say a'"
strict = true
theorem = "report_ap_strictly_dominant_col"

[[claims]]
id = "M1_truthful"
kind = "truthful_dominance"
agent = "all"
strict = false
map = "M1"
theorem = "M1_truthful"

[[claims]]
id = "char2_row"
kind = "welfare_improvement"
reference = "o1"
baseline = "say a'"
deviators = "row"
deviator_type = "a"
others = "baseline"
theorem = "char2_row_plays_a"

[[claims]]
id = "char2_col"
kind = "welfare_improvement"
reference = "o1"
baseline = "say a'"
deviators = "col"
deviator_type = "a"
others = "baseline"
theorem = "char2_col_plays_a"

[[claims]]
id = "welfare"
kind = "welfare_value"
profile = { row = "a", col = "a'" }
values = { o1 = 5, o2 = 4, o3 = 6, o4 = 3 }
theorem = "sw_table_aa_ap"

[[claims]]
id = "o1_optimal"
kind = "welfare_optimum"
profile = { row = "a'", col = "a'" }
outcome = "o1"
theorem = "o1_optimal_at_ap_ap"

[lean]
project = "../theirs"
module = "SocialChoice.Prop6"
namespace = "SocialChoice.OthmanSandholmProp6"
outcome = "Result"
types = { row = "RowKind", col = "ColKind" }
reports = { row = "RowMove", col = "ColMove" }
truthful = { row = "rowHonest", col = "colHonest" }
utilities = { row = "rowValue", col = "colValue" }
outcome_map = "rule"
maps = { M1 = "M1" }

[lean.constructors]
Result = { o1 = "first", o2 = "second", o3 = "third", o4 = "fourth" }
RowKind = { a = "low", "a'" = "high" }
ColKind = { a = "low", "a'" = "high" }
RowMove = { "say a" = "sayLow", "say a'" = "sayHigh" }
ColMove = { "say a" = "sayLow", "say a'" = "sayHigh" }
"""

LAKEFILE = """
name = "social"
defaultTargets = ["SocialChoice"]

[[lean_lib]]
name = "SocialChoice"
srcDir = "src"
"""

TABLES = """
namespace SocialChoice.OthmanSandholmProp6

inductive RowKind where
  | low
  | high

inductive ColKind where
  | low
  | high

inductive RowMove where
  | sayLow
  | sayHigh

inductive ColMove where
  | sayLow
  | sayHigh

inductive Result where
  | first
  | second
  | third
  | fourth

def rowValue : Result → RowKind → Nat
  | .first, .low => 1
  | .first, .high => 3
  | .second, .low => 4
  | .second, .high => 5
  | .third, _ => 0
  | .fourth, .low => 3
  | .fourth, .high => 0

def colValue : Result → ColKind → Nat
  | .first, .low => 1
  | .first, .high => 4
  | .third, .low => 3
  | .third, .high => 6
  | _, _ => 0

def rule : RowMove → ColMove → Result
  | .sayLow, .sayLow => .fourth
  | .sayLow, .sayHigh => .third
  | .sayHigh, .sayLow => .second
  | .sayHigh, .sayHigh => .first

def M1 : RowMove → ColMove → Result := fun _ _ => .first

def rowHonest : RowKind → RowMove
  | .low => .sayLow
  | .high => .sayHigh

def colHonest : ColKind → ColMove
  | .low => .sayLow
  | .high => .sayHigh

def sw (o : Result) (r : RowKind) (c : ColKind) : Nat := rowValue o r + colValue o c

end SocialChoice.OthmanSandholmProp6
"""

OPTIMAL = """theorem o1_optimal_at_ap_ap (o : Result) : sw o .high .high ≤ sw .first .high .high :=
  match o with
  | .first => by decide
  | .second => by decide
  | .third => by decide
  | .fourth => by decide
"""

PROP6 = f"""import SocialChoice.Tables

namespace SocialChoice.OthmanSandholmProp6

theorem report_ap_strictly_dominant_row (t : RowKind) (r : RowMove) (c : ColMove)
    (other : ¬ r = .sayHigh) : rowValue (rule r c) t < rowValue (rule .sayHigh c) t :=
  match t, r, c, other with
  | _, .sayHigh, _, other => absurd rfl other
  | .low, .sayLow, .sayLow, _ => by decide
  | .low, .sayLow, .sayHigh, _ => by decide
  | .high, .sayLow, .sayLow, _ => by decide
  | .high, .sayLow, .sayHigh, _ => by decide

theorem report_ap_strictly_dominant_col (t : ColKind) (c : ColMove) (r : RowMove)
    (other : ¬ c = .sayHigh) : colValue (rule r c) t < colValue (rule r .sayHigh) t :=
  match t, c, r, other with
  | _, .sayHigh, _, other => absurd rfl other
  | .low, .sayLow, .sayLow, _ => by decide
  | .low, .sayLow, .sayHigh, _ => by decide
  | .high, .sayLow, .sayLow, _ => by decide
  | .high, .sayLow, .sayHigh, _ => by decide

theorem M1_truthful :
    (∀ t r c, rowValue (M1 r c) t ≤ rowValue (M1 (rowHonest t) c) t) ∧
    (∀ t c r, colValue (M1 r c) t ≤ colValue (M1 r (colHonest t)) t) :=
  ⟨fun _ _ _ => Nat.le_refl _, fun _ _ _ => Nat.le_refl _⟩

theorem char2_row_plays_a (t : ColKind) (r : RowMove) (other : ¬ r = .sayHigh) :
    sw .first .low t < sw (rule r .sayHigh) .low t :=
  match t, r, other with
  | _, .sayHigh, other => absurd rfl other
  | .low, .sayLow, _ => by decide
  | .high, .sayLow, _ => by decide

theorem char2_col_plays_a (t : RowKind) (c : ColMove) (other : ¬ c = .sayHigh) :
    sw .first t .low < sw (rule .sayHigh c) t .low :=
  match t, c, other with
  | _, .sayHigh, other => absurd rfl other
  | .low, .sayLow, _ => by decide
  | .high, .sayLow, _ => by decide

theorem sw_table_aa_ap :
    sw .first .low .high = 5 ∧ sw .second .low .high = 4 ∧
    sw .third .low .high = 6 ∧ sw .fourth .low .high = 3 := by decide

{OPTIMAL}
end SocialChoice.OthmanSandholmProp6
"""

CLAIMS = {"row_dominant", "col_dominant", "M1_truthful", "char2_row", "char2_col", "welfare", "o1_optimal"}


def write(folder: Path, files: dict[str, str]) -> None:
    """Text files below a folder."""
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def lay_out(folder: Path, *names: tuple[str, str], **files: str) -> Path:
    """The project in ``folder/theirs`` and the mechanism beside it; returns the mechanism's folder.

    ``names`` change the mechanism file; ``files`` (``tables``, ``prop6``, ``lakefile``) replace one each.
    """
    write(
        folder / "theirs",
        {
            "lakefile.toml": files.get("lakefile", LAKEFILE),
            "lean-toolchain": "leanprover/lean4:v4.35.0\n",
            "src/SocialChoice/Tables.lean": files.get("tables", TABLES),
            "src/SocialChoice/Prop6.lean": files.get("prop6", PROP6),
        },
    )
    write(folder / "prop6", {"mechanism.toml": replaced(MECHANISM, *names)})
    return folder / "prop6"
