"""Auditing Lean sources against a mechanism file, with what ``verify`` uses."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from pycheck.cache import Cache
from pycheck.claims import Claim
from pycheck.errors import PycheckError
from pycheck.lean.audit import Audit, Finding
from pycheck.lean.audit_run import AuditReport, trust, usable_runner
from pycheck.lean.certificate import CertificateWriter
from pycheck.lean.conclude import LeanVerdict, conclude
from pycheck.lean.examine import examine
from pycheck.lean.findings import Findings
from pycheck.lean.install import lean_root
from pycheck.lean.reasons import REASONS, Code
from pycheck.mechanism import Mechanism


def run_mechanism_audit(
    targets: Sequence[Path],
    mechanism: Mechanism,
    claims: tuple[Claim, ...],
    lean: str,
    cache_folder: Path | None,
    progress: Callable[[str], None],
) -> AuditReport:
    """Audit folders of Lean sources against a mechanism's claims, exactly as ``verify`` judges them.

    A target is a folder that has the mechanism's module, or a file in it. Raises :class:`LeanUnavailable`
    without a Lean, :class:`PycheckError` for a mechanism without a ``[lean]`` section.
    """
    link = mechanism.lean
    if link is None:
        raise PycheckError(f"{mechanism.name}: the mechanism file has no [lean] section to audit against")
    cache = Cache(cache_folder)
    runner = usable_runner(lean, cache, progress)
    writer = CertificateWriter(mechanism, link, claims)
    certificate = writer.certificate()

    def audit(target: Path) -> Audit:
        folder = target if target.is_dir() else target.parent
        try:
            findings = examine(certificate, writer.voice, runner, cache, (folder, lean_root()), progress)
        except (PycheckError, OSError, UnicodeError) as error:
            findings = Findings("certificate", failure=str(error))
        return _as_audit(target, claims, conclude(claims, link, certificate, findings), findings)

    audits = tuple(audit(target) for target in targets)
    theorems = [link.absolute(c.entry.theorem) for c in claims if c.entry.theorem is not None]
    statements = {"path": mechanism.name, "files": {}, "required": theorems}
    return AuditReport(audits, statements, trust(runner.toolchain, audits))


def _as_audit(target: Path, claims: tuple[Claim, ...], verdict: LeanVerdict, findings: Findings) -> Audit:
    shown = []
    for claim in claims:
        check = verdict.checks.get(claim.id)
        if check is None:
            continue
        code, reason = check.code, check.problem
        state = "proved" if claim.id in verdict.formal else "rejected"
        if not code and state != "proved":
            code, reason = Code.NO_ANSWER, verdict.failure
        if code:
            state = REASONS[Code(code)].verdict
        expected = verdict.statements.get(claim.id, "")
        shown.append(Finding(check.theorem, state, code, reason, expected, check.printed, check.axioms or ()))
    divergences = verdict.non_divergence.divergences
    problem = "; ".join(d.text() for d in divergences) or verdict.failure
    code = Code.DATA_DIVERGES if divergences else Code.NO_ANSWER if problem else ""
    return Audit(
        str(target),
        tuple(shown),
        problem,
        code,
        findings.sources,
        findings.replay.declarations,
        findings.sandbox,
    )
