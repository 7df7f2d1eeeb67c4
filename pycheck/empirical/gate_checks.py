"""What the gate checks of a run that could be read: plan, rescoring, questions, budgets, secrets."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from pycheck.empirical.budget import Charge, spent
from pycheck.empirical.expected import expected_act
from pycheck.empirical.freeze import FILE_NAME
from pycheck.empirical.gate_reading import Reading, keys_in
from pycheck.empirical.judge import STOPPING
from pycheck.empirical.oracle import Oracle
from pycheck.empirical.protocol_file import as_data
from pycheck.empirical.record import SCRIPTED, ActKey, Attempt, Turn, TurnKey
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.secrets import key_in, secret_in, strings_in, values_of, variables_in, variables_of
from pycheck.empirical.trace import JOURNAL, TRACE

#: Fields of an attempt that follow from what came back; the others say how often it was asked.
_OF_THE_ANSWER = frozenset(Attempt.__dataclass_fields__) - {"retries", "reformulation"}


def check(reading: Reading) -> Iterator[Refusal]:
    """Everything that speaks against the run."""
    assert reading.frozen is not None
    yield from _coverage(reading)
    yield from _acts(reading)
    yield from _turns(reading)
    yield from _budgets(reading)
    yield from _frozen_hypotheses(reading)
    yield from _secrets(reading)


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
    # A call that ends the run is made again by the next one, so each has its stop; one more may have been
    # killed before it wrote that down.
    ended = sum(stop.reason in STOPPING.values() for stop in reading.stops)
    for act, placed in reading.acts:
        turned_down = sum(r.http_status in STOPPING for attempt in act.attempts for r in attempt.retries)
        if turned_down > ended + 1:
            what = f"turned down {turned_down} times, each of which ends a run; {ended} runs ended so"
            yield Refusal(Code.RESAMPLED, placed.where, what)
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


def hushed(reading: Reading, refusals: Iterable[Refusal]) -> list[Refusal]:
    """The refusals, none of which repeats a secret."""
    return hushed_of(values_of(_variables(reading)), refusals)


def hushed_of(values: Sequence[str], refusals: Iterable[Refusal]) -> list[Refusal]:
    """The refusals, none of which repeats a key, a header, a person's path or one of ``values``."""
    return [
        replace(refusal, what=f"{found}, which is not repeated here")
        if (found := secret_in(refusal.what, values))
        else refusal
        for refusal in refusals
    ]


def _secrets(reading: Reading) -> Iterator[Refusal]:
    """Keys anywhere in trace and journal; headers and paths of a person outside what models said."""
    assert reading.original is not None
    values = values_of(_variables(reading))
    for text in strings_in(as_data(reading.original.protocol)):
        if key_in(text, values):
            yield Refusal(Code.SECRET, FILE_NAME, key_in(text, values))
    for name, data in ((TRACE, reading.data), (JOURNAL, reading.journal)):
        for number, line in enumerate(data.split(b"\n"), 1):
            found = dict.fromkeys(_kinds(line, values))
            yield from (Refusal(Code.SECRET, f"{name}:{number}", kind) for kind in found)


def _kinds(line: bytes, values: Sequence[str]) -> Iterator[str]:
    """The kinds of secret in a line, of whatever kind the line is."""
    if kind := key_in(line.decode("utf-8", "replace"), values):
        yield kind
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        # Refused as a line already.
        return
    # Of a line that is none, these can be anything; a journal's has one attempt.
    several, one = (data.get("attempts"), data.get("attempt")) if isinstance(data, dict) else (None, None)
    for attempt in (*(several if isinstance(several, list) else ()), one):
        if isinstance(attempt, dict):
            # A model may say what it likes, except for a key.
            said = [attempt.pop(name, None) for name in ("raw", "refusal")]
            yield from filter(None, (key_in(text, values) for text in strings_in(said)))
    yield from filter(None, (secret_in(text, values) for text in strings_in(data)))


def _variables(reading: Reading) -> set[str]:
    """Every key variable that the freeze or any deviation ever named, refused deviations too."""
    found = {name for frozen in reading.freezes for name in variables_of(frozen.protocol)}
    for deviation in reading.deviations:
        found |= {
            *variables_in(deviation.field, deviation.old),
            *variables_in(deviation.field, deviation.new),
        }
    return found
