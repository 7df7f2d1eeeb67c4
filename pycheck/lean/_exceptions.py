"""What Lean's kernel says when it refuses a declaration, as text.

The terms in a kernel exception are read from Lean's memory, each object once, and printed to a bounded
length: Lean's own printers go over the tree, which can be astronomically larger than the graph.
"""

from __future__ import annotations

from pycheck.lean._lean_objects import field, number_of, scalar_byte, tag_of, text_of
from pycheck.lean._names import join_name
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
    postorder,
)
from pycheck.lean._render import render

_LONGEST_TERM = 400
_DEEPEST_LEVEL = 20

#: ``Lean.Kernel.Exception`` in order: a text, with the positions of the fields that it shows. A field in
#: braces is a term, in angle brackets a name.
_TEXTS = (
    "unknown constant <1>",
    "<1> is already declared",
    "the value has not the declared type, but {2}",
    "<1> contains a metavariable",
    "<1> contains a free variable",
    "not a function, but applied: {2}",
    "not a type, but used as one: {2}",
    "the value of the let <2> has not the declared type {4}, but {3}",
    "the term {2} has not the expected type {3}",
    "an argument of type {4} is given to a function of type {3}: {2}",
    "impossible projection: {2}",
    "<1> is a theorem, but its type is no proposition: {2}",
    "",
    "time limit reached",
    "memory limit reached",
    "recursion too deep",
    "interrupted",
)
_OTHER = 12
#: For each constructor of ``Lean.Expr``, the positions of its subterms.
_SUBTERMS = {5: (0, 1), 6: (1, 2), 7: (1, 2), 8: (1, 2, 3), 10: (1,), 11: (2,)}


def explain(exception: int) -> str:
    """Return the reason in the ``Lean.Kernel.Exception`` at this address."""
    tag = tag_of(exception)
    if tag == _OTHER:
        return text_of(field(exception, 0))
    if tag >= len(_TEXTS):
        return f"kernel exception number {tag}"
    text = _TEXTS[tag]
    for position in range(1, 5):
        if f"<{position}>" in text:
            text = text.replace(f"<{position}>", _read_name(field(exception, position)))
        if f"{{{position}}}" in text:
            term = render(_read_term(field(exception, position)), _LONGEST_TERM)
            text = text.replace(f"{{{position}}}", term)
    return text


def _read_name(pointer: int) -> str:
    parts: list[str | int] = []
    while tag_of(pointer):
        part = field(pointer, 1)
        parts.append(text_of(part) if tag_of(pointer) == 1 else number_of(part))
        pointer = field(pointer, 0)
    return join_name(tuple(reversed(parts)))


def _read_level(pointer: int, depth: int = 0) -> Level:
    tag = tag_of(pointer)
    if depth == _DEEPEST_LEVEL:
        return LevelParam("…")
    if tag == 0:
        return LevelZero()
    if tag == 1:
        return LevelSucc(_read_level(field(pointer, 0), depth + 1))
    if tag in (2, 3):
        make = LevelMax if tag == 2 else LevelIMax
        return make(_read_level(field(pointer, 0), depth + 1), _read_level(field(pointer, 1), depth + 1))
    return LevelParam(_read_name(field(pointer, 0)))


def _read_term(root: int) -> Expr:
    built: dict[int, Expr] = {}
    # Python may give equal addresses different ints, so the nodes walked over are looked up by value.
    same: dict[int, int] = {}

    def children(pointer: int) -> tuple[int, ...]:
        positions = _SUBTERMS.get(tag_of(pointer), ())
        return tuple(same.setdefault(child, child) for child in (field(pointer, at) for at in positions))

    for pointer in postorder(same.setdefault(root, root), children=children):
        built[pointer] = _make(pointer, [built[child] for child in children(pointer)])
    return built[root]


def _make(pointer: int, parts: list[Expr]) -> Expr:
    first = field(pointer, 0)
    match tag_of(pointer):
        case 0:
            return BVar(number_of(first))
        case 1 | 2:
            # A variable that the kernel introduced on its way under a binder.
            return Const(_read_name(first))
        case 3:
            return Sort(_read_level(first))
        case 4:
            return Const(_read_name(first))
        case 5:
            return App(parts[0], parts[1])
        case 6 | 7 as tag:
            binder = Lam if tag == 6 else Pi
            info = BinderInfo(scalar_byte(pointer, fields=3, offset=8))
            return binder(_read_name(first), parts[0], parts[1], info)
        case 8:
            return Let(_read_name(first), parts[0], parts[1], parts[2])
        case 9:
            content = field(first, 0)
            return Lit(number_of(content) if tag_of(first) == 0 else text_of(content))
        case 10:
            return MData(parts[0])
        case _:
            return Proj(_read_name(first), number_of(field(pointer, 1)), parts[0])
