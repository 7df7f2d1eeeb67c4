"""Census results for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pycheck.census.run import Census
from pycheck.mechanism import Mechanism


def census_text(mechanism: Mechanism, results: Sequence[Census], limit: int) -> str:
    """One line a query, and at most ``limit`` of the maps found."""
    lines = []
    for result in results:
        cells = "".join(f", {where} -> {outcome}" for where, outcome in _cells(mechanism, result.fixed))
        what = " and ".join(result.predicates) or "any"
        lines.append(
            f"{result.count} of {_size(result.total)} outcome maps: {what}{cells}  [{result.method}]"
        )
        shown = [f"  {_map_text(mechanism, cells)}" for cells in result.witnesses(limit)] if limit else []
        lines += shown
        if limit and len(shown) < result.count:
            lines.append(f"  … and {result.count - len(shown)} more")
    return "\n".join(lines)


def census_json(mechanism: Mechanism, results: Sequence[Census], limit: int) -> str:
    """The results as JSON; maps as objects ``"(reports)": outcome``."""
    data = []
    for result in results:
        entry: dict[str, object] = {
            "predicates": list(result.predicates),
            "fixed": dict(_cells(mechanism, result.fixed)),
            "total": result.total,
            "count": result.count,
            "method": result.method,
            "detail": result.detail,
        }
        if limit:
            entry["maps"] = [dict(_cells(mechanism, tuple(enumerate(m)))) for m in result.witnesses(limit)]
        data.append(entry)
    return json.dumps(
        {"schema_version": 1, "mechanism": mechanism.name, "census": data}, indent=2, ensure_ascii=False
    )


def _size(total: int) -> str:
    """A number of maps: exact while that is readable."""
    text = str(total)
    return text if len(text) <= 15 else f"{text[0]}.{text[1:3]}e{len(text) - 1}"


def _cells(mechanism: Mechanism, cells: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    signature = mechanism.signature
    profiles = list(signature.report_profiles())
    return [(f"({', '.join(signature.report_labels(profiles[c]))})", signature.outcomes[o]) for c, o in cells]


def _map_text(mechanism: Mechanism, cells: Sequence[int]) -> str:
    return ", ".join(f"{where} -> {outcome}" for where, outcome in _cells(mechanism, tuple(enumerate(cells))))
