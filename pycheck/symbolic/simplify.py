"""A claim's tree of comparisons, made readable without changing what it says.

Negations are pushed into the comparisons; comparisons of the same linear form are merged
(``u < v`` and ``u <= v`` is ``u < v``; ``u < v`` or ``v <= u`` is true); duplicates and what is
decided by itself disappear.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import gcd
from typing import TypeAlias

from pycheck.claims.expand import All, Atom, Cell, Negation, Some, Tree
from pycheck.symbolic.regions import EVERYTHING, NOTHING, Region, solutions

#: A linear form without constant: cells in order, coprime coefficients, the first one positive.
Form: TypeAlias = tuple[tuple[Cell, int], ...]


@dataclass(frozen=True)
class Bound:
    """The value of ``form`` lies in ``region``."""

    form: Form
    region: Region


@dataclass(frozen=True)
class Group:
    """All parts hold (``conjunction``), or some part does; no parts: true, or false."""

    conjunction: bool
    parts: tuple[Condition, ...]


Condition: TypeAlias = Bound | Group
ALWAYS, NEVER = Group(True, ()), Group(False, ())


def simplify(tree: Tree) -> Condition:
    """The condition that ``tree`` states, for all values of the utilities."""
    return _simplify(tree, True)


def _simplify(tree: Tree, positive: bool) -> Condition:
    match tree:
        case Atom():
            return _bound(tree, positive)
        case Negation():
            return _simplify(tree.part, not positive)
        case All():
            return merge(positive, (_simplify(part, positive) for part in tree.parts))
        case Some():
            return merge(not positive, (_simplify(part, positive) for part in tree.parts))


def _bound(atom: Atom, positive: bool) -> Bound:
    coefficients = atom.form.coefficients
    factor = gcd(*(k for _, k in coefficients))
    if coefficients[0][1] < 0:
        factor = -factor
    form = tuple((cell, k // factor) for cell, k in coefficients)
    # The atom says factor · form + constant relation 0.
    region = solutions(atom.relation, Fraction(0)).scaled(Fraction(factor), atom.form.constant)
    return Bound(form, region if positive else ~region)


def merge(conjunction: bool, parts: Iterable[Condition]) -> Condition:
    """The conjunction (or disjunction) of ``parts``, in order of first appearance."""
    neutral, absorbing = (ALWAYS, NEVER) if conjunction else (NEVER, ALWAYS)
    merged: dict[Form | Group, Condition] = {}
    for part in parts:
        inner = part.parts if isinstance(part, Group) and part.conjunction == conjunction else (part,)
        for piece in inner:
            if isinstance(piece, Group):
                merged[piece] = piece
                continue
            known = merged.get(piece.form)
            region = piece.region
            if isinstance(known, Bound):
                region = region & known.region if conjunction else region | known.region
            merged[piece.form] = Bound(piece.form, region)
    kept = [decided for piece in merged.values() if (decided := _decided(piece)) != neutral]
    if absorbing in kept:
        return absorbing
    return kept[0] if len(kept) == 1 else Group(conjunction, tuple(kept))


def _decided(piece: Condition) -> Condition:
    if isinstance(piece, Bound):
        if piece.region == EVERYTHING:
            return ALWAYS
        if piece.region == NOTHING:
            return NEVER
    return piece


def cells(condition: Condition) -> tuple[Cell, ...]:
    """The utilities that occur in a condition, in the order agent, outcome, type."""
    found: set[Cell] = set()
    stack = [condition]
    while stack:
        here = stack.pop()
        if isinstance(here, Bound):
            found.update(cell for cell, _ in here.form)
        else:
            stack.extend(here.parts)
    return tuple(sorted(found))


def size(condition: Condition) -> int:
    """The number of comparisons in a condition."""
    return 1 if isinstance(condition, Bound) else sum(map(size, condition.parts))
