"""The summary: one line that cannot be read as better news than it is, and the counts behind it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pycheck.report.model import Report, Section, build_report
from pycheck.report.words import causes_first, count_of, names, problem_lines
from pycheck.verdict import Level, Verdict, Verification
from pycheck.visible import visible

_COUNTED = {
    Section.FORMAL: "proved in Lean",
    Section.ENUMERATED: "enumerated",
    Section.CONDITIONS: "by condition only",
    Section.NOT_FORMALISED: "not formalised",
}


def summary_line(verification: Verification) -> str:
    """The first line of every format: bad news first, then what rests on what."""
    return first_line(build_report(verification))


def first_line(report: Report) -> str:
    """:func:`summary_line` of a report."""
    alarms = _alarms(report)
    counts = [
        f"{len(report.section(section))} {words}"
        for section, words in _COUNTED.items()
        if report.section(section)
    ]
    body = ", ".join(counts)
    if not alarms:
        head = (
            f"{count_of(len(report.rows), 'claim')}: {body}" if body else count_of(len(report.rows), "claim")
        )
        return f"{visible(report.mechanism.name)}: {'; '.join([head, _agreement(report)])}"
    tail = [part for part in (body, _agreement(report)) if part]
    return f"{visible(report.mechanism.name)}: {'; '.join([*alarms, *tail])}"


def _alarms(report: Report) -> list[str]:
    """What must not be overlooked, worst first."""
    total = count_of(len(report.rows), "claim")
    alarms = [
        f"{words}: {len(rows)} of {total} ({names(causes_first(rows))})"
        for words, rows in (
            ("FALSIFIED", [r for r in report.rows if r.falsified]),
            ("CHECKERS DISAGREE", [r for r in report.rows if r.contradiction]),
            ("THEOREM NOT ACCEPTED", [r for r in report.rows if r.lean is not None and r.lean.problem]),
        )
        if rows
    ]
    if report.non_divergence.verdict == "diverges":
        alarms.append(_divergence([d.key for d in report.non_divergence.divergences]))
    if report.problems:
        alarms.append(count_of(len(report.problems), "OTHER PROBLEM", "OTHER PROBLEMS"))
    unchecked = [r for r in report.not_checked if not r.contradiction]
    theorems = [r for r in unchecked if r.lean is not None and not r.lean.problem]
    if theorems:
        why = "no Lean" if report.lean.provider == "none" else "Lean gave no verdict"
        alarms.append(f"FORMAL CLAIMS NOT CHECKED ({why}): {len(theorems)} of {total}")
    others = [r for r in unchecked if r not in theorems]
    if others:
        alarms.append(f"NOT CHECKED: {len(others)} of {total} ({names(others)})")
    return alarms


def _divergence(keys: Sequence[str]) -> str:
    """Where the two sides differ, by the first key of the mechanism file."""
    where = f"{', first' if len(keys) > 1 else ':'} {visible(keys[0])}" if keys else ""
    return f"LEAN AND PYTHON DIVERGE in {count_of(len(keys), 'place')}{where}"


def _agreement(report: Report) -> str:
    match report.non_divergence.verdict:
        case "agrees":
            return f"Lean and Python agree on {count_of(report.non_divergence.cells_checked, 'cell')}"
        case "diverges":
            return ""
        case _:
            return "no Lean side" if report.mechanism.lean is None else "Lean and Python NOT COMPARED"


def summary(report: Report) -> dict[str, Any]:
    """The counts as JSON-ready data.

    ``verdicts`` counts claims by verdict, ``evidence`` by each level reached (a claim may reach several),
    ``rests_on`` by the section they are in (each claim once).
    """
    return {
        "first_line": first_line(report),
        "ok": report.ok,
        "complete": report.complete,
        "claims": len(report.rows),
        "verdicts": {v.value: sum(r.verdict is v for r in report.rows) for v in Verdict},
        "evidence": {level.value: sum(level in r.evidence for r in report.rows) for level in Level},
        "rests_on": {section.value: len(report.section(section)) for section in Section},
        "problems": len(problem_lines(report)),
    }
