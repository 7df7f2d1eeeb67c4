"""The claims in HTML: the overview, what is wrong, and each section."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.report.escape import html_lines
from pycheck.report.markup import Markup, element, join
from pycheck.report.model import ClaimRow, Report, Section, Status
from pycheck.report.words import (
    NO_CLAIMS,
    SECTION_TITLES,
    axioms,
    count_of,
    enumeration,
    maps_found,
    margin,
    problem_lines,
    proof,
    reason_name,
    rests_on,
    result,
    shared_reason,
    statement_matches,
    tightest,
    voices,
)

ICONS: dict[Section, str] = {
    Section.FORMAL: "⊢",
    Section.ENUMERATED: "#",
    Section.CONDITIONS: "≤",
    Section.NOT_FORMALISED: "—",
    Section.NOT_CHECKED: "?",
}
PROBLEM_ICON = "!"
_COLUMNS = ("Claim", "Result", "Lean", "Enumerated", "Condition")


def icon(sign: str) -> Markup:
    """A sign that is said in words beside it, hidden from screen readers."""
    return element("span", sign, class_="icon", aria_hidden="true")


def anchor(row: ClaimRow) -> str:
    """The claim's place in the page; different claims have different places, whatever their ids hold."""
    kept = (c if c.isascii() and (c.isalnum() or c in "_.-") else f"~{ord(c):x}~" for c in row.id)
    return f"claim-{''.join(kept)}"


def _link(row: ClaimRow) -> Markup:
    return element("a", element("code", row.id), href=f"#{anchor(row)}")


def problems(report: Report) -> Markup:
    """Everything that is not as it should be; empty when nothing is wrong."""
    lines = problem_lines(report)
    if not lines:
        return Markup("")
    items = [
        element("li", said) if row is None else element("li", _link(row), ": ", said) for row, said in lines
    ]
    heading = element("h2", icon(PROBLEM_ICON), f" Problems ({len(lines)})", id="problems-title")
    return element(
        "section",
        heading,
        element("ul", *items),
        class_="problems",
        id="problems",
        aria_labelledby="problems-title",
    )


def overview(report: Report) -> Markup:
    """One table with every claim and what each means of checking says of it.

    The roles are spelled out because narrow screens lay the table out as blocks.
    """
    head = element("tr", *(element("th", c, scope="col", role="columnheader") for c in _COLUMNS), role="row")
    bodies = []
    for section in Section:
        rows = report.section(section)
        if not rows:
            continue
        title = f"{SECTION_TITLES[section]} ({len(rows)})"
        group = element(
            "th", icon(ICONS[section]), f" {title}", colspan="5", scope="rowgroup", role="rowheader"
        )
        lines = [element("tr", group, role="row"), *map(_overview_row, rows)]
        bodies.append(element("tbody", *lines, class_=section.value, role="rowgroup"))
    caption = element("caption", f"{count_of(len(report.rows), 'claim')}, by the evidence they rest on")
    table = element(
        "table",
        caption,
        element("thead", head, role="rowgroup"),
        *bodies,
        class_="overview",
        role="table",
    )
    heading = element("h2", "What rests on what", id="overview-title")
    return element("section", heading, table, id="overview", aria_labelledby="overview-title")


def _overview_row(row: ClaimRow) -> Markup:
    condition = "–"
    if row.symbolic is not None:
        condition = "satisfied" if row.symbolic.holds else "not satisfied"
        if row.smallest_margin is not None:
            condition += f", margin {row.smallest_margin}"
    values = (result(row), _lean_word(row), enumeration(row) or "–", condition)
    cells = [
        element(
            "td",
            element("span", value, class_=_emphasis(label, row)),
            data_label=label,
            role="cell",
        )
        for label, value in zip(_COLUMNS[1:], values, strict=True)
    ]
    head = element("th", _link(row), scope="row", role="rowheader")
    problem = "problem" if row.status is Status.PROBLEM else None
    return element("tr", head, *cells, role="row", class_=problem)


def _emphasis(label: str, row: ClaimRow) -> str | None:
    if label == "Lean" and row.section is Section.FORMAL:
        return "proved"
    return "result" if label == "Result" else None


def _lean_word(row: ClaimRow) -> str:
    if not row.theorem:
        return "no theorem"
    short = {"proves the claim": "proved", "proves the claim's negation": "negation proved"}
    return short.get(proof(row), proof(row))


def section(report: Report, which: Section) -> Markup:
    """One section with its claims in full."""
    rows = report.section(which)
    title = f"{which.value}-title"
    heading = element("h2", icon(ICONS[which]), f" {SECTION_TITLES[which]} ({len(rows)})", id=title)
    shared = shared_reason(rows)
    body = [
        element("p", rests_on(which, rows) if rows else NO_CLAIMS[which], class_="muted"),
        element("p", f"Reason: {shared}") if shared else "",
        *(claim(row) for row in rows),
    ]
    return element(
        "section", heading, *body, class_=f"claims {which.value}", id=which.value, aria_labelledby=title
    )


def badge(row: ClaimRow) -> Markup:
    """The claim's result, told apart by words and border."""
    kind = {
        Status.AS_EXPECTED: "formal" if row.section is Section.FORMAL else "decided",
        Status.PROBLEM: "problem",
        Status.NOT_CHECKED: "not_checked",
        Status.NOT_FORMALISED: "not_formalised",
    }[row.status]
    return element("span", result(row), class_=f"badge {kind}")


def claim(row: ClaimRow) -> Markup:
    """One claim with everything that is known of it."""
    facts = [
        element("div", element("dt", name), element("dd", value), class_="wide" if wide else None)
        for name, value, wide in _facts(row)
        if value
    ]
    return element(
        "article",
        element("h3", element("code", row.id), badge(row)),
        element("p", row.statement),
        element("dl", *facts, class_="facts"),
        *_statements(row),
        id=anchor(row),
    )


def _facts(row: ClaimRow) -> Iterator[tuple[str, str, bool]]:
    """Name, value, and whether the value needs the whole width."""
    yield "Problem", element("strong", row.problem) if row.problem else "", True
    yield "Reason code", element("code", row.lean.code) if row.lean and row.lean.code else "", False
    yield reason_name(row).capitalize(), row.reason, True
    yield "Checkers", voices(row) if row.contradiction else "", True
    if row.status is not Status.NOT_FORMALISED:
        yield "Expected", row.expect, False
    yield "Enumerated", enumeration(row), False
    if row.theorem:
        yield "Statement equals the claim's", statement_matches(row), False
        yield "Axioms", axioms(row), False
    if row.symbolic is not None:
        yield "Smallest margin", _margin(row), False
    yield "Source", row.source, False
    if row.theorem:
        place = [", at ", element("code", row.lean.where)] if row.lean and row.lean.where else []
        yield "Lean theorem", join([element("code", row.theorem), " ", proof(row), *place], ""), True
    maps = maps_found(row)
    yield "Maps found", element("ul", *map(_item, maps)) if maps else "", True
    yield "Counterexample", row.counterexample.text() if row.counterexample else "", True
    if row.symbolic is not None:
        name = f"Condition ({'satisfied' if row.symbolic.holds else 'not satisfied'} by the numbers)"
        yield name, element("ul", *map(_item, row.symbolic.condition)), True
    yield "Note", row.note, True


def _item(line: str) -> Markup:
    return element("li", element("code", line))


def _margin(row: ClaimRow) -> str:
    keys = [m.key for m in tightest(row)]
    return margin(row.smallest_margin) + (
        f" (at {count_of(len(keys), 'utility', 'utilities')})" if keys else ""
    )


def _statements(row: ClaimRow) -> Iterator[Markup]:
    for title, statement in (
        ("Lean: the claim's statement, as the certificate writes it", row.lean_statement),
        ("Lean: the theorem's statement, as Lean prints it", row.lean.printed if row.lean else None),
    ):
        if statement:
            body = element("pre", element("code", Markup(html_lines(statement))), tabindex="0")
            yield element("details", element("summary", title), body)
