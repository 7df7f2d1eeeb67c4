"""What is under way, written before it can be lost: calls, lost calls, and answers of acts not yet finished.

The trace has finished acts. Were a run killed between a first answer and its reformulation, the answer would
have to be asked for again, which is resampling; were it killed during a call, that call would be missing from
the budget. So both are written down first. Of an act that has its line in the trace nothing here counts.

Each entry has the run's own time, ``elapsed_s``: a killed run leaves no other record of how long it took.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field, TypeAdapter

from pycheck.empirical.record import Attempt, Count, Retry, Seconds
from pycheck.empirical.trace import LineFile, TraceRefused

_STRICT = ConfigDict(extra="forbid")
#: What names an act: a named tuple.
Key = TypeVar("Key", bound=tuple[object, ...])


@dataclass(frozen=True, slots=True)
class _Opened:
    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    freeze: str
    kind: Literal["journal"] = "journal"


@dataclass(frozen=True, slots=True)
class _Called(Generic[Key]):
    """A call is about to be made, which may take so many tokens and so much money."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    act: Key
    elapsed_s: Seconds = 0.0
    tokens: Count = 0
    money: Annotated[float, Field(ge=0)] = 0.0
    kind: Literal["call"] = "call"


@dataclass(frozen=True, slots=True)
class _Lost(Generic[Key]):
    """The act's last call gave no answer."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    act: Key
    retry: Retry
    elapsed_s: Seconds = 0.0
    kind: Literal["lost"] = "lost"


@dataclass(frozen=True, slots=True)
class _Answered(Generic[Key]):
    """The act's last call gave an answer after which the question is put again."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    act: Key
    attempt: Attempt
    elapsed_s: Seconds = 0.0
    kind: Literal["answer"] = "answer"


_Entry = _Opened | _Called[Key] | _Lost[Key] | _Answered[Key]


@dataclass
class Pending:
    """An act that is not finished: its answers so far, and the lost calls since the last of them.

    ``until_s`` is the run's own time at which its last call, or the wait after it, was over at the latest;
    ``tokens`` and ``money`` are the most that one of its calls may have taken.
    """

    attempts: list[Attempt] = field(default_factory=list)
    lost: list[Retry] = field(default_factory=list)
    called: bool = False
    until_s: float = 0.0
    tokens: int = 0
    money: float = 0.0


class Journal(Generic[Key]):
    """The journal of one run folder, for acts that ``keys`` names. Safe to write to from several threads.

    ``elapsed`` gives the run's own time in seconds; a call that was cut off is taken to have lasted
    ``timeout_s``. Raises :class:`TraceRefused` if it belongs to another freeze or cannot be read.
    """

    def __init__(
        self, path: Path, freeze: str, timeout_s: float, elapsed: Callable[[], float], keys: type[Key]
    ) -> None:
        self.path = path
        kinds: Any = _Opened | _Called[keys] | _Lost[keys] | _Answered[keys]  # type: ignore[valid-type]
        self._adapter: TypeAdapter[_Entry[Key]] = TypeAdapter(kinds)
        self._elapsed = elapsed
        self._file = LineFile(path)
        self._lock = threading.Lock()
        #: What was under way when the last run ended.
        self.pending: Mapping[Key, Pending] = {}
        try:
            self.pending = _replay(self._file.lines, self._adapter, freeze, timeout_s, path)
            if not self._file.lines:
                self._append(_Opened(freeze))
        except BaseException:
            self._file.close()
            raise

    def call(self, act: Key, tokens: int = 0, money: float = 0.0) -> None:
        """Before a call that may take so much.

        Not forced onto the disk: only a killed machine loses it, no killed process.
        """
        self._append(_Called(act, self._now(), tokens, money), sync=False)

    def lost(self, act: Key, retry: Retry) -> None:
        """After a call without an answer."""
        self._append(_Lost(act, retry, self._now()))

    def answered(self, act: Key, attempt: Attempt) -> None:
        """After an answer that leaves the act unfinished."""
        self._append(_Answered(act, attempt, self._now()))

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _now(self) -> float:
        return round(self._elapsed(), 3)

    def _append(self, entry: _Entry[Key], *, sync: bool = True) -> None:
        line = self._adapter.dump_json(entry) + b"\n"
        with self._lock:
            self._file.append([line], sync=sync)


def _replay(
    lines: list[bytes], adapter: TypeAdapter[_Entry[Key]], freeze: str, timeout_s: float, path: Path
) -> dict[Key, Pending]:
    pending: dict[Key, Pending] = {}
    for number, line in enumerate(lines, start=1):
        try:
            entry = adapter.validate_json(line, strict=True)
        except ValueError:
            what = "a line that is no call, lost call or answer: the journal was edited or damaged"
            hint = "restore it: without it, answers in it would be asked for again"
            raise TraceRefused(f"{path}, line {number}: {what}; {hint}") from None
        if isinstance(entry, _Opened) != (number == 1):
            raise TraceRefused(f"{path}, line {number}: a journal begins with its freeze, once")
        if isinstance(entry, _Opened):
            if entry.freeze != freeze:
                raise TraceRefused(f"{path}: belongs to the freeze {entry.freeze[:16]}…, not {freeze[:16]}…")
            continue
        act = pending.setdefault(entry.act, Pending())
        if isinstance(entry, _Called):
            if act.called:
                # Its answer never came: the run ended while it was under way.
                act.lost.append(Retry("interrupted", 0.0))
            act.called = True
            act.until_s = entry.elapsed_s + timeout_s
            act.tokens, act.money = max(act.tokens, entry.tokens), max(act.money, entry.money)
            continue
        act.called = False
        act.until_s = entry.elapsed_s
        if isinstance(entry, _Lost):
            act.lost.append(entry.retry)
            act.until_s += entry.retry.wait_s
        else:
            act.attempts.append(entry.attempt)
            act.lost.clear()
    for act in pending.values():
        if act.called:
            act.lost.append(Retry("interrupted", 0.0))
            act.called = False
    return pending
