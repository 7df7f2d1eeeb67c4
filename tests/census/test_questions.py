"""What a census says to questions that do not fit, or are too large."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pycheck.census import CensusQueryError, CensusTooLarge, default_predicates, run_census
from pycheck.census import run as census_run
from pycheck.census.show import census_json, census_text
from pycheck.census.symmetry import NoSuchSymmetry
from pycheck.loading import load
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

from .voting import voting

FLAGSHIP = load("othman_sandholm").mechanism
METHODS = ("auto", "layers", "orbits", "enumeration")


def reporting(reports: tuple[str, ...], truthful: tuple[int, ...] | None, *columns: int) -> Agent:
    return Agent(f"p{len(reports)}", tuple(f"t{k}" for k in range(len(columns))), reports, truthful)


def mechanism(*agents: tuple[Agent, list[list[int]]]) -> Mechanism:
    signature = Signature(tuple(a for a, _ in agents), ("x", "y"))
    tables = tuple(tuple(tuple(Fraction(v) for v in row) for row in table) for _, table in agents)
    return Mechanism("small", "small", signature, tables, {MAIN_MAP: OutcomeMap((0,) * signature.cell_count)})


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("predicates", "fixed", "count", "total"),
    [
        (["truthful:weak"], [], 8, 256),
        (["truthful:weak"], ["a',a'=o1"], 2, 64),
        (["action:a':strict"], [], 2, 256),
        (["action:a:strict"], [], 2, 256),
        ([], [], 256, 256),
    ],
)
def test_the_flagship(method: str, predicates: list[str], fixed: list[str], count: int, total: int) -> None:
    result = run_census(FLAGSHIP, predicates, fixed, method=method)
    assert (result.count, result.total, result.share) == (count, total, Fraction(count, total))
    assert len(result.found) == count
    assert result.method == ("layers" if method == "auto" else method)


def test_the_flagships_boxed_maps() -> None:
    result = run_census(FLAGSHIP, ["truthful:weak"], ["a',a'=o1"])
    assert result.found == ((0, 0, 0, 0), (3, 3, 0, 0))


@pytest.mark.parametrize(
    ("predicate", "message"),
    [
        ("truthful", "expected one of truthful:weak"),
        ("truthful:very", "expected one of truthful:weak"),
        ("action:b:weak", "'b' is no report of row (known: a, a')"),
        ("action::weak", "expected one of"),
        ("onto:o9", "'o9' is no outcome (known: o1, o2, o3, o4)"),
        ("pareto:weak", "expected one of"),
        ("fair", "expected one of"),
    ],
)
def test_predicates_that_do_not_fit(predicate: str, message: str) -> None:
    with pytest.raises(CensusQueryError) as caught:
        run_census(FLAGSHIP, [predicate])
    assert repr(predicate) in str(caught.value)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("fixed", "message"),
    [
        ("a=o1", "expected reports of row,col"),
        ("a,a", "expected reports of row,col"),
        ("a,b=o1", "'b' is no report of col"),
        ("a,a=o7", "'o7' is no outcome"),
    ],
)
def test_cells_that_do_not_fit(fixed: str, message: str) -> None:
    with pytest.raises(CensusQueryError, match=message):
        run_census(FLAGSHIP, [], [fixed])


def test_one_cell_fixed_twice() -> None:
    with pytest.raises(CensusQueryError, match="fixed to another outcome before"):
        run_census(FLAGSHIP, [], ["a,a=o1", "(a, a) = o2"])
    assert run_census(FLAGSHIP, [], ["a,a=o1", "(a, a) = o1"]).count == 64


@pytest.mark.parametrize("word", ["truthful:weak", "unanimous", "pareto", "dictatorial"])
def test_no_truthful_reports(word: str) -> None:
    nobody = mechanism((reporting(("l", "r"), None, 1, 2), [[0, 1], [1, 0]]))
    with pytest.raises(CensusQueryError, match="has no truthful reports"):
        run_census(nobody, [word])
    assert default_predicates(nobody)[0] == ("action:l:weak",)


def test_anonymity_needs_the_same_reports() -> None:
    two = reporting(("l", "r"), (0, 1), 1, 2), [[0, 1], [1, 0]]
    three = reporting(("l", "r", "s"), (0, 1), 1, 2), [[0, 1], [1, 0]]
    with pytest.raises(NoSuchSymmetry, match="p3 has other reports than p2"):
        run_census(mechanism(two, three), ["anonymous"])


@pytest.mark.parametrize(
    ("agent", "table", "message"),
    [
        (reporting(("l", "r"), (0, 0), 1, 2), [[0, 1], [1, 0]], "exactly one type"),
        (reporting(("l", "r"), (0, 1), 1, 2), [[0, 1], [1, 1]], "no type that is t0 with x and y exchanged"),
        # Two types alike: which of them a renamed type becomes would be left open.
        (reporting(("l", "r"), (0, 1), 1, 2), [[0, 0], [0, 0]], "t0 and t1 of p2 have the same utilities"),
    ],
)
def test_neutrality_needs_the_types_for_it(agent: Agent, table: list[list[int]], message: str) -> None:
    with pytest.raises(NoSuchSymmetry, match=message):
        run_census(mechanism((agent, table)), ["neutral"])


def test_too_large_to_enumerate() -> None:
    with pytest.raises(CensusTooLarge, match=r"\d+ outcome maps are too many to enumerate"):
        run_census(voting(2, 3), ["truthful:weak"], method="enumeration")


@pytest.mark.parametrize("method", ["auto", "orbits", "layers"])
def test_too_large_to_count_says_how_large(method: str) -> None:
    with pytest.raises(CensusTooLarge, match=r"too large to count here: about 10\^17 outcome maps; .*steps"):
        run_census(voting(2, 3), ["truthful:weak"], method=method, budget=10)


def test_too_many_terms_for_onto(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(census_run, "MAX_FILTERED", 0)
    assert run_census(FLAGSHIP, ["truthful:weak", "onto"]).count == 0
    monkeypatch.setattr(census_run, "MAX_TERMS", 15)
    with pytest.raises(CensusTooLarge, match="8 maps satisfy the rest; onto and dictatorial would take 16"):
        run_census(FLAGSHIP, ["truthful:weak", "onto"])


def test_layers_know_no_symmetries() -> None:
    with pytest.raises(CensusTooLarge, match="use orbits"):
        run_census(FLAGSHIP, ["anonymous"], method="layers")


def test_a_method_that_does_not_exist() -> None:
    with pytest.raises(ValueError, match="method must be one of auto"):
        run_census(FLAGSHIP, [], method="guess")


class Stop(Exception):
    pass


def test_a_long_count_can_be_watched_and_stopped() -> None:
    seen: list[int] = []

    def stop(steps: int) -> None:
        seen.append(steps)
        if len(seen) == 3:
            raise Stop

    with pytest.raises(Stop):
        run_census(voting(2, 4), ["truthful:weak"], method="orbits", tick=stop)
    assert seen == sorted(set(seen))


def test_text_and_json() -> None:
    results = [run_census(FLAGSHIP, ["truthful:weak"], ["a',a'=o1"])]
    text = census_text(FLAGSHIP, results, 1)
    assert "2 of 64 outcome maps: truthful:weak, (a', a') -> o1  [layers]" in text
    assert "(a, a) -> o1" in text
    assert "… and 1 more" in text
    assert '"count": 2' in census_json(FLAGSHIP, results, 2)
    assert "2.56e2" not in text


def test_large_numbers_stay_readable() -> None:
    mechanism = voting(3, 3)
    text = census_text(mechanism, [run_census(mechanism, ["truthful:weak"])], 0)
    assert text.startswith(f"60 of {str(3**216)[0]}.{str(3**216)[1:3]}e{len(str(3**216)) - 1} outcome maps")
