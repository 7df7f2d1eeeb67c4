"""Terms as text, for messages: close to what Lean prints with ``pp.explicit``, bounded in length."""

from __future__ import annotations

from typing import TypeAlias

from pycheck.lean._names import escape_part
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
)

_OPEN = {BinderInfo.IMPLICIT: "{", BinderInfo.STRICT_IMPLICIT: "⦃", BinderInfo.INSTANCE: "["}
_CLOSE = {BinderInfo.IMPLICIT: "}", BinderInfo.STRICT_IMPLICIT: "⦄", BinderInfo.INSTANCE: "]"}

#: Where a term stands decides whether it needs brackets: anywhere, left of →, head of an application,
#: argument of one.
_ANYWHERE, _LEFT, _HEAD, _ARGUMENT = range(4)

#: The names of the binders around a term, innermost first.
_Scope: TypeAlias = "tuple[str, _Scope] | None"
_Job: TypeAlias = tuple[Expr, _Scope, int] | str


def render(expr: Expr, limit: int = 2000) -> str:
    """Return a term as text: every argument written out, no notation, ``…`` after ``limit`` characters.

    Shadowed binders are renamed (``x_1``) so that what is printed means what it says. Universe levels of
    constants are left out.
    """
    pieces: list[str] = []
    length = 0
    jobs: list[_Job] = [(expr, None, _ANYWHERE)]
    while jobs:
        job = jobs.pop()
        if not isinstance(job, str):
            jobs.extend(reversed(_expand(*job)))
            continue
        pieces.append(job)
        length += len(job)
        if length > limit:
            return "".join(pieces)[:limit] + "…"
    return "".join(pieces)


def _expand(expr: Expr, scope: _Scope, place: int) -> list[_Job]:
    """Split a term into finished text and smaller terms, in reading order."""
    match expr:
        case MData(inner):
            return [(inner, scope, place)]
        case BVar(index):
            return [_look_up(scope, index)]
        case Const(name):
            return [name]
        case Lit(value):
            return [_number(value) if isinstance(value, int) else _quote(value)]
        case Sort(level):
            text = _render_sort(level)
            return [f"({text})" if " " in text and place == _ARGUMENT else text]
        case App(fn, arg):
            return _bracket(place == _ARGUMENT, [(fn, scope, _HEAD), " ", (arg, scope, _ARGUMENT)])
        case Proj(_, index, inner):
            return [(inner, scope, _ARGUMENT), f".{index + 1}"]
        case Pi(_, type_, body, BinderInfo.DEFAULT) if not _uses_innermost(body):
            # The name cannot be seen, but the binder still counts.
            jobs: list[_Job] = [(type_, scope, _LEFT), " → ", (body, ("_", scope), _ANYWHERE)]
            return _bracket(place != _ANYWHERE, jobs)
        case Pi(name, type_, body, info):
            name = _fresh(name, scope)
            opening, closing = _OPEN.get(info, "("), _CLOSE.get(info, ")")
            jobs = [f"{opening}{name} : ", (type_, scope, _ANYWHERE), f"{closing} → "]
            return _bracket(place != _ANYWHERE, [*jobs, (body, (name, scope), _ANYWHERE)])
        case Lam(name, type_, body):
            name = _fresh(name, scope)
            jobs = [f"fun ({name} : ", (type_, scope, _ANYWHERE), ") => "]
            return _bracket(place != _ANYWHERE, [*jobs, (body, (name, scope), _ANYWHERE)])
        case Let(name, type_, value, body):
            name = _fresh(name, scope)
            jobs = [f"let {name} : ", (type_, scope, _ANYWHERE), " := ", (value, scope, _ANYWHERE), "; "]
            return _bracket(place != _ANYWHERE, [*jobs, (body, (name, scope), _ANYWHERE)])


def _bracket(needed: bool, jobs: list[_Job]) -> list[_Job]:
    return ["(", *jobs, ")"] if needed else jobs


def _look_up(scope: _Scope, index: int) -> str:
    rest = scope
    for _ in range(index):
        if rest is None:
            break
        rest = rest[1]
    return f"#{index}" if rest is None else rest[0]


def _fresh(name: str, scope: _Scope) -> str:
    # What follows in a name made by a macro only keeps it apart from others.
    name = name.partition(".«_@».")[0]
    taken = set()
    while scope is not None:
        taken.add(scope[0])
        scope = scope[1]
    if name not in taken:
        return name
    number = 1
    while f"{name}_{number}" in taken:
        number += 1
    return f"{name}_{number}"


def _uses_innermost(body: Expr) -> bool:
    """Whether ``BVar(0)`` of ``body``'s own scope occurs in it."""
    seen: set[tuple[int, int]] = set()
    stack: list[tuple[Expr, int]] = [(body, 0)]
    while stack:
        expr, depth = stack.pop()
        if (id(expr), depth) in seen:
            continue
        seen.add((id(expr), depth))
        if isinstance(expr, BVar) and expr.index == depth:
            return True
        children = expr_children(expr)
        binds = isinstance(expr, Lam | Pi | Let)
        for position, child in enumerate(children):
            inside = binds and position == len(children) - 1
            stack.append((child, depth + 1 if inside else depth))
    return False


def _number(value: int) -> str:
    # Python refuses to write very long numbers in decimal.
    return str(value) if value.bit_length() < 4096 else hex(value)


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _render_sort(level: Level) -> str:
    offset, base = _offset(level)
    if isinstance(base, LevelZero):
        return "Prop" if offset == 0 else "Type" if offset == 1 else f"Type {offset - 1}"
    return f"Sort {render_level(level)}"


def render_level(level: Level, depth: int = 8) -> str:
    """Return a universe level as text; parts nested deeper than ``depth`` are shown as ``…``."""
    if depth == 0:
        return "…"
    offset, base = _offset(level)
    match base:
        case LevelZero():
            return str(offset)
        case LevelParam(name):
            text = name
        case LevelMax(left, right):
            text = f"(max {render_level(left, depth - 1)} {render_level(right, depth - 1)})"
        case LevelIMax(left, right):
            text = f"(imax {render_level(left, depth - 1)} {render_level(right, depth - 1)})"
        case _:
            text = escape_part("?")
    return f"({text}+{offset})" if offset else text


def _offset(level: Level) -> tuple[int, Level]:
    offset = 0
    while isinstance(level, LevelSucc):
        level = level.pred
        offset += 1
    return offset, level
