"""Lean names as text: which are well formed, and what they are called from the root namespace.

Only names that need no «French quotes» are taken: letters (ASCII, Greek without λ, Π and Σ, the
letter-like block), digits, ``_``, ``'`` and subscripts, not beginning with a digit, ``'`` or a subscript.
"""

from __future__ import annotations

import re

from pycheck.mechanism.fields import Node

_LETTER = "A-Za-z_\u0391-\u039f\u03a1\u03a4-\u03a9\u03b1-\u03ba\u03bc-\u03c9\u2100-\u214f"
_SUBSCRIPT = "\u2080-\u2089\u2090-\u209c\u1d62-\u1d6a"
_COMPONENT = re.compile(f"[{_LETTER}][{_LETTER}{_SUBSCRIPT}0-9']*")
_ROOT = "_root_."

#: What a Lean name may be, for messages.
LEAN_NAME = "a Lean name: letters, digits, _, ' and subscripts, parts joined by dots"


def is_component(text: str) -> bool:
    """Whether ``text`` can stand between the dots of a Lean name as it is."""
    return text not in ("_", "_root_") and _COMPONENT.fullmatch(text) is not None


def is_name(text: str) -> bool:
    """Whether ``text`` is a dotted Lean name, possibly beginning with ``_root_.``."""
    return all(map(is_component, text.removeprefix(_ROOT).split(".")))


def absolute_name(namespace: str, name: str) -> str:
    """``name`` seen from the root: within ``namespace``, or as it stands after ``_root_.``."""
    return name.removeprefix(_ROOT) if name.startswith(_ROOT) else f"{namespace}.{name}"


def read_lean_name(node: Node) -> str | None:
    """A well-formed Lean name, as written."""
    text = node.text(LEAN_NAME)
    if text is not None and not is_name(text):
        node.fault(LEAN_NAME)
        return None
    return text
