"""Judging a theorem by what its compiled form says: the part that needs no claim to compare with."""

from __future__ import annotations

from pycheck.lean.findings import TheoremFinding

#: Lean's own axioms, which a theorem may rest on.
ALLOWED_AXIOMS = frozenset({"propext", "Quot.sound", "Classical.choice"})
#: Axioms that make the compiler part of the proof. Never allowed.
COMPILER_AXIOMS = frozenset({"Lean.ofReduceBool", "Lean.ofReduceNat", "Lean.trustCompiler"})

_TRICKS = {
    "axiom": "it rests on an axiom of the library's own that bears a standard name",
    "unsafe": "it rests on an unsafe declaration",
    "partial": "it rests on a partial definition",
    "implemented_by": "it rests on a definition that is run as something else",
    "extern": "it rests on a definition implemented outside Lean",
    "csimp": "it rests on a definition that the compiler replaces",
}


def judge_theorem(
    theorem: str, found: TheoremFinding, allowed: frozenset[str] = ALLOWED_AXIOMS
) -> tuple[str, str] | None:
    """Reason code and problem, or ``None`` if nothing is wrong with the theorem itself."""
    if found.kind == "missing":
        return "theorem_missing", f"there is no theorem {theorem} in the compiled library"
    if found.kind != "theorem":
        return "not_a_theorem", f"{theorem} is a {found.kind}, not a theorem"
    if "sorryAx" in found.axioms:
        return "sorry", "its proof uses sorry"
    trusting = sorted(COMPILER_AXIOMS & set(found.axioms))
    if trusting:
        return "compiler_trust", f"its proof trusts the compiler: {', '.join(trusting)}"
    strange = sorted(set(found.axioms) - allowed)
    if strange:
        return "axiom", f"its proof rests on axioms that are not allowed: {', '.join(strange)}"
    if set(found.lean_axioms) != set(found.axioms):
        return "axioms_disagree", (
            f"Lean prints other axioms ({', '.join(found.lean_axioms) or 'none'}) than its terms have "
            f"({', '.join(found.axioms) or 'none'})"
        )
    if found.tricks:
        code, detail = found.tricks[0]
        return code, f"{_TRICKS[code]}: {detail}"
    return None
