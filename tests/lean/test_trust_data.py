"""Libraries whose tables, types or maps are not those of the mechanism file."""

from __future__ import annotations

from pathlib import Path

import pytest

from ._mutants import replaced
from ._tiny import (
    CLAIMS,
    DATA_DIVERGE,
    HEADER,
    MAPS,
    MECHANISM,
    SOURCE,
    TABLES,
    Library,
    at_end,
    changed,
    judge,
    run_library,
    run_tiny,
    without_theorems,
)

CELLS = ("(l, l)", "(l, h)", "(h, l)", "(h, h)")


def map_type(*cells: str) -> frozenset[str]:
    return frozenset({*(f"lean.outcome_maps.{cell}" for cell in cells), "lean.outcome_maps.type"})


def utilities(agents: str, outcomes: str) -> set[str]:
    return {f"utilities.{agent}.{o}.{t}" for agent in agents for o in outcomes for t in "lh"}


NUMERAL = "instance : OfNat Nat 3 := ⟨7⟩\n"
LIBRARIES = {
    "numeral that hides another table": Library(
        without_theorems(("| .y, .h => 3", "| .y, .h => 7"), at_end(NUMERAL)),
        DATA_DIVERGE,
        diverges=frozenset({"utilities.p.y.h"}),
    ),
    "numeral that changes the table": Library(
        without_theorems(("def uP : Out", f"{NUMERAL}\ndef uP : Out")),
        DATA_DIVERGE,
        diverges=frozenset({"utilities.p.y.h"}),
    ),
    "numeral of its own with the right value": Library(
        changed(at_end("instance : OfNat Nat 3 := ⟨Nat.succ 2⟩\n")),
        DATA_DIVERGE,
        diverges=frozenset({"utilities.p.y.h"}),
    ),
    "an outcome more": Library(
        without_theorems(
            ("  | x\n  | y\n", "  | x\n  | y\n  | z\n"),
            ("  | .y, .h => 3\n", "  | .y, .h => 3\n  | .z, _ => 0\n"),
            ("  | .y, .h => 4\n", "  | .y, .h => 4\n  | .z, _ => 0\n"),
            ("f .x (f .y init)", "f .x (f .y (f .z init))"),
            ("| .x => rfl | .y => rfl", "| .x => rfl | .y => rfl | .z => rfl"),
        ),
        DATA_DIVERGE,
        diverges=frozenset({"outcomes"}),
    ),
    "a type more": Library(
        without_theorems(
            ("  | l\n  | h\n", "  | l\n  | h\n  | m\n"),
            (
                TABLES,
                TABLES.replace("| .y, .h =>", "| .y, _ =>")
                .replace("| .x, .h =>", "| .x, _ =>")
                .replace("  | .h, _ => .y\n", "  | _, _ => .y\n"),
            ),
            ("f .l (f .h init)", "f .l (f .h (f .m init))"),
            ("| .l => rfl | .h => rfl", "| .l => rfl | .h => rfl | .m => rfl"),
            ("  | .h, .h => m.hh\n", "  | _, _ => m.hh\n"),
        ),
        DATA_DIVERGE,
        diverges=frozenset({"agents.p.types"}),
    ),
    "constructors under each other's names": Library(
        SOURCE,
        DATA_DIVERGE,
        mechanism=f'{MECHANISM}\n[lean.constructors.Out]\nx = "y"\ny = "x"\n',
        diverges=frozenset({*utilities("pq", "xy"), *(f"outcome_map.{cell}" for cell in CELLS)}),
    ),
    "a table over another type of that name": Library(
        without_theorems(
            (
                "def uP : Out → Ty → Nat",
                "inductive Inner.Ty where\n  | l\n  | h\n\ndef uP : Out → Inner.Ty → Nat",
            )
        ),
        DATA_DIVERGE,
        diverges=frozenset(utilities("p", "xy")),
    ),
    "a table of another number type": Library(
        without_theorems(("def uQ : Out → Ty → Nat", "def uQ : Out → Ty → Int")),
        DATA_DIVERGE,
        diverges=frozenset(utilities("q", "xy")),
    ),
    "a table with arguments swapped": Library(
        without_theorems(
            (
                "def uQ : Out → Ty → Nat\n  | .x, .l => 1\n  | .x, .h => 0\n  | .y, .l => 0\n  | .y, .h => 4",
                "def uQ : Ty → Out → Nat\n  | .l, .x => 1\n  | .h, .x => 0\n  | .l, .y => 0\n  | .h, .y => 4",
            ),
        ),
        DATA_DIVERGE,
        diverges=frozenset(utilities("q", "xy")),
    ),
    "maps with fields swapped": Library(
        without_theorems(("  lh : Out\n  hl : Out\n", "  hl : Out\n  lh : Out\n")),
        DATA_DIVERGE,
        diverges=map_type("(l, h)", "(h, l)"),
    ),
    "maps that use a field twice": Library(
        without_theorems(("| .l, .h => m.lh", "| .l, .h => m.ll")), DATA_DIVERGE, diverges=map_type("(l, h)")
    ),
    "maps with a field more": Library(
        without_theorems(
            (
                MAPS,
                MAPS.replace("  hh : Out\n", "  hh : Out\n  more : Out\n").replace(
                    "⟨ll, lh, hl, hh⟩", "⟨ll, lh, hl, hh, hh⟩"
                ),
            )
        ),
        DATA_DIVERGE,
        diverges=map_type(*CELLS),
    ),
    "maps with a proof more": Library(
        without_theorems(
            (MAPS, MAPS.replace("  hh : Out\n", "  hh : Out\n  only : ll = lh\n").partition("def count")[0])
        ),
        DATA_DIVERGE,
        diverges=map_type(*CELLS),
    ),
    "takes the name of a line of data": Library(
        changed(at_end("theorem _root_.PycheckCertificate.elements_1 : True := True.intro\n")),
        DATA_DIVERGE,
        diverges=frozenset({"outcomes"}),
    ),
}


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.sample(every=6)
def test_library(tmp_path: Path, lean_cache: Path, name: str) -> None:
    judge(LIBRARIES[name], run_library(LIBRARIES[name], tmp_path, lean_cache))


def test_element_that_the_library_does_not_have_is_a_divergence(tmp_path: Path, lean_cache: Path) -> None:
    mechanism = replaced(
        MECHANISM,
        ('outcomes = ["x", "y"]', 'outcomes = ["x", "y", "w"]'),
        ("y = { l = 1, h = 3 }", "y = { l = 1, h = 3 }\nw = { l = 0, h = 0 }"),
        ("y = { l = 0, h = 4 }", "y = { l = 0, h = 4 }\nw = { l = 0, h = 0 }"),
        ("count = 9", "count = 16"),
    )
    found = run_tiny(tmp_path, lean_cache, mechanism=mechanism)
    assert found.code == 1
    assert found.formal == set()
    said = {d.key: d.lean for d in found.verification.non_divergence.divergences}
    cells = {f"utilities.{agent}.w.{type_}" for agent in "pq" for type_ in "lh"}
    assert said == dict.fromkeys({"outcomes", *cells}, "Unknown constant `Tiny.Out.w`")


def test_library_that_takes_a_canary_s_name_is_not_judged(tmp_path: Path, lean_cache: Path) -> None:
    source = changed(at_end("theorem _root_.PycheckCertificate.canary_sorry : True := True.intro\n"))
    found = run_tiny(tmp_path, lean_cache, source)
    assert found.code == 2
    assert found.formal == set()
    assert "PycheckCertificate.canary_sorry" in found.verification.non_divergence.reason


@pytest.mark.parametrize("module", ["PycheckData", "PycheckClaims", "PycheckCanaries"])
def test_library_that_takes_a_module_s_name_is_not_judged(
    tmp_path: Path, lean_cache: Path, module: str
) -> None:
    source = SOURCE.replace(HEADER, f"{HEADER}import {module}\n")
    found = run_tiny(tmp_path, lean_cache, source, **{module: "axiom cheat : False\n"})
    assert found.code == 2
    assert found.formal == set()
    assert module in found.verification.non_divergence.reason


def test_a_module_of_the_toolchain_s_name_is_not_the_user_s(tmp_path: Path, lean_cache: Path) -> None:
    found = run_tiny(tmp_path, lean_cache, Init="prelude\n", Std="axiom cheat : False\n")
    assert found.code == 0
    assert found.formal == CLAIMS
