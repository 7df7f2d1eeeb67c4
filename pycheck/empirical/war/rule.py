"""The decision rule, read from a mechanism's outcome map: there is no second copy of it."""

from __future__ import annotations

from collections.abc import Callable

from pycheck.empirical.war.figures import Leads
from pycheck.empirical.war.vocabulary import CRITERIA, NOBODY, Camp
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism

#: The mechanism that decides a war, unless another is named.
RULE = "war_verdict"
#: The verdict where nobody leads in anything.
UNDECIDED = "undecided"

Rule = Callable[[Leads], str]


def rule_of(mechanism: Mechanism) -> Rule:
    """The verdict for each pattern of leads, as ``mechanism`` has it.

    Raises :class:`~pycheck.errors.PycheckError` if its agents are not the criteria with the camps and
    ``nobody`` as reports, or its outcomes are not the camps and ``undecided``.
    """
    leaders = {*Camp, NOBODY}
    names = {agent.name for agent in mechanism.agents}
    if names != set(CRITERIA) or any(set(a.reports) != leaders for a in mechanism.agents):
        raise PycheckError(
            f"{mechanism.name}: decides no war; expected the agents {', '.join(CRITERIA)} with the reports "
            f"{', '.join(sorted(leaders))}"
        )
    if set(mechanism.outcomes) != {*Camp, UNDECIDED}:
        raise PycheckError(
            f"{mechanism.name}: decides no war; expected the outcomes {', '.join((*Camp, UNDECIDED))}"
        )

    def decide(leads: Leads) -> str:
        reports = tuple(agent.reports.index(getattr(leads, agent.name)) for agent in mechanism.agents)
        return mechanism.outcomes[mechanism.outcome(reports)]

    return decide
