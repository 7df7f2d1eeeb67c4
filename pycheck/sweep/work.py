"""One piece of a sweep: some points, each claim at each, as a worker anywhere does it."""

from __future__ import annotations

from dataclasses import dataclass

from pycheck.census.counting import count_claim
from pycheck.claims import Evaluator, TooManyMaps, read_claims
from pycheck.claims.formula import CountMaps
from pycheck.mechanism import ClaimEntry, Mechanism
from pycheck.sweep.points import Point, at_point


@dataclass(frozen=True)
class Piece:
    """A mechanism, claims of it and points. Everything in it can be sent to another process or machine."""

    mechanism: Mechanism
    claims: tuple[ClaimEntry, ...]
    points: tuple[Point, ...]


def decide(piece: Piece) -> list[list[bool | None]]:
    """For each point, whether each claim holds, by exact count or enumeration; ``None`` if out of reach.

    Raises :class:`ValueError` for claims that do not fit the mechanism: the file they come from was read
    before.
    """
    claims, faults = read_claims(piece.claims, piece.mechanism.signature)
    if faults:
        raise ValueError("; ".join(map(str, faults)))
    found: list[list[bool | None]] = []
    for point in piece.points:
        mechanism = at_point(piece.mechanism, point)
        evaluator = Evaluator(mechanism)
        row: list[bool | None] = []
        for claim in claims:
            formula = claim.formula
            if formula is None:
                row.append(None)
                continue
            counted = count_claim(formula, mechanism) if isinstance(formula, CountMaps) else None
            if counted is not None:
                row.append(counted.holds)
                continue
            try:
                row.append(evaluator.enumerate(formula, claim.order).holds)
            except TooManyMaps:
                row.append(None)
        found.append(row)
    return found
