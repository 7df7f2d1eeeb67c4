"""Verifications of the flagship, made by hand: real mechanism, real enumeration, invented Lean results.

The invented part is what a certificate checker would have said. Only tests can make it: they bypass the
seal on purpose, to render what the checker alone can produce.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from pathlib import Path
from typing import Literal

import pytest

from pycheck.claims import Claim, Evaluator, read_claims
from pycheck.mechanism import Mechanism, read_mechanism
from pycheck.verdict import (
    ClaimVerdict,
    Divergence,
    ExhaustiveEvidence,
    FormalEvidence,
    LeanCheck,
    LeanInfo,
    Margin,
    NonDivergence,
    SymbolicEvidence,
    Verification,
    _Seal,
)

FLAGSHIP = Path(__file__).parents[2] / "mechanisms" / "othman_sandholm" / "mechanism.toml"
NAMESPACE = "Mechanisms.OthmanSandholm"


@pytest.fixture(scope="session")
def seal() -> object:
    """A seal that nobody was handed: for tests, never for the product."""
    return object.__new__(_Seal)


@pytest.fixture(scope="session")
def mechanism() -> Mechanism:
    return read_mechanism(FLAGSHIP).require()


@dataclass(frozen=True)
class Maker:
    """Makes verifications of one mechanism in the states that reports have to tell apart."""

    mechanism: Mechanism
    seal: object

    def claims(self) -> tuple[Claim, ...]:
        claims, faults = read_claims(self.mechanism.claims, self.mechanism.signature)
        assert not faults
        return claims

    def enumerated(self, claim: Claim) -> ExhaustiveEvidence | None:
        if claim.formula is None:
            return None
        evaluator = Evaluator(self.mechanism)
        found = evaluator.enumerate(claim.formula, claim.order)
        maps = None if found.found is None else tuple(map(evaluator.describe_map, found.found))
        return ExhaustiveEvidence(found.holds, found.cases, found.satisfied, found.counterexample, maps)

    def enumerated_by_id(self, claim_id: str) -> ExhaustiveEvidence:
        found = self.enumerated(next(c for c in self.claims() if c.id == claim_id))
        assert found is not None
        return found

    def formal(self, claim: Claim) -> FormalEvidence:
        theorem = claim.entry.theorem
        assert theorem is not None
        proved: Literal["claim", "negation"] = "claim" if claim.expected else "negation"
        return FormalEvidence(f"{NAMESPACE}.{theorem}", proved, (), self.seal)

    def verdict(self, claim: Claim, *, lean: bool) -> ClaimVerdict:
        """``claim`` enumerated, and its theorem checked when ``lean``."""
        theorem = claim.entry.theorem
        checked: LeanCheck | None = None
        statement = None
        if theorem is not None:
            name = f"{NAMESPACE}.{theorem}"
            printed = f"theorem {name} : ∀ (t : Ty), t = t"
            checked = LeanCheck(name, (), True, printed=printed, where="Mechanisms/OthmanSandholm.lean:88")
            checked = checked if lean else LeanCheck(name)
            statement = "∀ (t : _root_.Mechanisms.OthmanSandholm.Ty),\n  _root_.Nat.lt (u t) (v t)"
        return ClaimVerdict(
            claim=claim,
            formal=self.formal(claim) if theorem is not None and lean else None,
            exhaustive=self.enumerated(claim),
            symbolic=self.symbolic(claim),
            lean=checked,
            lean_statement=statement,
            unchecked_reason="" if lean or theorem is None else "no Lean is available",
        )

    def symbolic(self, claim: Claim) -> SymbolicEvidence | None:
        if claim.kind != "action_dominance":
            return None
        margins = (
            Margin("utilities.row.o2.a", None, False, Fraction(1), False),
            Margin("utilities.row.o1.a", Fraction(3), True, Fraction(5, 2), True),
        )
        holds = claim.expected
        return SymbolicEvidence(
            ("u_row(o3, a) < u_row(o1, a)", "u_row(o4, a) < u_row(o2, a)"), holds, margins
        )

    def verification(self, *, lean: bool = True) -> Verification:
        if not lean:
            info = LeanInfo("none")
            apart = NonDivergence("not_checked", reason="no Lean is available")
        else:
            trust = {
                "mechanism_file_sha256": self.mechanism.sha256,
                "lean_library": {"name": "libleanshared.so", "sha256": "ef" * 32},
                "sources": {"Mechanisms/OthmanSandholm.lean": "ab" * 32},
                "allowed_axioms": [],
                "second_kernel_run": {
                    "ran": True,
                    "ok": True,
                    "declarations": 219,
                    "base_declarations": 230,
                    "detail": "",
                },
            }
            info = LeanInfo("embedded", "4.35.0", "eb6cafb7290e8bd5f2937522d8d804f58f02bafc", trust)
            apart = NonDivergence("agrees", 36, 4)
        return Verification(
            mechanism=self.mechanism,
            claims=tuple(self.verdict(claim, lean=lean) for claim in self.claims()),
            non_divergence=apart,
            lean=info,
            dependencies={f"{NAMESPACE}.a'_strictly_dominant": (f"{NAMESPACE}.uRow", f"{NAMESPACE}.outcome")}
            if lean
            else {},
        )


@pytest.fixture(scope="session")
def maker(mechanism: Mechanism, seal: object) -> Maker:
    return Maker(mechanism, seal)


@pytest.fixture(scope="session")
def verified(maker: Maker) -> Verification:
    """Everything as it should be."""
    return maker.verification()


@pytest.fixture(scope="session")
def without_lean(maker: Maker) -> Verification:
    """No Lean anywhere: enumerations only."""
    return maker.verification(lean=False)


Change = Callable[[ClaimVerdict], ClaimVerdict]


def changed(verification: Verification, claim_id: str, change: Change) -> Verification:
    """``verification`` with one claim's verdict changed."""
    assert any(c.claim.id == claim_id for c in verification.claims)
    claims = tuple(change(c) if c.claim.id == claim_id else c for c in verification.claims)
    return replace(verification, claims=claims)


States = dict[str, Verification]


@pytest.fixture(scope="session")
def states(maker: Maker, verified: Verification, without_lean: Verification) -> States:
    """A verification in every state that a report has to render honestly."""
    falsifying = replace(
        maker.enumerated_by_id("a_weakly_dominant"), holds=False, found=None, cases=4, satisfied=3
    )
    proved = "a_prime_strictly_dominant_row"
    plain = "no_truthful_map_dominates_M"
    divergence = Divergence("utilities.row.o2.a", "4", "5", "Mechanisms/OthmanSandholm.lean:31")
    rejected = LeanCheck(
        f"{NAMESPACE}.row_a'_strictly_dominant",
        (),
        False,
        problem="the theorem states something else",
        code="statement_differs",
        printed="theorem row_a'_strictly_dominant : True",
    )
    return {
        "verified": verified,
        "no Lean": without_lean,
        "falsified by enumeration": changed(verified, plain, lambda c: replace(c, exhaustive=falsifying)),
        "falsified by a theorem": changed(
            verified,
            "char2_reading_2",
            lambda c: replace(
                c,
                formal=FormalEvidence("X.y", "negation", (), maker.seal),
                exhaustive=falsifying,
            ),
        ),
        "falsified without Lean": changed(
            without_lean, proved, lambda c: replace(c, exhaustive=falsifying, symbolic=None)
        ),
        "checkers disagree": changed(verified, proved, lambda c: replace(c, exhaustive=falsifying)),
        "theorem rejected": changed(verified, proved, lambda c: replace(c, formal=None, lean=rejected)),
        "theorem rejected, nothing else": changed(
            verified,
            proved,
            lambda c: replace(c, formal=None, exhaustive=None, symbolic=None, lean=rejected),
        ),
        "too large to enumerate": changed(
            verified, plain, lambda c: replace(c, exhaustive=None, unchecked_reason="too many outcome maps")
        ),
        "condition only": changed(verified, "a_weakly_dominant", lambda c: replace(c, exhaustive=None)),
        "diverges": replace(verified, non_divergence=NonDivergence("diverges", 36, 4, (divergence,))),
        "canary accepted": replace(
            verified,
            non_divergence=NonDivergence("not_checked", reason="a canary was accepted"),
            problems=("the checker accepted a line that is false",),
        ),
        "no Lean side": replace(
            without_lean,
            mechanism=replace(maker.mechanism, lean=None),
            claims=tuple(replace(c, lean=None, lean_statement=None) for c in without_lean.claims),
        ),
        "no claims": replace(verified, claims=()),
    }
