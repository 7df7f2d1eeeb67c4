"""Smallest margins as a table: which utilities a claim hangs on most."""

from __future__ import annotations

from pycheck.report.model import Report
from pycheck.report.tables import Table
from pycheck.report.words import margin, tightest, tightest_side

MARGINS_TITLE = "Smallest margins"
MARGINS_LEAD = (
    "How far one utility may move, all others fixed, before the claim's truth changes; "
    "for each claim, the utilities that may move least."
)


def margins_table(report: Report) -> Table | None:
    """One row for each claim with a margin; ``None`` when there is no such claim."""
    rows = tuple(
        (
            row.id,
            margin(row.smallest_margin),
            tightest_side(row, "down") or "–",
            tightest_side(row, "up") or "–",
        )
        for row in report.rows
        if tightest(row)
    )
    columns = ("smallest margin", "may fall", "may rise")
    return Table("Utilities with the smallest margin", "claim", columns, rows) if rows else None
