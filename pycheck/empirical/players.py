"""Who can play: scripted policies, and what a model's player takes and gives, whatever its provider.

A player of models is asked one :class:`Request` and gives one :class:`Reply`, or says why there is none. It
never retries and never judges an answer: that is the rig's.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, Protocol

from pycheck.empirical.prompts import Question
from pycheck.empirical.protocol import Sampling, Scripted
from pycheck.empirical.record import TurnKey
from pycheck.mechanism import Mechanism


@dataclass(frozen=True)
class Request:
    """One call: the question and how it is sampled.

    With ``keep_prompt`` a local model may take what it read for its last call as read.
    """

    question: Question
    sampling: Sampling
    seed: int
    keep_prompt: bool = False


@dataclass(frozen=True)
class Reply:
    """An answer, as the provider gave it. ``latency_s`` is the whole call's."""

    raw: str | None
    finish_reason: str | None = None
    refusal: str | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    provider: str | None = None
    model: str | None = None
    http_status: int | None = None
    latency_s: float = 0.0


@dataclass(frozen=True)
class NoReply:
    """A call without an answer.

    ``what`` is ``timeout`` or ``connection``; ``http_status`` (with the code); ``not_json`` (something else
    than JSON where an answer belongs) or ``wrong_shape`` (JSON that is no chat completion). ``retry_after_s``
    is the wait that the endpoint asks for.
    """

    what: Literal["timeout", "connection", "http_status", "not_json", "wrong_shape"]
    http_status: int | None = None
    retry_after_s: float | None = None
    latency_s: float = 0.0


class Player(Protocol):
    """A model that can be asked, from several threads at once."""

    def ask(self, request: Request) -> Reply | NoReply:
        """Make one call. Raises nothing that a provider or a network can cause."""
        ...

    def close(self) -> None:
        """Let go of connections or of the model."""
        ...


def policy_name(scripted: Scripted) -> str:
    """What stands where a model's name would: ``constant:a'``, ``truthful``, ``uniform``."""
    return scripted.policy if scripted.report is None else f"{scripted.policy}:{scripted.report}"


def scripted_reports(scripted: Scripted, turn: TurnKey, mechanism: Mechanism) -> Mapping[str, str]:
    """The reports that a scripted policy makes in a turn, by agent.

    ``uniform`` draws for the agents in their order from ``random.Random(seed * 1000 + k)``, where ``k`` is
    the position of the true profile among all of them (row-major; ``2 * i_row + i_col`` for two agents with
    two types), each draw ``choice(reports)``.
    """
    if scripted.policy == "constant":
        assert scripted.report is not None
        return {agent.name: scripted.report for agent in mechanism.agents}
    places = [agent.types.index(t) for agent, (_, t) in zip(mechanism.agents, turn.profile, strict=True)]
    if scripted.policy == "truthful":
        reports = {}
        for agent, place in zip(mechanism.agents, places, strict=True):
            assert agent.truthful is not None
            reports[agent.name] = agent.reports[agent.truthful[place]]
        return reports
    position = 0
    for agent, place in zip(mechanism.agents, places, strict=True):
        position = position * len(agent.types) + place
    coin = random.Random(turn.seed * 1000 + position)  # noqa: S311 - the published generator, no secret
    return {agent.name: coin.choice(agent.reports) for agent in mechanism.agents}
