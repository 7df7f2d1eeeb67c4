"""The English of a claim says what is quantified over, and what is not."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims.formula import (
    And,
    CountCases,
    CountMaps,
    Exists,
    ForAll,
    ForAllMaps,
    Formula,
    Implies,
    Not,
    Or,
    Var,
)

from .strategies import KINDS, claims, games
from .test_against_oracle import read


def quantified(formula: Formula) -> Iterator[Var]:
    """Every variable that is bound somewhere in a formula."""
    match formula:
        case ForAll():
            yield from formula.variables
            yield from quantified(formula.body)
        case Exists():
            yield formula.variable
            yield from quantified(formula.body)
        case And() | Or():
            for part in formula.parts:
                yield from quantified(part)
        case Implies():
            for part in (*formula.hypotheses, formula.conclusion):
                yield from quantified(part)
        case CountCases():
            yield from formula.variables
            yield from quantified(formula.body)
        case Not() | ForAllMaps() | CountMaps():
            yield from quantified(formula.body)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=25)
@given(data=st.data())
def test_english_speaks_of_everybody_who_is_quantified_over(kind: str, data: st.DataObject) -> None:
    game = data.draw(games())
    params = data.draw(claims(game, kind))
    claim = read(game, kind, params)
    assert claim.formula is not None
    english = claim.english
    everybody = "for all true types" in english.lower()
    for variable in quantified(claim.formula):
        if variable.sort.kind == "outcome":
            assert "outcome" in english
            continue
        name = game.agents[variable.sort.agent].name
        assert name in english or everybody, (variable, english)
    assert english[0].isupper()
    assert english.endswith((".", "]", ")"))
    assert "None" not in english


@settings(max_examples=25)
@given(data=st.data())
def test_english_says_strict_or_weak_and_of_which_dominance(data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(["action_dominance", "truthful_dominance"]))
    game = data.draw(games())
    params = data.draw(claims(game, kind))
    english = read(game, kind, params).english
    assert ("Strict" in english) == params["strict"]
    assert ("Weak" in english) != params["strict"]
    assert ("truthful-report dominance" in english) == (kind == "truthful_dominance")
    assert ("action dominance" in english) == (kind == "action_dominance")


@settings(max_examples=25)
@given(data=st.data())
def test_claims_that_mean_something_else_say_something_else(data: st.DataObject) -> None:
    """Two claims with one English sentence have one formula."""
    kind = data.draw(st.sampled_from(KINDS))
    game = data.draw(games())
    one, two = (read(game, kind, data.draw(claims(game, kind))) for _ in range(2))
    if one.english == two.english:
        assert one.formula == two.formula
