"""Conditions and margins against brute force, on random mechanisms and claims of every kind."""

from __future__ import annotations

import re
from fractions import Fraction

from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import Claim
from pycheck.mechanism import Mechanism
from pycheck.symbolic import check_symbolic, condition, numbers, utility_key, utility_name

from .strategies import claims, enumerated, mechanisms, moved, tables, with_tables

#: Less than the distance between any two critical points of the random mechanisms.
A_LITTLE = Fraction(1, 1_000_000)


def cells(mechanism: Mechanism) -> list[tuple[int, int, int]]:
    return [
        (agent, outcome, type_)
        for agent, table in enumerate(mechanism.utilities)
        for outcome, row in enumerate(table)
        for type_ in range(len(row))
    ]


def truth_of_text(lines: tuple[str, ...], mechanism: Mechanism) -> bool:
    """Read the printed condition as Python, each utility replaced by its number."""

    def truth_of(line: str) -> bool:
        line = re.sub(r"\b(\d+)/(\d+)\b", r"F(\1, \2)", line)
        for agent, outcome, type_ in cells(mechanism):
            number = mechanism.utilities[agent][outcome][type_]
            line = line.replace(utility_name(mechanism.signature, agent, outcome, type_), f"F('{number}')")
        python = line.replace(" = ", " == ").replace("true", "True").replace("false", "False")
        return bool(eval(python, {"F": Fraction}))

    return all(truth_of(line) for line in lines)


@settings(max_examples=50, deadline=None)
@given(st.data())
def test_condition_is_what_the_enumeration_says_on_any_table(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    claim = data.draw(claims(mechanism))
    evidence = check_symbolic(claim, mechanism)
    assert evidence is not None
    boolean = condition(claim, mechanism)
    assert evidence.holds == enumerated(claim, mechanism)
    for _ in range(4):
        other = with_tables(mechanism, data.draw(tables(mechanism.signature)))
        expected = enumerated(claim, other)
        assert bool(boolean.xreplace(numbers(other))) == expected
        assert truth_of_text(evidence.condition, other) == expected
        # The condition does not depend on the numbers.
        assert condition(claim, other) == boolean


@settings(max_examples=25, deadline=None)
@given(st.data())
def test_margins_end_where_the_truth_changes(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    claim = data.draw(claims(mechanism))
    evidence = check_symbolic(claim, mechanism)
    assert evidence is not None
    margins = {margin.key: margin for margin in evidence.margins}
    for cell in cells(mechanism):
        margin = margins.get(utility_key(mechanism, *cell))
        for sign in (-1, 1):
            bound, attained = None, False
            if margin is not None:
                bound, attained = (
                    (margin.down, margin.down_attained) if sign < 0 else (margin.up, margin.up_attained)
                )
            check_side(claim, mechanism, evidence.holds, cell, sign, bound, attained)


def check_side(
    claim: Claim,
    mechanism: Mechanism,
    holds: bool,
    cell: tuple[int, int, int],
    sign: int,
    bound: Fraction | None,
    attained: bool,
) -> None:
    def after(distance: Fraction) -> bool:
        return enumerated(claim, moved(mechanism, cell, sign * distance))

    if bound is None:
        # All critical points lie within 20; a quarter lies off every one of them or between two.
        for distance in (Fraction(n, 4) for n in (1, 2, 3, 4, 6, 9, 12, 21, 40, 400)):
            assert after(distance) == holds
        return
    assert bound >= 0
    assert after(bound) == (holds if attained else not holds)
    assert after(bound + A_LITTLE) != holds or (not attained and after(bound) != holds)
    if bound > 0:
        for part in (Fraction(1, 3), Fraction(1, 2), Fraction(2, 3)):
            assert after(bound * part) == holds
        assert after(bound - A_LITTLE) == holds
