"""The analysis of one run: rates with intervals and every split, deviations, welfare, hypotheses.

Built from turns and the frozen protocol alone, without a look at any file. A condition and a family are never
pooled, except where a result says so. What was not measured stays ``None`` all the way to what people read.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pycheck.empirical.announcements import honest_conditions
from pycheck.empirical.groups import Group, Grouping
from pycheck.empirical.hypotheses import Answer, Finding, Measured, judge, together
from pycheck.empirical.payoffs import Gain
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.record import SCRIPTED, Status, Turn
from pycheck.empirical.tally import Cell, Spent, Tally, tally
from pycheck.mechanism import Mechanism


@dataclass(frozen=True)
class Results:
    """The analysis of one run.

    ``measured`` is the report that splits and plots are about: the first one that a hypothesis names, else
    the first agent's first. ``pooled_gains``, by agent and true type, are over ``pooled``: the conditions
    that announce nothing false.
    """

    protocol: Protocol
    measured: str
    groups: tuple[Group, ...]
    findings: tuple[Finding, ...]
    pooled: tuple[str, ...]
    pooled_gains: Mapping[tuple[str, str], Gain]
    turns: int
    acts: int
    valid: int
    model_acts: int
    model_valid: int
    spent: Spent

    @property
    def verdicts(self) -> Mapping[str, Answer]:
        """The verdict on each hypothesis, its parts and families taken together."""
        return {
            hypothesis.id: together(f.answer for f in self.findings if f.hypothesis == hypothesis.id)
            for hypothesis in self.protocol.hypotheses
        }

    @property
    def evaluated(self) -> bool:
        """Whether every hypothesis has a measure; a run that is not evaluated says nothing of any."""
        return bool(self.verdicts) and Answer.NO_MEASURE not in self.verdicts.values()

    def group(self, condition: str, family: str) -> Group:
        """The group of a condition and a family. Raises :class:`KeyError`."""
        for group in self.groups:
            if group.cell == (condition, family):
                return group
        raise KeyError((condition, family))


def planned_cells(protocol: Protocol) -> tuple[Cell, ...]:
    """The conditions and families that the protocol has, in its order."""
    return tuple(
        Cell(condition.name, family)
        for condition in protocol.conditions
        for family in (
            (SCRIPTED,) if condition.scripted else (f.name for f in protocol.families_of(condition))
        )
    )


def measured_report(protocol: Protocol, mechanism: Mechanism) -> str:
    """The report that splits and plots are about."""
    for hypothesis in protocol.hypotheses:
        named = [*(t.report for t in hypothesis.thresholds), *(e.report for e in hypothesis.equivalences)]
        if named:
            return named[0]
    return mechanism.agents[0].reports[0]


def analyse(turns: Iterable[Turn], mechanism: Mechanism, protocol: Protocol) -> Results:
    """Analyse the turns of one run. What is planned and has no turn is shown, with nothing measured."""
    counts = tally(turns)
    measured = measured_report(protocol, mechanism)
    grouping = Grouping(mechanism, measured, protocol.analysis.confidence)
    cells = tuple(dict.fromkeys((*planned_cells(protocol), *counts.cells)))
    parts = {cell: counts.within(cell) for cell in cells}

    def lookup(condition: str, family: str, report: str) -> Measured:
        return grouping.measure(parts.get(Cell(condition, family), Tally({}, {}, {})), report)

    pooled = honest_conditions(protocol, mechanism)
    main = Tally({}, {turn: n for turn, n in counts.turns.items() if turn.condition in pooled}, {})
    acts = [(act, n) for act, n in counts.acts.items()]
    valid = [(act, n) for act, n in acts if act.status is Status.VALID]
    return Results(
        protocol=protocol,
        measured=measured,
        groups=tuple(grouping.group(cell, part) for cell, part in parts.items()),
        findings=tuple(judge(protocol, lookup)),
        pooled=pooled,
        pooled_gains=grouping.gains_by_type(main),
        turns=sum(counts.turns.values()),
        acts=sum(n for _, n in acts),
        valid=sum(n for _, n in valid),
        model_acts=sum(n for act, n in acts if act.family != SCRIPTED),
        model_valid=sum(n for act, n in valid if act.family != SCRIPTED),
        spent=_total(list(counts.spent.values())),
    )


def _total(spent: Sequence[Spent]) -> Spent:
    return Spent(
        sum(s.calls for s in spent),
        sum(s.tokens for s in spent),
        sum(s.latency_s for s in spent),
        sum(s.turns for s in spent),
    )
