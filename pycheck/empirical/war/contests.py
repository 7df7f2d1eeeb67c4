"""What the camps contend for: who holds the Palace, and who wins battles.

A hold counts, millisecond by millisecond, for the camp that its holder is in. A battle counts for the camps
that its sides' first named accounts are in when it is decided.
"""

from __future__ import annotations

from collections.abc import Callable

from pycheck.empirical.war.accounts import Account, Accounts
from pycheck.empirical.war.events import Event
from pycheck.empirical.war.reported import Code, Impossible
from pycheck.empirical.war.vocabulary import Camp


class Throne:
    """Who holds the Palace, and the milliseconds that each camp has held it so far."""

    def __init__(self) -> None:
        self.holder: Account | None = None
        self.held = dict.fromkeys(Camp, 0)
        self._since = 0

    def settle(self, instant: int) -> None:
        """Count what was held up to ``instant``."""
        if self.holder is not None:
            self.held[self.holder.camp] += instant - self._since
        self._since = instant

    def before_change(self, account: Account, instant: int) -> None:
        """Up to here the account's hold counts for the camp that it is about to leave."""
        if account is self.holder:
            self.settle(instant)

    def give(self, holder: Account | None, instant: int) -> None:
        """From ``instant`` on it is held by ``holder``."""
        self.settle(instant)
        self.holder = holder


class Contests:
    """The Palace and the battles. ``fought`` and ``won`` count battles between the camps alone."""

    def __init__(self, throne: Throne, accounts: Accounts, start: int) -> None:
        self._throne = throne
        self._accounts = accounts
        self._start = start
        self._battles: set[str] = set()
        self.fought = 0
        self.won = dict.fromkeys(Camp, 0)
        self.handlers: dict[str, Callable[[Event], None]] = {
            "battle": self._battle,
            "palace_taken": self._taken,
            "palace_lost": self._lost,
        }

    def _battle(self, event: Event) -> None:
        get = self._accounts.get
        attackers, defenders = list(map(get, event["attackers"])), list(map(get, event["defenders"]))
        self._possible(event, attackers, defenders)
        self._battles.add(event["battle"])
        for account in attackers:
            account.engaged = True
        if not attackers or not defenders:
            return
        winner = event["winner"]
        winners = attackers if winner == "attackers" else defenders if winner == "defenders" else ()
        for account in winners:
            account.won += 1
        if attackers[0].camp is not defenders[0].camp:
            self.fought += 1
            if winners:
                self.won[winners[0].camp] += 1

    def _possible(self, event: Event, attackers: list[Account], defenders: list[Account]) -> None:
        name = event["battle"]
        if name in self._battles:
            raise Impossible(Code.DUPLICATE, f"the battle {name} again")
        if not attackers and not defenders:
            raise Impossible(Code.CONTRADICTION, f"the battle {name} of nobody against nobody")
        for account in attackers:
            if account in defenders:
                raise Impossible(Code.CONTRADICTION, f"the battle {name} with {account.id} on both sides")
        if event["began"] > event["t"]:
            raise Impossible(Code.CONTRADICTION, f"the battle {name}, decided before it began")
        if event["began"] < self._start:
            raise Impossible(Code.BEFORE_START, f"the battle {name}, begun before the start")
        for account in attackers:
            if not account.may_act:
                account.must_be_free_to(f"the battle {name}")

    def _taken(self, event: Event) -> None:
        account = self._accounts.get(event["account"])
        account.must_be_free_to("taking the Palace")
        if account is self._throne.holder:
            raise Impossible(Code.DUPLICATE, f"the Palace taken by {account.id}, which holds it")
        self._throne.give(account, event["t"])

    def _lost(self, event: Event) -> None:
        account = self._accounts.get(event["account"])
        if account is not self._throne.holder:
            raise Impossible(Code.CONTRADICTION, f"the Palace lost by {account.id}, which does not hold it")
        self._throne.give(None, event["t"])
