"""Text without what cannot be seen, and words by how they look, whatever their case, accents and letters."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache
from typing import NamedTuple

from pycheck.empirical.war.look_alikes import BEFORE_NFKC, LOOKS_LIKE, PAIRS

#: Letters that show nothing, or just stretch the one before: fillers, inherent vowels, tatweel, lajanyalan.
_BLANK = frozenset("\u0640\u07fa\u115f\u1160\u17b4\u17b5\u3164\uffa0")
#: Categories of what is not seen, or has no meaning of its own: controls, formats, private use, unassigned.
_UNSEEN = frozenset(("Cc", "Cf", "Co", "Cn", "Cs"))
#: Scripts that write words without spaces: each character counts as a word of its own.
_UNSPACED = (
    "CJK ", "IDEOGRAPHIC", "VERTICAL IDEO", "HANGZHOU", "HIRAGANA", "HENTAIGANA", "KATAKANA", "VERTICAL KANA",
    "MASU", "HANGUL", "BOPOMOFO", "THAI", "LAO ", "KHMER", "MYANMAR", "TIBETAN",
)  # fmt: skip


class Word(NamedTuple):
    """A word of a text: ``text[start:end]``, and how it looks."""

    start: int
    end: int
    look: str


def clean(text: str) -> str:
    """``text`` in NFKC without what cannot be seen; white space of any kind is a space."""
    if text.isascii() and text.isprintable():
        return text
    text, before = text.translate(BEFORE_NFKC), ""
    while text != before:
        before = text
        text = "".join(map(_seen, unicodedata.normalize("NFKC", text)))
    return text


@lru_cache(maxsize=1 << 14)
def _seen(character: str) -> str:
    if character.isspace():
        return " "
    unseen = unicodedata.category(character) in _UNSEEN or character in _BLANK
    # Variation selectors and joiners of graphemes are marks that show nothing.
    unseen = unseen or "VARIATION SELECTOR" in (name := unicodedata.name(character, "")) or "JOINER" in name
    return "" if unseen else character


@lru_cache(maxsize=1 << 14)
def look(character: str) -> str:
    """How a character looks, in small letters; empty for what is neither letter nor digit."""
    found = ""
    for small in LOOKS_LIKE.get(character, character.casefold()):
        alike = LOOKS_LIKE.get(small)
        if alike is None:
            # An accent makes no difference; a syllable of Hangul is not taken apart.
            parts = small if "\uac00" <= small <= "\ud7a3" else unicodedata.normalize("NFD", small)
            alike = "".join(LOOKS_LIKE.get(part, part if part.isalnum() else "") for part in parts)
        found += alike
    return "".join(PAIRS.get(letter, letter) for letter in found)


#: The same for ASCII in one go, which most texts are.
_ASCII_WORD = re.compile("[A-Za-z0-9]+")
_ASCII = {code: look(chr(code)) for code in range(128)}


@lru_cache(maxsize=1 << 14)
def _alone(character: str) -> bool:
    if character.isascii() or character in LOOKS_LIKE:
        return False
    return unicodedata.name(character, "").startswith(_UNSPACED)


def words_of(text: str) -> list[Word]:
    """The words of a cleaned text. A mark belongs to the letter before it."""
    if text.isascii():
        return [Word(*word.span(), word[0].translate(_ASCII)) for word in _ASCII_WORD.finditer(text)]
    found: list[Word] = []
    start, looks = -1, ""
    for place, character in enumerate(text):
        shape = look(character)
        if shape and not (start >= 0 and (_alone(character) or _alone(text[start]))):
            start = place if start < 0 else start
            looks += shape
            continue
        if not shape and start >= 0 and unicodedata.category(character)[0] == "M":
            continue
        if start >= 0:
            found.append(Word(start, place, looks))
        start, looks = (place, shape) if shape else (-1, "")
    if start >= 0:
        found.append(Word(start, len(text), looks))
    return found


def flat_look(text: str) -> str:
    """How a whole text looks, words joined; empty if nothing in it is a letter or a digit."""
    return "".join(word.look for word in words_of(clean(text)))
