"""Reading Lean sources as text."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pycheck.lean.sources import strip_comments


def by_the_letter(text: str) -> str:
    """What :func:`strip_comments` says, one character after the other."""
    out, depth, position = "", 0, 0
    while position < len(text):
        two = text[position : position + 2]
        if two == "/-" or (two == "-/" and depth):
            depth += 1 if two == "/-" else -1
            out, position = f"{out}  ", position + 2
        elif two == "--" and not depth:
            while position < len(text) and text[position] != "\n":
                out, position = f"{out} ", position + 1
        else:
            out += " " if depth and text[position] != "\n" else text[position]
            position += 1
    return out


@given(st.text("/- \nab", max_size=30))
def test_comments_are_blanked_out(text: str) -> None:
    assert strip_comments(text) == by_the_letter(text)


def test_examples() -> None:
    assert strip_comments("a /- b /- c -/ d\n-/ e -- f\ng") == "a               \n   e     \ng"
    assert strip_comments("/- never closed") == " " * 15
    assert strip_comments("-/-x") == "-   "
