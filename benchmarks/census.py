"""Count strategy-proof voting rules and print time and memory: ``python -m benchmarks.census [N M …]``.

Every case runs in a process of its own, so that its peak memory is its own. The known counts (see
docs/census.md) are compared; a difference ends the run with an error.
"""

from __future__ import annotations

import resource
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from itertools import permutations
from math import comb

from pycheck.census import run_census
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

#: (voters, alternatives), smallest first.
CASES = ((2, 3), (3, 3), (4, 3), (2, 4), (5, 3), (3, 4), (2, 5))
#: Monotone Boolean functions of n variables.
DEDEKIND = {1: 3, 2: 6, 3: 20, 4: 168, 5: 7581, 6: 7828354}


def voting(voters: int, alternatives: int) -> Mechanism:
    """``voters`` with every strict ranking of ``alternatives`` as types and reports."""
    labels = tuple("abcdefgh"[:alternatives])
    rankings = list(permutations(range(alternatives)))
    names = tuple(">".join(labels[o] for o in ranking) for ranking in rankings)
    everybody = tuple(Agent(f"voter {i}", names, names, tuple(range(len(names)))) for i in range(voters))
    signature = Signature(everybody, labels)
    table = tuple(tuple(Fraction(-r.index(o)) for r in rankings) for o in range(alternatives))
    maps = {MAIN_MAP: OutcomeMap((0,) * signature.cell_count)}
    return Mechanism("voting", "voting", signature, (table,) * voters, maps)


def known(voters: int, alternatives: int) -> int:
    """Constants, committees, dictatorships: docs/census.md."""
    larger: int = 2**alternatives - 1 - alternatives - comb(alternatives, 2)
    return alternatives + comb(alternatives, 2) * (DEDEKIND[voters] - 2) + voters * larger


def measured(voters: int, alternatives: int, onto: bool) -> tuple[int, str, float, float]:
    """Count, how, seconds, peak memory of this process in MiB."""
    mechanism = voting(voters, alternatives)
    start = time.perf_counter()
    result = run_census(mechanism, ["truthful:weak", "onto"] if onto else ["truthful:weak"])
    seconds = time.perf_counter() - start
    return result.count, result.detail, seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main(cases: tuple[tuple[int, int], ...]) -> None:
    """One line a case."""
    for voters, alternatives in cases:
        for onto, expected in ((False, known(voters, alternatives)), (True, voters)):
            with ProcessPoolExecutor(1) as pool:
                count, detail, seconds, memory = pool.submit(measured, voters, alternatives, onto).result()
            if count != expected:
                sys.exit(f"{voters} voters, {alternatives} alternatives: {count} counted, {expected} known")
            what = "onto" if onto else "all"
            print(
                f"{voters} voters, {alternatives} alternatives, {what:<4} {count:>6}  "
                f"{seconds:8.2f} s {memory:6.0f} MiB  {detail}",
                flush=True,
            )


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[1:]]
    main(tuple((n, m) for n, m in zip(numbers[::2], numbers[1::2], strict=True)) or CASES)
