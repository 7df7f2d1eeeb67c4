"""What a census asks: predicates on outcome maps, parsed and turned into problems.

Predicates: ``truthful:weak|strict``, ``action:REPORT:weak|strict``, ``onto`` (or ``onto:o1,o2``),
``anonymous``, ``neutral``, ``unanimous``, ``pareto``, ``dictatorial``. Definitions, with τ the truthful
reports and O all outcomes:

- *unanimous*: where one outcome is every agent's only favourite, it is chosen at the truthful reports;
- *pareto*: no outcome of O is at least as good for all and better for one than what is chosen at the
  truthful reports (ex-post Pareto efficiency);
- *dictatorial*: for some agent, what is chosen at the truthful reports is always among its favourites in O;
- *onto S*: every outcome of S is chosen somewhere (S = O by default).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb, prod

from pycheck.census.problem import CensusTooLarge, Problem, unconstrained, with_best_report
from pycheck.census.quotient import Symmetry
from pycheck.census.symmetry import anonymity, neutrality
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism

FORMS = (
    "truthful:weak, truthful:strict, action:REPORT:weak, action:REPORT:strict, onto, onto:OUTCOMES, "
    "anonymous, neutral, unanimous, pareto, dictatorial"
)


#: Entries that the constraints may have to be written down with.
MAX_CONSTRAINTS = 500_000


class CensusQueryError(PycheckError):
    """A predicate or a fixed cell that does not fit the mechanism."""


@dataclass(frozen=True)
class Query:
    """A parsed query.

    ``problem`` holds every constraint on lines and cells; ``symmetries`` those of anonymity and
    neutrality; ``onto`` the outcomes (by index) that must occur; ``dictators`` the single-cell masks under
    which each agent dictates, ``None`` where dictatorship is not asked for; ``space``
    has the fixed cells alone.
    """

    predicates: tuple[str, ...]
    fixed: tuple[tuple[int, int], ...]
    problem: Problem
    symmetries: tuple[Symmetry, ...] = ()
    onto: tuple[int, ...] = ()
    dictators: tuple[dict[int, int], ...] | None = None
    space: Problem | None = None

    @property
    def total(self) -> int:
        """The maps that have the fixed cells."""
        return 0 if self.space is None else self.space.map_count


def parse_query(
    mechanism: Mechanism, predicates: Sequence[str], fixed: Sequence[str] = (), *, limited: bool = False
) -> Query:
    """Read predicates and fixed cells (``"a',a'=o1"``). Raises :class:`CensusQueryError`.

    If ``limited``, raises :class:`CensusTooLarge` where writing the constraints down alone would take long.
    """
    if limited:
        _check_size(mechanism, predicates)
    signature = mechanism.signature
    cells: dict[int, int] = {}
    for text in fixed:
        cell, outcome = fixed_cell(mechanism, text)
        if cells.setdefault(cell, outcome) != outcome:
            raise CensusQueryError(f"--fixed {text!r}: this cell is fixed to another outcome before")
    problem = unconstrained(signature).restricted({cell: 1 << o for cell, o in cells.items()})
    space = problem
    symmetries: list[Symmetry] = []
    onto: tuple[int, ...] = ()
    dictators = None
    for text in predicates:
        word, _, rest = text.partition(":")
        if word in ("truthful", "action", "neutral", "unanimous", "pareto", "dictatorial"):
            mechanism.require_utilities(f"--where {text}")
        if word in ("truthful", "action"):
            problem = _dominance(mechanism, problem, text)
        elif word == "onto":
            onto = tuple(sorted({*onto, *_outcomes(mechanism, text, rest)}))
        elif rest:
            raise CensusQueryError(f"--where {text!r}: expected one of {FORMS}")
        elif word == "anonymous":
            symmetries += anonymity(mechanism)
        elif word == "neutral":
            symmetries += neutrality(mechanism)
        elif word == "unanimous":
            problem = problem.restricted(_unanimous(mechanism))
        elif word == "pareto":
            problem = problem.restricted(_pareto(mechanism))
        elif word == "dictatorial":
            dictators = tuple(_dictator(mechanism, agent) for agent in range(len(signature.agents)))
        else:
            raise CensusQueryError(f"--where {text!r}: expected one of {FORMS}")
    pinned = tuple(sorted(cells.items()))
    return Query(tuple(predicates), pinned, problem, tuple(symmetries), onto, dictators, space)


def _check_size(mechanism: Mechanism, predicates: Sequence[str]) -> None:
    outcomes = len(mechanism.outcomes)
    words = {text.partition(":")[0] for text in predicates}
    size = 0
    if words & {"truthful", "action"}:
        size = max(len(agent.types) * len(agent.reports) for agent in mechanism.agents) * outcomes
    if words & {"pareto", "unanimous", "dictatorial"}:
        size = max(size, prod(len(agent.types) for agent in mechanism.agents) * outcomes)
    if "truthful" in words and words & {"anonymous", "neutral"}:
        # These take a network of all cells.
        shape, cells = mechanism.signature.shape, mechanism.signature.cell_count
        size = max(size, sum(comb(reports, 2) * (cells // reports) for reports in shape))
    if size > MAX_CONSTRAINTS:
        raise CensusTooLarge(
            f"too large to count here: {mechanism.signature.cell_count} cells with {outcomes} outcomes; "
            f"the constraints alone take about {size:.0e} entries"
        )


def _dominance(mechanism: Mechanism, problem: Problem, text: str) -> Problem:
    kind, _, rest = text.partition(":")
    report, _, strength = rest.rpartition(":")
    if strength not in ("weak", "strict") or bool(report) != (kind == "action"):
        raise CensusQueryError(f"--where {text!r}: expected one of {FORMS}")
    for index, agent in enumerate(mechanism.agents):
        chosen = None
        if kind == "truthful":
            if agent.truthful is None:
                raise CensusQueryError(f"--where {text!r}: {agent.name} has no truthful reports")
        elif report not in agent.reports:
            known = ", ".join(agent.reports)
            raise CensusQueryError(
                f"--where {text!r}: {report!r} is no report of {agent.name} (known: {known})"
            )
        else:
            chosen = agent.reports.index(report)
        problem = with_best_report(problem, mechanism, index, strength == "strict", chosen)
    return problem


def _outcomes(mechanism: Mechanism, text: str, rest: str) -> list[int]:
    if not rest:
        return list(range(len(mechanism.outcomes)))
    found = []
    for label in (part.strip() for part in rest.split(",")):
        if label not in mechanism.outcomes:
            known = ", ".join(mechanism.outcomes)
            raise CensusQueryError(f"--where {text!r}: {label!r} is no outcome (known: {known})")
        found.append(mechanism.outcomes.index(label))
    return found


def _truthful_cells(mechanism: Mechanism, word: str) -> list[tuple[int, tuple[int, ...]]]:
    """The cell of the truthful reports at each type profile."""
    truthful = []
    for agent in mechanism.agents:
        if agent.truthful is None:
            raise CensusQueryError(f"--where {word!r}: {agent.name} has no truthful reports")
        truthful.append(agent.truthful)
    cell = mechanism.signature.cell
    profiles = mechanism.signature.type_profiles()
    return [(cell(tuple(map(tuple.__getitem__, truthful, types))), types) for types in profiles]


def _favourites(mechanism: Mechanism, agent: int, type_: int) -> int:
    """The outcomes with the agent's highest utility, as a mask."""
    column = [row[type_] for row in mechanism.utilities[agent]]
    best = max(column)
    return sum(1 << o for o, value in enumerate(column) if value == best)


def _merged(pairs: list[tuple[int, int]]) -> dict[int, int]:
    masks: dict[int, int] = {}
    for cell, mask in pairs:
        masks[cell] = masks.get(cell, mask) & mask
    return masks


def _unanimous(mechanism: Mechanism) -> dict[int, int]:
    found = []
    for cell, types in _truthful_cells(mechanism, "unanimous"):
        masks = {_favourites(mechanism, i, t) for i, t in enumerate(types)}
        if len(masks) == 1 and (mask := masks.pop()).bit_count() == 1:
            found.append((cell, mask))
    return _merged(found)


def _pareto(mechanism: Mechanism) -> dict[int, int]:
    outcomes = range(len(mechanism.outcomes))
    found = []
    for cell, types in _truthful_cells(mechanism, "pareto"):
        values = [tuple(u[o][t] for u, t in zip(mechanism.utilities, types, strict=True)) for o in outcomes]
        good = sum(
            1 << o
            for o in outcomes
            if not any(
                values[q] != values[o] and all(x >= y for x, y in zip(values[q], values[o], strict=True))
                for q in outcomes
            )
        )
        found.append((cell, good))
    return _merged(found)


def _dictator(mechanism: Mechanism, agent: int) -> dict[int, int]:
    cells = _truthful_cells(mechanism, "dictatorial")
    return _merged([(cell, _favourites(mechanism, agent, types[agent])) for cell, types in cells])


def fixed_cell(mechanism: Mechanism, text: str) -> tuple[int, int]:
    """``"a',a'=o1"`` as (cell position, outcome index)."""
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
