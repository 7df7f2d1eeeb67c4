"""The measured section of the HTML report: figures first, long tables folded away."""

from __future__ import annotations

from pycheck.empirical.gate import EmpiricalEvidence, ShownTable
from pycheck.report.html_parts import part, table
from pycheck.report.markup import Markup, element
from pycheck.report.measured import EmpiricalSection, checked, cut, facts, tables_of
from pycheck.report.plots import draw
from pycheck.report.words import MEASURED_TITLE, NOTHING_MEASURED

#: Tables with more rows are folded; facts as long as a digest take a whole line.
_LONG, _DIGEST = 12, 64


def measured(section: EmpiricalSection | None) -> Markup:
    """What passed the gate, or that nothing did."""
    if (section := checked(section)) is None:
        return part("measured", MEASURED_TITLE, element("p", NOTHING_MEASURED, class_="muted"))
    return part(
        "measured",
        MEASURED_TITLE,
        element("p", element("strong", section.label), class_="empirical"),
        *(_run(number, run) for number, run in enumerate(section.runs, 1)),
        *(_shown(comparison) for comparison in section.comparisons),
    )


def _run(number: int, run: EmpiricalEvidence) -> Markup:
    name = f"measured-run-{number}"
    items = [
        element(
            "div",
            element("dt", what),
            element("dd", element("code", said)),
            class_="wide" if len(said) >= _DIGEST else None,
        )
        for what, said in facts(run)
    ]
    figures = [
        element("figure", element("figcaption", plot.title), Markup(draw(plot)))
        for plot in run.plots
        if plot.marks
    ]
    return element(
        "div",
        element("h3", "Run ", element("code", run.run), f": {run.title}", id=name),
        element("dl", *items, class_="facts"),
        element("div", *figures, class_="graphs"),
        *(_shown(content) for content in tables_of(run)),
        class_="run",
        role="group",
        aria_labelledby=name,
    )


def _shown(content: ShownTable) -> Markup:
    note = element("p", content.note, class_="muted") if content.note else ""
    if not content.rows:
        return element("div", element("p", element("strong", content.caption)), note)
    drawn = table(cut(content))
    if len(content.rows) <= _LONG:
        return element("div", drawn, note)
    rows = f"{content.caption} ({len(content.rows)} rows)"
    return element("details", element("summary", rows), drawn, note)
