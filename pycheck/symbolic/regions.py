"""Sets of numbers with finitely many boundary points, exactly.

Along a single utility, the others fixed, every comparison of a claim holds on such a set, and so does
every Boolean combination of comparisons. Margins are read off it.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

from pycheck.claims.formula import Relation


class End(NamedTuple):
    """One end of an interval: ``point`` is ``None`` where there is none, ``attained`` whether it belongs."""

    point: Fraction | None
    attained: bool


@dataclass(frozen=True)
class Region:
    """A set of rationals.

    ``points`` are its boundary points, increasing; ``parts`` (one more than twice as many) tells for each
    piece of the line, from left to right, whether it belongs: the open interval before the first point,
    the first point, the open interval after it, and so on. Made by :func:`region`, so that equal sets are
    equal objects.
    """

    points: tuple[Fraction, ...]
    parts: tuple[bool, ...]

    def __contains__(self, value: Fraction) -> bool:
        return self.parts[self._piece(value)]

    def __and__(self, other: Region) -> Region:
        return _combine(self, other, lambda a, b: a and b)

    def __or__(self, other: Region) -> Region:
        return _combine(self, other, lambda a, b: a or b)

    def __invert__(self) -> Region:
        return Region(self.points, tuple(not part for part in self.parts))

    def scaled(self, factor: Fraction, offset: Fraction) -> Region:
        """All ``x`` with ``factor · x + offset`` in this region; ``factor`` is not zero."""
        points = [(p - offset) / factor for p in self.points]
        if factor < 0:
            return Region(tuple(reversed(points)), tuple(reversed(self.parts)))
        return Region(tuple(points), self.parts)

    def around(self, value: Fraction) -> tuple[End, End]:
        """The ends of the largest interval around ``value`` that lies inside, or outside, throughout."""
        low = high = self._piece(value)
        while low > 0 and self.parts[low - 1] == self.parts[low]:
            low -= 1
        while high + 1 < len(self.parts) and self.parts[high + 1] == self.parts[high]:
            high += 1
        return self._end(low, low - 1), self._end(high, high + 1)

    def intervals(self) -> tuple[tuple[End, End], ...]:
        """The intervals that the region consists of, from left to right."""
        found = []
        start: int | None = None
        for piece, inside in enumerate((*self.parts, False)):
            if inside and start is None:
                start = piece
            elif not inside and start is not None:
                found.append((self._end(start, start - 1), self._end(piece - 1, piece)))
                start = None
        return tuple(found)

    def _piece(self, value: Fraction) -> int:
        index = bisect_left(self.points, value)
        return 2 * index + (index < len(self.points) and self.points[index] == value)

    def _end(self, piece: int, beyond: int) -> End:
        """The end of ``piece`` towards the neighbouring piece ``beyond``; odd pieces are points."""
        if not 0 <= beyond < len(self.parts):
            return End(None, False)
        attained = piece % 2 == 1
        return End(self.points[(piece if attained else beyond) // 2], attained)


NOTHING, EVERYTHING = Region((), (False,)), Region((), (True,))


def region(points: Sequence[Fraction], parts: Sequence[bool]) -> Region:
    """The region with these pieces, points that are no boundary left out."""
    kept_points: list[Fraction] = []
    kept_parts = [parts[0]]
    for index, point in enumerate(points):
        at, after = parts[2 * index + 1], parts[2 * index + 2]
        if not kept_parts[-1] == at == after:
            kept_points.append(point)
            kept_parts += [at, after]
    return Region(tuple(kept_points), tuple(kept_parts))


def solutions(relation: Relation, bound: Fraction) -> Region:
    """All ``x`` with ``x relation bound``."""
    match relation:
        case "<":
            return Region((bound,), (True, False, False))
        case "<=":
            return Region((bound,), (True, True, False))
        case "=":
            return Region((bound,), (False, True, False))


def _combine(one: Region, other: Region, join: Callable[[bool, bool], bool]) -> Region:
    points = sorted({*one.points, *other.points})
    columns = []
    for piece in (one, other):
        values = []
        for point in points:
            here = piece._piece(point)
            values += [piece.parts[here - here % 2], piece.parts[here]]
        columns.append([*values, piece.parts[-1]])
    return region(points, [join(a, b) for a, b in zip(*columns, strict=True)])
