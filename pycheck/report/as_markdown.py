"""The report as Markdown (GitHub's flavour)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycheck.empirical.gate import ShownTable
from pycheck.report.equilibria import equilibria_table
from pycheck.report.escape import markdown, markdown_block, markdown_code
from pycheck.report.margins import MARGINS_LEAD, MARGINS_TITLE, margins_table
from pycheck.report.measured import EmpiricalSection, checked, cut, facts, tables_of
from pycheck.report.model import ClaimRow, Report, Section, Status, build_report
from pycheck.report.summary import first_line
from pycheck.report.tables import Table, map_tables, payoff_tables, welfare_table
from pycheck.report.trust import trust_table
from pycheck.report.words import (
    MEASURED_TITLE,
    NO_CLAIMS,
    NOTHING_MEASURED,
    SECTION_TITLES,
    axioms,
    comparison,
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
    voices,
)
from pycheck.verdict import Verification


def render_markdown(verification: Verification, measured: EmpiricalSection | None = None) -> str:
    """The report as Markdown text, ending in a newline."""
    report = build_report(verification, measured)
    lines = [f"# {markdown(report.mechanism.title)}", "", f"**{markdown(first_line(report))}**", ""]
    if report.mechanism.description:
        lines += [markdown(report.mechanism.description), ""]
    lines += [*_problems(report), *_overview(report)]
    for section in Section:
        lines += _section(report, section)
    lines += [*_margins(report), *_measured(report), *_comparison(report), *_mechanism(report)]
    lines += ["## Trust base", "", *_table(trust_table(report), code=True)]
    lines += _sources(report)
    return "\n".join(lines).rstrip() + "\n"


def _problems(report: Report) -> Iterator[str]:
    lines = problem_lines(report)
    if not lines:
        return
    yield from (f"## Problems ({len(lines)})", "")
    for row, said in lines:
        yield f"- {markdown(said)}" if row is None else f"- {markdown_code(row.id)}: {markdown(said)}"
    yield ""


def _overview(report: Report) -> Iterator[str]:
    yield from ("## What rests on what", "", "| section | claims | what it rests on |", "|---|--:|---|")
    for section in Section:
        title, rows = SECTION_TITLES[section], report.section(section)
        yield f"| {title} | {len(rows)} | {markdown(rests_on(section, rows))} |"
    yield ""


def _section(report: Report, section: Section) -> Iterator[str]:
    rows = report.section(section)
    yield from (f"## {SECTION_TITLES[section]} ({len(rows)})", "")
    if not rows:
        yield from (NO_CLAIMS[section], "")
        return
    yield from (markdown(rests_on(section, rows)), "")
    shared = shared_reason(rows)
    if shared:
        yield from (f"Reason: {markdown(shared)}", "")
    yield from ("| claim | result | enumerated | Lean theorem | smallest margin |", "|---|---|---|---|---|")
    for row in rows:
        cells = (
            markdown_code(row.id),
            markdown(result(row)),
            markdown(enumeration(row)) or "–",
            _theorem(row),
            markdown(margin(row.smallest_margin)) if row.symbolic else "–",
        )
        yield f"| {' | '.join(cells)} |"
    yield ""
    for row in rows:
        yield from _claim(row)


def _theorem(row: ClaimRow) -> str:
    if not row.theorem:
        return "–"
    return f"{markdown_code(row.theorem.rsplit('.', 1)[-1])}: {proof(row)}"


def _claim(row: ClaimRow) -> Iterator[str]:
    yield from (f"### {markdown_code(row.id)}: {markdown(result(row))}", "", markdown(row.statement), "")
    for name, value in _facts(row):
        if value:
            yield f"- {name}: {value}"
    yield ""
    if row.lean_statement:
        yield from ("<details><summary>Lean statement</summary>", "")
        yield from markdown_block(row.lean_statement)
        yield from ("", "</details>", "")


def _facts(row: ClaimRow) -> Iterator[tuple[str, str]]:
    if row.status is not Status.NOT_FORMALISED:
        yield "expected", row.expect
    yield "problem", f"**{markdown(row.problem)}**" if row.problem else ""
    yield "reason code", markdown_code(row.lean.code) if row.lean else ""
    yield reason_name(row), markdown(row.reason)
    yield "checkers", markdown(voices(row)) if row.contradiction else ""
    if row.theorem:
        yield "Lean theorem", f"{markdown_code(row.theorem)} {proof(row)}"
        yield "in the Lean source", markdown_code(row.lean.where) if row.lean else ""
        yield "as Lean prints it", markdown_code(row.lean.printed) if row.lean else ""
        yield "statement equals the claim's", statement_matches(row)
        yield "axioms", markdown(axioms(row))
    yield "enumerated", markdown(enumeration(row))
    yield "maps found", "; ".join(map(markdown_code, maps_found(row)))
    yield "counterexample", markdown(row.counterexample.text()) if row.counterexample else ""
    if row.symbolic is not None:
        yield "condition", "; ".join(map(markdown_code, row.symbolic.condition))
        yield "the numbers satisfy it", "yes" if row.symbolic.holds else "no"
        yield "smallest margin", markdown(margin(row.smallest_margin))
    yield "source", markdown(row.source)
    yield "note", markdown(row.note)


def _margins(report: Report) -> Iterator[str]:
    table = margins_table(report)
    if table is not None:
        yield from (f"## {MARGINS_TITLE}", "", MARGINS_LEAD, "", *_table(table))


def _measured(report: Report) -> Iterator[str]:
    yield from (f"## {MEASURED_TITLE}", "")
    if (section := checked(report.measured)) is None:
        yield from (NOTHING_MEASURED, "")
        return
    yield from (f"**{markdown(section.label)}**", "")
    for run in section.runs:
        yield from (f"### Run {markdown_code(run.run)}: {markdown(run.title)}", "")
        yield from (f"- {markdown(what)}: {markdown_code(said)}" for what, said in facts(run))
        yield ""
        for content in tables_of(run):
            yield from _shown(content)
    for comparison_ in section.comparisons:
        yield from _shown(comparison_)


def _shown(content: ShownTable) -> Iterator[str]:
    yield from (f"#### {markdown(content.caption)}", "")
    if content.rows:
        yield from _table(cut(content))
    if content.note:
        yield from (markdown(content.note), "")


def _comparison(report: Report) -> Iterator[str]:
    yield from ("## Lean against Python", "", markdown(comparison(report)), "")
    divergences = report.non_divergence.divergences
    if divergences:
        yield from ("| key | here | in Lean | where |", "|---|---|---|---|")
        for d in divergences:
            yield f"| {' | '.join(markdown_code(value) for value in (d.key, d.python, d.lean, d.where))} |"
        yield ""


def _mechanism(report: Report) -> Iterator[str]:
    yield from ("## The mechanism", "")
    mechanism = report.mechanism
    tables = [*payoff_tables(mechanism), *map_tables(mechanism)]
    if mechanism.signature.has_utilities:
        tables += [welfare_table(mechanism), equilibria_table(mechanism)]
    for table in tables:
        yield from (f"### {markdown(table.caption)}", "")
        if table.span:
            yield from (f"Columns: {markdown(table.span)}.", "")
        yield from _table(table)


def _table(table: Table, code: bool = False) -> Iterator[str]:
    cell = markdown_code if code else markdown
    yield f"| {' | '.join(map(markdown, (table.corner, *table.columns)))} |"
    yield "|---|" + ("--:|" if table.numeric else "---|") * len(table.columns)
    for head, *cells in table.rows:
        yield f"| {markdown(head)} | {' | '.join(map(cell, cells))} |"
    yield ""
    if table.left_out:
        yield from (f"{table.left_out} more rows are left out here.", "")


def _sources(report: Report) -> Iterator[str]:
    sources: Sequence[tuple[str, str]] = [(s.id, s.citation) for s in report.mechanism.sources]
    if sources:
        yield from ("## Sources", "")
        for name, citation in sources:
            yield f"- **{markdown(name)}**: {markdown(citation)}"
