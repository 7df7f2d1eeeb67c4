"""Census results for people and for programs."""

from __future__ import annotations

import json
from collections.abc import Sequence

from pycheck.census.enumerate import Census
from pycheck.mechanism import Mechanism


def census_text(mechanism: Mechanism, results: Sequence[Census], listed: bool) -> str:
    """One line a query, and the maps found where ``listed``."""
    lines = []
    for result in results:
        cells = "".join(f", {where} -> {outcome}" for where, outcome in _cells(mechanism, result.fixed))
        lines.append(
            f"{result.count} of {result.total} outcome maps: {' and '.join(result.predicates)}{cells}"
        )
        if listed:
            lines += [f"  {_map_text(mechanism, cells)}" for cells in result.found]
    return "\n".join(lines)


def census_json(mechanism: Mechanism, results: Sequence[Census], listed: bool) -> str:
    """The results as JSON; maps as objects ``"(reports)": outcome``."""
    data = []
    for result in results:
        entry: dict[str, object] = {
            "predicates": list(result.predicates),
            "fixed": dict(_cells(mechanism, result.fixed)),
            "total": result.total,
            "count": result.count,
            "method": "enumeration",
        }
        if listed:
            entry["maps"] = [dict(_cells(mechanism, tuple(enumerate(cells)))) for cells in result.found]
        data.append(entry)
    return json.dumps(
        {"schema_version": "1", "mechanism": mechanism.name, "census": data}, indent=2, ensure_ascii=False
    )


def _cells(mechanism: Mechanism, cells: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    signature = mechanism.signature
    profiles = list(signature.report_profiles())
    return [(f"({', '.join(signature.report_labels(profiles[c]))})", signature.outcomes[o]) for c, o in cells]


def _map_text(mechanism: Mechanism, cells: Sequence[int]) -> str:
    return ", ".join(f"{where} -> {outcome}" for where, outcome in _cells(mechanism, tuple(enumerate(cells))))
