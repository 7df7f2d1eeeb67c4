"""What is wrong in an event log: each thing with its line, a short stable code and a sentence.

A reported event has no effect on any figure, and nothing else is lost for it. (The one exception is a
withdrawal of consent, which always takes effect.)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Code(StrEnum):
    """What kind of thing is wrong with an event."""

    UNREADABLE = "unreadable"
    OUT_OF_ORDER = "out_of_order"
    BEFORE_START = "before_start"
    AFTER_END = "after_end"
    UNKNOWN = "unknown"
    DUPLICATE = "duplicate"
    CONTRADICTION = "contradiction"
    MARK_REMOVED = "mark_removed"
    MARK_IN_ALLIANCE = "mark_in_alliance"
    LOCKED = "locked"
    SECOND_CHOICE = "second_choice"
    LATE_CHOICE = "late_choice"
    NO_AGENT = "no_agent"
    UNDECLARED = "undeclared"
    RULES_REFUSED = "rules_refused"
    TWO_CAMPS = "two_camps"


class Impossible(Exception):
    """An event that cannot have happened as the log has it."""

    def __init__(self, code: Code, what: str) -> None:
        super().__init__(what)
        self.code = code


@dataclass(frozen=True, slots=True)
class Reported:
    """One event that is reported: its line in the log (from 1), what kind of thing is wrong, and what."""

    line: int
    code: Code
    what: str

    def said(self, file: str) -> str:
        """One line for a person."""
        return f"{file}:{self.line}: {self.what} [{self.code.value}]"


def counted(reported: Iterable[Reported]) -> dict[str, int]:
    """How many there are of each code, by code."""
    counts = Counter(one.code.value for one in reported)
    return {code.value: counts[code.value] for code in Code if counts[code.value]}
