"""Sweeps for people (text), for spreadsheets (CSV) and for programs (JSON)."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator, Sequence

from pycheck.sweep.points import Cell
from pycheck.sweep.run import Found

_WORDS = {True: "holds", False: "fails", None: "not decided"}


def sweep_text(results: Sequence[Found]) -> str:
    """For each mechanism and claim at how many points it holds; at which values, where one cell is varied."""
    lines = []
    for found in results:
        size = len(found.rows)
        lines.append(f"{found.job.mechanism.name}: {size} point{'s' * (size != 1)}")
        width = max((len(claim.id) for claim in found.job.claims), default=0)
        for c, claim in enumerate(found.job.claims):
            open_ = found.undecided(c)
            rest = f", {open_} not decided" if open_ else ""
            lines.append(f"  {claim.id:<{width}}  holds at {found.holding(c)}{rest}{_where(found, c)}")
    return "\n".join(lines)


def _where(found: Found, claim: int) -> str:
    """The values at which a claim holds, where a single cell is varied and there are few."""
    cells = {cell for point in found.job.points for cell, _ in point}
    values = [
        str(point[0][1])
        for point, row in zip(found.job.points, found.rows, strict=True)
        if row[claim] and point
    ]
    if len(cells) != 1 or not values or len(values) > 12:
        return ""
    return f": {_name(found, next(iter(cells)))} = {', '.join(values)}"


def sweep_csv(results: Sequence[Found]) -> str:
    """A row for each point and claim: mechanism, the cells varied, claim, verdict."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["mechanism", "point", "claim", "verdict"])
    for found, _, varied, row in _rows(results):
        where = " ".join(f"{name}={value}" for name, value in varied.items())
        for claim, truth in zip(found.job.claims, row, strict=True):
            writer.writerow([found.job.mechanism.name, where, claim.id, _WORDS[truth]])
    return text.getvalue()


def sweep_json(results: Sequence[Found]) -> str:
    """Every point with its utilities and every claim's verdict there."""
    data = [
        {
            "mechanism": found.job.mechanism.name,
            "utilities": varied,
            "verdicts": {c.id: _WORDS[truth] for c, truth in zip(found.job.claims, row, strict=True)},
        }
        for found, _, varied, row in _rows(results)
    ]
    return json.dumps({"schema_version": 1, "points": data}, indent=2, ensure_ascii=False)


def _rows(
    results: Sequence[Found],
) -> Iterator[tuple[Found, int, dict[str, str], tuple[bool | None, ...]]]:
    for found in results:
        for number, (point, row) in enumerate(zip(found.job.points, found.rows, strict=True)):
            yield found, number, {_name(found, cell): str(value) for cell, value in point}, row


def _name(found: Found, cell: Cell) -> str:
    i, o, t = cell
    mechanism = found.job.mechanism
    agent = mechanism.agents[i]
    return f"{agent.name}.{mechanism.outcomes[o]}.{agent.types[t]}"
