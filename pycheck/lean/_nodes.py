"""The terms of Lean's kernel as immutable nodes.

Terms are directed acyclic graphs: a subterm that occurs a thousand times is one node, and a proof whose
tree has 2^60 leaves may have 60 nodes. So nodes compare and hash by identity, nothing here recurses, and
:func:`postorder` is the one way to walk a term. For equality use :func:`pycheck.lean.expr.same_term`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import IntEnum
from operator import attrgetter
from typing import Any, TypeAlias, TypeVar

Node = TypeVar("Node")


@dataclass(frozen=True, slots=True, eq=False)
class LevelZero:
    """The universe level 0: ``Sort 0`` is ``Prop``."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LevelSucc:
    """``pred + 1``."""

    pred: Level


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LevelMax:
    """``max left right``."""

    left: Level
    right: Level


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LevelIMax:
    """``imax left right``: 0 when ``right`` is 0, else the maximum."""

    left: Level
    right: Level


@dataclass(frozen=True, slots=True, eq=False)
class LevelParam:
    """A universe parameter of the declaration."""

    name: str


Level: TypeAlias = LevelZero | LevelSucc | LevelMax | LevelIMax | LevelParam


class BinderInfo(IntEnum):
    """How an argument is written. The kernel ignores it, and so does ``same_term``."""

    DEFAULT = 0
    IMPLICIT = 1
    STRICT_IMPLICIT = 2
    INSTANCE = 3


@dataclass(frozen=True, slots=True, eq=False)
class BVar:
    """A bound variable: the number of binders between it and its own (de Bruijn)."""

    index: int


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Sort:
    """A universe."""

    level: Level


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Const:
    """A constant by its full name, at the given universe levels."""

    name: str
    levels: tuple[Level, ...] = ()


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class App:
    """``fn arg``."""

    fn: Expr
    arg: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Lam:
    """``fun (name : type) => body``; in ``body``, ``BVar(0)`` is the argument."""

    name: str
    type: Expr
    body: Expr
    info: BinderInfo = BinderInfo.DEFAULT


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Pi:
    """``(name : type) → body``, also written ``∀ name : type, body``."""

    name: str
    type: Expr
    body: Expr
    info: BinderInfo = BinderInfo.DEFAULT


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Let:
    """``let name : type := value; body``."""

    name: str
    type: Expr
    value: Expr
    body: Expr


@dataclass(frozen=True, slots=True, eq=False)
class Lit:
    """A raw literal: of type ``Nat`` for an int (not negative), of type ``String`` for a str."""

    value: int | str


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class MData:
    """``expr`` with a note by the elaborator; it means what ``expr`` means. The note itself is dropped."""

    expr: Expr


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Proj:
    """Field number ``index`` of ``expr``, a value of the structure ``structure``."""

    structure: str
    index: int
    expr: Expr


Expr: TypeAlias = BVar | Sort | Const | App | Lam | Pi | Let | Lit | MData | Proj


#: How to get at the subterms of each kind of node; looking a kind up is faster than matching patterns.
_SUBTERMS: dict[type, Callable[[Any], tuple[Expr, ...]]] = {
    App: attrgetter("fn", "arg"),
    Lam: attrgetter("type", "body"),
    Pi: attrgetter("type", "body"),
    Let: attrgetter("type", "value", "body"),
    MData: lambda node: (node.expr,),
    Proj: lambda node: (node.expr,),
}


def expr_children(expr: Expr) -> tuple[Expr, ...]:
    """Return the direct subterms."""
    parts = _SUBTERMS.get(type(expr))
    return parts(expr) if parts is not None else ()


def level_children(level: Level) -> tuple[Level, ...]:
    """Return the direct sublevels."""
    match level:
        case LevelSucc(pred):
            return (pred,)
        case LevelMax(left, right) | LevelIMax(left, right):
            return (left, right)
        case _:
            return ()


def expr_levels(expr: Expr) -> tuple[Level, ...]:
    """Return the universe levels written in this node itself."""
    match expr:
        case Sort(level):
            return (level,)
        case Const(_, levels):
            return levels
        case _:
            return ()


def postorder(*roots: Node, children: Callable[[Node], tuple[Node, ...]]) -> Iterator[Node]:
    """Yield every node below the roots once, children first, in linear time and without recursion."""
    done: set[int] = set()
    # None says that the node below it on the stack has all its children done.
    stack: list[Node | None] = list(reversed(roots))
    while stack:
        node = stack.pop()
        finished = node is None
        if node is None:
            node = stack.pop()
            assert node is not None
        if id(node) in done:
            continue
        below = () if finished else children(node)
        if below:
            stack += (node, None, *below)
        else:
            done.add(id(node))
            yield node


def subterms(*roots: Expr) -> Iterator[Expr]:
    """Yield every subterm once, children before parents."""
    return postorder(*roots, children=expr_children)
