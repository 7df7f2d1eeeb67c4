"""Several ways to the same number, timed in turn, so that a busy machine is busy for all of them."""

from __future__ import annotations

import os
import platform
import sys
import time
from collections.abc import Callable, Mapping
from statistics import median


def heading(what: str) -> str:
    """What is printed above figures: they are worth nothing without it."""
    load = os.getloadavg()[0]
    cpus = os.cpu_count()
    return f"Python {platform.python_version()}, {platform.machine()}, {cpus} CPUs, load {load:.1f}; {what}"


def compared(name: str, ways: Mapping[str, Callable[[], int]], rounds: int) -> dict[str, list[float]]:
    """Run each way ``rounds`` times, in turn; print CPU seconds and the last way's advantage.

    CPU time, since the machine may be shared. Ends the program where the ways do not agree.
    """
    times: dict[str, list[float]] = {way: [] for way in ways}
    answers = set()
    for _ in range(rounds):
        for way, run in ways.items():
            start = time.process_time()
            answers.add(run())
            times[way].append(time.process_time() - start)
    if len(answers) != 1:
        sys.exit(f"{name}: the ways do not agree: {answers}")
    print(f"{name}: {answers.pop()}")
    *_, ours = ways
    for way, taken in times.items():
        ratio = f"   {median(taken) / median(times[ours]):10.1f} x" if way != ours else ""
        print(f"  {way:<28} {min(taken):10.4f} {median(taken):10.4f} {max(taken):10.4f}{ratio}", flush=True)
    return times
