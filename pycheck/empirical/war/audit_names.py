"""The audit's own search for names in a text: whole strings are folded, then looked up in sets of pieces.

It finds what :mod:`pycheck.empirical.war.redact` says it replaces (whole words in a row; four letters or more
inside a word, of ids eight; eight or more anywhere), and was written apart from it.
"""

from __future__ import annotations

import re
import unicodedata
from bisect import bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate

from pycheck.empirical.war.look_alikes import BAR, BEFORE_NFKC, LOOKS_LIKE, PAIRS, READ_AS

_ALIKE = {ord(character): letter for character, letter in LOOKS_LIKE.items()}
_PAIRS = {ord(letter): two for letter, two in PAIRS.items()}
#: Thai, Lao, Tibetan, Myanmar, Hangul, Khmer, the scripts of China and Japan.
_UNSPACED = (
    r"\u0e00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u19e0-\u19ff\u2e80-\u2fdf\u3005-\u3007"
    r"\u3021-\u3029\u3031-\u303c\u3041-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff"
    r"\ua960-\ua97f\ua9e0-\ua9fe\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff\U0001aff0-\U0001b16f"
    r"\U0001d372-\U0001d376\U00020000-\U0003ffff"
)
#: Each letter of these is a word; of other scripts, letters and digits in a row are.
_WORD = re.compile(rf"(?=[^\W_])[{_UNSPACED}]|(?:(?![{_UNSPACED}])[^\W_])+")
_SIGNS = re.compile(r"(?:[^\w\s]|_)+")
_INVISIBLE = re.compile("[\u0640\u07fa\u115f\u1160\u17b4\u17b5\u3164\uffa0]")


def fold(text: str) -> str:
    """``text`` with everything alike made the same; what is no letter or digit stays."""
    text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text.translate(BEFORE_NFKC)))
    text = "".join(
        " " if one.isspace() else one for one in text if unicodedata.category(one)[0] != "C" or one.isspace()
    )
    text = unicodedata.normalize("NFKC", text).translate(_ALIKE).casefold().translate(_ALIKE)
    text = unicodedata.normalize("NFD", text)
    text = "".join(one for one in text if unicodedata.category(one)[0] != "M")
    return unicodedata.normalize("NFC", text).translate(_ALIKE).translate(_PAIRS)


class Names:
    """Who must not be named in a text (``hidden``, ``ids``), unless as a part of who may (``shown``)."""

    def __init__(self, hidden: Iterable[str], ids: Iterable[str], shown: Iterable[str]) -> None:
        hidden = {name.translate(BEFORE_NFKC) for name in hidden}
        hidden |= {name.replace(BAR, READ_AS) for name in hidden}
        folded = [(name, "".join(_WORD.findall(fold(name)))) for name in hidden]
        self._signs = {fold(name).strip() for name, joined in folded if not joined} - {""}
        self._hidden = {joined for _, joined in folded if joined}
        numbers = {"".join(_WORD.findall(fold(one))) for one in ids} - {""}
        self._whole = self._hidden | numbers
        self._hidden |= {one for one in numbers if len(one) >= 8}
        self._shown = {"".join(_WORD.findall(fold(name))) for name in shown} - self._whole
        self._lengths = sorted({len(name) for name in self._hidden if len(name) >= 4})
        self._begins = {name[:4] for name in self._hidden if len(name) >= 4}
        self._longest = max(map(len, self._whole | self._shown), default=0)
        self._answers: dict[str, bool] = {}

    def named_in(self, text: str) -> bool:
        """Whether a text names somebody it must not."""
        known = self._answers.get(text)
        if known is None:
            pieces = {*text.split("(player)"), *text.replace(BAR, READ_AS).split("(player)")}
            known = self._answers[text] = any(map(self._named, pieces))
        return known

    def _named(self, piece: str) -> bool:
        folded = fold(piece)
        words = _WORD.findall(folded)
        joined = "".join(words)
        edges = [0, *accumulate(map(len, words))]
        rows = [
            (low, high)
            for number, low in enumerate(edges)
            for high in edges[number + 1 : bisect_right(edges, low + self._longest)]
        ]
        # For each place, how far a shown name goes that begins there or before.
        reach = [0] * (len(joined) + 1)
        for low, high in rows:
            if joined[low:high] in self._shown:
                reach[low] = max(reach[low], high)
        reach = [*accumulate(reach, max)]
        mentions = [(low, high) for low, high in rows if joined[low:high] in self._whole]
        mentions += self._inside(joined, edges)
        if any(reach[low] < high for low, high in mentions):
            return True
        runs = _SIGNS.findall(folded) if self._signs else ()
        return any(sign == run or (len(sign) > 1 and sign in run) for sign in self._signs for run in runs)

    def _inside(self, joined: str, edges: list[int]) -> Iterator[tuple[int, int]]:
        for low in range(len(joined)):
            if joined[low : low + 4] not in self._begins:
                continue
            next_edge = edges[bisect_right(edges, low)]
            for length in self._lengths:
                high = low + length
                if high > (edges[-1] if length >= 8 else next_edge):
                    continue
                if joined[low:high] in self._hidden:
                    yield low, high
