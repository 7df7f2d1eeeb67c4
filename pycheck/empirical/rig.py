"""The rig: how an act is asked for, whatever the model. Calls, retries, reformulations, budgets, stopping.

Nothing is resampled: an answer is kept as it came, and the question is put again only as the protocol says.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pycheck.empirical.budget import (
    BudgetSpent,
    Charge,
    Ledger,
    charge_of,
    most,
)
from pycheck.empirical.freeze import Freeze
from pycheck.empirical.journal import Journal, Pending
from pycheck.empirical.judge import STOPPING, attempt_of, is_asked_again, is_network, judge
from pycheck.empirical.players import NoReply, Player, Request
from pycheck.empirical.protocol import Family
from pycheck.empirical.record import Act, ActKey, Attempt, Retry, StopReason


class Stopped(Exception):
    """The run has to end. ``reason`` is that of a :class:`~pycheck.empirical.record.Stop`."""

    def __init__(self, reason: StopReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class Rig:
    """Everything that the acts of a run share. ``stop`` is set when no further call may be made."""

    frozen: Freeze
    players: Mapping[str, Player]
    journal: Journal
    ledger: Ledger
    stop: threading.Event
    elapsed: Callable[[], float]
    code: str

    def play(self, key: ActKey, pending: Pending) -> Act:
        """Ask for an act, from where an earlier run left it. Raises :class:`Stopped`."""
        protocol = self.frozen.protocol
        family = protocol.family(key.turn.family)
        attempts, lost = list(pending.attempts), list(pending.lost)
        while not attempts or is_asked_again(attempts[-1].status, len(attempts), protocol.unusable):
            if len(attempts) > len(pending.attempts):
                self.journal.answered(key, attempts[-1])
            attempts.append(self._ask(key, family, len(attempts), lost))
            lost = []
        signature = self.frozen.mechanism.signature
        reports = signature.agents[signature.agent_index(key.agent)].reports
        last, report = judge(attempts[-1], family, reports)
        return Act(
            freeze=self.frozen.digest,
            code=self.code,
            condition=key.turn.condition,
            family=family.name,
            model=family.model,
            profile=dict(key.turn.profile),
            seed=key.turn.seed,
            agent=key.agent,
            true_type=dict(key.turn.profile)[key.agent],
            status=last.status,
            cause=last.cause,
            report=report,
            attempts=tuple(attempts),
            elapsed_s=round(self.elapsed(), 3),
        )

    def _ask(self, key: ActKey, family: Family, place: int, lost: list[Retry]) -> Attempt:
        """One attempt: the call, and its network retries."""
        protocol = self.frozen.protocol
        question = self.frozen.plan.questions(key)[place]
        request = Request(question, protocol.sampling, key.turn.seed)
        signature = self.frozen.mechanism.signature
        reports = signature.agents[signature.agent_index(key.agent)].reports
        worst = most(question, family, protocol.sampling.max_tokens)
        waits = protocol.network.retry_waits_s
        while True:
            self._reserve(worst)
            actual = worst
            try:
                self.journal.call(key)
                reply = self.players[family.name].ask(request)
                attempt = attempt_of(reply, question.sha256, place > 0, tuple(lost))
                attempt, _ = judge(attempt, family, reports)
                actual = charge_of(attempt, worst, family)
            finally:
                self.ledger.settle(worst, actual)
            if not isinstance(reply, NoReply):
                return attempt
            if reply.http_status is not None and reply.http_status in STOPPING:
                self.journal.lost(key, Retry("http_status", 0.0, reply.http_status))
                raise Stopped(
                    STOPPING[reply.http_status],
                    f"the endpoint of {family.name} answered {reply.http_status}: that is no behaviour of a "
                    "model, so the act stays open until the run goes on",
                )
            used = sum(is_network(retry.what, retry.http_status) for retry in lost)
            if not is_network(reply.what, reply.http_status) or used >= len(waits):
                return attempt
            lost.append(self._wait(key, reply, waits[used]))

    def _reserve(self, worst: Charge) -> None:
        if self.stop.is_set():
            raise Stopped("interrupted", "the run was ended")
        try:
            self.ledger.reserve(worst, self.frozen.protocol.sampling.timeout_s)
        except BudgetSpent as spent:
            raise Stopped(spent.limit, str(spent)) from None

    def _wait(self, key: ActKey, reply: NoReply, wait: float) -> Retry:
        """Write the lost call down, then wait as frozen or as long as the endpoint asks for."""
        assert reply.what in ("timeout", "connection", "http_status")
        asked = min(reply.retry_after_s or 0.0, self.frozen.protocol.network.longest_wait_s)
        wait = round(max(wait, asked), 3)
        retry = Retry(reply.what, wait, reply.http_status)
        self.journal.lost(key, retry)
        self.stop.wait(wait)
        return retry
