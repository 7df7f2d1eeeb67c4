"""The certificate's and the library's declarations, as terms read back from compiled files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pycheck.lean.expr import Const, Expr, render, same_term, unapply, used_constants
from pycheck.lean.findings import LineFinding, TheoremFinding
from pycheck.lean.judge import ALLOWED_AXIOMS
from pycheck.lean.line import NAMESPACE, Line
from pycheck.lean.olean import (
    Constant,
    MissingConstant,
    Module,
    all_constants,
    axioms_of,
    dependencies,
)
from pycheck.lean.reasons import Code


def line_terms(
    lines: Iterable[Line],
    modules: Sequence[tuple[str, Module]],
    before: Mapping[str, LineFinding],
    subjects: frozenset[str],
    base: frozenset[str],
    *,
    complete: bool = True,
) -> dict[str, LineFinding]:
    """Check that accepted lines were read as the very terms they were written from, and rest on no axiom.

    A library can change what source text means (instances, notation, macros, shadowed names); it cannot
    change this comparison. ``subjects`` are the library's constants that the mechanism file names; every
    other constant of a statement must come from the modules in ``base``, or from a toolchain's own where
    these are not among ``modules``, so that a library cannot supply a standard name that the base lacks.
    A line's own proof (a decision, say) can be led through an instance of the library, and that to an axiom.
    """
    own = {name for module, content in modules if module not in base for name in content.constants}
    constants = _constants(modules)
    findings: dict[str, LineFinding] = {}
    for line in lines:
        constant = constants.get(line.name)
        code, error = Code.TERM_DIFFERS, _difference(line, constant) or _stranger(line, own - subjects)
        if not error and line.theorem is not None and constant is not None:
            code, error = Code.STATEMENT_DIFFERS, _detour(constant.value, line)
        if not error:
            code, error = Code.AXIOM, _borrowed(line, constants, own, complete=complete)
        if not error:
            code, error = Code.STATEMENT_DIFFERS, _silence(line, constants, complete=complete)
        if error:
            findings[line.name] = LineFinding(False, error, before[line.name].lean_value, code)
    return findings


def _difference(line: Line, constant: Constant | None) -> str:
    if constant is None:
        return "the compiled certificate has no such declaration"
    wanted = "theorem" if line.value is None else "definition"
    if constant.kind != wanted:
        return f"compiled to a {constant.kind}, not a {wanted}"
    if constant.level_params:
        return "compiled with universe parameters"
    if not same_term(constant.type, line.statement):
        return f"read as {render(constant.type, 200)}, written as {render(line.statement, 200)}"
    if line.value is not None and (constant.value is None or not same_term(constant.value, line.value)):
        return "its value was not read as the term it was written from"
    return ""


def _detour(proof: Expr | None, line: Line) -> str:
    """What is wrong if a claim's proof is not the theorem itself but something that an instance made of it.

    For a count, the theorem is what a line of the certificate is given last.
    """
    if proof is not None and line.about:
        head, arguments = unapply(proof)
        told = isinstance(head, Const) and head.name.startswith(f"{NAMESPACE}.told_")
        proof = arguments[-1] if told and arguments else None
    if isinstance(proof, Const) and proof.name == line.theorem:
        return ""
    return "Lean took it for a proof only by way of a coercion"


def _stranger(line: Line, own: set[str]) -> str:
    used = used_constants(*((line.statement,) if line.value is None else (line.statement, line.value)))
    strangers = sorted(name for name in used & own if not name.startswith(f"{NAMESPACE}."))
    return f"{strangers[0]} is the library's own, not the standard one" if strangers else ""


def _borrowed(line: Line, constants: Mapping[str, Constant], own: set[str], *, complete: bool) -> str:
    """The axioms below a line, those of the theorem that it offers apart: these are the theorem's fault."""
    try:
        axioms = axioms_of(line.name, constants, complete=complete)
        if line.theorem is not None:
            axioms -= axioms_of(line.theorem, constants, complete=complete)
    except MissingConstant as error:
        return str(error)
    strange = sorted(axioms - (ALLOWED_AXIOMS - own))
    return f"the library makes the certificate rest on axioms: {', '.join(strange)}" if strange else ""


def _silence(line: Line, constants: Mapping[str, Constant], *, complete: bool) -> str:
    """What a theorem had to be about and is not: a count's number can be had from ``8 = 8`` as well."""
    stated = constants.get(line.theorem or "")
    if stated is None or not line.about:
        return ""
    found: set[str] = set()
    for name in used_constants(stated.type) & constants.keys():
        found |= dependencies(name, constants, complete=complete)
    missing = sorted(line.about - found)
    return f"it does not speak of {missing[0]}, which the claim is about" if missing else ""


def intruders(modules: Iterable[tuple[str, Module]]) -> tuple[str, ...]:
    """The constants of a library that lie in the certificate's own namespace.

    A canary's name that is taken already is rejected for that reason, and then its rejection says nothing.
    """
    names = (name for _, module in modules for name in module.constants)
    return tuple(sorted(name for name in names if name.split(".")[0] == NAMESPACE))


def theorem_findings(
    theorems: Iterable[str],
    modules: Sequence[tuple[str, Module]],
    project: frozenset[str],
    *,
    complete: bool = True,
) -> dict[str, TheoremFinding]:
    """Kind, axioms and project constants of each theorem.

    ``project`` names the modules whose constants count as the project's own. Axioms are found by walking
    every term below the theorem, not by asking the file. Where ``modules`` are not ``complete`` (those of a
    toolchain are not among them), the walk ends at what they lack; see :func:`with_printed_axioms`.
    """
    constants = _constants(modules)
    own = {name for module, content in modules if module in project for name in content.constants}
    found: dict[str, TheoremFinding] = {}
    for theorem in theorems:
        constant = constants.get(theorem)
        if constant is None:
            found[theorem] = TheoremFinding("missing")
            continue
        try:
            axioms = tuple(sorted(axioms_of(theorem, constants, complete=complete)))
            below = dependencies(theorem, constants, complete=complete)
        except MissingConstant as error:
            found[theorem] = TheoremFinding(f"broken: {error}")
            continue
        uses = tuple(sorted(n for n in below & own if n != theorem and not internal(n)))
        tricks = tuple(sorted(_tricks(below & own, constants, [m for name, m in modules if name in project])))
        found[theorem] = TheoremFinding(str(constant.kind), axioms, uses=uses, tricks=tricks)
    return found


def with_printed_axioms(
    found: TheoremFinding, printed: tuple[str, ...] | None, *, complete: bool = True
) -> TheoremFinding:
    """A finding together with what ``#print axioms`` says (``None``: nothing).

    Where the walk was ``complete`` the two must be equal. Otherwise the walk must be a part of what Lean
    prints, which then counts, since it alone goes through the toolchain's own theorems.
    """
    if printed is None:
        return replace(found, lean_axioms=("(Lean printed none of its own)",))
    axioms = found.axioms if complete else tuple(sorted({*found.axioms, *printed}))
    return replace(found, axioms=axioms, lean_axioms=printed)


def _tricks(
    below: frozenset[str] | set[str], constants: Mapping[str, Constant], modules: Sequence[Module]
) -> Iterator[tuple[Code, str]]:
    """What of the project's constants below a theorem is not, or not only, what its term or name says.

    An axiom under the name of a standard one can say anything. The rest cannot make the kernel accept a
    false theorem; but compiled code may do something else than the term, and nothing that a theorem is
    about should.
    """
    for name in below:
        if constants[name].is_unsafe:
            yield Code.UNSAFE, name
        # Of a partial function the kernel sees an opaque constant; what is compiled stands beside it.
        run = constants.get(f"{name}._unsafe_rec") if constants[name].kind == "opaque" else None
        if constants[name].is_partial or (run is not None and run.is_partial):
            yield Code.PARTIAL, name
        if constants[name].kind == "axiom" and name in ALLOWED_AXIOMS:
            yield Code.AXIOM, name
    for module in modules:
        entries = module.extension_entries
        for name, target in entries.implemented_by.items():
            if name in below:
                yield Code.IMPLEMENTED_BY, f"{name} is run as {target}"
        for name in entries.extern & below:
            yield Code.EXTERN, name
        for rule in entries.csimp:
            if rule.replaced in below:
                yield Code.CSIMP, f"{rule.replaced} is run as {rule.replacement}"


def way_to(axiom: str, theorem: str, constants: Mapping[str, Constant]) -> tuple[str, ...]:
    """A shortest way from a theorem down to an axiom: the declarations between the two."""
    above: dict[str, str] = {theorem: ""}
    todo = [theorem]
    for name in todo:
        fresh = [used for used in sorted(constants[name].uses) if used in constants and used not in above]
        above |= dict.fromkeys(fresh, name)
        todo += fresh
        if axiom in above:
            break
    way: list[str] = []
    name = above.get(axiom, "")
    while name and name != theorem:
        way.append(name)
        name = above[name]
    return tuple(reversed(way))


def internal(name: str) -> bool:
    """Whether a name was made by the compiler (matchers, auxiliary lemmas, recursors, …)."""
    parts = name.split(".")
    made = (
        "match_",
        "proof_",
        "rec",
        "casesOn",
        "recOn",
        "brecOn",
        "below",
        "noConfusion",
        "ctorIdx",
        "inst",
        "_",
    )
    return any(part.startswith(made) for part in parts)


def _constants(modules: Sequence[tuple[str, Module]]) -> Mapping[str, Constant]:
    # Of two modules with one name the first counts, and the second kernel run refuses the other anyway.
    return all_constants((module for _, module in modules), first_wins=True)
