"""What the conditions and margins of known claims are, to the letter."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from pycheck.claims import Claim, read_claims
from pycheck.claims.formula import OUTCOME, And, Compare, Label, Not, Number, Or, Sort, Sum, Utility
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature, read_mechanism
from pycheck.symbolic import (
    MAX_COMPARISONS,
    NotAboutUtilities,
    check_symbolic,
    condition,
    utility_name,
    utility_symbol,
)

from .strategies import claim_of, enumerated, formula_claim

FLAGSHIP = Path(__file__).parents[2] / "mechanisms" / "othman_sandholm"


@pytest.fixture(scope="module")
def flagship() -> Mechanism:
    return read_mechanism(FLAGSHIP).require()


def named(mechanism: Mechanism, name: str) -> Claim:
    claims, faults = read_claims(mechanism.claims, mechanism.signature)
    assert not faults
    return next(claim for claim in claims if claim.id == name)


def test_every_claim_about_utilities_agrees_with_the_enumeration(flagship: Mechanism) -> None:
    claims, _ = read_claims(flagship.claims, flagship.signature)
    checked = {c.id: e for c in claims if (e := check_symbolic(c, flagship)) is not None}
    for claim in claims:
        if claim.id in checked:
            assert checked[claim.id].holds == enumerated(claim, flagship) == claim.expected
        else:
            assert claim.kind in ("census_count", "pareto_undominated", "not_formalised")
    assert len(checked) >= 20


def test_strict_dominance_of_a_prime(flagship: Mechanism) -> None:
    evidence = check_symbolic(named(flagship, "a_prime_strictly_dominant_row"), flagship)
    assert evidence is not None
    assert evidence.condition == (
        "u_row(o4, a) < u_row(o2, a)",
        "u_row(o3, a) < u_row(o1, a)",
        "u_row(o4, a') < u_row(o2, a')",
        "u_row(o3, a') < u_row(o1, a')",
    )
    assert evidence.smallest == 1
    margin = next(m for m in evidence.margins if m.key == "utilities.row.o2.a'")
    assert (margin.down, margin.down_attained, margin.up) == (Fraction(5), False, None)


def test_a_failing_reading_tells_what_it_would_take(flagship: Mechanism) -> None:
    evidence = check_symbolic(named(flagship, "o1_optimal_at_a_a"), flagship)
    assert evidence is not None
    assert not evidence.holds
    assert evidence.condition[0] == "u_row(o2, a) + u_col(o2, a) <= u_row(o1, a) + u_col(o1, a)"
    margin = next(m for m in evidence.margins if m.key == "utilities.row.o1.a")
    # At 2 more, o1 draws level with o2 (4), and the claim, which is weak, holds there.
    assert (margin.up, margin.up_attained, margin.down) == (Fraction(2), False, None)


def test_a_constant_map_is_truthful_whatever_the_numbers(flagship: Mechanism) -> None:
    evidence = check_symbolic(named(flagship, "M1_truthful_dominant"), flagship)
    assert evidence is not None
    assert (evidence.condition, evidence.holds, evidence.margins) == (("true",), True, ())


def test_claims_that_are_not_about_utilities(flagship: Mechanism) -> None:
    for name in ("eight_truthful_dominant", "no_truthful_map_dominates_M", "characteristic_1"):
        assert check_symbolic(named(flagship, name), flagship) is None
        with pytest.raises(NotAboutUtilities):
            condition(named(flagship, name), flagship)


# One agent, one type: u(a), u(b) with values 1 and 3.


def small(first: int = 1, second: int = 3) -> Mechanism:
    signature = Signature((Agent("p", ("t",), ("t",), (0,)),), ("a", "b"))
    utilities = (((Fraction(first),), (Fraction(second),)),)
    return Mechanism("small", "small", signature, utilities, {MAIN_MAP: OutcomeMap((0,))})


A, B = (Utility(0, Label(OUTCOME, k), Label(Sort("type", 0), 0)) for k in range(2))
FIVE, TWO = Number(Fraction(5)), Number(Fraction(2))


def lines(*parts: Compare | Not | Or | And, mechanism: Mechanism | None = None) -> tuple[str, ...]:
    evidence = check_symbolic(formula_claim(And(parts)), mechanism or small())
    assert evidence is not None
    return evidence.condition


def test_bounds_on_the_same_form_are_merged() -> None:
    less, at_most, equal = (Compare("<", A, B), Compare("<=", A, B), Compare("=", A, B))
    assert lines(less, at_most, less) == ("u_p(a, t) < u_p(b, t)",)
    assert lines(at_most, Compare("<=", B, A)) == ("u_p(a, t) = u_p(b, t)",)
    assert lines(less, Compare("<", B, A)) == ("false",)
    assert lines(Or((less, equal))) == ("u_p(a, t) <= u_p(b, t)",)
    assert lines(Or((less, Compare("<=", B, A)))) == ("true",)
    assert lines(Not(equal)) == ("u_p(a, t) != u_p(b, t)",)
    assert lines(Compare("<", A, FIVE), Compare("<", A, TWO)) == ("u_p(a, t) < 2",)
    assert lines(Compare("<=", Sum((A, A)), Sum((B, B)))) == ("u_p(a, t) <= u_p(b, t)",)
    assert lines(Compare("<", Sum((A, B)), Sum((B, A)))) == ("false",)


def test_both_sides_of_a_two_sided_bound_are_lines_of_their_own() -> None:
    assert lines(Compare("<", TWO, A), Compare("<=", A, FIVE)) == ("2 < u_p(a, t)", "u_p(a, t) <= 5")


def test_a_bound_that_leaves_two_pieces() -> None:
    outside = Or((Compare("<", A, TWO), Compare("<", FIVE, A)))
    assert lines(outside) == ("u_p(a, t) < 2 or 5 < u_p(a, t)",)
    assert lines(outside, Compare("<", A, B)) == (
        "u_p(a, t) < 2 or 5 < u_p(a, t)",
        "u_p(a, t) < u_p(b, t)",
    )


def test_a_utility_counted_twice_moves_half_as_far() -> None:
    assert lines(Compare("<", Sum((A, A)), Sum((B, A)))) == ("u_p(a, t) < u_p(b, t)",)
    doubled = check_symbolic(formula_claim(Compare("<", Sum((A, A)), FIVE)), small())
    assert doubled is not None
    assert doubled.condition == ("u_p(a, t) < 5/2",)
    assert doubled.margins[0].up == Fraction(3, 2)
    mixed = check_symbolic(formula_claim(Compare("<=", Sum((A, A)), B)), small())
    assert mixed is not None
    assert mixed.condition == ("2*u_p(a, t) <= u_p(b, t)",)
    assert [(m.down, m.up, m.up_attained) for m in mixed.margins] == [
        (None, Fraction(1, 2), True),
        (Fraction(1), None, False),
    ]


def test_an_equation_leaves_no_room_and_its_negation_all_but_a_point() -> None:
    equal = check_symbolic(formula_claim(Compare("=", A, Number(Fraction(1)))), small())
    assert equal is not None
    margin = equal.margins[0]
    assert (margin.down, margin.down_attained, margin.up, margin.up_attained) == (
        Fraction(0),
        True,
        Fraction(0),
        True,
    )
    unequal = check_symbolic(formula_claim(Not(Compare("=", A, TWO))), small())
    assert unequal is not None
    margin = unequal.margins[0]
    assert (margin.down, margin.up, margin.up_attained) == (None, Fraction(1), False)


def test_a_utility_that_cannot_change_the_truth_alone_is_listed_without_bounds() -> None:
    both = check_symbolic(
        formula_claim(And((Compare("<", A, Number(Fraction(0))), Compare("<", B, TWO)))), small()
    )
    assert both is not None
    assert not both.holds
    assert [(m.key, m.down, m.up) for m in both.margins] == [
        ("utilities.p.a.t", None, None),
        ("utilities.p.b.t", None, None),
    ]


def test_names_of_utilities_cannot_be_confused() -> None:
    agents = tuple(Agent(name, ("t", "b, t"), ("t",), None) for name in ("p", "p(a", 'q"'))
    signature = Signature(agents, ("a", "a, b", "a,", '"a', "a)", "a b"))
    names = {
        utility_name(signature, agent, outcome, type_)
        for agent in range(3)
        for outcome in range(6)
        for type_ in range(2)
    }
    assert len(names) == 36
    assert utility_name(signature, 0, 1, 0) == 'u_p("a, b", t)'


def test_symbols_are_those_of_the_condition() -> None:
    mechanism = small()
    boolean = condition(formula_claim(Compare("<", A, B)), mechanism)
    symbols = {utility_symbol(mechanism.signature, 0, outcome, 0) for outcome in range(2)}
    assert boolean.free_symbols == symbols


def test_a_condition_too_large_to_read_is_not_made() -> None:
    size = MAX_COMPARISONS + 2
    signature = Signature((Agent("p", ("t",), ("t",), (0,)),), tuple(f"o{k}" for k in range(size)))
    mechanism = replace(small(), signature=signature, utilities=(tuple((Fraction(k),) for k in range(size)),))
    claim = claim_of(mechanism, "welfare_optimum", profile="t", outcome="o0")
    assert check_symbolic(claim, mechanism) is None


def test_importing_the_package_does_not_import_sympy() -> None:
    code = "import sys, pycheck.symbolic; sys.exit('sympy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
