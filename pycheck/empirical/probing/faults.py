"""What can be wrong in a log, where it is, and what becomes of it. Nothing is repaired in silence."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    """A kind of fault. :data:`EFFECTS` says what becomes of what has it."""

    MISSING = "missing"
    EMPTY = "empty"
    CUT_OFF = "cut_off"
    NOT_JSON = "not_json"
    DOUBLED_KEY = "doubled_key"
    MISSING_FIELD = "missing_field"
    WRONG_TYPE = "wrong_type"
    UNKNOWN_KIND = "unknown_kind"
    NO_SETUP = "no_setup"
    SECOND_SETUP = "second_setup"
    UNFINISHED = "unfinished"
    FORKED = "forked"
    FEEDBACK = "feedback"
    OTHER_GAME = "other_game"
    SAME_GAME = "same_game"
    DUPLICATE = "duplicate"
    UNKNOWN_PLAYER = "unknown_player"
    DEAD_PLAYER = "dead_player"
    WRONG_ROLE = "wrong_role"
    WRONG_INDEX = "wrong_index"
    NO_SUCH_MESSAGE = "no_such_message"
    OUT_OF_ORDER = "out_of_order"
    CLOCK = "clock"
    CONTRADICTION = "contradiction"
    NOT_PARSED = "not_parsed"
    WRONG_SHAPE = "wrong_shape"
    WRONG_NAME = "wrong_name"
    DOUBLED_NAME = "doubled_name"
    WRONG_VALUE = "wrong_value"


_LINE = "the line is left out"
_ITEM = "this part of the answer is left out"
_KEPT = "kept, and named here"

#: What becomes of what has a fault of a kind.
EFFECTS: dict[Kind, str] = {
    Kind.MISSING: "there is nothing to read",
    Kind.EMPTY: "there is nothing to measure",
    Kind.CUT_OFF: _LINE,
    Kind.NOT_JSON: _LINE,
    Kind.DOUBLED_KEY: _LINE,
    Kind.MISSING_FIELD: _LINE,
    Kind.WRONG_TYPE: _LINE,
    Kind.UNKNOWN_KIND: _LINE,
    Kind.NO_SETUP: "roles are not known: nothing of the game is measured",
    Kind.SECOND_SETUP: _LINE,
    Kind.UNFINISHED: "what there is is measured",
    Kind.FORKED: "not measured, unless forks are asked for; who died before the fork is not in this log",
    Kind.FEEDBACK: "not measured: what was asked reached the game",
    Kind.OTHER_GAME: _LINE,
    Kind.SAME_GAME: "the folder is left out",
    Kind.DUPLICATE: _LINE,
    Kind.UNKNOWN_PLAYER: _LINE,
    Kind.DEAD_PLAYER: _LINE,
    Kind.WRONG_ROLE: "kept; the role of the setup counts",
    Kind.WRONG_INDEX: _KEPT,
    Kind.NO_SUCH_MESSAGE: _KEPT,
    Kind.OUT_OF_ORDER: "kept; round and number say when it was",
    Kind.CLOCK: "kept; round and number say when it was",
    Kind.CONTRADICTION: _KEPT,
    Kind.NOT_PARSED: "the answer is in no measure over the stored answers",
    Kind.WRONG_SHAPE: "the answer is in no measure",
    Kind.WRONG_NAME: _ITEM,
    Kind.DOUBLED_NAME: "the first counts",
    Kind.WRONG_VALUE: _ITEM,
}


@dataclass(frozen=True, slots=True, order=True)
class LogFault:
    """One thing wrong in a log. ``line`` counts from 1; 0 is the file as a whole."""

    file: str
    line: int
    kind: Kind
    found: str
    expected: str

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}" if self.line else self.file
        return f"{where}: {self.kind}: found {self.found}; expected {self.expected}; {EFFECTS[self.kind]}"


class Problem(Exception):
    """What is wrong with a line or an answer, before it is known where it stands."""

    def __init__(self, kind: Kind, found: str, expected: str) -> None:
        super().__init__(kind, found, expected)
        self.kind, self.found, self.expected = kind, found, expected

    def at(self, file: str, line: int) -> LogFault:
        """The fault that it is there."""
        return LogFault(file, line, self.kind, self.found, self.expected)


def shown(value: object, longest: int = 60) -> str:
    """A value for people: short, in one line, with everything a terminal would act on escaped."""
    text = repr(value)
    return text if len(text) <= longest else f"{text[: longest - 1]}…"


class FaultTally:
    """All faults counted by kind, and the first few of each kind kept, however many there are."""

    def __init__(self, keep: int = 20) -> None:
        self._keep = keep
        self.counts: Counter[Kind] = Counter()
        self._kept: dict[Kind, list[LogFault]] = {}

    def add(self, *faults: LogFault) -> None:
        """Count faults, in the order in which they were found."""
        for fault in faults:
            self.counts[fault.kind] += 1
            kept = self._kept.setdefault(fault.kind, [])
            if len(kept) < self._keep:
                kept.append(fault)

    def kept(self) -> tuple[LogFault, ...]:
        """The first faults of each kind, by file and line."""
        return tuple(sorted(fault for faults in self._kept.values() for fault in faults))

    @property
    def left_off(self) -> int:
        """How many faults are counted and not kept."""
        return sum(self.counts.values()) - sum(map(len, self._kept.values()))


def only_faults(items: Iterable[object]) -> tuple[LogFault, ...]:
    """The faults among what a reader yields."""
    return tuple(item for item in items if isinstance(item, LogFault))
