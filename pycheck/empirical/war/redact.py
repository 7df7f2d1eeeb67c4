"""Taking players out of text: names and ids of everybody whose journal is not published become ``(player)``.

A text is compared by how it looks (:mod:`pycheck.empirical.war.folding`), so that case, accents, invisible
characters, spacing and look-alikes hide nothing. What is found:

1. a name or id that is one whole word or several in a row, however they are spaced;
2. a name of four letters or more inside a word;
3. a name of eight letters or more, wherever words begin and end.

Whole words are replaced, so that no rest hints at what was there. A published name or id stays, even if
another's name is inside it, unless it looks the same as one that is not published.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator

from pycheck.empirical.war.folding import Word, clean, flat_look, look, words_of
from pycheck.empirical.war.look_alikes import BAR, READ_AS

#: Stands for a player who is not named.
PLAYER = "(player)"
#: Shorter names are only found as whole words; longer ones than the second across words too.
INSIDE, ACROSS = 4, 8


class Cleared(str):
    """Text that may be published: made by a :class:`Redactor` alone."""

    __slots__ = ()


class Redactor:
    """Clears texts of the names and ids in ``private``, and keeps those in ``published``.

    Ids of less than eight letters are only looked for as whole words: they may well be the beginning of
    another's.
    """

    def __init__(self, names: Iterable[str], ids: Iterable[str], published: Iterable[str]) -> None:
        own = [(flat_look(read), clean(read).strip()) for name in names for read in _readings(clean(name))]
        self._signs = frozenset(_unmarked(sign) for shape, sign in own if not shape) - {""}
        shapes = frozenset(shape for shape, _ in own if shape)
        shapes_of_ids = frozenset(map(flat_look, ids)) - {""}
        self._whole = shapes | shapes_of_ids
        self._longest = max(map(len, self._whole), default=0)
        self._kept = frozenset(map(flat_look, published)) - self._whole - {""}
        self._longest_kept = max(map(len, self._kept), default=0)
        # By their first letters; short names by all of them.
        self._by_start: dict[str, list[str]] = {}
        for shape in sorted(self._whole):
            if len(shape) >= (INSIDE if shape in shapes else ACROSS):
                self._by_start.setdefault(shape[:ACROSS], []).append(shape)
        self._starts = sorted({len(start) for start in self._by_start})
        self._cleared: dict[str, Cleared] = {}

    def text(self, said: str) -> Cleared:
        """``said`` cleaned, with ``(player)`` in the place of whom it names."""
        known = self._cleared.get(said)
        if known is None:
            text = clean(said)
            cleared, open_ = self._clear(text)
            # A mention that took a part of a published name leaves bare what stood inside the rest of it;
            # one found in one reading, a bar that is a name in the other.
            while open_ and cleared != text:
                text, pieces = cleared, cleared.split(PLAYER)
                cleared = PLAYER.join(self._clear(piece)[0] for piece in pieces)
            known = self._cleared[said] = Cleared(cleared)
        return known

    def _clear(self, text: str) -> tuple[str, bool]:
        """A text without the mentions in it, and whether what is left may name somebody still."""
        spans: list[tuple[int, int]] = []
        readings = _readings(text)
        open_ = len(readings) > 1
        for read in readings:
            words = words_of(read)
            found, kept = self._found(words)
            open_ = open_ or kept
            spans += ((words[first].start, words[last].end) for first, last in found)
            spans += self._found_signs(read, words)
        cleared, before = "", 0
        for start, end in _merged(spans):
            cleared += text[before:start] + PLAYER
            before = end
        return cleared + text[before:], open_

    def _found(self, words: list[Word]) -> tuple[list[tuple[int, int]], bool]:
        """First and last word of each mention, and whether there is a published name."""
        flat = "".join(word.look for word in words)
        of_place = [number for number, word in enumerate(words) for _ in word.look]
        starts, end = [], 0
        for word in words:
            starts.append(end)
            end += len(word.look)
        ends = [*starts[1:], end]
        kept = _Within(_whole(flat, starts, ends, self._kept, self._longest_kept))
        found = list(_whole(flat, starts, ends, self._whole, self._longest))
        for length in self._starts:
            for place in range(len(flat) - length + 1):
                for shape in self._by_start.get(flat[place : place + length], ()):
                    past = place + len(shape)
                    whole = length < ACROSS or flat.startswith(shape, place)
                    if whole and (length == ACROSS or of_place[place] == of_place[past - 1]):
                        found.append((place, past))
        bare = [(of_place[place], of_place[past - 1]) for place, past in found if not kept.holds(place, past)]
        return bare, not kept.empty

    def _found_signs(self, text: str, words: list[Word]) -> Iterator[tuple[int, int]]:
        """Names without a letter, between words and spaces."""
        if not self._signs:
            return
        inside = {place for word in words for place in range(word.start, word.end)}
        start = -1
        for place, character in enumerate([*text, " "]):
            sign = place not in inside and character != " " and not look(character)
            if sign and start < 0:
                start = place
            elif not sign and start >= 0:
                run = _unmarked(text[start:place])
                if any(name == run or (len(name) > 1 and name in run) for name in self._signs):
                    yield start, place
                start = -1


def _unmarked(text: str) -> str:
    """Signs without the marks on them: an accent alone is nobody's name."""
    parts = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFC", "".join(c for c in parts if unicodedata.category(c)[0] != "M"))


def _readings(text: str) -> set[str]:
    """A text, and the same with bars read as letters; both are equally long."""
    return {text, text.replace(BAR, READ_AS)}


def _whole(
    flat: str, starts: list[int], ends: list[int], shapes: frozenset[str], longest: int
) -> Iterator[tuple[int, int]]:
    """Where words in a row are, joined, one of ``shapes``."""
    if not shapes:
        return
    for number, start in enumerate(starts):
        for following in range(number, len(ends)):
            end = ends[following]
            if end - start > longest:
                break
            if flat[start:end] in shapes:
                yield start, end


class _Within:
    """Spans, to be asked whether one of them holds another; given by where they begin."""

    def __init__(self, spans: Iterator[tuple[int, int]]) -> None:
        self._starts: list[int] = []
        #: How far anything goes that begins at that start or before.
        self._ends: list[int] = []
        for start, end in spans:
            self._starts.append(start)
            self._ends.append(max(end, self._ends[-1]) if self._ends else end)

    @property
    def empty(self) -> bool:
        """Whether there is none."""
        return not self._starts

    def holds(self, start: int, end: int) -> bool:
        """Whether ``start`` to ``end`` is inside one of them."""
        place = bisect_right(self._starts, start)
        return place > 0 and end <= self._ends[place - 1]


def _merged(spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Overlapping spans as one."""
    before: tuple[int, int] | None = None
    for start, end in sorted(spans):
        if before is not None and start < before[1]:
            before = before[0], max(before[1], end)
            continue
        if before is not None:
            yield before
        before = start, end
    if before is not None:
        yield before
