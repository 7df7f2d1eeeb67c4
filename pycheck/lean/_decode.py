"""From the objects of a compiled Lean file to names, levels, terms and lists of them.

An object says how many fields it has but not of which type it is; the type follows from where it stands.
The constructor numbers and fields below are those of ``Lean.Name``, ``Lean.Level``, ``Lean.Expr`` and
``Lean.Literal`` in Lean 4.35 (``src/Init/Prelude.lean``, ``src/Lean/Level.lean``, ``src/Lean/Expr.lean``).
Cached data in the objects (hashes, the range of loose variables) are not read: whoever needs them has to
compute them anew.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeVar

from pycheck.lean._names import ANONYMOUS, escape_part
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
)
from pycheck.lean._region import Region

Built = TypeVar("Built")

#: The word of a constructor without fields that is constructor number 0: ``[]``, the anonymous name, …
BOXED_ZERO = 1

#: Lean's terms store the range of their loose variables in 20 bits.
_VARIABLE_LIMIT = (1 << 20) - 1

# Constructor number -> (fields, size in words); the size counts the head and the scalars after the fields.
_NAME_SHAPES = {1: (2, 4), 2: (2, 4)}
_LEVEL_SHAPES = {1: (1, 3), 2: (2, 4), 3: (2, 4), 4: (1, 3)}
_EXPR_SHAPES = {0: (1, 3), 3: (1, 3), 4: (2, 4), 5: (2, 4), 6: (3, 6), 7: (3, 6), 8: (4, 7)} | {
    9: (1, 3),
    10: (2, 4),
    11: (3, 5),
}
#: For each constructor, the positions of its subterms (sublevels) among the fields.
_SUBTERMS = {5: (0, 1), 6: (1, 2), 7: (1, 2), 8: (1, 2, 3), 10: (1,), 11: (2,)}
_SUBLEVELS = {1: (0,), 2: (0, 1), 3: (0, 1)}
_BINDER_INFO = tuple(BinderInfo)


class Decoder:
    """Decodes the objects of one region; each object once, so that sharing in the file stays sharing."""

    def __init__(self, region: Region) -> None:
        self.region = region
        self._names: dict[int, str] = {}
        # Level 0 is no object; it takes the index 0, at which no object can be.
        self._levels: dict[int, Level] = {0: LevelZero()}
        self._exprs: dict[int, Expr] = {}

    def tag(self, index: int) -> int:
        """Return the constructor number (or kind) of the object at ``index``."""
        return self.region.words[index] >> 56

    def fields(self, index: int, tag: int, count: int, size: int) -> tuple[int, ...]:
        """Return the words after the head of a constructor object of the given number and shape."""
        head = self.region.words[index]
        if head >> 32 != (tag << 24 | count << 16 | size * 8):
            raise self.region.fault(
                index,
                f"constructor {head >> 56} with {head >> 48 & 0xFF} fields and {head >> 32 & 0xFFFF} bytes"
                f" where {tag} with {count} and {8 * size} was expected",
            )
        return self.region.words[index + 1 : index + size]

    def natural(self, word: int, holder: int) -> int:
        """Return a natural number."""
        if word & 1:
            return word >> 1
        return self.region.big_number(self.region.follow(word, holder))

    def small(self, word: int, holder: int, limit: int = 1 << 32) -> int:
        """Return a natural number that can only be small: a position, a count."""
        number = self.natural(word, holder)
        if number >= limit:
            raise self.region.fault(holder, "a position or count too large to be one")
        return number

    def string(self, word: int, holder: int) -> str:
        """Return a string."""
        return self.region.string(self.region.follow(word, holder))

    def elements(self, word: int, holder: int) -> Iterator[tuple[int, int]]:
        """Yield the elements of an array, each as (word, holder)."""
        index = self.region.follow(word, holder)
        return ((element, index) for element in self.region.array(index))

    def items(self, word: int, holder: int) -> Iterator[tuple[int, int]]:
        """Yield the elements of a list, each as (word, holder)."""
        while word != BOXED_ZERO:
            index = self.region.follow(word, holder)
            element, word = self.fields(index, 1, 2, 3)
            holder = index
            yield element, holder

    def names(self, word: int, holder: int) -> tuple[str, ...]:
        """Return a list of names."""
        return tuple(self.name(*element) for element in self.items(word, holder))

    def name(self, word: int, holder: int) -> str:
        """Return a name."""
        if word == BOXED_ZERO:
            return ANONYMOUS
        start = self.region.follow(word, holder)
        chain: list[tuple[int, str]] = []
        prefix = ""
        index = start
        while index not in self._names:
            tag = self.tag(index)
            if tag not in _NAME_SHAPES:
                raise self.region.fault(index, "a name was expected here")
            parent, part, _ = self.fields(index, tag, *_NAME_SHAPES[tag])
            text = escape_part(self.string(part, index) if tag == 1 else self.small(part, index, 1 << 64))
            chain.append((index, text))
            if parent == BOXED_ZERO:
                break
            index = self.region.follow(parent, index)
        else:
            prefix = self._names[index]
        for index, text in reversed(chain):
            prefix = f"{prefix}.{text}" if prefix else text
            self._names[index] = prefix
        return prefix

    def level(self, word: int, holder: int) -> Level:
        """Return a universe level."""
        root = self._level_index(word, holder)
        return self._build(root, self._levels, self._sublevels, self._make_level)

    def expr(self, word: int, holder: int) -> Expr:
        """Return a term."""
        root = self.region.follow(word, holder)
        return self._build(root, self._exprs, self._subterms, self._make_expr)

    def _build(
        self,
        root: int,
        known: dict[int, Built],
        children: Callable[[int], list[int]],
        make: Callable[[int, list[Built]], Built],
    ) -> Built:
        if root in known:
            return known[root]
        found: dict[int, list[int]] = {}
        todo = [root]
        while todo:
            index = todo.pop()
            if index not in known and index not in found:
                found[index] = children(index)
                todo.extend(found[index])
        # Children come before their parents in the file.
        for index in sorted(found):
            known[index] = make(index, [known[child] for child in found[index]])
        return known[root]

    def _level_index(self, word: int, holder: int) -> int:
        return 0 if word == BOXED_ZERO else self.region.follow(word, holder)

    def _sublevels(self, index: int) -> list[int]:
        tag = self.tag(index)
        if tag not in _LEVEL_SHAPES:
            problem = "a universe metavariable" if tag == 5 else "no universe level"
            raise self.region.fault(index, f"{problem} where a universe level was expected")
        words = self.fields(index, tag, *_LEVEL_SHAPES[tag])
        return [self._level_index(words[position], index) for position in _SUBLEVELS.get(tag, ())]

    def _make_level(self, index: int, parts: list[Level]) -> Level:
        match self.tag(index):
            case 1:
                return LevelSucc(parts[0])
            case 2:
                return LevelMax(parts[0], parts[1])
            case 3:
                return LevelIMax(parts[0], parts[1])
            case _:
                return LevelParam(self.name(self.region.words[index + 1], index))

    def _subterms(self, index: int) -> list[int]:
        tag = self.tag(index)
        if tag not in _EXPR_SHAPES:
            problem = {1: "a free variable", 2: "a metavariable"}.get(tag, "no term")
            raise self.region.fault(index, f"{problem} where a closed term was expected")
        words = self.fields(index, tag, *_EXPR_SHAPES[tag])
        follow = self.region.follow
        return [follow(words[position], index) for position in _SUBTERMS.get(tag, ())]

    def _make_expr(self, index: int, parts: list[Expr]) -> Expr:
        tag = self.tag(index)
        first, second = self.region.words[index + 1 : index + 3]
        match tag:
            case 0:
                return BVar(self.small(first, index, _VARIABLE_LIMIT))
            case 3:
                return Sort(self.level(first, index))
            case 4:
                levels = tuple(self.level(*element) for element in self.items(second, index))
                return Const(self.name(first, index), levels)
            case 5:
                return App(parts[0], parts[1])
            case 6 | 7:
                binder = Lam if tag == 6 else Pi
                return binder(self.name(first, index), parts[0], parts[1], self._binder_info(index))
            case 8:
                return Let(self.name(first, index), parts[0], parts[1], parts[2])
            case 9:
                return Lit(self._literal(first, index))
            case 10:
                return MData(parts[0])
            case _:
                return Proj(self.name(first, index), self.small(second, index), parts[0])

    def _binder_info(self, index: int) -> BinderInfo:
        code = self.region.words[index + 5] & 0xFF
        if code >= len(_BINDER_INFO):
            raise self.region.fault(index, f"binder information {code}, which is none")
        return _BINDER_INFO[code]

    def _literal(self, word: int, holder: int) -> int | str:
        index = self.region.follow(word, holder)
        tag = self.tag(index)
        if tag > 1:
            raise self.region.fault(index, "a literal was expected here")
        (content,) = self.fields(index, tag, 1, 2)
        return self.natural(content, index) if tag == 0 else self.string(content, index)
