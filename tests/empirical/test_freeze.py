"""The freeze: one canonical file, its digest, and deviations that are never silent."""

from __future__ import annotations

import hashlib
import json
import os
from pathlib import Path
from typing import Any

import pytest
import rfc8785

from pycheck.empirical.deviations import deviate, value_at
from pycheck.empirical.freeze import (
    Freeze,
    FreezeRefused,
    freeze,
    load_freeze,
    sorted_json_digest,
)
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import as_data
from pycheck.empirical.record import Deviation
from pycheck.empirical.tables import mechanism_of, tables_digest, tables_of
from pycheck.errors import InputFileError
from pycheck.mechanism import Mechanism

from .conftest import endpoint_pilot, protocol_of, shipped

#: How the digest of a published pilot's freeze begins, and a copy of that freeze: facts, and no text of it.
PUBLISHED = "aca1caf4fb552408"
COPY = Path(__file__).parent / "published" / "freeze.json"


@pytest.fixture
def frozen(protocol: Protocol, mechanism: Mechanism, tmp_path: Path) -> Freeze:
    return freeze(protocol, mechanism, tmp_path / "freeze.json")


def test_the_files_digest_is_the_freezes(frozen: Freeze, protocol: Protocol, tmp_path: Path) -> None:
    data = (tmp_path / "freeze.json").read_bytes()
    assert hashlib.sha256(data).hexdigest() == frozen.digest
    assert rfc8785.dumps(json.loads(data)) == data
    assert load_freeze(tmp_path) == frozen
    assert frozen.protocol == protocol
    assert os.fspath(tmp_path).encode() not in data


def test_the_same_protocol_has_the_same_freeze(frozen: Freeze, mechanism: Mechanism, tmp_path: Path) -> None:
    assert freeze(protocol_of(shipped(), mechanism), mechanism, tmp_path / "again.json") == frozen


def test_every_change_is_another_freeze(frozen: Freeze, mechanism: Mechanism, tmp_path: Path) -> None:
    data = shipped()
    data["sampling"]["temperature"] = 0.71
    other = protocol_of(data, mechanism)
    assert freeze(other, mechanism, tmp_path / "other.json").digest != frozen.digest
    with pytest.raises(FreezeRefused, match="never overwritten"):
        freeze(other, mechanism, tmp_path / "freeze.json")
    assert load_freeze(tmp_path) == frozen


def test_plan_and_budget_that_disagree_are_not_frozen(mechanism: Mechanism, tmp_path: Path) -> None:
    data = shipped()
    data["budgets"]["calls"] = 90
    with pytest.raises(FreezeRefused, match=r"budgets\.calls: found 90 calls; expected at least 96"):
        freeze(protocol_of(data, mechanism), mechanism, tmp_path / "freeze.json")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (b'"max_tokens":32', b'"max_tokens": 32', "canonical"),
        (b'"max_tokens":32', b'"max_tokens":33', "plan"),
        (b'"max_tokens":32', b'"max_tokens":0', "protocol.sampling.max_tokens"),
        (b"to report a' is dominant", b"to report a  is dominant", "questions"),
        (b'"acts":144', b'"acts":143', "plan"),
        (b'"outcome_map":[3,2,1,0]', b'"outcome_map":[2,3,1,0]', "questions"),
        (b'"outcome_map":[3,2,1,0]', b'"outcome_map":[4,2,1,0]', "outcome map"),
        (b'"outcome_map":[3,2,1,0]', b'"outcome_map":[3,2,1]', "outcome map"),
        (b'"format":1,"mechanism":{', b'"format":2,"mechanism":{', "format"),
        (b'{"format":1,"mechanism":{', b'{"extra":1,"format":1,"mechanism":{', "extra"),
        (b'{"format"', b'{"forma', "no freeze"),
    ],
)
def test_an_edited_freeze_is_refused(
    frozen: Freeze, tmp_path: Path, old: bytes, new: bytes, words: str
) -> None:
    data = (tmp_path / "freeze.json").read_bytes()
    assert data.count(old) >= 1
    (tmp_path / "freeze.json").write_bytes(data.replace(old, new, 1))
    with pytest.raises(InputFileError, match=words) as caught:
        load_freeze(tmp_path)
    assert str(tmp_path) in str(caught.value)


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b"\xff", b"[" * 100_000, b'{"format":1}'])
def test_what_is_no_freeze(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "freeze.json").write_bytes(data)
    with pytest.raises(InputFileError):
        load_freeze(tmp_path)
    with pytest.raises(InputFileError, match="pilot freeze"):
        load_freeze(tmp_path / "nowhere")


def test_the_tables_are_the_mechanism(mechanism: Mechanism) -> None:
    again = mechanism_of(tables_of(mechanism))
    assert again.signature.agents == mechanism.agents
    assert again.utilities == mechanism.utilities
    assert again.outcome_map == mechanism.outcome_map
    assert tables_digest(again) == tables_digest(mechanism)
    other: Any = tables_of(mechanism)
    other["agents"][0]["utilities"][1][0] = "3"
    assert tables_digest(mechanism_of(other)) != tables_digest(mechanism)
    other["agents"][0]["utilities"][1] = ["3"]
    with pytest.raises(ValueError, match="utilities of row"):
        mechanism_of(other)


# Deviations.


def deviation(frozen: Freeze, field: str, old: Any, new: Any) -> Deviation:
    return Deviation(frozen.digest, "0.1.0", field, old, new, "a reason", "2026-11-30T12:00:00Z")


@pytest.mark.parametrize(
    ("field", "old", "new"),
    [
        ("sampling.max_tokens", 32, 128),
        ("budgets.may_stop_early", None, "a limit of the provider"),
        ("families[1].model", "gemma-3-270m-q4_k_m", "gemma-3-270m-q8_0"),
        ("conditions[3].seeds", [11, 29], [11]),
        ("conditions[3].seeds[1]", 29, 31),
        ("conditions[5].llm.as_long_as", "llm-visible-rules", None),
    ],
)
def test_a_deviation_is_in_force_and_recorded(frozen: Freeze, field: str, old: Any, new: Any) -> None:
    change = deviation(frozen, field, old, new)
    after = deviate(frozen, change)
    assert after.digest == frozen.digest
    assert after.deviations == (change,)
    assert after.protocol != frozen.protocol
    assert new is None or value_at(as_data(after.protocol), field) == new


@pytest.mark.parametrize(
    ("field", "old", "new", "words"),
    [
        ("sampling.max_tokens", 33, 128, "found 32"),
        ("sampling.max_tokens", 32, 0, "sampling.max_tokens"),
        ("sampling.max_tokens", 32, 4000, "budgets.tokens"),
        ("budgets.calls", 576, 95, "at least 96"),
        ("mechanism", "othman_sandholm", "borda", "another experiment"),
        ("roles[0]", "row", "col", "another experiment"),
        ("sampling.seed", None, 1, "sampling.seed"),
        ("sampling.top.p", None, 1, "has no 'top'"),
        ("conditions[9].seeds", None, [1], "has no 9"),
        ("sampling max_tokens", None, 1, "not a key"),
        ("", None, 1, "not a key"),
    ],
)
def test_a_deviation_that_cannot_be(frozen: Freeze, field: str, old: Any, new: Any, words: str) -> None:
    with pytest.raises(FreezeRefused, match=words):
        deviate(frozen, deviation(frozen, field, old, new))


@pytest.mark.parametrize(
    ("field", "old", "new"),
    [("budgets.calls", 576, 576), ("budgets.wall_s", 3600.0, 3600), ("network.longest_wait_s", 60.0, None)],
)
def test_a_deviation_changes_something(frozen: Freeze, field: str, old: Any, new: Any) -> None:
    """Also where a number is written otherwise, or a default is left out that was spelled out."""
    with pytest.raises(FreezeRefused, match=f"{field}: is {old} already; a deviation changes something"):
        deviate(frozen, deviation(frozen, field, old, new))


@pytest.mark.parametrize("place", ["title", "prompts", "hypotheses", "budgets", "families"])
@pytest.mark.parametrize("kind", ["a key", "the variable's value"])
def test_a_key_is_not_frozen(
    mechanism: Mechanism, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str, kind: str
) -> None:
    """A freeze is published: what the gate refuses in it is refused before anything is paid for."""
    monkeypatch.setenv("TEST_KEY", "an-unlikely-value-1")
    key = "sk-" + "a1B2" * 6 if kind == "a key" else "an-unlikely-value-1"
    data = endpoint_pilot(budgets={"may_stop_early": "no more today"})
    threshold = shipped()["hypotheses"][1]["thresholds"][0] | {"condition": "blind"}
    data["hypotheses"] = [{"id": "H", "statement": "s", "thresholds": [threshold]}]
    part, name = {
        "title": (data, "title"),
        "prompts": (data["prompts"][0], "system"),
        "hypotheses": (data["hypotheses"][0], "statement"),
        "budgets": (data["budgets"], "may_stop_early"),
        "families": (data["families"][0], "model"),
    }[place]
    path = tmp_path / "freeze.json"
    freeze(protocol_of(data, mechanism), mechanism, tmp_path / "good" / "freeze.json")
    part[name] += f" {key}"
    with pytest.raises(FreezeRefused, match=f"not frozen: {place}: found .*key") as caught:
        freeze(protocol_of(data, mechanism), mechanism, path)
    assert key not in str(caught.value)
    assert not path.exists()


def test_a_deviation_belongs_to_its_freeze(frozen: Freeze) -> None:
    foreign = Deviation("0" * 64, "x", "sampling.max_tokens", 32, 33, "r", "2026-11-30T12:00:00Z")
    with pytest.raises(FreezeRefused, match="another freeze"):
        deviate(frozen, foreign)


# The published freeze.


def published_files() -> list[Path]:
    """Our copy of the facts, and the shared file where ``PYCHECK_FACTS`` names its folder."""
    named = os.environ.get("PYCHECK_FACTS")
    return [COPY, *([Path(named) / "prereg_16e.json"] if named else [])]


@pytest.mark.parametrize("path", published_files(), ids=lambda path: path.name)
def test_the_published_freeze_has_its_published_digest(path: Path) -> None:
    content = json.loads(path.read_text(encoding="utf-8"))
    assert sorted_json_digest(content).startswith(PUBLISHED)
    assert not sorted_json_digest(content | {"max_tokens": 401}).startswith(PUBLISHED)


def test_the_published_budget_would_not_have_been_frozen(mechanism: Mechanism) -> None:
    published = json.loads(COPY.read_text(encoding="utf-8"))
    data = shipped()
    data["budgets"]["calls"] = published["budget_appels_max"]
    data["budgets"]["tokens"] = 2_000_000
    data["network"]["retry_waits_s"] = [5, 15]
    assert [list(p.values()) for p in data["profiles"]] == published["profils_vrais"]
    data["conditions"][3]["seeds"] = data["conditions"][4]["seeds"] = published["seeds"]
    data["conditions"][5]["seeds"] = published["seeds_hostile"]
    assert len(data["families"]) == len(published["familles"])
    from pycheck.empirical.plan import Plan

    (fault,) = Plan(protocol_of(data, mechanism), mechanism).faults()
    assert (fault.key, fault.found) == ("budgets.calls", "96 calls")
    assert "160" in fault.expected
