"""A run turn by turn, as plain data for a page: what was asked, what came back, what was made of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pycheck.empirical.freeze import Freeze
    from pycheck.empirical.record import Act, ActKey, Attempt, Turn


@dataclass(frozen=True)
class ShownAttempt:
    """One question with its answer. ``messages`` are (role, text); ``facts`` are (name, value)."""

    messages: tuple[tuple[str, str], ...]
    raw: str | None
    result: str
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ShownAct:
    """One agent's act. ``result`` is its report, or why there is none."""

    agent: str
    true_type: str
    model: str
    result: str
    usable: bool
    attempts: tuple[ShownAttempt, ...]


@dataclass(frozen=True)
class ShownTurn:
    """One turn; ``oracle`` has what mechanism and oracle make of it, as (name, value)."""

    condition: str
    family: str
    profile: str
    seed: int
    acts: tuple[ShownAct, ...]
    oracle: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class ShownRun:
    """A run with its turns in the order of the plan; those that are not planned come last."""

    run: str
    title: str
    freeze_sha256: str
    trace_sha256: str
    turns: tuple[ShownTurn, ...]


def show_run(folder: Path) -> ShownRun:
    """Everything that can be read of a run, whether it would pass the gate or not.

    Raises :class:`~pycheck.errors.InputFileError` if there is no readable freeze.
    """
    from pycheck.empirical.freeze import load_freeze
    from pycheck.empirical.gate_reading import read_run

    load_freeze(folder)
    reading = read_run(folder)
    assert reading.frozen is not None
    place = {key: k for k, key in enumerate(reading.frozen.plan.turns)}
    turns = sorted(reading.joined(), key=lambda turn: place.get(turn.key, len(place)))
    frozen, asked = reading.frozen, frozenset(reading.frozen.plan.asked)
    return ShownRun(
        folder.resolve().name,
        frozen.protocol.title,
        frozen.digest,
        reading.trace_sha256,
        tuple(_turn(turn, frozen, asked) for turn in turns),
    )


def _turn(turn: Turn, frozen: Freeze, asked: Collection[ActKey]) -> ShownTurn:
    profile = ", ".join(f"{agent} {label}" for agent, label in turn.profile.items())
    reports = ", ".join(f"{agent} {report or 'none'}" for agent, report in turn.reports.items())
    outcome = turn.outcome or "none: not every act could be used"
    welfare = "none" if turn.welfare is None else str(turn.welfare)
    oracle = (
        ("reports", reports),
        ("outcome", outcome),
        ("social welfare", welfare),
        ("best possible", str(turn.optimum)),
    )
    acts = tuple(_act(act, frozen, asked=act.key in asked) for act in turn.acts)
    return ShownTurn(turn.condition, turn.family, profile, turn.seed, acts, oracle)


def _act(act: Act, frozen: Freeze, asked: bool) -> ShownAct:
    questions = frozen.plan.questions(act.key) if asked else ()
    attempts = []
    for place, attempt in enumerate(act.attempts):
        messages: tuple[tuple[str, str], ...] = ()
        if place < len(questions) and questions[place].sha256 == attempt.prompt_sha256:
            messages = tuple((m["role"], m["content"]) for m in questions[place].messages)
        attempts.append(ShownAttempt(messages, attempt.raw, _result(attempt), tuple(_facts(attempt))))
    result = f"reports {act.report}" if act.report is not None else _words(act.status, act.cause)
    return ShownAct(act.agent, act.true_type, act.model, result, act.report is not None, tuple(attempts))


def _words(status: object, cause: object) -> str:
    return f"{status}: {cause}".replace("_", " ") if cause else f"{status}".replace("_", " ")


def _result(attempt: Attempt) -> str:
    return _words(attempt.status, attempt.cause)


def _facts(attempt: Attempt) -> Iterator[tuple[str, str]]:
    found = (
        ("finish reason", attempt.finish_reason),
        ("refusal", attempt.refusal),
        ("model as returned", attempt.model),
        ("provider", attempt.provider),
        ("tokens in", attempt.prompt_tokens),
        ("tokens out", attempt.completion_tokens),
        ("latency, s", attempt.latency_s if attempt.prompt_sha256 else None),
        ("HTTP status", attempt.http_status),
        ("error", attempt.error),
        ("question, SHA-256", attempt.prompt_sha256),
    )
    yield from ((name, str(value)) for name, value in found if value is not None)
    for retry in attempt.retries:
        status = f" {retry.http_status}" if retry.http_status else ""
        yield "call before", f"{retry.what}{status}, then {retry.wait_s:g} s of waiting"
