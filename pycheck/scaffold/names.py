"""Lean names for whatever people call things."""

from __future__ import annotations

import re
from collections.abc import Sequence

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_']*")
_RESERVED = frozenset(
    """
    abbrev axiom by calc class def deriving do else end example export extends for from fun have if
    import in inductive init instance let macro match meta mutual namespace notation opaque open partial
    private protected public section set_option show sorry structure syntax then theorem universe unsafe
    variable where with rec mk casesOn recOn toCtorIdx noConfusion f true false Type Prop Sort
    noncomputable nonrec noConfusionType ctorIdx ofNat below brecOn
    """.split()  # noqa: SIM905 (a list of sixty words reads better in lines)
)


def camel(text: str) -> str:
    """``first_price`` as ``FirstPrice``; characters that no name has are dropped."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", text) if part]
    joined = "".join(part[0].upper() + part[1:] for part in parts)
    return joined if joined and joined[0].isalpha() else f"X{joined}"


def distinct(names: Sequence[str]) -> list[str]:
    """The names, those that were there before with a number."""
    taken: set[str] = set()
    found = []
    for base in names:
        name, number = base, 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        taken.add(name)
        found.append(name)
    return found


def constructors(labels: Sequence[str]) -> dict[str, str]:
    """A constructor for each label: itself where that is a free Lean identifier, else spelled out."""
    names = [label if usable(label) else _spelled(label) for label in labels]
    return dict(zip(labels, distinct(names), strict=True))


def usable(label: str) -> bool:
    """Whether a label can be a Lean constructor as it stands."""
    return _IDENTIFIER.fullmatch(label) is not None and label not in _RESERVED and label != "_"


def theorem(text: str) -> str:
    """A claim id as a theorem name."""
    name = re.sub(r"[^A-Za-z0-9_']", "_", text)
    return name if usable(name) else f"claim_{name}"


def _spelled(label: str) -> str:
    words = {
        ">": "_over_",
        "<": "_under_",
        "-": "_",
        ".": "_",
        "/": "_by_",
        "+": "_plus_",
        "=": "_is_",
        " ": "_",
    }
    text = "".join(words.get(c, c if re.fullmatch(r"[A-Za-z0-9_']", c) else f"u{ord(c):x}") for c in label)
    text = re.sub(r"__+", "_", text).strip("_") or "x"
    return text if usable(text) else f"x_{text}"
