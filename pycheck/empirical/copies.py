"""Whether two runs of one freeze are copies of each other, as a whole or up to where one was gone on with.

Runs of one freeze are shown beside each other as if each had asked on its own. Answers may well be the same;
not so the same answer to the same question after the same time of the run, to the millisecond, and after
the same latency, to a tenth of one. A few such lines are no accident. Whoever edits these times is not found.
"""

from __future__ import annotations

from pathlib import Path

from pycheck.empirical.trace import TRACE, split_lines

#: So many lines of answers, alike to the last byte, are no accident.
ALIKE = 3
#: What only the line of an answer to a question has: a scripted player is asked nothing.
_ASKED = b'"prompt_sha256":"'
_TIMED = b'"latency_s":'
_NO_TIME = b'"latency_s":0.0,'


class Copies:
    """The runs that were taken so far, by their place for people."""

    def __init__(self) -> None:
        self._traces: dict[str, str] = {}
        self._answers: dict[str, list[tuple[str, frozenset[bytes]]]] = {}

    def take(self, run: Path, place: str, freeze: str, trace: str) -> str:
        """Take the run in the folder ``run``, unless it copies one that was taken: then what is wrong."""
        if trace in self._traces:
            same = f"the same run as {self._traces[trace]}, which is shown (trace {trace[:16]}…)"
            return f"{same}; remove one of them"
        answers = answers_of(run)
        for other, theirs in self._answers.get(freeze, ()):
            if (common := len(answers & theirs)) >= ALIKE:
                same = f"{common} of its {len(answers)} answers are those of {other}, which is shown"
                return f"{same}, to the last byte: a copy that was gone on with; remove one of them"
        self._traces[trace] = place
        self._answers.setdefault(freeze, []).append((place, answers))
        return ""


def answers_of(run: Path) -> frozenset[bytes]:
    """The lines of a run's trace that tell of answers that took time."""
    try:
        lines = split_lines((run / TRACE).read_bytes())
    except OSError:
        # A war has none.
        return frozenset()
    return frozenset(line for line in lines if _ASKED in line and _TIMED in line and _NO_TIME not in line)
