"""Foreign text in which nothing is hidden: what a terminal or a browser would act on is shown instead."""

from __future__ import annotations

import re
import unicodedata

# Unassigned characters are shown as they are: which they are depends on the Python that runs.
_ACTED_ON = frozenset({"Cc", "Cf", "Cs", "Zl", "Zp"})
_PLAIN = re.compile(r"[\x20-\x7e]*")


def visible(text: str) -> str:
    """``text`` in one line: white space controls become spaces, what cannot be seen its code point."""
    if _PLAIN.fullmatch(text):
        return text
    return "".join(_shown(character) for character in text)


def _shown(character: str) -> str:
    if character in "\t\n\r":
        return " "
    return code_point(character) if acted_on(character) else character


def acted_on(character: str) -> bool:
    """Whether a program may act on ``character`` instead of showing it, or may not take it at all."""
    return unicodedata.category(character) in _ACTED_ON or ord(character) & 0xFFFE == 0xFFFE


def code_point(character: str) -> str:
    """``U+202E`` in brackets that no format gives a meaning to."""
    return f"⟨U+{ord(character):04X}⟩"
