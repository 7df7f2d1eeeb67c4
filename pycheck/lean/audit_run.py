"""``pycheck lean audit``: running audits against a file of statements."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.cache import Cache
from pycheck.lean.audit import Audit, audit_target
from pycheck.lean.choose import choose
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.parallel import side_by_side
from pycheck.lean.provider import Runner, Toolchain
from pycheck.lean.required import Names, Statements, read_statements
from pycheck.lean.sandbox import all_of

#: Targets that are worked on at the same time.
_AT_ONCE = 2


@dataclass(frozen=True)
class AuditReport:
    """The audits of one run, in the order of the targets, and what has to be trusted for them.

    ``statements`` says against what was audited: its path, the SHA-256 of its files, the required names.
    """

    audits: tuple[Audit, ...]
    statements: dict[str, Any]
    trust_base: dict[str, Any]


def run_audit(
    targets: Sequence[Path],
    statements: Path,
    lean: str,
    cache_folder: Path | None,
    progress: Callable[[str], None],
    *,
    names: Names | None = None,
    allowed: frozenset[str] = frozenset(),
) -> AuditReport:
    """Audit every target (a Lean file, a folder, a compiled file) against a file of statements.

    ``names`` says what is called otherwise in the targets, ``allowed`` which axioms are allowed besides the
    standard ones. Raises :class:`LeanUnavailable` without a Lean, :class:`pycheck.errors.InputFileError` for
    statements that cannot be used. What is wrong with a target is in its audit.
    """
    cache = Cache(cache_folder)
    runner = usable_runner(lean, cache, progress)
    required = read_statements(statements, runner, cache, progress, names=names, allowed=allowed)

    def audit(target: Path) -> Audit:
        return audit_target(target, required, runner, cache, progress)

    with side_by_side(_AT_ONCE) as pool:
        audits = tuple(pool.map(audit, targets))
    return AuditReport(audits, _statements(required), trust(runner.toolchain, audits))


def usable_runner(lean: str, cache: Cache, progress: Callable[[str], None]) -> Runner:
    """The Lean that was asked for. Raises :class:`LeanUnavailable` if it may give no formal verdicts."""
    chosen = choose(lean, cache, progress)
    if chosen.runner is None:
        raise LeanUnavailable(chosen.reason)
    if chosen.runner.toolchain.refusal:
        raise LeanUnavailable(chosen.runner.toolchain.refusal)
    return chosen.runner


def trust(toolchain: Toolchain, audits: Sequence[Audit]) -> dict[str, Any]:
    """Everything that the verdicts rest on: the Lean with its digests, the sandbox, the axioms."""
    proved = [found for audit in audits for found in audit.findings if found.verdict == "proved"]
    return {
        "lean": toolchain.version,
        "provider": toolchain.provider,
        "commit": toolchain.commit,
        **toolchain.trust_base,
        "sandbox": all_of(audit.sandbox for audit in audits).trust(),
        "axioms": sorted({axiom for found in proved for axiom in found.axioms}),
    }


def _statements(required: Statements) -> dict[str, Any]:
    return {
        "path": str(required.path),
        "files": dict(required.digests),
        "required": [required.names(name) for name in required.required],
    }
