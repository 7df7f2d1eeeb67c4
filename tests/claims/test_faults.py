"""Wrong parameters: each gives a fault that names its key, all of them at once, never an exception."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.claims import Claim, read_claims
from pycheck.errors import Fault
from pycheck.mechanism import UNREAD, Agent, ClaimEntry, Signature

#: Ann's reports are not her types; Bob's are. The agents share the report "x" and no type.
SIGNATURE = Signature(
    (
        Agent("ann", ("low", "high"), ("x", "y", "z"), (0, 1)),
        Agent("bob", ("x", "w"), ("x", "w"), (0, 1)),
    ),
    ("o1", "o2", "o3"),
    ("outcome_map", "other"),
)
#: Agents with the same reports, for the one kind that needs them.
ALIKE = replace(
    SIGNATURE, agents=tuple(Agent(name, ("low",), ("x", "y"), None) for name in ("ann", "bob", "eve"))
)
PROFILE = {"ann": "low", "bob": "w"}
PREDICATE = {"kind": "truthful_dominance", "strict": False}
ORDERS = {"ann": ["z", "x", "y"], "bob": ["x", "w"]}
EITHER = [{"reporting": {"report": "x", "at_least": 1}}, {"not": {"outcome": ["o2"]}}]
AT_W = {"reports": {"bob": "w"}}

RIGHT: dict[str, list[dict[str, Any]]] = {
    "action_dominance": [{"agent": "all", "report": "x", "strict": True, "map": "other"}],
    "truthful_dominance": [{"agent": "bob", "strict": False, "map": "outcome_map"}],
    "welfare_value": [{"profile": PROFILE, "values": {"o1": 1, "o2": "1/3"}}],
    "welfare_optimum": [{"profile": PROFILE, "outcome": "o1", "strict": True}],
    "welfare_improvement": [
        {
            "reference": "o1", "baseline": "x", "deviators": "ann", "others": "baseline",
            "deviator_type": PROFILE, "map": "other",
        },
        {"reference": "o1", "baseline": "x", "deviators": "every", "deviator_type": PROFILE},
        {"reference": "o1", "improved_by": "some_outcome", "profile": PROFILE},
    ],
    "census_count": [
        {
            "predicate": PREDICATE, "count": 1, "fixed": [{"ann": "x", "bob": "w", "outcome": "o1"}],
            "maps": [{"constant": "o1"}],
        }
    ],
    "pareto_undominated": [
        {"measure": "welfare", "rivals": PREDICATE, "play": {"ann": "x", "bob": "w"}, "map": "other"},
        {"measure": "utilities", "rivals": PREDICATE, "play": {"ann": {"low": "x", "high": "y"}, "bob": "w"}},
    ],
    "anonymity": [{"among": ["ann", "bob"], "map": "other"}],
    "neutrality": [
        {"reports": {"bob": {"x": "w", "w": "x"}}, "outcomes": {"o1": "o2", "o2": "o1"}, "map": "other"},
        {"reports": {"ann": {"x": "y", "y": "x"}, "bob": {}}, "outcomes": {"o1": "o1"}},
    ],
    "monotonicity": [
        {"agent": "ann", "reports": ORDERS, "outcomes": ["o2", "o1", "o3"], "map": "other"},
        {"reports": ORDERS, "outcomes": ["o1", "o2", "o3"]},
    ],
    "pivotal_count": [{"agent": "bob", "count": 1, "map": "other"}],
    "profile_count": [
        {"where": {"outcome": "o1", "reports": {"ann": ["x", "y"]}}, "count": 1, "map": "other"},
        {"where": {"any": EITHER}, "count": 0},
    ],
    "outcome_condition": [
        {"outcome": ["o1", "o2"], "relation": "only_when", "condition": AT_W, "map": "other"},
        {"outcome": "o1", "relation": "whenever", "condition": {"reporting": {"report": "w", "exactly": 0}}},
    ],
    "not_formalised": [{"statement": "It is so.", "reason": "Nobody wrote it down."}],
}  # fmt: skip

#: What no parameter takes, whatever it means.
NEVER: tuple[Any, ...] = (17.5, [], {}, "", "nobody", [[1]], {"nobody": "x"})
OPTIONAL = {
    "action_dominance": {"agent", "map"},
    "truthful_dominance": {"agent", "map"},
    "welfare_optimum": {"strict"},
    "welfare_improvement": {"map", "deviator_type", "profile", "improved_by"},
    "census_count": {"fixed", "maps"},
    "pareto_undominated": {"map"},
    "anonymity": {"among", "map"},
    "neutrality": {"map"},
    "monotonicity": {"agent", "map"},
    "pivotal_count": {"map"},
    "profile_count": {"map"},
    "outcome_condition": {"map"},
}


def read(kind: str, params: Mapping[str, Any]) -> tuple[Claim | None, tuple[Fault, ...]]:
    signature = ALIKE if kind == "anonymity" else SIGNATURE
    claims, faults = read_claims((ClaimEntry("claims[0]", "it", kind, params),), signature)
    assert bool(claims) != bool(faults)
    for fault in faults:
        assert fault.key.startswith("claims[0]")
        assert fault.found
        assert fault.expected
        assert "\n" not in str(fault)
    return (claims[0] if claims else None), faults


EVERY = [(kind, params) for kind, several in RIGHT.items() for params in several]
EACH = [(kind, params, name) for kind, params in EVERY for name in params]


@pytest.mark.parametrize(("kind", "params"), EVERY)
def test_right_parameters_give_no_fault(kind: str, params: dict[str, Any]) -> None:
    claim, faults = read(kind, params)
    assert faults == ()
    assert claim is not None


def acceptable(kind: str, name: str, value: Any) -> bool:
    """A few of the values that no parameter takes are taken by one after all."""
    texts = ("statement", "reason")
    return (
        (name in texts and value == "nobody")
        or (name in ("fixed", "maps") and value == [])
        or (kind == "neutrality" and name == "outcomes" and value == {})
    )


@pytest.mark.parametrize("value", NEVER, ids=repr)
@pytest.mark.parametrize(("kind", "params", "name"), EACH)
def test_wrong_parameter_is_named(kind: str, params: dict[str, Any], name: str, value: Any) -> None:
    if acceptable(kind, name, value):
        return
    _, faults = read(kind, {**params, name: value})
    assert any(f.key.startswith(f"claims[0].{name}") for f in faults), [str(f) for f in faults]
    # And nothing that is right is blamed for it.
    assert {f.key.removeprefix("claims[0].").partition(".")[0].partition("[")[0] for f in faults} <= {
        name, *consequences(name),
    }  # fmt: skip


def consequences(name: str) -> set[str]:
    """Parameters whose meaning depends on ``name``."""
    return {"count": {"maps"}, "maps": {"count"}}.get(name, set())


@pytest.mark.parametrize(("kind", "params", "name"), EACH)
def test_missing_parameter_is_named(kind: str, params: dict[str, Any], name: str) -> None:
    _, faults = read(kind, {key: value for key, value in params.items() if key != name})
    if name not in OPTIONAL.get(kind, ()):
        assert {f.key: f.found for f in faults} == {f"claims[0].{name}": "nothing"}
    elif name != "improved_by":
        assert faults == ()


@pytest.mark.parametrize(("kind", "params"), EVERY)
def test_all_faults_are_reported_at_once(kind: str, params: dict[str, Any]) -> None:
    _, faults = read(kind, {**dict.fromkeys(params, 17.5), "nonsense": 1})
    named = {f.key.removeprefix("claims[0].") for f in faults}
    # Whether there is an ``others`` depends on who deviates.
    assert named >= {*params, "nonsense"} - {"others"}


@pytest.mark.parametrize(("kind", "params"), EVERY)
def test_unknown_parameter_is_named(kind: str, params: dict[str, Any]) -> None:
    close = next(iter(params)) + "s"
    _, faults = read(kind, {**params, close: 1})
    assert [f.key for f in faults] == [f"claims[0].{close}"]
    assert f"did you mean {next(iter(params))!r}?" in faults[0].hint


#: (kind, changed parameters, the key at fault): faults within tables, and of one parameter with another.
WITHIN: list[tuple[str, dict[str, Any], str]] = [
    ("action_dominance", {"report": "z"}, "report"),
    ("action_dominance", {"agent": "bob", "report": "y"}, "report"),
    ("welfare_value", {"profile": {"ann": "low"}}, "profile.bob"),
    ("welfare_value", {"profile": {"ann": "low", "bob": "high"}}, "profile.bob"),
    ("welfare_value", {"profile": {"ann": "low", "bob": "w", "eve": "w"}}, "profile.eve"),
    ("welfare_value", {"profile": "low"}, "profile.bob"),
    ("welfare_value", {"values": {"o1": 1, "o9": 1}}, "values.o9"),
    ("welfare_value", {"values": {"o1": 1.5}}, "values.o1"),
    ("welfare_value", {"values": {"o1": "1/0"}}, "values.o1"),
    ("welfare_value", {"values": {"o1": True}}, "values.o1"),
    ("welfare_improvement", {"baseline": "z"}, "baseline.bob"),
    ("welfare_improvement", {"baseline": {"ann": "x"}}, "baseline.bob"),
    ("welfare_improvement", {"deviator_type": "low"}, "deviator_type.bob"),
    ("welfare_improvement", {"improved_by": "luck"}, "improved_by"),
    ("census_count", {"count": -1}, "count"),
    ("census_count", {"count": True}, "count"),
    ("census_count", {"count": "1"}, "count"),
    ("census_count", {"count": 2}, "maps"),
    ("census_count", {"predicate": {"kind": "truthful_dominance"}}, "predicate.strict"),
    ("census_count", {"predicate": {"kind": "census_count"}}, "predicate.kind"),
    ("census_count", {"predicate": {**PREDICATE, "map": "other"}}, "predicate.map"),
    ("census_count", {"predicate": {**PREDICATE, "more": 1}}, "predicate.more"),
    ("census_count", {"fixed": [{"ann": "x", "bob": "w", "outcome": "o9"}]}, "fixed[0].outcome"),
    ("census_count", {"fixed": [{"ann": "x", "outcome": "o1"}]}, "fixed[0].bob"),
    ("census_count", {"fixed": [{"ann": "x", "bob": "y", "outcome": "o1"}]}, "fixed[0].bob"),
    ("census_count", {"fixed": 2 * [{"ann": "x", "bob": "w", "outcome": "o1"}]}, "fixed[1]"),
    ("census_count", {"maps": [{"grid": [["o1", "o1"]]}]}, "maps[0].grid"),
    ("census_count", {"maps": [{"grid": 3 * [["o1", "o9"]]}]}, "maps[0].grid"),
    ("census_count", {"maps": [{"constant": "o9"}]}, "maps[0].constant"),
    ("census_count", {"maps": [{"constant": "o1", "grid": []}]}, "maps[0]"),
    ("census_count", {"maps": [{"rows": [{"ann": "x", "bob": "w", "outcome": "o1"}]}]}, "maps[0].rows"),
    ("census_count", {"maps": 2 * [{"constant": "o1"}], "count": 2}, "maps[1]"),
    ("pareto_undominated", {"play": "z"}, "play.bob"),
    ("pareto_undominated", {"play": {"ann": {"low": "x"}, "bob": "w"}}, "play.ann.high"),
    ("pareto_undominated", {"play": {"ann": {"low": "x", "high": "q"}, "bob": "w"}}, "play.ann.high"),
    ("pareto_undominated", {"play": {"ann": {"low": "x", "high": "x", "w": "x"}, "bob": "w"}}, "play.ann.w"),
    ("pareto_undominated", {"rivals": {"kind": "truth"}}, "rivals.kind"),
    ("anonymity", {"among": ["ann"]}, "among"),
    ("anonymity", {"among": ["ann", "ann"]}, "among[1]"),
    ("anonymity", {"among": ["ann", "nan"]}, "among[1]"),
    ("neutrality", {"reports": {"x": "w", "w": "x"}}, "reports.x"),
    ("neutrality", {"reports": {"bob": {"x": "w"}}}, "reports.bob"),
    ("neutrality", {"reports": {"bob": {"x": "y"}}}, "reports.bob.x"),
    ("neutrality", {"reports": {"eve": {"x": "w", "w": "x"}}}, "reports.eve"),
    ("neutrality", {"reports": {"ann": "x", "bob": {"x": "w", "w": "x"}}}, "reports.ann"),
    ("neutrality", {"outcomes": {"o1": "o2"}}, "outcomes"),
    ("neutrality", {"outcomes": {"o1": "o9"}}, "outcomes.o1"),
    ("neutrality", {"outcomes": {"o9": "o1"}}, "outcomes.o9"),
    ("monotonicity", {"outcomes": ["o1", "o2"]}, "outcomes"),
    ("monotonicity", {"outcomes": ["o1", "o2", "o1"]}, "outcomes[2]"),
    ("monotonicity", {"reports": {"ann": ["x", "y"]}}, "reports.ann"),
    ("monotonicity", {"reports": {"bob": ["x", "w"]}}, "reports.ann"),
    ("monotonicity", {"reports": {**ORDERS, "eve": []}}, "reports.eve"),
    ("monotonicity", {"reports": ["x", "w"]}, "reports[1]"),
    ("monotonicity", {"agent": "all", "reports": ["x", "w"]}, "reports"),
    ("pivotal_count", {"agent": "all"}, "agent"),
    ("pivotal_count", {"count": -1}, "count"),
    ("profile_count", {"where": {}}, "where"),
    ("profile_count", {"where": {"report": "x"}}, "where.report"),
    ("profile_count", {"where": {"outcome": ["o1", "o9"]}}, "where.outcome[1]"),
    ("profile_count", {"where": {"reports": {"bob": "y"}}}, "where.reports.bob"),
    ("profile_count", {"where": {"reports": {"eve": "x"}}}, "where.reports.eve"),
    ("profile_count", {"where": {"reporting": {"report": "x"}}}, "where.reporting"),
    ("profile_count", {"where": {"reporting": {"report": "q", "exactly": 1}}}, "where.reporting.report"),
    ("profile_count", {"where": {"reporting": {"report": "x", "at_least": 0}}}, "where.reporting.at_least"),
    ("profile_count", {"where": {"reporting": {"report": "w", "exactly": 2}}}, "where.reporting.exactly"),
    ("profile_count", {"where": {"reporting": {"report": "w", "at_most": 1}}}, "where.reporting.at_most"),
    (
        "profile_count",
        {"where": {"reporting": {"report": "x", "at_least": 1, "at_most": 1}}},
        "where.reporting",
    ),
    ("profile_count", {"where": {"any": []}}, "where.any"),
    ("profile_count", {"where": {"any": [{"outcome": "o9"}]}}, "where.any[0].outcome"),
    ("profile_count", {"where": {"any": [{}, 3]}}, "where.any[1]"),
    ("profile_count", {"where": {"not": {"any": [{"not": {}}]}}}, "where.not.any[0].not"),
    ("outcome_condition", {"condition": {"outcome": "o1"}}, "condition.outcome"),
    ("outcome_condition", {"condition": {"not": {"outcome": "o1"}}}, "condition.not.outcome"),
    ("outcome_condition", {"relation": "when"}, "relation"),
    ("not_formalised", {"statement": "  "}, "statement"),
]


@pytest.mark.parametrize(("kind", "changes", "key"), WITHIN)
def test_fault_within_a_parameter_is_named(kind: str, changes: dict[str, Any], key: str) -> None:
    _, faults = read(kind, {**RIGHT[kind][0], **changes})
    assert f"claims[0].{key}" in {f.key for f in faults}, [str(f) for f in faults]


def test_without_truthful_reports_there_is_no_truthfulness() -> None:
    silent = Signature((Agent("ann", ("low",), ("x", "y"), None),), ("o1", "o2"))
    entries = (
        ClaimEntry("claims[0]", "a", "truthful_dominance", {"strict": True}),
        ClaimEntry("claims[1]", "b", "pareto_undominated", {"measure": "welfare", "play": "x", "rivals": {
            "kind": "action_dominance", "report": "x", "strict": False}}),
        ClaimEntry("claims[2]", "c", "census_count", {"predicate": PREDICATE, "count": 1}),
    )  # fmt: skip
    claims, faults = read_claims(entries, silent)
    assert claims == ()
    assert {f.key.partition(".")[0] for f in faults} == {"claims[0]", "claims[1]", "claims[2]"}
    assert all("truthful" in f.expected for f in faults)


def test_kind_that_does_not_exist_is_named() -> None:
    _, faults = read("truthfull_dominance", {})
    assert [f.key for f in faults] == ["claims[0].kind"]
    assert "truthful_dominance" in faults[0].hint


def unread(signature: Signature, *, agent: bool, outcomes: bool) -> Signature:
    """A signature of which the first agent's labels, or the outcomes, could not be read."""
    nothing = (UNREAD,)
    first, *others = signature.agents
    lost = replace(first, types=nothing, reports=nothing, truthful=(0,))
    return replace(
        signature,
        agents=(lost, *others) if agent else signature.agents,
        outcomes=nothing if outcomes else signature.outcomes,
    )


@pytest.mark.parametrize(("agent", "outcomes"), [(True, False), (False, True), (True, True)])
@pytest.mark.parametrize(("kind", "params"), EVERY)
def test_nothing_right_is_blamed_for_what_could_not_be_read(
    kind: str, params: dict[str, Any], agent: bool, outcomes: bool
) -> None:
    signature = unread(ALIKE if kind == "anonymity" else SIGNATURE, agent=agent, outcomes=outcomes)
    assert read_claims((ClaimEntry("claims[0]", "it", kind, params),), signature)[1] == ()


@pytest.mark.parametrize(
    ("kind", "changes", "key"),
    [
        ("action_dominanc", {}, "kind"),
        ("action_dominance", {"agent": "zz"}, "agent"),
        ("action_dominance", {"strict": "yes"}, "strict"),
        ("action_dominance", {"map": "none"}, "map"),
        ("welfare_value", {"profile": {"ann": "low", "bob": "nobody"}}, "profile.bob"),
        ("welfare_value", {"profile": {"ann": "low", "eve": "x", "bob": "x"}}, "profile.eve"),
        ("census_count", {"count": -1}, "count"),
        ("neutrality", {"further": 1}, "further"),
    ],
)
def test_what_does_not_depend_on_it_is_named_all_the_same(
    kind: str, changes: dict[str, Any], key: str
) -> None:
    params = {**RIGHT.get(kind, RIGHT["action_dominance"])[0], **changes}
    signature = unread(SIGNATURE, agent=True, outcomes=True)
    _, faults = read_claims((ClaimEntry("claims[0]", "it", kind, params),), signature)
    assert [f.key for f in faults] == [f"claims[0].{key}"]
    assert UNREAD not in "".join(map(str, faults))


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
    | st.sampled_from(["x", "w", "y", "low", "o1", "ann", "all", "every", "outcome_map", "welfare", "1/3"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(
        st.sampled_from(["ann", "bob", "o1", "kind", "strict", "rows", "grid", "constant", "outcome", "low"])
        | st.text(max_size=3),
        inner,
        max_size=3,
    ),
    max_leaves=8,
)  # fmt: skip


@pytest.mark.parametrize("kind", RIGHT)
@settings(max_examples=40)
@given(data=st.data())
def test_whatever_is_there_it_is_a_claim_or_a_fault(kind: str, data: st.DataObject) -> None:
    params = dict(data.draw(st.sampled_from(RIGHT[kind])))
    for name in data.draw(st.lists(st.sampled_from([*params, "other"]), min_size=1, max_size=4)):
        params[name] = data.draw(VALUES)
    read(kind, params)
    partial = unread(SIGNATURE, agent=data.draw(st.booleans()), outcomes=True)
    _, faults = read_claims((ClaimEntry("claims[0]", "it", kind, params),), partial)
    assert not any(UNREAD in str(fault) for fault in faults)
