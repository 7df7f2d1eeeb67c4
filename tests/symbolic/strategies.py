"""Random small mechanisms, claims of every kind that is about utilities, and formulas of no kind at all."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from hypothesis import strategies as st

from pycheck.claims import Claim, Evaluator, read_claims
from pycheck.claims.formula import (
    OUTCOME,
    And,
    Compare,
    Exists,
    ForAll,
    Formula,
    Image,
    Implies,
    Label,
    Not,
    Num,
    Number,
    Or,
    Relation,
    Same,
    Sort,
    Sum,
    Term,
    Utility,
    Var,
)
from pycheck.mechanism import MAIN_MAP, Agent, ClaimEntry, Mechanism, OutcomeMap, Signature

#: Few values, so that ties (where strict and weak part) are frequent.
NUMBERS = [Fraction(n, 2) for n in range(-2, 5)]


@st.composite
def mechanisms(draw: st.DrawFn) -> Mechanism:
    """One to three agents; types are reports, or there are other reports and no truthful one."""
    agents = []
    for index in range(draw(st.integers(1, 3))):
        types = tuple(f"t{k}" for k in range(draw(st.integers(1, 2))))
        if draw(st.booleans()):
            reports, truthful = types, tuple(range(len(types)))
        else:
            reports = tuple(f"r{k}" for k in range(draw(st.integers(1, 3))))
            truthful = tuple(draw(st.integers(0, len(reports) - 1)) for _ in types)
        agents.append(Agent(f"p{index}", types, reports, truthful))
    signature = Signature(tuple(agents), tuple(f"o{k}" for k in range(draw(st.integers(1, 3)))))
    outcomes = st.integers(0, len(signature.outcomes) - 1)
    cells = draw(st.lists(outcomes, min_size=signature.cell_count, max_size=signature.cell_count))
    maps = {MAIN_MAP: OutcomeMap(tuple(cells))}
    return Mechanism("random", "random", signature, draw(tables(signature)), maps)


def tables(signature: Signature) -> st.SearchStrategy[tuple[tuple[tuple[Fraction, ...], ...], ...]]:
    """A utility table for each agent."""
    number = st.sampled_from(NUMBERS)
    rows = [st.tuples(*[number] * len(agent.types)) for agent in signature.agents]
    return st.tuples(*(st.tuples(*[row] * len(signature.outcomes)) for row in rows))


def with_tables(mechanism: Mechanism, utilities: tuple[tuple[tuple[Fraction, ...], ...], ...]) -> Mechanism:
    """The same mechanism with other numbers."""
    return replace(mechanism, utilities=utilities)


def moved(mechanism: Mechanism, cell: tuple[int, int, int], by: Fraction) -> Mechanism:
    """The same mechanism with one utility changed by ``by``."""
    agent, outcome, type_ = cell
    changed = [[list(row) for row in table] for table in mechanism.utilities]
    changed[agent][outcome][type_] += by
    return replace(mechanism, utilities=tuple(tuple(tuple(row) for row in table) for table in changed))


def enumerated(claim: Claim, mechanism: Mechanism) -> bool:
    """What the enumeration says: the oracle."""
    assert claim.formula is not None
    return Evaluator(mechanism).enumerate(claim.formula).holds


def claim_of(mechanism: Mechanism, kind: str, **params: Any) -> Claim:
    """The claim of one entry."""
    claims, faults = read_claims((ClaimEntry("claims[0]", "c", kind, params),), mechanism.signature)
    assert not faults, faults
    return claims[0]


def formula_claim(formula: Formula) -> Claim:
    """A claim that states ``formula``."""
    return Claim(ClaimEntry("claims[0]", "c", "free", {}), "", formula, None, None)


@st.composite
def claims(draw: st.DrawFn, mechanism: Mechanism) -> Claim:
    """A claim of one of the kinds, or a free formula."""
    signature = mechanism.signature
    agents = [agent.name for agent in signature.agents]
    outcome = st.sampled_from(signature.outcomes)

    def each(labels: str) -> dict[str, str]:
        return {a.name: draw(st.sampled_from(getattr(a, labels))) for a in signature.agents}

    kind = draw(
        st.sampled_from(["action", "truthful", "improve", "some_outcome", "optimum", "value", "free"])
    )
    match kind:
        case "action":
            agent = draw(st.sampled_from(signature.agents))
            report = draw(st.sampled_from(agent.reports))
            return claim_of(
                mechanism, "action_dominance", agent=agent.name, report=report, strict=draw(st.booleans())
            )
        case "truthful":
            agent_name = draw(st.sampled_from([*agents, "all"]))
            return claim_of(mechanism, "truthful_dominance", agent=agent_name, strict=draw(st.booleans()))
        case "improve":
            params: dict[str, Any] = {"reference": draw(outcome), "baseline": each("reports")}
            params["deviators"] = draw(st.sampled_from([*agents, "one", "every", "some"]))
            if params["deviators"] not in ("every", "some"):
                params["others"] = draw(st.sampled_from(["baseline", "unrestricted"]))
            if draw(st.booleans()):
                params["deviator_type"] = each("types")
            return claim_of(mechanism, "welfare_improvement", **params)
        case "some_outcome":
            where = {"profile": each("types")} if draw(st.booleans()) else {}
            return claim_of(
                mechanism, "welfare_improvement", reference=draw(outcome), improved_by="some_outcome", **where
            )
        case "optimum":
            return claim_of(
                mechanism,
                "welfare_optimum",
                profile=each("types"),
                outcome=draw(outcome),
                strict=draw(st.booleans()),
            )
        case "value":
            values = {o: draw(st.sampled_from(["0", "1/2", "1", "2"])) for o in signature.outcomes}
            chosen = draw(st.lists(outcome, min_size=1, max_size=2, unique=True))
            return claim_of(
                mechanism,
                "welfare_value",
                profile=each("types"),
                values={o: values[o] for o in chosen},
            )
        case _:
            return formula_claim(draw(formulas(mechanism)))


@st.composite
def formulas(draw: st.DrawFn, mechanism: Mechanism) -> Formula:
    """A formula with quantifiers, negations and sums in which the same utility may occur twice."""
    signature = mechanism.signature

    def term(sort: Sort, bound: tuple[Var, ...]) -> Term:
        size = {
            "outcome": len(signature.outcomes),
            "type": len(signature.agents[sort.agent].types),
            "report": len(signature.agents[sort.agent].reports),
        }[sort.kind]
        choices: list[Term] = [var for var in bound if var.sort == sort]
        choices += [Label(sort, index) for index in range(size)]
        return draw(st.sampled_from(choices))

    def utility(bound: tuple[Var, ...]) -> Utility:
        agent = draw(st.integers(0, len(signature.agents) - 1))
        outcome = term(OUTCOME, bound)
        if draw(st.booleans()):
            outcome = Image(
                MAIN_MAP, tuple(term(Sort("report", i), bound) for i in range(len(signature.agents)))
            )
        return Utility(agent, outcome, term(Sort("type", agent), bound))

    def number(bound: tuple[Var, ...]) -> Num:
        if draw(st.integers(0, 4)) == 0:
            return Number(draw(st.sampled_from(NUMBERS)))
        parts = tuple(utility(bound) for _ in range(draw(st.integers(1, 3))))
        return parts[0] if len(parts) == 1 else Sum(parts)

    def formula(depth: int, bound: tuple[Var, ...]) -> Formula:
        forms = (
            ["compare"] if depth == 0 else ["compare", "same", "not", "and", "or", "implies", "all", "some"]
        )
        match draw(st.sampled_from(forms)):
            case "compare":
                relations: list[Relation] = ["<", "<=", "="]
                return Compare(draw(st.sampled_from(relations)), number(bound), number(bound))
            case "same":
                return Same(term(OUTCOME, bound), term(OUTCOME, bound))
            case "not":
                return Not(formula(depth - 1, bound))
            case "and":
                return And((formula(depth - 1, bound), formula(depth - 1, bound)))
            case "or":
                return Or((formula(depth - 1, bound), formula(depth - 1, bound)))
            case "implies":
                return Implies((formula(depth - 1, bound),), formula(depth - 1, bound))
            case quantifier:
                agent = draw(st.integers(0, len(signature.agents) - 1))
                sorts = [OUTCOME, Sort("type", agent), Sort("report", agent)]
                var = Var(f"v{len(bound)}", draw(st.sampled_from(sorts)), "it")
                body = formula(depth - 1, (*bound, var))
                return ForAll((var,), body) if quantifier == "all" else Exists(var, body)

    return formula(3, ())
