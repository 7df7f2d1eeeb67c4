"""Census claims beyond enumeration: a claim's own formula as a constraint network.

A claim that counts maps has a formula; where that is a conjunction of conditions each of which looks at
one or two cells of the map, written out it is a binary network over the cells, which is counted exactly
without building any map.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.census.network import Network, OutOfBudget, values_of
from pycheck.census.run import BUDGET
from pycheck.claims.compile import Compiler
from pycheck.claims.evaluate import Counterexample, Enumeration
from pycheck.claims.formula import (
    And,
    Compare,
    CountMaps,
    ForAll,
    Formula,
    Image,
    Implies,
    Not,
    Num,
    Same,
    Sum,
    Term,
    Truthful,
    Utility,
)
from pycheck.mechanism import Mechanism


class NotBinary(Exception):
    """The formula has a condition on more than two cells at once, or is no conjunction."""


def count_claim(formula: CountMaps, mechanism: Mechanism, budget: int = BUDGET) -> Enumeration | None:
    """Decide a census claim by exact counting; ``None`` where that does not apply or takes too long."""
    try:
        network = formula_network(formula, mechanism, budget)
        count = network.count()
    except (NotBinary, OutOfBudget):
        return None
    signature = mechanism.signature
    total = len(signature.outcomes) ** (signature.cell_count - len(formula.fixed))
    found = None
    holds = count == formula.count
    detail = "" if holds else f"{count} maps counted, {formula.count} claimed"
    if formula.listed is not None and holds:
        found = tuple(sorted(network.solutions()))
        holds = set(found) == set(formula.listed)
        detail = "" if holds else "the listed maps are not those found"
    counterexample = None if holds else Counterexample((), detail=detail)
    return Enumeration(holds, total, count, counterexample, found, "map", counted=True)


def formula_network(formula: CountMaps, mechanism: Mechanism, budget: int | None = None) -> Network:
    """The network of a census claim: a variable a cell. Raises :class:`NotBinary`."""
    signature = mechanism.signature
    outcomes = len(signature.outcomes)
    full = (1 << outcomes) - 1
    domains = [full] * signature.cell_count
    for cell, outcome in formula.fixed:
        domains[cell] &= 1 << outcome
    rows: dict[tuple[int, int], list[int]] = {}
    for cells, allowed in _Walker(formula, mechanism).conditions():
        if not cells:
            if not allowed(()):
                domains = [0] * signature.cell_count
        elif len(cells) == 1:
            domains[cells[0]] &= sum(1 << o for o in range(outcomes) if allowed((o,)))
        else:
            first, second = cells
            forth = rows.setdefault((first, second), [full] * outcomes)
            back = rows.setdefault((second, first), [full] * outcomes)
            for o in range(outcomes):
                mask = sum(1 << q for q in range(outcomes) if allowed((o, q)))
                forth[o] &= mask
                for q in values_of(full & ~mask):
                    back[q] &= ~(1 << o)
    return Network(tuple(domains), dict(rows), budget)


class _Walker:
    """Writes a formula's quantifiers out and yields each condition with the cells it looks at."""

    def __init__(self, formula: CountMaps, mechanism: Mechanism) -> None:
        self.formula = formula
        self.signature = mechanism.signature
        self.compiler = Compiler(mechanism)
        self.slot = self.compiler.map_slot(formula.name)

    def conditions(self) -> Iterator[tuple[tuple[int, ...], _Condition]]:
        """(cells, test of their outcomes) for every condition; both are good until the next is asked for."""
        yield from self._walk(self.formula.body)

    def _walk(self, formula: Formula) -> Iterator[tuple[tuple[int, ...], _Condition]]:
        match formula:
            case And():
                for part in formula.parts:
                    yield from self._walk(part)
            case ForAll():
                for _ in self.compiler.bind(formula.variables, self.compiler.env):
                    yield from self._walk(formula.body)
            case Implies() if not any(self._cells_of(h) for h in formula.hypotheses):
                tests = [self.compiler.test(h) for h in formula.hypotheses]
                if all(test(self.compiler.env, self.compiler.maps) for test in tests):
                    yield from self._walk(formula.conclusion)
            case Compare() | Same() | Not():
                cells = tuple(dict.fromkeys(self._cells_of(formula)))
                if len(cells) > 2:
                    raise NotBinary
                yield cells, _Condition(self, formula, cells)
            case _:
                raise NotBinary

    def _cells_of(self, formula: Formula) -> list[int]:
        """The cells of the counted map that a quantifier-free formula looks at now."""
        match formula:
            case Compare():
                return [*self._in_number(formula.left), *self._in_number(formula.right)]
            case Same():
                return [*self._in_term(formula.left), *self._in_term(formula.right)]
            case Not():
                return self._cells_of(formula.body)
            case And():
                return [cell for part in formula.parts for cell in self._cells_of(part)]
            case _:
                raise NotBinary

    def _in_number(self, num: Num) -> list[int]:
        match num:
            case Utility():
                return [*self._in_term(num.outcome), *self._in_term(num.type)]
            case Sum():
                return [cell for part in num.parts for cell in self._in_number(part)]
            case _:
                return []

    def _in_term(self, term: Term) -> list[int]:
        match term:
            case Image():
                if any(self._in_term(report) for report in term.reports):
                    raise NotBinary
                if term.map != self.formula.name:
                    return []
                env, maps = self.compiler.env, self.compiler.maps
                return [self.signature.cell(tuple(self.compiler.term(r)(env, maps) for r in term.reports))]
            case Truthful():
                return self._in_term(term.of)
            case _:
                return []


class _Condition:
    """A condition under the walker's current assignment, as a test of its cells' outcomes."""

    def __init__(self, walker: _Walker, formula: Formula, cells: tuple[int, ...]) -> None:
        self.walker = walker
        self.test = walker.compiler.test(formula)
        self.cells = cells

    def __call__(self, outcomes: tuple[int, ...]) -> bool:
        compiler = self.walker.compiler
        table = [0] * self.walker.signature.cell_count
        for cell, outcome in zip(self.cells, outcomes, strict=True):
            table[cell] = outcome
        compiler.maps[self.walker.slot] = tuple(table)
        return self.test(compiler.env, compiler.maps)
