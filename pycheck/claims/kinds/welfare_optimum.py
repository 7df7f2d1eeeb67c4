"""Welfare optimum: an outcome that no other outcome beats at one true type profile."""

from __future__ import annotations

from pycheck.claims.build import type_label, welfare
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import types_at
from pycheck.claims.formula import OUTCOME, Compare, Label, Not, Same, Var, for_all, implies
from pycheck.claims.params import Params


@claim_kind("welfare_optimum", "an outcome has the highest social welfare at a true type profile")
def welfare_optimum(params: Params) -> Stated | None:
    """Parameters: ``profile`` (agent -> type), ``outcome``, ``strict`` (the only optimum; default false)."""
    signature = params.signature
    types, best, strict = (
        params.types("profile"),
        params.outcome("outcome"),
        params.boolean("strict", default=False),
    )
    if types is None or best is None or strict is None:
        return None
    profile = tuple(type_label(i, t) for i, t in enumerate(types))
    other, optimum = Var("o", OUTCOME, "other outcome"), Label(OUTCOME, best)
    comparison = Compare("<" if strict else "<=", welfare(other, profile), welfare(optimum, profile))
    hypotheses = [Not(Same(other, optimum))] if strict else []
    relation = (
        "strictly higher than that of every other outcome" if strict else "at least that of every outcome"
    )
    english = (
        f"When {types_at(signature, types)}, the social welfare of {signature.outcomes[best]} is {relation}."
    )
    return Stated(english, for_all([other], implies(hypotheses, comparison)))
