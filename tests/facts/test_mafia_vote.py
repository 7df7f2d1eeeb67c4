"""The day's vote in Mafia and the general theorems beside it, through the public interface."""

from __future__ import annotations

from collections import Counter
from itertools import product
from pathlib import Path

import pytest

import pycheck
from pycheck.api import Result
from pycheck.verdict import Level, Verdict

ROOT = Path(__file__).parents[2]
LIVING = ("alex", "bailey", "casey")
GENERAL = {
    "run_probed", "play_probed", "readsOnly_iff", "leak_shows", "leak_changes_the_end", "eliminated_iff",
    "eliminated_monotone", "target_iff", "winner_mafia", "winner_villagers", "never_both",
    "loop_ends_after_fifteen_rounds",
}  # fmt: skip
OUTSIDE = {
    "reports_are_beliefs", "engine_is_the_model", "no_memory_at_the_provider", "no_clock",
    "sampling_is_seeded",
}  # fmt: skip


@pytest.fixture(scope="module")
def result() -> Result:
    return pycheck.verify(ROOT / "mechanisms" / "mafia_vote")


def test_the_table_is_plurality_and_a_tie_eliminates_nobody() -> None:
    mechanism = pycheck.load("mafia_vote").mechanism
    for votes in product((*LIVING, "nobody"), repeat=3):
        counts = Counter(vote for vote in votes if vote != "nobody").most_common()
        alone = counts and (len(counts) == 1 or counts[0][1] > counts[1][1])
        profile = tuple(agent.reports.index(v) for agent, v in zip(mechanism.agents, votes, strict=True))
        assert mechanism.outcomes[mechanism.outcome(profile)] == (counts[0][0] if alone else "nobody")


def test_everything_is_proved_but_for_what_is_outside(result: Result) -> None:
    assert result.ok, str(result)
    assert result.fully_checked, str(result)
    by_id = {claim.claim.id: claim for claim in result.claims}
    assert {name for name, c in by_id.items() if not c.claim.formalised} == OUTSIDE
    for name in by_id.keys() - OUTSIDE:
        claim = by_id[name]
        assert claim.evidence[0] is Level.FORMAL, name
        assert claim.formal is not None
        assert claim.formal.axioms == ()
        assert claim.verdict is (Verdict.HOLDS if claim.claim.expected else Verdict.FAILS)
        assert (claim.exhaustive is None) == (name in GENERAL), "what is general is not enumerated"
    assert by_id.keys() >= GENERAL
    assert sum(not claim.claim.expected for claim in result.claims) >= 5


def test_what_is_general_says_where_its_statement_is(result: Result) -> None:
    stated = result.verification.lean.trust_base["statements_sha256"]
    assert set(stated) == {"Probing.lean", "Mafia.lean"}
    assert result.verification.non_divergence.verdict == "agrees"
