"""The claims that a new mechanism starts with: every dominance there is, welfare, and the census."""

from __future__ import annotations

from typing import Any

from pycheck.lean.counting import MAX_KERNEL_MAPS
from pycheck.mechanism import Mechanism
from pycheck.scaffold.names import theorem

#: At most this many welfare claims (one a true type profile) and action dominance claims.
_MANY = 12
#: Above this many maps the kernel takes more than half a minute to count them: then no theorem is suggested.
_SOON = 5_000


def suggested_claims(mechanism: Mechanism) -> list[dict[str, Any]]:
    """Claim entries as the mechanism file has them, without their truth values."""
    signature = mechanism.signature
    found: list[dict[str, Any]] = []

    def add(claim_id: str, kind: str, **params: Any) -> None:
        found.append({"id": claim_id, "kind": kind, "theorem": theorem(claim_id), **params})

    truthful = all(agent.truthful is not None for agent in signature.agents)
    if truthful:
        add("truthful_weakly_dominant", "truthful_dominance", agent="all", strict=False)
        add("truthful_strictly_dominant", "truthful_dominance", agent="all", strict=True)
    first, *rest = signature.agents
    shared = [report for report in first.reports if all(report in agent.reports for agent in rest)]
    for position, report in enumerate(shared[:_MANY], start=1):
        add(
            f"report_{position}_strictly_dominant",
            "action_dominance",
            agent="all",
            report=report,
            strict=True,
        )
    profiles = list(signature.type_profiles())
    if truthful and len(profiles) <= _MANY:
        for types in profiles:
            reports = tuple(
                (agent.truthful or ())[t] for agent, t in zip(signature.agents, types, strict=True)
            )
            outcome = signature.outcomes[mechanism.outcome(reports)]
            profile = dict(zip((a.name for a in signature.agents), signature.type_labels(types), strict=True))
            stem = "_".join(str(t + 1) for t in types)
            add(f"optimum_at_types_{stem}", "welfare_optimum", profile=profile, outcome=outcome)
    if truthful and signature.map_count <= MAX_KERNEL_MAPS:
        predicate = {"kind": "truthful_dominance", "strict": False}
        add("truthful_maps", "census_count", predicate=predicate, count=0)
        if signature.map_count > _SOON:
            del found[-1]["theorem"]
    return found
