"""Counts far beyond any list, each equal to a formula worked out by hand."""

from __future__ import annotations

from fractions import Fraction
from math import prod

import pytest

from pycheck.census import run_census
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

HUGE = 10**12


def mechanism(tables: list[list[list[int]]]) -> Mechanism:
    """``tables[i][o][t]``; every agent reports its type."""
    agents = []
    for i, table in enumerate(tables):
        types = tuple(f"t{k}" for k in range(len(table[0])))
        agents.append(Agent(f"p{i}", types, types, tuple(range(len(types)))))
    signature = Signature(tuple(agents), tuple(f"o{k}" for k in range(len(tables[0]))))
    exact = tuple(tuple(tuple(Fraction(v) for v in row) for row in table) for table in tables)
    return Mechanism("large", "large", signature, exact, {MAIN_MAP: OutcomeMap((0,) * signature.cell_count)})


@pytest.mark.parametrize(("agents", "types", "outcomes"), [(1, 60, 2), (2, 6, 3), (3, 3, 3)])
def test_where_nobody_minds_every_map_is_truthful(agents: int, types: int, outcomes: int) -> None:
    everybody_indifferent = mechanism([[[0] * types for _ in range(outcomes)] for _ in range(agents)])
    result = run_census(everybody_indifferent, ["truthful:weak"])
    assert result.count == result.total == outcomes ** (types**agents) > HUGE
    assert run_census(everybody_indifferent, ["truthful:strict"]).count == 0
    onto = run_census(everybody_indifferent, ["truthful:weak", "onto"], ["t0" + ",t0" * (agents - 1) + "=o0"])
    rest = types**agents - 1
    # The other cells' outcomes have to cover all but o0: inclusion and exclusion over the ones left out.
    by_hand = sum((-1) ** k * _choose(outcomes - 1, k) * (outcomes - k) ** rest for k in range(outcomes))
    assert onto.count == by_hand > HUGE


@pytest.mark.parametrize("flat", [(3, 5), (2, 6), (5, 3)])
def test_two_separate_halves(flat: tuple[int, int]) -> None:
    """An outcome is a bit for each agent, who minds its own alone: type 0 wants it, type 1 does not.

    The other types are indifferent. For each report of the other, an agent's bit must be constant, or 1 at
    type 0, 0 at type 1 and anything at the indifferent ones: 2 + 2^k functions of its report; the halves
    do not meet.
    """
    wants = [[-1, 1] + [0] * k for k in flat]
    table_1 = [[0 if not bits & 1 else -w for w in wants[0]] for bits in range(4)]
    table_2 = [[0 if not bits & 2 else -w for w in wants[1]] for bits in range(4)]
    sizes = [k + 2 for k in flat]
    expected = (2 + 2 ** flat[0]) ** sizes[1] * (2 + 2 ** flat[1]) ** sizes[0]
    assert expected > HUGE
    result = run_census(mechanism([table_1, table_2]), ["truthful:weak"])
    assert result.count == expected
    first = list(result.witnesses(5))
    assert len(set(first)) == 5


@pytest.mark.parametrize(("reports", "outcomes", "lines"), [(20, 9, 1), (8, 5, 4), (5, 4, 9)])
def test_one_action_and_the_rest_below_it(reports: int, outcomes: int, lines: int) -> None:
    """Agent 0 values outcome k at k, whatever its type; agent 1 does not mind.

    The report t0 is weakly dominant when on each line everything else is at most as good: Σ (k + 1)^(r - 1);
    agent 1 being indifferent adds nothing, and strictly it is never dominant for it.
    """
    table = [[k] * reports for k in range(outcomes)]
    other = [[0] * lines for _ in range(outcomes)]
    result = run_census(mechanism([table, other]), ["action:t0:weak"])
    assert result.count == sum((k + 1) ** (reports - 1) for k in range(outcomes)) ** lines > HUGE
    strict = run_census(mechanism([table]), ["action:t0:strict"])
    assert strict.count == sum(k ** (reports - 1) for k in range(outcomes))


def test_more_outcomes_than_a_byte_has_values() -> None:
    many = 260
    result = run_census(mechanism([[[k, -k] for k in range(many)]]), ["truthful:weak"], ["t0=o259"])
    assert result.count == many
    assert result.found == tuple((many - 1, k) for k in range(many))


def _choose(n: int, k: int) -> int:
    return prod(range(n - k + 1, n + 1)) // prod(range(1, k + 1))
