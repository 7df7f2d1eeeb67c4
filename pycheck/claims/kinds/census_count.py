"""Census counts: how many outcome maps have a property, some cells being fixed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pycheck.claims.claim import Stated, build_predicate, claim_kind
from pycheck.claims.english import enumerate_words, profile
from pycheck.claims.formula import CountMaps
from pycheck.claims.params import Params


@claim_kind("census_count", "how many outcome maps have a property, some cells being fixed")
def census_count(params: Params) -> Stated | None:
    """Parameters: ``predicate``, optional ``fixed`` (rows), ``count``, optional ``maps`` (the exact list)."""
    signature = params.signature
    predicate = build_predicate(params, "predicate", "m")
    count = params.natural("count")
    fixed = _rows(params, "fixed", params.values.get("fixed")) if params.has("fixed") else ()
    listed = _maps(params) if params.has("maps") else None
    if predicate is None or predicate.formula is None or count is None or fixed is None:
        return None
    if params.has("maps") and listed is None:
        return None
    if listed is not None and len(listed) != count:
        params.fault("maps", f"{len(listed)} maps", f"as many maps as count says ({count})")
        return None
    size = len(signature.outcomes) ** (signature.cell_count - len(fixed))
    profiles = list(signature.report_profiles())
    with_cells = enumerate_words(
        [f"{profile(signature.report_labels(profiles[c]))} -> {signature.outcomes[o]}" for c, o in fixed]
    )
    among = f"the {size} outcome maps" + (f" with {with_cells}" if fixed else "")
    english = f"Of {among}, exactly {count} satisfy: {predicate.english}"
    return Stated(english, CountMaps("m", fixed, predicate.formula, count, listed))


def _rows(params: Params, name: str, value: Any) -> tuple[tuple[int, int], ...] | None:
    """Rows ``{agent = report, …, outcome = …}`` as (cell, outcome) pairs in cell order."""
    signature = params.signature
    if not isinstance(value, Sequence) or isinstance(value, str):
        params.fault(name, value, "a list of rows { <agent> = <report>, …, outcome = <outcome> }")
        return None
    found: dict[int, int] = {}
    good = True
    for index, row in enumerate(value):
        key = f"{name}[{index}]"
        if not isinstance(row, Mapping):
            params.fault(key, row, "a row { <agent> = <report>, …, outcome = <outcome> }")
            good = False
            continue
        reports = {k: v for k, v in row.items() if k != "outcome"}
        cell = params.per_agent_table(key, reports, [a.reports for a in signature.agents], "report")
        if row.get("outcome") not in signature.outcomes:
            params.unknown_name(f"{key}.outcome", row.get("outcome"), "an outcome", signature.outcomes)
            good = False
            continue
        if cell is None:
            good = False
            continue
        position = signature.cell(cell)
        if position in found:
            params.fault(key, profile(signature.report_labels(cell)), "each cell once")
            good = False
        found[position] = signature.outcomes.index(row["outcome"])
    return tuple(sorted(found.items())) if good else None


def _maps(params: Params) -> tuple[tuple[int, ...], ...] | None:
    """The listed maps, each ``{ rows = … }``, ``{ grid = … }`` or ``{ constant = … }``, as cells."""
    value = params.values["maps"]
    if not isinstance(value, Sequence) or isinstance(value, str):
        params.fault("maps", value, "a list of outcome maps")
        return None
    found: list[tuple[int, ...]] = []
    good = True
    for index, entry in enumerate(value):
        cells = _one_map(params, f"maps[{index}]", entry)
        if cells is None:
            good = False
        elif cells in found:
            params.fault(f"maps[{index}]", "a map listed before", "each map once")
            good = False
        else:
            found.append(cells)
    return tuple(found) if good else None


def _one_map(params: Params, key: str, entry: Any) -> tuple[int, ...] | None:
    signature = params.signature
    forms = {"rows", "grid", "constant"}
    if not isinstance(entry, Mapping) or len(entry) != 1 or not forms >= set(entry):
        params.fault(key, entry, "an outcome map: exactly one of rows, grid, constant")
        return None
    form, value = next(iter(entry.items()))
    if form == "constant":
        if value not in signature.outcomes:
            params.unknown_name(f"{key}.constant", value, "an outcome", signature.outcomes)
            return None
        return (signature.outcomes.index(value),) * signature.cell_count
    if form == "grid":
        return _grid(params, f"{key}.grid", value)
    rows = _rows(params, f"{key}.rows", value)
    if rows is None:
        return None
    if len(rows) != signature.cell_count:
        params.fault(f"{key}.rows", f"{len(rows)} cells", f"all {signature.cell_count} cells")
        return None
    return tuple(outcome for _, outcome in rows)


def _grid(params: Params, key: str, value: Any) -> tuple[int, ...] | None:
    """Nested arrays of outcome labels, first agent outermost."""
    signature = params.signature
    level: list[Any] = [value]
    for size, agent in zip(signature.shape, signature.agents, strict=True):
        if not all(isinstance(part, list) and len(part) == size for part in level):
            params.fault(key, value, f"nested arrays with {size} entries for {agent.name}")
            return None
        level = [entry for part in level for entry in part]
    for label in level:
        if label not in signature.outcomes:
            params.unknown_name(key, label, "an outcome", signature.outcomes)
            return None
    return tuple(signature.outcomes.index(label) for label in level)
