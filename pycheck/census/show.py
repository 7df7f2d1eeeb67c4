"""Census results for people and for programs."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from pycheck.census.problem import magnitude
from pycheck.census.run import Census
from pycheck.mechanism import Mechanism


def census_text(mechanism: Mechanism, results: Sequence[Census], limit: int) -> str:
    """One line a query, and at most ``limit`` of the maps found."""
    lines = []
    for result in results:
        cells = "".join(f", {where} -> {outcome}" for where, outcome in _cells(mechanism, result.fixed))
        what = " and ".join(result.predicates) or "any"
        lines.append(
            f"{_count(result.count)} of {_size(result.total)} outcome maps: {what}{cells}  [{result.method}]"
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
    whole = {"schema_version": 1, "mechanism": mechanism.name, "census": data}
    with _any_number_of_digits():
        return json.dumps(whole, indent=2, ensure_ascii=False)


def _count(count: int) -> str:
    with _any_number_of_digits():
        return str(count)


def _size(total: int) -> str:
    """A number of maps: exact while that is readable."""
    if total < 10**15:
        return str(total)
    power = magnitude(total)
    lead = total // 10 ** (power - 2)
    return f"{lead // 100}.{lead % 100:02}e{power}"


@contextmanager
def _any_number_of_digits() -> Iterator[None]:
    """Python writes no number of more than 4300 digits unless it is told to; ours are exact."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        yield
    finally:
        sys.set_int_max_str_digits(before)


def _cells(mechanism: Mechanism, cells: Sequence[tuple[int, int]]) -> list[tuple[str, str]]:
    signature = mechanism.signature
    profiles = list(signature.report_profiles())
    return [(f"({', '.join(signature.report_labels(profiles[c]))})", signature.outcomes[o]) for c, o in cells]


def _map_text(mechanism: Mechanism, cells: Sequence[int]) -> str:
    return ", ".join(f"{where} -> {outcome}" for where, outcome in _cells(mechanism, tuple(enumerate(cells))))
