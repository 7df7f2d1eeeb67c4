"""Monotonicity: a higher report never gives a lower outcome."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from pycheck.claims.build import report_label, report_var
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import under, whatever
from pycheck.claims.formula import (
    OUTCOME,
    Formula,
    Image,
    Implies,
    Label,
    Same,
    Term,
    conjunction,
    disjunction,
    for_all,
)
from pycheck.claims.params import Params
from pycheck.mechanism import Signature


@claim_kind(
    "monotonicity",
    "raising an agent's report never lowers the outcome, both in a given order",
    about_map=True,
)
def monotonicity(params: Params) -> Stated | None:
    """Parameters: ``agent`` (a name or "all"), ``reports`` and ``outcomes`` (lowest first), optional ``map``.

    ``reports`` is a list that all the agents share, or a table agent -> list.
    """
    signature = params.signature
    agents, map_name = params.agents(), params.map_name()
    outcomes = params.order("outcomes", signature.outcomes, "outcome")
    orders = _orders(params, agents or ())
    if agents is None or map_name is None or outcomes is None or orders is None:
        return None
    if all(len(order) < 2 for order in orders.values()):
        params.fault("agent", "no agent with several reports", "an agent with at least two reports")
        return None
    raised = {i: order for i, order in orders.items() if len(order) > 1}
    parts = [
        _step(signature, map_name, i, (low, high), outcomes)
        for i, order in raised.items()
        for low, high in pairwise(order)
    ]
    ladder = " < ".join(signature.outcomes[o] for o in outcomes)
    clauses = [
        f"raising the report of {signature.agents[i].name} by a step of "
        f"{' < '.join(signature.agents[i].reports[r] for r in order)}"
        f"{whatever([a.name for j, a in enumerate(signature.agents) if j != i])} never lowers the outcome"
        for i, order in raised.items()
    ]
    english = f"Monotonicity: {under(map_name)}{'; and '.join(clauses)} (in the order {ladder})."
    return Stated(english, conjunction(parts))


def _step(
    signature: Signature, map_name: str, agent: int, step: tuple[int, int], ladder: Sequence[int]
) -> Formula:
    """Raising the agent's report by one step: whatever the outcome was, it is that one or a higher one."""

    def image(own: int) -> Image:
        reports: list[Term] = [report_var(signature, j) for j in range(len(signature.agents))]
        reports[agent] = report_label(agent, own)
        return Image(map_name, tuple(reports))

    low, high = map(image, step)
    kept = [
        Implies(
            (Same(low, Label(OUTCOME, outcome)),),
            disjunction([Same(high, Label(OUTCOME, above)) for above in ladder[rank:]]),
        )
        for rank, outcome in enumerate(ladder)
    ]
    rest = [report_var(signature, j) for j in range(len(signature.agents)) if j != agent]
    return for_all(rest, conjunction(kept))


def _orders(params: Params, agents: tuple[int, ...]) -> dict[int, tuple[int, ...]] | None:
    """The order of each agent's reports, lowest first."""
    signature = params.signature
    value = params.raw("reports", "a list of reports, lowest first, or a table agent -> list")
    if value is None:
        return None
    if isinstance(value, list):
        return _shared(params, agents)
    table = params.table("reports")
    if table is None:
        return None
    found: dict[int, tuple[int, ...]] = {}
    good = True
    for i, agent in enumerate(signature.agents):
        # An agent that the claim is not about may be in the table all the same.
        if table.has(agent.name) or i in agents:
            order = table.order(agent.name, agent.reports, "report")
            good = good and order is not None
            found[i] = order or ()
    table.finish()
    strangers = set(value) - {agent.name for agent in signature.agents}
    return {i: found[i] for i in agents} if good and not strangers else None


def _shared(params: Params, agents: tuple[int, ...]) -> dict[int, tuple[int, ...]] | None:
    """One list for all the agents, which must have the same reports."""
    owners = [params.signature.agents[i] for i in agents]
    others = [owner for owner in owners if set(owner.reports) != set(owners[0].reports)]
    if others:
        found = f"one list for {owners[0].name} and {others[0].name}, whose reports differ"
        params.fault("reports", found, "a table agent -> list")
        return None
    orders = {}
    for i, owner in zip(agents, owners, strict=True):
        order = params.order("reports", owner.reports, "report")
        if order is None:
            return None
        orders[i] = order
    return orders
