"""Truthful-report dominance: reporting the true type is best (strategy-proofness)."""

from __future__ import annotations

from pycheck.claims.build import best_reports
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import others, under
from pycheck.claims.params import Params


@claim_kind("truthful_dominance", "reporting the true type is best (strict or weak)", about_map=True)
def truthful_dominance(params: Params) -> Stated | None:
    """Parameters: ``agent`` (a name or "all"), ``strict``, optional ``map``."""
    signature = params.signature
    agents, strict, map_name = params.agents(), params.boolean("strict"), params.map_name()
    if agents is None or strict is None or map_name is None:
        return None
    for agent in agents:
        if signature.agents[agent].truthful is None:
            params.fault(
                "kind",
                "truthful_dominance",
                f"a truthful report for every type of {signature.agents[agent].name}",
                f"give agents.{signature.agents[agent].name}.truthful",
            )
            return None
    compared = "strictly more than every other report" if strict else "at least as much as every other report"
    clauses = [
        f"for every true type of {signature.agents[i].name} and every report of {others(signature, i)}, "
        f"reporting the true type gives {signature.agents[i].name} {compared}"
        for i in agents
    ]
    kind = "Strict" if strict else "Weak"
    english = f"{kind} truthful-report dominance: {under(map_name)}{'; and '.join(clauses)}."
    return Stated(english, best_reports(signature, agents, map_name, strict, fixed=None))
