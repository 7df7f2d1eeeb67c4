"""Welfare improvement over a reference outcome under deviations.

"The outcome is better than the reference when somebody fails to play optimally" has several readings
that are not equivalent; which agents deviate, of which true type, and what the others report are
parameters here, so that each reading is a claim of its own. With g the outcome map, b the baseline
reports, x the reference outcome, θ the true types, r the reports and W social welfare:

1. ``deviators = <agent i>``, ``others = "baseline"``: ∀ θ, ∀ r_i ≠ b_i: W(x, θ) < W(g(r_i, b_-i), θ);
   ``deviators = "one"`` is the conjunction over the agents;
   ``others = "unrestricted"``: the same for every r_-i.
2. ``deviators = "every"``: ∀ θ, ∀ r ≠ b in which every deviator has the given true type.
3. ``deviators = "some"``: ∀ θ, ∀ r in which some deviator has the given true type, the rest unrestricted.
4. either of the two without ``deviator_type``: any deviation at all.
5. ``improved_by = "some_outcome"``: at the given true profile (at each, if none is given) some outcome
   whatever has more welfare than x: a statement about the outcomes alone.

Source of the readings: Othman & Sandholm, *Better with Byzantine: Manipulation-Optimal Mechanisms*,
SAGT 2009, characteristic 2, and later renderings of it.
"""

from __future__ import annotations

from collections.abc import Mapping

from pycheck.claims.build import report_label, report_var, type_label, type_var, welfare
from pycheck.claims.claim import Stated, claim_kind
from pycheck.claims.english import enumerate_words, others, profile, types_at, under
from pycheck.claims.evaluate import Case, OrderKey
from pycheck.claims.formula import (
    OUTCOME,
    And,
    Compare,
    Exists,
    Formula,
    Image,
    Implies,
    Label,
    Not,
    Or,
    Same,
    Term,
    Var,
    conjunction,
    for_all,
    implies,
)
from pycheck.claims.params import Params
from pycheck.mechanism import Signature


@claim_kind(
    "welfare_improvement",
    "deviations (or some outcome) give more social welfare than a reference outcome",
    about_map=True,
)
def welfare_improvement(params: Params) -> Stated | None:
    """Parameters as in the module's description."""
    reference = params.outcome("reference")
    if params.has("improved_by"):
        params.choice("improved_by", ("some_outcome",))
        return _some_outcome(params, reference)
    signature = params.signature
    names = [a.name for a in signature.agents]
    map_name, baseline = params.map_name(), params.reports("baseline")
    deviators = params.choice("deviators", [*names, "one", "every", "some"])
    types = _deviator_types(params)
    single = deviators == "one" or deviators in names
    if deviators is None:
        params.has("others")  # whether it belongs here depends on what is missing
    rest = params.choice("others", ("baseline", "unrestricted")) if single else "baseline"
    if (
        reference is None
        or map_name is None
        or baseline is None
        or deviators is None
        or rest is None
        or types == ()
    ):
        return None
    order = _fewest_deviators(baseline)
    shared = (signature, map_name, reference, baseline, types)
    base = profile(signature.report_labels(baseline))
    tail = f"social welfare is strictly higher than with {signature.outcomes[reference]}."
    if single:
        chosen = range(len(names)) if deviators == "one" else [names.index(deviators)]
        formula = conjunction([_alone(*shared, agent, rest == "unrestricted") for agent in chosen])
        clauses = []
        for i in chosen:
            who = names[i] + (
                "" if types is None else f", having true type {signature.agents[i].types[types[i]]},"
            )
            behave = "reports as in the baseline" if rest == "baseline" else "reports anything"
            clauses.append(
                f"whenever {who} reports anything but {signature.agents[i].reports[baseline[i]]} "
                f"and {others(signature, i)} {behave}"
            )
        english = f"{under(map_name)}for all true types, {'; and '.join(clauses)} (baseline {base}), {tail}"
        return Stated(english[0].upper() + english[1:], formula, order)
    formula = _several(*shared, every=deviators == "every")
    if types is None:
        who = "somebody deviates"
    else:
        typed = enumerate_words(
            [f"{a.types[t]} for {a.name}" for a, t in zip(signature.agents, types, strict=True)], "or"
        )
        if deviators == "every":
            who = f"somebody deviates and every deviator has true type {typed}"
        else:
            who = f"some deviator has true type {typed}, whatever the others report"
    english = (
        f"{under(map_name)}for all true types and all reports in which {who} (a deviation is a report "
        f"other than in the baseline {base}), {tail}"
    )
    return Stated(english[0].upper() + english[1:], formula, order)


def _deviator_types(params: Params) -> tuple[int, ...] | None:
    """The deviators' true type per agent; ``None`` if any will do, ``()`` after a fault."""
    if not params.has("deviator_type"):
        return None
    value = params.values["deviator_type"]
    if isinstance(value, Mapping | str):
        return params.types("deviator_type") or ()
    params.fault("deviator_type", value, "a type, or a table agent -> type")
    return ()


def _alone(
    signature: Signature,
    map_name: str,
    reference: int,
    baseline: tuple[int, ...],
    types: tuple[int, ...] | None,
    agent: int,
    unrestricted: bool,
) -> Formula:
    """One agent deviates; what is fixed is written in, the rest is quantified."""
    count = len(signature.agents)
    true: tuple[Term, ...] = tuple(
        type_label(i, types[i]) if types is not None and i == agent else type_var(signature, i)
        for i in range(count)
    )
    reports: tuple[Term, ...] = tuple(
        report_var(signature, i) if i == agent or unrestricted else report_label(i, baseline[i])
        for i in range(count)
    )
    variables = [term for term in (*true, *reports) if isinstance(term, Var)]
    deviates = Not(Same(report_var(signature, agent), report_label(agent, baseline[agent])))
    better = Compare("<", welfare(Label(OUTCOME, reference), true), welfare(Image(map_name, reports), true))
    return for_all(variables, implies([deviates], better))


def _several(
    signature: Signature,
    map_name: str,
    reference: int,
    baseline: tuple[int, ...],
    types: tuple[int, ...] | None,
    *,
    every: bool,
) -> Formula:
    """Any set of agents deviates, the deviators' true types restricted by ``every`` or ``some``."""
    agents = range(len(signature.agents))
    true = tuple(type_var(signature, i) for i in agents)
    reports = tuple(report_var(signature, i) for i in agents)
    kept = [Same(reports[i], report_label(i, baseline[i])) for i in agents]
    deviates = [Not(same) for same in kept]
    hypotheses: list[Formula]
    if types is None:
        hypotheses = [Not(conjunction(kept))]
    elif every:
        hypotheses = [Not(conjunction(kept))]
        hypotheses += [Implies((deviates[i],), Same(true[i], type_label(i, types[i]))) for i in agents]
    else:
        typed = [And((deviates[i], Same(true[i], type_label(i, types[i])))) for i in agents]
        hypotheses = [typed[0] if len(typed) == 1 else Or(tuple(typed))]
    better = Compare("<", welfare(Label(OUTCOME, reference), true), welfare(Image(map_name, reports), true))
    return for_all([*true, *reports], implies(hypotheses, better))


def _some_outcome(params: Params, reference: int | None) -> Stated | None:
    """Reading 5: some outcome beats the reference, whatever leads to it."""
    signature = params.signature
    given = params.types("profile") if params.has("profile") else None
    if reference is None or (params.has("profile") and given is None):
        return None
    agents = range(len(signature.agents))
    true: tuple[Term, ...] = tuple(
        type_var(signature, i) if given is None else type_label(i, given[i]) for i in agents
    )
    outcome = Var("o", OUTCOME, "outcome")
    better = Compare("<", welfare(Label(OUTCOME, reference), true), welfare(outcome, true))
    where = "For all true types" if given is None else f"When {types_at(signature, given)}"
    english = (
        f"{where}, there is an outcome with strictly higher social welfare than "
        f"{signature.outcomes[reference]} (whether or not any report leads to it)."
    )
    return Stated(english, for_all([t for t in true if isinstance(t, Var)], Exists(outcome, better)))


def _fewest_deviators(baseline: tuple[int, ...]) -> OrderKey:
    def key(case: Case) -> tuple[int, ...]:
        return (
            sum(v.sort.kind == "report" and value != baseline[v.sort.agent] for v, value in case.assignment),
        )

    return key
