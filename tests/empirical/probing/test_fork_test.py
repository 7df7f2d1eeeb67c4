"""The exact test on the arms of a fork: against scipy, against all splits one by one, and its words."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.probing.fork_test import ALPHA, Arm, fork_test, words


def arms_of(*counts: tuple[int, int]) -> list[Arm]:
    return [Arm(f"arm {index}", count, n) for index, (count, n) in enumerate(counts)]


def arm(most: int) -> st.SearchStrategy[tuple[int, int]]:
    return st.integers(1, most).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def splits(counts: Sequence[tuple[int, int]]) -> list[tuple[tuple[int, ...], Fraction]]:
    """Every split of the outcomes over the arms with its probability, by going through all of them."""
    outcomes, size = sum(count for count, _ in counts), sum(n for _, n in counts)
    found = [
        (
            split,
            Fraction(prod(comb(n, x) for x, (_, n) in zip(split, counts, strict=True)), comb(size, outcomes)),
        )
        for split in product(*(range(n + 1) for _, n in counts))
        if sum(split) == outcomes
    ]
    assert sum(probability for _, probability in found) == 1
    return found


def brute(counts: Sequence[tuple[int, int]]) -> float:
    each = splits(counts)
    own = dict(each)[tuple(count for count, _ in counts)]
    return float(sum((probability for _, probability in each if probability <= own), Fraction(0)))


def test_two_of_five_against_four_of_five() -> None:
    found = fork_test([Arm("as it was", 2, 5), Arm("changed", 4, 5)])
    assert found.p == 11 / 21
    assert found.significant() is False
    assert words(found) == "as it was 2 of 5, changed 4 of 5: p = 0.524, not significant at 0.05"


@given(arm(40), arm(40))
def test_two_arms_as_scipy_has_them(one: tuple[int, int], other: tuple[int, int]) -> None:
    from scipy.stats import fisher_exact

    table = [[count, n - count] for count, n in (one, other)]
    assert fork_test(arms_of(one, other)).p == pytest.approx(fisher_exact(table).pvalue, rel=1e-9, abs=1e-300)


@given(st.lists(arm(5), min_size=2, max_size=4))
def test_any_arms_as_all_splits_have_them(counts: list[tuple[int, int]]) -> None:
    found = fork_test(arms_of(*counts))
    assert found.p == brute(counts)
    possible = [
        brute([(x, n) for x, (_, n) in zip(split, counts, strict=True)]) for split, _ in splits(counts)[:60]
    ]
    assert found.least_p is not None
    assert found.least_p <= min(possible)
    if len(splits(counts)) <= 60:
        assert found.least_p == min(possible)


@given(st.lists(arm(6), min_size=2, max_size=5), st.randoms())
def test_neither_the_order_nor_the_name_of_the_outcome_counts(
    counts: list[tuple[int, int]], chance: object
) -> None:
    p = fork_test(arms_of(*counts)).p
    assert fork_test(arms_of(*reversed(counts))).p == p
    assert fork_test(arms_of(*((n - count, n) for count, n in counts))).p == p


@given(st.lists(st.integers(1, 8), min_size=2, max_size=5), st.booleans())
def test_an_outcome_of_every_replay_or_of_none_says_nothing(sizes: list[int], always: bool) -> None:
    found = fork_test(arms_of(*((n if always else 0, n) for n in sizes)))
    assert (found.p, found.least_p, found.significant()) == (1.0, 1.0, False)


def test_thirty_arms_of_five() -> None:
    """Going through all splits would be 6 ** 30 tables."""
    found = fork_test(arms_of(*((index % 6, 5) for index in range(30))))
    assert found.p is not None
    assert 0 < found.p < 1e-5


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        ([], "no measure (0 arms to compare)"),
        ([(1, 2)], "arm 0 1 of 2: no measure (1 arm to compare)"),
        ([(1, 2), (0, 0)], "arm 0 1 of 2, arm 1 0 of 0: no measure (no replay in arm 1)"),
        ([(0, 0), (0, 0)], "arm 0 0 of 0, arm 1 0 of 0: no measure (no replay in arm 0, arm 1)"),
        ([(0, 5), (5, 5)], "arm 0 0 of 5, arm 1 5 of 5: p = 0.008, significant at 0.05"),
        ([(0, 20), (20, 20)], "arm 0 0 of 20, arm 1 20 of 20: p = 1.5e-11, significant at 0.05"),
        (
            [(0, 2), (2, 2)],
            "arm 0 0 of 2, arm 1 2 of 2: p = 0.333, not significant at 0.05; "
            "with so few replays or outcomes, nothing could have been",
        ),
        (
            [(0, 9), (1, 9)],
            "arm 0 0 of 9, arm 1 1 of 9: p = 1.000, not significant at 0.05; "
            "with so few replays or outcomes, nothing could have been",
        ),
    ],
)
def test_words(counts: list[tuple[int, int]], said: str) -> None:
    found = fork_test(arms_of(*counts))
    assert words(found) == said
    assert (found.significant() is None) == (found.p is None) == ("no measure" in said)


def test_a_rate_without_a_replay_is_none() -> None:
    assert Arm("a", 0, 0).rate is None
    assert Arm("a", 1, 4).rate == 0.25


def test_too_many_splits_are_no_measure() -> None:
    found = fork_test(arms_of(*((3, 5 + index) for index in range(40))))
    assert found.p is None
    assert words(found).endswith("no measure (more than 1,000,000 different splits to go through)")


@pytest.mark.parametrize(("count", "n"), [(3, 2), (-1, 2), (0, -1)])
def test_what_is_no_count(count: int, n: int) -> None:
    with pytest.raises(ValueError, match="there are none to"):
        Arm("a", count, n)


def test_the_level_itself_is_significant() -> None:
    found = fork_test(arms_of((0, 3), (3, 3)))
    assert found.p == 0.1
    assert (found.significant(0.1), found.significant(0.099), found.significant(ALPHA)) == (
        True,
        False,
        False,
    )
