"""Profile counts: how many report profiles satisfy a condition."""

from __future__ import annotations

from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.conditions import profile_vars, read_condition
from pycheck.claims.english import enumerate_words, under
from pycheck.claims.formula import CountCases
from pycheck.claims.params import Params


@claim_kind("profile_count", "how many report profiles satisfy a condition", about_map=True)
def profile_count(params: Params) -> Stated | None:
    """Parameters: ``where`` (a condition), ``count``, optional ``map``."""
    signature = params.signature
    count, map_name = params.natural("count"), params.map_name()
    condition = read_condition(params, "where", map_name or "")
    if count is None or map_name is None or condition is None:
        return None
    names = enumerate_words([agent.name for agent in signature.agents])
    english = (
        f"Profiles: {under(map_name)}in exactly {count} of the {signature.cell_count} report profiles of "
        f"{names}, {condition.english}."
    )
    return Stated(english, CountCases(profile_vars(signature), condition.formula, count))
