"""Deviations and welfare on mechanisms that are not two by two, against their definitions."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.empirical.groups import Grouping
from pycheck.empirical.payoffs import Mean, Payoffs, of_type, type_labels, with_type
from pycheck.empirical.tally import Cell, Spent, Tally, TurnCell
from pycheck.loading import load
from pycheck.mechanism import Mechanism

GAMES = {name: load(name).mechanism for name in ("second_price", "majority", "boston")}


@st.composite
def played(draw: st.DrawFn) -> tuple[Mechanism, list[TurnCell]]:
    game = GAMES[draw(st.sampled_from(sorted(GAMES)))]
    turns = []
    for _ in range(draw(st.integers(0, 8))):
        profile = tuple((a.name, draw(st.sampled_from(a.types))) for a in game.agents)
        reports = tuple(draw(st.sampled_from([*a.reports, None])) for a in game.agents)
        turns.append(TurnCell("c", "f", profile, reports))
    return game, turns


def counted(turns: list[TurnCell]) -> Tally:
    found: dict[TurnCell, int] = {}
    for turn in turns:
        found[turn] = found.get(turn, 0) + 1
    return Tally({}, found, {})


def worth(game: Mechanism, agent: int, reports: list[str], profile: tuple[tuple[str, str], ...]) -> Fraction:
    places = tuple(a.reports.index(r) for a, r in zip(game.agents, reports, strict=True))
    return game.utilities[agent][game.outcome(places)][game.agents[agent].types.index(profile[agent][1])]


def mean(values: list[Fraction]) -> Mean:
    return Mean(len(values), sum(values, Fraction(0)) / len(values) if values else None)


@settings(max_examples=60, deadline=None)
@given(played())
def test_gains_are_those_of_the_best_other_report(case: tuple[Mechanism, list[TurnCell]]) -> None:
    game, turns = case
    payoffs = Payoffs(game)
    for index, agent in enumerate(game.agents):
        for label in (None, *agent.types):
            gains = []
            for turn in turns:
                said = [r for r in turn.reports if r is not None]
                if len(said) < len(game.agents) or label not in (None, turn.profile[index][1]):
                    continue
                best = max(
                    worth(game, index, [*said[:index], other, *said[index + 1 :]], turn.profile)
                    for other in agent.reports
                    if other != said[index]
                )
                gains.append(best - worth(game, index, said, turn.profile))
            chosen: dict[str, Any] = {} if label is None else {"chosen": of_type(agent.name, label)}
            found = payoffs.gain(counted(turns), agent.name, **chosen)
            assert found.mean == mean(gains)
            assert (found.profitable.count, found.profitable.n) == (sum(g > 0 for g in gains), len(gains))


@settings(max_examples=60, deadline=None)
@given(played())
def test_welfare_is_a_share_of_the_best(case: tuple[Mechanism, list[TurnCell]]) -> None:
    game, turns = case
    for label in (None, *type_labels(game)):
        shares = []
        for turn in turns:
            said = [r for r in turn.reports if r is not None]
            if len(said) < len(game.agents) or label not in (None, *(t for _, t in turn.profile)):
                continue
            got = sum((worth(game, k, said, turn.profile) for k in range(len(game.agents))), Fraction(0))
            types = tuple(a.types.index(t) for a, (_, t) in zip(game.agents, turn.profile, strict=True))
            best = max(game.welfare(o, types) for o in range(len(game.outcomes)))
            if best > 0:
                shares.append(got / best)
        chosen: dict[str, Any] = {} if label is None else {"chosen": with_type(label)}
        assert Payoffs(game).welfare_ratio(counted(turns), **chosen) == mean(shares)


def test_an_optimum_of_nothing_has_no_share() -> None:
    game = GAMES["majority"]
    nothing = replace(
        game,
        utilities=tuple(tuple(tuple(Fraction(0) for _ in row) for row in table) for table in game.utilities),
    )
    profile = tuple((a.name, a.types[0]) for a in game.agents)
    turn = TurnCell("c", "f", profile, tuple(a.reports[0] for a in game.agents))
    assert Payoffs(nothing).welfare_ratio(counted([turn])) == Mean(0, None)


def test_an_agent_with_one_report_has_nothing_to_deviate_to() -> None:
    game = GAMES["majority"]
    first, *others = game.agents
    size = len(game.outcome_map.cells) // len(first.reports)
    one = replace(
        game,
        signature=replace(game.signature, agents=(replace(first, reports=first.reports[:1]), *others)),
        maps={"outcome_map": replace(game.outcome_map, cells=game.outcome_map.cells[:size])},
    )
    profile = tuple((a.name, a.types[0]) for a in one.agents)
    turn = TurnCell("c", "f", profile, tuple(a.reports[0] for a in one.agents))
    assert Payoffs(one).gain(counted([turn]), first.name).mean == Mean(0, None)


@pytest.mark.parametrize("name", GAMES)
def test_a_group_without_acts_has_no_measure_anywhere(name: str) -> None:
    game = GAMES[name]
    cell = Cell("c", "f")
    group = Grouping(game, game.agents[0].reports[0], 0.95).group(cell, Tally({}, {}, {cell: Spent()}))
    assert group.rate.value is None
    assert {rate.value for rate in group.rates.values()} == {None}
    assert all(split.rate.n == 0 for split in group.by_role_and_type.values())
    assert all(gain.mean.value is None for gain in group.gains_by_type.values())
    assert group.welfare.value is None
    assert group.by_profile == {}
