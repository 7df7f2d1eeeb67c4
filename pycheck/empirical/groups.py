"""Everything about one condition and family: rates by every split, deviations, welfare."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pycheck.empirical.exact import ConditionalPolicy, conditional_policy
from pycheck.empirical.hypotheses import Measured
from pycheck.empirical.intervals import Rate
from pycheck.empirical.payoffs import Gain, Mean, Payoffs, of_type, type_labels, with_type
from pycheck.empirical.record import Cause, Status
from pycheck.empirical.tally import ActCell, Cell, Profile, Spent, Tally
from pycheck.mechanism import Mechanism

Among = Callable[[ActCell], bool]


@dataclass(frozen=True)
class Split:
    """One part of the acts: the measured report's rate among the valid, and what could not be used."""

    rate: Rate
    unusable: Rate


@dataclass(frozen=True)
class Group:
    """Everything about one condition and family.

    ``rates`` has the rate of every report; ``rate`` and every split are about the measured one.
    ``statuses`` has each status as a share of all acts; ``truthful`` is, for each agent that has truthful
    reports, the share of its valid acts that report the own true type; ``policies`` are tested for each agent
    apart. ``gains`` and ``welfare`` speak of the turns in which every act was valid.
    """

    cell: Cell
    spent: Spent
    acts: int
    rates: Mapping[str, Rate]
    rate: Rate
    statuses: Mapping[Status, Rate]
    causes: Mapping[Cause, int]
    by_role: Mapping[str, Split]
    by_type: Mapping[str, Split]
    by_role_and_type: Mapping[tuple[str, str], Split]
    by_profile: Mapping[Profile, Split]
    truthful: Mapping[str, Rate]
    policies: Mapping[str, ConditionalPolicy]
    gains: Mapping[str, Gain]
    gains_by_type: Mapping[tuple[str, str], Gain]
    welfare: Mean
    welfare_by_type: Mapping[str, Mean]


class Grouping:
    """Makes groups, and answers for any report; ``measured`` is the one that the splits are about.

    The rate of a report is over the valid acts of the agents that have it.
    """

    def __init__(self, mechanism: Mechanism, measured: str, confidence: float) -> None:
        self._mechanism = mechanism
        self._measured = measured
        self._confidence = confidence
        self._payoffs = Payoffs(mechanism)
        self._having = {
            report: frozenset(a.name for a in mechanism.agents if report in a.reports)
            for agent in mechanism.agents
            for report in agent.reports
        }

    def measure(self, counts: Tally, report: str) -> Measured:
        """One report's rate, as a whole and by agent and true type."""
        having = [a for a in self._mechanism.agents if a.name in self._having[report]]
        pairs = [(agent.name, label) for agent in having for label in agent.types]
        by_type = {f"{a} {t}": self._split(counts, _is_pair((a, t)), report).rate for a, t in pairs}
        return Measured(self._split(counts, lambda _: True, report).rate, by_type)

    def group(self, cell: Cell, counts: Tally) -> Group:
        """Everything about one cell, whose counts are given."""

        def split(among: Among) -> Split:
            return self._split(counts, among, self._measured)

        agents = self._mechanism.agents
        labels = type_labels(self._mechanism)
        pairs = {(a.name, t): split(_is_pair((a.name, t))) for a in agents for t in a.types}
        profiles = tuple(dict.fromkeys(act.profile for act in counts.acts))
        return Group(
            cell=cell,
            spent=counts.spent[cell],
            acts=sum(counts.acts.values()),
            rates={report: self.measure(counts, report).whole for report in self._having},
            rate=split(lambda _: True).rate,
            statuses={s: counts.rate(_has(s), lambda _: True, self._confidence) for s in Status},
            causes=_causes(counts),
            by_role={a.name: split(_is_role(a.name)) for a in agents},
            by_type={label: split(_is_type(label)) for label in labels},
            by_role_and_type=pairs,
            by_profile={profile: split(_is_profile(profile)) for profile in profiles},
            truthful=dict(self._truthful(counts)),
            policies={
                a.name: conditional_policy({t: pairs[a.name, t].rate for t in a.types}, len(a.reports))
                for a in agents
            },
            gains={a.name: self._payoffs.gain(counts, a.name) for a in agents},
            gains_by_type=self.gains_by_type(counts),
            welfare=self._payoffs.welfare_ratio(counts),
            welfare_by_type={t: self._payoffs.welfare_ratio(counts, with_type(t)) for t in labels},
        )

    def gains_by_type(self, counts: Tally) -> Mapping[tuple[str, str], Gain]:
        """What each agent would have gained, by its true type."""
        return {
            (agent.name, label): self._payoffs.gain(counts, agent.name, of_type(agent.name, label))
            for agent in self._mechanism.agents
            for label in agent.types
        }

    def _split(self, counts: Tally, among: Among, report: str) -> Split:
        having = self._having[report]
        n = valid = able = measured = 0
        for act, times in counts.acts.items():
            if not among(act):
                continue
            n += times
            if act.status is Status.VALID:
                valid += times
                able += times if act.agent in having else 0
                measured += times if act.report == report else 0
        return Split(Rate(measured, able, self._confidence), Rate(n - valid, n, self._confidence))

    def _truthful(self, counts: Tally) -> Iterator[tuple[str, Rate]]:
        for agent in self._mechanism.agents:
            if agent.truthful is not None:
                n = count = 0
                for act, times in counts.acts.items():
                    if act.agent == agent.name and act.status is Status.VALID:
                        own = agent.truthful[agent.types.index(act.true_type)]
                        n += times
                        count += times if act.report == agent.reports[own] else 0
                yield agent.name, Rate(count, n, self._confidence)


def _has(status: Status) -> Among:
    return lambda act: act.status is status


def _is_role(role: str) -> Among:
    return lambda act: act.agent == role


def _is_type(label: str) -> Among:
    return lambda act: act.true_type == label


def _is_pair(pair: tuple[str, str]) -> Among:
    return lambda act: (act.agent, act.true_type) == pair


def _is_profile(profile: Profile) -> Among:
    return lambda act: act.profile == profile


def _causes(counts: Tally) -> Mapping[Cause, int]:
    found = dict.fromkeys(Cause, 0)
    for act, times in counts.acts.items():
        if act.cause is not None:
            found[act.cause] += times
    return {cause: n for cause, n in found.items() if n}
