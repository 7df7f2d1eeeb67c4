"""A small table for notebooks, without a style sheet of its own: the notebook's colours are not ours."""

from __future__ import annotations

from pycheck.report.markup import element
from pycheck.report.model import Section, build_report
from pycheck.report.summary import first_line
from pycheck.report.words import SECTION_TITLES, enumeration, proof, result
from pycheck.verdict import Verification

_COLUMNS = ("claim", "result", "rests on", "Lean", "enumerated", "statement")
_LEFT = "text-align: left; vertical-align: top"


def notebook_html(verification: Verification) -> str:
    """The summary and one row a claim, as an HTML fragment for ``_repr_html_``."""
    report = build_report(verification)
    head = element("tr", *(element("th", title, scope="col", style=_LEFT) for title in _COLUMNS))
    rows = []
    for section in Section:
        for row in report.section(section):
            proved = proof(row) or ("" if section is Section.NOT_FORMALISED else "no theorem")
            values = (result(row), SECTION_TITLES[section], proved, enumeration(row), row.statement)
            cells = (element("td", value, style=_LEFT) for value in values)
            name = element("th", element("code", row.id), scope="row", style=_LEFT)
            rows.append(element("tr", name, *cells))
    table = element(
        "table", element("caption", first_line(report)), element("thead", head), element("tbody", *rows)
    )
    return str(element("div", table, style="overflow-x: auto"))
