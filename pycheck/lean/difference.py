"""Where two statements part, and what that is called."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from pycheck.lean.expr import (
    BinderInfo,
    Const,
    Expr,
    MData,
    Pi,
    expr_children,
    render,
    split_name,
    unapply,
    used_constants,
)
from pycheck.lean.judge import article
from pycheck.lean.meaning import Side, made_by_compiler
from pycheck.lean.olean import Constant
from pycheck.lean.reasons import Code

_SHOWN = 400


@dataclass(frozen=True)
class Difference:
    """A reason code with what was expected and what was found."""

    code: Code
    reason: str
    expected: str
    found: str


@dataclass(frozen=True)
class _Spot:
    """Two subterms that differ, innermost, and whether they stand where an instance stands."""

    wanted: Expr
    found: Expr
    instance: bool


def difference(wanted: Side, found: Side, name: str, found_name: str) -> Difference | None:
    """How the statement ``found_name`` of one file is not the statement ``name`` of the other, or None."""
    if wanted.statement(name) == found.statement(found_name):
        confused = found.confused()
        if confused:
            reason = f"{confused[0]} and {confused[1]} are two types, which the statement has as one"
            return Difference(Code.DEFINITION_DIFFERS, reason, confused[0], confused[1])
        return None
    first, second = wanted.constants[name], found.constants[found_name]
    expected, there = render(first.type, _SHOWN), render(second.type, _SHOWN)
    spot = _spot(wanted, found, first, second, first.type, second.type)
    below = None if spot is None else _below(wanted, found, spot)
    if below is not None:
        return below
    code, reason = _name(spot)
    missing = _missing(wanted, found, first) if code == Code.STATEMENT_DIFFERS else ""
    if missing:
        code, reason = Code.DEFINITION_MISSING, f"{missing}, which the statement mentions, is not there"
    return Difference(code, reason, expected, there)


def _missing(wanted: Side, found: Side, statement: Constant) -> str:
    """A constant of the statements' own that the statement mentions and the target has not; empty if none."""
    there = {found.spell(name) for name in found.constants}
    own = (n for n in used_constants(statement.type) if n in wanted.own and not _made(n))
    return next((wanted.spell(name) for name in sorted(own) if wanted.spell(name) not in there), "")


def _name(spot: _Spot | None) -> tuple[Code, str]:
    differs = "its statement is not the one asked for"
    if spot is None:
        return Code.STATEMENT_DIFFERS, differs
    expected, there = render(spot.wanted, 120), render(spot.found, 120)
    where = f"{differs}: {there} stands where {expected} is asked for"
    if spot.instance:
        return Code.INSTANCE_DIFFERS, f"{where} (an instance)"
    if not isinstance(spot.wanted, Const) or not isinstance(spot.found, Const):
        return Code.STATEMENT_DIFFERS, where
    same = split_name(spot.wanted.name)[-1:] == split_name(spot.found.name)[-1:]
    return (Code.OTHER_CONSTANT if same else Code.STATEMENT_DIFFERS), where


def _below(wanted: Side, found: Side, spot: _Spot) -> Difference | None:
    """The declaration below that differs, where both statements mention one of the same name."""
    seen: set[str] = set()
    last: tuple[Constant, Constant] | None = None
    current: _Spot | None = spot
    while current is not None:
        pair = _declarations(wanted, found, current, top=last is None)
        if pair is None or pair[0].name in seen:
            break
        last = pair
        seen.add(pair[0].name)
        current = next(_spots(wanted, found, *pair), None)
    if last is None:
        return None
    reason = f"{wanted.spell(last[0].name)}, which the statement rests on, {_how(wanted, found, *last)}"
    return Difference(
        Code.DEFINITION_DIFFERS, reason, _declaration(wanted, last[0]), _declaration(found, last[1])
    )


def _declarations(wanted: Side, found: Side, spot: _Spot, *, top: bool) -> tuple[Constant, Constant] | None:
    """The declarations of two constants that differ; other names are another matter in a statement itself."""
    if not isinstance(spot.wanted, Const) or not isinstance(spot.found, Const):
        return None
    first, second = spot.wanted.name, spot.found.name
    if first not in wanted.own or second not in found.own:
        return None
    if wanted.spell(first) != found.spell(second) and (top or not _made(first) or not _made(second)):
        return None
    if wanted.key(first) == found.key(second):
        return None
    return _whole(wanted, first), _whole(found, second)


def _whole(side: Side, name: str) -> Constant:
    """The declaration; for a constructor or recursor that of its type."""
    return side.constants.get(side.unit(side.constants[name]), side.constants[name])


def _made(name: str) -> bool:
    last = split_name(name)[-1]
    return made_by_compiler(name) or (isinstance(last, str) and last.startswith("inst"))


def _spots(wanted: Side, found: Side, first: Constant, second: Constant) -> Iterator[_Spot]:
    for one, other in zip(wanted.counted(first), found.counted(second), strict=False):
        spot = _spot(wanted, found, first, second, one, other)
        if spot is not None:
            yield spot


def _spot(
    wanted: Side, found: Side, first: Constant, second: Constant, one: Expr, other: Expr
) -> _Spot | None:
    """The innermost difference between two terms of two declarations; None if there is none."""
    mine, theirs = wanted.terms(first), found.terms(second)
    if mine.number(one) == theirs.number(other):
        return None
    instance = False
    while True:
        one, other = _bare(one), _bare(other)
        if type(one) is not type(other):
            return _Spot(one, other, instance)
        (head, arguments), (its_head, its_arguments) = unapply(one), unapply(other)
        if len(arguments) != len(its_arguments):
            return _Spot(one, other, instance)
        pairs: list[tuple[Expr, Expr]]
        if arguments:
            pairs = [(head, its_head), *zip(arguments, its_arguments, strict=True)]
        else:
            pairs = list(zip(expr_children(one), expr_children(other), strict=True))
        place = next((k for k, (a, b) in enumerate(pairs) if mine.number(a) != theirs.number(b)), None)
        if place is None:
            return _Spot(one, other, instance)
        instance = instance or (bool(arguments) and place > 0 and _takes_instance(wanted, head, place - 1))
        one, other = pairs[place]


def _takes_instance(side: Side, head: Expr, position: int) -> bool:
    if not isinstance(head, Const) or head.name not in side.constants:
        return False
    type_ = _bare(side.constants[head.name].type)
    for _ in range(position):
        if not isinstance(type_, Pi):
            return False
        type_ = _bare(type_.body)
    return isinstance(type_, Pi) and type_.info == BinderInfo.INSTANCE


def _bare(term: Expr) -> Expr:
    while isinstance(term, MData):
        term = term.expr
    return term


def _how(wanted: Side, found: Side, first: Constant, second: Constant) -> str:
    if first.kind != second.kind:
        there, here = (f"{article(kind)} {kind}" for kind in (second.kind, first.kind))
        return f"is {there} there and {here} in the statements"
    if first.kind == "inductive":
        return "is another type"
    if first.safety != second.safety:
        return f"is {second.safety} there and {first.safety} in the statements"
    types = wanted.terms(first).number(first.type), found.terms(second).number(second.type)
    if len(first.level_params) != len(second.level_params) or types[0] != types[1]:
        return "has another type"
    return "is defined otherwise"


def _declaration(side: Side, constant: Constant) -> str:
    text = render(constant.type, _SHOWN // 2)
    if constant.kind == "inductive":
        there = [name for name in constant.constructors if name in side.constants]
        shown = (f"{name} : {render(side.constants[name].type, 100)}" for name in there)
        return " | ".join((f"{side.spell(constant.name)} : {text}", *shown))[: 2 * _SHOWN]
    body = (
        "" if constant.value is None or constant.kind == "theorem" else f" := {render(constant.value, 300)}"
    )
    return f"{side.spell(constant.name)} : {text}{body}"
