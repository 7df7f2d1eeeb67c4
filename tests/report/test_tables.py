"""Tables of mechanisms of other shapes than the flagship's."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest

from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature
from pycheck.report import build_report, render_html, render_json, render_markdown, render_text, to_json
from pycheck.report.equilibria import drawings, equilibria_table
from pycheck.report.margins import margins_table
from pycheck.report.tables import MAX_ROWS, map_tables, payoff_tables, welfare_table
from pycheck.report.trust import trust_table
from pycheck.verdict import FormalEvidence, LeanInfo, Margin, NonDivergence, SymbolicEvidence, Verification

from .conftest import Maker, changed


def mechanism(types: int, reports: tuple[int, ...], outcomes: int = 2) -> Mechanism:
    """Agents with ``types`` types each and the given numbers of reports; utilities in sixths."""
    agents = tuple(
        Agent(f"g{i}", tuple(f"t{k}" for k in range(types)), tuple(f"r{k}" for k in range(n)), None)
        for i, n in enumerate(reports)
    )
    signature = Signature(agents, tuple(f"o{k}" for k in range(outcomes)))
    tables = tuple(
        tuple(tuple(Fraction(i + o * t, 6) for t in range(types)) for o in range(outcomes))
        for i in range(len(agents))
    )
    cells = tuple(sum(r) % outcomes for r in product(*(range(n) for n in reports)))
    return Mechanism("shape", "A shape", signature, tables, {MAIN_MAP: OutcomeMap(cells)})


@pytest.mark.parametrize("reports", [(3,), (2, 3), (2, 2, 2), (1, 1), (2, 1, 3, 2)])
def test_maps_of_every_number_of_agents(reports: tuple[int, ...]) -> None:
    found = mechanism(2, reports)
    (table,) = map_tables(found)
    assert all(len(row) == len(table.columns) + 1 for row in table.rows)
    cells = [cell for row in table.rows for cell in row[1:]]
    assert cells == [found.outcomes[o] for o in found.outcome_map.cells]
    verification = Verification(found, (), NonDivergence("not_checked"), LeanInfo("none"))
    for render in (render_html, render_json, render_markdown, render_text):
        assert "shape" in render(verification)


def test_two_agents_make_a_matrix() -> None:
    (table,) = map_tables(mechanism(1, (2, 3)))
    assert (table.corner, table.span, table.columns) == ("g0 reports", "g1 reports", ("r0", "r1", "r2"))
    assert table.rows == (("r0", "o0", "o1", "o0"), ("r1", "o1", "o0", "o1"))


def test_rationals_are_exact() -> None:
    found = mechanism(3, (2, 2))
    first, second = payoff_tables(found)
    assert first.rows == (("o0", "0", "0", "0"), ("o1", "0", "1/6", "1/3"))
    assert second.rows[1] == ("o1", "1/6", "1/3", "1/2")
    assert welfare_table(found).rows[-1] == ("(t2, t2)", "1/6", "5/6")


def test_long_tables_are_cut_and_say_so() -> None:
    found = mechanism(3, (5, 5, 5, 5))
    table, welfare, stable = map_tables(found)[0], welfare_table(found), equilibria_table(found)
    assert (len(table.rows), table.left_out) == (MAX_ROWS, 5**4 - MAX_ROWS)
    assert (len(welfare.rows), welfare.left_out) == (MAX_ROWS, 3**4 - MAX_ROWS)
    assert (len(stable.rows), stable.left_out) == (1, 3**4 - 1)
    verification = Verification(found, (), NonDivergence("not_checked"), LeanInfo("none"))
    for text in (render_html(verification), render_markdown(verification)):
        assert f"{5**4 - MAX_ROWS} more rows are left out here." in text
    assert drawings(found) == ()


def test_equilibria_of_the_flagship(verified: Verification) -> None:
    table = equilibria_table(verified.mechanism)
    assert table.rows == tuple(
        (types, "(a', a')", "4") for types in ("(a, a)", "(a, a')", "(a', a)", "(a', a')")
    )
    assert len(drawings(verified.mechanism)) == 4


def test_no_equilibrium_is_said() -> None:
    """Matching pennies has none in pure reports."""
    agents = tuple(Agent(name, ("t",), ("h", "t"), None) for name in ("row", "col"))
    signature = Signature(agents, ("same", "other"))
    one, zero = (Fraction(1),), (Fraction(0),)
    pennies = Mechanism("p", "P", signature, ((one, zero), (zero, one)), {MAIN_MAP: OutcomeMap((0, 1, 1, 0))})
    assert equilibria_table(pennies).rows == (("(t, t)", "none", "4"),)


def test_welfare_of_the_flagship(verified: Verification) -> None:
    assert [row[1:] for row in welfare_table(verified.mechanism).rows] == [
        ("2", "4", "3", "3"),
        ("5", "4", "6", "3"),
        ("4", "5", "3", "0"),
        ("7", "5", "6", "0"),
    ]


def test_the_trust_base_is_flat_and_whole(verified: Verification) -> None:
    rows = dict(row for row in trust_table(build_report(verified)).rows if len(row) == 2)
    assert rows["Lean version"] == "4.35.0"
    assert rows["provider"] == "embedded"
    assert rows["axioms of the theorems"] == "none"
    assert rows["lean library / SHA-256"] == "ef" * 32
    assert rows["sources / Mechanisms/OthmanSandholm.lean"] == "ab" * 32
    assert rows["allowed axioms"] == "none"
    assert rows["second kernel run / declarations"] == "219"
    assert rows["second kernel run / base declarations"] == "230"


def test_the_trust_base_takes_any_json() -> None:
    trust = {"a": {"b": [{"c": True}, [1, None]]}, "d": {}, "e": 3, "f": ["x", "y"]}
    info = LeanInfo("embedded", "4.35.0", "c", trust)
    verification = Verification(mechanism(1, (1, 1)), (), NonDivergence("agrees"), info)
    rows = trust_table(build_report(verification)).rows
    assert rows[-6:] == (
        ("axioms of the theorems", "no theorem was checked"),
        ("a / b / 1 / c", "yes"),
        ("a / b / 2", "1, none"),
        ("d", "none"),
        ("e", "3"),
        ("f", "x, y"),
    )


def test_without_lean_the_trust_base_says_so(without_lean: Verification) -> None:
    rows = {row[0]: row[1] for row in trust_table(build_report(without_lean)).rows}
    assert rows["Lean version"] == "none: no Lean checked anything"
    assert rows["axioms of the theorems"] == "no theorem was checked"


def test_margins_name_the_utilities(verified: Verification) -> None:
    one, half = Fraction(1), Fraction(1, 2)
    margins = (
        Margin("utilities.row.o1.a", half, False, None, False),
        Margin("utilities.row.o2.a", None, False, half, True),
        Margin("utilities.col.o2.a", half, True, one, False),
        Margin("utilities.col.o3.a", one, True, one, True),
    )
    evidence = SymbolicEvidence(("c",), True, margins)
    some = changed(verified, "char2_reading_2", lambda c: replace(c, symbolic=evidence))
    table = margins_table(build_report(some))
    assert table is not None
    row = next(r for r in table.rows if r[0] == "char2_reading_2")
    assert row[1:] == ("1/2", "row.o1.a by less than 1/2; col.o2.a by at most 1/2", "row.o2.a by at most 1/2")


def test_a_margin_of_nothing_and_many_utilities(verified: Verification) -> None:
    zero = Fraction(0)
    margins = tuple(Margin(f"utilities.row.o{k}.a", zero, True, zero, True) for k in range(7))
    some = changed(
        verified, "char2_reading_2", lambda c: replace(c, symbolic=SymbolicEvidence(("c",), True, margins))
    )
    table = margins_table(build_report(some))
    assert table is not None
    row = next(r for r in table.rows if r[0] == "char2_reading_2")
    assert row[2] == "row.o0.a, row.o1.a, row.o2.a, row.o3.a and 3 more not at all"


def test_no_margins_no_table(verified: Verification) -> None:
    claims = tuple(replace(c, symbolic=None) for c in verified.claims)
    assert margins_table(build_report(replace(verified, claims=claims))) is None


def test_a_large_census_is_cut_for_people_and_for_json(maker: Maker, verified: Verification) -> None:
    claim_id = "eight_truthful_dominant"
    found = tuple(f"map {k}" for k in range(1500))
    counted = replace(maker.enumerated_by_id(claim_id), satisfied=1500, cases=2000, found=found)
    large = changed(verified, claim_id, lambda c: replace(c, exhaustive=counted))
    data = next(c for c in to_json(large)["claims"] if c["id"] == claim_id)
    assert (len(data["maps_found"]), data["satisfied"]) == (1000, 1500)
    for text in (render_html(large), render_markdown(large), render_text(large, 10_000, verbose=True)):
        assert "and 1484 more" in text
        assert "map 15" in text
        assert "map 16" not in text


def test_the_trust_base_names_every_axiom_used(maker: Maker, verified: Verification) -> None:
    def resting_on(*axioms: str) -> FormalEvidence:
        return FormalEvidence("T.t", "claim", axioms, maker.seal)

    some = changed(
        verified, "char2_reading_2", lambda c: replace(c, formal=resting_on("propext", "Quot.sound"))
    )
    some = changed(some, "welfare_at_a_a", lambda c: replace(c, formal=resting_on("propext")))
    rows = dict(row for row in trust_table(build_report(some)).rows if len(row) == 2)
    assert rows["axioms of the theorems"] == "Quot.sound, propext"
