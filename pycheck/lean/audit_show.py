"""Audits as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pycheck.lean.audit import Audit, Finding
from pycheck.lean.audit_run import AuditReport
from pycheck.lean.sandbox import describe
from pycheck.visible import visible

#: Changes when a reader of the JSON would have to.
SCHEMA_VERSION = "1"


def audit_text(report: AuditReport) -> str:
    """One line a theorem, with what was expected and found where it was rejected; then what is trusted.

    A name of the target's can hold anything: it cannot make a line of its own.
    """
    lines = [*(line for audit in report.audits for line in _audit(audit)), *_trust(report)]
    return "\n".join(map(visible, lines))


def _audit(audit: Audit) -> Iterator[str]:
    proved = sum(f.verdict == "proved" for f in audit.findings)
    yield f"{audit.target}: {proved} of {len(audit.findings)} statements proved"
    if audit.problem:
        yield f"  problem{f' [{audit.code}]' if audit.code else ''}: {audit.problem}"
    for finding in audit.findings:
        yield from _finding(finding, audit.problem)


def _finding(finding: Finding, known: str) -> Iterator[str]:
    code = f" [{finding.code}]" if finding.code else ""
    yield f"  {finding.verdict.upper().replace('_', ' ')}{code} {finding.name}"
    if finding.reason and finding.reason != known:
        yield f"    {finding.reason}"
    if finding.verdict == "rejected" and finding.expected != finding.found:
        yield f"    expected: {finding.expected}"
        yield f"    found:    {finding.found or 'nothing'}"


def _trust(report: AuditReport) -> Iterator[str]:
    base = report.trust_base
    axioms = ", ".join(base["axioms"]) or "none"
    yield f"Trusted: {base['checked_by']}; axioms: {axioms}."
    for key, value in base.items():
        if key.endswith("sha256"):
            yield f"  {key} {value}"
    for state in dict.fromkeys(describe(audit.sandbox) for audit in report.audits):
        yield f"  sandbox: {state}"


def audit_json(report: AuditReport) -> str:
    """The audits as JSON."""
    return json.dumps(
        {
            "schema_version": SCHEMA_VERSION,
            "ok": all(audit.ok for audit in report.audits),
            "statements": report.statements,
            "trust_base": report.trust_base,
            "audits": [_as_dict(audit) for audit in report.audits],
        },
        indent=2,
        ensure_ascii=False,
    )


def _as_dict(audit: Audit) -> dict[str, Any]:
    return {
        "target": audit.target,
        "ok": audit.ok,
        "code": audit.code or None,
        "problem": audit.problem or None,
        "declarations_rechecked": audit.declarations,
        "sandbox": audit.sandbox.trust(),
        "files": dict(audit.sources),
        "findings": [
            {k: v or None if k == "code" else v for k, v in asdict(f).items()} for f in audit.findings
        ],
    }
