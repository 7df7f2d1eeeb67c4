"""Names, levels and terms as numbered tables, each entry made of earlier ones: a form to write out.

Equal terms share one entry. Notes (``MData``) are left out: they mean nothing to the kernel.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from pycheck.lean._names import split_name
from pycheck.lean._nodes import (
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
    expr_children,
    level_children,
    postorder,
)


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
    _handed_out: tuple[int, int, int] = (0, 0, 0)

    def fresh(self) -> dict[str, list[Any]]:
        """Return the entries added since the last call."""
        names, levels, exprs = self._handed_out
        self._handed_out = (len(self.names), len(self.levels), len(self.exprs))
        return {"names": self.names[names:], "levels": self.levels[levels:], "exprs": self.exprs[exprs:]}

    def forget_nodes(self) -> None:
        """Forget which node has which entry; the entries stay.

        Nodes are known by their address, which another node may have once they are gone.
        """
        self._level_numbers.clear()
        self._expr_numbers.clear()

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

        def new_children(node: Expr) -> tuple[Expr, ...]:
            return () if id(node) in numbers else expr_children(node)

        for node in postorder(root, children=new_children):
            if id(node) not in numbers:
                numbers[id(node)] = self._add_expr(node)
        return numbers[id(root)]

    def _add_expr(self, expr: Expr) -> int:
        numbers = self._expr_numbers
        entry: tuple[Any, ...]
        match expr:
            case App(fn, arg):
                entry = (5, numbers[id(fn)], numbers[id(arg)])
            case MData(inner):
                return numbers[id(inner)]
            case BVar(index):
                entry = (0, index)
            case Sort(level):
                entry = (3, self.level(level))
            case Const(name, levels):
                entry = (4, self.name(name), *(self.level(level) for level in levels))
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
