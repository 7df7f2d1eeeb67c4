from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck import verify
from pycheck.loading import load
from pycheck.scaffold import Draft, DraftAgent, write_mechanism
from pycheck.scaffold.names import camel, constructors, theorem, usable

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("a'", "a'"),
        ("1>2>3", "x_1_over_2_over_3"),
        ("salad bar", "salad_bar"),
        ("where", "x_where"),
        ("meta", "x_meta"),
        ("ctorIdx", "x_ctorIdx"),
        ("7", "x_7"),
        ("ä", "ue4"),
        ("+", "plus"),
        ("()", "u28u29"),
        ("_", "x"),
    ],
)
def test_a_label_that_is_no_name_is_spelled_out(label: str, name: str) -> None:
    assert constructors([label]) == {label: name}


def test_labels_that_are_spelled_alike_are_told_apart() -> None:
    assert constructors(["a b", "a-b", "a_b", "a.b"]) == {
        "a b": "a_b",
        "a-b": "a_b_2",
        "a_b": "a_b_3",
        "a.b": "a_b_4",
    }


@given(st.lists(st.text(min_size=1, max_size=6), unique=True, max_size=8))
def test_every_label_gets_its_own_lean_name(labels: list[str]) -> None:
    found = constructors(labels)
    assert list(found) == labels
    assert len(set(found.values())) == len(labels)
    assert all(IDENTIFIER.fullmatch(name) and usable(name) for name in found.values())


def test_agents_whose_names_come_out_alike_are_told_apart(tmp_path: Path) -> None:
    """Each keeps its own types and utilities: the kernel would refuse one table for both."""
    agents = tuple(DraftAgent(name, types, types) for name, types in (("ä", ("s", "t")), ("ö", ("t", "v"))))
    utilities = {
        (a.name, o): (Fraction(i), Fraction(k)) for i, a in enumerate(agents) for k, o in enumerate("xy")
    }
    cells = dict.fromkeys(product(*(a.reports for a in agents)), "x")
    folder = write_mechanism(
        Draft("alike", "Alike", agents, ("x", "y"), utilities, cells), tmp_path / "alike"
    ).folder
    link = load(folder).mechanism.lean
    assert link is not None
    assert len(set(link.utilities)) == len(set(link.types)) == 2
    result = verify(folder)
    assert result.ok, str(result)
    assert result.fully_checked


@pytest.mark.parametrize(
    ("text", "name"),
    [("first_price", "FirstPrice"), ("a", "A"), ("3 x", "X3X"), ("ärger", "Rger"), ("", "X")],
)
def test_module_names(text: str, name: str) -> None:
    assert camel(text) == name


@pytest.mark.parametrize(
    ("claim", "name"),
    [("a_prime", "a_prime"), ("at-types.1", "at_types_1"), ("1st", "claim_1st"), ("def", "claim_def")],
)
def test_theorem_names(claim: str, name: str) -> None:
    assert theorem(claim) == name
