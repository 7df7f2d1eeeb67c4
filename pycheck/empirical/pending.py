"""Whether what a journal has of unfinished acts can have been written by the rig, before anything is asked.

A run that went on from an edited journal would pay for its calls and leave a trace that does not score again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from pycheck.empirical.expected import expected_pending
from pycheck.empirical.freeze import Freeze
from pycheck.empirical.journal import Pending
from pycheck.empirical.judge import STOPPING
from pycheck.empirical.record import ActKey, Stop
from pycheck.empirical.trace import TraceRefused
from pycheck.errors import Fault


def check_pending(
    frozen: Freeze, pending: Mapping[ActKey, Pending], stops: Sequence[Stop], path: Path
) -> None:
    """Raise :class:`~pycheck.empirical.trace.TraceRefused` for what cannot have come about under this freeze.

    ``stops`` are the early ends in the trace; ``path`` is the journal's.
    """
    for key, under_way in pending.items():
        for fault in _faults(frozen, key, under_way, stops):
            raise TraceRefused(
                f"{path}: {key.agent} under {key.turn.condition} (seed {key.turn.seed}), {fault}; the "
                "journal was edited, or a deviation changed what was asked: then take that back first"
            )


def _faults(frozen: Freeze, key: ActKey, under_way: Pending, stops: Sequence[Stop]) -> Iterator[Fault]:
    yield from expected_pending(key, under_way.attempts, under_way.lost, frozen)
    # Each ends a run, and one run may have been killed before it said so.
    ended = sum(stop.reason in STOPPING.values() for stop in stops)
    lost = [*under_way.lost, *(retry for attempt in under_way.attempts for retry in attempt.retries)]
    turned_down = sum(retry.http_status in STOPPING for retry in lost)
    if turned_down > ended + 1:
        yield Fault("lost calls", f"turned down {turned_down} times", f"{ended + 1}, since each ends a run")
