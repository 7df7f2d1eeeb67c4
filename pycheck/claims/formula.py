"""The language in which a claim is stated once.

A claim kind turns its parameters into a :class:`Formula`: first-order, over the finite sorts of one
mechanism (types, reports, outcomes, outcome maps), with utilities, their sums and comparisons as
atoms. Everything else reads that one object: the evaluator enumerates it
(:mod:`pycheck.claims.evaluate`), the Lean side renders it (:mod:`pycheck.lean.statements`), the
symbolic checker turns it into conditions on the utilities (:mod:`pycheck.claims.expand`). So the
voices of a claim cannot drift apart.

Conventions: indices instead of labels; ``∀`` over several variables lists them in binding order;
conjunctions and sums keep the order in which they are written.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal, TypeAlias

SortKind = Literal["type", "report", "outcome"]


@dataclass(frozen=True)
class Sort:
    """A finite sort: the types or reports of one agent (by index), or the outcomes (``agent`` = -1)."""

    kind: SortKind
    agent: int = -1


OUTCOME = Sort("outcome")


# Terms that denote an element of a finite sort.


@dataclass(frozen=True)
class Var:
    """A variable. ``name`` is unique within a formula; ``meaning`` is how a person calls it."""

    name: str
    sort: Sort
    meaning: str


@dataclass(frozen=True)
class Label:
    """A fixed element of a sort, by index."""

    sort: Sort
    index: int


@dataclass(frozen=True)
class Truthful:
    """The report that is true for a type of ``agent``."""

    agent: int
    of: Term


@dataclass(frozen=True)
class Image:
    """The outcome of a map at a report profile; ``map`` names a map of the mechanism or a map variable."""

    map: str
    reports: tuple[Term, ...]


Term: TypeAlias = Var | Label | Truthful | Image


# Numbers.


@dataclass(frozen=True)
class Utility:
    """``u_agent(outcome, type)``."""

    agent: int
    outcome: Term
    type: Term


@dataclass(frozen=True)
class Sum:
    """A sum, added from left to right."""

    parts: tuple[Utility, ...]


@dataclass(frozen=True)
class Number:
    """A constant, in the unit of the utilities."""

    value: Fraction


Num: TypeAlias = Utility | Sum | Number


# Formulas.

Relation = Literal["<", "<=", "="]


@dataclass(frozen=True)
class Compare:
    """``left relation right`` between numbers."""

    relation: Relation
    left: Num
    right: Num


@dataclass(frozen=True)
class Same:
    """Two terms denote the same element."""

    left: Term
    right: Term


@dataclass(frozen=True)
class Not:
    """Negation."""

    body: Formula


@dataclass(frozen=True)
class And:
    """Conjunction of at least one part."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Or:
    """Disjunction of at least one part."""

    parts: tuple[Formula, ...]


@dataclass(frozen=True)
class Implies:
    """If all the hypotheses hold, so does the conclusion."""

    hypotheses: tuple[Formula, ...]
    conclusion: Formula


@dataclass(frozen=True)
class ForAll:
    """For all values of the variables."""

    variables: tuple[Var, ...]
    body: Formula


@dataclass(frozen=True)
class Exists:
    """For some value of the variable."""

    variable: Var
    body: Formula


@dataclass(frozen=True)
class ForAllMaps:
    """For every outcome map, bound to ``name``."""

    name: str
    body: Formula


@dataclass(frozen=True)
class CountMaps:
    """Exactly ``count`` outcome maps, bound to ``name``, have the fixed cells and satisfy ``body``.

    ``fixed`` lists (cell position, outcome index). When ``listed`` is given it is the full list of
    those maps, each as its tuple of cells.
    """

    name: str
    fixed: tuple[tuple[int, int], ...]
    body: Formula
    count: int
    listed: tuple[tuple[int, ...], ...] | None = None


@dataclass(frozen=True)
class CountCases:
    """Exactly ``count`` assignments to the variables satisfy ``body``; without variables there is one."""

    variables: tuple[Var, ...]
    body: Formula
    count: int


Formula: TypeAlias = (
    Compare | Same | Not | And | Or | Implies | ForAll | Exists | ForAllMaps | CountMaps | CountCases
)


def mentions_utilities(formula: Formula) -> bool:
    """Whether the formula compares utilities (or numbers in their unit) anywhere."""
    match formula:
        case Compare():
            return True
        case Same():
            return False
        case And() | Or():
            return any(map(mentions_utilities, formula.parts))
        case Implies():
            return any(map(mentions_utilities, (*formula.hypotheses, formula.conclusion)))
        case _:
            return mentions_utilities(formula.body)


def counted(formula: CountMaps, profiles: Sequence[tuple[int, ...]]) -> Formula:
    """The property of the maps that are counted: the fixed cells, then the body.

    ``profiles`` are the report profiles by cell position.
    """
    cells: list[Formula] = []
    for cell, outcome in formula.fixed:
        reports = tuple(Label(Sort("report", i), r) for i, r in enumerate(profiles[cell]))
        cells.append(Same(Image(formula.name, reports), Label(OUTCOME, outcome)))
    return conjunction([*cells, formula.body])


def conjunction(parts: Sequence[Formula]) -> Formula:
    """The conjunction of ``parts``; a single part stands for itself."""
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def for_all(variables: Sequence[Var], body: Formula) -> Formula:
    """``ForAll``, or the body itself where there is nothing to bind."""
    return ForAll(tuple(variables), body) if variables else body


def disjunction(parts: Sequence[Formula]) -> Formula:
    """The disjunction of ``parts``; a single part stands for itself."""
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def implies(hypotheses: Sequence[Formula], conclusion: Formula) -> Formula:
    """``Implies``, or the conclusion itself where there is no hypothesis."""
    return Implies(tuple(hypotheses), conclusion) if hypotheses else conclusion
