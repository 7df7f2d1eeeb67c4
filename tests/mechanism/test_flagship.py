"""The shipped file of Othman and Sandholm's mechanism has the published figures."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pycheck.mechanism import Mechanism, OutcomeMap, read_mechanism

from .example import OTHMAN_SANDHOLM

REPORTS = {"a": 0, "a'": 1}
OUTCOMES = ("o1", "o2", "o3", "o4")

# The table of the source: u_row(a), u_row(a'), u_col(a), u_col(a') of each outcome.
UTILITIES = {"o1": (1, 3, 1, 4), "o2": (4, 5, 0, 0), "o3": (0, 0, 3, 6), "o4": (3, 0, 0, 0)}
M = {("a'", "a'"): "o1", ("a'", "a"): "o2", ("a", "a'"): "o3", ("a", "a"): "o4"}
# Social welfare of o1 to o4 at each true profile.
WELFARE = {
    ("a", "a"): (2, 4, 3, 3),
    ("a", "a'"): (5, 4, 6, 3),
    ("a'", "a"): (4, 5, 3, 0),
    ("a'", "a'"): (7, 5, 6, 0),
}


@pytest.fixture(scope="module")
def mechanism() -> Mechanism:
    return read_mechanism(OTHMAN_SANDHOLM).require()


@pytest.fixture(scope="module")
def claims(mechanism: Mechanism) -> dict[str, Any]:
    return {claim.id: claim for claim in mechanism.claims}


def all_maps() -> list[OutcomeMap]:
    return [OutcomeMap(cells) for cells in product(range(4), repeat=4)]


def utility(agent: int, outcome: int, type_: int) -> int:
    return UTILITIES[OUTCOMES[outcome]][2 * agent + type_]


def truthful(table: OutcomeMap) -> bool:
    """Whether the true report is weakly dominant for both agents and both types, from the table above."""
    c = table.cells
    row = all(
        utility(0, c[2 * t + s], t) >= utility(0, c[2 * (1 - t) + s], t) for t, s in product((0, 1), (0, 1))
    )
    return row and all(
        utility(1, c[2 * s + t], t) >= utility(1, c[2 * s + 1 - t], t) for t, s in product((0, 1), (0, 1))
    )


def strictly_dominant(report: int, table: OutcomeMap) -> bool:
    """Whether ``report`` is strictly dominant for both agents and both types, from the table above."""
    c, r = table.cells, report
    row = all(
        utility(0, c[2 * r + s], t) > utility(0, c[2 * (1 - r) + s], t) for t, s in product((0, 1), (0, 1))
    )
    return row and all(
        utility(1, c[2 * s + r], t) > utility(1, c[2 * s + 1 - r], t) for t, s in product((0, 1), (0, 1))
    )


def as_map(mechanism: Mechanism, form: dict[str, Any]) -> OutcomeMap:
    """A constant or a 2 by 2 grid, as written in a claim."""
    if "constant" in form:
        return OutcomeMap((mechanism.outcomes.index(form["constant"]),) * 4)
    return OutcomeMap(tuple(mechanism.outcomes.index(label) for line in form["grid"] for label in line))


def test_sets(mechanism: Mechanism) -> None:
    assert [agent.name for agent in mechanism.agents] == ["row", "col"]
    assert {(agent.types, agent.reports, agent.truthful) for agent in mechanism.agents} == {
        (("a", "a'"), ("a", "a'"), (0, 1))
    }
    assert mechanism.outcomes == OUTCOMES
    assert mechanism.signature.map_count == 256


def test_utilities(mechanism: Mechanism) -> None:
    assert {
        label: tuple(int(mechanism.utilities[agent][index][type_]) for agent in (0, 1) for type_ in (0, 1))
        for index, label in enumerate(mechanism.outcomes)
    } == UTILITIES
    assert mechanism.denominator == 1


def test_outcome_maps(mechanism: Mechanism) -> None:
    for reports, outcome in M.items():
        row, col = (REPORTS[report] for report in reports)
        assert mechanism.outcomes[mechanism.outcome((row, col))] == outcome
    assert list(mechanism.maps) == ["outcome_map", "M1"]
    assert mechanism.maps["M1"].cells == (0, 0, 0, 0)


def test_welfare(mechanism: Mechanism, claims: dict[str, Any]) -> None:
    claimed = {}
    for claim in claims.values():
        if claim.kind == "welfare_value":
            profile = claim.params["profile"]
            claimed[profile["row"], profile["col"]] = tuple(claim.params["values"][o] for o in OUTCOMES)
    assert claimed == WELFARE
    for types, values in WELFARE.items():
        row, col = (REPORTS[type_] for type_ in types)
        assert [mechanism.welfare(outcome, (row, col)) for outcome in range(4)] == list(map(Fraction, values))


@pytest.mark.parametrize(
    ("claim_id", "count", "is_counted"),
    [
        ("eight_truthful_dominant", 8, truthful),
        ("two_truthful_dominant_with_box", 2, lambda table: truthful(table) and table.cells[3] == 0),
        ("two_a_prime_strictly_dominant", 2, lambda table: strictly_dominant(1, table)),
        ("two_a_strictly_dominant", 2, lambda table: strictly_dominant(0, table)),
    ],
)
def test_census_claims(
    mechanism: Mechanism, claims: dict[str, Any], claim_id: str, count: int, is_counted: Any
) -> None:
    params = claims[claim_id].params
    counted = {table for table in all_maps() if is_counted(table)}
    assert len(counted) == params["count"] == count
    if "maps" in params:
        assert {as_map(mechanism, form) for form in params["maps"]} == counted
    if "fixed" in params:
        assert params["fixed"] == [{"row": "a'", "col": "a'", "outcome": "o1"}]


def test_the_mechanism_is_among_the_strict_and_not_among_the_truthful(mechanism: Mechanism) -> None:
    assert strictly_dominant(1, mechanism.outcome_map)
    assert not truthful(mechanism.outcome_map)
    assert truthful(mechanism.maps["M1"])


def test_every_claim_has_the_expected_verdict_and_theorem(mechanism: Mechanism) -> None:
    assert {claim.id: (claim.kind, claim.expect, claim.theorem) for claim in mechanism.claims} == {
        "a_prime_strictly_dominant_row": ("action_dominance", "holds", "row_a'_strictly_dominant"),
        "a_prime_strictly_dominant_col": ("action_dominance", "holds", "col_a'_strictly_dominant"),
        "a_prime_strictly_dominant": ("action_dominance", "holds", "a'_strictly_dominant"),
        "a_weakly_dominant": ("action_dominance", "fails", None),
        "not_truthful_dominant": ("truthful_dominance", "fails", "not_truthful_dominant"),
        "M1_truthful_dominant": ("truthful_dominance", "holds", "M1_truthful_dominant"),
        "welfare_at_a_a": ("welfare_value", "holds", "welfare_at_a_a"),
        "welfare_at_a_a_prime": ("welfare_value", "holds", "welfare_at_a_a'"),
        "welfare_at_a_prime_a": ("welfare_value", "holds", "welfare_at_a'_a"),
        "welfare_at_a_prime_a_prime": ("welfare_value", "holds", "welfare_at_a'_a'"),
        "o1_optimal_at_a_prime_a_prime": ("welfare_optimum", "holds", "o1_optimal_at_a'_a'"),
        "o1_optimal_at_a_a": ("welfare_optimum", "fails", None),
        "char2_reading_1_row": ("welfare_improvement", "holds", "char2_row_deviates"),
        "char2_reading_1_col": ("welfare_improvement", "holds", "char2_col_deviates"),
        "char2_reading_2": ("welfare_improvement", "holds", "char2_every_deviator_type_a"),
        "char2_reading_3": ("welfare_improvement", "fails", "not_char2_some_deviator_type_a"),
        "char2_reading_4": ("welfare_improvement", "fails", "not_char2_any_deviator"),
        "char2_reading_5_at_a_a": ("welfare_improvement", "holds", "some_outcome_better_at_a_a"),
        "char2_reading_5_at_a_a_prime": ("welfare_improvement", "holds", "some_outcome_better_at_a_a'"),
        "char2_reading_5_at_a_prime_a": ("welfare_improvement", "holds", "some_outcome_better_at_a'_a"),
        "char2_reading_5_at_a_prime_a_prime": ("welfare_improvement", "fails", "no_outcome_better_at_a'_a'"),
        "eight_truthful_dominant": ("census_count", "holds", "eight_truthful_dominant"),
        "two_truthful_dominant_with_box": ("census_count", "holds", "two_truthful_dominant_with_box"),
        "two_a_prime_strictly_dominant": ("census_count", "holds", "two_a'_strictly_dominant"),
        "two_a_strictly_dominant": ("census_count", "holds", "two_a_strictly_dominant"),
        "no_truthful_map_dominates_M": ("pareto_undominated", "holds", None),
        "characteristic_1": ("not_formalised", "holds", None),
    }


def test_every_claim_has_a_source(mechanism: Mechanism) -> None:
    assert all(claim.source is not None for claim in mechanism.claims)


def test_characteristic_1_is_said_to_be_outside_the_formal_scope(claims: dict[str, Any]) -> None:
    params = claims["characteristic_1"].params
    assert "k=1" in params["statement"]
    assert "outside the formal scope" in params["reason"]
    assert "not formalised" in params["reason"]


def test_lean_names(mechanism: Mechanism) -> None:
    lean = mechanism.lean
    assert lean is not None
    home = "Mechanisms.OthmanSandholm"
    assert (lean.module, lean.namespace, lean.number, lean.scale) == (home, home, "Nat", 1)
    assert lean.types == lean.reports == (f"{home}.Ty",) * 2
    assert lean.utilities == (f"{home}.uRow", f"{home}.uCol")
    assert lean.maps == {"outcome_map": f"{home}.outcome", "M1": f"{home}.M1"}
    assert lean.constructors == {
        **{(f"{home}.Ty", label): f"{home}.Ty.{label}" for label in REPORTS},
        **{(f"{home}.Outcome", label): f"{home}.Outcome.{label}" for label in OUTCOMES},
    }
    assert lean.map_apply == f"{home}.OutcomeMap.apply"


def test_the_file_is_plain_toml() -> None:
    """Read without the loader: the raw tables are the published ones, too."""
    raw = tomllib.loads((OTHMAN_SANDHOLM / "mechanism.toml").read_text(encoding="utf-8"))
    for index, agent in enumerate(("row", "col")):
        for outcome, values in UTILITIES.items():
            assert raw["utilities"][agent][outcome] == {"a": values[2 * index], "a'": values[2 * index + 1]}
    assert {(row["row"], row["col"]): row["outcome"] for row in raw["outcome_map"]["rows"]} == M
