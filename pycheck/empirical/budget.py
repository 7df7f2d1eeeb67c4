"""What a run has spent, and the limits that it stops before: calls, tokens, money, time.

A call is let through only if every limit would hold though it took all that it may. What came back is then
charged in its place; a call whose use is not known (no usage in the answer, a timeout, an interruption) is
charged all that it may have taken.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pycheck.empirical.plan import Plan, money
from pycheck.empirical.prompts import Question
from pycheck.empirical.protocol import Budgets, Family
from pycheck.empirical.record import ActKey, Attempt, Cause, Retry, StopReason


@dataclass(frozen=True)
class Charge:
    """Calls, tokens, and money in the budget's currency."""

    calls: int = 0
    tokens: int = 0
    money: float = 0.0

    def __add__(self, other: Charge) -> Charge:
        return Charge(self.calls + other.calls, self.tokens + other.tokens, self.money + other.money)

    def __sub__(self, other: Charge) -> Charge:
        return Charge(self.calls - other.calls, self.tokens - other.tokens, self.money - other.money)


class BudgetSpent(Exception):
    """The next call could pass a limit. ``limit`` is the budget's name."""

    def __init__(self, limit: StopReason, message: str) -> None:
        super().__init__(message)
        self.limit = limit


def most(question: Question, family: Family, max_tokens: int) -> Charge:
    """All that one call may take."""
    tokens = question.most_tokens
    return Charge(1, tokens + max_tokens, money(family, tokens, max_tokens))


def charge_of(attempt: Attempt, worst: Charge, family: Family) -> Charge:
    """What the last call of an attempt took; ``worst`` if that is not known."""
    if attempt.cause is Cause.HTTP_STATUS and attempt.error is not None:
        return Charge(1)
    prompt, completion = attempt.prompt_tokens, attempt.completion_tokens
    if attempt.error is not None or prompt is None or completion is None:
        return worst
    return Charge(1, prompt + completion, money(family, prompt, completion))


def charge_of_retry(retry: Retry, worst: Charge) -> Charge:
    """What a call without an answer took: nothing but itself if an endpoint turned it down."""
    return Charge(1) if retry.what == "http_status" else worst


def spent(plan: Plan, key: ActKey, attempts: Iterable[Attempt], pending: Iterable[Retry] = ()) -> Charge:
    """What was spent on an act: its attempts, and the lost calls of one that is not finished."""
    family = plan.protocol.family(key.turn.family)
    questions = plan.questions(key)
    limit = plan.protocol.sampling.max_tokens
    total, place = Charge(), 0
    for place, attempt in enumerate(attempts, start=1):
        worst = most(questions[min(place, len(questions)) - 1], family, limit)
        for retry in attempt.retries:
            total += charge_of_retry(retry, worst)
        total += charge_of(attempt, worst, family)
    worst = most(questions[min(place, len(questions) - 1)], family, limit)
    for retry in pending:
        total += charge_of_retry(retry, worst)
    return total


class Ledger:
    """What is spent and what is under way, for all threads of a run.

    ``elapsed`` gives the run's own time in seconds, interruptions excluded.
    """

    def __init__(self, budgets: Budgets, already: Charge, elapsed: Callable[[], float]) -> None:
        self._budgets = budgets
        self._spent = already
        self._under_way = Charge()
        self._elapsed = elapsed
        self._changed = threading.Condition()

    @property
    def spent(self) -> Charge:
        """What is spent so far."""
        return self._spent

    def reserve(self, charge: Charge, seconds: float) -> None:
        """Let a call through that may take ``charge`` and ``seconds``.

        Waits while calls under way could still leave enough. Raises :class:`BudgetSpent`.
        """
        with self._changed:
            while (passed := self._passed(charge, seconds)) is not None:
                if passed.limit == "wall_s" or not self._under_way.calls:
                    raise passed
                self._changed.wait()
            self._under_way += charge

    def in_time(self, seconds: float) -> None:
        """Raise :class:`BudgetSpent` if less than ``seconds`` are left."""
        passed = self._passed(Charge(), seconds)
        if passed is not None and passed.limit == "wall_s":
            raise passed

    def settle(self, reserved: Charge, actual: Charge) -> None:
        """Charge what a call took in the place of what it might have."""
        with self._changed:
            self._under_way -= reserved
            self._spent += actual
            self._changed.notify_all()

    def _passed(self, charge: Charge, seconds: float) -> BudgetSpent | None:
        total = self._spent + self._under_way + charge
        budgets = self._budgets
        unit = budgets.currency or ""
        held: tuple[tuple[StopReason, float, float | None, str], ...] = (
            ("calls", total.calls, budgets.calls, "calls"),
            ("tokens", total.tokens, budgets.tokens, "tokens"),
            ("money", total.money, budgets.money, unit),
            ("wall_s", self._elapsed() + seconds, budgets.wall_s, "s"),
        )
        for name, reached, limit, of in held:
            if limit is not None and reached > limit:
                message = f"budgets.{name}: the next call could reach {reached:,.6g} {of}; limit {limit:,.6g}"
                return BudgetSpent(name, message)
        return None
