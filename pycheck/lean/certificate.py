"""The non-divergence certificate: a Lean file written from the mechanism file alone.

Each line is one declaration that states, from the Python side's data, something about the Lean
library's constants, and offers a proof: for elements and cells a computation, for claims the library's
own theorem. The kernel's verdict on a line is the verdict on the key it came from. Nothing here reads
Lean source, so neither side can copy the other's mistake.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from pycheck.claims import Claim
from pycheck.lean.claim_lines import ClaimLines
from pycheck.lean.data_lines import DataLines
from pycheck.lean.line import Line
from pycheck.lean.statements import LeanVoice
from pycheck.mechanism import LeanLink, Mechanism

# Linters speak of style only; what can make a line unsound (sorry) is not a linter's message.
_OPTIONS = ("set_option autoImplicit false", "set_option linter.all false", "set_option maxRecDepth 100000")


@dataclass(frozen=True)
class Certificate:
    """A certificate: what pins the data, what states the claims, and the claims that could not be stated.

    The two halves are two Lean files, because claims are worth nothing where the data differ.
    ``unstated`` pairs a claim's id with why it has no Lean statement.
    """

    module: str
    data: tuple[Line, ...]
    claims: tuple[Line, ...]
    unstated: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines."""
        return (*self.data, *self.claims)


def lean_file(header: str, lines: Iterable[Line]) -> tuple[str, dict[int, Line]]:
    """A Lean file of the given lines, and which row of it (1-based) holds which line.

    ``header`` is what comes first: an import, or a whole library source.
    """
    rows = [*header.splitlines(), *_OPTIONS]
    places: dict[int, Line] = {}
    for line in lines:
        rows.append(line.source())
        places[len(rows)] = line
    return "\n".join(rows) + "\n", places


class CertificateWriter:
    """Writes the certificate for one mechanism and its claims."""

    def __init__(self, mechanism: Mechanism, link: LeanLink, claims: tuple[Claim, ...]) -> None:
        self.link = link
        self.claims = claims
        self.voice = LeanVoice(mechanism, link)

    def certificate(self) -> Certificate:
        """The whole certificate."""
        data = tuple(DataLines(self.voice).lines())
        claims = ClaimLines(self.voice)
        lines = tuple(claims.lines(self.claims))
        return Certificate(self.link.module, data, lines, tuple(claims.unstated))
