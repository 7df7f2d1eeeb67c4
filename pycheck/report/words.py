"""The words that every format shares, so that no two of them tell a different story."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Literal

from pycheck.report.model import ClaimRow, Report, Section, Status
from pycheck.verdict import Margin
from pycheck.visible import visible

#: Heading of each section, and one sentence on what its claims rest on.
SECTION_TITLES: dict[Section, str] = {
    Section.FORMAL: "Proved in Lean",
    Section.ENUMERATED: "Enumerated",
    Section.CONDITIONS: "By condition only",
    Section.NOT_FORMALISED: "Not formalised",
    Section.NOT_CHECKED: "Not checked",
}
SECTION_RESTS_ON: dict[Section, str] = {
    Section.FORMAL: (
        "A theorem, accepted by the Lean kernel, whose statement the kernel found equal to the claim's. "
        "Outcome maps the kernel counts itself; the theorem gives that number for the same property. "
        "A claim that fails is one whose negation is proved."
    ),
    Section.ENUMERATED: (
        "Every case of a finite domain, examined (or, where a row says so, counted exactly) by pycheck's "
        "Python code. No theorem stands behind these."
    ),
    Section.CONDITIONS: (
        "A condition on the utilities, derived symbolically, which the mechanism's numbers satisfy or not. "
        "Neither a theorem nor an enumeration."
    ),
    Section.NOT_FORMALISED: (
        "Stated in words and deliberately outside the formal scope. Nothing here is proved, "
        "whatever an enumeration may suggest."
    ),
    Section.NOT_CHECKED: "No verdict was reached on these. Not checked does not mean passed.",
}
#: What is added where a statement is written out in a file.
_WRITTEN_OUT = (
    " Where a claim names the file that has its statement, it is a general theorem: that statement, written "
    "out in Lean beside the mechanism file, is compiled apart from the library and compared with the "
    "theorem's as a term, with all definitions below it. The claim's words are then the mechanism file's own."
)
NO_CLAIMS: dict[Section, str] = {
    Section.FORMAL: "No claim is proved in Lean.",
    Section.ENUMERATED: "No claim rests on enumeration alone.",
    Section.CONDITIONS: "No claim rests on a condition alone; other claims' conditions are given with them.",
    Section.NOT_FORMALISED: "Every claim is formalised.",
    Section.NOT_CHECKED: "Every claim that can be checked was checked.",
}
#: Reason codes of what follows from something that is said elsewhere.
_FOLLOWS = frozenset({"library_broken", "data_diverges", "no_answer"})
#: At most this many utilities are named in one place.
_NAMED_KEYS = 4
#: At most this many outcome maps of a census are listed.
_SHOWN_MAPS = 16

#: The kind of claim that no formula is made of.
GENERAL = "general_theorem"

MEASURED_TITLE = "Measured"
NOTHING_MEASURED = "No empirical run has passed the gate."


def rests_on(section: Section, rows: Iterable[ClaimRow]) -> str:
    """What the claims of a section rest on, in one or two sentences."""
    general = section is Section.FORMAL and any(row.kind == GENERAL for row in rows)
    return SECTION_RESTS_ON[section] + (_WRITTEN_OUT if general else "")


def count_of(number: int, singular: str, plural: str | None = None) -> str:
    """``1 claim``, ``2 claims``."""
    return f"{number} {singular if number == 1 else plural or singular + 's'}"


def alarm(row: ClaimRow) -> str:
    """What is wrong with a claim, in capitals; empty when nothing is."""
    if row.contradiction:
        return "CHECKERS DISAGREE"
    if row.falsified:
        return "FALSIFIED"
    return "THEOREM NOT ACCEPTED" if row.status is Status.PROBLEM else ""


def result(row: ClaimRow) -> str:
    """The result of a claim in a few words; says what was expected where that matters."""
    if row.status is Status.NOT_FORMALISED:
        return "not formalised"
    if row.falsified:
        return f"{alarm(row)}: {'holds' if row.truth else 'fails'}, expected: {row.expect}"
    if row.status is Status.PROBLEM:
        return alarm(row)
    if row.status is Status.NOT_CHECKED:
        return "not checked"
    return "holds" if row.truth else "fails, as expected"


def causes_first(rows: Iterable[ClaimRow]) -> list[ClaimRow]:
    """Rows in their order, those last of which is wrong what follows from something else."""
    return sorted(rows, key=lambda row: row.lean is not None and row.lean.code in _FOLLOWS)


def names(rows: Sequence[ClaimRow], most: int = 3) -> str:
    """The ids of some claims, as many as fit a line."""
    shown = [visible(row.id) for row in rows[:most]]
    return ", ".join([*shown, f"and {len(rows) - most} more"] if len(rows) > most else shown)


def problem_lines(report: Report) -> tuple[tuple[ClaimRow | None, str], ...]:
    """Everything that is wrong: the claim it belongs to, if any, and one line to say it."""
    # Where the tables differ comes first, then the statement that does, then what Lean says of the sources:
    # most of the rest follows.
    lines: list[tuple[ClaimRow | None, str]] = [
        (None, divergence.text()) for divergence in report.non_divergence.divergences
    ]
    wrong = _claims_wrong(report)
    first = [(row, said) for row, said in wrong if row and row.lean and row.lean.code == "statement_differs"]
    lines += first
    lines += [(None, problem) for problem in report.problems]
    return (*lines, *(line for line in wrong if line not in first))


def _claims_wrong(report: Report) -> list[tuple[ClaimRow | None, str]]:
    lines: list[tuple[ClaimRow | None, str]] = []
    # What is wrong with many in the same words is said once.
    bare = [row for row in report.with_problem if row.counterexample is None and not row.contradiction]
    count = Counter(row.problem for row in bare)
    told: set[str] = set()
    for row in causes_first(report.with_problem):
        if row in bare and count[row.problem] > 1:
            if row.problem not in told:
                same = [other for other in bare if other.problem == row.problem]
                lines.append((None, f"{alarm(row)}, {len(same)} claims ({names(same)}): {row.problem}"))
            told.add(row.problem)
            continue
        said = [f"{alarm(row)}: {row.problem}"]
        if row.contradiction:
            said.append(voices(row))
        if row.counterexample is not None:
            said.append(f"counterexample: {row.counterexample.text()}")
        lines.append((row, "; ".join(said)))
    return lines


def enumeration(row: ClaimRow) -> str:
    """How the enumeration went: ``8 of 8 cases``, ``8 of 256 maps``, ``3 of 4 candidates``; or empty."""
    if row.exhaustive is None:
        return ""
    how = ", counted exactly" if row.exhaustive.counted else ""
    return f"{row.exhaustive.satisfied} of {count_of(row.exhaustive.cases, row.exhaustive.unit)}{how}"


def maps_found(row: ClaimRow) -> tuple[str, ...]:
    """The outcome maps that a census counted, as many as a person wants to read."""
    found = (row.exhaustive.found if row.exhaustive else None) or ()
    left_out = len(found) - _SHOWN_MAPS
    return (*found[:_SHOWN_MAPS], f"and {left_out} more") if left_out > 0 else found


def proof(row: ClaimRow) -> str:
    """What became of the claim's theorem; empty when it names none."""
    if row.lean is not None and row.lean.problem:
        return "not accepted"
    if row.formal is not None:
        return "proves the claim" if row.formal.proves == "claim" else "proves the claim's negation"
    return "not checked" if row.lean is not None else ""


def voices(row: ClaimRow) -> str:
    """What each checker says of a claim, for when they disagree."""
    said = []
    if row.formal is not None:
        said.append(f"Lean proves the {'claim' if row.formal.proves == 'claim' else 'negation'}")
    if row.exhaustive is not None:
        said.append(f"by enumeration it {'holds' if row.exhaustive.holds else 'fails'}")
    if row.symbolic is not None:
        said.append(f"by its condition it {'holds' if row.symbolic.holds else 'fails'}")
    return "; ".join(said)


def shared_reason(rows: Sequence[ClaimRow]) -> str:
    """The reason that all of several claims share; empty when they do not."""
    reasons = {row.reason for row in rows}
    return reasons.pop() if len(rows) > 1 and len(reasons) == 1 else ""


def reason_name(row: ClaimRow) -> str:
    """What a claim's ``reason`` is the reason of."""
    return "not enumerated" if row.status is Status.AS_EXPECTED else "reason"


def statement_matches(row: ClaimRow) -> str:
    """Whether the theorem states what the claim states, as far as the kernel was asked."""
    answer = row.lean.statement_matches if row.lean else None
    return {True: "yes", False: "no", None: "not checked"}[answer]


def axioms(row: ClaimRow) -> str:
    """The theorem's axioms in words."""
    if row.axioms is None:
        return "not checked"
    return ", ".join(row.axioms) or "none"


def margin(value: Fraction | None) -> str:
    """A margin in the unit of the utilities."""
    return "unbounded" if value is None else str(value)


def tightest(row: ClaimRow) -> tuple[Margin, ...]:
    """The utilities with the claim's smallest margin."""
    if row.symbolic is None or row.smallest_margin is None:
        return ()
    return tuple(m for m in row.symbolic.margins if row.smallest_margin in (m.down, m.up))


def tightest_side(row: ClaimRow, side: Literal["down", "up"]) -> str:
    """Which utilities may only be moved by the smallest margin towards one side, and how far.

    ``row.o1.a, row.o2.a by less than 1``; at most a few utilities are named.
    """
    bounds: dict[str, list[str]] = {}
    for m in tightest(row):
        distance, attained = (m.down, m.down_attained) if side == "down" else (m.up, m.up_attained)
        if distance == row.smallest_margin:
            far = f"by {'at most' if attained else 'less than'} {distance}" if distance else "not at all"
            bounds.setdefault(far, []).append(m.key.removeprefix("utilities."))
    return "; ".join(f"{_some(keys)} {far}" for far, keys in bounds.items())


def _some(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _NAMED_KEYS} more" if len(keys) > _NAMED_KEYS else ""
    return ", ".join(keys[:_NAMED_KEYS]) + more


def comparison(report: Report) -> str:
    """The non-divergence verdict in one sentence."""
    found = report.non_divergence
    if found.verdict == "agrees":
        rejected = (
            f"; {count_of(found.canaries, 'canary', 'canaries')} rejected, as it must be"
            if found.canaries == 1
            else f"; {found.canaries} canaries rejected, as they must be"
        )
        return f"Lean and Python agree on {count_of(found.cells_checked, 'cell')}{rejected}."
    if found.verdict == "diverges":
        return f"Lean and Python diverge in {count_of(len(found.divergences), 'place')}."
    if report.mechanism.lean is None:
        return "Not compared: this mechanism has no Lean side."
    return "Not checked: Lean and Python were not compared." + (f" {found.reason}" if found.reason else "")
