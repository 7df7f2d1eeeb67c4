"""A census by enumeration: every outcome map is looked at."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pycheck.claims.build import best_reports
from pycheck.claims.compile import Cells, Compiler
from pycheck.claims.evaluate import MAX_MAPS
from pycheck.claims.formula import CountMaps, Formula, conjunction
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism

_MAP = "m"


class CensusQueryError(PycheckError):
    """A predicate or a fixed cell that does not fit the mechanism, or too many maps to enumerate."""


@dataclass(frozen=True)
class Census:
    """The result: how many of ``total`` maps satisfy the predicates, and which (as cells, row-major)."""

    predicates: tuple[str, ...]
    fixed: tuple[tuple[int, int], ...]
    total: int
    found: tuple[Cells, ...]

    @property
    def count(self) -> int:
        """Number of maps found."""
        return len(self.found)

    @property
    def share(self) -> Fraction:
        """The share of the maps looked at."""
        return Fraction(self.count, self.total)


def default_predicates(mechanism: Mechanism) -> list[tuple[str, ...]]:
    """One query for each dominance that can be spoken of: truthful, and each report all agents share."""
    signature = mechanism.signature
    queries: list[tuple[str, ...]] = []
    if all(agent.truthful is not None for agent in signature.agents):
        queries += [("truthful:weak",), ("truthful:strict",)]
    shared = [r for r in signature.agents[0].reports if all(r in agent.reports for agent in signature.agents)]
    queries += [(f"action:{report}:{strength}",) for report in shared for strength in ("weak", "strict")]
    return queries


def run_census(mechanism: Mechanism, predicates: Sequence[str], fixed: Sequence[str] = ()) -> Census:
    """Enumerate the maps that satisfy every predicate and have every fixed cell.

    ``predicates`` as on the command line (``truthful:weak``, ``action:REPORT:strict``); ``fixed`` as
    ``"a',a'=o1"``, reports in agent order. Raises :class:`CensusQueryError`.
    """
    signature = mechanism.signature
    cells = tuple(sorted({_fixed_cell(mechanism, text) for text in fixed}))
    if len({cell for cell, _ in cells}) < len(cells):
        raise CensusQueryError("--fixed gives one cell two outcomes")
    total = len(signature.outcomes) ** (signature.cell_count - len(cells))
    if total > MAX_MAPS:
        raise CensusQueryError(
            f"{total} outcome maps are too many to enumerate (at most {MAX_MAPS}); fix some cells"
        )
    formula = conjunction([_predicate(mechanism, text) for text in predicates])
    found = Compiler(mechanism).satisfying_maps(CountMaps(_MAP, cells, formula, 0))
    return Census(tuple(predicates), cells, total, tuple(found))


def _predicate(mechanism: Mechanism, text: str) -> Formula:
    signature = mechanism.signature
    agents = tuple(range(len(signature.agents)))
    kind, _, rest = text.partition(":")
    report, _, strength = rest.rpartition(":")
    if (
        strength not in ("weak", "strict")
        or kind not in ("truthful", "action")
        or bool(report) != (kind == "action")
    ):
        raise CensusQueryError(
            f"--where {text!r}: expected truthful:weak, truthful:strict, "
            "action:REPORT:weak or action:REPORT:strict"
        )
    if kind == "truthful":
        if any(agent.truthful is None for agent in signature.agents):
            raise CensusQueryError(f"--where {text!r}: this mechanism has no truthful reports")
        return best_reports(signature, agents, _MAP, strength == "strict", fixed=None)
    for agent in signature.agents:
        if report not in agent.reports:
            known = ", ".join(agent.reports)
            raise CensusQueryError(
                f"--where {text!r}: {report!r} is no report of {agent.name} (known: {known})"
            )
    fixed = tuple(agent.reports.index(report) for agent in signature.agents)
    return best_reports(signature, agents, _MAP, strength == "strict", fixed=fixed)


def _fixed_cell(mechanism: Mechanism, text: str) -> tuple[int, int]:
    signature = mechanism.signature
    left, equals, outcome = text.rpartition("=")
    reports = [part.strip() for part in left.strip().strip("()").split(",")]
    outcome = outcome.strip()
    names = ",".join(agent.name for agent in signature.agents)
    if not equals or len(reports) != len(signature.agents):
        raise CensusQueryError(f"--fixed {text!r}: expected reports of {names}, then =OUTCOME")
    for report, agent in zip(reports, signature.agents, strict=True):
        if report not in agent.reports:
            known = ", ".join(agent.reports)
            raise CensusQueryError(
                f"--fixed {text!r}: {report!r} is no report of {agent.name} (known: {known})"
            )
    if outcome not in signature.outcomes:
        known = ", ".join(signature.outcomes)
        raise CensusQueryError(f"--fixed {text!r}: {outcome!r} is no outcome (known: {known})")
    profile = tuple(agent.reports.index(r) for r, agent in zip(reports, signature.agents, strict=True))
    return signature.cell(profile), signature.outcomes.index(outcome)
