"""What the kinds on reports and outcomes must have to do with each other, whatever the map."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import Enumeration

from .oracle import Game
from .strategies import claims, conditions, games, one_or_more
from .test_against_oracle import enumerate_claim, read


def judged(game: Game, kind: str, params: dict[str, Any]) -> Enumeration:
    return enumerate_claim(game, read(game, kind, params))


@settings(max_examples=60)
@given(data=st.data())
def test_turning_both_orders_round_changes_nothing(data: st.DataObject) -> None:
    game = data.draw(games(maps=300))
    params = data.draw(claims(game, "monotonicity"))
    given = params["reports"]
    turned = given[::-1] if isinstance(given, list) else {name: order[::-1] for name, order in given.items()}
    other = params | {"reports": turned, "outcomes": params["outcomes"][::-1]}
    assert judged(game, "monotonicity", params).holds == judged(game, "monotonicity", other).holds


@settings(max_examples=60)
@given(data=st.data())
def test_what_renames_back_renames_forth(data: st.DataObject) -> None:
    game = data.draw(games(maps=300))
    params = data.draw(claims(game, "neutrality"))
    given = params["reports"]
    shared = all(isinstance(image, str) for image in given.values())
    back = turned(given) if shared else {name: turned(table) for name, table in given.items()}
    other = params | {"reports": back, "outcomes": turned(params["outcomes"])}
    assert judged(game, "neutrality", params).holds == judged(game, "neutrality", other).holds


def turned(table: dict[str, str]) -> dict[str, str]:
    return {image: label for label, image in table.items()}


@settings(max_examples=60)
@given(data=st.data())
def test_anonymity_among_all_is_anonymity_among_some(data: st.DataObject) -> None:
    game = data.draw(games(maps=300))
    params = data.draw(claims(game, "anonymity"))
    names = params.get("among") or [agent.name for agent in game.agents]
    if judged(game, "anonymity", params).holds:
        for k in range(len(names) - 1):
            assert judged(game, "anonymity", params | {"among": names[k : k + 2]}).holds


@settings(max_examples=60)
@given(data=st.data())
def test_a_condition_and_its_opposite_count_all_profiles(data: st.DataObject) -> None:
    game = data.draw(games(maps=300))
    condition = data.draw(conditions(game))
    with_it, without = (
        judged(game, "profile_count", {"where": where, "count": 0})
        for where in (condition, {"not": condition})
    )
    assert with_it.cases == without.cases == len(game.report_profiles())
    assert with_it.satisfied + without.satisfied == with_it.cases
    # Only the number that there is holds.
    for count in range(with_it.cases + 1):
        found = judged(game, "profile_count", {"where": condition, "count": count})
        assert found.holds == (count == with_it.satisfied)


@settings(max_examples=60)
@given(data=st.data())
def test_exactly_when_is_both_ways_and_a_count(data: st.DataObject) -> None:
    game = data.draw(games(maps=300))
    outcome = data.draw(one_or_more(game.outcomes))
    condition = data.draw(conditions(game, outcome=False))
    params = {"outcome": outcome, "condition": condition}
    whenever, only, exactly = (
        judged(game, "outcome_condition", params | {"relation": relation}).holds
        for relation in ("whenever", "only_when", "exactly_when")
    )
    assert exactly == (whenever and only)
    broken = {"any": [condition | {"not": {"outcome": outcome}}]} if "not" not in condition else None
    if broken is not None:
        assert whenever == judged(game, "profile_count", {"where": broken, "count": 0}).holds


@settings(max_examples=60)
@given(data=st.data())
def test_who_is_never_pivotal_may_be_renamed(data: st.DataObject) -> None:
    """Never pivotal: every renaming of the agent's reports leaves the outcome as it is."""
    game = data.draw(games(maps=300))
    agent = data.draw(st.sampled_from(game.agents))
    reports = agent.reports
    never = judged(game, "pivotal_count", {"agent": agent.name, "count": 0}).holds
    round_ = dict(zip(reports, (*reports[1:], reports[0]), strict=True))
    unmoved = judged(game, "neutrality", {"reports": {agent.name: round_}, "outcomes": {}}).holds
    # Going round through all reports, the outcome never changes just where none of them matters.
    assert never == unmoved
