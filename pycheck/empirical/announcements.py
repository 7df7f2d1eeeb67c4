"""Which conditions announce something false: a report called dominant that is not."""

from __future__ import annotations

from collections.abc import Mapping

from pycheck.empirical.protocol import Protocol
from pycheck.mechanism import Mechanism


def honest_conditions(protocol: Protocol, mechanism: Mechanism) -> tuple[str, ...]:
    """The conditions that announce nothing, or only reports that are dominant, in the protocol's order."""
    return tuple(
        condition.name
        for condition in protocol.conditions
        if condition.llm is None or _true(condition.llm.announced or {}, mechanism)
    )


def _true(announced: Mapping[str, str], mechanism: Mechanism) -> bool:
    return all(
        _dominant(mechanism, index, agent.reports.index(announced[agent.name]))
        for index, agent in enumerate(mechanism.agents)
        if agent.name in announced
    )


def _dominant(mechanism: Mechanism, agent: int, report: int) -> bool:
    """Whether the report is never worse than another, whatever the own type and the others' reports."""
    table = mechanism.utilities[agent]
    for reports in mechanism.signature.report_profiles():
        announced = (*reports[:agent], report, *reports[agent + 1 :])
        best, other = table[mechanism.outcome(announced)], table[mechanism.outcome(reports)]
        if any(mine < theirs for mine, theirs in zip(best, other, strict=True)):
            return False
    return True
