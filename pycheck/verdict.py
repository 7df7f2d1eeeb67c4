"""Verdicts and the evidence they rest on.

The evidence levels are separate types, not labels: a :class:`FormalEvidence` can only be made by the
certificate checker (it needs a seal that only that module is handed), an enumeration cannot be put
where a formal result is expected, and nothing empirical has a type in this module at all: measured
results meet verdicts only in a report, through the gate.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from typing import Any, Literal

from pycheck.claims import Claim, Counterexample
from pycheck.claims.evaluate import Unit
from pycheck.mechanism import Mechanism


class Level(StrEnum):
    """Evidence levels, strongest first."""

    FORMAL = "formal"
    EXHAUSTIVE = "exhaustive"
    SYMBOLIC = "symbolic"
    EMPIRICAL = "empirical"
    NOT_FORMALISED = "not_formalised"
    NOT_CHECKED = "not_checked"


class Verdict(StrEnum):
    """What is known of a claim."""

    HOLDS = "holds"
    FAILS = "fails"
    NOT_CHECKED = "not_checked"
    NOT_FORMALISED = "not_formalised"


class _Seal:
    """The right to call something formal. One exists; the certificate checker takes it at import."""

    _taken = False

    @classmethod
    def take(cls) -> _Seal:
        if cls._taken:
            raise PermissionError("only the certificate checker makes formal evidence")
        cls._taken = True
        return cls()


@dataclass(frozen=True)
class FormalEvidence:
    """A Lean theorem that the kernel accepted and whose statement it found equal to the claim's.

    Of a count of outcome maps: which gives, for the same property, the number that the kernel counted itself.
    ``theorem`` is its absolute name; ``proves`` says whether it proves the claim or its negation;
    ``axioms`` are those it depends on (within the allowed list). Raises :class:`PermissionError` unless
    made with the certificate checker's seal.
    """

    theorem: str
    proves: Literal["claim", "negation"]
    axioms: tuple[str, ...]
    seal: object = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if not isinstance(self.seal, _Seal):
            raise PermissionError("formal evidence can only be made by the certificate checker")

    def __init_subclass__(cls) -> None:
        raise TypeError("FormalEvidence is final")


@dataclass(frozen=True)
class ExhaustiveEvidence:
    """Every case of the claim's finite domain was enumerated; ``unit`` says what a case is.

    ``counted``: the cases were not looked at one by one but counted exactly, by a census.
    """

    holds: bool
    cases: int
    satisfied: int
    counterexample: Counterexample | None
    found: tuple[str, ...] | None = None
    unit: Unit = "case"
    counted: bool = False


@dataclass(frozen=True)
class Margin:
    """How far one utility may move, all others fixed, before the claim's truth value changes.

    ``down``/``up`` are distances in the unit of the utilities (``None``: no bound on that side);
    ``down_attained`` (``up_attained``) says whether the truth value still stands at that very distance.
    """

    key: str
    down: Fraction | None
    down_attained: bool
    up: Fraction | None
    up_attained: bool


@dataclass(frozen=True)
class SymbolicEvidence:
    """The condition on the utilities, for this outcome map, under which the claim holds.

    ``condition`` is the condition as text, one conjunct a line where it is a conjunction; ``holds`` says
    whether the mechanism's numbers satisfy it; ``margins`` lists the utilities that matter.
    """

    condition: tuple[str, ...]
    holds: bool
    margins: tuple[Margin, ...]

    @property
    def smallest(self) -> Fraction | None:
        """The smallest change of a single utility at which the truth value may change."""
        bounds = [b for m in self.margins for b in (m.down, m.up) if b is not None]
        return min(bounds, default=None)


@dataclass(frozen=True)
class LeanCheck:
    """What became of the theorem a claim names.

    ``statement_matches`` and ``axioms`` are ``None`` when Lean did not run. ``problem`` says what is
    wrong, in one line (empty when nothing is); ``code`` is its short stable reason code;
    ``printed`` is the theorem's own statement as Lean prints it; ``where`` its place in the sources.
    """

    theorem: str
    axioms: tuple[str, ...] | None = None
    statement_matches: bool | None = None
    problem: str = ""
    code: str = ""
    printed: str = ""
    where: str = ""


@dataclass(frozen=True)
class ClaimVerdict:
    """A claim with everything that was found out about it."""

    claim: Claim
    formal: FormalEvidence | None
    exhaustive: ExhaustiveEvidence | None
    symbolic: SymbolicEvidence | None
    lean: LeanCheck | None
    lean_statement: str | None = None
    unchecked_reason: str = ""

    def __post_init__(self) -> None:
        # Whatever the type checker was told: one kind of evidence never stands in for another.
        kinds = (FormalEvidence, ExhaustiveEvidence, SymbolicEvidence)
        for found, kind in zip((self.formal, self.exhaustive, self.symbolic), kinds, strict=True):
            if found is not None and type(found) is not kind:
                raise TypeError(f"{self.claim.id}: {type(found).__name__} is no {kind.__name__}")

    @property
    def evidence(self) -> tuple[Level, ...]:
        """The levels reached, strongest first."""
        if not self.claim.formalised:
            return (Level.NOT_FORMALISED,)
        reached = [
            level
            for level, evidence in (
                (Level.FORMAL, self.formal),
                (Level.EXHAUSTIVE, self.exhaustive),
                (Level.SYMBOLIC, self.symbolic),
            )
            if evidence is not None
        ]
        return tuple(reached) or (Level.NOT_CHECKED,)

    @property
    def truth(self) -> bool | None:
        """Whether the claim is true, as far as any checker decided it; contradictions are ``None``."""
        votes: set[bool] = set()
        if self.formal is not None:
            votes.add(self.formal.proves == "claim")
        if self.exhaustive is not None:
            votes.add(self.exhaustive.holds)
        if self.symbolic is not None:
            votes.add(self.symbolic.holds)
        return votes.pop() if len(votes) == 1 else None

    @property
    def lean_unchecked(self) -> bool:
        """A theorem is named but Lean gave no verdict on it."""
        return self.lean is not None and self.lean.statement_matches is None and not self.lean.problem

    @property
    def verdict(self) -> Verdict:
        """The verdict: a claim whose theorem nobody checked is not checked, whatever else is known."""
        if not self.claim.formalised:
            return Verdict.NOT_FORMALISED
        if self.lean_unchecked or self.truth is None:
            return Verdict.NOT_CHECKED
        return Verdict.HOLDS if self.truth else Verdict.FAILS

    @property
    def problem(self) -> str:
        """Why this claim is not as the file expects; empty when it is (or was not checked)."""
        if not self.claim.formalised:
            return ""
        if self.lean is not None and self.lean.problem:
            return self.lean.problem
        if self.contradiction:
            return "the checkers disagree about this claim"
        if self.truth is not None and self.truth != self.claim.expected:
            found = "holds" if self.truth else "fails"
            return f"{found}, but the mechanism file expects that it {self.claim.entry.expect}"
        return ""

    @property
    def contradiction(self) -> bool:
        """Two checkers reached opposite results."""
        return self.truth is None and any((self.formal, self.exhaustive, self.symbolic))


@dataclass(frozen=True)
class Divergence:
    """One place where the Lean side and the Python side differ."""

    key: str
    python: str
    lean: str
    where: str

    def text(self) -> str:
        """One line for a person: ``utilities.row.o2.a is 4 here, 5 in Lean (…:31)``."""
        lean = f"{self.lean} in Lean"
        if self.python == self.lean:  # Printed the same, and yet not accepted the one for the other.
            lean = "the same in Lean by a detour alone (something irreducible, or an instance of its own)"
        return f"{self.key} is {self.python} here, {lean}{f' ({self.where})' if self.where else ''}"


@dataclass(frozen=True)
class NonDivergence:
    """The kernel's verdict on the certificate.

    ``verdict`` is ``agrees``, ``diverges`` or ``not_checked``; ``cells_checked`` counts the table cells,
    map cells and elements compared; ``canaries`` counts the lines that had to be rejected and were.
    ``reason`` says why, where nothing could be concluded.
    """

    verdict: Literal["agrees", "diverges", "not_checked"]
    cells_checked: int = 0
    canaries: int = 0
    divergences: tuple[Divergence, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class LeanInfo:
    """Which Lean ran, and everything that has to be trusted for what it said.

    ``provider`` is ``embedded``, ``lake`` or ``none``. ``trust_base`` is an ordered, JSON-ready mapping.
    """

    provider: str
    version: str | None = None
    commit: str | None = None
    trust_base: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Verification:
    """Everything that one run of ``verify`` found out about one mechanism.

    ``problems`` are faults that belong to no single claim; ``dependencies`` maps each checked theorem to
    the project's definitions its statement and proof rest on (absolute Lean names).
    """

    mechanism: Mechanism
    claims: tuple[ClaimVerdict, ...]
    non_divergence: NonDivergence
    lean: LeanInfo
    problems: tuple[str, ...] = ()
    dependencies: dict[str, tuple[str, ...]] = field(default_factory=dict)

    @property
    def unexpected(self) -> tuple[ClaimVerdict, ...]:
        """The claims that are not as the mechanism file expects."""
        return tuple(c for c in self.claims if c.problem)

    @property
    def formal_unchecked(self) -> tuple[ClaimVerdict, ...]:
        """The claims that name a theorem on which Lean gave no verdict."""
        return tuple(c for c in self.claims if c.lean_unchecked)

    @property
    def ok(self) -> bool:
        """Nothing falsified, nothing divergent (not: everything checked)."""
        return not self.unexpected and self.non_divergence.verdict != "diverges" and not self.problems
