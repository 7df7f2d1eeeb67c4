"""Reading a trace of games: every answer by its key, and what is wrong with the lines."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from pycheck.empirical.budget import Charge, charge_of, charge_of_retry
from pycheck.empirical.plan import money
from pycheck.empirical.play.asking import AskKey
from pycheck.empirical.play.frozen import Frozen
from pycheck.empirical.play.record import Asked, Opened, Stop, from_line
from pycheck.empirical.protocol import Family
from pycheck.errors import Fault
from pycheck.visible import visible

#: Every fault is counted, so many are kept.
MOST_FAULTS = 200


@dataclass
class Contents:
    """What a trace holds. ``start`` is the time of its header, in seconds since 1970."""

    asked: dict[AskKey, Asked] = field(default_factory=dict)
    stops: list[Stop] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    start: float = 0.0
    code: str = ""
    elapsed_s: float = 0.0


def read_contents(lines: Iterable[bytes], frozen: Frozen) -> Contents:
    """The lines of a trace, each on its own; what the answers amount to is a replay's to say."""
    contents = Contents()
    for number, line in enumerate(lines, start=1):
        for fault in _take(contents, line, number, frozen):
            if len(contents.faults) < MOST_FAULTS:
                contents.faults.append(fault)
    return contents


def _take(contents: Contents, line: bytes, number: int, frozen: Frozen) -> Iterable[Fault]:
    key = f"line {number}"
    try:
        record = from_line(line)
    except ValueError as error:
        yield Fault(key, str(error).splitlines()[0], "a line as docs/schema/games-1.json says")
        return
    if isinstance(record, Opened) != (number == 1):
        yield Fault(key, f"a {record.kind}", "a header first, and nowhere else")
    elif isinstance(record, Opened):
        if record.freeze != frozen.digest:
            yield Fault(
                key, f"the freeze {record.freeze[:16]}…", f"{frozen.digest[:16]}…, that of this folder"
            )
        contents.start, contents.code = record.time, record.code
    elif isinstance(record, Stop):
        contents.stops.append(record)
        contents.elapsed_s = max(contents.elapsed_s, record.elapsed_s)
    else:
        if record.key in contents.asked:
            yield Fault(key, f"{named(record.key)} again", "each question once")
        contents.asked.setdefault(record.key, record)
        contents.elapsed_s = max(contents.elapsed_s, record.elapsed_s)


def named(key: AskKey) -> str:
    """A question's name for people, whatever stands in the line."""
    again = " (put again)" if key.repeat else ""
    return visible(f"{key.what} of {key.player} in step {key.step} of {key.game}{again}")


def charge(asked: Asked, family: Family | None) -> Charge:
    """What a question took, lost calls included; nothing for a script."""
    if family is None:
        return Charge()
    tokens = asked.most_tokens + asked.max_tokens
    worst = Charge(1, tokens, money(family, asked.most_tokens, asked.max_tokens))
    total = charge_of(asked.attempt, worst, family)
    for retry in asked.attempt.retries:
        total += charge_of_retry(retry, worst)
    return total
