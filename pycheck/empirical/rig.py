"""The rig of a pilot: how an act is asked for, from the first question to its last reformulation."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pycheck.empirical.calls import Calls
from pycheck.empirical.freeze import Freeze
from pycheck.empirical.journal import Pending
from pycheck.empirical.judge import is_asked_again, judge
from pycheck.empirical.players import Request
from pycheck.empirical.protocol import Family
from pycheck.empirical.record import Act, ActKey, Attempt, Retry


@dataclass(frozen=True)
class Rig:
    """Everything that the acts of a run share."""

    frozen: Freeze
    calls: Calls[ActKey]
    elapsed: Callable[[], float]
    code: str

    def play(self, key: ActKey, pending: Pending) -> Act:
        """Ask for an act, from where an earlier run left it.

        Raises :class:`~pycheck.empirical.calls.Stopped`.
        """
        protocol = self.frozen.protocol
        family = protocol.family(key.turn.family)
        attempts, lost = list(pending.attempts), list(pending.lost)
        while not attempts or is_asked_again(attempts[-1].status, len(attempts), protocol.unusable):
            if len(attempts) > len(pending.attempts):
                self.calls.journal.answered(key, attempts[-1])
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
        question = self.frozen.plan.questions(key)[place]
        request = Request(question, self.frozen.protocol.sampling, key.turn.seed)
        signature = self.frozen.mechanism.signature
        reports = signature.agents[signature.agent_index(key.agent)].reports
        return self.calls.ask(
            key,
            family,
            request,
            lost,
            lambda attempt: judge(attempt, family, reports)[0],
            reformulation=place > 0,
        )
