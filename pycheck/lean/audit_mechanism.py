"""Auditing Lean sources against a mechanism file, with what ``verify`` uses."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
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
from pycheck.lean.general import General, general_findings
from pycheck.lean.install import lean_root
from pycheck.lean.reasons import REASONS, Code
from pycheck.lean.targets import NotATarget
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

    A target is a folder that has the mechanism's module (or has it in its ``lean/``), or a Lean file that is
    to be that module, whatever its name is. Raises :class:`LeanUnavailable` without a Lean,
    :class:`PycheckError` for a mechanism without a ``[lean]`` section.
    """
    link = mechanism.lean
    if link is None:
        raise PycheckError(f"{mechanism.name}: the mechanism file has no [lean] section to audit against")
    cache = Cache(cache_folder)
    runner = usable_runner(lean, cache, progress)
    writer = CertificateWriter(mechanism, link, claims)
    certificate = writer.certificate()

    def audit(target: Path) -> Audit:
        absent: Code | None = None
        general: General = {}
        try:
            with _root_of(target, certificate.module) as root:
                roots = (root, target if target.is_dir() else target.parent, lean_root())
                findings = examine(certificate, writer.voice, runner, cache, roots, progress)
                folder = Path(mechanism.path or ".").parent
                if not findings.failure:
                    general = general_findings(claims, folder, link, runner, cache, roots, progress)
        except (PycheckError, OSError, UnicodeError) as error:
            absent, findings = Code.NO_SOURCE, Findings("certificate", failure=str(error))
        except (RecursionError, MemoryError) as error:
            failure = f"too large to be read ({type(error).__name__})"
            absent, findings = Code.NO_ANSWER, Findings("certificate", failure=failure)
        verdict = conclude(claims, link, certificate, findings, general)
        return _as_audit(target, claims, verdict, findings, absent)

    audits = tuple(audit(target) for target in targets)
    theorems = [link.absolute(c.entry.theorem) for c in claims if c.entry.theorem is not None]
    statements = {"path": mechanism.name, "files": {}, "required": theorems}
    return AuditReport(audits, statements, trust(runner.toolchain, audits))


@contextmanager
def _root_of(target: Path, module: str) -> Iterator[Path]:
    """A folder in which ``module`` is the target's and nobody else's. Raises :class:`NotATarget` without one.

    Whatever else is found in other folders, the module that is judged is the one that was asked about.
    """
    place = Path(*module.split(".")).with_suffix(".lean")
    if target.is_dir():
        for folder in (target, target / "lean"):
            if (folder / place).is_file():
                yield folder
                return
        raise NotATarget(f"{target}: the mechanism's module {module} is not in this folder (no {place})")
    if target.suffix != ".lean" or not target.is_file():
        raise NotATarget(f"{target}: not there, or neither a folder nor a .lean file")
    # A file may be called anything and lie anywhere: it is judged as the module that it is to be.
    with tempfile.TemporaryDirectory(prefix="pycheck-target-") as made:
        copy = Path(made) / place
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(target, copy)
        yield Path(made)


def _as_audit(
    target: Path,
    claims: tuple[Claim, ...],
    verdict: LeanVerdict,
    findings: Findings,
    absent: Code | None,
) -> Audit:
    shown = []
    for claim in claims:
        check = verdict.checks.get(claim.id)
        if check is None:
            continue
        code, reason = check.code, check.problem
        state = "proved" if claim.id in verdict.formal else "rejected"
        if not code and state != "proved":
            code, reason = absent or Code.NO_ANSWER, verdict.failure
        if code:
            state = REASONS[Code(code)].verdict
        expected = verdict.statements.get(claim.id, "")
        shown.append(Finding(check.theorem, state, code, reason, expected, check.printed, check.axioms or ()))
    divergences = verdict.non_divergence.divergences
    problem = "; ".join(d.text() for d in divergences) or verdict.failure
    code = absent or (Code.DATA_DIVERGES if divergences else Code.NO_ANSWER if problem else "")
    return Audit(
        str(target),
        tuple(shown),
        problem,
        code,
        findings.sources,
        findings.replay.declarations,
        findings.sandbox,
    )
