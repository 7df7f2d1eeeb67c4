"""Time what users wait for, stage by stage, on the shipped mechanism.

Prints the median and the spread of wall-clock seconds. Nothing is asserted: figures depend on the machine,
and no test looks at a clock.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from pycheck.census import default_predicates, run_census
from pycheck.claims import Evaluator
from pycheck.loading import load
from pycheck.symbolic import check_symbolic

MECHANISM = "othman_sandholm"
ROUNDS = 5


def main() -> None:
    """Run every benchmark and print one line each."""
    print(f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} CPUs; seconds, median")
    for name, run, rounds in benchmarks():
        times = sorted(_seconds(run) for _ in range(rounds))
        print(f"  {name:<44} {median(times):8.3f}   ({times[0]:.3f} to {times[-1]:.3f}, {rounds} rounds)")


def benchmarks() -> Iterator[tuple[str, Callable[[], object], int]]:
    """Name, what to run, how often."""
    yield "import pycheck (process)", lambda: _process("-c", "import pycheck"), ROUNDS
    yield "pycheck --help (process)", lambda: _pycheck("--help"), ROUNDS
    yield "load the mechanism file", lambda: load(MECHANISM), ROUNDS
    loaded = load(MECHANISM)
    mechanism = loaded.mechanism
    evaluator = Evaluator(mechanism)
    formulas = [(claim.formula, claim.order) for claim in loaded.claims if claim.formula is not None]
    yield "enumerate all claims", lambda: [evaluator.enumerate(f, order) for f, order in formulas], ROUNDS
    queries = default_predicates(mechanism)
    yield "census of all outcome maps", lambda: [run_census(mechanism, q, ()) for q in queries], ROUNDS
    yield "conditions on the utilities", lambda: [check_symbolic(c, mechanism) for c in loaded.claims], ROUNDS
    yield "verify without Lean (process)", lambda: _pycheck("verify", MECHANISM, "--lean", "none"), ROUNDS
    with _cache_folder() as cache:
        verify = ("verify", MECHANISM, "--cache", cache)
        yield "verify, nothing cached (process)", _in_new_cache, 3
        _pycheck(*verify)
        yield "verify again, everything cached (process)", lambda: _pycheck(*verify), ROUNDS
        with _audited_files(100) as files:
            audit = ("lean", "audit", "--against", files[0], "--cache", cache)
            _pycheck(*audit, files[1])
            yield "audit a small file again (process)", lambda: _pycheck(*audit, files[1]), ROUNDS
            yield "audit 100 small files (process)", lambda: _pycheck(*audit, *files[1:]), 2


def _seconds(run: Callable[[], object]) -> float:
    start = time.perf_counter()
    run()
    return time.perf_counter() - start


def _in_new_cache() -> None:
    with _cache_folder() as cache:
        _pycheck("verify", MECHANISM, "--cache", cache)


@contextmanager
def _audited_files(number: int) -> Iterator[list[str]]:
    """A file of statements, and files that prove them; no two alike, and none seen before."""
    with tempfile.TemporaryDirectory(prefix="pycheck-bench-") as folder:
        files = [Path(folder) / f"{name}.lean" for name in ("Asked", *(f"T{k}" for k in range(number)))]
        for k, file in enumerate(files):
            proof = "sorry" if k == 0 else f"rfl\ntheorem another : {k} + {k} = {2 * k} := rfl"
            file.write_text(f"def twice (n : Nat) : Nat := n + n\ntheorem four : twice 2 = 4 := {proof}\n")
        yield [str(file) for file in files]


@contextmanager
def _cache_folder() -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="pycheck-bench-") as folder:
        yield folder


def _pycheck(*arguments: str) -> None:
    _process("-m", "pycheck", *arguments)


def _process(*arguments: str) -> None:
    subprocess.run([sys.executable, *arguments], check=True, capture_output=True)


if __name__ == "__main__":
    main()
