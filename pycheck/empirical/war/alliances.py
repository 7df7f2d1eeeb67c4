"""Alliances: founded, joined, left, led by another, broken.

An alliance has its leader's camp and admits that camp alone. A member whose own camp changes later (an agent
shown to be piloted) stays a member, and counts for its own camp.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from pycheck.empirical.war.accounts import Account, Accounts
from pycheck.empirical.war.events import Event
from pycheck.empirical.war.reported import Code, Impossible
from pycheck.empirical.war.vocabulary import Camp


@dataclass(slots=True, eq=False)
class Alliance:
    """An alliance as it is now; ``members`` has the leader too."""

    id: str
    tag: str
    leader: Account
    members: dict[str, Account]
    broken: bool = False

    @property
    def camp(self) -> Camp:
        """Its leader's."""
        return self.leader.camp

    @property
    def has_humans(self) -> bool:
        """Whether a member is in the human camp."""
        return any(member.camp is Camp.HUMANS for member in self.members.values())


class Alliances:
    """All alliances. ``formed`` and ``broken`` are counted for the camp that each had at that moment."""

    def __init__(self, accounts: Accounts) -> None:
        self._accounts = accounts
        self._by_id: dict[str, Alliance] = {}
        self.formed = dict.fromkeys(Camp, 0)
        self.broken = dict.fromkeys(Camp, 0)
        self.handlers: dict[str, Callable[[Event], None]] = {
            "alliance_founded": self._founded,
            "alliance_joined": self._joined,
            "alliance_left": self._left,
            "alliance_leader": self._leader,
            "alliance_broken": self._broken,
        }

    def ids(self) -> tuple[str, ...]:
        """Of every alliance there ever was."""
        return tuple(self._by_id)

    def _founded(self, event: Event) -> None:
        founder = self._free(event, "founds")
        name = event["alliance"]
        if name in self._by_id:
            raise Impossible(Code.DUPLICATE, f"the alliance {name} again")
        self._by_id[name] = founder.alliance = Alliance(name, event["tag"], founder, {founder.id: founder})
        founder.engaged = True
        self.formed[founder.camp] += 1

    def _joined(self, event: Event) -> None:
        alliance = self._get(event["alliance"])
        account = self._free(event, "joins")
        if account.camp is not alliance.camp:
            raise Impossible(
                Code.TWO_CAMPS,
                f"{account.id} of the camp {account.camp} joins {alliance.id} of the camp {alliance.camp}",
            )
        alliance.members[account.id] = account
        account.alliance = alliance
        account.engaged = True

    def _left(self, event: Event) -> None:
        alliance = self._get(event["alliance"])
        account = self._member(alliance, event["account"])
        if not account.locked:
            account.must_be_free_to("leaving an alliance")
        if account is alliance.leader:
            raise Impossible(
                Code.CONTRADICTION,
                f"the leader {account.id} leaves {alliance.id} without breaking it or handing it over",
            )
        del alliance.members[account.id]
        account.alliance = None
        account.locked = False

    def _leader(self, event: Event) -> None:
        alliance = self._get(event["alliance"])
        account = self._member(alliance, event["account"])
        account.must_be_free_to("leading an alliance")
        if account is alliance.leader:
            raise Impossible(Code.DUPLICATE, f"{account.id} leads {alliance.id} already")
        alliance.leader = account

    def _broken(self, event: Event) -> None:
        alliance = self._get(event["alliance"])
        alliance.broken = True
        for account in alliance.members.values():
            account.alliance = None
            account.locked = False
        self.broken[alliance.camp] += 1

    def _get(self, name: str) -> Alliance:
        found = self._by_id.get(name)
        if found is None:
            raise Impossible(Code.UNKNOWN, f"the alliance {name}, which no line before has founded")
        if found.broken:
            raise Impossible(Code.CONTRADICTION, f"the alliance {name}, which was broken before")
        return found

    def _free(self, event: Event, does: str) -> Account:
        """The event's account, which may act and is in no alliance."""
        account = self._accounts.get(event["account"])
        account.must_be_free_to("entering an alliance")
        if account.alliance is not None:
            where = account.alliance.id
            raise Impossible(
                Code.CONTRADICTION, f"{account.id} {does} {event['alliance']} while it is in {where}"
            )
        return account

    def _member(self, alliance: Alliance, name: str) -> Account:
        account = self._accounts.get(name)
        if account.alliance is not alliance:
            raise Impossible(Code.CONTRADICTION, f"{name} is not in {alliance.id}")
        return account
