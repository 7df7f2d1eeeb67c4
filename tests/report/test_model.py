from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any, cast

import pytest

from pycheck.report import Section, build_report, summary_line
from pycheck.report.model import FormalClaim
from pycheck.verdict import FormalEvidence, Verification

from .conftest import Maker, States, changed


def test_every_claim_is_in_exactly_one_section(states: States) -> None:
    for verification in states.values():
        report = build_report(verification)
        shown = Counter(row.id for section in Section for row in report.section(section))
        assert shown == Counter(c.claim.id for c in verification.claims)
        assert shown == Counter(row.id for row in report.rows)


def test_a_formal_claim_needs_formal_evidence(verified: Verification) -> None:
    row = build_report(verified).enumerated[0].row
    with pytest.raises(TypeError, match="formal evidence only"):
        FormalClaim(row, cast(Any, row.exhaustive))


def test_formal_evidence_needs_the_seal() -> None:
    with pytest.raises(PermissionError):
        FormalEvidence("t", "claim", (), object())


def test_proved_and_enumerated_appears_among_the_proved_with_its_count(verified: Verification) -> None:
    claim = build_report(verified).formal[0]
    assert claim.row.exhaustive is not None
    assert claim.row.exhaustive.cases == 4


def test_a_rejected_theorem_leaves_the_enumeration(states: States) -> None:
    report = build_report(states["theorem rejected"])
    row = next(r for r in report.rows if r.id == "a_prime_strictly_dominant_row")
    assert row.section is Section.ENUMERATED
    assert row.problem == "the theorem states something else"


def test_formal_evidence_beside_a_problem_is_not_shown_as_proved(verified: Verification) -> None:
    """Not what the checker makes, and still not to be believed."""
    claim_id = "a_prime_strictly_dominant_row"
    lean = build_report(verified).formal[0].row.lean
    assert lean is not None
    doubtful = changed(verified, claim_id, lambda c: replace(c, lean=replace(lean, problem="sorry")))
    assert claim_id not in {c.row.id for c in build_report(doubtful).formal}


def test_a_rejected_theorem_does_not_hide_that_the_claim_is_false(maker: Maker, states: States) -> None:
    claim_id = "a_prime_strictly_dominant_row"
    false = replace(maker.enumerated_by_id("a_weakly_dominant"), found=None)
    both = changed(
        states["theorem rejected"], claim_id, lambda c: replace(c, exhaustive=false, symbolic=None)
    )
    line = summary_line(both)
    assert "FALSIFIED: 1 of 27 claims" in line
    assert "THEOREM NOT ACCEPTED: 1 of 27 claims" in line
    row = next(r for r in build_report(both).rows if r.id == claim_id)
    assert "the theorem states something else" in row.problem
    assert "the claim fails" in row.problem


def test_why_lean_gave_no_verdict_is_said_with_each_claim(without_lean: Verification) -> None:
    silent = changed(without_lean, "a_prime_strictly_dominant_row", lambda c: replace(c, unchecked_reason=""))
    assert build_report(silent).not_checked[0].reason == "no Lean is available"


def test_complete_only_when_nothing_is_left(states: States) -> None:
    complete = {name for name, v in states.items() if build_report(v).complete}
    assert complete == {
        "verified",
        "falsified by enumeration",
        "falsified by a theorem",
        "theorem rejected",
        "condition only",
        "diverges",
        "no Lean side",
        "no claims",
    }


LINES = {
    "verified": (
        "othman_sandholm: 27 claims: 23 proved in Lean, 3 enumerated, 1 not formalised; "
        "Lean and Python agree on 36 cells"
    ),
    "no Lean": (
        "othman_sandholm: FORMAL CLAIMS NOT CHECKED (no Lean): 23 of 27 claims; 3 enumerated, "
        "1 not formalised; Lean and Python NOT COMPARED"
    ),
    "falsified by enumeration": (
        "othman_sandholm: FALSIFIED: 1 of 27 claims (no_truthful_map_dominates_M); 23 proved in Lean, "
        "3 enumerated, 1 not formalised; Lean and Python agree on 36 cells"
    ),
    "falsified without Lean": (
        "othman_sandholm: FALSIFIED: 1 of 27 claims (a_prime_strictly_dominant_row); FORMAL CLAIMS NOT "
        "CHECKED (no Lean): 23 of 27 claims; 3 enumerated, 1 not formalised; Lean and Python NOT COMPARED"
    ),
    "theorem rejected, nothing else": (
        "othman_sandholm: THEOREM NOT ACCEPTED: 1 of 27 claims (a_prime_strictly_dominant_row); NOT CHECKED: "
        "1 of 27 claims (a_prime_strictly_dominant_row); 22 proved in Lean, 3 enumerated, 1 not formalised; "
        "Lean and Python agree on 36 cells"
    ),
    "condition only": (
        "othman_sandholm: 27 claims: 23 proved in Lean, 2 enumerated, 1 by condition only, 1 not formalised; "
        "Lean and Python agree on 36 cells"
    ),
    "diverges": (
        "othman_sandholm: LEAN AND PYTHON DIVERGE in 1 place: utilities.row.o2.a; 23 proved in Lean, "
        "3 enumerated, 1 not formalised"
    ),
    "canary accepted": (
        "othman_sandholm: 1 OTHER PROBLEM; 23 proved in Lean, 3 enumerated, 1 not formalised; "
        "Lean and Python NOT COMPARED"
    ),
    "no Lean side": "othman_sandholm: 27 claims: 26 enumerated, 1 not formalised; no Lean side",
    "no claims": "othman_sandholm: 0 claims; Lean and Python agree on 36 cells",
}


def test_the_first_of_several_divergences_is_named(states: States) -> None:
    found = states["diverges"].non_divergence
    first = replace(found.divergences[0], key="maps.M1.\x1b")
    several = replace(found, divergences=(first, *found.divergences))
    line = summary_line(replace(states["diverges"], non_divergence=several))
    assert "LEAN AND PYTHON DIVERGE in 2 places, first maps.M1.⟨U+001B⟩; " in line


@pytest.mark.parametrize("state", LINES)
def test_the_summary_line(states: States, state: str) -> None:
    assert summary_line(states[state]) == LINES[state]
