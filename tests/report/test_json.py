"""The JSON report and its schema, both ways: what is right passes, what is broken fails."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pycheck.report import render_json, schema, to_json
from pycheck.verdict import Divergence, NonDivergence, Verification

from .conftest import States

DOCS = Path(__file__).parents[2] / "docs" / "schema" / "verify-1.json"

Mutation = Callable[[dict[str, Any]], object]


@cache
def validator() -> jsonschema.Draft202012Validator:
    jsonschema.Draft202012Validator.check_schema(schema())
    return jsonschema.Draft202012Validator(schema())


def test_the_published_schema_is_the_shipped_one() -> None:
    import pycheck.report

    shipped = Path(pycheck.report.__file__).parent / "schema" / "verify-1.json"
    assert DOCS.read_bytes() == shipped.read_bytes(), f"copy {shipped} to {DOCS}"


def test_every_state_is_valid(states: States) -> None:
    for name, verification in states.items():
        errors = [error.message for error in validator().iter_errors(to_json(verification))]
        assert not errors, name


def test_the_required_keys_are_there(verified: Verification) -> None:
    data = to_json(verified)
    assert {"schema_version", "mechanism", "lean", "claims", "non_divergence", "summary"} <= data.keys()
    claim = data["claims"][0]
    assert {
        "id", "kind", "statement", "verdict", "expect", "evidence", "cases", "satisfied", "counterexample",
        "lean", "symbolic", "source", "problem",
    } <= claim.keys()  # fmt: skip
    assert {"theorem", "axioms", "statement_matches"} <= claim["lean"].keys()
    assert data["mechanism"] == "othman_sandholm"


REQUIRED = [
    (path, key)
    for path, keys in {
        (): ("schema_version", "mechanism", "lean", "claims", "non_divergence", "summary"),
        ("claims", 0): (
            "id", "kind", "statement", "verdict", "expect", "evidence", "cases", "satisfied",
            "counterexample", "lean", "symbolic", "source", "problem",
        ),
        ("claims", 0, "lean"): ("theorem", "axioms", "statement_matches"),
        ("claims", 0, "symbolic"): ("condition", "holds"),
        ("claims", 3, "counterexample"): ("assignment", "text"),
        ("non_divergence",): ("verdict", "cells_checked", "canaries", "divergences", "reason"),
        ("lean",): ("provider", "version", "commit", "trust_base"),
        ("summary",): ("first_line", "ok", "complete", "verdicts", "evidence", "rests_on"),
        ("about",): ("title", "sha256", "outcomes", "agents", "utilities", "maps", "sources"),
    }.items()
    for key in keys
]  # fmt: skip


def at(data: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        data = data[step]
    return data


@pytest.mark.parametrize(("path", "key"), REQUIRED)
def test_a_missing_key_is_refused(verified: Verification, path: tuple[str | int, ...], key: str) -> None:
    data = copy.deepcopy(to_json(verified))
    del at(data, path)[key]
    assert not validator().is_valid(data)


def claim(data: dict[str, Any], claim_id: str) -> dict[str, Any]:
    found: dict[str, Any] = next(c for c in data["claims"] if c["id"] == claim_id)
    return found


# Each of these turns a valid report into one that says something it must not be able to say.
MUTATIONS: dict[str, Mutation] = {
    "unknown verdict": lambda d: d["claims"][0].update(verdict="passed"),
    "unknown level": lambda d: d["claims"][0]["evidence"].append("certain"),
    "no evidence": lambda d: d["claims"][0].update(evidence=[]),
    "a level twice": lambda d: d["claims"][0].update(evidence=["formal", "formal"]),
    "unknown expectation": lambda d: d["claims"][0].update(expect="maybe"),
    "another version": lambda d: d.update(schema_version=2),
    "unknown non-divergence": lambda d: d["non_divergence"].update(verdict="fine"),
    "agreement with divergences": lambda d: d["non_divergence"]["divergences"].append(
        {"key": "k", "python": "1", "lean": "2", "where": ""}
    ),
    "negative cases": lambda d: d["claims"][0].update(cases=-1),
    "enumerated without cases": lambda d: d["claims"][0].update(cases=None),
    "a number as a float": lambda d: d["claims"][0]["symbolic"].update(smallest_margin=0.5),
    "a utility that is not exact": lambda d: d["about"]["utilities"]["row"]["o1"].update(a="0.5"),
    "enumerated among the proved": lambda d: claim(d, "a_weakly_dominant").update(rests_on="formal"),
    "formal without a theorem": lambda d: claim(d, "a_weakly_dominant").update(evidence=["formal"]),
    "formal without axioms": lambda d: d["claims"][0]["lean"].update(axioms=None),
    "formal that proves nothing": lambda d: d["claims"][0]["lean"].update(proves=None),
    "not formalised yet proved": lambda d: claim(d, "characteristic_1").update(evidence=["formal"]),
    "not formalised yet expected": lambda d: claim(d, "characteristic_1").update(as_expected=True),
    "not formalised yet a verdict": lambda d: claim(d, "characteristic_1").update(verdict="holds"),
    "not checked yet as expected": lambda d: d["claims"][0].update(verdict="not_checked"),
    "a problem yet as expected": lambda d: d["claims"][0].update(problem="something is wrong"),
    "unknown counts": lambda d: d["summary"]["verdicts"].update(passed=1),
    "unknown level counted": lambda d: d["summary"]["evidence"].update(certain=1),
    "lean not an object": lambda d: d.update(lean="4.35.0"),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_a_mutated_report_is_refused(verified: Verification, name: str) -> None:
    data = copy.deepcopy(to_json(verified))
    assert validator().is_valid(data)
    MUTATIONS[name](data)
    assert not validator().is_valid(data), name


def test_counts_agree_with_the_claims(states: States) -> None:
    for verification in states.values():
        data = to_json(verification)
        claims, summary = data["claims"], data["summary"]
        for verdict, count in summary["verdicts"].items():
            assert count == sum(c["verdict"] == verdict for c in claims)
        for level, count in summary["evidence"].items():
            assert count == sum(level in c["evidence"] for c in claims)
        assert sum(summary["rests_on"].values()) == len(claims) == summary["claims"]


def test_exact_numbers_stay_exact(verified: Verification) -> None:
    data = to_json(verified)
    assert data["about"]["utilities"]["col"]["o3"] == {"a": "3", "a'": "6"}
    margins = data["claims"][0]["symbolic"]["margins"]
    assert {m["up"] for m in margins} == {"1", "5/2"}


def test_the_flagship_in_figures(verified: Verification) -> None:
    data = to_json(verified)
    third = claim(data, "char2_reading_3")
    assert (third["verdict"], third["satisfied"], third["cases"]) == ("fails", 5, 7)
    assert third["lean"]["proves"] == "negation"
    assert third["counterexample"]["left"] == "5"
    census = claim(data, "two_truthful_dominant_with_box")
    assert (census["satisfied"], census["cases"], len(census["maps_found"])) == (2, 64, 2)
    assert claim(data, "characteristic_1")["evidence"] == ["not_formalised"]


def test_text_is_deterministic_and_parses_back(verified: Verification) -> None:
    text = render_json(verified)
    assert text == render_json(verified)
    assert text.endswith("}\n")
    assert json.loads(text) == to_json(verified)


def test_divergences_are_listed(verified: Verification) -> None:
    divergence = Divergence("utilities.row.o2.a", "4", "5", "Mechanisms/OthmanSandholm.lean:31")
    changed = replace(verified, non_divergence=NonDivergence("diverges", 36, 4, (divergence,)))
    data = to_json(changed)
    assert validator().is_valid(data)
    assert data["non_divergence"]["divergences"][0]["key"] == "utilities.row.o2.a"
    assert not data["summary"]["ok"]


def test_nothing_measured_is_null(verified: Verification) -> None:
    assert to_json(verified)["measured"] is None
