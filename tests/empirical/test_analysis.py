"""The analysis against a slow one, and that every split adds up."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from statistics import fmean

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.empirical.analysis import analyse
from pycheck.empirical.announcements import honest_conditions
from pycheck.empirical.hypotheses import Answer, Measured, judge, together
from pycheck.empirical.intervals import Rate
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.record import SCRIPTED, Attempt, Status, Turn
from pycheck.empirical.stability import stability
from pycheck.empirical.tally import Cell

from .published import (
    AP,
    BLIND,
    FAMILIES,
    MAIN,
    PERMUTED,
    RANDOM,
    TYPES,
    VISIBLE,
    A,
    always,
    mechanism,
    protocol,
    turn,
    turns,
)

GAME = mechanism()
FROZEN = protocol()
REPORTS = st.sampled_from([A, AP, None])


@st.composite
def some_turn(draw: st.DrawFn) -> Turn:
    reports = draw(st.tuples(REPORTS, REPORTS))
    return turn(
        GAME,
        draw(st.sampled_from([VISIBLE, BLIND, PERMUTED])),
        draw(st.sampled_from(list(FAMILIES))),
        draw(st.tuples(st.sampled_from(TYPES), st.sampled_from(TYPES))),
        draw(st.integers(0, 3)),
        lambda profile, seed: reports,
    )


RUNS = st.lists(some_turn(), max_size=25)


@settings(deadline=None, max_examples=25)
@given(RUNS)
def test_every_split_adds_up(run: list[Turn]) -> None:
    found = analyse(run, GAME, FROZEN)
    assert found.turns == len(run)
    assert found.acts == found.model_acts == 2 * len(run)
    for group in found.groups:
        for splits in (group.by_role, group.by_type, group.by_role_and_type, group.by_profile):
            every = list(splits.values())
            assert sum(s.rate.n for s in every) == group.rate.n
            assert sum(s.rate.count for s in every) == group.rate.count
            assert sum(s.unusable.n for s in every) == group.acts
        assert sum(rate.count for rate in group.statuses.values()) == group.acts
        assert group.statuses[Status.VALID].count == group.rate.n
        assert sum(group.causes.values()) == group.statuses[Status.INVALID].count


def naive_gain(run: Iterable[Turn], agent: int, kept: Iterable[str]) -> tuple[int, Fraction | None]:
    """Straight from the definition: the mechanism asked twice."""
    gains = []
    for t in run:
        reports = [a.report for a in t.acts]
        if t.acts[agent].true_type not in kept or None in reports:
            continue
        mine = [TYPES.index(r) for r in reports if r is not None]
        own = TYPES.index(t.acts[agent].true_type)
        flipped = [1 - r if k == agent else r for k, r in enumerate(mine)]
        table = GAME.utilities[agent]
        gains.append(
            table[GAME.outcome((flipped[0], flipped[1]))][own] - table[GAME.outcome((mine[0], mine[1]))][own]
        )
    return len(gains), sum(gains, Fraction(0)) / len(gains) if gains else None


@settings(deadline=None, max_examples=25)
@given(RUNS)
def test_deviations_and_welfare_by_their_definitions(run: list[Turn]) -> None:
    found = analyse(run, GAME, FROZEN)
    for group in found.groups:
        mine = [t for t in run if (t.condition, t.family) == group.cell]
        for index, agent in enumerate(("row", "col")):
            mean = group.gains[agent].mean
            assert (mean.n, mean.value) == naive_gain(mine, index, TYPES)
            for label in TYPES:
                by_type = group.gains_by_type[agent, label].mean
                assert (by_type.n, by_type.value) == naive_gain(mine, index, [label])
        shares = [t.welfare / t.optimum for t in mine if t.welfare is not None]
        assert group.welfare.n == len(shares)
        assert (group.welfare.value is None) == (not shares)
        assert float(group.welfare.value or 0) == pytest.approx(fmean(shares) if shares else 0)


@settings(deadline=None, max_examples=25)
@given(RUNS, st.randoms())
def test_the_order_of_the_turns_does_not_matter(run: list[Turn], chance: object) -> None:
    shuffled = sorted(run, key=lambda t: (t.seed, t.condition, t.family, *t.profile.values()))
    one, two = analyse(run, GAME, FROZEN), analyse(shuffled, GAME, FROZEN)
    assert one.findings == two.findings
    assert [g.rate for g in one.groups] == [g.rate for g in two.groups]
    assert one.pooled_gains == two.pooled_gains


def test_what_was_planned_and_never_played_is_shown() -> None:
    found = analyse([], GAME, FROZEN)
    assert found.group(VISIBLE, "glm").rate == Rate(0, 0)
    assert {f.answer for f in found.findings} == {Answer.NO_MEASURE}
    assert not found.evaluated


def test_costs_are_summed() -> None:
    def priced(t: Turn) -> Turn:
        tries = tuple(
            Attempt(Status.VALID, "0" * 64, prompt_tokens=10, completion_tokens=k, latency_s=0.5)
            for k in (3, 4)
        )
        return replace(t, acts=tuple(replace(a, attempts=tries) for a in t.acts))

    found = analyse([priced(t) for t in turns()[:6]], GAME, FROZEN).spent
    assert (found.calls, found.tokens, found.latency_s, found.turns) == (24, 12 * 27, 12.0, 6)


STATUSES = [s for s in Status if s not in (Status.VALID, Status.NOT_ASKED)]


@pytest.mark.parametrize("status", STATUSES)
def test_every_way_to_be_unusable_has_a_rate_of_its_own(status: Status) -> None:
    def spoilt(t: Turn) -> Turn:
        return replace(t, acts=tuple(replace(a, status=status, cause=None, report=None) for a in t.acts))

    group = analyse([spoilt(t) for t in turns()[:4]], GAME, FROZEN).groups[0]
    assert {s: r.value for s, r in group.statuses.items() if r.value} == {status: 1.0}
    assert group.rate == Rate(0, 0)


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ([], Answer.NO_MEASURE),
        ([Answer.MET, Answer.MET], Answer.MET),
        ([Answer.MET, Answer.NOT_MET], Answer.NOT_MET),
        ([Answer.NOT_MET, Answer.NO_MEASURE], Answer.NO_MEASURE),
    ],
)
def test_the_verdict_on_a_run(answers: list[Answer], expected: Answer) -> None:
    assert together(answers) is expected


def indistinguishable() -> Protocol:
    part = {"id": "coin", "condition": BLIND, "report": AP, "margin": 0.2}
    return protocol(hypotheses=[{"id": "H0", "statement": "Coins.", "equivalences": [part]}])


def given_rates(rates: Measured, condition: str, family: str, report: str) -> Measured:
    return rates


def test_indistinguishable_is_judged_within_each_type() -> None:
    """A player that reports its type is a coin at the margin and is not taken for one."""
    frozen = indistinguishable()
    own = Measured(Rate(200, 400), {"row a": Rate(0, 200), "row a'": Rate(200, 200)})
    coin = Measured(Rate(200, 400), {"row a": Rate(101, 200), "row a'": Rate(99, 200)})
    half = Measured(Rate(100, 200), {"row a": Rate(100, 200), "row a'": Rate(0, 0)})
    none = Measured(Rate(0, 0), {})
    expected = (Answer.NOT_MET, Answer.MET, Answer.NO_MEASURE, Answer.NO_MEASURE)
    for rates, answer in zip((own, coin, half, none), expected, strict=True):
        found = list(judge(frozen, partial(given_rates, rates)))
        assert [(f.family, f.answer) for f in found] == [(family, answer) for family in FAMILIES]
    played = analyse(turns(), GAME, frozen)
    assert {f.answer for f in played.findings} == {Answer.NOT_MET}, "the blind players report their type"


def test_a_scripted_control_is_the_same_for_every_family() -> None:
    rate = {"id": "y", "measure": "rate", "condition": RANDOM, "report": AP, "at_least": 0.6}
    part = rate | {"id": "x", "measure": "difference", "condition": VISIBLE, "minus": RANDOM, "at_least": 0.4}
    frozen = protocol(hypotheses=[{"id": "H", "statement": "?", "thresholds": [part, rate]}])
    found = analyse(turns(), GAME, frozen).findings
    assert [(f.family, f.n, f.answer) for f in found] == [
        ("glm", (10, 32), Answer.MET),
        ("qwen", (32, 32), Answer.MET),
        (SCRIPTED, (32,), Answer.NOT_MET),
    ]


def test_a_false_announcement_is_known_by_the_mechanism() -> None:
    assert honest_conditions(FROZEN, GAME) == MAIN


def test_runs_that_disagree_are_shown_to() -> None:
    first = analyse(turns(), GAME, FROZEN)
    second = analyse(turns(permuted=always(AP)), GAME, FROZEN)
    found = stability([first, second, second])
    assert found.verdicts == {"H1": (Answer.NO_MEASURE, Answer.NOT_MET, Answer.NOT_MET)}
    assert found.agree("H1") is False
    by_cell = {s.cell: s for s in found.rates}
    glm = by_cell[Cell(PERMUTED, "glm")]
    assert [r.n for r in glm.rates] == [0, 16, 16]
    assert glm.range == (1.0, 1.0)
    apart = stability([analyse(turns(blind=blind), GAME, FROZEN) for blind in (always(A), always(AP))])
    blind = {s.cell: s for s in apart.rates}[Cell(BLIND, "glm")]
    assert blind.range == (0.0, 1.0)
    assert blind.p is not None
    assert blind.p < 1e-6


def test_agreement_needs_two_runs_that_say_something() -> None:
    silent, clear = (analyse(turns(permuted=p), GAME, FROZEN) for p in (None, always(AP)))
    assert stability([clear]).agree("H1") is None
    assert stability([silent, silent]).agree("H1") is None
    assert stability([clear, clear]).agree("H1") is True
    for runs in ([], [clear, analyse(turns(), GAME, indistinguishable())]):
        with pytest.raises(ValueError, match="different protocols"):
            stability(runs)
