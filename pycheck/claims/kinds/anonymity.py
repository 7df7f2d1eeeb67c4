"""Anonymity: who gives which report does not matter."""

from __future__ import annotations

from itertools import combinations

from pycheck.claims.build import report_var
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import enumerate_words, under, whatever
from pycheck.claims.formula import Image, Same, Var, conjunction, for_all
from pycheck.claims.params import Params


@claim_kind("anonymity", "exchanging the reports of two agents never changes the outcome", about_map=True)
def anonymity(params: Params) -> Stated | None:
    """Parameters: optional ``among`` (a list of agents, by default all), optional ``map``."""
    signature = params.signature
    names = [agent.name for agent in signature.agents]
    map_name = params.map_name()
    among: tuple[int, ...] | None = tuple(range(len(names)))
    if params.has("among"):
        among = params.labels("among", names, "an agent")
    if among is None or map_name is None:
        return None
    if len(among) < 2:
        params.fault("among", f"{len(among)} agent", "at least two agents")
        return None
    sets = {signature.agents[i].reports for i in among}
    if len(sets) > 1:
        words = enumerate_words([names[i] for i in among])
        expected = "agents with the same reports in the same order"
        params.fault("among", f"{words}, whose reports differ", expected, "name such agents in among")
        return None
    everybody = [report_var(signature, i) for i in range(len(names))]

    def exchanged(one: int, other: int) -> tuple[Var, ...]:
        places = {one: other, other: one}
        return tuple(everybody[places.get(i, i)] for i in range(len(names)))

    parts = [
        for_all(everybody, Same(Image(map_name, exchanged(i, j)), Image(map_name, tuple(everybody))))
        for i, j in combinations(among, 2)
    ]
    pairs = "any two of " if len(among) > 2 else ""
    rest = whatever([name for i, name in enumerate(names) if i not in among])
    english = (
        f"Anonymity: {under(map_name)}exchanging the reports of {pairs}"
        f"{enumerate_words([names[i] for i in among])}{rest} never changes the outcome."
    )
    return Stated(english, conjunction(parts))
