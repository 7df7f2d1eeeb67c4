"""What is read back of a theorem and of the certificate's lines, on declarations made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from pycheck.lean.certificate import CertificateWriter
from pycheck.lean.compiled import line_terms, theorem_findings, way_to
from pycheck.lean.conclude import conclude
from pycheck.lean.expr import Const, Expr, Lit, app
from pycheck.lean.findings import Findings, LineFinding
from pycheck.lean.judge import judge_theorem
from pycheck.lean.line import Line
from pycheck.lean.olean import CompilerRule, Constant, ExtensionEntries, Module, all_constants
from pycheck.lean.reasons import Code
from pycheck.loading import load

NO_ENTRIES = ExtensionEntries({}, frozenset(), (), {}, {})
P, TRUE = Const("P"), Const("proof")


def module(*constants: Constant, entries: ExtensionEntries = NO_ENTRIES) -> Module:
    table = {constant.name: constant for constant in constants}
    return Module(Path("M.olean"), "4.35.0", "", 2, "", (), table, entries)


def definition(name: str, value: Expr, **more: object) -> Constant:
    return replace(Constant(name, "definition", (), Const("Nat"), value), **more)  # type: ignore[arg-type]


BASE = module(
    Constant("Nat", "definition", (), Lit(0), Lit(0)),
    Constant("Nat.lt", "definition", (), Const("Nat"), Const("Nat")),
    Constant("P", "definition", (), Const("Nat"), Const("Nat")),
)


def found(*constants: Constant, entries: ExtensionEntries = NO_ENTRIES) -> tuple[Code, str] | None:
    theorem = Constant("t", "theorem", (), P, Const("f"))
    modules = [("Init", BASE), ("M", module(theorem, *constants, entries=entries))]
    finding = theorem_findings(["t"], modules, frozenset({"M"}))["t"]
    return judge_theorem("t", replace(finding, lean_axioms=finding.axioms), frozenset())


@pytest.mark.parametrize(
    ("constant", "entries", "code"),
    [
        (definition("f", Lit(1)), NO_ENTRIES, None),
        (definition("f", Lit(1), safety="unsafe"), NO_ENTRIES, Code.UNSAFE),
        (definition("f", Lit(1), safety="partial"), NO_ENTRIES, Code.PARTIAL),
        (definition("f", Lit(1)), replace(NO_ENTRIES, implemented_by={"f": "g"}), Code.IMPLEMENTED_BY),
        (definition("f", Lit(1)), replace(NO_ENTRIES, implemented_by={"g": "f"}), None),
        (definition("f", Lit(1)), replace(NO_ENTRIES, extern=frozenset({"f"})), Code.EXTERN),
        (definition("f", Lit(1)), replace(NO_ENTRIES, csimp=(CompilerRule("f", "g", "e"),)), Code.CSIMP),
        (definition("f", Lit(1)), replace(NO_ENTRIES, csimp=(CompilerRule("g", "f", "e"),)), None),
        (Constant("f", "axiom", (), P), NO_ENTRIES, Code.AXIOM),
        (definition("f", Const("nowhere")), NO_ENTRIES, Code.NOT_A_THEOREM),
    ],
)
def test_what_a_theorem_rests_on(constant: Constant, entries: ExtensionEntries, code: Code | None) -> None:
    verdict = found(constant, entries=entries)
    assert (verdict and verdict[0]) == code


def test_a_partial_function_is_known_by_what_is_compiled_beside_it() -> None:
    opaque = Constant("f", "opaque", (), Const("Nat"), Lit(0))
    run = definition("f._unsafe_rec", Const("f._unsafe_rec"), safety="partial")
    assert found(opaque) is None
    verdict = found(opaque, run)
    assert verdict is not None
    assert verdict[0] == Code.PARTIAL
    # A recursive definition has such a helper too, and is what its term says.
    assert found(definition("f", Lit(0)), run) is None


def test_the_way_to_an_axiom() -> None:
    chain = [
        definition("a", app(Const("b"), Const("c"))),
        definition("b", Lit(0)),
        definition("c", Const("d")),
        Constant("d", "axiom", (), P),
    ]
    constants = all_constants([BASE, module(*chain)])
    assert way_to("d", "a", constants) == ("c",)
    assert way_to("d", "c", constants) == ()
    assert way_to("d", "b", constants) == ()


def line(statement: Expr) -> Line:
    return Line("claim", "key", "PycheckCertificate.line", statement, "proof")


@pytest.mark.parametrize(
    ("own", "read", "code"),
    [
        ((), None, None),
        ((Constant("Nat.le", "definition", (), Const("Nat"), Const("Nat")),), None, Code.TERM_DIFFERS),
        ((), app(Const("Nat.lt"), Lit(1), Lit(3)), Code.TERM_DIFFERS),
    ],
)
def test_lines_are_read_as_they_were_written(
    own: tuple[Constant, ...], read: Expr | None, code: Code | None
) -> None:
    """A standard name that the library declares, and another term than the one that was written."""
    wanted = app(Const("Nat.lt" if not own else "Nat.le"), Lit(1), Lit(2))
    compiled = Constant("PycheckCertificate.line", "theorem", (), read or wanted, P)
    modules = [("Init", BASE), ("M", module(*own)), ("PycheckClaims", module(compiled))]
    before = {"PycheckCertificate.line": LineFinding(True)}
    findings = line_terms([line(wanted)], modules, before, frozenset(), frozenset({"Init"}))
    assert {finding.code for finding in findings.values()} == ({code} if code else set())


def test_a_claim_that_has_no_statement() -> None:
    folder = Path(__file__).parents[1] / "adversarial" / "statements" / "coin"
    loaded = load(folder)
    link = loaded.mechanism.lean
    assert link is not None
    certificate = CertificateWriter(loaded.mechanism, link, loaded.claims).certificate()
    less = replace(certificate, claims=certificate.claims[1:], unstated=(("truthful", "no name for it"),))
    verdict = conclude(loaded.claims, link, less, Findings("certificate"))
    assert verdict.checks["truthful"].code == Code.UNSTATED
    assert "no name for it" in verdict.checks["truthful"].problem
    assert "truthful" not in verdict.formal
