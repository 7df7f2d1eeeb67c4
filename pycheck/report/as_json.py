"""The report as JSON, after the schema ``schema/verify-1.json`` that ships with the package."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from importlib import resources
from typing import Any

from pycheck.mechanism import Mechanism
from pycheck.report.measured import EmpiricalSection, measured_json
from pycheck.report.model import ClaimRow, Report, Status, build_report
from pycheck.report.summary import summary
from pycheck.verdict import Margin, NonDivergence, SymbolicEvidence, Verification
from pycheck.visible import acted_on

#: Raised whenever a reader of an older report could misread a newer one.
SCHEMA_VERSION = 1

#: At most this many outcome maps of a census are listed; ``satisfied`` counts them all.
MAX_MAPS_FOUND = 1000

_NOT_ASCII = re.compile(r"[^\x20-\x7e\n]")


def schema() -> dict[str, Any]:
    """The JSON Schema (2020-12) of :func:`to_json`'s result."""
    text = (
        resources.files("pycheck.report")
        .joinpath("schema", f"verify-{SCHEMA_VERSION}.json")
        .read_text("utf-8")
    )
    loaded: dict[str, Any] = json.loads(text)
    return loaded


def to_json(verification: Verification, measured: EmpiricalSection | None = None) -> dict[str, Any]:
    """The report as JSON-ready data. Exact numbers are strings (``"3"``, ``"1/3"``)."""
    return report_json(build_report(verification, measured))


def render_json(verification: Verification, measured: EmpiricalSection | None = None) -> str:
    """The report as JSON text, ending in a newline."""
    return dump(to_json(verification, measured))


def dump(data: Mapping[str, Any]) -> str:
    """``data`` as JSON text; what a terminal would act on is written as an escape."""
    text = json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False)
    return _NOT_ASCII.sub(_escaped, text) + "\n"


def _escaped(match: re.Match[str]) -> str:
    character = match.group()
    return json.dumps(character)[1:-1] if acted_on(character) else character


def report_json(report: Report) -> dict[str, Any]:
    """:func:`to_json` of a report."""
    return {
        "schema_version": SCHEMA_VERSION,
        "mechanism": report.mechanism.name,
        "summary": summary(report),
        "claims": [_claim(row) for row in report.rows],
        "non_divergence": _non_divergence(report.non_divergence),
        "lean": {
            "provider": report.lean.provider,
            "version": report.lean.version,
            "commit": report.lean.commit,
            "trust_base": report.lean.trust_base,
        },
        "dependencies": {theorem: list(names) for theorem, names in report.dependencies},
        "measured": measured_json(report.measured),
        "problems": list(report.problems),
        "about": _about(report.mechanism),
    }


def _claim(row: ClaimRow) -> dict[str, Any]:
    decided = row.status in (Status.AS_EXPECTED, Status.PROBLEM)
    return {
        "id": row.id,
        "kind": row.kind,
        "statement": row.statement,
        "verdict": row.verdict.value,
        "expect": row.expect,
        "as_expected": row.status is Status.AS_EXPECTED if decided else None,
        "rests_on": row.section.value,
        "evidence": [level.value for level in row.evidence],
        "cases": row.exhaustive.cases if row.exhaustive else None,
        "satisfied": row.exhaustive.satisfied if row.exhaustive else None,
        "counted": row.exhaustive.counted if row.exhaustive else None,
        "counterexample": row.counterexample.to_json() if row.counterexample else None,
        "maps_found": _maps_found(row),
        "lean": _lean(row),
        "symbolic": _symbolic(row.symbolic) if row.symbolic else None,
        "source": row.source or None,
        "note": row.note or None,
        "reason": row.reason or None,
        "problem": row.problem or None,
    }


def _maps_found(row: ClaimRow) -> list[str] | None:
    found = row.exhaustive.found if row.exhaustive else None
    return None if found is None else list(found[:MAX_MAPS_FOUND])


def _lean(row: ClaimRow) -> dict[str, Any] | None:
    if not row.theorem and row.lean_statement is None:
        return None
    check = row.lean
    return {
        "theorem": row.theorem or None,
        "proves": row.formal.proves if row.formal else None,
        "axioms": None if row.axioms is None else list(row.axioms),
        "statement_matches": check.statement_matches if check else None,
        "statement": row.lean_statement,
        "printed": (check.printed or None) if check else None,
        "where": (check.where or None) if check else None,
        "problem": (check.problem or None) if check else None,
        "code": (check.code or None) if check else None,
    }


def _symbolic(evidence: SymbolicEvidence) -> dict[str, Any]:
    return {
        "condition": list(evidence.condition),
        "holds": evidence.holds,
        "smallest_margin": _number(evidence.smallest),
        "margins": [_margin(m) for m in evidence.margins],
    }


def _margin(margin: Margin) -> dict[str, Any]:
    return {
        "key": margin.key,
        "down": _number(margin.down),
        "down_attained": margin.down_attained,
        "up": _number(margin.up),
        "up_attained": margin.up_attained,
    }


def _number(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _non_divergence(found: NonDivergence) -> dict[str, Any]:
    return {
        "verdict": found.verdict,
        "cells_checked": found.cells_checked,
        "canaries": found.canaries,
        "divergences": [
            {"key": d.key, "python": d.python, "lean": d.lean, "where": d.where} for d in found.divergences
        ],
        "reason": found.reason or None,
    }


def _about(mechanism: Mechanism) -> dict[str, Any]:
    return {
        "title": mechanism.title,
        "description": mechanism.description,
        "sha256": mechanism.sha256,
        "outcomes": list(mechanism.outcomes),
        "agents": [
            {
                "name": agent.name,
                "types": list(agent.types),
                "reports": list(agent.reports),
                "truthful": None
                if agent.truthful is None
                else {t: agent.reports[r] for t, r in zip(agent.types, agent.truthful, strict=True)},
            }
            for agent in mechanism.agents
        ],
        "utilities": {
            agent.name: {
                outcome: {t: str(v) for t, v in zip(agent.types, row, strict=True)}
                for outcome, row in zip(mechanism.outcomes, table, strict=True)
            }
            for agent, table in zip(mechanism.agents, mechanism.utilities, strict=bool(mechanism.utilities))
        },
        "maps": {
            name: [mechanism.outcomes[o] for o in outcome_map.cells]
            for name, outcome_map in mechanism.maps.items()
        },
        "sources": [{"id": s.id, "citation": s.citation} for s in mechanism.sources],
    }
