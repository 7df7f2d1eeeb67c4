"""What the mechanism makes of a turn's reports, and the best that any outcome could have been worth."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pycheck.empirical.record import Act, Turn, TurnKey
from pycheck.mechanism import Mechanism


@dataclass(frozen=True)
class Oracle:
    """A mechanism's outcomes and welfare, remembered by profile."""

    mechanism: Mechanism
    _known: dict[tuple[object, object], tuple[str | None, Fraction | None, Fraction]] = field(
        default_factory=dict, compare=False, repr=False
    )

    def turn(self, key: TurnKey, acts: Sequence[Act]) -> Turn:
        """The turn that these acts, one of each agent in their order, make. Without a report, no outcome."""
        reports = {act.agent: act.report for act in acts}
        outcome, welfare, optimum = self._decide(key.profile, tuple(reports.items()))
        return Turn(
            freeze=acts[-1].freeze,
            code=acts[-1].code,
            condition=key.condition,
            family=key.family,
            profile=dict(key.profile),
            seed=key.seed,
            reports=reports,
            outcome=outcome,
            welfare=welfare,
            optimum=optimum,
            acts=tuple(acts),
        )

    def _decide(
        self, profile: tuple[tuple[str, str], ...], reports: tuple[tuple[str, str | None], ...]
    ) -> tuple[str | None, Fraction | None, Fraction]:
        found = self._known.get((profile, reports))
        if found is None:
            found = self._known[profile, reports] = self._decided(dict(profile), dict(reports))
        return found

    def _decided(
        self, profile: Mapping[str, str], reports: Mapping[str, str | None]
    ) -> tuple[str | None, Fraction | None, Fraction]:
        mechanism = self.mechanism
        types = tuple(agent.types.index(profile[agent.name]) for agent in mechanism.agents)
        optimum = max(mechanism.welfare(outcome, types) for outcome in range(len(mechanism.outcomes)))
        said = []
        for agent in mechanism.agents:
            report = reports.get(agent.name)
            # One that the agent does not have is in no trace that scores again: its act is refused.
            if report is None or report not in agent.reports:
                return None, None, optimum
            said.append(agent.reports.index(report))
        outcome = mechanism.outcome(tuple(said))
        return mechanism.outcomes[outcome], mechanism.welfare(outcome, types), optimum
