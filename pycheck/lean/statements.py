"""The Lean voice of a claim: its formula as a kernel term over the raw tables and map.

Comparisons are ``Nat.lt``, ``Nat.le`` (or ``Int``'s) applied directly, never ``<``: an instance cannot
change what they mean. Rational utilities are multiplied by the link's ``scale``; every formula is
homogeneous in the utilities and constants, so its truth does not change.
"""

from __future__ import annotations

from dataclasses import dataclass

from pycheck.claims import Claim
from pycheck.claims.formula import (
    And,
    Compare,
    CountCases,
    CountMaps,
    Exists,
    ForAll,
    ForAllMaps,
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
    Truthful,
    Utility,
    Var,
    counted,
)
from pycheck.lean.expr import BVar, Const, Expr, Lam, Pi, app, level
from pycheck.lean.source import integer, natural
from pycheck.lean.tally import MAX_TERMS, tally, terms
from pycheck.mechanism import LeanLink, Mechanism

_ONE = (level(1),)


class NoLeanStatement(Exception):
    """The claim cannot be stated in Lean with the names that the mechanism file gives."""


@dataclass(frozen=True)
class Scope:
    """The binders around a term, innermost last; anonymous hypotheses are there as ``_``."""

    names: tuple[str, ...] = ()

    def bind(self, name: str) -> Scope:
        """One binder further in."""
        return Scope((*self.names, name))

    def variable(self, name: str) -> BVar:
        """The de Bruijn index of the binder called ``name``."""
        return BVar(list(reversed(self.names)).index(name))


class LeanVoice:
    """States the claims of one mechanism in Lean. Raises :class:`NoLeanStatement` where names are missing."""

    def __init__(self, mechanism: Mechanism, link: LeanLink) -> None:
        self.mechanism = mechanism
        self.signature = mechanism.signature
        self.link = link

    @property
    def subjects(self) -> frozenset[str]:
        """The constants of the library that the mechanism file names: what statements may be about."""
        link = self.link
        optional = (*link.truthful, link.map_type, link.map_constructor, link.map_apply)
        named = {link.outcome, *link.types, *link.reports, *link.utilities, *link.maps.values()}
        return frozenset(named | set(link.constructors.values()) | {name for name in optional if name})

    def statement(self, claim: Claim, count_constant: str | None = None) -> Expr:
        """The statement that the claim's theorem must have: the claim, or its negation if it is to fail.

        ``count_constant`` names the certificate's own count, for census claims.
        """
        if claim.formula is None:
            raise NoLeanStatement("the claim is not formalised")
        if isinstance(claim.formula, CountMaps):
            if count_constant is None:
                raise NoLeanStatement("a count is stated by a certificate")
            stated: Expr = app(
                Const("Eq", _ONE), Const("Nat"), Const(count_constant), natural(claim.formula.count)
            )
        else:
            stated = self.formula(claim.formula, Scope())
        return stated if claim.expected else app(Const("Not"), stated)

    def counted(self, formula: CountMaps) -> Expr | None:
        """The property of the outcome maps that are counted, as a function of such a map.

        ``None`` where the mechanism file does not say what an outcome map is in Lean.
        """
        if self.link.map_type is None or self.link.map_apply is None:
            return None
        whole = counted(formula, list(self.signature.report_profiles()))
        body = self.formula(whole, Scope().bind(formula.name))
        return Lam(formula.name, Const(self.link.map_type), body)

    # Sorts and elements.

    def sort(self, sort: Sort) -> Expr:
        """The Lean type of a sort."""
        return Const(self.sort_name(sort))

    def sort_name(self, sort: Sort) -> str:
        """The name of the inductive type of a sort."""
        if sort.kind == "outcome":
            return self.link.outcome
        return (self.link.types if sort.kind == "type" else self.link.reports)[sort.agent]

    def element(self, sort: Sort, index: int) -> Expr:
        """The constructor of an element."""
        agents = self.signature.agents
        if sort.kind == "outcome":
            label = self.signature.outcomes[index]
        else:
            label = (agents[sort.agent].types if sort.kind == "type" else agents[sort.agent].reports)[index]
        return Const(self.link.constructors[self.sort_name(sort), label])

    def term(self, term: Term, scope: Scope) -> Expr:
        """An element of a finite sort."""
        match term:
            case Var():
                return scope.variable(term.name)
            case Label():
                return self.element(term.sort, term.index)
            case Truthful():
                inner = self.term(term.of, scope)
                function = self.link.truthful[term.agent]
                return inner if function is None else app(Const(function), inner)
            case Image():
                for agent, report in enumerate(term.reports):
                    # Equal labels are one report here; in Lean they are so within one type only.
                    if (other := self.sort_name(_sort_of(report))) != self.link.reports[agent]:
                        raise NoLeanStatement(
                            f"a report of type {other} stands where {self.link.reports[agent]} belongs: "
                            "the agents' reports are different Lean types"
                        )
                reports = [self.term(report, scope) for report in term.reports]
                if term.map in scope.names:
                    if self.link.map_apply is None:
                        raise NoLeanStatement(
                            "lean.outcome_maps.apply is needed to speak of all outcome maps"
                        )
                    return app(Const(self.link.map_apply), scope.variable(term.map), *reports)
                function = self.link.maps.get(term.map)
                if function is None:
                    raise NoLeanStatement(f"the mechanism file gives no Lean name for the map {term.map}")
                return app(Const(function), *reports)

    # Numbers.

    def value(self, scaled: int) -> Expr:
        """A utility value (already multiplied by the scale)."""
        return natural(scaled) if self.link.number == "Nat" else integer(scaled)

    def utility(self, agent: int, outcome: Expr, type_: Expr) -> Expr:
        """``u_agent outcome type``."""
        return app(Const(self.link.utilities[agent]), outcome, type_)

    def number(self, num: Num, scope: Scope) -> Expr:
        """A utility, a sum of utilities (added from the left) or a constant."""
        match num:
            case Utility():
                return self.utility(num.agent, self.term(num.outcome, scope), self.term(num.type, scope))
            case Sum():
                total = self.number(num.parts[0], scope)
                for part in num.parts[1:]:
                    total = app(Const(f"{self.link.number}.add"), total, self.number(part, scope))
                return total
            case Number():
                return self.value(self.scaled(num))

    def scaled(self, number: Number) -> int:
        """A constant times the scale. Raises :class:`NoLeanStatement` where Lean's number type lacks it."""
        found = number.value * self.link.scale
        if found.denominator != 1 or (found < 0 and self.link.number == "Nat"):
            raise NoLeanStatement(
                f"{number.value} times lean.scale = {self.link.scale} is not a {self.link.number}"
            )
        return int(found)

    def compare(self, relation: Relation, left: Expr, right: Expr) -> Expr:
        """``left relation right`` by the standard relation itself."""
        if relation == "=":
            return app(Const("Eq", _ONE), Const(self.link.number), left, right)
        return app(Const(f"{self.link.number}.{'lt' if relation == '<' else 'le'}"), left, right)

    # Formulas.

    def formula(self, formula: Formula, scope: Scope) -> Expr:
        """A formula as a proposition."""
        match formula:
            case Compare():
                left, right = self.number(formula.left, scope), self.number(formula.right, scope)
                return self.compare(formula.relation, left, right)
            case Same():
                left, right = self.term(formula.left, scope), self.term(formula.right, scope)
                return app(Const("Eq", _ONE), self.sort(_sort_of(formula.left)), left, right)
            case Not():
                return app(Const("Not"), self.formula(formula.body, scope))
            case And() | Or():
                connective = Const("And" if isinstance(formula, And) else "Or")
                *first, last = [self.formula(part, scope) for part in formula.parts]
                for part in reversed(first):
                    last = app(connective, part, last)
                return last
            case Implies():
                return self._implies(formula.hypotheses, formula.conclusion, scope)
            case ForAll():
                return self._for_all(formula.variables, formula.body, scope)
            case Exists():
                variable, type_ = formula.variable, self.sort(formula.variable.sort)
                body = self.formula(formula.body, scope.bind(variable.name))
                return app(Const("Exists", _ONE), type_, Lam(variable.name, type_, body))
            case ForAllMaps():
                if self.link.map_type is None:
                    raise NoLeanStatement("lean.outcome_maps.type is needed to speak of all outcome maps")
                body = self.formula(formula.body, scope.bind(formula.name))
                return Pi(formula.name, Const(self.link.map_type), body)
            case CountCases():
                if (cases := terms(formula, self.signature)) > MAX_TERMS:
                    raise NoLeanStatement(f"{cases} cases are too many to add up (at most {MAX_TERMS})")
                return tally(self, formula, scope)
            case CountMaps():
                raise NoLeanStatement("a count inside a statement")

    def _implies(self, hypotheses: tuple[Formula, ...], conclusion: Formula, scope: Scope) -> Expr:
        if not hypotheses:
            return self.formula(conclusion, scope)
        hypothesis = self.formula(hypotheses[0], scope)
        # A name that is free in the scope keeps the source readable and unambiguous.
        name = f"h{sum(n.startswith('h') for n in scope.names) + 1}"
        return Pi(name, hypothesis, self._implies(hypotheses[1:], conclusion, scope.bind(name)))

    def _for_all(self, variables: tuple[Var, ...], body: Formula, scope: Scope) -> Expr:
        if not variables:
            return self.formula(body, scope)
        first = variables[0]
        inner = self._for_all(variables[1:], body, scope.bind(first.name))
        return Pi(first.name, self.sort(first.sort), inner)


def _sort_of(term: Term) -> Sort:
    match term:
        case Var() | Label():
            return term.sort
        case Truthful():
            return Sort("report", term.agent)
        case Image():
            return Sort("outcome")
