"""Time the analysis of a long run: ``python -m benchmarks.empirical_analysis [ACTS]``.

Turns are made by a seeded player a fifth of whose answers cannot be used; making them is not timed. Prints
the seconds of the analysis, with loading scipy and without, by the clock and of the processor.
"""

from __future__ import annotations

import random
import sys
import time
from dataclasses import dataclass

from pycheck.empirical.analysis import analyse
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import read_protocol
from pycheck.empirical.record import SCRIPTED, Act, Attempt, Cause, Status, Turn
from pycheck.loading import load
from pycheck.mechanism import Mechanism

MECHANISM = "othman_sandholm"


@dataclass(frozen=True)
class Maker:
    """Makes turns of a protocol; seeds go on beyond the protocol's."""

    mechanism: Mechanism
    protocol: Protocol
    chance: random.Random

    def turns(self, acts: int) -> list[Turn]:
        """So many acts, spread over all conditions, families and profiles."""
        cells = [
            (condition.name, family)
            for condition in self.protocol.conditions
            for family in [f.name for f in self.protocol.families_of(condition)] or [SCRIPTED]
        ]
        profiles = self.protocol.profiles
        agents = len(self.mechanism.agents)
        return [
            self.turn(*cells[k % len(cells)], profiles[k // len(cells) % len(profiles)], k)
            for k in range(acts // agents)
        ]

    def turn(self, condition: str, family: str, profile: dict[str, str], seed: int) -> Turn:
        """One turn in which a fifth of the acts cannot be understood."""
        acts = tuple(
            self.act(condition, family, profile, seed, agent.name) for agent in self.mechanism.agents
        )
        types = tuple(a.types.index(profile[a.name]) for a in self.mechanism.agents)
        optimum = max(self.mechanism.welfare(o, types) for o in range(len(self.mechanism.outcomes)))
        reports = {act.agent: act.report for act in acts}
        return Turn("0" * 64, "0", condition, family, profile, seed, reports, optimum, acts=acts)

    def act(self, condition: str, family: str, profile: dict[str, str], seed: int, agent: str) -> Act:
        """One act of two attempts if the first is not understood."""
        report = self.chance.choice(("a", "a'")) if self.chance.random() < 0.8 else None
        status, cause = (Status.VALID, None) if report else (Status.INVALID, Cause.PROSE)
        attempt = Attempt(
            status, "0" * 64, cause=cause, prompt_tokens=200, completion_tokens=8, latency_s=0.9
        )
        attempts = (attempt,) if report else (attempt, attempt)
        return Act(
            freeze="0" * 64,
            code="0",
            condition=condition,
            family=family,
            model="m",
            profile=profile,
            seed=seed,
            agent=agent,
            true_type=profile[agent],
            status=status,
            attempts=attempts,
            cause=cause,
            report=report,
        )


def main(acts: int) -> None:
    """Print one line for each of two analyses: scipy is loaded in the first."""
    loaded = load(MECHANISM)
    protocol = read_protocol(loaded.folder, loaded.mechanism)
    turns = Maker(loaded.mechanism, protocol, random.Random(7)).turns(acts)
    for what in ("with loading scipy", "again"):
        start, busy = time.perf_counter(), time.process_time()
        found = analyse(turns, loaded.mechanism, protocol)
        seconds, busy = time.perf_counter() - start, time.process_time() - busy
        print(f"analysis of {found.acts:,} acts, {what:<20} {seconds:6.2f} s ({busy:.2f} s of the processor)")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
