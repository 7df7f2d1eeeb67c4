"""Pivotal counts: how often an agent's report can change the outcome."""

from __future__ import annotations

from math import prod

from pycheck.claims.build import report_var
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import others, under
from pycheck.claims.formula import CountCases, Exists, Image, Not, Same, Sort, Term, Var
from pycheck.claims.params import Params
from pycheck.mechanism import Signature


@claim_kind(
    "pivotal_count", "at how many report profiles of the others an agent's report matters", about_map=True
)
def pivotal_count(params: Params) -> Stated | None:
    """Parameters: ``agent`` (a name), ``count``, optional ``map``."""
    signature = params.signature
    names = [agent.name for agent in signature.agents]
    name, count, map_name = params.choice("agent", names), params.natural("count"), params.map_name()
    if name is None or count is None or map_name is None:
        return None
    agent = names.index(name)
    rest = [report_var(signature, j) for j in range(len(names)) if j != agent]
    total = prod(len(a.reports) for j, a in enumerate(signature.agents) if j != agent)
    profiles = "profile" if total == 1 else "profiles"
    english = (
        f"Pivotality: {under(map_name)}in exactly {count} of the {total} report {profiles} of "
        f"{others(signature, agent)}, the outcome depends on the report of {name}."
    )
    return Stated(english, CountCases(tuple(rest), _pivotal(signature, map_name, agent), count))


def _pivotal(signature: Signature, map_name: str, agent: int) -> Exists:
    """Two reports of the agent lead to two outcomes."""
    one = report_var(signature, agent)
    other = Var(f"q{agent + 1}", Sort("report", agent), f"other report of {signature.agents[agent].name}")

    def image(own: Term) -> Image:
        reports: list[Term] = [report_var(signature, j) for j in range(len(signature.agents))]
        reports[agent] = own
        return Image(map_name, tuple(reports))

    return Exists(one, Exists(other, Not(Same(image(one), image(other)))))
