"""How a count grows: ``python -m benchmarks.growth [ROUNDS]``; ``python -m benchmarks.growth --profile N M``.

Weakly truthful maps of random mechanisms as agents, types and outcomes are added, and where the time of
counting n voters' rules over m alternatives goes.
"""

from __future__ import annotations

import cProfile
import pstats
import sys
import time
from statistics import median

from benchmarks.census import voting
from benchmarks.loops import random_mechanism
from benchmarks.timing import heading
from pycheck.census import CensusTooLarge, run_census
from pycheck.mechanism import Mechanism

ROUNDS = 3
#: (agents, types, outcomes), along each of the three.
CURVES = {
    "outcomes": [(2, 3, outcomes) for outcomes in (2, 4, 6, 8, 12, 16)],
    "types": [(2, types, 3) for types in (2, 3, 4, 6, 8, 12)],
    "agents": [(agents, 2, 3) for agents in (2, 3, 4, 5, 6)],
}


def counted(mechanism: Mechanism) -> tuple[str, str, float]:
    """The count or what it is too large for, the method, CPU seconds."""
    start = time.process_time()
    try:
        found = run_census(mechanism, ["truthful:weak"])
        shown, method = str(found.count), found.method
    except CensusTooLarge:
        shown, method = "too large", "-"
    return shown, method, time.process_time() - start


def main(rounds: int) -> None:
    """A line a mechanism."""
    print(heading("CPU seconds: min / median / max"))
    for name, sizes in CURVES.items():
        print(f"{name}: agents x types x outcomes")
        for size in sizes:
            mechanism = random_mechanism(*size)
            runs = [counted(mechanism) for _ in range(rounds)]
            shown, method, _ = runs[0]
            times = sorted(seconds for *_, seconds in runs)
            cells = mechanism.signature.cell_count
            print(
                f"  {' x '.join(map(str, size)):<12} {size[2]}^{cells:<5} {shown:>16} {method:<7}"
                f" {times[0]:8.4f} {median(times):8.4f} {times[-1]:8.4f}",
                flush=True,
            )


def profiled(voters: int, alternatives: int) -> None:
    """The functions that take most of the time themselves."""
    mechanism = voting(voters, alternatives)
    profile = cProfile.Profile()
    profile.runcall(run_census, mechanism, ["truthful:weak"])
    stats = pstats.Stats(profile).sort_stats("tottime")
    total = sum(row[2] for row in stats.stats.values())  # type: ignore[attr-defined]
    print(heading(f"{voters} voters, {alternatives} alternatives, share of the time by function"))
    rows = sorted(stats.stats.items(), key=lambda item: -item[1][2])[:8]  # type: ignore[attr-defined]
    for (file, _, function), (_, calls, own, _, _) in rows:
        print(f"  {own / total:6.1%}  {calls:>10} calls  {file.rpartition('/')[2]}: {function}")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--profile"]:
        profiled(int(sys.argv[2]), int(sys.argv[3]))
    else:
        main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
