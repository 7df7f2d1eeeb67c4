"""A line of the log: the reader and the JSON Schema say the same of it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.war.events import KINDS, check, decode, header_digest, schema
from pycheck.empirical.war.realm import realm_events
from pycheck.empirical.war.vocabulary import ACTS, OTHERS

from .logs import START, battle, event, two_days

ROOT = Path(__file__).parents[3]
VALIDATOR = jsonschema.Draft202012Validator(schema())
#: One of each kind that a generated realm has not.
MORE = [
    event("unmark", 1, account="a"),
    event("renamed", 1, account="a", name="b"),
    event("piloting", 1, account="a"),
    event("palace_lost", 1, account="a"),
    event("alliance_left", 1, alliance="g", account="a"),
]
SAMPLES = [*realm_events(two_days(), 3, 12, 400), *MORE]


def is_event(value: Any) -> bool:
    try:
        check(value)
    except ValueError:
        return False
    return True


def test_the_schema_in_the_documents() -> None:
    path = ROOT / "docs" / "schema" / "war-events-1.json"
    assert json.loads(path.read_bytes()) == schema()
    jsonschema.Draft202012Validator.check_schema(schema())


def test_every_kind_has_a_sample() -> None:
    assert {sample["kind"] for sample in SAMPLES} == set(KINDS)
    assert {s["command"] for s in SAMPLES if s["kind"] == "command"} <= {*ACTS, *OTHERS}


def test_both_accept_every_sample() -> None:
    for sample in SAMPLES:
        assert is_event(sample)
        assert VALIDATOR.is_valid(sample)


VALUES = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 3),
    st.sampled_from([2**53, 2**53 - 1, 1.5, "", "a", "ai", "city", "x" * 65, "a b", "é", [], ["a", "a"], {}]),
    st.sampled_from(
        [{"code": "INTERNAL", "message": ""}, {"code": "X", "message": ""}, {"n": 1.5}, {"n": None}]
    ),
)


@given(st.sampled_from(SAMPLES), st.data())
def test_both_say_the_same_of_a_changed_one(sample: dict[str, Any], data: st.DataObject) -> None:
    changed = dict(sample)
    key = data.draw(st.sampled_from([*sample, "more"]))
    if data.draw(st.booleans()):
        changed[key] = data.draw(VALUES)
    else:
        changed.pop(key, None)
    assert is_event(changed) == VALIDATOR.is_valid(changed)


def test_a_whole_number_in_floating_point_is_none() -> None:
    """The one difference: for JSON Schema 1.0 is an integer."""
    assert not is_event(event("snapshot", 1, account="a", power=1.0, cities=1, town_hall=1))


def test_escapes_and_blanks_make_no_difference() -> None:
    line = b' {"kind" : "consent", "t":1, "account":"\\u0061"} \n'
    assert decode(line) == {"kind": "consent", "t": 1, "account": "a"}


@pytest.mark.parametrize("line", [b'{"a":1,"a":1}', b'{"a":{"b":1,"b":2}}', b'{"a":1,"\\u0061":2}'])
def test_a_key_twice_is_found(line: bytes) -> None:
    with pytest.raises(ValueError, match="twice"):
        decode(line)


def test_a_header_is_no_event() -> None:
    head = {"kind": "realm", "schema": 1, "plan": "0" * 64}
    assert header_digest(head) == "0" * 64
    assert VALIDATOR.is_valid(head)
    assert not is_event(head)
    for wrong in ({"plan": "0"}, {"schema": 1.0}, {"schema": True}, {"kind": "war"}, {"more": 1}):
        with pytest.raises(ValueError, match="expected"):
            header_digest(head | wrong)


def test_what_is_said_names_the_field() -> None:
    with pytest.raises(ValueError, match=r'battle.winner: found "all"; expected one of attackers, defenders'):
        check(battle(1, ["a"], ["b"], "all"))
    with pytest.raises(ValueError, match='consent: without account and with "acount"; expected account'):
        check(event("consent", 1, acount="a"))
    with pytest.raises(ValueError, match="kind: found null"):
        check({"t": START})
