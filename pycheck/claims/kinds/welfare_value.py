"""Welfare values: the social welfare of outcomes at one true type profile."""

from __future__ import annotations

from pycheck.claims.build import type_label, welfare
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import enumerate_words, types_at
from pycheck.claims.formula import OUTCOME, Compare, Label, Number, conjunction
from pycheck.claims.params import Params


@claim_kind("welfare_value", "the social welfare of outcomes at a true type profile")
def welfare_value(params: Params) -> Stated | None:
    """Parameters: ``profile`` (agent -> type) and ``values`` (outcome -> number)."""
    signature = params.signature
    types, values = params.types("profile"), params.outcome_values("values")
    if types is None or values is None:
        return None
    profile = tuple(type_label(i, t) for i, t in enumerate(types))
    parts = [Compare("=", welfare(Label(OUTCOME, o), profile), Number(v)) for o, v in values]
    listed = enumerate_words([f"{v} for {signature.outcomes[o]}" for o, v in values])
    english = f"Social welfare (the sum of utilities) when {types_at(signature, types)} is {listed}."
    return Stated(english, conjunction(parts))
