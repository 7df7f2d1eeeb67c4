"""DataFrames say what the mechanism, the verdicts and the census say."""

from __future__ import annotations

import importlib.util
from fractions import Fraction

import pytest

import pycheck
from pycheck.census import run_census
from pycheck.errors import EnvironmentUnusable
from pycheck.loading import load
from pycheck.neighbours import frames

needs_pandas = pytest.mark.skipif(
    importlib.util.find_spec("pandas") is None,
    reason="pandas is not installed: pip install 'pycheck[pandas]'",
)


@needs_pandas
def test_tables() -> None:
    mechanism = load("othman_sandholm").mechanism
    frame = frames.utilities_frame(mechanism)
    assert len(frame) == 16
    for row in frame.itertuples():
        i = mechanism.signature.agent_index(row.agent)
        o, t = mechanism.outcomes.index(row.outcome), mechanism.agents[i].types.index(row.type)
        assert row.utility == mechanism.utilities[i][o][t]
        assert type(row.utility) is Fraction
    table = frames.utility_table(mechanism, "row")
    assert table.loc["o2", "a"] == 4
    assert table.shape == (4, 2)
    with pytest.raises(KeyError):
        frames.utility_table(mechanism, "nobody")


@needs_pandas
def test_maps() -> None:
    mechanism = load("othman_sandholm").mechanism
    frame = frames.map_frame(mechanism).set_index(["row", "col"])["outcome"]
    assert frame.to_dict() == {("a", "a"): "o4", ("a", "a'"): "o3", ("a'", "a"): "o2", ("a'", "a'"): "o1"}
    census = run_census(mechanism, ["truthful:weak"])
    found = frames.maps_frame(mechanism, census.found)
    assert found.shape == (8, 4)
    assert found["a, a"].value_counts().sum() == 8


@needs_pandas
def test_verdicts() -> None:
    result = pycheck.verify("othman_sandholm", lean="none")
    frame = frames.verdicts_frame(result.verification)
    assert list(frame.index) == [claim.claim.id for claim in result.claims]
    assert frame.loc["characteristic_1", "verdict"] == "not_formalised"
    assert frame.loc["eight_truthful_dominant", "satisfied"] == 8
    assert frame["theorem"].isna().all()
    for claim in result.claims:
        assert frame.loc[claim.claim.id, "verdict"] == str(claim.verdict)


def test_a_result_shows_in_a_notebook() -> None:
    result = pycheck.verify("othman_sandholm", lean="none")
    assert "<table" in result._repr_html_()


def test_without_pandas_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    with pytest.raises(EnvironmentUnusable, match=r"pip install 'pycheck\[pandas\]'"):
        frames.map_frame(load("othman_sandholm").mechanism)
