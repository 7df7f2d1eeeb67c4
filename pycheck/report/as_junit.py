"""The report as JUnit XML, for continuous integration: a suite a mechanism, a case a claim.

A case passes when its claim has a verdict and it is the expected one. What was not checked or is not
formalised is skipped, and says so; everything with a problem fails. Cases are grouped by the evidence
they rest on (``<mechanism>.formal``, ``<mechanism>.enumerated``, …). Times are left out: they are not
part of a report.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from pycheck.report.escape import xml, xml_lines
from pycheck.report.model import ClaimRow, Report, Status, build_report
from pycheck.report.summary import first_line
from pycheck.report.words import (
    axioms,
    comparison,
    enumeration,
    proof,
    reason_name,
    result,
    statement_matches,
    voices,
)
from pycheck.verdict import Verification
from pycheck.visible import visible


@dataclass(frozen=True)
class _Case:
    group: str
    name: str
    outcome: Literal["passed", "failure", "skipped"]
    message: str = ""
    output: tuple[str, ...] = ()


def render_junit(*verifications: Verification) -> str:
    """One ``testsuites`` document for all ``verifications``, ending in a newline."""
    suites = [(report := build_report(v), tuple(_cases(report))) for v in verifications]
    every = tuple(case for _, cases in suites for case in cases)
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="pycheck"{_counts(every)}>']
    for report, cases in suites:
        name = xml(report.mechanism.name)
        lines.append(f'  <testsuite name="{name}"{_counts(cases)}>')
        lines += [
            "    <properties>",
            f'      <property name="summary" value="{xml(first_line(report))}"/>',
            f'      <property name="lean" value="{xml(report.lean.version or "none")}"/>',
            f'      <property name="provider" value="{xml(report.lean.provider)}"/>',
            "    </properties>",
        ]
        for case in cases:
            lines += _case_lines(case, name)
        lines.append("  </testsuite>")
    return "\n".join([*lines, "</testsuites>"]) + "\n"


def _counts(cases: tuple[_Case, ...]) -> str:
    failures = sum(case.outcome == "failure" for case in cases)
    skipped = sum(case.outcome == "skipped" for case in cases)
    return f' tests="{len(cases)}" failures="{failures}" errors="0" skipped="{skipped}"'


def _cases(report: Report) -> Iterator[_Case]:
    for row in report.rows:
        yield _claim(row)
    found = report.non_divergence
    text = comparison(report)
    if found.verdict == "agrees":
        yield _Case("non_divergence", "lean_and_python_agree", "passed", "", (text,))
    elif found.verdict == "diverges":
        places = tuple(d.text() for d in found.divergences)
        yield _Case("non_divergence", "lean_and_python_agree", "failure", text, places)
    else:
        yield _Case("non_divergence", "lean_and_python_agree", "skipped", text)
    if report.problems:
        yield _Case("verification", "no_other_problem", "failure", report.problems[0], report.problems)


def _claim(row: ClaimRow) -> _Case:
    output = tuple(f"{name}: {value}" for name, value in _facts(row) if value)
    match row.status:
        case Status.AS_EXPECTED:
            return _Case(row.section, row.id, "passed", "", output)
        case Status.PROBLEM:
            return _Case(row.section, row.id, "failure", row.problem, output)
        case Status.NOT_FORMALISED | Status.NOT_CHECKED:
            reason = f": {row.reason}" if row.reason else ""
            return _Case(row.section, row.id, "skipped", f"{result(row)}{reason}", output)


def _facts(row: ClaimRow) -> Iterator[tuple[str, str]]:
    yield "statement", row.statement
    yield "result", result(row)
    yield "expected", row.expect
    yield reason_name(row), row.reason
    yield "enumerated", enumeration(row)
    yield "counterexample", row.counterexample.text() if row.counterexample else ""
    yield "checkers", voices(row) if row.contradiction else ""
    if row.theorem:
        yield "theorem", f"{row.theorem} ({proof(row)})"
        yield "statement matches", statement_matches(row)
        yield "axioms", axioms(row)
    if row.symbolic is not None:
        yield "condition", "; ".join(row.symbolic.condition)
    yield "source", row.source


def _case_lines(case: _Case, suite: str) -> Iterator[str]:
    opening = f'    <testcase classname="{suite}.{xml(case.group)}" name="{xml(case.name)}"'
    body = xml_lines("\n".join(visible(line) for line in case.output))
    if case.outcome == "passed":
        if not case.output:
            yield f"{opening}/>"
            return
        yield f"{opening}>"
        yield f"      <system-out>{body}</system-out>"
    elif case.outcome == "failure":
        yield f"{opening}>"
        yield f'      <failure message="{xml(case.message)}" type="{xml(case.group)}">{body}</failure>'
    else:
        yield f"{opening}>"
        yield f'      <skipped message="{xml(case.message)}"/>'
        if case.output:
            yield f"      <system-out>{body}</system-out>"
    yield "    </testcase>"
