"""From findings to verdicts: the one place where something becomes ``formal``.

A theorem is formal evidence for a claim only if all of this holds: every table cell, map cell and
element agrees; every canary was rejected; the kernel accepted the theorem as a proof of the claim's
statement; the compiled certificate holds the very terms that Python wrote; the theorem is a theorem; its
axioms are allowed ones, by Lean's account and by our own; and a second run of the kernel over every
compiled declaration found nothing. Everything else gets a reason code.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from pycheck.claims import Claim
from pycheck.lean.certificate import Certificate
from pycheck.lean.expr import render
from pycheck.lean.findings import Findings, GeneralFinding, LineFinding, TheoremFinding
from pycheck.lean.judge import judge_theorem
from pycheck.lean.line import Line
from pycheck.lean.reasons import Code
from pycheck.mechanism import LeanLink
from pycheck.verdict import Divergence, FormalEvidence, LeanCheck, NonDivergence, _Seal

_SEAL = _Seal.take()


@dataclass(frozen=True)
class LeanVerdict:
    """What the Lean side says of one mechanism: per claim id a check, and formal evidence where earned."""

    checks: Mapping[str, LeanCheck]
    formal: Mapping[str, FormalEvidence]
    non_divergence: NonDivergence
    statements: Mapping[str, str] = field(default_factory=dict)
    dependencies: dict[str, tuple[str, ...]] = field(default_factory=dict)
    problems: tuple[str, ...] = ()
    failure: str = ""


def conclude(
    claims: Sequence[Claim],
    link: LeanLink,
    certificate: Certificate,
    findings: Findings,
    general: Mapping[str, GeneralFinding] = MappingProxyType({}),
) -> LeanVerdict:
    """Judge every claim that names a theorem, and the data. ``general`` are findings by claim id."""
    non_divergence = judge_data(link, certificate, findings)
    lines = {line.claim: line for line in certificate.claims if line.claim is not None}
    unstated = dict(certificate.unstated)
    checks: dict[str, LeanCheck] = {}
    formal: dict[str, FormalEvidence] = {}
    statements: dict[str, str] = {}
    for claim in claims:
        if claim.entry.theorem is None or not claim.formalised:
            continue
        theorem = link.absolute(claim.entry.theorem)
        if claim.statements is not None:
            stated = general.get(claim.id)
            checks[claim.id] = check = _judge_general(theorem, stated, findings)
            if stated is not None:
                statements[claim.id] = stated.statement
            if check.statement_matches and not check.code:
                formal[claim.id] = FormalEvidence(theorem, "claim", check.axioms or (), _SEAL)
            continue
        line = lines.get(claim.id)
        if line is None:
            problem = f"its theorem cannot be checked: {unstated.get(claim.id, 'it has no Lean statement')}"
            checks[claim.id] = LeanCheck(theorem, problem=problem, code=Code.UNSTATED)
            continue
        statements[claim.id] = render(line.statement, 4000)
        found = findings.theorems.get(theorem, TheoremFinding("missing"))
        checked = not findings.failure
        verdict = _judge(theorem, line, found, findings, non_divergence) if checked else None
        code, problem = verdict or ("", "")
        checks[claim.id] = LeanCheck(
            theorem,
            axioms=found.axioms if checked and found.kind not in ("missing", "unknown") else None,
            statement_matches=_matches(code, findings.lines.get(line.name)) if checked else None,
            problem=problem,
            code=code,
            printed=found.printed,
            where=found.where,
        )
        if checked and not code:
            formal[claim.id] = FormalEvidence(
                theorem, "claim" if claim.expected else "negation", found.axioms, _SEAL
            )
    used = {theorem: found.uses for theorem, found in findings.theorems.items() if found.uses}
    return LeanVerdict(
        checks, formal, non_divergence, statements, used, tuple(_problems(findings)), findings.failure
    )


#: Codes with which a statement that was not reached was not looked at.
_NOTHING_SAID = frozenset({"", Code.LIBRARY_BROKEN, Code.DATA_DIVERGES, Code.CHECKER_BROKEN})


def _matches(code: str, line: LineFinding | None) -> bool | None:
    """Whether the kernel found the statement equal; ``None`` where the line was not reached."""
    if line is None:
        return None if code in _NOTHING_SAID else False
    return line.accepted


def _judge(
    theorem: str, line: Line, found: TheoremFinding, findings: Findings, data: NonDivergence
) -> tuple[Code, str] | None:
    """Reason code and problem; ``None`` if the theorem is formal evidence."""
    if findings.mode == "diagnosis":
        return _judge_broken(theorem, line, found, findings, data)
    if data.divergences:
        return (
            Code.DATA_DIVERGES,
            "the Lean tables differ from the mechanism file, so its theorem is about something else",
        )
    if findings.canaries_accepted or not findings.canaries_rejected:
        return Code.CHECKER_BROKEN, "Lean accepted a line that is false; nothing it says counts"
    finding = findings.lines.get(line.name, LineFinding(False, "not reached"))
    if found.kind == "missing":
        return Code.THEOREM_MISSING, f"there is no theorem {theorem} in the compiled library"
    if not finding.accepted and finding.code == Code.TERM_DIFFERS:
        return Code.TERM_DIFFERS, f"Lean does not read the certificate as written: {finding.error}"
    if not finding.accepted and finding.code == Code.AXIOM:
        return Code.AXIOM, f"Lean accepts it only because {finding.error}"
    if not finding.accepted:
        return Code.STATEMENT_DIFFERS, f"the theorem's statement differs from the claim's: {finding.error}"
    return judge_theorem(theorem, found) or _judge_replay(findings)


def _judge_general(theorem: str, found: GeneralFinding | None, findings: Findings) -> LeanCheck:
    """What became of a theorem whose statement is written out in a file of its own."""
    if findings.failure or found is None:
        return LeanCheck(theorem)
    if findings.mode == "certificate" and (findings.canaries_accepted or not findings.canaries_rejected):
        problem = "Lean accepted a line that is false; nothing it says counts"
        return LeanCheck(theorem, problem=problem, code=Code.CHECKER_BROKEN)
    return LeanCheck(
        theorem,
        axioms=found.axioms if found.matches is not None else None,
        statement_matches=found.matches,
        problem=found.problem,
        code=found.code,
        where=found.where,
    )


def _judge_replay(findings: Findings) -> tuple[Code, str] | None:
    replay = findings.replay
    if replay.ok:
        return None
    if not replay.ran:
        return Code.NOT_REPLAYED, f"no second kernel run: {replay.detail}"
    if not replay.failures:
        return Code.NOT_REPLAYED, f"the second kernel run gave no answer: {replay.detail}"
    name, reason = replay.failures[0]
    return Code.KERNEL_REJECTS, f"the kernel, run again over the compiled files, rejects {name}: {reason}"


def _judge_broken(
    theorem: str, line: Line, found: TheoremFinding, findings: Findings, data: NonDivergence
) -> tuple[Code, str]:
    for error in findings.source_errors:
        if error.declaration and (theorem == error.declaration or theorem.endswith(f".{error.declaration}")):
            return Code.NOT_PROVED, f"its proof does not check ({error.where}): {error.text}"
    # Nothing was looked for where an imported module is what does not compile.
    if found.kind == "missing" and theorem in findings.theorems:
        return Code.THEOREM_MISSING, f"there is no theorem {theorem} in the Lean source"
    compared = findings.lines.get(line.name)
    if compared is not None and not compared.accepted and not data.divergences:
        return Code.STATEMENT_DIFFERS, f"the theorem's statement differs from the claim's: {compared.error}"
    where = findings.source_errors[0].where if findings.source_errors else "the Lean source"
    return Code.LIBRARY_BROKEN, f"the Lean library does not compile ({where}), so nothing in it is proved"


def judge_data(link: LeanLink, certificate: Certificate, findings: Findings) -> NonDivergence:
    """The non-divergence verdict."""
    if findings.failure:
        return NonDivergence("not_checked", reason=findings.failure)
    divergences: list[Divergence] = []
    agreed = 0
    for line in certificate.data:
        finding = findings.lines.get(line.name)
        if finding is None:
            continue
        if finding.accepted:
            agreed += line.elements
            continue
        lean = _lean_value(link, line, finding)
        divergences.append(Divergence(line.key, line.python, lean, findings.places.get(line.name, "")))
    if divergences:
        return NonDivergence("diverges", agreed, findings.canaries_rejected, tuple(divergences))
    if findings.mode == "diagnosis":
        first = findings.source_errors[0] if findings.source_errors else None
        where = f" ({first.where}: {first.text})" if first else ""
        return NonDivergence("not_checked", agreed, reason=f"the Lean library does not compile{where}")
    if findings.canaries_accepted:
        accepted = ", ".join(findings.canaries_accepted)
        return NonDivergence(
            "not_checked", agreed, findings.canaries_rejected, reason=f"accepted canaries: {accepted}"
        )
    rejected = _judge_replay(findings)
    if rejected is not None:
        return NonDivergence("not_checked", agreed, findings.canaries_rejected, reason=rejected[1])
    return NonDivergence("agrees", agreed, findings.canaries_rejected)


def _lean_value(link: LeanLink, line: Line, finding: LineFinding) -> str:
    """What Lean has, in the mechanism file's terms."""
    value = finding.lean_value
    if not value:
        return finding.error
    if line.kind == "utility":
        number = value.removeprefix("Int.ofNat ").strip()
        negative = number.startswith("Int.negSucc ")
        digits = number.removeprefix("Int.negSucc ").strip()
        if digits.lstrip("-").isdecimal():
            there = -int(digits) - 1 if negative else int(digits)
            # A scale that grew with a denominator makes every utility another one.
            scaled = f" ({there} there, and lean.scale is {link.scale})" if link.scale != 1 else ""
            return f"{Fraction(there) / link.scale}{scaled}"
        return value
    labels = {constructor: label for (_, label), constructor in link.constructors.items()}
    for constructor, label in labels.items():
        if constructor == value or constructor.endswith(f".{value}"):
            return label
    return value


def _problems(findings: Findings) -> list[str]:
    problems = [f"{e.where}: {e.text}" for e in findings.source_errors]
    problems += [f"Lean accepted the false line {name}" for name in findings.canaries_accepted]
    problems += [f"the kernel, run again, rejects {name}: {why}" for name, why in findings.replay.failures]
    return problems
