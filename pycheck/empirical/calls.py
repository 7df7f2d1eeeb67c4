"""Calls to models, whatever they are made for: retries, budgets, the journal, and when to stop.

Nothing is resampled: an answer is kept as it came. What an answer amounts to is judged by whoever asks.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Generic

from pycheck.empirical.budget import BudgetSpent, Charge, Ledger, charge_of, most
from pycheck.empirical.journal import Journal, Key
from pycheck.empirical.judge import STOPPING, attempt_of, is_network
from pycheck.empirical.plan import longest
from pycheck.empirical.players import NoReply, Player, Request
from pycheck.empirical.protocol import Family, Network
from pycheck.empirical.record import Attempt, Retry, StopReason


class Stopped(Exception):
    """The run has to end. ``reason`` is that of a :class:`~pycheck.empirical.record.Stop`."""

    def __init__(self, reason: StopReason, message: str) -> None:
        super().__init__(message)
        self.reason = reason


@dataclass(frozen=True)
class Calls(Generic[Key]):
    """What all calls of a run share. ``stop`` is set when no further call may be made.

    ``players`` has a player for each family's name. Safe to use from several threads.
    """

    network: Network
    players: Mapping[str, Player]
    journal: Journal[Key]
    ledger: Ledger
    stop: threading.Event

    def ask(
        self,
        key: Key,
        family: Family,
        request: Request,
        lost: list[Retry],
        judged: Callable[[Attempt], Attempt],
        *,
        reformulation: bool = False,
    ) -> Attempt:
        """One attempt at what ``key`` names: the call, and its network retries.

        ``lost`` are the calls for it that already gave no answer; ``judged`` gives an attempt its status and
        cause. Raises :class:`Stopped` before a call that a budget does not allow, or that would be in vain.
        """
        worst = most(request.question, family, request.sampling.max_tokens)
        seconds = longest(request.sampling.timeout_s)
        waits = self.network.retry_waits_s
        lost = list(lost)
        while True:
            self._reserve(worst, seconds)
            actual = worst
            try:
                self.journal.call(key, worst.tokens, worst.money)
                reply = self.players[family.name].ask(request)
                attempt = judged(attempt_of(reply, request.question.sha256, reformulation, tuple(lost)))
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
            lost.append(self._wait(key, reply, waits[used], seconds))

    def _reserve(self, worst: Charge, seconds: float) -> None:
        if self.stop.is_set():
            raise Stopped("interrupted", "the run was ended")
        try:
            self.ledger.reserve(worst, seconds)
        except BudgetSpent as spent:
            raise Stopped(spent.limit, str(spent)) from None

    def _wait(self, key: Key, reply: NoReply, wait: float, seconds: float) -> Retry:
        """Write the lost call down, then wait as frozen or as long as the endpoint asks for.

        No wait after which there is no time for a call of ``seconds``.
        """
        assert reply.what in ("timeout", "connection", "http_status")
        asked = min(reply.retry_after_s or 0.0, self.network.longest_wait_s)
        wait = round(max(wait, asked), 3)
        retry = Retry(reply.what, wait, reply.http_status)
        self.journal.lost(key, retry)
        try:
            self.ledger.in_time(wait + seconds)
        except BudgetSpent as spent:
            raise Stopped(spent.limit, str(spent)) from None
        self.stop.wait(wait)
        return retry
