"""Every method against every other and against the definitions, on random small mechanisms."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.census import METHODS, run_census
from pycheck.census import run as census_run
from pycheck.mechanism import Mechanism

from . import oracle
from .strategies import mechanisms, neutral_mechanisms, predicates, queries


def agree(mechanism: Mechanism, asked: list[str], fixed: list[str]) -> int:
    """All methods find the oracle's maps, exactly these; returns how many."""
    expected = {oracle.cells(mechanism, m) for m in oracle.counted(mechanism, asked, fixed)}
    symmetric = {"anonymous", "neutral"} & set(asked)
    for method in METHODS:
        if method == "layers" and symmetric:
            continue
        result = run_census(mechanism, asked, fixed, method=method)
        assert result.count == len(expected), method
        with pytest.MonkeyPatch.context() as patch:
            # Onto and dictatorial by inclusion and exclusion, which is otherwise for long lists.
            patch.setattr(census_run, "MAX_FILTERED", -1)
            assert run_census(mechanism, asked, fixed, method=method).count == len(expected), method
        assert result.total == len(mechanism.outcomes) ** (mechanism.signature.cell_count - len(fixed))
    witnesses = list(result.witnesses())
    assert len(witnesses) == len(set(witnesses))
    assert set(witnesses) == expected
    assert result.found == tuple(sorted(expected))
    assert list(result.witnesses(2)) == witnesses[:2]
    return len(expected)


@given(st.data())
@settings(max_examples=80)
def test_conjunctions(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    asked, fixed = data.draw(queries(mechanism))
    agree(mechanism, asked, fixed)


@given(mechanisms())
@settings(max_examples=15)
def test_each_predicate_alone(mechanism: Mechanism) -> None:
    for predicate in predicates(mechanism):
        agree(mechanism, [predicate], [])


@given(neutral_mechanisms(), st.data())
@settings(max_examples=40)
def test_neutrality(mechanism: Mechanism, data: st.DataObject) -> None:
    asked, fixed = data.draw(queries(mechanism))
    agree(mechanism, ["neutral", *asked], fixed)
