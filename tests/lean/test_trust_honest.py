"""Honest libraries, however strange they look."""

from __future__ import annotations

from pathlib import Path

import pytest

from ._tiny import (
    ANYTHING_LESS,
    HEADER,
    MECHANISM,
    NINE,
    P_STATEMENT,
    P_TRUTHFUL,
    Q_NOT_TRUTHFUL,
    SOURCE,
    THEOREMS,
    Y_BEST,
    Library,
    at_end,
    changed,
    judge,
    run_library,
    theorem,
)

RENAMED = {
    "uP": "lohn", "uQ": "lohnQ", "Ty": "Art", "Out": "Ausgang", "OutcomeMap": "Tafel",
    "p_truthful": "wahr_p", "q_not_truthful": "unwahr_q", "y_best": "bestes", "nine_truthful": "neun",
}  # fmt: skip


def renamed(text: str) -> str:
    for old, new in RENAMED.items():
        text = text.replace(old, new)
    return text


BY_TERM = ":= fun h => absurd (h .l .h .l (fun k => nomatch k)) (by decide)"
OTHER_BINDERS = (
    "protected theorem p_truthful : ∀ (typ : Ty) (word : Ty), ∀ {rest : Ty}, word ≠ typ →"
    " uP (g word rest) typ < uP (g typ rest) typ :="
    f" fun t r {{s}} h => (by decide : {P_STATEMENT}) t r s h\n"
)
Y_LESS = "uP o .l + uQ o .h < uP .y .l + uQ .y .h"

LIBRARIES = {
    "renamed": Library(renamed(SOURCE), mechanism=renamed(MECHANISM)),
    "reordered": Library(changed((THEOREMS, NINE + Y_BEST + Q_NOT_TRUTHFUL + P_TRUTHFUL))),
    "constructors in another order": Library(
        changed(("  | l\n  | h\n", "  | h\n  | l\n"), ("  | x\n  | y\n", "  | y\n  | x\n"))
    ),
    "constructors of other names": Library(
        SOURCE.replace(".x", ".eks").replace("  | x\n", "  | eks\n"),
        mechanism=f'{MECHANISM}\n[lean.constructors.Out]\nx = "eks"\ny = "y"\n',
    ),
    "proofs by cases and terms": Library(
        changed(
            (
                P_TRUTHFUL,
                f"theorem p_truthful : {P_STATEMENT} := by\n"
                "  intro t r s h\n  cases t <;> cases r\n"
                "  · exact absurd rfl h\n  · exact (by decide : 1 < 2)\n"
                "  · exact (by decide : 1 < 3)\n  · exact absurd rfl h\n",
            ),
            (
                Q_NOT_TRUTHFUL,
                Q_NOT_TRUTHFUL.replace(":= by decide", BY_TERM),
            ),
        )
    ),
    "other binder names and hints": Library(changed((P_TRUTHFUL, OTHER_BINDERS))),
    "standard relations instead of notation": Library(
        changed(
            (
                Y_BEST,
                Y_BEST.replace(Y_LESS, "Nat.lt (Nat.add (uP o .l) (uQ o .h)) (Nat.add (uP .y .l) (uQ .y .h))")
                .replace("by decide", f"(by decide : ∀ o : Out, ¬ o = .y → {Y_LESS})"),
            )
        )
    ),
    "statement in a definition": Library(
        changed(
            (P_TRUTHFUL, f"def Claim : Prop := {P_STATEMENT}\n"
             "theorem p_truthful : Claim := by unfold Claim; decide\n")
        )
    ),
    "a map by another name": Library(
        theorem(P_TRUTHFUL, P_TRUTHFUL.replace("(g ", "(M "), "def M : Ty → Ty → Out := fun a b => g a b\n")
    ),
    "statement of the general layer": Library(
        changed((P_TRUTHFUL, "theorem p_truthful : StrictTruthfulDominant uP g := by decide\n"))
    ),
    "talk of sorry, axioms and sections": Library(
        changed(
            (P_TRUTHFUL, f"/-- Not `sorry`; no axiom cheat : False. end Tiny -/\n{P_TRUTHFUL}-- sorry\n"),
            at_end("/- theorem p_truthful : False := sorry /- nested -/ -/\ndef note := \"axiom sorry\"\n"),
        )
    ),
    "lemmas, instances and axioms that nothing rests on": Library(
        changed(
            at_end(
                f"axiom unused : 0 < 1\ntheorem open_question : 2 < 1 := sorry\n{ANYTHING_LESS}"
                "instance : HAdd Nat Nat Nat := ⟨fun _ b => b⟩\ndef Nat.lt (_ _ : Nat) : Prop := True\n"
            )
        )
    ),
    "split into two modules": Library(
        f"{HEADER}import Tables\n\nnamespace Tiny\nopen Mechanisms\n{THEOREMS}\nend Tiny\n",
        modules={"Tables": SOURCE.replace(THEOREMS, "")},
    ),
    "no namespace of its own": Library(
        SOURCE.replace("namespace Tiny\n", "").replace("\nend Tiny\n", ""),
        mechanism=MECHANISM.replace('namespace = "Tiny"', 'namespace = "Nowhere"')
        .replace('theorem = "', 'theorem = "_root_.').replace('outcome = "Out"', 'outcome = "_root_.Out"')
        .replace('"Ty"', '"_root_.Ty"').replace('"uP"', '"_root_.uP"').replace('"uQ"', '"_root_.uQ"')
        .replace('"g"', '"_root_.g"').replace('"OutcomeMap', '"_root_.OutcomeMap'),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LIBRARIES)
@pytest.mark.sample(every=6)
def test_library(tmp_path: Path, lean_cache: Path, name: str) -> None:
    judge(LIBRARIES[name], run_library(LIBRARIES[name], tmp_path, lean_cache))


def test_none_of_them_has_anything_to_hide() -> None:
    assert not [name for name, library in LIBRARIES.items() if library.codes or library.diverges]


def test_what_is_checked_again_is_counted_apart_from_the_base(tmp_path: Path, lean_cache: Path) -> None:
    """One more declaration is one more of the library's, and none of the base's, which is below both."""
    more = changed(at_end("theorem trivial_ : 0 = 0 := rfl\n"))
    runs = [
        run_library(Library(source), tmp_path / name, lean_cache).verification.lean.trust_base
        for name, source in (("as it is", SOURCE), ("with more", more))
    ]
    before, after = (trust["second_kernel_run"] for trust in runs)
    assert before["ok"] is after["ok"] is True
    assert after["declarations"] == before["declarations"] + 1
    assert after["base_declarations"] == before["base_declarations"] > 100
