"""The state of a war while its events are read in order, and its figures at any moment.

Events are ordered by time, and within a millisecond by their place in the file. Both the start and the end
belong to the war.
"""

from __future__ import annotations

from math import inf

from pycheck.empirical.war.accounts import Account, Accounts
from pycheck.empirical.war.alliances import Alliances
from pycheck.empirical.war.contests import Contests, Throne
from pycheck.empirical.war.events import Event
from pycheck.empirical.war.figures import CampFigures, Day, leads_of
from pycheck.empirical.war.plan import WarPlan
from pycheck.empirical.war.reported import Code, Impossible
from pycheck.empirical.war.rule import Rule
from pycheck.empirical.war.vocabulary import Camp

#: What may still be said after the end.
_AFTERWARDS = frozenset(("consent", "withdrawal"))


class Week:
    """A war as far as it was read. Give it events in their order with :meth:`apply`."""

    def __init__(self, plan: WarPlan, rule: Rule) -> None:
        self._plan = plan
        self._rule = rule
        self._throne = Throne()
        self.accounts = Accounts(self._throne.before_change)
        self.alliances = Alliances(self.accounts)
        self._contests = Contests(self._throne, self.accounts, plan.start)
        self._handlers = {
            **self.accounts.handlers,
            **self.alliances.handlers,
            **self._contests.handlers,
        }
        self._ends = plan.days
        self._next_end: float = self._ends[0]
        self.days: list[Day] = []

    def apply(self, event: Event) -> None:
        """Let a well-formed event in the time of the war happen.

        Raises :class:`Impossible`, with nothing changed, if it cannot.
        (An agent that tries to take the mark in an alliance with humans is locked, which no figure shows.)
        """
        while event["t"] > self._next_end:
            self._close_day()
        self._handlers[event["kind"]](event)

    def finish(self) -> tuple[Day, ...]:
        """The daily figures, the last of which is at the end of the war."""
        while len(self.days) < len(self._ends):
            self._close_day()
        return tuple(self.days)

    def _close_day(self) -> None:
        at = self._ends[len(self.days)]
        self._throne.settle(at)
        every = self.accounts.all()
        camps = {camp: self._figures(camp, [a for a in every if a.camp is camp]) for camp in Camp}
        leads = leads_of(camps)
        number = len(self.days) + 1
        self.days.append(Day(number, at, camps, self._contests.fought, leads, self._rule(leads)))
        self._next_end = self._ends[number] if number < len(self._ends) else inf

    def _figures(self, camp: Camp, members: list[Account]) -> CampFigures:
        return CampFigures(
            throne_ms=self._throne.held[camp],
            battles_won=self._contests.won[camp],
            power=sum(account.power for account in members),
            cities=sum(account.cities for account in members),
            alliances_formed=self.alliances.formed[camp],
            alliances_broken=self.alliances.broken[camp],
            players=len(members),
            agents=sum(account.marked and not account.piloted for account in members),
            supporters=sum(not account.marked and camp is Camp.AI for account in members),
            piloted=sum(account.piloted for account in members),
        )


def outside_of(plan: WarPlan, event: Event) -> Impossible | None:
    """Why an event is not in the time of the war; ``None`` if it is."""
    instant = event["t"]
    if instant < plan.start:
        return Impossible(Code.BEFORE_START, f"{event['kind']} {plan.start - instant} ms before the start")
    if instant > plan.end and event["kind"] not in _AFTERWARDS:
        return Impossible(Code.AFTER_END, f"{event['kind']} {instant - plan.end} ms after the end")
    return None
