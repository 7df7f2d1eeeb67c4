"""What a model is asked, word for word: prompts filled in from the mechanism, and their digests."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from string import Template

import rfc8785

from pycheck.empirical.parse import FIELD
from pycheck.empirical.protocol import Condition, Protocol
from pycheck.mechanism import Mechanism

Message = Mapping[str, str]


@dataclass(frozen=True)
class Question:
    """The messages that one agent of one true type is sent under one condition."""

    messages: tuple[Message, ...]

    @property
    def sha256(self) -> str:
        """Digest of the messages in canonical JSON (RFC 8785)."""
        return hashlib.sha256(rfc8785.dumps([dict(message) for message in self.messages])).hexdigest()

    @property
    def length(self) -> int:
        """Characters in all messages together."""
        return sum(len(message["content"]) for message in self.messages)

    @property
    def most_tokens(self) -> int:
        """More tokens than a tokenizer makes of it: one a byte, and 32 around each message."""
        return sum(len(message["content"].encode()) + 32 for message in self.messages)

    def again(self, suffix: str) -> Question:
        """The same question with ``suffix`` after its last message. What was answered is not repeated."""
        *before, last = self.messages
        return Question((*before, {**last, "content": f"{last['content']}\n\n{suffix}"}))


def question(
    protocol: Protocol, condition: Condition, mechanism: Mechanism, agent: str, true_type: str
) -> Question:
    """What ``agent`` of ``true_type`` is asked under a condition that asks models."""
    assert condition.llm is not None
    prompt = protocol.prompt(condition.llm.prompt)
    reports = mechanism.agents[mechanism.signature.agent_index(agent)].reports
    announced = (condition.llm.announced or {}).get(agent, "")
    values = {
        "agent": agent,
        "type": true_type,
        "reports": " or ".join(reports),
        "answers": "\n".join(answer(report) for report in reports),
        "announced": announced,
        "others": " or ".join(report for report in reports if report != announced),
        "rules": rules(mechanism),
    }
    return Question(
        (
            {"role": "system", "content": Template(prompt.system).substitute(values)},
            {"role": "user", "content": Template(prompt.user).substitute(values)},
        )
    )


def answer(report: str) -> str:
    """The one text that stands for a report: ``{"report": "a'"}``."""
    return json.dumps({FIELD: report}, ensure_ascii=False)


def rules(mechanism: Mechanism) -> str:
    """The mechanism in plain words: outcomes by reports, and each agent's utilities by type."""
    signature = mechanism.signature
    lines = ["The outcome by what is reported:"]
    for reports in signature.report_profiles():
        labels = zip(mechanism.agents, signature.report_labels(reports), strict=True)
        said = ", ".join(f"{agent.name} {label}" for agent, label in labels)
        lines.append(f"{said}: {mechanism.outcomes[mechanism.outcome(reports)]}")
    for agent, table in zip(mechanism.agents, mechanism.utilities, strict=True):
        for place, true_type in enumerate(agent.types):
            worth = zip(mechanism.outcomes, table, strict=True)
            values = ", ".join(f"{outcome} {row[place]}" for outcome, row in worth)
            lines.append(f"Worth to {agent.name} of type {true_type}: {values}")
    return "\n".join(lines)
