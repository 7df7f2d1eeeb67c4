"""Formulas compiled into closures over integer indices.

Variables become slots of one list, map variables slots of another, utilities integers (multiplied by
their common denominator, so that every comparison is exact and cheap). A compiled formula is a
function of the two lists.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TypeAlias

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
)
from pycheck.mechanism import Mechanism, Signature

Cells: TypeAlias = tuple[int, ...]
Env: TypeAlias = list[int]
Maps: TypeAlias = list[Cells]
TermFn: TypeAlias = Callable[[Env, Maps], int]
Test: TypeAlias = Callable[[Env, Maps], bool]


def domain(sort: Sort, signature: Signature) -> range:
    """The indices of a sort's elements."""
    if sort.kind == "outcome":
        return range(len(signature.outcomes))
    agent = signature.agents[sort.agent]
    return range(len(agent.types if sort.kind == "type" else agent.reports))


def all_maps(signature: Signature, fixed: tuple[tuple[int, int], ...] = ()) -> Iterator[Cells]:
    """Every outcome map with the given fixed (cell, outcome) pairs, in lexicographic order of cells."""
    pinned = dict(fixed)
    outcomes = range(len(signature.outcomes))
    choices = [(pinned[k],) if k in pinned else outcomes for k in range(signature.cell_count)]
    return product(*choices)


def compare(relation: Relation, left: int | Fraction, right: int | Fraction) -> bool:
    """Whether ``left relation right``."""
    if relation == "<":
        return left < right
    return left <= right if relation == "<=" else left == right


class Compiler:
    """Compiles formulas over one mechanism; ``env`` and ``maps`` are the slots compiled code runs on."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.signature = mechanism.signature
        self.scale = mechanism.denominator
        self._utilities = tuple(
            tuple(tuple(int(v * self.scale) for v in row) for row in table) for table in mechanism.utilities
        )
        self._slots: dict[str, int] = {}
        self._map_slots: dict[str, int] = {}
        # Compiled tests by identity; the formula is kept alive beside its test.
        self._tests: dict[int, tuple[Formula, Test]] = {}
        self.env: Env = []
        self.maps: Maps = []
        for name, outcome_map in mechanism.maps.items():
            self.maps[self.map_slot(name)] = outcome_map.cells

    def slot(self, variable: Var) -> int:
        """The slot of a variable, made when first asked for."""
        if variable.name not in self._slots:
            self._slots[variable.name] = len(self.env)
            self.env.append(0)
        return self._slots[variable.name]

    def map_slot(self, name: str) -> int:
        """The slot of a map or a map variable, made when first asked for."""
        if name not in self._map_slots:
            self._map_slots[name] = len(self.maps)
            self.maps.append(())
        return self._map_slots[name]

    def term(self, term: Term) -> TermFn:
        """A function giving the index that ``term`` denotes."""
        match term:
            case Var():
                slot = self.slot(term)
                return lambda env, maps: env[slot]
            case Label():
                index = term.index
                return lambda env, maps: index
            case Truthful():
                truthful = self.signature.agents[term.agent].truthful
                if truthful is None:
                    raise ValueError(f"{self.signature.agents[term.agent].name} has no truthful reports")
                inner = self.term(term.of)
                return lambda env, maps: truthful[inner(env, maps)]
            case Image():
                which = self.map_slot(term.map)
                factors = tuple(zip(self.signature.shape, map(self.term, term.reports), strict=True))

                def image(env: Env, maps: Maps) -> int:
                    position = 0
                    for size, report in factors:
                        position = position * size + report(env, maps)
                    return maps[which][position]

                return image

    def number(self, num: Num) -> TermFn:
        """A function giving the value of ``num`` times :attr:`scale`."""
        match num:
            case Utility():
                table = self._utilities[num.agent]
                outcome, type_ = self.term(num.outcome), self.term(num.type)
                return lambda env, maps: table[outcome(env, maps)][type_(env, maps)]
            case Sum():
                parts = tuple(map(self.number, num.parts))
                return lambda env, maps: sum(part(env, maps) for part in parts)
            case Number():
                scaled = num.value * self.scale
                if scaled.denominator != 1:
                    # A constant finer than the utilities' grid: keep it exact, comparisons still work.
                    return lambda env, maps: scaled  # type: ignore[return-value]
                value = int(scaled)
                return lambda env, maps: value

    def test(self, formula: Formula) -> Test:
        """A function deciding ``formula``; compiled once."""
        known = self._tests.get(id(formula))
        if known is None:
            known = self._tests[id(formula)] = (formula, self._compile(formula))
        return known[1]

    def _compile(self, formula: Formula) -> Test:
        match formula:
            case Compare():
                left, right, relation = (
                    self.number(formula.left),
                    self.number(formula.right),
                    formula.relation,
                )
                if relation == "<":
                    return lambda env, maps: left(env, maps) < right(env, maps)
                if relation == "<=":
                    return lambda env, maps: left(env, maps) <= right(env, maps)
                return lambda env, maps: left(env, maps) == right(env, maps)
            case Same():
                one, other = self.term(formula.left), self.term(formula.right)
                return lambda env, maps: one(env, maps) == other(env, maps)
            case Not():
                body = self.test(formula.body)
                return lambda env, maps: not body(env, maps)
            case And():
                parts = tuple(map(self.test, formula.parts))
                return lambda env, maps: all(part(env, maps) for part in parts)
            case Or():
                parts = tuple(map(self.test, formula.parts))
                return lambda env, maps: any(part(env, maps) for part in parts)
            case Implies():
                hypotheses = tuple(map(self.test, formula.hypotheses))
                conclusion = self.test(formula.conclusion)
                return lambda env, maps: not all(h(env, maps) for h in hypotheses) or conclusion(env, maps)
            case ForAll():
                body = self.test(formula.body)
                variables = formula.variables
                return lambda env, maps: all(body(env, maps) for _ in self.bind(variables, env))
            case Exists():
                body = self.test(formula.body)
                single = (formula.variable,)
                return lambda env, maps: any(body(env, maps) for _ in self.bind(single, env))
            case ForAllMaps():
                body, slot = self.test(formula.body), self.map_slot(formula.name)
                return lambda env, maps: all(
                    body(env, maps) for _ in self.bind_maps(slot, all_maps(self.signature), maps)
                )
            case CountMaps():
                return lambda env, maps: self._count_holds(formula, env, maps)
            case CountCases():
                body, bound, count = self.test(formula.body), formula.variables, formula.count
                return lambda env, maps: sum(body(env, maps) for _ in self.bind(bound, env)) == count

    def bind(self, variables: tuple[Var, ...], env: Env) -> Iterator[tuple[int, ...]]:
        """Run the variables' slots through all their values, last variable fastest."""
        slots = [self.slot(v) for v in variables]
        for values in product(*(domain(v.sort, self.signature) for v in variables)):
            for slot, value in zip(slots, values, strict=True):
                env[slot] = value
            yield values

    @staticmethod
    def bind_maps(slot: int, candidates: Iterator[Cells], maps: Maps) -> Iterator[Cells]:
        """Run a map slot through the candidate maps."""
        for cells in candidates:
            maps[slot] = cells
            yield cells

    def satisfying_maps(self, formula: CountMaps) -> Iterator[Cells]:
        """The maps counted by ``formula``, lazily, in lexicographic order of cells."""
        body, slot = self.test(formula.body), self.map_slot(formula.name)
        for cells in self.bind_maps(slot, all_maps(self.signature, formula.fixed), self.maps):
            if body(self.env, self.maps):
                yield cells

    def _count_holds(self, formula: CountMaps, env: Env, maps: Maps) -> bool:
        body, slot = self.test(formula.body), self.map_slot(formula.name)
        candidates = self.bind_maps(slot, all_maps(self.signature, formula.fixed), maps)
        found = [cells for cells in candidates if body(env, maps)]
        return len(found) == formula.count and (formula.listed is None or set(found) == set(formula.listed))
