"""A claim's formula with its quantifiers written out: a Boolean tree over linear comparisons.

For a fixed outcome map the truth of a claim depends on the utilities alone. Expanding every quantifier
over the finite sorts leaves comparisons between sums of single utilities ``u_agent(outcome, type)``,
which is what the symbolic checker reasons about.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import TypeAlias

from pycheck.claims.compile import Compiler, compare
from pycheck.claims.formula import (
    And,
    Compare,
    Exists,
    ForAll,
    Formula,
    Implies,
    Not,
    Num,
    Number,
    Or,
    Relation,
    Same,
    Sum,
)
from pycheck.mechanism import Mechanism

#: A single utility: (agent, outcome, type), as indices.
Cell: TypeAlias = tuple[int, int, int]


@dataclass(frozen=True)
class Linear:
    """``constant + Σ coefficient · u(cell)``, cells in order and coefficients non-zero."""

    coefficients: tuple[tuple[Cell, int], ...]
    constant: Fraction

    def value(self, mechanism: Mechanism) -> Fraction:
        """The value under the mechanism's numbers."""
        parts = (k * mechanism.utilities[a][o][t] for (a, o, t), k in self.coefficients)
        return sum(parts, self.constant)


@dataclass(frozen=True)
class Atom:
    """``form relation 0`` with relation ``<``, ``<=`` or ``=`` and ``form = left - right``."""

    relation: Relation
    form: Linear
    left: tuple[Cell, ...]
    right: tuple[Cell, ...]


@dataclass(frozen=True)
class All:
    """Every part holds; no parts: true."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Some:
    """Some part holds; no parts: false."""

    parts: tuple[Tree, ...]


@dataclass(frozen=True)
class Negation:
    """The part does not hold."""

    part: Tree


Tree: TypeAlias = Atom | All | Some | Negation
TRUE, FALSE = All(()), Some(())


class NotAboutUtilities(Exception):
    """The claim ranges over outcome maps, so it is not a condition on the utilities for this map."""


def expand(formula: Formula, mechanism: Mechanism) -> Tree:
    """The claim as a tree of comparisons; duplicates merged, trivial comparisons decided.

    Raises :class:`NotAboutUtilities` for claims that quantify over or count outcome maps.
    """
    return _expand(formula, Compiler(mechanism))


def _expand(formula: Formula, compiler: Compiler) -> Tree:
    match formula:
        case Compare():
            left, right = _cells(formula.left, compiler), _cells(formula.right, compiler)
            return _atom(formula.relation, left, right)
        case Same():
            return TRUE if compiler.test(formula)(compiler.env, compiler.maps) else FALSE
        case Not():
            return negate(_expand(formula.body, compiler))
        case And():
            return every(_expand(part, compiler) for part in formula.parts)
        case Or():
            return some(_expand(part, compiler) for part in formula.parts)
        case Implies():
            unmet = some(negate(_expand(h, compiler)) for h in formula.hypotheses)
            return TRUE if unmet == TRUE else some([unmet, _expand(formula.conclusion, compiler)])
        case ForAll():
            bindings = compiler.bind(formula.variables, compiler.env)
            return every(_expand(formula.body, compiler) for _ in bindings)
        case Exists():
            bindings = compiler.bind((formula.variable,), compiler.env)
            return some(_expand(formula.body, compiler) for _ in bindings)
        case _:
            raise NotAboutUtilities


def truth(tree: Tree, mechanism: Mechanism) -> bool:
    """Whether the tree holds under the mechanism's numbers."""
    match tree:
        case Atom():
            return compare(tree.relation, tree.form.value(mechanism), Fraction(0))
        case All():
            return all(truth(part, mechanism) for part in tree.parts)
        case Some():
            return any(truth(part, mechanism) for part in tree.parts)
        case Negation():
            return not truth(tree.part, mechanism)


def atoms(tree: Tree) -> tuple[Atom, ...]:
    """The distinct comparisons of a tree, in order of appearance."""
    found: dict[Atom, None] = {}
    stack = [tree]
    while stack:
        here = stack.pop()
        match here:
            case Atom():
                found.setdefault(here)
            case Negation():
                stack.append(here.part)
            case All() | Some():
                stack.extend(reversed(here.parts))
    return tuple(found)


def every(parts: Iterable[Tree]) -> Tree:
    """Conjunction, flattened, without duplicates."""
    kept: dict[Tree, None] = {}
    for part in parts:
        if part == FALSE:
            return FALSE
        for piece in part.parts if isinstance(part, All) else (part,):
            kept.setdefault(piece)
    return next(iter(kept)) if len(kept) == 1 else All(tuple(kept))


def some(parts: Iterable[Tree]) -> Tree:
    """Disjunction, flattened, without duplicates."""
    kept: dict[Tree, None] = {}
    for part in parts:
        if part == TRUE:
            return TRUE
        for piece in part.parts if isinstance(part, Some) else (part,):
            kept.setdefault(piece)
    return next(iter(kept)) if len(kept) == 1 else Some(tuple(kept))


def negate(tree: Tree) -> Tree:
    """Negation; constants and double negations resolved."""
    if isinstance(tree, Negation):
        return tree.part
    if tree in (TRUE, FALSE):
        return FALSE if tree == TRUE else TRUE
    return Negation(tree)


def _cells(num: Num, compiler: Compiler) -> tuple[tuple[Cell, ...], Fraction]:
    """The single utilities summed in ``num`` under the current environment, and its constant part."""
    match num:
        case Number():
            return (), num.value
        case Sum():
            return tuple(cell for part in num.parts for cell in _cells(part, compiler)[0]), Fraction(0)
        case _:
            outcome = compiler.term(num.outcome)(compiler.env, compiler.maps)
            type_ = compiler.term(num.type)(compiler.env, compiler.maps)
            return ((num.agent, outcome, type_),), Fraction(0)


def _atom(
    relation: Relation, left: tuple[tuple[Cell, ...], Fraction], right: tuple[tuple[Cell, ...], Fraction]
) -> Tree:
    counts: dict[Cell, int] = {}
    for cells, sign in ((left[0], 1), (right[0], -1)):
        for cell in cells:
            counts[cell] = counts.get(cell, 0) + sign
    coefficients = tuple(sorted((cell, k) for cell, k in counts.items() if k))
    constant = left[1] - right[1]
    if not coefficients:
        return TRUE if compare(relation, constant, Fraction(0)) else FALSE
    return Atom(relation, Linear(coefficients, constant), left[0], right[0])
