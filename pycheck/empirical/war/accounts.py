"""Accounts over time: mark, choice, declaration, piloting, consent; and the camp that follows from them.

An account is in the AI camp while it is a marked agent that was not shown to be piloted, or chose that camp
and plays by hand; else it is in the human camp. Every change is kept with its instant.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from pycheck.empirical.war.events import Event
from pycheck.empirical.war.reported import Code, Impossible
from pycheck.empirical.war.vocabulary import ACTS, OTHERS, RATE_LIMITED, Camp, Sort

if TYPE_CHECKING:
    from pycheck.empirical.war.alliances import Alliance


#: Who was refused the mark may only read its alliance or leave it; who did not declare, look and talk.
_FREE_IF_LOCKED = frozenset(("read_alliance", "leave_alliance"))
_FREE_IF_UNDECLARED = frozenset(name for name, sort in OTHERS.items() if sort in (Sort.READ, Sort.CHAT))


@dataclass(slots=True)
class Timeline:
    """The camps of one account: ``camps[k]`` from ``times[k]`` on."""

    times: list[int]
    camps: list[Camp]

    def at(self, instant: int) -> Camp | None:
        """The camp after everything up to and in that millisecond; ``None`` before the first."""
        place = bisect_right(self.times, instant)
        return self.camps[place - 1] if place else None

    def change(self, instant: int, camp: Camp) -> None:
        """From now on it is ``camp``; ``instant`` is not before the last change."""
        self.times.append(instant)
        self.camps.append(camp)


@dataclass(slots=True, eq=False)
class Account:
    """One account as it is now. ``number`` counts accounts in the order in which they were made, from 0."""

    id: str
    number: int
    name: str
    timeline: Timeline
    names: list[str]
    camp: Camp = Camp.HUMANS
    marked: bool = False
    piloted: bool = False
    #: Took the mark where it could not: may only read its alliance or leave it.
    locked: bool = False
    chosen: Camp | None = None
    operator: str | None = None
    model: str | None = None
    alliance: Alliance | None = None
    #: Was in an alliance or attacked, ever: too late to choose a camp.
    engaged: bool = False
    consent: bool = False
    power: int = 0
    cities: int = 0
    town_hall: int = 0
    #: Has had a snapshot.
    seen: bool = False
    won: int = 0
    titles: list[str] = field(default_factory=list)

    @property
    def declared(self) -> bool:
        """Whether operator and model are known, and the rules accepted."""
        return self.model is not None

    @property
    def may_act(self) -> bool:
        """Whether it is no agent, or one that is declared; and was not refused the mark."""
        return not self.locked and (not self.marked or self.model is not None)

    def must_be_free_to(self, act: str) -> None:
        """Raise :class:`Impossible` if this is an agent that may not act (yet)."""
        if self.may_act:
            return
        if self.locked:
            what = f"{act} by {self.id}, which may only read its alliance or leave it"
            raise Impossible(Code.LOCKED, what)
        raise Impossible(Code.UNDECLARED, f"{act} by {self.id}, an agent not declared before")


class Accounts:
    """All accounts, and what happens to one of them at a time.

    ``before_change`` is called with an account and an instant before the account's camp changes.
    """

    def __init__(self, before_change: Callable[[Account, int], None]) -> None:
        self._by_id: dict[str, Account] = {}
        self._before_change = before_change
        #: When consent was taken back by a line that is reported; no consent of an earlier time undoes that.
        self._taken_back: dict[str, float] = {}
        #: Titles with whose they are and when they were won.
        self._won: set[tuple[str, str, int]] = set()
        self.handlers: dict[str, Callable[[Event], None]] = {
            "account": self._account,
            "renamed": self._renamed,
            "mark": self._mark,
            "unmark": self._unmark,
            "choice": self._choice,
            "declaration": self._declaration,
            "piloting": self._piloting,
            "snapshot": self._snapshot,
            "title": self._title,
            "command": self._command,
            "consent": self._consent,
            "withdrawal": self._withdrawal,
        }

    def all(self) -> tuple[Account, ...]:
        """In the order in which they were made."""
        return tuple(self._by_id.values())

    def get(self, name: str) -> Account:
        """The account with this id. Raises :class:`Impossible` if there is none."""
        found = self._by_id.get(name)
        if found is None:
            raise Impossible(Code.UNKNOWN, f"the account {name}, which no line before has made")
        return found

    def withdraw(self, name: object, instant: object) -> None:
        """Take back an account's consent, whatever else is wrong with the line that says so.

        The line may stand in the wrong place: before the account, or before a consent of an earlier time.
        Without a time, it is the last word.
        """
        if isinstance(name, str):
            when = instant if type(instant) is int else inf
            self._taken_back[name] = max(when, self._taken_back.get(name, -inf))
            if name in self._by_id:
                self._by_id[name].consent = False

    def is_journaled(self, event: Event) -> bool:
        """Whether a command that is not reported belongs into a journal: an act that reached the game."""
        error = event["error"]
        if event["command"] not in ACTS or (error is not None and error["code"] == RATE_LIMITED):
            return False
        # Who was refused the mark is no agent, whatever it tried.
        return self._by_id[event["account"]].marked

    def _account(self, event: Event) -> None:
        name = event["account"]
        if name in self._by_id:
            raise Impossible(Code.DUPLICATE, f"the account {name} again")
        timeline = Timeline([event["t"]], [Camp.HUMANS])
        self._by_id[name] = Account(name, len(self._by_id), event["name"], timeline, [event["name"]])

    def _renamed(self, event: Event) -> None:
        account = self.get(event["account"])
        if account.name == event["name"]:
            raise Impossible(Code.DUPLICATE, f"another name for {account.id}, which is the one that it has")
        account.name = event["name"]
        account.names.append(event["name"])

    def _mark(self, event: Event) -> None:
        account = self.get(event["account"])
        if account.marked:
            raise Impossible(Code.DUPLICATE, f"the mark of {account.id} again")
        if account.alliance is not None and account.alliance.has_humans:
            account.locked = True
            raise Impossible(
                Code.MARK_IN_ALLIANCE,
                f"a mark of {account.id}, whose alliance {account.alliance.id} has members of the human camp",
            )
        # Once no member is in the human camp any more, it is an agent like any other.
        account.marked, account.locked = True, False
        self._settle(account, event["t"])

    def _unmark(self, event: Event) -> None:
        account = self.get(event["account"])
        raise Impossible(Code.MARK_REMOVED, f"the mark of {account.id} removed, which cannot be")

    def _choice(self, event: Event) -> None:
        account = self.get(event["account"])
        if account.chosen is not None:
            raise Impossible(
                Code.SECOND_CHOICE, f"a second choice of {account.id}, which chose {account.chosen}"
            )
        if account.marked:
            raise Impossible(Code.CONTRADICTION, f"a choice of {account.id}, which is an AI agent")
        if account.engaged:
            raise Impossible(
                Code.LATE_CHOICE, f"a choice of {account.id} after an alliance or a battle of its own"
            )
        account.chosen = Camp(event["camp"])
        self._settle(account, event["t"])

    def _declaration(self, event: Event) -> None:
        account = self._agent(event, "a declaration")
        if not event["accepts_rules"]:
            raise Impossible(
                Code.RULES_REFUSED, f"a declaration of {account.id} that does not accept the rules"
            )
        if account.declared:
            same = (account.operator, account.model) == (event["operator"], event["model"])
            code = Code.DUPLICATE if same else Code.CONTRADICTION
            raise Impossible(code, f"a second declaration of {account.id}")
        account.operator, account.model = event["operator"], event["model"]

    def _piloting(self, event: Event) -> None:
        account = self._agent(event, "piloting")
        if account.piloted:
            raise Impossible(Code.DUPLICATE, f"piloting of {account.id}, which was shown before")
        account.piloted = True
        self._settle(account, event["t"])

    def _snapshot(self, event: Event) -> None:
        account = self.get(event["account"])
        account.power, account.cities = event["power"], event["cities"]
        account.town_hall, account.seen = event["town_hall"], True

    def _title(self, event: Event) -> None:
        account, won = self.get(event["account"]), (event["account"], event["title"], event["t"])
        if won in self._won:
            raise Impossible(Code.DUPLICATE, f"a title of {account.id} again in the same millisecond")
        self._won.add(won)
        account.titles.append(event["title"])

    def _command(self, event: Event) -> None:
        account = self.get(event["account"])
        if account.marked and account.model is not None:
            return
        name = event["command"]
        sort = OTHERS.get(name, Sort.ACT)
        if not account.marked and not account.locked:
            raise Impossible(Code.NO_AGENT, f"the command {name} of {account.id}, which is no AI agent")
        # What the game refused was no act.
        free = _FREE_IF_LOCKED if account.locked else _FREE_IF_UNDECLARED
        if event["error"] is None and name not in free and sort is not Sort.CONNECTION:
            account.must_be_free_to(f"the command {name}")

    def _consent(self, event: Event) -> None:
        account = self._agent(event, "consent")
        if not account.declared:
            raise Impossible(Code.UNDECLARED, f"consent for {account.id}, an agent that is not declared")
        if account.consent:
            raise Impossible(Code.DUPLICATE, f"consent for {account.id} again")
        account.consent = event["t"] >= self._taken_back.get(account.id, -inf)

    def _withdrawal(self, event: Event) -> None:
        account = self._agent(event, "a withdrawal")
        if not account.consent:
            raise Impossible(
                Code.CONTRADICTION, f"a withdrawal of {account.id}, for which there is no consent"
            )
        account.consent = False

    def _agent(self, event: Event, what: str) -> Account:
        account = self.get(event["account"])
        if not account.marked:
            raise Impossible(Code.NO_AGENT, f"{what} of {account.id}, which is no AI agent")
        return account

    def _settle(self, account: Account, instant: int) -> None:
        ai = not account.piloted if account.marked else account.chosen is Camp.AI
        camp = Camp.AI if ai else Camp.HUMANS
        if camp is not account.camp:
            self._before_change(account, instant)
            account.camp = camp
            account.timeline.change(instant, camp)
