"""Everything that a protocol asks for, turn by turn, and what that costs before anything is asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from pycheck.empirical.prompts import Question, question
from pycheck.empirical.protocol import Condition, Family, Protocol
from pycheck.empirical.record import SCRIPTED, ActKey, TurnKey
from pycheck.errors import Fault
from pycheck.mechanism import Mechanism

#: What an answer is expected to take, in tokens, and a prompt's token, in bytes. For orientation alone:
#: budgets are held against the worst case.
EXPECTED_COMPLETION = 16
BYTES_A_TOKEN = 4
#: Seconds that a call may take beside its timeout: to be ended at it, and to be written down.
BESIDE_S = 1.0
_WHY = "or say in budgets.may_stop_early why a run may end before its plan"


@dataclass(frozen=True)
class Cost:
    """What running a plan takes. ``money`` is in the budget's currency, ``None`` without prices."""

    calls: int
    tokens: int
    money: float | None


@dataclass(frozen=True)
class Plan:
    """A protocol's turns in the order in which they are played, and the questions that models are asked."""

    protocol: Protocol
    mechanism: Mechanism

    @cached_property
    def turns(self) -> tuple[TurnKey, ...]:
        """Every turn once: by condition, family, true profile and seed."""
        return tuple(self._turns())

    def _turns(self) -> Iterator[TurnKey]:
        for condition in self.protocol.conditions:
            families = [family.name for family in self.protocol.families_of(condition)] or [SCRIPTED]
            for family in families:
                for profile in self.protocol.profiles:
                    ordered = tuple((agent.name, profile[agent.name]) for agent in self.mechanism.agents)
                    for seed in condition.seeds:
                        yield TurnKey(condition.name, family, ordered, seed)

    @cached_property
    def acts(self) -> tuple[ActKey, ...]:
        """Every act once, in the order of the turns and, within one, of the agents."""
        return tuple(ActKey(turn, agent) for turn in self.turns for agent, _ in turn.profile)

    @cached_property
    def asked(self) -> tuple[ActKey, ...]:
        """The acts for which a model is asked."""
        return tuple(act for act in self.acts if act.turn.family != SCRIPTED)

    @cached_property
    def _questions(self) -> dict[tuple[str, str, str], tuple[Question, ...]]:
        return {}

    def questions(self, act: ActKey) -> tuple[Question, ...]:
        """What is asked for an act: first the question, then each reformulation of it."""
        true_type = dict(act.turn.profile)[act.agent]
        key = (act.turn.condition, act.agent, true_type)
        if key not in self._questions:
            condition = self.protocol.condition(act.turn.condition)
            first = question(self.protocol, condition, self.mechanism, act.agent, true_type)
            unusable = self.protocol.unusable
            again = [first.again(unusable.suffix)] * unusable.reformulations if unusable.suffix else []
            self._questions[key] = (first, *again)
        return self._questions[key]

    @cached_property
    def least(self) -> Cost:
        """Each act answered by its first call, in a few tokens: what a model takes that answers well."""
        calls = [(act, self.questions(act)[0]) for act in self.asked]
        return self._cost(calls, 1, BYTES_A_TOKEN, EXPECTED_COMPLETION)

    @cached_property
    def worst(self) -> Cost:
        """Each act with every reformulation and every network retry, each call as long as it may be."""
        calls = [(act, asked) for act in self.asked for asked in self.questions(act)]
        tries = 1 + len(self.protocol.network.retry_waits_s)
        return self._cost(calls, tries, 1, self.protocol.sampling.max_tokens)

    @cached_property
    def worst_wall_s(self) -> float:
        """Seconds that the calls of endpoints and the waits between them take in the worst case.

        So many acts at once as the protocol allows, all of them equally long. A local model has no timeout:
        what it takes is in no worst case.
        """
        network, unusable = self.protocol.network, self.protocol.unusable
        local = {family.name for family in self.protocol.families if family.player == "local"}
        acts = sum(act.turn.family not in local for act in self.asked)
        waits = sum(max(wait, network.longest_wait_s) for wait in network.retry_waits_s)
        one = (1 + len(network.retry_waits_s)) * longest(self.protocol.sampling.timeout_s) + waits
        return -(-acts // network.concurrency) * (1 + unusable.reformulations) * one

    def _cost(
        self, calls: list[tuple[ActKey, Question]], tries: int, bytes_a_token: int, completion: int
    ) -> Cost:
        families = {family.name: family for family in self.protocol.families}
        tokens, total = 0, 0.0
        for act, asked in calls:
            prompt = -(-asked.most_tokens // bytes_a_token)
            tokens += tries * (prompt + completion)
            total += tries * money(families[act.turn.family], prompt, completion)
        priced = any(family.price for family in families.values())
        return Cost(tries * len(calls), tokens, total if priced else None)

    def faults(self) -> tuple[Fault, ...]:
        """Where plan and budget disagree, and prompts that are not as long as they should be."""
        return (*self._budget_faults(), *self._length_faults())

    def _budget_faults(self) -> Iterator[Fault]:
        budgets = self.protocol.budgets
        for name, unit in (("calls", "calls"), ("tokens", "tokens"), ("money", budgets.currency or "")):
            limit, least, worst = (getattr(part, name) for part in (budgets, self.least, self.worst))
            if limit is None or worst is None:
                continue
            found = f"{limit:,} {unit}"
            if limit < least:
                yield Fault(
                    f"budgets.{name}",
                    found,
                    f"at least {least:,} {unit}: what the plan takes at the very least",
                )
            elif limit < worst and budgets.may_stop_early is None:
                yield Fault(f"budgets.{name}", found, f"the plan's worst case, {worst:,} {unit}", _WHY)
        # No call is let through with less time left than it may take.
        call = longest(self.protocol.sampling.timeout_s) if self.asked else 0.0
        if budgets.wall_s < call:
            why = f"sampling.timeout_s, and {BESIDE_S:g} s to end it and write it down"
            expected = f"at least {call:,.6g} s: what one call may take ({why})"
            yield Fault("budgets.wall_s", f"{budgets.wall_s:,.6g} s", expected)
        elif budgets.wall_s < self.worst_wall_s and budgets.may_stop_early is None:
            expected = f"the plan's worst case, {self.worst_wall_s:,.6g} s"
            yield Fault("budgets.wall_s", f"{budgets.wall_s:,.6g} s", expected, _WHY)

    def _length_faults(self) -> Iterator[Fault]:
        for index, condition in enumerate(self.protocol.conditions):
            if condition.llm is None or condition.llm.as_long_as is None:
                continue
            other = self.protocol.condition(condition.llm.as_long_as)
            for agent in self.mechanism.agents:
                for true_type in agent.types:
                    found, expected = (self._length(c, agent.name, true_type) for c in (condition, other))
                    if found != expected:
                        yield Fault(
                            f"conditions[{index}].llm.as_long_as",
                            f"{found} characters for {agent.name} of type {true_type}",
                            f"{expected} characters, as under {other.name}",
                        )

    def _length(self, condition: Condition, agent: str, true_type: str) -> int:
        return question(self.protocol, condition, self.mechanism, agent, true_type).length


def longest(timeout_s: float) -> float:
    """Seconds that a call with this timeout may take of a run's time."""
    return timeout_s + BESIDE_S


def money(family: Family, prompt_tokens: int, completion_tokens: int) -> float:
    """What tokens cost, in the budget's currency; 0 without a price."""
    if family.price is None:
        return 0.0
    price = family.price
    return (
        prompt_tokens * price.prompt_per_million + completion_tokens * price.completion_per_million
    ) / 1_000_000
