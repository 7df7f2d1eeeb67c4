from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.scaffold.names import camel, constructors, theorem, usable

IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")


@pytest.mark.parametrize(
    ("label", "name"),
    [
        ("a'", "a'"),
        ("1>2>3", "x_1_over_2_over_3"),
        ("salad bar", "salad_bar"),
        ("where", "x_where"),
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
