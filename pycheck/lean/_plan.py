"""The plan of a replay: every declaration of some modules, in an order the kernel can check them in.

A plan is one JSON document: tables of names, levels and terms in which each entry refers to earlier ones by
number, and steps. A step either gives the kernel a declaration to check, or compares a constant of the file
with the one that the kernel made of its own (inductive types, constructors, recursors, quotients). Equal terms
share one entry, and notes (``MData``) are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from pycheck.lean.expr import (
    App,
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
    level_children,
    postorder,
    split_name,
    subterms,
)
from pycheck.lean.olean import Constant, ConstructorInfo, InductiveInfo, RecursorInfo

_MADE_BY_KERNEL = ("inductive", "constructor", "recursor", "quot")


class PlanError(ValueError):
    """A declaration that no order of checking can make sense of; the message says why."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step, the constant it is about, and whether it is the step that settles this constant."""

    constant: str
    settles: bool
    content: dict[str, Any]


@dataclass(slots=True)
class Tables:
    """Names, levels and terms under construction."""

    names: list[tuple[int, str | int]] = field(default_factory=list)
    levels: list[tuple[int, ...]] = field(default_factory=list)
    exprs: list[tuple[Any, ...]] = field(default_factory=list)
    _parts: dict[tuple[int, str | int], int] = field(default_factory=dict)
    _names: dict[str, int] = field(default_factory=dict)
    _keys: dict[tuple[Any, ...], int] = field(default_factory=dict)
    _level_numbers: dict[int, int] = field(default_factory=dict)
    _expr_numbers: dict[int, int] = field(default_factory=dict)

    def name(self, name: str) -> int:
        """Return the number of a name (0 is the anonymous one)."""
        if name not in self._names:
            number = 0
            for part in split_name(name):
                key = (number, part)
                if key not in self._parts:
                    self.names.append(key)
                    self._parts[key] = len(self.names)
                number = self._parts[key]
            self._names[name] = number
        return self._names[name]

    def all_names(self, names: Iterable[str]) -> list[int]:
        """Return the numbers of several names."""
        return [self.name(name) for name in names]

    def level(self, root: Level) -> int:
        """Return the number of a level (0 is the level 0)."""
        for level in postorder(root, children=level_children):
            if id(level) not in self._level_numbers:
                self._level_numbers[id(level)] = self._add_level(level)
        return self._level_numbers[id(root)]

    def _add_level(self, level: Level) -> int:
        numbers = self._level_numbers
        match level:
            case LevelZero():
                return 0
            case LevelSucc(pred):
                entry: tuple[int, ...] = (1, numbers[id(pred)])
            case LevelMax(left, right):
                entry = (2, numbers[id(left)], numbers[id(right)])
            case LevelIMax(left, right):
                entry = (3, numbers[id(left)], numbers[id(right)])
            case LevelParam(name):
                entry = (4, self.name(name))
        key = ("level", *entry)
        if key not in self._keys:
            self.levels.append(entry)
            self._keys[key] = len(self.levels)
        return self._keys[key]

    def expr(self, root: Expr) -> int:
        """Return the number of a term."""
        numbers = self._expr_numbers
        if id(root) not in numbers:
            for node in subterms(root):
                if id(node) not in numbers:
                    numbers[id(node)] = self._add_expr(node)
        return numbers[id(root)]

    def _add_expr(self, expr: Expr) -> int:
        numbers = self._expr_numbers
        entry: tuple[Any, ...]
        match expr:
            case MData(inner):
                return numbers[id(inner)]
            case BVar(index):
                entry = (0, index)
            case Sort(level):
                entry = (3, self.level(level))
            case Const(name, levels):
                entry = (4, self.name(name), *(self.level(level) for level in levels))
            case App(fn, arg):
                entry = (5, numbers[id(fn)], numbers[id(arg)])
            case Lam(name, type_, body, info):
                entry = (6, self.name(name), numbers[id(type_)], numbers[id(body)], int(info))
            case Pi(name, type_, body, info):
                entry = (7, self.name(name), numbers[id(type_)], numbers[id(body)], int(info))
            case Let(name, type_, value, body):
                entry = (8, self.name(name), *(numbers[id(part)] for part in (type_, value, body)))
            case Lit(str() as text):
                entry = (9, 1, text)
            case Lit(int() as number):
                entry = (9, 0, f"{number:x}")
            case Proj(structure, index, inner):
                entry = (11, self.name(structure), index, numbers[id(inner)])
        if entry not in self._keys:
            self._keys[entry] = len(self.exprs)
            self.exprs.append(entry)
        return self._keys[entry]


def make_plan(constants: Mapping[str, Constant]) -> tuple[Tables, list[Step]]:
    """Return tables and steps for all of the constants, each settled by exactly one step.

    ``constants`` must not hold unsafe or partial ones. Raises PlanError for an inductive type that does not
    fit its own block or constructors.
    """
    tables = Tables()
    steps: list[Step] = []
    begun: set[str] = set()
    for name in _in_order(constants):
        constant = constants[name]
        if constant.kind in _MADE_BY_KERNEL:
            steps += _begin(tables, constant, constants, begun)
            steps.append(Step(name, True, {"do": "compare"} | _content(tables, constant)))
        else:
            steps.append(Step(name, True, {"do": "add"} | _content(tables, constant)))
    return tables, steps


def _in_order(constants: Mapping[str, Constant]) -> list[str]:
    """Return the names such that each comes after what it rests on (as far as there is no circle)."""
    order: list[str] = []
    done: set[str] = set()
    waiting: set[str] = set()
    for start in constants:
        stack = [start]
        while stack:
            name = stack[-1]
            if name in done:
                stack.pop()
            elif name in waiting:
                stack.pop()
                waiting.discard(name)
                done.add(name)
                order.append(name)
            else:
                waiting.add(name)
                stack.extend(
                    used
                    for used in sorted(_rests_on(constants[name], constants))
                    if used in constants and used not in done and used not in waiting
                )
    return order


def _rests_on(constant: Constant, constants: Mapping[str, Constant]) -> Iterator[str]:
    """Yield what has to be checked before a constant (itself and more of its block may be among them)."""
    yield from constant.uses
    if constant.kind == "quot":
        yield "Eq"
    # The kernel meets an inductive type together with its block and all of its constructors.
    for name in (constant.name, *constant.block):
        for constructor in constants[name].constructors if name in constants else ():
            if constructor in constants:
                yield from constants[constructor].uses
