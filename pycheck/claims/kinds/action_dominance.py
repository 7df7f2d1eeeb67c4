"""Action dominance: one fixed report is best whatever the true type."""

from __future__ import annotations

from pycheck.claims.build import best_reports
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import others, under
from pycheck.claims.params import Params


@claim_kind(
    "action_dominance", "one fixed report is best whatever the true type (strict or weak)", about_map=True
)
def action_dominance(params: Params) -> Stated | None:
    """Parameters: ``agent`` (a name or "all"), ``report``, ``strict``, optional ``map``."""
    signature = params.signature
    agents, strict, map_name = params.agents(), params.boolean("strict"), params.map_name()
    label = params.text("report")
    if agents is None or strict is None or map_name is None or label is None:
        return None
    for agent in agents:
        if label not in signature.agents[agent].reports:
            params.unknown_name(
                "report",
                label,
                f"a report of {signature.agents[agent].name}",
                signature.agents[agent].reports,
            )
            return None
    fixed = tuple(signature.agents[agent].reports.index(label) for agent in agents)
    compared = "strictly more than every other report" if strict else "at least as much as every other report"
    clauses = [
        f"for every true type of {signature.agents[i].name} and every report of {others(signature, i)}, "
        f"reporting {label} gives {signature.agents[i].name} {compared}"
        for i in agents
    ]
    kind = "Strict" if strict else "Weak"
    english = f"{kind} action dominance: {under(map_name)}{'; and '.join(clauses)}."
    return Stated(english, best_reports(signature, agents, map_name, strict, fixed=fixed))
