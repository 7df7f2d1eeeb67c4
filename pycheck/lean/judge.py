"""Judging a theorem by what its compiled form says: the part that needs no claim to compare with."""

from __future__ import annotations

from collections.abc import Mapping

from pycheck.lean.findings import TheoremFinding
from pycheck.lean.reasons import Code

#: Lean's own axioms, which a theorem may rest on.
ALLOWED_AXIOMS = frozenset({"propext", "Quot.sound", "Classical.choice"})
#: Axioms that make the compiler part of the proof. Never allowed.
COMPILER_AXIOMS = frozenset({"Lean.ofReduceBool", "Lean.ofReduceNat", "Lean.trustCompiler"})

_TRICKS: Mapping[Code, str] = {
    Code.AXIOM: "it rests on an axiom of the library's own that bears a standard name",
    Code.UNSAFE: "it rests on an unsafe declaration",
    Code.PARTIAL: "it rests on a partial definition",
    Code.IMPLEMENTED_BY: "it rests on a definition that is run as something else",
    Code.EXTERN: "it rests on a definition implemented outside Lean",
    Code.CSIMP: "it rests on a definition that the compiler replaces",
}


def article(word: str) -> str:
    """``a`` or ``an``."""
    return "an" if word[:1] in "aeiou" else "a"


def judge_theorem(
    theorem: str, found: TheoremFinding, allowed: frozenset[str] = ALLOWED_AXIOMS
) -> tuple[Code, str] | None:
    """Reason code and problem, or ``None`` if nothing is wrong with the theorem itself."""
    if found.kind == "missing":
        return Code.THEOREM_MISSING, f"there is no theorem {theorem} in the compiled library"
    if found.kind != "theorem":
        return Code.NOT_A_THEOREM, f"{theorem} is {article(found.kind)} {found.kind}, not a theorem"
    if "sorryAx" in found.axioms:
        return Code.SORRY, "its proof uses sorry"
    trusting = sorted(COMPILER_AXIOMS & set(found.axioms))
    if trusting:
        return Code.COMPILER_TRUST, f"its proof trusts the compiler: {', '.join(trusting)}"
    strange = sorted(set(found.axioms) - allowed)
    if strange:
        return Code.AXIOM, f"its proof rests on axioms that are not allowed: {', '.join(strange)}"
    if set(found.lean_axioms) != set(found.axioms):
        return Code.AXIOMS_DISAGREE, (
            f"Lean prints other axioms ({', '.join(found.lean_axioms) or 'none'}) than its terms have "
            f"({', '.join(found.axioms) or 'none'})"
        )
    if found.tricks:
        name, detail = found.tricks[0]
        code = Code(name)
        return code, f"{_TRICKS[code]}: {detail}"
    return None
