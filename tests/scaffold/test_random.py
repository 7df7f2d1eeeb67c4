"""Random mechanisms, odd labels and all, through the mechanism file and back, and through the kernel."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings

from pycheck import verify
from pycheck.claims import Evaluator
from pycheck.claims.formula import CountMaps
from pycheck.loading import load
from pycheck.scaffold import Draft, write_mechanism
from pycheck.verdict import Level, Verdict

from .drafts import drafts


def written(draft: Draft, parent: str) -> Path:
    folder = Path(parent) / draft.name
    write_mechanism(draft, folder)
    return folder


@given(drafts())
@settings(max_examples=40)
def test_what_was_drafted_is_what_is_loaded(draft: Draft) -> None:
    with tempfile.TemporaryDirectory() as name:
        loaded = load(written(draft, name))
    mechanism = loaded.mechanism
    assert mechanism.outcomes == draft.outcomes
    assert [(a.name, a.types, a.reports) for a in mechanism.agents] == [
        (a.name, a.types, a.reports) for a in draft.agents
    ]
    for i, agent in enumerate(draft.agents):
        for o, outcome in enumerate(draft.outcomes):
            assert mechanism.utilities[i][o] == draft.utilities[agent.name, outcome]
    for profile in mechanism.signature.report_profiles():
        labels = mechanism.signature.report_labels(profile)
        assert mechanism.outcomes[mechanism.outcome(profile)] == draft.cells[labels]
    for claim in loaded.claims:
        assert claim.formula is not None
        found = Evaluator(mechanism).enumerate(claim.formula, claim.order)
        assert found.holds == claim.expected, claim.id
        if isinstance(claim.formula, CountMaps):
            assert found.satisfied == claim.formula.count
    assert mechanism.lean is not None
    names = list(mechanism.lean.constructors.items())
    assert len({(kind, name) for (kind, _), name in names}) == len(names)


@pytest.mark.exhaustive
# Without shrinking: each example is a run of Lean.
@given(drafts())
@settings(max_examples=6, phases=[Phase.explicit, Phase.generate])
def test_the_kernel_agrees(draft: Draft) -> None:
    """Every claim suggested for a random mechanism is proved or refuted, as enumeration has it."""
    with tempfile.TemporaryDirectory() as name:
        folder = written(draft, name)
        loaded = load(folder)
        result = verify(folder)
    assert result.ok, str(result)
    assert result.fully_checked, str(result)
    assert result.verification.non_divergence.verdict == "agrees"
    for claim, verdict in zip(loaded.claims, result.claims, strict=True):
        assert verdict.evidence[0] is Level.FORMAL, claim.id
        assert verdict.verdict is (Verdict.HOLDS if claim.expected else Verdict.FAILS), claim.id
        assert verdict.formal is not None
        assert verdict.formal.proves == ("claim" if claim.expected else "negation")
