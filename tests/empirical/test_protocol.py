"""The protocol file and the plan: every fault has its key, and plan and budget agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.plan import Plan
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import as_data, read_protocol, validate_protocol
from pycheck.errors import InputFileError
from pycheck.mechanism import Mechanism

from .conftest import FOLDER, endpoint_pilot, protocol_of, shipped


def set_at(data: Any, path: str, value: Any) -> None:
    *steps, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    for step in steps:
        data = data[step]
    if value is None:
        del data[last]
    else:
        data[last] = value


def test_the_shipped_protocol_is_read(mechanism: Mechanism) -> None:
    protocol = read_protocol(FOLDER, mechanism)
    assert protocol.name == "othman_sandholm_local"
    again, faults = validate_protocol(as_data(protocol), mechanism)
    assert (again, faults) == (protocol, ())


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ("format", 2, "format"),
        ("name", "two words", "name"),
        ("title", None, "title"),
        ("budget", 96, "budget"),
        ("mechanism", "borda", "mechanism"),
        ("roles", ["col", "row"], "roles"),
        ("roles", [], "roles"),
        ("profiles.0", {"row": "a"}, "profiles[0]"),
        ("profiles.0.row", "b", "profiles[0].row"),
        ("profiles.0", {"col": "a'", "row": "a'"}, "profiles[3]"),
        ("sampling.temperature", "0.7", "sampling.temperature"),
        ("sampling.temperature", float("nan"), "sampling.temperature"),
        ("sampling.max_tokens", 0, "sampling.max_tokens"),
        ("sampling.max_tokens", 64.5, "sampling.max_tokens"),
        ("sampling.seed", 1, "sampling.seed"),
        ("network.retry_waits_s", [-5], "network.retry_waits_s[0]"),
        ("network.concurrency", True, "network.concurrency"),
        ("unusable.suffix", None, "unusable.suffix"),
        ("unusable.reformulations", 0, "unusable.suffix"),
        ("unusable.after", ["valid"], "unusable.after[0]"),
        ("unusable.after", ["empty", "empty"], "unusable.after[1]"),
        ("budgets.wall_s", 0, "budgets.wall_s"),
        ("budgets.money", 5.0, "budgets"),
        ("families.0.name", "scripted", "families[0].name"),
        ("families.0.name", "gemma3", "families[1]"),
        ("families.0.sha256", None, "families[0].sha256"),
        ("families.1.sha256", shipped()["families"][0]["sha256"], "families[1]"),
        ("families.0.key_variable", "A_KEY", "families[0].key_variable"),
        ("families.0.player", "endpoint", "families[0].base_url_variable"),
        ("families.0.key", "sk-123", "families[0].key"),
        ("prompts.0.name", "other", "prompts[0]"),
        ("prompts.0.user", "Pay $5", "prompts[0].user"),
        ("prompts.0.user", "You are $name", "prompts[0].user"),
        ("prompts.1.user", "Report $announced", "conditions[4].llm.announced"),
        ("conditions.0.name", "llm-blind", "conditions[4]"),
        ("conditions.0.seeds", [], "conditions[0].seeds"),
        ("conditions.0.seeds", [11, 11], "conditions[0].seeds[1]"),
        ("conditions.0.scripted", None, "conditions[0]"),
        ("conditions.0.llm", {"prompt": "blind"}, "conditions[0]"),
        ("conditions.0.scripted.report", "b", "conditions[0].scripted.report"),
        ("conditions.0.scripted.report", None, "conditions[0].scripted.report"),
        ("conditions.2.scripted.report", "a", "conditions[2].scripted.report"),
        ("conditions.3.llm.prompt", "hidden", "conditions[3].llm.prompt"),
        ("conditions.3.llm.families", ["glm"], "conditions[3].llm.families"),
        ("conditions.3.llm.families", [], "conditions[3].llm.families"),
        ("conditions.3.llm.announced", {"row": "a"}, "conditions[3].llm.announced.col"),
        ("conditions.3.llm.announced.row", "b", "conditions[3].llm.announced.row"),
        ("conditions.3.llm.announced.me", "a", "conditions[3].llm.announced"),
        ("conditions.4.llm.announced", {"row": "a", "col": "a"}, "conditions[4].llm.announced"),
        ("conditions.5.llm.as_long_as", "llm-permuted", "conditions[5].llm.as_long_as"),
        ("families", [], "conditions[3].llm"),
        ("hypotheses.0.equivalences", [], "hypotheses[0]"),
        ("hypotheses.0.equivalences.0.condition", "x", "hypotheses[0].equivalences[0].condition"),
        ("hypotheses.0.id", "H1", "hypotheses[1]"),
        ("hypotheses.1.thresholds.0.minus", "llm-blind", "hypotheses[1].thresholds[0].minus"),
        ("hypotheses.1.thresholds.1.minus", None, "hypotheses[1].thresholds[1].minus"),
        ("hypotheses.1.thresholds.1.id", "blind_is_a_coin", "hypotheses (ids of their parts)[3]"),
        ("hypotheses.1.thresholds.0.report", "b", "hypotheses[1].thresholds[0].report"),
        ("analysis.alpha", 0, "analysis.alpha"),
        ("analysis.interval", "wald", "analysis.interval"),
    ],
)
def test_each_fault_has_its_key(mechanism: Mechanism, path: str, value: Any, key: str) -> None:
    data = shipped()
    set_at(data, path, value)
    _, faults = validate_protocol(data, mechanism)
    assert key in [fault.key for fault in faults]
    assert all(fault.found and fault.expected for fault in faults)


def test_all_faults_at_once(mechanism: Mechanism, tmp_path: Path) -> None:
    text = (FOLDER / "protocol.toml").read_text(encoding="utf-8")
    broken = text.replace("max_tokens = 32", "max_tokens = 0").replace("wall_s = 3600", "wall = 3600")
    (tmp_path / "protocol.toml").write_text(broken, encoding="utf-8")
    with pytest.raises(InputFileError) as caught:
        read_protocol(tmp_path, mechanism)
    keys = {fault.key for fault in caught.value.faults}
    assert keys == {"sampling.max_tokens", "budgets.wall", "budgets.wall_s"}
    assert all(line.startswith(str(tmp_path)) for line in caught.value.diagnostics())


@pytest.mark.parametrize("data", [b"\xff", b"format = ", b"x = " + b"[" * 5000, b"d = 2026-01-01"])
def test_what_is_no_protocol(mechanism: Mechanism, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "protocol.toml").write_bytes(data)
    with pytest.raises(InputFileError):
        read_protocol(tmp_path, mechanism)
    with pytest.raises(InputFileError, match="cannot be read"):
        read_protocol(tmp_path / "nowhere.toml", mechanism)


# The plan.


def test_two_families_are_two_players(mechanism: Mechanism) -> None:
    """Else every answer of one would count twice, as if another model had given it too."""

    def faults(**second: str) -> list[str]:
        data = endpoint_pilot()
        data["families"].append(data["families"][0] | {"name": "farther"} | second)
        return [str(fault) for fault in validate_protocol(data, mechanism)[1]]

    (fault,) = faults()
    assert fault.startswith("families[1]: found 'model-1', which far is too")
    assert faults(key_variable="OTHER_KEY") == [fault]
    assert faults(model="model-2") == faults(base_url_variable="OTHER_URL") == []


def test_a_rule_without_utilities_has_no_pilot(mechanism: Mechanism) -> None:
    rule = replace(mechanism, signature=replace(mechanism.signature, has_utilities=False), utilities=())
    _, faults = validate_protocol(shipped(), rule)
    assert [(fault.key, "no utilities" in fault.found) for fault in faults] == [("mechanism", True)]


def test_the_plan_has_every_turn_once(protocol: Protocol, mechanism: Mechanism) -> None:
    plan = Plan(protocol, mechanism)
    assert len(plan.turns) == len(set(plan.turns)) == 24 + 32 + 16
    assert len(plan.acts) == len(set(plan.acts)) == 144
    assert len(plan.asked) == 96
    assert Counter(turn.family for turn in plan.turns) == {"scripted": 24, "smollm2": 24, "gemma3": 24}
    assert plan.least.calls == 96
    assert plan.worst.calls == 96 * 2 * 3
    assert plan.faults() == ()


def budgeted(mechanism: Mechanism, **budgets: Any) -> list[str]:
    data = shipped()
    data["budgets"] |= budgets
    return [fault.key for fault in Plan(protocol_of(data, mechanism), mechanism).faults()]


def test_a_budget_below_the_plan_is_a_fault(mechanism: Mechanism) -> None:
    reason = "the provider allows no more today"
    assert budgeted(mechanism, calls=576) == []
    assert budgeted(mechanism, calls=575) == ["budgets.calls"]
    assert budgeted(mechanism, calls=575, may_stop_early=reason) == []
    assert budgeted(mechanism, calls=96, may_stop_early=reason) == []
    assert budgeted(mechanism, calls=95, may_stop_early=reason) == ["budgets.calls"]
    assert budgeted(mechanism, calls=90, tokens=1000) == ["budgets.calls", "budgets.tokens"]


@pytest.mark.parametrize(
    ("concurrency", "worst"),
    # 16 acts, so many at once, with two questions each: three calls of 5 + 1 s, and 0.2 s before two of them.
    [(1, 16 * 36.8), (2, 8 * 36.8), (3, 6 * 36.8), (16, 36.8), (64, 36.8)],
)
def test_time_is_budgeted_too(mechanism: Mechanism, concurrency: int, worst: float) -> None:
    def keys(wall_s: float, **budgets: Any) -> list[str]:
        data = endpoint_pilot(network={"concurrency": concurrency}, budgets={"wall_s": wall_s, **budgets})
        plan = Plan(protocol_of(data, mechanism), mechanism)
        assert plan.worst_wall_s == pytest.approx(worst)
        return [fault.key for fault in plan.faults()]

    assert keys(worst * 1.001) == []
    assert keys(worst * 0.999) == ["budgets.wall_s"]
    assert keys(worst * 0.999, may_stop_early="no more today") == []
    assert keys(6.0, may_stop_early="no more today") == []
    # Then not one call could be made.
    assert keys(5.9, may_stop_early="no more today") == ["budgets.wall_s"]


def test_a_local_model_is_in_no_worst_case_of_time(protocol: Protocol, mechanism: Mechanism) -> None:
    assert Plan(protocol, mechanism).worst_wall_s == 0
    assert budgeted(mechanism, wall_s=121) == []
    assert budgeted(mechanism, wall_s=120, may_stop_early="no more today") == ["budgets.wall_s"]


def test_money_is_budgeted_too(mechanism: Mechanism) -> None:
    data = shipped()
    data["families"] = [
        {
            "name": "far",
            "model": "m",
            "player": "endpoint",
            "base_url_variable": "FAR_URL",
            "price": {"prompt_per_million": 1.0, "completion_per_million": 10.0},
        }
    ]
    data["budgets"] |= {"money": 100.0, "currency": "EUR", "wall_s": 20_000}
    plan = Plan(protocol_of(data, mechanism), mechanism)
    assert plan.worst.money is not None
    assert plan.worst.money == pytest.approx(
        (plan.worst.tokens - 32 * plan.worst.calls) / 1e6 + 32 * plan.worst.calls / 1e5
    )
    assert plan.faults() == ()
    data["budgets"]["money"] = plan.worst.money * 0.99
    assert [f.key for f in Plan(protocol_of(data, mechanism), mechanism).faults()] == ["budgets.money"]
    del data["families"][0]["price"]
    assert [f.key for f in validate_protocol(data, mechanism)[1]] == ["families[0].price"]


def test_the_permuted_prompt_says_the_opposite_at_the_same_length(
    protocol: Protocol, mechanism: Mechanism
) -> None:
    plan = Plan(protocol, mechanism)
    by_condition: dict[str, dict[tuple[str, str], str]] = {}
    for act in plan.asked:
        key = (act.agent, dict(act.turn.profile)[act.agent])
        first, again = plan.questions(act)
        by_condition.setdefault(act.turn.condition, {})[key] = first.messages[1]["content"]
        assert again.messages[0] == first.messages[0]
        assert again.messages[1]["content"].startswith(first.messages[1]["content"] + "\n\n")
        assert again.sha256 != first.sha256
    for key, visible in by_condition["llm-visible-rules"].items():
        permuted = by_condition["llm-permuted"][key]
        assert len(permuted) == len(visible)
        assert "to report a' is dominant" in visible
        assert "to report a is dominant" in permuted
        assert visible.count("row a', col a: o2\n") == 1
        assert "dominant" not in by_condition["llm-blind"][key]
        assert "o2" not in by_condition["llm-blind"][key]


@pytest.mark.parametrize("change", [lambda text: text + ".", lambda text: text.replace("$others", "")])
def test_a_longer_or_shorter_permuted_prompt_is_a_fault(
    mechanism: Mechanism, change: Callable[[str], str]
) -> None:
    data = shipped()
    data["prompts"].append(dict(data["prompts"][0], name="permuted"))
    data["prompts"][2]["user"] = change(data["prompts"][2]["user"])
    data["conditions"][5]["llm"]["prompt"] = "permuted"
    keys = {fault.key for fault in Plan(protocol_of(data, mechanism), mechanism).faults()}
    assert keys == {"conditions[5].llm.as_long_as"}
