"""How many replays a fork needs: power against a sum over scipy's tables, and what is found from it."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.empirical.probing.fork_power import Detectable, detectable, least_n, power
from pycheck.empirical.probing.fork_test import Arm, fork_test

rates = st.floats(0, 1)
levels = st.sampled_from([0.01, 0.05, 0.1, 0.35, 0.5])


def summed(base: float, other: float, n: int, n_other: int, alpha: float) -> float:
    """Power as it is defined, table by table."""
    from scipy.stats import binom, fisher_exact

    return float(
        sum(
            binom.pmf(x, n, base) * binom.pmf(y, n_other, other)
            for x in range(n + 1)
            for y in range(n_other + 1)
            if fisher_exact([[x, n - x], [y, n_other - y]]).pvalue <= alpha + 1e-9
        )
    )


@settings(max_examples=25)
@given(rates, rates, st.integers(1, 7), st.integers(1, 7), levels)
def test_power_is_the_sum_over_all_tables(
    base: float, other: float, n: int, n_other: int, alpha: float
) -> None:
    assert power(base, other, n, n_other, alpha) == pytest.approx(
        summed(base, other, n, n_other, alpha), rel=1e-9, abs=1e-12
    )


@settings(max_examples=25)
@given(st.integers(1, 12), st.integers(1, 12), levels)
def test_a_table_counts_exactly_where_the_test_is_significant(n: int, n_other: int, alpha: float) -> None:
    """With rates of 0 and 1, one table has all the probability."""
    for x, y in ((0, n_other), (n, 0)):
        found = fork_test([Arm("a", x, n), Arm("b", y, n_other)])
        assert power(x / n, y / n_other, n, n_other, alpha) == float(bool(found.significant(alpha)))


@given(rates, st.integers(1, 20), st.integers(1, 20), levels)
def test_without_a_difference_the_level_is_kept(rate: float, n: int, n_other: int, alpha: float) -> None:
    assert power(rate, rate, n, n_other, alpha) <= alpha + 1e-12


@given(rates, rates, st.integers(1, 20), st.integers(1, 20), levels)
def test_neither_the_order_nor_the_name_of_the_outcome_counts(
    base: float, other: float, n: int, n_other: int, alpha: float
) -> None:
    found = power(base, other, n, n_other, alpha)
    assert 0 <= found <= 1
    assert power(other, base, n_other, n, alpha) == pytest.approx(found, rel=1e-9, abs=1e-12)
    assert power(1 - base, 1 - other, n, n_other, alpha) == pytest.approx(found, rel=1e-6, abs=1e-9)


def test_five_replays_an_arm_seldom_tell_two_fifths_from_four() -> None:
    assert power(0.4, 0.8, 5) == pytest.approx(summed(0.4, 0.8, 5, 5, 0.05), rel=1e-12)
    assert power(0.4, 0.8, 5) == pytest.approx(0.1423589376, rel=1e-12)
    assert detectable(0.4, 5) == Detectable(0.4, 5, None, None)


def test_the_fewest_replays_are_the_fewest() -> None:
    assert least_n(0.4, 0.8) == 27
    assert summed(0.4, 0.8, 27, 27, 0.05) >= 0.8
    assert all(power(0.4, 0.8, n) < 0.8 for n in range(1, 27))


@settings(max_examples=20)
@given(rates, rates, st.sampled_from([0.3, 0.8, 0.95]), levels)
def test_any_fewest_replays(base: float, other: float, wanted: float, alpha: float) -> None:
    found = least_n(base, other, wanted, alpha, most=25)
    each = [power(base, other, n, alpha=alpha) >= wanted for n in range(1, 26)]
    assert found == (each.index(True) + 1 if True in each else None)


def test_one_replay_more_can_cost_power() -> None:
    falls = [n for n in range(2, 40) if power(0.4, 0.8, n + 1) < power(0.4, 0.8, n)]
    assert falls


def test_too_many_are_needed() -> None:
    assert least_n(0.4, 0.41, most=30) is None
    assert least_n(0.4, 0.4, most=30) is None


@settings(max_examples=20)
@given(rates, st.integers(1, 30), st.sampled_from([0.5, 0.8]), levels)
def test_what_can_be_found_is_found_and_nothing_nearer(
    base: float, n: int, wanted: float, alpha: float
) -> None:
    found = detectable(base, n, wanted, alpha)
    for rate, end in ((found.above, 1.0), (found.below, 0.0)):
        if rate is None:
            assert all(
                power(base, base + (end - base) * step / 20, n, alpha=alpha) < wanted for step in range(21)
            )
            continue
        assert power(base, rate, n, alpha=alpha) == pytest.approx(wanted, abs=1e-6) or rate in (base, end)
        nearer = [base + (rate - base) * step / 20 for step in range(20)]
        assert all(power(base, other, n, alpha=alpha) < wanted for other in nearer) or wanted <= alpha


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((1.2, 0.5, 5), "1.2 is no probability"),
        ((0.5, -0.1, 5), "-0.1 is no probability"),
        ((0.5, float("nan"), 5), "nan is no probability"),
        ((0.5, 0.5, 0), "0 replays an arm: from 1 to 500"),
        ((0.5, 0.5, 5, 501), "501 replays an arm"),
    ],
)
def test_what_is_no_plan(arguments: tuple[float, float, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        power(*arguments)


def test_small_probabilities_are_not_lost() -> None:
    """Factors as small as 0.001 ** 300 and as large as C(300, 150) meet."""
    assert power(0.001, 0.5, 300) == pytest.approx(1, abs=1e-12)
    assert power(0.5, 0.5, 300) == pytest.approx(0.05, abs=0.02)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pycheck", "probing", "power", *arguments]
    found = subprocess.run(command, capture_output=True, text=True, check=False)
    assert "Traceback" not in found.stdout + found.stderr
    return found


def test_the_command() -> None:
    found = run("--base", "0.4", "--other", "0.8", "--repetitions", "5")
    assert (found.returncode, found.stderr) == (0, "")
    assert (
        found.stdout
        == """\
Fisher's exact test, two-sided, at 0.05; two arms.
To tell 0.8 from 0.4 with power 0.8: 27 repetitions an arm.
With 5 repetitions an arm, they are told apart with probability 0.142.
With 5 repetitions an arm, told from 0.4 with power 0.8: nothing, not even 0 or 1.
"""
    )
    found = run("--base", "0.4", "--other", "0.8", "--repetitions", "30")
    assert found.stdout.endswith("told from 0.4 with power 0.8: 0.077 or less, and 0.779 or more.\n")


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["--base", "0.4"],
        ["--base", "4", "--other", "0.8"],
        ["--base", "nan", "--other", "0.8"],
        ["--base", "0.4", "--other", "0.8", "--repetitions", "0"],
        ["--base", "0.4", "--other", "0.8", "--alpha", "1"],
    ],
)
def test_what_cannot_be_planned(arguments: list[str]) -> None:
    found = run(*arguments)
    assert found.returncode == 2
    assert found.stdout == ""
    assert found.stderr
