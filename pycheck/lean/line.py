"""One line of a certificate."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pycheck.lean.expr import Expr, level
from pycheck.lean.source import to_source

#: The namespace of the certificate's own declarations.
NAMESPACE = "PycheckCertificate"

LineKind = Literal[
    "elements", "utility", "map", "truthful", "map_type", "definition", "claim", "listed", "canary"
]

ONE = (level(1),)
REFL = "@_root_.Eq.refl.{1} _ _"


@dataclass(frozen=True)
class Line:
    """One declaration of the certificate.

    ``key`` is the key in the mechanism file; ``statement`` its type and ``value`` (definitions only) its
    value, as terms; ``proof`` is Lean source; ``python`` is what the Python side says, for messages;
    ``probe`` is a Lean term whose normal form is what Lean says; ``subject`` the library constant that
    is being pinned; ``claim``/``theorem`` belong to claim lines, and so does ``about``: what of the library
    the theorem's statement must rest on, where the line's own statement does not say it; ``elements``
    counts compared elements.
    """

    kind: LineKind
    key: str
    name: str
    statement: Expr
    proof: str
    value: Expr | None = None
    python: str = ""
    probe: str | None = None
    subject: str = ""
    claim: str | None = None
    theorem: str | None = None
    about: frozenset[str] = frozenset()
    elements: int = 0

    def source(self) -> str:
        """The declaration as Lean source, on a line of its own."""
        keyword = "theorem" if self.value is None else "def"
        declaration = f"{keyword} _root_.{self.name} : {to_source(self.statement)} := {self.proof}"
        return f"{declaration} -- {self.key}" if self.key else declaration
