"""A rule without utilities: what is left of everything, and what is refused and how."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pycheck import show
from pycheck.census import run_census
from pycheck.claims import read_claims
from pycheck.errors import InputFileError
from pycheck.graphs import deviation_graph
from pycheck.loading import load
from pycheck.mechanism import Mechanism, NoUtilities
from pycheck.neighbours.bayesian import bayesian_efg
from pycheck.neighbours.normal_form import normal_form
from pycheck.sweep.points import shaken
from pycheck.sweep.run import Job, sweep
from pycheck.symbolic import check_symbolic

from .example import ABSENT, edited, read

RULE: tuple[tuple[str, Any], ...] = (("utilities", False), ("lean/utilities", ABSENT), ("claims", []))


def rule(folder: Path) -> Mechanism:
    return read(folder, edited(*RULE)).require()


def test_it_is_read(tmp_path: Path) -> None:
    mechanism = rule(tmp_path)
    assert mechanism.utilities == ()
    assert not mechanism.signature.has_utilities
    assert mechanism.denominator == 1
    assert mechanism.lean is not None
    assert (mechanism.lean.utilities, mechanism.lean.scale, mechanism.lean.number) == ((), 1, "Nat")


def test_lean_has_no_utilities_either(tmp_path: Path) -> None:
    faults = read(tmp_path, edited(("utilities", False), ("claims", []))).faults
    assert [fault.key for fault in faults] == ["lean.utilities"]


def test_the_other_faults_are_found_all_the_same(tmp_path: Path) -> None:
    faults = read(tmp_path, edited(*RULE, ("maps/stay/constant", "nowhere else"))).faults
    assert [fault.key for fault in faults] == ["maps.stay.constant"]


def test_claims_about_utilities_are_refused(tmp_path: Path) -> None:
    reading = read(tmp_path, edited(*RULE[:2]))
    assert reading.signature is not None
    claims, faults = read_claims(reading.claims, reading.signature)
    assert claims == ()
    assert [fault.key.rpartition(".")[2] for fault in faults] == ["kind", "kind"]
    assert all("utilities = false" in fault.hint for fault in faults)
    with pytest.raises(InputFileError, match="a kind without utilities"):
        load(tmp_path / "lunch")


def test_claims_about_the_rule_are_not(tmp_path: Path) -> None:
    claim = {"id": "meat", "kind": "outcome_condition", "outcome": "nowhere", "relation": "only_when"}
    reading = read(
        tmp_path, edited(*RULE[:2], ("claims", [claim | {"condition": {"reports": {"ann": "wait"}}}]))
    )
    assert reading.signature is not None
    (found,), faults = read_claims(reading.claims, reading.signature)
    assert not faults
    # Without utilities there is no condition on them.
    assert check_symbolic(found, reading.require()) is None


def sweep_one(mechanism: Mechanism) -> object:
    return sweep([Job(mechanism, (), ((),))])


@pytest.mark.parametrize(
    "ask",
    [
        lambda m: deviation_graph(m, (0, 0)),
        lambda m: normal_form(m, (0, 0)),
        bayesian_efg,
        lambda m: run_census(m, ["pareto"]),
        lambda m: run_census(m, ["action:eat:weak"]),
        lambda m: list(shaken(m, 1, Fraction(1), 0)),
        sweep_one,
    ],
)
def test_what_is_about_utilities_says_that_there_are_none(
    tmp_path: Path, ask: Callable[[Mechanism], Any]
) -> None:
    with pytest.raises(NoUtilities, match="lunch has no utilities"):
        ask(rule(tmp_path))


def test_what_is_not_goes_on(tmp_path: Path) -> None:
    assert run_census(rule(tmp_path), ["onto"]).count > 0
    rule(tmp_path)
    shown = show.show_text(load(tmp_path / "lunch"))
    assert "utilities: none" in shown
    assert "utility of" not in shown
