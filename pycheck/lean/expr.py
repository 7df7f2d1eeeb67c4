"""Terms of Lean's kernel in Python: building, walking, comparing, printing.

Build an expected term with the node classes and the helpers::

    Pi("n", Const("Nat"), app(Const("Nat.lt"), BVar(0), Lit(4)))     # ∀ n : Nat, Nat.lt n 4

and compare it with one read from a compiled file by :func:`same_term`. Names are dotted strings as Lean
prints them (``Foo.bar``, ``«term_=_»``); see :func:`join_name` for their components.
"""

from __future__ import annotations

from pycheck.lean._names import ANONYMOUS, join_name, split_name
from pycheck.lean._nodes import (
    App,
    BinderInfo,
    BVar,
    Const,
    Expr,
    Lam,
    Let,
    Level,
    LevelIMax,
    LevelMax,
    LevelParam,
    LevelSucc,
    LevelZero,
    Lit,
    MData,
    Pi,
    Proj,
    Sort,
    expr_children,
    expr_levels,
    level_children,
    postorder,
    subterms,
)
from pycheck.lean._render import render, render_level
from pycheck.lean._sameterm import PROOF, TermNumbers, same_term

__all__ = [
    "ANONYMOUS",
    "PROOF",
    "PROP",
    "TYPE",
    "App",
    "BVar",
    "BinderInfo",
    "Const",
    "Expr",
    "Lam",
    "Let",
    "Level",
    "LevelIMax",
    "LevelMax",
    "LevelParam",
    "LevelSucc",
    "LevelZero",
    "Lit",
    "MData",
    "Pi",
    "Proj",
    "Sort",
    "TermNumbers",
    "app",
    "arrow",
    "expr_children",
    "expr_levels",
    "join_name",
    "level",
    "level_children",
    "postorder",
    "render",
    "render_level",
    "same_term",
    "split_name",
    "subterms",
    "unapply",
    "used_constants",
]


def level(number: int) -> Level:
    """Return the universe level ``number`` (0 or more): ``Sort (level(1))`` is ``Type``."""
    result: Level = LevelZero()
    for _ in range(number):
        result = LevelSucc(result)
    return result


PROP = Sort(level(0))
TYPE = Sort(level(1))


def app(fn: Expr, *args: Expr) -> Expr:
    """Return ``fn`` applied to the arguments in turn."""
    for arg in args:
        fn = App(fn, arg)
    return fn


def unapply(expr: Expr) -> tuple[Expr, tuple[Expr, ...]]:
    """Return the head and the arguments of an application, looking through notes: undoes :func:`app`."""
    args: list[Expr] = []
    while True:
        if isinstance(expr, MData):
            expr = expr.expr
        elif isinstance(expr, App):
            args.append(expr.arg)
            expr = expr.fn
        else:
            return expr, tuple(reversed(args))


def arrow(*types: Expr) -> Expr:
    """Return ``A → B → … → C`` for closed types (of variables, each → would have to shift the indices)."""
    *domains, result = types
    for domain in reversed(domains):
        result = Pi("a", domain, result)
    return result


def used_constants(*exprs: Expr) -> frozenset[str]:
    """Return the names of the constants in the terms, the structures of projections included."""
    names: set[str] = set()
    for node in subterms(*exprs):
        if isinstance(node, Const):
            names.add(node.name)
        elif isinstance(node, Proj):
            names.add(node.structure)
    return frozenset(names)
