"""The report for a terminal: plain text without colour, the summary first."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Sequence

from pycheck.report.measured import EmpiricalSection, checked, terminal_lines
from pycheck.report.model import ClaimRow, Report, Section, Status, build_report
from pycheck.report.summary import first_line
from pycheck.report.trust import kernel_run
from pycheck.report.words import (
    MEASURED_TITLE,
    NOTHING_MEASURED,
    SECTION_TITLES,
    axioms,
    comparison,
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
)
from pycheck.verdict import Level, Verification
from pycheck.visible import visible

#: Narrower than this, or than their cells, tables become one block a claim.
_NARROW = 60
_MIN_WIDTH = 40


def render_text(
    verification: Verification,
    width: int = 100,
    *,
    verbose: bool = False,
    measured: EmpiricalSection | None = None,
    ungated: int = 0,
) -> str:
    """The report as text, ending in a newline; its first line is the summary, never wrapped.

    ``width`` is the terminal's width in columns, at least 40; ``verbose`` adds each claim's statement,
    theorem, axioms, margin and source; ``ungated`` is how many runs there are that were not looked at.
    """
    report = build_report(verification, measured)
    width = max(width, _MIN_WIDTH)
    lines = [first_line(report), *_wrap(report.mechanism.title, width), ""]
    lines += _problems(report, width)
    for section in Section:
        rows = report.section(section)
        if rows:
            lines += [*_section(section, rows, width, verbose), ""]
    lines += [*_rest(report, width), *_measured(report, width, ungated)]
    return "\n".join(line.rstrip() for line in lines).rstrip() + "\n"


def _problems(report: Report, width: int) -> Iterator[str]:
    lines = problem_lines(report)
    if not lines:
        return
    yield f"PROBLEMS ({len(lines)})"
    for row, said in lines:
        yield from _wrap(said if row is None else f"{row.id}: {said}", width, "  ! ", "    ")
    yield ""


_HEAD = ("claim", "result", "enumerated", "theorem")


def _section(section: Section, rows: Sequence[ClaimRow], width: int, verbose: bool) -> Iterator[str]:
    yield f"{SECTION_TITLES[section].upper()} ({count_of(len(rows), 'claim')})"
    shared = shared_reason(rows)
    lead = rests_on(section, rows) + (f" Reason: {shared}" if shared else "")
    yield from _wrap(lead, width, "  ", "  ")
    cells = [tuple(map(visible, (row.id, result(row), enumeration(row), _theorem(row)))) for row in rows]
    filled = [k for k in range(len(_HEAD)) if any(row[k] for row in cells)]
    # The theorems' names go first when there is no room; asked for everything, they are in the details.
    for kept in ([k for k in filled if k < 3 or not verbose], [k for k in filled if k < 3]):
        sizes = [max(_columns(row[k]) for row in [_HEAD, *cells]) for k in kept]
        if width >= _NARROW and sum(sizes) + 2 * len(sizes) <= width:
            yield "  " + "  ".join(_pad(_HEAD[k], size) for k, size in zip(kept, sizes, strict=True))
            yield "  " + "  ".join("-" * size for size in sizes)
            for row, values in zip(rows, cells, strict=True):
                yield "  " + "  ".join(_pad(values[k], size) for k, size in zip(kept, sizes, strict=True))
                yield from _details(row, width, verbose, shared)
            return
    for row, values in zip(rows, cells, strict=True):
        counted = f" ({values[2]})" if values[2] else ""
        yield from _wrap(values[0], width, "  ", "  ")
        yield from _wrap(f"{values[1]}{counted}", width, "    ", "      ")
        yield from _details(row, width, verbose, shared)


def _theorem(row: ClaimRow) -> str:
    """The theorem by its last name, with what became of it unless it proves the claim."""
    if not row.theorem:
        return ""
    name = row.theorem.rsplit(".", 1)[-1]
    if row.section is Section.FORMAL:
        return name if row.formal and row.formal.proves == "claim" else f"{name} (negation)"
    return f"{name} ({proof(row)})"


def _details(row: ClaimRow, width: int, verbose: bool, shared: str) -> Iterator[str]:
    """The lines below a claim: always what qualifies its result, on demand everything."""
    details: list[tuple[str, str]] = []
    if verbose or row.status is Status.NOT_FORMALISED:
        details.append(("statement", row.statement))
    if row.reason and row.reason != shared:
        details.append((reason_name(row), row.reason))
    if row.counterexample is not None and row.status is not Status.PROBLEM:
        details.append(("counterexample", row.counterexample.text()))
    if verbose:
        details += _everything(row)
    for name, value in details:
        yield from _wrap(f"{name}: {value}", width, "      ", "        ")


def _everything(row: ClaimRow) -> Iterator[tuple[str, str]]:
    yield "expected", row.expect
    if maps_found(row):
        yield "maps found", "; ".join(maps_found(row))
    if row.theorem:
        yield "theorem", row.theorem
        yield "statement matches", statement_matches(row)
        yield "axioms", axioms(row)
    if row.symbolic is not None:
        yield "condition", "; ".join(row.symbolic.condition)
        yield "smallest margin", margin(row.smallest_margin)
    if row.source:
        yield "source", row.source
    if row.note:
        yield "note", row.note


def _rest(report: Report, width: int) -> Iterator[str]:
    yield from _wrap(f"Non-divergence: {comparison(report)}", width, "", "  ")
    lean = report.lean
    version = f"Lean {lean.version}" if lean.version else "Lean: none"
    commit = f", commit {lean.commit}" if lean.commit else ""
    yield from _wrap(f"Trust base: {version}, provider {lean.provider}{commit}.", width, "", "  ")
    if kernel_run(report):
        yield from _wrap(f"Second kernel run: {kernel_run(report)}.", width, "", "  ")
    conditions = sum(Level.SYMBOLIC in row.evidence for row in report.rows)
    if conditions:
        yield from _wrap(
            f"Symbolic: conditions on the utilities derived for {count_of(conditions, 'claim')}.",
            width,
            "",
            "  ",
        )


def _measured(report: Report, width: int, ungated: int) -> Iterator[str]:
    if (section := checked(report.measured)) is None:
        runs = f"{count_of(ungated, 'run')}, not looked at here: pycheck report lets them through the gate."
        said = runs if ungated else f"nothing. {NOTHING_MEASURED}"
        yield from _wrap(f"{MEASURED_TITLE}: {said}", width, "", "  ")
    else:
        yield from _wrap(f"{MEASURED_TITLE} ({section.label}):", width, "", "  ")
        for run in section.runs:
            for depth, said in terminal_lines(run):
                yield from _wrap(said, width, "  " * depth, "  " * (depth + 1))


def _columns(text: str) -> int:
    """Terminal columns that ``text`` takes: two for wide characters, none for combining ones."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def _pad(text: str, width: int) -> str:
    return text + " " * (width - _columns(text))


def _wrap(text: str, width: int, first: str = "", later: str = "") -> Iterator[str]:
    """``text`` made harmless and broken into lines; a word longer than a line is cut, never lost."""
    line, filled = first, False
    for word in visible(text).split():
        if filled and _columns(line) + 1 + _columns(word) > width:
            yield line
            line, filled = later, False
        while _columns(line) + _columns(word) + filled > width and not filled:
            cut = _cut(word, max(1, width - _columns(line)))
            yield line + word[:cut]
            line, word = later, word[cut:]
        line = f"{line} {word}" if filled else line + word
        filled = True
    yield line


def _cut(word: str, width: int) -> int:
    """How many characters of ``word`` fit into ``width`` columns; at least one."""
    used = 0
    for position, character in enumerate(word):
        used += _columns(character)
        if used > width:
            return max(1, position)
    return len(word)
