"""What a turn was worth: welfare against the optimum, and what deviating alone would have brought.

Both speak of turns in which every act was valid; a turn with an unusable act has no outcome and therefore
no welfare and no deviation. All sums are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from pycheck.empirical.intervals import Rate
from pycheck.empirical.tally import Profile, Tally, TurnCell
from pycheck.mechanism import Mechanism

Chosen = Callable[[TurnCell], bool]


@dataclass(frozen=True)
class Mean:
    """The mean over ``n`` turns; ``value`` is ``None`` when there is none (no measure)."""

    n: int
    value: Fraction | None


@dataclass(frozen=True)
class Gain:
    """What one agent would have gained by its best other report, the others' observed reports fixed.

    ``mean`` is in the unit of the utilities (negative: the observed report was the better one);
    ``profitable`` is the share of turns in which deviating alone would have paid.
    """

    mean: Mean
    profitable: Rate


class Payoffs:
    """The payoffs of a mechanism by labels, each worked out once."""

    def __init__(self, mechanism: Mechanism) -> None:
        self._mechanism = mechanism
        self._agents = {agent.name: k for k, agent in enumerate(mechanism.agents)}
        self._gains: dict[tuple[int, Profile, tuple[str | None, ...]], Fraction | None] = {}
        self._ratios: dict[tuple[Profile, tuple[str | None, ...]], Fraction | None] = {}

    def gain(self, turns: Tally, agent: str, chosen: Chosen = lambda _: True) -> Gain:
        """The mean gain of ``agent`` over the chosen turns in which every act is valid."""
        index = self._agents[agent]
        total, n, paid = Fraction(0), 0, 0
        for turn, times in turns.turns.items():
            if not chosen(turn):
                continue
            gain = self._gain_of(index, turn)
            if gain is not None:
                total += gain * times
                n += times
                paid += times if gain > 0 else 0
        return Gain(Mean(n, total / n if n else None), Rate(paid, n))

    def welfare_ratio(self, turns: Tally, chosen: Chosen = lambda _: True) -> Mean:
        """The mean, over turns, of social welfare as a share of the best possible at the true types.

        Turns whose optimum is not positive have no share and are left out of ``n``.
        """
        total, n = Fraction(0), 0
        for turn, times in turns.turns.items():
            ratio = self._ratio_of(turn) if chosen(turn) else None
            if ratio is not None:
                total += ratio * times
                n += times
        return Mean(n, total / n if n else None)

    def _gain_of(self, agent: int, turn: TurnCell) -> Fraction | None:
        key = (agent, turn.profile, turn.reports)
        if key not in self._gains:
            self._gains[key] = self._new_gain(*key)
        return self._gains[key]

    def _new_gain(self, agent: int, profile: Profile, labels: tuple[str | None, ...]) -> Fraction | None:
        reports = self._reports(labels)
        if reports is None:
            return None
        mechanism, true_type = self._mechanism, self._types(profile)[agent]
        table = mechanism.utilities[agent]
        others = [r for r in range(len(mechanism.agents[agent].reports)) if r != reports[agent]]
        if not others:
            return None
        observed = table[mechanism.outcome(reports)][true_type]
        changed = ((*reports[:agent], other, *reports[agent + 1 :]) for other in others)
        return max(table[mechanism.outcome(c)][true_type] for c in changed) - observed

    def _ratio_of(self, turn: TurnCell) -> Fraction | None:
        key = (turn.profile, turn.reports)
        if key not in self._ratios:
            self._ratios[key] = self._new_ratio(*key)
        return self._ratios[key]

    def _new_ratio(self, profile: Profile, labels: tuple[str | None, ...]) -> Fraction | None:
        reports, types = self._reports(labels), self._types(profile)
        optimum = max(self._mechanism.welfare(o, types) for o in range(len(self._mechanism.outcomes)))
        if reports is None or optimum <= 0:
            return None
        return self._mechanism.welfare(self._mechanism.outcome(reports), types) / optimum

    def _reports(self, labels: tuple[str | None, ...]) -> tuple[int, ...] | None:
        agents = self._mechanism.agents
        known = [label for label in labels if label is not None]
        if len(known) < len(agents):
            return None
        return tuple(agent.reports.index(label) for agent, label in zip(agents, known, strict=True))

    def _types(self, profile: Profile) -> tuple[int, ...]:
        types = zip(self._mechanism.agents, profile, strict=True)
        return tuple(agent.types.index(true_type) for agent, (_, true_type) in types)


def of_type(agent: str, true_type: str) -> Chosen:
    """Turns in which ``agent`` has this true type."""
    return lambda turn: (agent, true_type) in turn.profile


def with_type(true_type: str) -> Chosen:
    """Turns in which some agent has this true type."""
    return lambda turn: any(label == true_type for _, label in turn.profile)


def type_labels(mechanism: Mechanism) -> tuple[str, ...]:
    """The labels of all types of all agents, each once, in declared order."""
    return tuple(dict.fromkeys(label for agent in mechanism.agents for label in agent.types))


def gains_by_role(payoffs: Payoffs, turns: Tally, roles: Iterable[str]) -> Mapping[str, Gain]:
    """The gain of each role over all turns."""
    return {role: payoffs.gain(turns, role) for role in roles}
