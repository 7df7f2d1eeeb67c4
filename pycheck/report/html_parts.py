"""The rest of the HTML report: margins, the comparison with Lean, tables, trust base."""

from __future__ import annotations

from base64 import b64encode
from hashlib import sha256

from pycheck.report.equilibria import equilibria_table
from pycheck.report.margins import MARGINS_LEAD, MARGINS_TITLE, margins_table
from pycheck.report.markup import Markup, element
from pycheck.report.model import Report
from pycheck.report.tables import Table, map_tables, payoff_tables, welfare_table
from pycheck.report.trust import trust_table
from pycheck.report.words import comparison


def part(name: str, title: str, *body: str) -> Markup:
    """A section of the page that holds no claims."""
    heading = element("h2", title, id=f"{name}-title")
    return element("section", heading, *body, id=name, aria_labelledby=f"{name}-title")


def table(content: Table, *, code: bool = False) -> Markup:
    """A data table; ``code`` sets the cells as code."""
    spans = []
    if content.span:
        spans = [
            element(
                "tr",
                element("td"),
                element(
                    "th", content.span, scope="colgroup", colspan=str(len(content.columns)), class_="span"
                ),
            )
        ]
    head = element("tr", *(element("th", title, scope="col") for title in (content.corner, *content.columns)))
    number = "number" if content.numeric else None
    rows = [
        element(
            "tr",
            element("th", first, scope="row"),
            *(element("td", element("code", cell) if code else cell, class_=number) for cell in cells),
        )
        for first, *cells in content.rows
    ]
    drawn = element(
        "table",
        element("caption", content.caption),
        element("thead", *spans, head),
        element("tbody", *rows),
    )
    left_out = (
        element("p", f"{content.left_out} more rows are left out here.", class_="muted")
        if content.left_out
        else ""
    )
    # Wide tables scroll by themselves on a narrow screen; the keyboard must be able to do it too.
    return element(
        "div", drawn, left_out, class_="scroll", tabindex="0", role="region", aria_label=content.caption
    )


def margins(report: Report) -> Markup:
    """The utilities that may move least; empty without conditions."""
    content = margins_table(report)
    if content is None:
        return Markup("")
    return part("margins", MARGINS_TITLE, element("p", MARGINS_LEAD, class_="muted"), table(content))


def compared(report: Report) -> Markup:
    """The non-divergence verdict and every divergence."""
    body: list[str] = [element("p", comparison(report))]
    divergences = report.non_divergence.divergences
    if divergences:
        rows = tuple((d.key, d.python, d.lean, d.where) for d in divergences)
        body.append(table(Table("Where the two sides differ", "key", ("here", "in Lean", "where"), rows)))
    return part("non-divergence", "Lean against Python", *body)


def mechanism(report: Report, graphs: Markup) -> Markup:
    """Payoff tables, outcome maps, welfare and the deviation graphs."""
    found = report.mechanism
    valued = (welfare_table, equilibria_table) if found.signature.has_utilities else ()
    return part(
        "mechanism",
        "The mechanism",
        element("p", found.description) if found.description else "",
        element("div", *(table(t) for t in payoff_tables(found)), class_="tables"),
        element("div", *(table(t) for t in map_tables(found)), class_="tables"),
        *(table(make(found)) for make in valued),
        graphs,
    )


def trust_base(report: Report) -> Markup:
    """Everything that has to be believed."""
    return part("trust-base", "Trust base", table(trust_table(report), code=True))


def sources(report: Report) -> Markup:
    """The literature; empty when the mechanism names none."""
    found = report.mechanism.sources
    if not found:
        return Markup("")
    items = [element("div", element("dt", s.id), element("dd", s.citation), class_="wide") for s in found]
    return part("sources", "Sources", element("dl", *items, class_="facts"))


def head_of(title: str, style: str, script: str = "") -> Markup:
    """The head of a page of its own. Of scripts the page runs those whose text is ``script``, if any."""
    # Nothing is fetched, and nothing else runs; the page says so to the browser as well.
    runs = f"; script-src 'sha256-{_digest(script)}'" if script else ""
    return element(
        "head",
        Markup('<meta charset="utf-8">'),
        Markup('<meta name="viewport" content="width=device-width, initial-scale=1">'),
        Markup(
            '<meta http-equiv="Content-Security-Policy" '
            f"content=\"default-src 'none'; style-src 'unsafe-inline'{runs}\">"
        ),
        element("title", title),
        element("style", Markup(f"\n{style}")),
    )


def _digest(script: str) -> str:
    return b64encode(sha256(script.encode()).digest()).decode()
