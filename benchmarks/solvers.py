"""The census against solvers: ``python -m benchmarks.solvers [ROUNDS [N M …]]``.

Strategy-proof voting rules of n voters over strict rankings of m alternatives, counted by

- all-solutions SAT (python-sat): one variable for each profile and alternative, exactly one alternative at
  each profile, no deviation that pays; each solution is excluded by a clause and the next one asked for;
- a model counter (pyganak, Ganak with Arjun's preprocessing) on the same clauses;
- pycheck.

``pip install python-sat pyganak``; what is not installed is left out, and that is said. Times are whole
cases: clauses or constraints written down, and counted.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Callable, Iterator
from itertools import product

from benchmarks.census import voting
from benchmarks.timing import compared, heading
from pycheck.census import run_census
from pycheck.mechanism import Mechanism

ROUNDS = 5
CASES = ((3, 3), (2, 4), (4, 3))


def clauses(mechanism: Mechanism) -> Iterator[list[int]]:
    """The rules as a formula: variable ``cells * m + alternative + 1``."""
    signature = mechanism.signature
    size = len(mechanism.outcomes)
    for cell in range(signature.cell_count):
        first = cell * size + 1
        yield [first + o for o in range(size)]
        yield from ([-(first + o), -(first + q)] for o in range(size) for q in range(o))
    better = [
        [
            [(o, q) for o, q in product(range(size), repeat=2) if table[q][t] > table[o][t]]
            for t in range(len(agent.types))
        ]
        for agent, table in zip(mechanism.agents, mechanism.utilities, strict=True)
    ]
    for profile in signature.report_profiles():
        cell = signature.cell(profile)
        for i, agent in enumerate(mechanism.agents):
            for report in range(len(agent.reports)):
                if report != profile[i]:
                    other = signature.cell((*profile[:i], report, *profile[i + 1 :]))
                    for o, q in better[i][profile[i]]:
                        yield [-(cell * size + o + 1), -(other * size + q + 1)]


def by_sat(mechanism: Mechanism) -> int:
    """All solutions, each excluded by the alternatives it chooses."""
    sat = importlib.import_module("pysat.solvers")
    with sat.Solver(name="glucose4", bootstrap_with=clauses(mechanism)) as solver:
        count = 0
        while solver.solve():
            count += 1
            solver.add_clause([-literal for literal in solver.get_model() if literal > 0])
        return count


def by_counter(mechanism: Mechanism) -> int:
    """The model count of the same clauses."""
    counter = importlib.import_module("pyganak").Counter()
    counter.add_clauses(clauses(mechanism))
    return int(counter.count())


def by_census(mechanism: Mechanism) -> int:
    """Our own count."""
    return run_census(mechanism, ["truthful:weak"]).count


def main(rounds: int, cases: tuple[tuple[int, int], ...]) -> None:
    """A block a case."""
    print(heading("CPU seconds: min / median / max"))
    ways: dict[str, tuple[str, Callable[[Mechanism], int]]] = {
        "all-solutions SAT (glucose4)": ("pysat", by_sat),
        "model counter (Ganak)": ("pyganak", by_counter),
        "pycheck": ("pycheck", by_census),
    }
    for name, (module, _) in ways.items():
        if importlib.util.find_spec(module) is None:
            print(f"left out: {name}, {module} is not installed")
    there = {n: run for n, (module, run) in ways.items() if importlib.util.find_spec(module) is not None}
    for voters, alternatives in cases:
        mechanism = voting(voters, alternatives)
        runs = {name: (lambda run=run, m=mechanism: run(m)) for name, run in there.items()}
        compared(f"{voters} voters, {alternatives} alternatives", runs, rounds)


if __name__ == "__main__":
    numbers = [int(text) for text in sys.argv[2:]]
    chosen = tuple(zip(numbers[::2], numbers[1::2], strict=True))
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS, chosen or CASES)
