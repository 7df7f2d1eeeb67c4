"""From an event log to exact figures, in one pass over the file; two where lines stand in the wrong place."""

from __future__ import annotations

import hashlib
from array import array
from collections import defaultdict
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

from pycheck.empirical.war.accounts import Account
from pycheck.empirical.war.events import KINDS, Event, check, decode, header_digest
from pycheck.empirical.war.figures import Day
from pycheck.empirical.war.order import out_of_order
from pycheck.empirical.war.plan import EVENTS, PLAN, WarPlan, read_plan
from pycheck.empirical.war.reported import Code, Impossible, Reported
from pycheck.empirical.war.rule import rule_of
from pycheck.empirical.war.week import Week, outside_of
from pycheck.errors import EnvironmentUnusable, Fault, InputFileError
from pycheck.mechanism import Mechanism

#: A longer line is no event; so much is read at a time.
MAX_LINE = _BLOCK = 1 << 20


@dataclass(frozen=True)
class Measurement:
    """What a log amounts to. ``days`` are the figures at the end of each day, the last at the end of the war.

    ``events`` counts the lines after the header. ``accounts`` are as they are at the end, in the order in
    which they were made. ``journals`` has, for each account's id, where in the file its acts begin.
    ``strays`` are names and ids from reported lines; ``unreadable`` lines are those in which there may be
    more of them. ``unattributed`` are lines of withdrawals whose account nobody is.
    """

    plan: WarPlan
    log: Path
    log_sha256: str
    days: tuple[Day, ...]
    accounts: tuple[Account, ...]
    alliances: tuple[str, ...]
    events: int
    reported: tuple[Reported, ...]
    journals: dict[str, array[int]] = field(repr=False)
    strays: frozenset[str] = field(repr=False)
    unreadable: tuple[int, ...] = ()
    unattributed: tuple[int, ...] = ()

    @property
    def final(self) -> Day:
        """The figures at the end of the war, with the verdict."""
        return self.days[-1]


class _Disorder(Exception):
    """A line whose time is before that of one before it."""


def measure(folder: Path, mechanism: Mechanism) -> Measurement:
    """Measure the war in ``folder``, decided by ``mechanism``.

    Raises :class:`~pycheck.errors.InputFileError` if plan or log cannot be used as a whole (a single event
    that cannot be is reported instead), :class:`~pycheck.errors.PycheckError` if the mechanism decides no
    war.
    """
    rule = rule_of(mechanism)
    plan = read_plan(folder / PLAN)
    foreign = plan.foreign_to(mechanism)
    if foreign:
        raise InputFileError(
            str(folder / PLAN), [Fault("mechanism", foreign, "the rule that the war was announced with")]
        )
    log = folder / EVENTS
    if log.exists() and not log.is_file():
        # A pipe would be waited for, and can be read once; a device may have no end.
        raise InputFileError(str(log), [Fault("(file)", "something else", "a file, the log of a war")])
    try:
        with log.open("rb") as file:
            digest = hashlib.file_digest(file, "sha256").hexdigest()
        try:
            reading = _Reading(log, Week(plan, rule), plan)
            reading.read(frozenset())
        except _Disorder:
            misplaced = _misplaced(log, plan)
            reading = _Reading(log, Week(plan, rule), plan)
            reading.read(misplaced)
    except OSError as error:
        raise EnvironmentUnusable(f"{log}: cannot be read: {error.strerror or error}") from None
    week = reading.week
    accounts = week.accounts.all()
    ids = {account.id for account in accounts}
    return Measurement(
        plan=plan,
        log=log,
        log_sha256=digest,
        days=week.finish(),
        accounts=accounts,
        alliances=week.alliances.ids(),
        events=reading.events,
        reported=tuple(reading.reported),
        journals=reading.journals,
        strays=frozenset(reading.strays),
        unreadable=tuple(reading.unreadable),
        unattributed=tuple(
            line for line, who in reading.withdrawals if not (isinstance(who, str) and who in ids)
        ),
    )


class _Reading:
    """One pass over a log."""

    def __init__(self, log: Path, week: Week, plan: WarPlan) -> None:
        self.week = week
        self.reported: list[Reported] = []
        self.journals: defaultdict[str, array[int]] = defaultdict(partial(array, "Q"))
        self.strays: set[str] = set()
        self.unreadable: list[int] = []
        self.withdrawals: list[tuple[int, object]] = []
        self.events = 0
        self._log = log
        self._plan = plan

    def read(self, misplaced: frozenset[int]) -> None:
        """Apply every event but those on the lines ``misplaced``.

        Raises :class:`_Disorder` at the first line out of order that is not among them.
        """
        now = 0
        start, end = self._plan.start, self._plan.end
        apply, is_journaled = self.week.apply, self.week.accounts.is_journaled
        for number, offset, line in _lines(self._log, self._plan):
            self.events += 1
            try:
                event = decode(line)
            except ValueError as error:
                self.unreadable.append(number)
                self._report(number, Code.UNREADABLE, str(error))
                continue
            if number in misplaced:
                what = f"{event['kind']} at {event['t']}, not in the order of time"
                self._refuse(number, event, Code.OUT_OF_ORDER, what)
                continue
            try:
                check(event)
            except ValueError as error:
                self._refuse(number, event, Code.UNREADABLE, str(error))
                continue
            instant = event["t"]
            outside = None if start <= instant <= end else outside_of(self._plan, event)
            if outside is not None:
                self._refuse(number, event, outside.code, str(outside))
                continue
            if instant < now:
                raise _Disorder
            now = instant
            try:
                apply(event)
            except Impossible as found:
                self._refuse(number, event, found.code, str(found))
                continue
            if event["kind"] == "command" and is_journaled(event):
                self.journals[event["account"]].append(offset)

    def _refuse(self, number: int, event: Event, code: Code, what: str) -> None:
        self._report(number, code, what)
        # Who is named in a line that does not count is not to be named by us either.
        self.strays.update(_mentioned(event))
        if event.get("kind") == "withdrawal":
            self.withdrawals.append((number, event.get("account")))
            self.week.accounts.withdraw(event.get("account"), event.get("t"))

    def _report(self, number: int, code: Code, what: str) -> None:
        self.reported.append(Reported(number, code, what))


def _lines(log: Path, plan: WarPlan) -> Iterator[tuple[int, int, bytes]]:
    """Number, place and bytes of each line after the header, which has to name ``plan``."""
    with log.open("rb") as file:
        first = file.readline(MAX_LINE)
        try:
            digest = header_digest(decode(first))
        except ValueError as error:
            raise InputFileError(f"{log}:1", [Fault("(header)", str(error), "the log of a war")]) from None
        if digest != plan.digest:
            raise InputFileError(
                f"{log}:1", [Fault("plan", f"{digest[:16]}…", f"{plan.digest[:16]}…, the plan beside it")]
            )
        offset, number, rest = len(first), 1, b""
        while block := file.read(_BLOCK):
            *lines, rest = (rest + block).split(b"\n")
            for line in lines:
                number += 1
                yield number, offset, line
                offset += len(line) + 1
            if len(rest) > MAX_LINE:
                # Nothing so long is an event: it is passed over, and one byte that is none stands for it.
                offset += len(rest) - 1
                rest = b"\xff"
        if rest:
            yield number + 1, offset, rest


def _misplaced(log: Path, plan: WarPlan) -> frozenset[int]:
    """The numbers of the lines out of order, among those that are events in the time of the war."""
    numbers, times = array("Q"), array("q")
    for number, _, line in _lines(log, plan):
        with suppress(ValueError):
            event = decode(line)
            check(event)
            if outside_of(plan, event) is None:
                numbers.append(number)
                times.append(event["t"])
    return frozenset(numbers[place] for place in out_of_order(times))


#: The keys of a line about an account; another key may be anything.
_KEYS = frozenset(("t", "account", "name"))


def _mentioned(event: Event) -> Iterator[str]:
    """Names and ids of accounts in a line, whatever is wrong with it.

    In a line that may be about a name and is not understood, each text may be one.
    """
    kind = event.get("kind")
    if kind in ("account", "renamed") or kind not in KINDS:
        for key, value in event.items():
            if key != "kind":
                yield from () if key in _KEYS else (key,)
                yield from _texts(value)
        return
    for key in ("account", "name", "attackers", "defenders"):
        yield from _texts(event.get(key))


def _texts(value: object) -> Iterator[str]:
    """Every text in a value, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, part in value.items():
            yield key
            yield from _texts(part)
    elif isinstance(value, list):
        for part in value:
            yield from _texts(part)
