"""The one place where everything is run in order: claims, enumeration, conditions, Lean, verdicts."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from pycheck.cache import Cache
from pycheck.census.counting import count_claim
from pycheck.claims import Claim, Evaluator, TooManyMaps
from pycheck.claims.formula import CountMaps
from pycheck.lean.certificate import CertificateWriter
from pycheck.lean.choose import Chosen, choose
from pycheck.lean.conclude import LeanVerdict, conclude
from pycheck.lean.examine import examine
from pycheck.lean.findings import Findings
from pycheck.lean.general import General, general_findings, statement_digests
from pycheck.lean.install import lean_root
from pycheck.lean.judge import ALLOWED_AXIOMS
from pycheck.lean.project import Project, open_project
from pycheck.lean.sandbox import all_of
from pycheck.loading import Loaded
from pycheck.symbolic.stored import stored_conditions
from pycheck.verdict import (
    ClaimVerdict,
    ExhaustiveEvidence,
    LeanCheck,
    LeanInfo,
    NonDivergence,
    SymbolicEvidence,
    Verification,
)

Progress = Callable[[str], None]


def _silent(_: str) -> None:
    return None


def verify(
    loaded: Loaded,
    *,
    lean: str = "auto",
    symbolic: bool = True,
    cache: Cache | None = None,
    progress: Progress = _silent,
) -> Verification:
    """Check every claim of a mechanism with every means there is.

    ``lean`` is ``auto``, ``lake``, ``embedded`` or ``none``. Raises a
    :class:`~pycheck.errors.PycheckError` for what cannot be used (a Lean asked for by name that is not
    there, a missing Lean source); whatever is false or divergent is in the result.
    """
    store = cache or Cache()
    project = lean_project(loaded)
    # Lean runs in the main thread: an interruption reaches it there and ends its processes at once.
    chosen = choose(lean, store, progress, project)
    with ThreadPoolExecutor(1) as pool:
        python = pool.submit(_python_side, loaded, symbolic, store, progress)
        info, verdict, reason = _formal(loaded, chosen, project, store, progress)
        exhaustive, reasons, conditions = python.result()
    if store.note:
        progress(store.note)
    claims = tuple(
        _claim_verdict(claim, loaded, exhaustive, conditions, verdict, reasons.get(claim.id, ""))
        for claim in loaded.claims
    )
    return Verification(
        mechanism=loaded.mechanism,
        claims=claims,
        non_divergence=verdict.non_divergence if verdict else NonDivergence("not_checked", reason=reason),
        lean=info,
        problems=verdict.problems if verdict else (),
        dependencies=verdict.dependencies if verdict else {},
    )


def _python_side(
    loaded: Loaded, symbolic: bool, store: Cache, progress: Progress
) -> tuple[dict[str, ExhaustiveEvidence], dict[str, str], dict[str, SymbolicEvidence]]:
    progress("enumerating")
    exhaustive, reasons = _enumerate(loaded)
    progress("deriving conditions")
    conditions = stored_conditions(loaded.claims, loaded.mechanism, store) if symbolic else {}
    return exhaustive, reasons, conditions


def _enumerate(loaded: Loaded) -> tuple[dict[str, ExhaustiveEvidence], dict[str, str]]:
    evaluator = Evaluator(loaded.mechanism)
    found: dict[str, ExhaustiveEvidence] = {}
    reasons: dict[str, str] = {}
    for claim in loaded.claims:
        if claim.formula is None:
            if claim.statements is not None:
                reasons[claim.id] = (
                    "its domain is not finite, so that nothing but a theorem can decide it; the theorem's "
                    f"statement is the one in {claim.statements}"
                )
            continue
        try:
            result = evaluator.enumerate(claim.formula, claim.order)
        except TooManyMaps as error:
            formula = claim.formula
            counted = count_claim(formula, loaded.mechanism) if isinstance(formula, CountMaps) else None
            if counted is None:
                reasons[claim.id] = str(error)
                continue
            result = counted
        maps = None if result.found is None else tuple(evaluator.describe_map(m) for m in result.found)
        found[claim.id] = ExhaustiveEvidence(
            result.holds,
            result.cases,
            result.satisfied,
            result.counterexample,
            maps,
            result.unit,
            result.counted,
        )
    return found, reasons


def lean_project(loaded: Loaded) -> Project | None:
    """The Lake project that a mechanism file names. Raises an error for people if it is not there."""
    link = loaded.mechanism.lean
    return None if link is None or link.project is None else open_project(loaded.folder, link.project)


def lean_roots(folder: Path, project: Project | None = None) -> tuple[Path, ...]:
    """Where Lean sources are looked for.

    In the project if there is one; else beside the mechanism file, in its ``lean/``, among the shipped ones.
    """
    return (folder, folder / "lean", lean_root()) if project is None else project.sources


def _formal(
    loaded: Loaded, chosen: Chosen, project: Project | None, cache: Cache, progress: Progress
) -> tuple[LeanInfo, LeanVerdict | None, str]:
    """The Lean side: what ran, its verdict, or why there is none."""
    mechanism, link = loaded.mechanism, loaded.mechanism.lean
    if chosen.runner is None:
        return LeanInfo("none"), None, chosen.reason
    toolchain = chosen.runner.toolchain
    if link is None:
        reason = "the mechanism file has no [lean] section"
        return LeanInfo(toolchain.provider, toolchain.version, toolchain.commit), None, reason
    writer = CertificateWriter(mechanism, link, loaded.claims)
    certificate = writer.certificate()
    roots = lean_roots(loaded.folder, project)
    findings = examine(certificate, writer.voice, chosen.runner, cache, roots, progress, project)
    # A Lean that gave no answer, or may give none, is not asked again.
    general: General = {}
    if not findings.failure:
        general = general_findings(
            loaded.claims, loaded.folder, link, chosen.runner, cache, roots, progress, project
        )
    info = LeanInfo(
        toolchain.provider,
        toolchain.version,
        toolchain.commit,
        _trust_base(loaded, toolchain.trust_base, findings, general),
    )
    verdict = conclude(loaded.claims, link, certificate, findings, general)
    return info, verdict, verdict.failure


def _trust_base(
    loaded: Loaded, toolchain: dict[str, Any], findings: Findings, general: General
) -> dict[str, Any]:
    replay = findings.replay
    stated = statement_digests(loaded.claims, loaded.folder)
    compared = [one for one in general.values() if one.matches is not None]
    return {
        **toolchain,
        "sandbox": all_of([findings.sandbox, *(one.sandbox for one in compared)]).trust(),
        **({"library_compiled_by": findings.made_by} if findings.made_by else {}),
        "second_kernel_run": {
            "ran": replay.ran,
            "ok": replay.ok,
            "declarations": replay.declarations,
            "base_declarations": replay.base_declarations,
            "detail": replay.detail,
        },
        "allowed_axioms": sorted(ALLOWED_AXIOMS),
        "lean_sources_sha256": dict(findings.sources),
        **({"statements_sha256": stated} if stated else {}),
        "mechanism_sha256": loaded.mechanism.sha256,
    }


def _claim_verdict(
    claim: Claim,
    loaded: Loaded,
    exhaustive: dict[str, ExhaustiveEvidence],
    conditions: dict[str, SymbolicEvidence],
    verdict: LeanVerdict | None,
    reason: str,
) -> ClaimVerdict:
    check = verdict.checks.get(claim.id) if verdict else None
    if check is None and claim.entry.theorem is not None and loaded.mechanism.lean is not None:
        check = LeanCheck(loaded.mechanism.lean.absolute(claim.entry.theorem))
    return ClaimVerdict(
        claim=claim,
        formal=verdict.formal.get(claim.id) if verdict else None,
        exhaustive=exhaustive.get(claim.id),
        symbolic=conditions.get(claim.id),
        lean=check,
        lean_statement=verdict.statements.get(claim.id) if verdict else None,
        unchecked_reason=reason,
    )
