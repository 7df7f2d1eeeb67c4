"""No format ever says more than is known: for every combination of evidence, read back from the text."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal, get_args

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pycheck.verdict import (
    ClaimVerdict,
    ExhaustiveEvidence,
    FormalEvidence,
    LeanCheck,
    SymbolicEvidence,
    Verdict,
    Verification,
)

from .conftest import NAMESPACE, Maker, States
from .placing import FORMATS, Place

LeanState = Literal["no theorem", "unchecked", "claim", "negation", "rejected"]


def good(result: str) -> bool:
    """Whether a reader would take ``result`` for success."""
    return result in {"holds", "fails, as expected", "passed", "holds, as expected"}


def check(verdict: ClaimVerdict, place: Place) -> None:
    """What must be true of any place in which any format shows a claim with this verdict."""
    if verdict.formal is None or (verdict.lean is not None and verdict.lean.problem):
        assert place.section != "formal"
    if verdict.claim.formula is None:
        assert place.section == "not_formalised"
        assert not good(place.result)
        return
    if verdict.verdict is Verdict.NOT_CHECKED:
        assert place.section == "not_checked"
        assert not good(place.result)
    if verdict.problem:
        assert not good(place.result)
    if place.section == "enumerated":
        assert verdict.exhaustive is not None
    if place.section == "conditions":
        assert verdict.symbolic is not None
    if verdict.verdict is not Verdict.NOT_CHECKED and not verdict.problem:
        assert good(place.result), "and good news is not hidden either"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_in_every_state(states: States, name: str) -> None:
    render, read = FORMATS[name]
    for verification in states.values():
        places = read(render(verification))
        assert {c.claim.id for c in verification.claims} <= set(places)
        for verdict in verification.claims:
            check(verdict, places[verdict.claim.id])


def combined(
    maker: Maker,
    verdict: ClaimVerdict,
    lean: LeanState,
    enumerated: bool | None,
    condition: bool | None,
) -> ClaimVerdict:
    theorem = f"{NAMESPACE}.some_theorem"
    formal, check_ = None, None
    if lean in ("claim", "negation"):
        formal = FormalEvidence(theorem, "claim" if lean == "claim" else "negation", (), maker.seal)
        check_ = LeanCheck(theorem, (), True)
    elif lean == "unchecked":
        check_ = LeanCheck(theorem)
    elif lean == "rejected":
        check_ = LeanCheck(theorem, (), False, "its proof uses sorry", "sorry")
    counted = None if enumerated is None else ExhaustiveEvidence(enumerated, 4, 4 if enumerated else 3, None)
    symbolic = None if condition is None else SymbolicEvidence(("u < v",), condition, ())
    return replace(verdict, formal=formal, lean=check_, exhaustive=counted, symbolic=symbolic)


MAYBE: st.SearchStrategy[bool | None] = st.sampled_from([None, True, False])
LEAN: st.SearchStrategy[LeanState] = st.sampled_from(get_args(LeanState))


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_every_format_for_every_combination(
    maker: Maker, verified: Verification, data: st.DataObject
) -> None:
    chosen = verified.claims[:4] + verified.claims[-1:]
    claims = tuple(
        c
        if c.claim.formula is None
        else combined(maker, c, data.draw(LEAN), data.draw(MAYBE), data.draw(MAYBE))
        for c in chosen
    )
    verification = replace(verified, claims=claims)
    for render, read in FORMATS.values():
        places = read(render(verification))
        assert {c.claim.id for c in claims} <= set(places)
        for verdict in claims:
            check(verdict, places[verdict.claim.id])


@pytest.mark.parametrize("name", FORMATS)
def test_the_first_words_carry_the_bad_news(states: States, name: str) -> None:
    render, _ = FORMATS[name]
    expected = {
        "no Lean": "FORMAL CLAIMS NOT CHECKED (no Lean)",
        "falsified by enumeration": "FALSIFIED",
        "falsified by a theorem": "FALSIFIED",
        "falsified without Lean": "FALSIFIED",
        "checkers disagree": "CHECKERS DISAGREE",
        "theorem rejected": "THEOREM NOT ACCEPTED",
        "too large to enumerate": "NOT CHECKED",
        "diverges": "LEAN AND PYTHON DIVERGE",
        "canary accepted": "OTHER PROBLEM",
    }
    for state, words in expected.items():
        text = render(states[state])
        assert words in text, state
        assert words not in render(states["verified"])


def test_the_checks_can_fail(maker: Maker, verified: Verification) -> None:
    """The checks above, given lies."""
    proved = verified.claims[0]
    enumerated = combined(maker, proved, "no theorem", True, None)
    unchecked = combined(maker, proved, "unchecked", True, None)
    refuted = combined(maker, proved, "negation", False, None)
    for verdict, lie in (
        (enumerated, Place("formal", "holds")),
        (unchecked, Place("enumerated", "holds")),
        (unchecked, Place("not_checked", "holds")),
        (refuted, Place("formal", "holds")),
        (verified.claims[-1], Place("enumerated", "holds")),
        (proved, Place("formal", "FALSIFIED")),
    ):
        with pytest.raises(AssertionError):
            check(verdict, lie)
