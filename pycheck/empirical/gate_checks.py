"""What the gate checks of a run that could be read: plan, rescoring, questions, budgets, secrets."""

from __future__ import annotations

import os
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pycheck.empirical.budget import Charge, spent
from pycheck.empirical.expected import expected_act
from pycheck.empirical.gate_reading import Reading, keys_in
from pycheck.empirical.oracle import Oracle
from pycheck.empirical.record import SCRIPTED, ActKey, Attempt, Turn, TurnKey
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.trace import TRACE

#: What only a key looks like, whoever wrote it; and what is a header's, unless a model wrote it in prose.
_KEYS = re.compile(
    rb"(?<![A-Za-z0-9_-])(?:sk-[A-Za-z0-9_-]{16,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}"
    rb"|hf_[A-Za-z0-9]{20,}|AIza[0-9A-Za-z_-]{30,})|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_HEADERS = re.compile(r"Bearer [A-Za-z0-9._~+/-]{8,}|Authorization\W{1,4}\w")
_PATHS = re.compile(r"(?<![\w.$}~*/-])(?:/(?:home|Users)/[\w.-]+|/(?:root)(?![\w-])|[A-Za-z]:\\\\?Users\\)")
#: Fields of an attempt that follow from what came back; the others say how often it was asked.
_OF_THE_ANSWER = frozenset(Attempt.__dataclass_fields__) - {"retries", "reformulation"}
#: A shorter value of an environment variable is no secret that could be told from ordinary text.
_SHORTEST_KEY = 8


def check(reading: Reading) -> Iterator[Refusal]:
    """Everything that speaks against the run."""
    assert reading.frozen is not None
    yield from _coverage(reading)
    yield from _acts(reading)
    yield from _turns(reading)
    yield from _budgets(reading)
    yield from _frozen_hypotheses(reading)
    yield from secrets_in(reading)


def name_of(key: ActKey | TurnKey) -> str:
    """A place in the plan for a person."""
    turn = key.turn if isinstance(key, ActKey) else key
    types = ", ".join(f"{agent} {label}" for agent, label in turn.profile)
    agent = f", {key.agent}" if isinstance(key, ActKey) else ""
    return f"{turn.condition}, {turn.family}, ({types}), seed {turn.seed}{agent}"


def _coverage(reading: Reading) -> Iterator[Refusal]:
    assert reading.frozen is not None
    plan = reading.frozen.plan
    known = keys_in(reading.freezes)
    turns_known = {key.turn for key in known}
    for what, planned, allowed, found in (
        ("act", plan.acts, known, [(act.key, placed) for act, placed in reading.acts]),
        ("turn", plan.turns, turns_known, [(turn.key, placed) for turn, placed in reading.turns]),
    ):
        counted = Counter(key for key, _ in found)
        for key in planned:
            if key not in counted:
                yield Refusal(Code.MISSING, TRACE, f"no {what} {name_of(key)}, which is planned")
        first: set[object] = set()
        for key, placed in found:
            if key not in allowed:
                yield Refusal(Code.UNPLANNED, placed.where, f"{what} {name_of(key)} is not planned")
            if key in first:
                yield Refusal(Code.DOUBLED, placed.where, f"{what} {name_of(key)} again")
            first.add(key)
    for stop in reading.stops[-1:]:
        if len(reading.acts) < len(plan.acts):
            yield Refusal(Code.MISSING, TRACE, f"the run ended before its plan: {stop.message}")


def _acts(reading: Reading) -> Iterator[Refusal]:
    for act, placed in reading.acts:
        if act.key in placed.planned:
            for fault in expected_act(act, placed.frozen):
                yield Refusal(_code(fault.key), placed.where, str(fault))


def _code(key: str) -> Code:
    """What a difference in an act's line amounts to, by the field it is in."""
    if key.endswith("prompt_sha256"):
        return Code.QUESTION
    if key.startswith("attempts") and key.rpartition(".")[2] not in _OF_THE_ANSWER:
        return Code.RESAMPLED
    return Code.RESCORING


def _turns(reading: Reading) -> Iterator[Refusal]:
    assert reading.frozen is not None
    oracle = Oracle(reading.frozen.mechanism)
    agents = len(reading.frozen.mechanism.agents)
    placed = {turn.key: place for turn, place in reading.turns}
    planned = {key.turn for key in keys_in(reading.freezes)}
    for turn in reading.joined():
        if turn.key in planned and len(turn.acts) == agents:
            expected = oracle.turn(turn.key, turn.acts)
            yield from _differences(placed[turn.key].where, turn, expected)


def _differences(where: str, turn: Turn, expected: Turn) -> Iterator[Refusal]:
    for name in ("reports", "outcome", "welfare", "optimum"):
        found, right = getattr(turn, name), getattr(expected, name)
        if found != right:
            shown = [dict(v) if name == "reports" else str(v) for v in (found, right)]
            yield Refusal(Code.RESCORING, where, f"{name} is {shown[0]}; its acts make it {shown[1]}")


def _budgets(reading: Reading) -> Iterator[Refusal]:
    """Whether every limit held at every act, as it was then: a later deviation does not mend it."""
    total, passed = Charge(), set()
    for act, placed in reading.acts:
        protocol = placed.frozen.protocol
        if act.family != SCRIPTED and act.key in placed.planned:
            total += spent(placed.frozen.plan, act.key, act.attempts)
        budgets = protocol.budgets
        limits: Sequence[tuple[str, float, float | None]] = (
            ("calls", total.calls, budgets.calls),
            ("tokens", total.tokens, budgets.tokens),
            ("seconds", act.elapsed_s, budgets.wall_s),
            (budgets.currency or "money", total.money, budgets.money),
        )
        for unit, used, limit in limits:
            if limit is not None and used > limit and unit not in passed:
                passed.add(unit)
                what = f"{used:,.6g} {unit} were used by here; the budget is {limit:,.6g}"
                yield Refusal(Code.BUDGET, placed.where, what)


def _frozen_hypotheses(reading: Reading) -> Iterator[Refusal]:
    """The hypotheses are read from the freeze itself, so what they speak of must still be there."""
    assert reading.frozen is not None
    assert reading.original is not None
    kept = {condition.name for condition in reading.frozen.protocol.conditions}
    for hypothesis in reading.original.protocol.hypotheses:
        named = {part.condition for part in hypothesis.thresholds}
        named |= {part.condition for part in hypothesis.equivalences}
        named |= {part.minus for part in hypothesis.thresholds if part.minus is not None}
        for missing in sorted(named - kept):
            what = f"a deviation took away {missing}, of which the frozen hypothesis {hypothesis.id} speaks"
            yield Refusal(Code.DEVIATION, TRACE, what)


def secrets_in(reading: Reading) -> Iterator[Refusal]:
    """Keys anywhere in the trace; headers and paths of a person outside what models said."""
    assert reading.frozen is not None
    variables = [family.key_variable for family in reading.frozen.protocol.families if family.key_variable]
    values = [os.environ.get(name, "").encode() for name in variables]
    values = [value for value in values if len(value) >= _SHORTEST_KEY]
    for number, line in enumerate(reading.data.split(b"\n"), 1):
        if _KEYS.search(line) or any(value in line for value in values):
            # The secret itself is not repeated.
            yield Refusal(Code.SECRET, f"{TRACE}:{number}", "something that looks like a key")
    for act, placed in reading.acts:
        silent = tuple(replace(attempt, raw=None, refusal=None) for attempt in act.attempts)
        said = repr(replace(act, attempts=silent))
        if _PATHS.search(said):
            yield Refusal(Code.SECRET, placed.where, "the path of a person's folder")
        if _HEADERS.search(said):
            yield Refusal(Code.SECRET, placed.where, "something that looks like a header with a key")
