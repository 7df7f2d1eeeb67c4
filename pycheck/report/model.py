"""The scope report: what rests on what, before any format.

A :class:`Report` is built from a :class:`~pycheck.verdict.Verification` and nothing else. Each claim
appears once, in the section of the strongest evidence that its verdict rests on. The sections are types:
a :class:`FormalClaim` cannot be made without :class:`~pycheck.verdict.FormalEvidence`, which only the
certificate checker can make, so an enumeration can never be shown as a theorem.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from pycheck.claims import Counterexample
from pycheck.mechanism import Mechanism
from pycheck.report.measured import EmpiricalSection, refuse_mixing
from pycheck.verdict import (
    ClaimVerdict,
    ExhaustiveEvidence,
    FormalEvidence,
    LeanCheck,
    LeanInfo,
    Level,
    NonDivergence,
    SymbolicEvidence,
    Verdict,
    Verification,
)


class Section(StrEnum):
    """The sections of a report that hold claims, strongest evidence first."""

    FORMAL = "formal"
    ENUMERATED = "enumerated"
    CONDITIONS = "conditions"
    NOT_FORMALISED = "not_formalised"
    NOT_CHECKED = "not_checked"


class Status(StrEnum):
    """What a reader has to know first about a claim."""

    AS_EXPECTED = "as_expected"
    PROBLEM = "problem"
    NOT_CHECKED = "not_checked"
    NOT_FORMALISED = "not_formalised"


@dataclass(frozen=True)
class ClaimRow:
    """One claim with all that is known about it, whatever its section.

    ``statement`` is the English sentence; ``lean_statement`` the statement the certificate holds against
    the theorem; ``reason`` says why the claim is not formalised, was not checked or not enumerated.
    ``truth`` is what the checkers agree on, ``contradiction`` that they do not; ``falsified`` is a truth
    that is not the expected one.
    """

    id: str
    kind: str
    statement: str
    expect: str
    verdict: Verdict
    status: Status
    section: Section
    evidence: tuple[Level, ...]
    formal: FormalEvidence | None
    exhaustive: ExhaustiveEvidence | None
    symbolic: SymbolicEvidence | None
    lean: LeanCheck | None
    lean_statement: str | None
    truth: bool | None
    falsified: bool
    contradiction: bool
    problem: str
    reason: str
    source: str
    note: str

    def __post_init__(self) -> None:
        if Level.EMPIRICAL in self.evidence:
            raise TypeError(f"{self.id}: a measurement is no evidence for a claim")

    @property
    def counterexample(self) -> Counterexample | None:
        """The smallest counterexample that the enumeration found."""
        return self.exhaustive.counterexample if self.exhaustive else None

    @property
    def theorem(self) -> str:
        """The theorem that proves the claim or was to prove it; empty when none is named."""
        if self.formal is not None:
            return self.formal.theorem
        return self.lean.theorem if self.lean else ""

    @property
    def axioms(self) -> tuple[str, ...] | None:
        """The axioms the theorem depends on; ``None`` when Lean did not say."""
        if self.formal is not None:
            return self.formal.axioms
        return self.lean.axioms if self.lean else None

    @property
    def smallest_margin(self) -> Fraction | None:
        """The smallest change of one utility at which the claim's truth may change."""
        return self.symbolic.smallest if self.symbolic else None


@dataclass(frozen=True)
class FormalClaim:
    """A claim decided by a Lean theorem. ``proof`` must be the evidence itself."""

    row: ClaimRow
    proof: FormalEvidence

    def __post_init__(self) -> None:
        if not isinstance(self.proof, FormalEvidence):
            raise TypeError("the formal section takes formal evidence only")


@dataclass(frozen=True)
class EnumeratedClaim:
    """A claim decided by enumerating its whole domain, without a theorem."""

    row: ClaimRow
    enumeration: ExhaustiveEvidence

    def __post_init__(self) -> None:
        if not isinstance(self.enumeration, ExhaustiveEvidence):
            raise TypeError("the enumerated section takes enumerations only")


@dataclass(frozen=True)
class ConditionalClaim:
    """A claim decided by its symbolic condition alone."""

    row: ClaimRow
    condition: SymbolicEvidence

    def __post_init__(self) -> None:
        if not isinstance(self.condition, SymbolicEvidence):
            raise TypeError("the section of conditions takes symbolic evidence only")


@dataclass(frozen=True)
class Report:
    """A scope report. Sections keep the order of the mechanism file."""

    mechanism: Mechanism
    formal: tuple[FormalClaim, ...]
    enumerated: tuple[EnumeratedClaim, ...]
    conditional: tuple[ConditionalClaim, ...]
    not_formalised: tuple[ClaimRow, ...]
    not_checked: tuple[ClaimRow, ...]
    rows: tuple[ClaimRow, ...]
    non_divergence: NonDivergence
    lean: LeanInfo
    problems: tuple[str, ...]
    dependencies: tuple[tuple[str, tuple[str, ...]], ...]
    measured: EmpiricalSection | None
    ok: bool

    def __post_init__(self) -> None:
        kinds = (FormalClaim, EnumeratedClaim, ConditionalClaim, ClaimRow, ClaimRow, ClaimRow)
        names = ("formal", "enumerated", "conditional", "not_formalised", "not_checked", "rows")
        for name, kind in zip(names, kinds, strict=True):
            for entry in getattr(self, name):
                if type(entry) is not kind:
                    raise TypeError(f"{name}: found {type(entry).__name__}; expected {kind.__name__}")

    def section(self, section: Section) -> tuple[ClaimRow, ...]:
        """The rows of one section."""
        match section:
            case Section.FORMAL:
                return tuple(claim.row for claim in self.formal)
            case Section.ENUMERATED:
                return tuple(claim.row for claim in self.enumerated)
            case Section.CONDITIONS:
                return tuple(claim.row for claim in self.conditional)
            case Section.NOT_FORMALISED:
                return self.not_formalised
            case Section.NOT_CHECKED:
                return self.not_checked

    @property
    def with_problem(self) -> tuple[ClaimRow, ...]:
        """The claims that are not as the mechanism file expects."""
        return tuple(row for row in self.rows if row.status is Status.PROBLEM)

    @property
    def complete(self) -> bool:
        """Nothing that could have been checked was left unchecked."""
        compared = self.mechanism.lean is None or self.non_divergence.verdict != "not_checked"
        return compared and not self.not_checked


def build_report(verification: Verification, measured: EmpiricalSection | None = None) -> Report:
    """Sort what ``verification`` found into a report; ``measured`` comes from the gate or is absent.

    Raises :class:`~pycheck.report.measured.MixingRefused` if one leans on the other.
    """
    lean_reason = verification.non_divergence.reason
    rows = tuple(_row(claim, lean_reason) for claim in verification.claims)
    texts = ((row.id, text) for row in rows for text in (row.id, row.statement, row.source, row.note))
    refuse_mixing(measured, verification.mechanism, texts)
    return Report(
        mechanism=verification.mechanism,
        formal=tuple(FormalClaim(r, r.formal) for r in rows if r.section is Section.FORMAL and r.formal),
        enumerated=tuple(
            EnumeratedClaim(r, r.exhaustive) for r in rows if r.section is Section.ENUMERATED and r.exhaustive
        ),
        conditional=tuple(
            ConditionalClaim(r, r.symbolic) for r in rows if r.section is Section.CONDITIONS and r.symbolic
        ),
        not_formalised=tuple(r for r in rows if r.section is Section.NOT_FORMALISED),
        not_checked=tuple(r for r in rows if r.section is Section.NOT_CHECKED),
        rows=rows,
        non_divergence=verification.non_divergence,
        lean=verification.lean,
        problems=verification.problems,
        dependencies=tuple(sorted(verification.dependencies.items())),
        measured=measured,
        ok=verification.ok,
    )


def _row(claim: ClaimVerdict, lean_reason: str) -> ClaimRow:
    """One claim; ``lean_reason`` says why Lean gave no verdict, where it gave none."""
    entry = claim.claim.entry
    verdict = claim.verdict
    falsified = claim.truth is not None and claim.truth != claim.claim.expected
    problem = claim.problem
    if falsified and claim.lean is not None and claim.lean.problem:
        # A theorem that was not accepted must not hide that the claim is false.
        found = "holds" if claim.truth else "fails"
        problem += f"; besides, the claim {found}, but the mechanism file expects that it {entry.expect}"
    reasons = [claim.claim.reason or "", claim.unchecked_reason]
    if claim.lean_unchecked and lean_reason not in reasons:
        reasons.append(lean_reason)
    return ClaimRow(
        id=claim.claim.id,
        kind=claim.claim.kind,
        statement=claim.claim.english,
        expect=entry.expect,
        verdict=verdict,
        status=_status(claim),
        section=_section(claim),
        evidence=claim.evidence,
        formal=claim.formal,
        exhaustive=claim.exhaustive,
        symbolic=claim.symbolic,
        lean=claim.lean,
        lean_statement=claim.lean_statement,
        truth=claim.truth,
        falsified=falsified,
        contradiction=claim.contradiction,
        problem=problem,
        reason="; ".join(reason for reason in reasons if reason),
        source=entry.source or "",
        note=" ".join((entry.note or "").split()),
    )


def _status(claim: ClaimVerdict) -> Status:
    if not claim.claim.formalised:
        return Status.NOT_FORMALISED
    if claim.problem:
        return Status.PROBLEM
    return Status.NOT_CHECKED if claim.verdict is Verdict.NOT_CHECKED else Status.AS_EXPECTED


def _section(claim: ClaimVerdict) -> Section:
    """The section of the strongest evidence that the *verdict* rests on.

    Without a verdict there is nothing to rest: a claim whose theorem nobody checked is not moved up by
    an enumeration. A theorem that Lean or the comparison rejected leaves the enumeration, if any.
    """
    if not claim.claim.formalised:
        return Section.NOT_FORMALISED
    if claim.verdict is Verdict.NOT_CHECKED:
        return Section.NOT_CHECKED
    if claim.formal is not None and not (claim.lean and claim.lean.problem):
        return Section.FORMAL
    if claim.exhaustive is not None:
        return Section.ENUMERATED
    return Section.CONDITIONS if claim.symbolic is not None else Section.NOT_CHECKED
