"""``pycheck lean audit``: which audits to run, and how they are shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import asdict
from pathlib import Path

from pycheck.cache import Cache
from pycheck.claims import Claim
from pycheck.errors import PycheckError
from pycheck.lean.audit import Audit, Finding, audit_file, read_statements
from pycheck.lean.certificate import CertificateWriter
from pycheck.lean.choose import choose
from pycheck.lean.conclude import conclude
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.examine import examine
from pycheck.lean.install import lean_root
from pycheck.lean.provider import Runner
from pycheck.mechanism import Mechanism


def run_audit(
    targets: Sequence[Path],
    statements: Path | tuple[Mechanism, tuple[Claim, ...]],
    lean: str,
    cache_folder: Path | None,
    progress: Callable[[str], None],
) -> list[Audit]:
    """Audit every target (a Lean file, or every Lean file of a folder) against the statements.

    ``statements`` is a Lean file of statements, or a mechanism with its claims; for a mechanism a target
    is a folder of Lean sources that has the mechanism's module. Raises :class:`LeanUnavailable` without a
    Lean, :class:`PycheckError` for targets that are not there.
    """
    missing = [str(target) for target in targets if not target.exists()]
    if missing:
        raise PycheckError("\n".join(f"{target}: no such file or folder" for target in missing))
    cache = Cache(cache_folder)
    chosen = choose(lean, cache, progress)
    if chosen.runner is None:
        raise LeanUnavailable(chosen.reason)
    runner = chosen.runner
    if runner.toolchain.refusal:
        raise LeanUnavailable(runner.toolchain.refusal)
    if not isinstance(statements, Path):
        mechanism, claims = statements
        return [audit_mechanism(target, mechanism, claims, runner, cache, progress) for target in targets]
    required = read_statements(statements, runner, cache, progress)
    files = [file for target in targets for file in lean_files(target)]
    return [audit_file(file, required, runner, cache, progress) for file in files]


def lean_files(target: Path) -> list[Path]:
    """The Lean files that ``target`` means; a folder stands for all below it."""
    return [target] if target.is_file() else sorted(target.rglob("*.lean"))


def audit_mechanism(
    target: Path,
    mechanism: Mechanism,
    claims: tuple[Claim, ...],
    runner: Runner,
    cache: Cache,
    progress: Callable[[str], None],
) -> Audit:
    """Audit a folder of Lean sources against a mechanism's claims, exactly as ``verify`` judges them."""
    link = mechanism.lean
    if link is None:
        raise PycheckError(f"{mechanism.name}: the mechanism file has no [lean] section to audit against")
    folder = target if target.is_dir() else target.parent
    writer = CertificateWriter(mechanism, link, claims)
    certificate = writer.certificate()
    findings = examine(certificate, writer.voice, runner, cache, (folder, lean_root()), progress)
    verdict = conclude(claims, link, certificate, findings)
    shown = []
    for claim in claims:
        check = verdict.checks.get(claim.id)
        if check is None:
            continue
        state = "proved" if claim.id in verdict.formal else "rejected" if check.problem else "not_checked"
        reason = check.problem or verdict.failure
        shown.append(
            Finding(
                check.theorem,
                state,
                check.code,
                reason if state != "proved" else "",
                verdict.statements.get(claim.id, ""),
                check.printed,
                check.axioms or (),
            )
        )
    problem = "; ".join(d.text() for d in verdict.non_divergence.divergences) or verdict.failure
    code = "data_diverges" if verdict.non_divergence.divergences else ""
    return Audit(str(target), tuple(shown), problem, code)


def audit_text(audits: Sequence[Audit]) -> str:
    """One line a theorem, with what was expected and found where it was rejected."""
    lines: list[str] = []
    for audit in audits:
        proved = sum(f.verdict == "proved" for f in audit.findings)
        lines.append(f"{audit.target}: {proved} of {len(audit.findings)} statements proved")
        if audit.problem:
            lines.append(f"  problem{f' [{audit.code}]' if audit.code else ''}: {audit.problem}")
        for finding in audit.findings:
            code = f" [{finding.code}]" if finding.code else ""
            lines.append(f"  {finding.verdict.upper().replace('_', ' ')}{code} {finding.name}")
            if finding.reason and finding.reason != audit.problem:
                lines.append(f"    {finding.reason}")
            if finding.verdict == "rejected" and finding.expected and finding.found:
                lines += [f"    expected: {finding.expected}", f"    found:    {finding.found}"]
    return "\n".join(lines)


def audit_json(audits: Sequence[Audit]) -> str:
    """The audits as JSON."""
    data = [{**asdict(audit), "ok": audit.ok} for audit in audits]
    return json.dumps({"schema_version": "1", "audits": data}, indent=2, ensure_ascii=False)
