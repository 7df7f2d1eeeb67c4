"""The lines of a trace: what is written is what is read, and nothing else is."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.lines import from_line, schema, to_line
from pycheck.empirical.record import (
    CAUSES,
    Act,
    Attempt,
    Cause,
    Deviation,
    Header,
    Line,
    Retry,
    Status,
    Stop,
    Turn,
)

ROOT = Path(__file__).parents[2]
DIGEST = "0f" * 32
VALIDATOR = jsonschema.Draft202012Validator(schema())

texts = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)
names = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=40)
plain = st.none() | st.booleans() | st.integers(0, 10**9) | texts | st.lists(texts, max_size=2)
counts = st.none() | st.integers(0, 10**9)
seconds = st.floats(0, 1e6)
retries = st.builds(
    Retry, st.sampled_from(["timeout", "connection", "http_status", "interrupted"]), seconds, counts
)
attempts = st.builds(
    Attempt,
    status=st.sampled_from(Status),
    prompt_sha256=st.none() | st.just(DIGEST),
    reformulation=st.booleans(),
    cause=st.none() | st.sampled_from(Cause),
    raw=st.none() | texts,
    finish_reason=st.none() | texts,
    refusal=st.none() | texts,
    http_status=counts,
    prompt_tokens=counts,
    completion_tokens=counts,
    latency_s=seconds,
    provider=st.none() | texts,
    model=st.none() | texts,
    retries=st.lists(retries, max_size=2).map(tuple),
    error=st.none() | texts,
)
profiles = st.dictionaries(texts, texts, min_size=1, max_size=3)
acts = st.builds(
    Act,
    freeze=st.just(DIGEST),
    code=texts,
    condition=texts,
    family=texts,
    model=texts,
    profile=profiles,
    seed=st.integers(),
    agent=texts,
    true_type=texts,
    status=st.sampled_from(Status),
    attempts=st.lists(attempts, max_size=2).map(tuple),
    cause=st.none() | st.sampled_from(Cause),
    report=st.none() | texts,
    elapsed_s=seconds,
)
turns = st.builds(
    Turn,
    freeze=st.just(DIGEST),
    code=texts,
    condition=texts,
    family=texts,
    profile=profiles,
    seed=st.integers(),
    reports=st.dictionaries(texts, st.none() | texts),
    optimum=st.fractions(),
    outcome=st.none() | texts,
    welfare=st.none() | st.fractions(),
    acts=st.just(()),
)
lines: st.SearchStrategy[Line] = (
    acts
    | turns
    | st.builds(Header, st.just(1), st.just(DIGEST), texts, texts, texts, st.just(DIGEST))
    | st.builds(
        Deviation, st.just(DIGEST), texts, texts, plain, plain, names, st.just("2026-11-30T12:00:00Z")
    )
    | st.builds(Stop, st.just(DIGEST), texts, st.sampled_from(["calls", "tokens"]), texts, seconds)
)

ACT = Act(
    DIGEST, "0.1.0", "visible", "scripted", "constant:a", {"row": "a", "col": "a'"}, 11, "row", "a",
    Status.VALID, (Attempt(Status.VALID, None),), report="a",
)  # fmt: skip
TURN = Turn(
    DIGEST, "0.1.0", "visible", "scripted", {"row": "a", "col": "a'"}, 11, {"row": "a", "col": None},
    Fraction(7, 2), acts=(ACT,),
)  # fmt: skip


@given(lines)
def test_a_line_is_read_as_it_was_written(record: Line) -> None:
    line = to_line(record)
    assert line.endswith(b"\n")
    assert line.count(b"\n") == 1
    assert from_line(line) == record
    assert to_line(from_line(line)) == line
    VALIDATOR.validate(json.loads(line))


def test_acts_are_no_part_of_a_turns_line() -> None:
    read = from_line(to_line(TURN))
    assert isinstance(read, Turn)
    assert read.acts == ()
    assert read.key == TURN.key == ACT.key.turn
    assert "acts" not in schema()["$defs"]["Turn"]["properties"]
    smuggled = json.loads(to_line(TURN)) | {"acts": [json.loads(to_line(ACT))]}
    del smuggled["acts"][0]["kind"]
    with pytest.raises(ValueError, match="acts"):
        from_line(json.dumps(smuggled, separators=(",", ":")).encode())


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "deed"},
        {"status": "fine"},
        {"cause": "mood"},
        {"seed": "11"},
        {"seed": 11.5},
        {"freeze": "0f"},
        {"report": 1},
        {"key": "sk-secret"},
        {"profile": []},
        {"elapsed_s": -1},
        {"attempts": [{"status": "valid", "prompt_sha256": None, "headers": {}}]},
        {"attempts": [{"status": "valid", "prompt_sha256": None, "prompt_tokens": 10**12 + 1}]},
        {"attempts": [{"status": "valid", "prompt_sha256": None, "completion_tokens": 10**400}]},
    ],
)
def test_other_lines_are_refused(change: dict[str, Any]) -> None:
    data = json.loads(to_line(ACT)) | change
    with pytest.raises(ValueError, match=r".+"):
        from_line(json.dumps(data, separators=(",", ":")).encode())
    assert not VALIDATOR.is_valid(data)


@pytest.mark.parametrize("end", range(0, 400, 7))
def test_a_torn_line_is_no_line(end: int) -> None:
    with pytest.raises(ValueError, match=r".+"):
        from_line(to_line(ACT)[:end])


def test_every_cause_goes_with_one_kind_of_status() -> None:
    assert set().union(*CAUSES.values()) == set(Cause)
    assert Status.VALID not in CAUSES


def test_the_schema_is_the_one_that_is_written_down() -> None:
    path = ROOT / "docs" / "schema" / "trace-1.json"
    assert json.loads(path.read_text(encoding="utf-8")) == schema(), f"write {path} again"
    jsonschema.Draft202012Validator.check_schema(schema())
