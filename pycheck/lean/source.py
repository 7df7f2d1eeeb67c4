"""Kernel terms written as Lean source that means exactly them, whatever is in scope.

Every constant is written from the root namespace, with ``@`` and its universe levels, so that nothing
is left to instances, implicit arguments, open namespaces or shadowed names. The one exception are
numerals, which have no other spelling than ``(4 : Nat)``; that they were read as the standard numeral
is checked afterwards, on the compiled term.
"""

from __future__ import annotations

from pycheck.lean.expr import (
    App,
    BVar,
    Const,
    Expr,
    Lam,
    Level,
    LevelSucc,
    LevelZero,
    Lit,
    Pi,
    Sort,
    app,
    level,
    unapply,
)

NAT = Const("Nat")
INT = Const("Int")


def natural(value: int) -> Expr:
    """The standard numeral ``value : Nat``: ``@OfNat.ofNat Nat value (instOfNatNat value)``."""
    literal = Lit(value)
    return app(Const("OfNat.ofNat", (level(0),)), NAT, literal, app(Const("instOfNatNat"), literal))


def integer(value: int) -> Expr:
    """``value : Int`` as a constructor applied to a standard numeral."""
    if value >= 0:
        return app(Const("Int.ofNat"), natural(value))
    return app(Const("Int.negSucc"), natural(-value - 1))


def to_source(expr: Expr, names: tuple[str, ...] = ()) -> str:
    """``expr`` as source; ``names`` are the binders around it, innermost last.

    Binder names must be distinct along every path, which the statement builder sees to. Terms here are
    statements, small trees; proofs are never written this way. Raises :class:`TypeError` on a node
    that statements do not contain.
    """
    match expr:
        case BVar(index):
            return names[-1 - index]
        case Sort(LevelZero()):
            return "Prop"
        case Const(name, levels):
            return f"@_root_.{name}{_levels(levels)}"
        case Pi(name, type_, body):
            inner = to_source(body, (*names, name))
            return f"(∀ ({name} : {to_source(type_, names)}), {inner})"
        case Lam(name, type_, body):
            inner = to_source(body, (*names, name))
            return f"(fun ({name} : {to_source(type_, names)}) => {inner})"
        case App():
            value = numeral(expr)
            if value is not None:
                return f"({value} : _root_.Nat)"
            head, args = unapply(expr)
            return f"({' '.join([to_source(head, names), *(to_source(a, names) for a in args)])})"
        case _:
            raise TypeError(f"no source for a {type(expr).__name__}")


def numeral(expr: Expr) -> int | None:
    """The value of a standard numeral; ``None`` for anything else."""
    head, args = unapply(expr)
    if isinstance(head, Const) and head.name == "OfNat.ofNat" and len(args) == 3 and isinstance(args[1], Lit):
        value = args[1].value
        return value if isinstance(value, int) else None
    return None


def _levels(levels: tuple[Level, ...]) -> str:
    return ".{" + ", ".join(str(_number(lv)) for lv in levels) + "}" if levels else ""


def _number(lv: Level) -> int:
    match lv:
        case LevelZero():
            return 0
        case LevelSucc(pred):
            return _number(pred) + 1
        case _:
            raise TypeError("statements use closed universe levels")
