"""What a run of games says of itself on a terminal."""

from __future__ import annotations

import sys
import time
from collections import Counter

from pycheck.empirical.play.record import Asked
from pycheck.empirical.play.rescore import Replay
from pycheck.empirical.play.run import Outcome
from pycheck.empirical.play.units import Unit
from pycheck.visible import visible

#: Seconds between two lines of progress.
_EVERY = 1.0


class Progress:
    """One line on stderr, written over, where stderr is a terminal."""

    def __init__(self, games: int, quiet: bool) -> None:
        self._games = games
        self._shown = not quiet and sys.stderr.isatty()
        self._asked = 0
        self._last = 0.0

    def __call__(self, unit: Unit, asked: Asked) -> None:
        """After each answer."""
        self._asked += 1
        if self._shown and time.monotonic() - self._last >= _EVERY:
            self._last = time.monotonic()
            step, player, what = asked.key.step, asked.key.player, asked.key.what
            line = (
                f"{unit.name} of {self._games} games, step {step}: {what} of {player}, {self._asked} answers"
            )
            print(f"\r{line:<100}", end="", file=sys.stderr, flush=True)


def outcome_text(outcome: Outcome) -> str:
    """How a run ended."""
    done = outcome.games - outcome.missing
    spent = outcome.spent
    lines = [
        f"{done} of {outcome.games} games are over; {outcome.answers:,} answers there, {outcome.asked:,} of "
        f"them new; {spent.calls:,} calls, {spent.tokens:,} tokens charged in all"
    ]
    if outcome.stop is not None:
        lines.append(f"stopped: {outcome.stop.message}")
        lines.append("pycheck probing play goes on from here")
    return "\n".join(lines)


def replay_text(found: Replay) -> str:
    """What a run's folder holds."""
    lines = [
        f"freeze {found.frozen.digest}",
        f"{len(found.over)} of {len(found.frozen.units)} games are over",
    ]
    counts: dict[str, Counter[str]] = {}
    for asked in found.contents.asked.values():
        counts.setdefault(asked.model, Counter())[asked.attempt.status.value] += 1
    for model, count in sorted(counts.items()):
        lines.append(
            f"  {visible(model)}: {', '.join(f'{n} {status}' for status, n in sorted(count.items()))}"
        )
    lines.append(
        "some files do not follow from the trace" if found.faults else "every log follows from the trace"
    )
    return "\n".join(lines)
