"""The report as one self-contained page: no script, no request, light and dark, screen and paper."""

from __future__ import annotations

from pycheck.report import html_claims, html_measured, html_parts
from pycheck.report.equilibria import drawings
from pycheck.report.html_style import STYLE
from pycheck.report.markup import Markup, element, join
from pycheck.report.measured import EmpiricalSection
from pycheck.report.model import Report, Section, build_report
from pycheck.report.summary import first_line
from pycheck.report.words import SECTION_TITLES, problem_lines
from pycheck.verdict import Verification


def render_html(verification: Verification, measured: EmpiricalSection | None = None) -> str:
    """The report as an HTML page, ending in a newline."""
    report = build_report(verification, measured)
    head = html_parts.head_of(f"{report.mechanism.name}: scope report", STYLE)
    body = element(
        "body",
        element("a", "Skip to the claims", href="#overview", class_="skip"),
        _header(report),
        element("main", *_main(report)),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _header(report: Report) -> Markup:
    return element(
        "header",
        element("p", "Scope report of ", element("code", report.mechanism.name), class_="kicker"),
        element("h1", report.mechanism.title),
        _banner(report),
        element("nav", element("ul", *_tiles(report), class_="tally"), aria_label="Sections"),
    )


def _banner(report: Report) -> Markup:
    if not report.ok:
        state, words = "bad", "Problems found"
    elif not report.complete:
        state, words = "incomplete", "Incomplete: not everything was checked"
    else:
        state, words = "good", "Everything that can be checked was checked and is as expected"
    return element(
        "p", element("strong", words), element("span", first_line(report)), class_=f"summary {state}"
    )


def _tiles(report: Report) -> list[Markup]:
    tiles = []
    problems = len(problem_lines(report))
    if problems:
        tiles.append(_tile("problems", html_claims.PROBLEM_ICON, problems, "Problems"))
    for section in Section:
        count = len(report.section(section))
        tiles.append(_tile(section.value, html_claims.ICONS[section], count, SECTION_TITLES[section]))
    return tiles


def _tile(name: str, sign: str, count: int, title: str) -> Markup:
    # The sign stands by the words: before the number it would be read as "≤ 0" and "— 1".
    label = element("span", html_claims.icon(sign), f" {title}")
    link = element("a", element("b", str(count)), " ", label, href=f"#{name}")
    return element("li", link, class_=name if count else f"{name} none")


def _main(report: Report) -> list[Markup]:
    return [
        html_claims.problems(report),
        html_claims.overview(report),
        *(html_claims.section(report, which) for which in Section),
        html_parts.margins(report),
        html_measured.measured(report.measured),
        html_parts.compared(report),
        html_parts.mechanism(report, _graphs(report)),
        html_parts.trust_base(report),
        html_parts.sources(report),
    ]


def _graphs(report: Report) -> Markup:
    """The deviation graphs; the SVG is made, and escaped, by :mod:`pycheck.graphs`."""
    figures = [
        element("figure", element("figcaption", caption), Markup(svg))
        for caption, svg in drawings(report.mechanism)
    ]
    if not figures:
        return Markup("")
    lead = "Profitable unilateral deviations, by true types; where nobody gains by deviating is marked."
    return join([element("h3", "Deviations"), element("p", lead), element("div", *figures, class_="graphs")])
