"""Outcome conditions: an outcome and a condition on the reports, one whenever the other, or both ways."""

from __future__ import annotations

from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.conditions import profile_image, profile_vars, read_condition
from pycheck.claims.english import enumerate_words, under, whatever
from pycheck.claims.formula import OUTCOME, Label, Not, Same, conjunction, disjunction, for_all, implies
from pycheck.claims.params import Params

_RELATIONS = ("whenever", "only_when", "exactly_when")


@claim_kind(
    "outcome_condition",
    "an outcome occurs whenever, only when or exactly when a condition on the reports holds",
    about_map=True,
)
def outcome_condition(params: Params) -> Stated | None:
    """Parameters: ``outcome`` (or several), ``relation``, ``condition`` (on reports), optional ``map``."""
    signature = params.signature
    chosen = params.labels("outcome", signature.outcomes, "an outcome")
    relation, map_name = params.choice("relation", _RELATIONS), params.map_name()
    condition = read_condition(params, "condition", map_name or "", outcome=False)
    if chosen is None or relation is None or map_name is None or condition is None:
        return None
    image, profile = profile_image(signature, map_name), profile_vars(signature)
    outcome = disjunction([Same(image, Label(OUTCOME, o)) for o in chosen])
    forth = for_all(profile, implies([condition.formula], outcome))
    # The other way round, so that a case is a profile and not each part of a condition.
    back = for_all(profile, implies([Not(condition.formula)], Not(outcome)))
    parts = {"whenever": [forth], "only_when": [back], "exactly_when": [forth, back]}[relation]
    everybody = whatever([agent.name for agent in signature.agents]).removeprefix(", w")
    words = enumerate_words([signature.outcomes[o] for o in chosen], "or")
    english = (
        f"W{everybody} {under(map_name)}the outcome is {words} "
        f"{relation.replace('_', ' ')} {condition.english}."
    )
    return Stated(english, conjunction(parts))
