"""From a command of the log to a line of a published journal: for each form of parameter its public form."""

from __future__ import annotations

from dataclasses import dataclass

from pycheck.empirical.war.accounts import Account
from pycheck.empirical.war.events import Event
from pycheck.empirical.war.measure import Measurement
from pycheck.empirical.war.records import Act, utc
from pycheck.empirical.war.redact import PLAYER, Cleared, Redactor
from pycheck.empirical.war.vocabulary import ACTS, CITY_DIGITS, WORDS, Form

ACCEPTED = "accepted"
_PLAYER = Cleared(PLAYER)
#: Stands for a value that is not what its parameter holds, and so has no public form.
WITHHELD = Cleared("(withheld)")


@dataclass(frozen=True)
class Secrets:
    """Who is published, and the names and ids of everybody else."""

    published: tuple[Account, ...]
    names: frozenset[str]
    ids: frozenset[str]


def secrets_of(measured: Measurement, withdrawn: frozenset[str]) -> Secrets:
    """Whose journals are published: agents with consent that was not taken back, here or in the log."""
    published = tuple(
        a for a in measured.accounts if a.consent and a.marked and a.declared and a.id not in withdrawn
    )
    shown = {a.id for a in published}
    others = [a for a in measured.accounts if a.id not in shown]
    named = {name for account in published for name in account.names}
    strays = measured.strays - shown - named
    names = {name for account in others for name in account.names} | strays
    return Secrets(published, frozenset(names), frozenset({a.id for a in others} | strays))


class Clerk:
    """Writes journals: turns acts of published agents into public ones."""

    def __init__(self, measured: Measurement, secrets: Secrets) -> None:
        names = {name for account in secrets.published for name in account.names}
        self._ids = frozenset(account.id for account in secrets.published)
        self._alliances = frozenset(measured.alliances)
        self._redactor = Redactor(secrets.names, secrets.ids, names | self._ids)
        clearing = {
            Form.PLAYER: self._player,
            Form.CITY: self._city,
            Form.ALLIANCE: self._alliance,
            Form.TEXT: self._text,
            Form.NUMBER: self._number,
            Form.WORD: self._word,
        }
        #: For each act the parameters that are published, and how: there is no way for messages.
        self._clearing = {
            command: tuple((key, clearing[form]) for key, form in forms.items() if form in clearing)
            for command, forms in ACTS.items()
        }

    def act(self, event: Event) -> Act:
        """A command of the log as it is published."""
        command, error, given = event["command"], event["error"], event["parameters"]
        # Keys that the command does not have may be anything, and are left out.
        parameters = {key: clear(given[key]) for key, clear in self._clearing[command] if key in given}
        return Act(utc(event["t"]), command, parameters, ACCEPTED if error is None else error["code"])

    def _player(self, value: str | int) -> Cleared:
        if value in self._ids:
            return Cleared(value)
        return _PLAYER if type(value) is str else WITHHELD

    def _city(self, value: str | int) -> Cleared:
        if type(value) is not str:
            return WITHHELD
        owner, dot, number = value.rpartition(".")
        known = owner in self._ids and bool(dot) and number.isascii() and number.isdigit()
        known = known and len(number) <= CITY_DIGITS
        return Cleared(value) if known else _PLAYER

    def _alliance(self, value: str | int) -> Cleared:
        return self._redactor.text(str(value)) if value in self._alliances else WITHHELD

    def _text(self, value: str | int) -> Cleared:
        return self._redactor.text(value) if type(value) is str else WITHHELD

    def _number(self, value: str | int) -> Cleared | int:
        return value if type(value) is int else WITHHELD

    def _word(self, value: str | int) -> Cleared:
        return Cleared(value) if value in WORDS else WITHHELD
