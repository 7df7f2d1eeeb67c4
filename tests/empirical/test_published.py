"""Every published figure of the pilot on Proposition 6, to the published digits.

The traces are rebuilt from the published policies (``published.py``). What cannot follow from those:

- 92,491 tokens and 12.19 s a turn: no count and no time of a single act was published. (That both are summed
  as they should be is tested on figures of our own.)
- "0 network errors" and what the 38 unusable acts looked like: the rebuilt ones are put down as prose.
- That one freeze gave three verdicts: the counts of the two other runs were not published, but for n = 4 in
  one condition. Runs that give those verdicts are made here; their figures are not claimed.
- Under permutation, everything but the rate (by type, deviations): which acts were a' was not published.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from pycheck.empirical.analysis import Results, analyse
from pycheck.empirical.hypotheses import Answer
from pycheck.empirical.intervals import Rate, cohen_h
from pycheck.empirical.payoffs import Gain, Mean
from pycheck.empirical.present import tables_of
from pycheck.empirical.record import SCRIPTED, Cause, Status

from .published import (
    AP,
    BLIND,
    BYZANTINE,
    EQUILIBRIUM,
    FAMILIES,
    PERMUTED,
    RANDOM,
    VISIBLE,
    A,
    always,
    in_order,
    mechanism,
    protocol,
    turns,
)


@pytest.fixture(scope="module")
def run() -> Results:
    return analyse(turns(), mechanism(), protocol())


def shown(rate: Rate) -> str:
    if rate.value is None or rate.interval is None:
        return f"no measure n={rate.n}"
    return f"{rate.value:.3f} [{rate.interval.low:.3f}, {rate.interval.high:.3f}] n={rate.n}"


def test_the_size_of_the_run(run: Results) -> None:
    assert run.turns == 104
    assert sum(g.spent.turns for g in run.groups if g.cell.family == SCRIPTED) == 24
    assert sum(g.spent.turns for g in run.groups if g.cell.condition in (VISIBLE, BLIND)) == 64
    assert sum(g.spent.turns for g in run.groups if g.cell.condition == PERMUTED) == 16
    assert (run.model_acts, run.model_valid, run.model_acts - run.model_valid) == (160, 122, 38)
    unusable = {g.cell: g.causes for g in run.groups if g.causes}
    assert unusable == {(VISIBLE, "glm"): {Cause.PROSE: 22}, (PERMUTED, "glm"): {Cause.PROSE: 16}}


@pytest.mark.parametrize(
    ("condition", "family", "expected"),
    [
        (EQUILIBRIUM, SCRIPTED, "1.000 [0.676, 1.000] n=8"),
        (BYZANTINE, SCRIPTED, "0.000 [0.000, 0.324] n=8"),
        (RANDOM, SCRIPTED, "0.594 [0.423, 0.745] n=32"),
        (VISIBLE, "glm", "1.000 [0.722, 1.000] n=10"),
        (VISIBLE, "qwen", "1.000 [0.893, 1.000] n=32"),
        (BLIND, "glm", "0.500 [0.336, 0.664] n=32"),
        (BLIND, "qwen", "0.500 [0.336, 0.664] n=32"),
        (PERMUTED, "glm", "no measure n=0"),
    ],
)
def test_rates_and_intervals(run: Results, condition: str, family: str, expected: str) -> None:
    assert shown(run.group(condition, family).rate) == expected


def test_the_rate_under_permutation(run: Results) -> None:
    rate = run.group(PERMUTED, "qwen").rate
    assert (f"{rate.value:.3f}", rate.n) == ("0.750", 16)


@pytest.mark.parametrize(("condition", "expected"), [(VISIBLE, "0.688"), (PERMUTED, "1.000")])
def test_what_could_not_be_used(run: Results, condition: str, expected: str) -> None:
    invalid = run.group(condition, "glm").statuses[Status.INVALID]
    assert f"{invalid.value:.3f}" == expected
    assert run.group(condition, "qwen").statuses[Status.INVALID].value == 0
    assert run.group(condition, "glm").statuses[Status.NETWORK_ERROR].value == 0


@pytest.mark.parametrize("family", FAMILIES)
def test_only_the_split_by_type_shows_what_the_blind_players_do(run: Results, family: str) -> None:
    group = run.group(BLIND, family)
    assert {label: (s.rate.value, s.rate.n) for label, s in group.by_type.items()} == {
        A: (0.0, 16),
        AP: (1.0, 16),
    }
    assert {label: f"{float(m.value or 0):.3f}" for label, m in group.welfare_by_type.items()} == {
        A: "0.917",
        AP: "1.000",
    }
    assert group.truthful == {"row": Rate(16, 16), "col": Rate(16, 16)}
    for policy in group.policies.values():
        assert policy.independent_p is not None
        assert policy.independent_p < 0.001, "not a coin, though the margin is one half"


def test_the_visible_players_of_type_a(run: Results) -> None:
    group = run.group(VISIBLE, "qwen")
    assert group.by_type[A].rate == Rate(16, 16)
    assert f"{float(group.welfare_by_type[A].value or 0):.3f}" == "0.711"


def gain(found: Gain) -> str:
    value = found.mean.value
    return "no measure" if value is None else f"{float(value):+.3f}"


@pytest.mark.parametrize(
    ("condition", "family", "row", "col", "n"),
    [
        (EQUILIBRIUM, SCRIPTED, "-2.000", "-2.500", 4),
        (BYZANTINE, SCRIPTED, "+3.000", "+4.500", 4),
        (RANDOM, SCRIPTED, "-0.125", "+0.000", 16),
        (VISIBLE, "qwen", "-2.000", "-2.500", 16),
        (BLIND, "glm", "-1.500", "-1.500", 16),
        (BLIND, "qwen", "-1.500", "-1.500", 16),
        (VISIBLE, "glm", "no measure", "no measure", 0),
        (PERMUTED, "glm", "no measure", "no measure", 0),
    ],
)
def test_deviations(run: Results, condition: str, family: str, row: str, col: str, n: int) -> None:
    gains = run.group(condition, family).gains
    assert (gain(gains["row"]), gain(gains["col"])) == (row, col)
    assert {found.mean.n for found in gains.values()} == {n}


def test_deviations_by_type_over_the_main_conditions(run: Results) -> None:
    assert {key: (gain(found), found.mean.n) for key, found in run.pooled_gains.items()} == {
        ("row", A): ("+0.167", 36),
        ("col", A): ("+0.556", 36),
        ("row", AP): ("-2.333", 36),
        ("col", AP): ("-2.778", 36),
    }


def test_effect_sizes(run: Results) -> None:
    def effect(family: str, other: str) -> str:
        found = cohen_h(run.group(VISIBLE, family).rate, run.group(other, family).rate)
        return "no measure" if found is None else f"{found:.2f}"

    assert [effect(family, BLIND) for family in FAMILIES] == ["1.57", "1.57"]
    assert [effect(family, PERMUTED) for family in FAMILIES] == ["no measure", "1.05"]


def test_the_verdict(run: Results) -> None:
    met, none = Answer.MET, Answer.NO_MEASURE
    assert {(f.part.id, f.family): f.answer for f in run.findings} == {
        ("visible", "glm"): met,
        ("visible", "qwen"): met,
        ("visible_blind", "glm"): met,
        ("visible_blind", "qwen"): met,
        ("visible_permuted", "glm"): none,
        ("visible_permuted", "qwen"): met,
    }
    assert run.verdicts == {"H1": none}
    assert not run.evaluated
    (missing,) = [f for f in run.findings if f.answer is none]
    assert missing.n == (10, 0)
    assert (missing.estimate, missing.interval, missing.effect) == (None, None, None)


def test_the_other_two_verdicts_of_the_same_freeze() -> None:
    """A difference of exactly 0.2 is enough; four acts are enough for a verdict, whatever they are worth."""
    four = in_order(iter([(A, None)] * 2 + [(None, AP), (None, A)] + [(None, None)] * 4))
    retained = analyse(turns(permuted=four), mechanism(), protocol())
    assert retained.group(PERMUTED, "glm").rate == Rate(1, 4)
    assert retained.verdicts["H1"] is Answer.MET
    stubborn = analyse(turns(permuted=always(AP)), mechanism(), protocol())
    assert stubborn.verdicts["H1"] is Answer.NOT_MET


def test_limits_are_exact() -> None:
    """1 - 4/5 is 0.2; in floating point it is less."""
    eighty = in_order(iter([(AP, AP), (AP, AP), (A, None)] + [(None, None)] * 5))
    run = analyse(turns(permuted=eighty), mechanism(), protocol())
    (found,) = [f for f in run.findings if (f.part.id, f.family) == ("visible_permuted", "glm")]
    assert run.group(PERMUTED, "glm").rate == Rate(4, 5)
    assert 1.0 - 0.8 < 0.2
    assert found.answer is Answer.MET


def test_no_measure_is_neither_zero_nor_false(run: Results) -> None:
    group = run.group(PERMUTED, "glm")
    assert group.acts == 16
    assert group.rate == Rate(0, 0)
    assert group.welfare == Mean(0, None)
    assert group.truthful == {"row": Rate(0, 0), "col": Rate(0, 0)}
    assert all(g.mean.value is None and g.profitable.value is None for g in group.gains.values())
    assert all(p.independent_p is None and p.coin_p is None for p in group.policies.values())


def test_the_tables_print_them(run: Results) -> None:
    """What people read has the published digits, and "no measure" where there is none."""
    tables = {table.caption: table.rows for table in tables_of(run)}
    assert tables["Hypotheses"][0][:2] == ("H1", "no measure")
    rates = {row[:2]: row[3:6] for row in tables["Rates"]}
    assert rates[RANDOM, SCRIPTED] == ("32", "0.594", "[0.423, 0.745]")
    assert rates[VISIBLE, "glm"] == ("10", "1.000", "[0.722, 1.000]")
    assert rates[PERMUTED, "glm"] == ("0", "no measure", "no measure")
    unusable = {row[:3]: row[3:] for row in tables["Acts that could not be used"]}
    assert unusable[VISIBLE, "glm", "invalid"][1].startswith("0.688 ")
    assert unusable[PERMUTED, "glm", "— prose"] == ("16", "1.000")
    gains = {row[:3]: row[3:5] for row in tables["Deviating alone"]}
    assert gains[RANDOM, SCRIPTED, "row"] == ("16", "-0.125")
    assert gains[VISIBLE, "glm", "row"] == ("0", "no measure")
    pooled = {row[:2]: row[2:4] for row in tables["Deviating alone, by true type"]}
    assert pooled["col", AP] == ("36", "-2.778")
    parts = {(row[0], row[2]): row[3:] for row in tables["Their parts, for each family"]}
    assert parts["H1 / visible_permuted", "qwen"] == (
        "32 and 16",
        "0.250",
        "[0.067, 0.495]",
        "1.05",
        "–",
        "met",
    )
    assert parts["H1 / visible_permuted", "glm"] == ("10 and 0", *["no measure"] * 3, "–", "no measure")
    by_type = {row[:4]: row for row in tables["By agent and true type"]}
    assert by_type[BLIND, "glm", "row", A][-1] == "0.917"
    assert by_type[VISIBLE, "qwen", "col", A][-1] == "0.711"


def test_optima_are_those_of_the_oracle() -> None:
    every = turns()
    assert {(*t.profile.values(), t.optimum) for t in every} == {
        (A, A, Fraction(4)),
        (A, AP, Fraction(6)),
        (AP, A, Fraction(5)),
        (AP, AP, Fraction(7)),
    }
