"""Counts of cases as statements: of none to many variables, and what has no statement."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pycheck import verify
from pycheck.claims import Claim, read_claims
from pycheck.lean import tally
from pycheck.lean.statements import LeanVoice, NoLeanStatement
from pycheck.loading import load
from pycheck.mechanism import ClaimEntry, Mechanism, read_mechanism
from pycheck.scaffold import write_lean
from pycheck.verdict import Level

from ._mutants import ROOT

SOLO = """
format = 1
name = "solo"
title = "A rule of one report"
outcomes = ["a", "b"]
utilities = false

[[agents]]
name = "ann"
types = ["x", "y", "z"]

[outcome_map]
grid = ["a", "a", "b"]

[lean]
module = "Solo"
outcome = "Outcome"
types = "Ty"
outcome_map = "outcome"
"""
CLAIMS = """
[[claims]]
id = "{kind}_{count}"
kind = "{kind}"
{rest}
count = {count}
expect = "{expect}"
theorem = "{kind}_{count}"
"""


def counting(kind: str, rest: str, right: int, *wrong: int) -> str:
    given = [(right, "holds"), *((number, "fails") for number in wrong)]
    return "".join(CLAIMS.format(kind=kind, rest=rest, count=n, expect=e) for n, e in given)


def test_few_variables_and_none(tmp_path: Path, lean_cache: Path) -> None:
    """Of one agent there are no others: one case, the empty one."""
    folder = tmp_path / "solo"
    folder.mkdir()
    claims = counting("pivotal_count", 'agent = "ann"', 1, 0, 2)
    claims += counting("profile_count", 'where = { outcome = "a" }', 2, 1, 3)
    (folder / "mechanism.toml").write_text(SOLO.replace("\n[lean]", f"{claims}\n[lean]"), encoding="utf-8")
    write_lean(load(folder))
    result = verify(folder, lean="embedded", cache=lean_cache)
    assert result.ok, str(result)
    assert [claim.evidence[0] for claim in result.claims] == [Level.FORMAL] * 6
    assert [claim.formal and claim.formal.proves for claim in result.claims] == 2 * [
        "claim",
        "negation",
        "negation",
    ]


def about(mechanism: Mechanism, kind: str, params: dict[str, Any]) -> Claim:
    (claim,), faults = read_claims((ClaimEntry("claims[0]", "it", kind, params),), mechanism.signature)
    assert not faults
    return claim


@pytest.fixture
def mechanism() -> Mechanism:
    return read_mechanism(ROOT / "mechanisms" / "war_verdict").require()


def test_long_sums_are_no_statement(mechanism: Mechanism, monkeypatch: pytest.MonkeyPatch) -> None:
    assert mechanism.lean is not None
    voice = LeanVoice(mechanism, mechanism.lean)
    claim = about(mechanism, "profile_count", {"where": {"outcome": "ai"}, "count": 13})
    voice.statement(claim)
    monkeypatch.setattr("pycheck.lean.statements.MAX_TERMS", 26)
    assert tally.MAX_TERMS >= 26
    with pytest.raises(NoLeanStatement, match="27 cases are too many to add up"):
        voice.statement(claim)


def test_reports_of_different_lean_types_are_not_exchanged(mechanism: Mechanism) -> None:
    link = mechanism.lean
    assert link is not None
    claim = about(mechanism, "anonymity", {})
    LeanVoice(mechanism, link).statement(claim)
    reports = (*link.reports[:2], "Mechanisms.WarVerdict.Other")
    labels = {(reports[2], label): f"{reports[2]}.{label}" for label in mechanism.agents[2].reports}
    apart = replace(link, reports=reports, constructors={**link.constructors, **labels})
    with pytest.raises(NoLeanStatement, match="different Lean types"):
        LeanVoice(mechanism, apart).statement(claim)
    # Two of them still are.
    two = about(mechanism, "anonymity", {"among": ["throne", "battles"]})
    LeanVoice(mechanism, apart).statement(two)
