"""Symbolic results in the cache: sympy is slow to import, and the same question has the same answer."""

from __future__ import annotations

import json
from collections.abc import Sequence
from fractions import Fraction
from importlib import metadata
from typing import Any

from pycheck.cache import Cache, code_digest, digest
from pycheck.claims import Claim
from pycheck.mechanism import Mechanism
from pycheck.symbolic import check_symbolic
from pycheck.verdict import Margin, SymbolicEvidence


def stored_conditions(
    claims: Sequence[Claim], mechanism: Mechanism, cache: Cache
) -> dict[str, SymbolicEvidence]:
    """:func:`~pycheck.symbolic.check_symbolic` of every claim it applies to, by id, through the cache.

    The key covers the mechanism file's bytes, pycheck's own code and the version of sympy.
    """
    parts = [code_digest("symbolic", "claims", "mechanism"), metadata.version("sympy"), mechanism.sha256]
    key = digest(parts) if mechanism.sha256 else ""
    known = cache.read("symbolic", key) if key else None
    if known is not None:
        try:
            return {claim_id: _from_json(data) for claim_id, data in json.loads(known).items()}
        except (ValueError, KeyError, TypeError, ZeroDivisionError):
            pass  # not what this code wrote: derive it again
    found = {c.id: evidence for c in claims if (evidence := check_symbolic(c, mechanism)) is not None}
    if key:
        content = {claim_id: _to_json(evidence) for claim_id, evidence in found.items()}
        cache.write("symbolic", key, json.dumps(content).encode())
    return found


def _to_json(evidence: SymbolicEvidence) -> dict[str, Any]:
    margins = [[m.key, _text(m.down), m.down_attained, _text(m.up), m.up_attained] for m in evidence.margins]
    return {"condition": evidence.condition, "holds": evidence.holds, "margins": margins}


def _from_json(data: dict[str, Any]) -> SymbolicEvidence:
    margins = tuple(
        Margin(str(key), _number(down), bool(down_in), _number(up), bool(up_in))
        for key, down, down_in, up, up_in in data["margins"]
    )
    return SymbolicEvidence(tuple(map(str, data["condition"])), bool(data["holds"]), margins)


def _text(value: Fraction | None) -> str | None:
    return None if value is None else str(value)


def _number(text: str | None) -> Fraction | None:
    return None if text is None else Fraction(text)
