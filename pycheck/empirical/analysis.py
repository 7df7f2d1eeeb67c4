"""The analysis of one run: rates with intervals and every split, deviations, welfare, thresholds.

Built from turns alone, without a look at any file. A condition and a family are never pooled, except where
a result says so. What was not measured stays ``None`` all the way to what people read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pycheck.empirical.exact import ConditionalPolicy, conditional_policy
from pycheck.empirical.hypotheses import Answer, Finding, Measured, Threshold, judge, together
from pycheck.empirical.intervals import CONFIDENCE, Rate
from pycheck.empirical.payoffs import Gain, Mean, Payoffs, of_type, type_labels, with_type
from pycheck.empirical.record import SCRIPTED, Cause, Status, Turn
from pycheck.empirical.tally import ActCell, Cell, Profile, Spent, Tally, tally
from pycheck.mechanism import Mechanism


@dataclass(frozen=True)
class Design:
    """What the frozen protocol says about the analysis.

    ``measured`` is the report whose rate is measured, for each agent; ``thresholds`` are held against each
    of ``families``; ``main`` are the conditions over which deviations are pooled.
    """

    measured: Mapping[str, str]
    families: tuple[str, ...]
    thresholds: tuple[Threshold, ...]
    main: tuple[str, ...]
    confidence: float = CONFIDENCE


@dataclass(frozen=True)
class Split:
    """One part of the acts: the measured report's rate among the valid, and what could not be used."""

    rate: Rate
    unusable: Rate


@dataclass(frozen=True)
class Group:
    """Everything about one condition and family.

    ``statuses`` has each status as a share of all acts; ``truthful`` is the share of valid acts that report
    the own true type (``None`` where the mechanism has no truthful reports); ``policies`` are tested for each
    agent apart. ``gains`` and ``welfare`` speak of the turns in which every act was valid.
    """

    cell: Cell
    spent: Spent
    acts: int
    rate: Rate
    statuses: Mapping[Status, Rate]
    causes: Mapping[Cause, int]
    by_role: Mapping[str, Split]
    by_type: Mapping[str, Split]
    by_role_and_type: Mapping[tuple[str, str], Split]
    by_profile: Mapping[Profile, Split]
    truthful: Rate | None
    policies: Mapping[str, ConditionalPolicy]
    gains: Mapping[str, Gain]
    gains_by_type: Mapping[tuple[str, str], Gain]
    welfare: Mean
    welfare_by_type: Mapping[str, Mean]


@dataclass(frozen=True)
class Analysis:
    """The analysis of one run. ``pooled_gains`` are over the main conditions, by agent and true type."""

    design: Design
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...]
    pooled_gains: Mapping[tuple[str, str], Gain]
    turns: int
    acts: int
    valid: int
    model_acts: int
    model_valid: int
    spent: Spent

    @property
    def verdict(self) -> Answer:
        """The verdict on the thresholds together: one without a measure leaves the run not evaluated."""
        return together(finding.answer for finding in self.findings)

    def group(self, condition: str, family: str) -> Group:
        """The group of a condition and a family. Raises :class:`KeyError`."""
        for group in self.groups:
            if group.cell == (condition, family):
                return group
        raise KeyError((condition, family))


def analyse(
    turns: Iterable[Turn], mechanism: Mechanism, design: Design, planned: Sequence[Cell] = ()
) -> Analysis:
    """Analyse the turns of one run. ``planned`` cells without a turn are shown, with nothing measured."""
    counts = tally(turns)
    payoffs = Payoffs(mechanism)
    cells = tuple(dict.fromkeys((*planned, *counts.cells)))
    groups = tuple(_group(cell, counts.within(cell), mechanism, design, payoffs) for cell in cells)
    main = Tally({}, {turn: n for turn, n in counts.turns.items() if turn.condition in design.main}, {})
    return Analysis(
        design=design,
        groups=groups,
        findings=tuple(_findings(groups, design)),
        pooled_gains=_gains_by_type(main, mechanism, payoffs),
        turns=sum(counts.turns.values()),
        acts=sum(counts.acts.values()),
        valid=_valid(counts, lambda _: True),
        model_acts=sum(n for act, n in counts.acts.items() if act.family != SCRIPTED),
        model_valid=_valid(counts, lambda act: act.family != SCRIPTED),
        spent=_total(counts.spent.values()),
    )


def _valid(counts: Tally, among: Callable[[ActCell], bool]) -> int:
    return sum(n for act, n in counts.acts.items() if act.status is Status.VALID and among(act))


def _total(spent: Iterable[Spent]) -> Spent:
    every = list(spent)
    return Spent(
        sum(s.calls for s in every),
        sum(s.tokens for s in every),
        sum(s.latency_s for s in every),
        sum(s.turns for s in every),
    )


def _group(cell: Cell, counts: Tally, mechanism: Mechanism, design: Design, payoffs: Payoffs) -> Group:
    def split(among: Callable[[ActCell], bool]) -> Split:
        return _split(counts, design, among)

    roles = tuple(agent.name for agent in mechanism.agents)
    pairs = tuple((agent.name, label) for agent in mechanism.agents for label in agent.types)
    profiles = tuple(dict.fromkeys(act.profile for act in counts.acts))
    by_pair = {pair: split(_is_pair(pair)) for pair in pairs}
    return Group(
        cell=cell,
        spent=counts.spent[cell],
        acts=sum(counts.acts.values()),
        rate=split(lambda _: True).rate,
        statuses={status: counts.rate(_has(status), lambda _: True, design.confidence) for status in Status},
        causes=_causes(counts),
        by_role={role: split(_is_role(role)) for role in roles},
        by_type={label: split(_is_type(label)) for label in type_labels(mechanism)},
        by_role_and_type=by_pair,
        by_profile={profile: split(_is_profile(profile)) for profile in profiles},
        truthful=_truthful(counts, mechanism, design),
        policies={
            agent.name: conditional_policy(
                {label: by_pair[agent.name, label].rate for label in agent.types}, len(agent.reports)
            )
            for agent in mechanism.agents
        },
        gains={role: payoffs.gain(counts, role) for role in roles},
        gains_by_type=_gains_by_type(counts, mechanism, payoffs),
        welfare=payoffs.welfare_ratio(counts),
        welfare_by_type={
            label: payoffs.welfare_ratio(counts, with_type(label)) for label in type_labels(mechanism)
        },
    )


def _split(counts: Tally, design: Design, among: Callable[[ActCell], bool]) -> Split:
    n = valid = measured = 0
    for act, times in counts.acts.items():
        if among(act):
            n += times
            if act.status is Status.VALID:
                valid += times
                measured += times if act.report == design.measured[act.agent] else 0
    return Split(Rate(measured, valid, design.confidence), Rate(n - valid, n, design.confidence))


def _has(status: Status) -> Callable[[ActCell], bool]:
    return lambda act: act.status is status


def _is_role(role: str) -> Callable[[ActCell], bool]:
    return lambda act: act.agent == role


def _is_type(label: str) -> Callable[[ActCell], bool]:
    return lambda act: act.true_type == label


def _is_pair(pair: tuple[str, str]) -> Callable[[ActCell], bool]:
    return lambda act: (act.agent, act.true_type) == pair


def _is_profile(profile: Profile) -> Callable[[ActCell], bool]:
    return lambda act: act.profile == profile


def _causes(counts: Tally) -> Mapping[Cause, int]:
    found = dict.fromkeys(Cause, 0)
    for act, times in counts.acts.items():
        if act.cause is not None:
            found[act.cause] += times
    return {cause: n for cause, n in found.items() if n}


def _truthful(counts: Tally, mechanism: Mechanism, design: Design) -> Rate | None:
    own: dict[tuple[str, str], str] = {}
    for agent in mechanism.agents:
        if agent.truthful is None:
            return None
        own |= {(agent.name, t): agent.reports[r] for t, r in zip(agent.types, agent.truthful, strict=True)}
    return counts.rate(
        lambda act: act.report == own[act.agent, act.true_type],
        lambda act: act.status is Status.VALID,
        design.confidence,
    )


def _gains_by_type(counts: Tally, mechanism: Mechanism, payoffs: Payoffs) -> Mapping[tuple[str, str], Gain]:
    return {
        (agent.name, label): payoffs.gain(counts, agent.name, of_type(agent.name, label))
        for agent in mechanism.agents
        for label in agent.types
    }


def _findings(groups: Sequence[Group], design: Design) -> Iterable[Finding]:
    rates: dict[str, dict[str, Measured]] = {family: {} for family in design.families}
    for group in groups:
        if group.cell.family in rates:
            by_pair = {f"{a}/{t}": s.rate for (a, t), s in group.by_role_and_type.items()}
            rates[group.cell.family][group.cell.condition] = Measured(group.rate, by_pair)
    for threshold in design.thresholds:
        for family in design.families:
            yield judge(threshold, family, rates[family])
