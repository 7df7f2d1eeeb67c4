"""Pieces of formulas that several claim kinds share."""

from __future__ import annotations

from pycheck.claims.formula import (
    Compare,
    Formula,
    Image,
    Label,
    Not,
    Same,
    Sort,
    Sum,
    Term,
    Truthful,
    Utility,
    Var,
    conjunction,
    for_all,
    implies,
)
from pycheck.mechanism import Signature


def type_var(signature: Signature, agent: int) -> Var:
    """The variable for an agent's true type."""
    return Var(f"t{agent + 1}", Sort("type", agent), f"true type of {signature.agents[agent].name}")


def report_var(signature: Signature, agent: int) -> Var:
    """The variable for an agent's report."""
    return Var(f"r{agent + 1}", Sort("report", agent), f"report of {signature.agents[agent].name}")


def report_label(agent: int, index: int) -> Label:
    """A fixed report of an agent."""
    return Label(Sort("report", agent), index)


def type_label(agent: int, index: int) -> Label:
    """A fixed type of an agent."""
    return Label(Sort("type", agent), index)


def welfare(outcome: Term, types: tuple[Term, ...]) -> Sum:
    """Utilitarian social welfare ``Σ_i u_i(outcome, types_i)``."""
    return Sum(tuple(Utility(i, outcome, t) for i, t in enumerate(types)))


def best_report(
    signature: Signature, agent: int, map_name: str, strict: bool, *, fixed: int | None
) -> Formula:
    """``agent`` has a best report: ``fixed``, or the truthful one when ``fixed`` is ``None``.

    ∀ true type t, own report r, the others' reports s:
    strict: r ≠ best → u(g(r, s), t) < u(g(best, s), t); weak: u(g(r, s), t) ≤ u(g(best, s), t).
    """
    own_type, own_report = type_var(signature, agent), report_var(signature, agent)
    best: Term = Truthful(agent, own_type) if fixed is None else report_label(agent, fixed)
    rest = [report_var(signature, j) for j in range(len(signature.agents)) if j != agent]

    def image(own: Term) -> Image:
        reports = [own if j == agent else report_var(signature, j) for j in range(len(signature.agents))]
        return Image(map_name, tuple(reports))

    comparison = Compare(
        "<" if strict else "<=",
        Utility(agent, image(own_report), own_type),
        Utility(agent, image(best), own_type),
    )
    hypotheses = [Not(Same(own_report, best))] if strict else []
    return for_all([own_type, own_report, *rest], implies(hypotheses, comparison))


def best_reports(
    signature: Signature,
    agents: tuple[int, ...],
    map_name: str,
    strict: bool,
    *,
    fixed: tuple[int, ...] | None,
) -> Formula:
    """:func:`best_report` for each of ``agents``, in order; ``fixed[k]`` belongs to ``agents[k]``."""
    return conjunction(
        [
            best_report(signature, agent, map_name, strict, fixed=None if fixed is None else fixed[k])
            for k, agent in enumerate(agents)
        ]
    )
