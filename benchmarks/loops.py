"""The census against a plain Python loop: ``python -m benchmarks.loops [ROUNDS]``.

The loop is what a notebook would have: every outcome map as a dictionary, each checked for weak truthful
dominance until the first deviation that pays. Both count the same maps in the same process, in turn.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from random import Random

from benchmarks.timing import compared, heading
from pycheck.census import run_census
from pycheck.loading import load
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

ROUNDS = 5


def by_loop(mechanism: Mechanism) -> int:
    """The weakly truthful outcome maps, one after the other."""
    agents = mechanism.agents
    profiles = list(product(*(agent.reports for agent in agents)))
    utility = [
        {
            (outcome, type_): table[o][t]
            for o, outcome in enumerate(mechanism.outcomes)
            for t, type_ in enumerate(agent.types)
        }
        for agent, table in zip(agents, mechanism.utilities, strict=True)
    ]
    count = 0
    for outcomes in product(mechanism.outcomes, repeat=len(profiles)):
        outcome_map = dict(zip(profiles, outcomes, strict=True))
        count += _truthful(outcome_map, profiles, agents, utility)
    return count


def _truthful(
    outcome_map: dict[tuple[str, ...], str],
    profiles: list[tuple[str, ...]],
    agents: tuple[Agent, ...],
    utility: list[dict[tuple[str, str], Fraction]],
) -> bool:
    for profile in profiles:
        for i, agent in enumerate(agents):
            # The report is the type here.
            honest = utility[i][outcome_map[profile], profile[i]]
            for report in agent.reports:
                deviation = (*profile[:i], report, *profile[i + 1 :])
                if utility[i][outcome_map[deviation], profile[i]] > honest:
                    return False
    return True


def random_mechanism(agents: int, types: int, outcomes: int, seed: int = 1) -> Mechanism:
    """Utilities from 0 to 9, integers, reports are types."""
    rng = Random(seed)
    labels = tuple(f"t{t}" for t in range(types))
    everybody = tuple(Agent(f"agent {i}", labels, labels, tuple(range(types))) for i in range(agents))
    signature = Signature(everybody, tuple(f"o{o}" for o in range(outcomes)))
    tables = tuple(
        tuple(tuple(Fraction(rng.randint(0, 9)) for _ in range(types)) for _ in range(outcomes))
        for _ in range(agents)
    )
    maps = {MAIN_MAP: OutcomeMap((0,) * signature.cell_count)}
    return Mechanism("random", "random", signature, tables, maps)


def cases() -> Iterator[tuple[str, Mechanism]]:
    """The flagship's 256 maps; 2 agents, 3 types, 4 outcomes."""
    yield "othman_sandholm, 256 maps", load("othman_sandholm").mechanism
    for seed in (1, 2, 3):
        yield f"2 agents, 3 types, 4 outcomes ({seed}), 262,144 maps", random_mechanism(2, 3, 4, seed)


def main(rounds: int) -> None:
    """One line a case and way."""
    print(heading("seconds: min / median / max"))
    for name, mechanism in cases():
        compared(
            name,
            {
                "plain loop": lambda m=mechanism: by_loop(m),  # type: ignore[misc]
                "pycheck": lambda m=mechanism: run_census(m, ["truthful:weak"]).count,  # type: ignore[misc]
            },
            rounds,
        )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS)
