"""Lean's hierarchical names as dotted strings, and back.

A name is a path of components, strings or numbers. Here it is one string, injectively: two different
names never give the same string, whatever their components hold. A string component that is not an
identifier is set in guillemets as in Lean source (``«term_=_»``); a closing guillemet inside is doubled,
which Lean source cannot write at all but a compiled file can hold.
"""

from __future__ import annotations

ANONYMOUS = "[anonymous]"

#: The letters beyond ASCII that Lean's lexer takes in identifiers (``Lean.isLetterLike``).
_LETTER_RANGES = (
    (0xC0, 0xFF, (0xD7, 0xF7)),
    (0x100, 0x17F, ()),
    (0x391, 0x3A9, (0x3A0, 0x3A3)),
    (0x3B1, 0x3C9, (0x3BB,)),
    (0x3CA, 0x3FB, ()),
    (0x1F00, 0x1FFE, ()),
    (0x2100, 0x214F, ()),
    (0x1D49C, 0x1D59F, ()),
)
_SUBSCRIPTS = frozenset([*range(0x2080, 0x208A), *range(0x2090, 0x209D), *range(0x1D62, 0x1D6B), 0x2C7C])


def join_name(parts: tuple[str | int, ...]) -> str:
    """Return the dotted string of a path of components (``()`` is the anonymous name)."""
    if not parts:
        return ANONYMOUS
    return ".".join(escape_part(part) for part in parts)


def escape_part(part: str | int) -> str:
    """Return one component as it stands in a dotted string."""
    if isinstance(part, int):
        return str(part)
    if _is_identifier(part):
        return part
    return "«" + part.replace("»", "»»") + "»"


def split_name(name: str) -> tuple[str | int, ...]:
    """Return the components of a dotted string: the inverse of :func:`join_name`.

    Raises ValueError for a string that :func:`join_name` cannot have made.
    """
    if name == ANONYMOUS:
        return ()
    parts: list[str | int] = []
    position = 0
    while True:
        part, position = _read_part(name, position)
        parts.append(part)
        if position == len(name):
            break
        if name[position] != ".":
            raise ValueError(f"not a Lean name: {name!r}: expected '.' at character {position}")
        position += 1
    return tuple(parts)


def _read_part(name: str, start: int) -> tuple[str | int, int]:
    if name.startswith("«", start):
        text = ""
        position = start + 1
        while True:
            end = name.find("»", position)
            if end < 0:
                raise ValueError(f"not a Lean name: {name!r}: '«' is never closed")
            text += name[position:end]
            if not name.startswith("»»", end):
                break
            text += "»"
            position = end + 2
        if _is_identifier(text):
            raise ValueError(f"not a Lean name in its plain form: {name!r}: {text!r} needs no guillemets")
        return text, end + 1
    end = name.find(".", start)
    end = len(name) if end < 0 else end
    text = name[start:end]
    if text.isascii() and text.isdigit() and str(int(text)) == text:
        return int(text), end
    if not _is_identifier(text):
        raise ValueError(f"not a Lean name: {name!r}: {text!r} is not an identifier")
    return text, end


def _is_identifier(text: str) -> bool:
    if text.isascii() and text.isidentifier():
        return True
    return text != "" and _starts_identifier(text[0]) and all(map(_continues_identifier, text[1:]))


def _starts_identifier(char: str) -> bool:
    return (char.isascii() and char.isalpha()) or char == "_" or _is_letter_like(char)


def _continues_identifier(char: str) -> bool:
    return (
        (char.isascii() and char.isalnum())
        or char in "_'!?"
        or ord(char) in _SUBSCRIPTS
        or _is_letter_like(char)
    )


def _is_letter_like(char: str) -> bool:
    code = ord(char)
    return any(low <= code <= high and code not in holes for low, high, holes in _LETTER_RANGES)
