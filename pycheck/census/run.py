"""Running a census: choosing a method, counting, and listing witnesses lazily."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, islice
from math import log10

from pycheck.census.ahead import MARGIN
from pycheck.census.estimate import estimated_steps
from pycheck.census.frontier import Forgetful, Frontier, Keeper, count_in_parts, network_text
from pycheck.census.layers import Layered, ListTooLong, count_last, layered, maps_of
from pycheck.census.network import QUICK, OutOfBudget
from pycheck.census.problem import CensusTooLarge, Problem, magnitude
from pycheck.census.query import Query, parse_query
from pycheck.census.quotient import cells_of, constraint_count, quotient_network
from pycheck.mechanism import Mechanism

METHODS = ("auto", "layers", "orbits", "enumeration")
#: Steps (see :class:`~pycheck.census.network.Network`) after which a count is given up as too large.
BUDGET = 2_000_000
#: Where the maps that satisfy everything else have no more cells than this in all, each is looked at for
#: onto and dictatorial.
MAX_FILTERED = 2_000_000
#: Inclusion and exclusion for onto and dictatorial adds up no more counts than this.
MAX_TERMS = 4096
#: So many agents are tried as the last one.
MAX_ORDERS = 3
#: A network of cells has no more constraints than this, times the pairs of outcomes.
MAX_NETWORK = 3_000_000
#: Plain enumeration looks at no more maps than this.
MAX_ENUMERATED = 1 << 22


@dataclass(frozen=True)
class Census:
    """The result: exactly ``count`` of ``total`` outcome maps, found by ``method`` (``detail`` says how)."""

    mechanism: Mechanism
    query: Query
    total: int
    count: int
    method: str
    detail: str

    @property
    def predicates(self) -> tuple[str, ...]:
        """The predicates, as asked."""
        return self.query.predicates

    @property
    def fixed(self) -> tuple[tuple[int, int], ...]:
        """The fixed cells as (cell position, outcome index)."""
        return self.query.fixed

    @property
    def share(self) -> Fraction:
        """The share of all maps with the fixed cells."""
        return Fraction(self.count, self.total)

    @property
    def found(self) -> tuple[tuple[int, ...], ...]:
        """All maps counted, at once, in lexicographic order; for small counts."""
        return tuple(sorted(self.witnesses()))

    def witnesses(self, limit: int | None = None) -> Iterator[tuple[int, ...]]:
        """The maps counted, lazily, each as its cells (row-major); at most ``limit`` of them."""
        return islice(_witnesses(self.query), limit)


def run_census(
    mechanism: Mechanism,
    predicates: Sequence[str],
    fixed: Sequence[str] = (),
    *,
    method: str = "auto",
    budget: int | None = BUDGET,
    tick: Callable[[int], None] | None = None,
    keeper: Keeper | None = None,
) -> Census:
    """Count the outcome maps that satisfy every predicate and have every fixed cell, exactly.

    ``method`` is one of :data:`METHODS`. ``budget`` bounds the steps; what would take many more is refused
    before it is begun (``None``: no bound, nothing refused but what cannot be held in memory). ``tick`` is
    called now and then during long counts and may raise; ``keeper`` keeps how far it is.
    Raises :class:`~pycheck.census.query.CensusQueryError` for predicates that do not fit, and
    :class:`CensusTooLarge` where the count is out of reach.
    """
    if method not in METHODS:
        raise ValueError(f"method must be one of {', '.join(METHODS)}, not {method!r}")
    query = parse_query(mechanism, predicates, fixed, limited=budget is not None)
    how = _How(method, budget, tick, keeper)
    count, used = _counted(query, how)
    return Census(mechanism, query, query.total, count, used.partition(":")[0], used.partition(": ")[2])


def default_predicates(mechanism: Mechanism) -> list[tuple[str, ...]]:
    """One query for each dominance that can be spoken of: truthful, and each report all agents share."""
    signature = mechanism.signature
    queries: list[tuple[str, ...]] = []
    if all(agent.truthful is not None for agent in signature.agents):
        queries += [("truthful:weak",), ("truthful:strict",)]
    if len(signature.agents[0].reports) <= 4:
        shared = [
            r for r in signature.agents[0].reports if all(r in agent.reports for agent in signature.agents)
        ]
        queries += [(f"action:{report}:{strength}",) for report in shared for strength in ("weak", "strict")]
    return queries


@dataclass(frozen=True)
class _How:
    """How to count: see :func:`run_census`."""

    method: str
    budget: int | None
    tick: Callable[[int], None] | None
    keeper: Keeper | None


def _counted(query: Query, how: _How) -> tuple[int, str]:
    """The count, and the method with its detail.

    Onto and dictatorial are about whole maps. Where few maps satisfy the rest, each is looked at;
    otherwise the counts of :func:`_terms` are added up.
    """
    reason = ""
    if how.method != "enumeration":
        try:
            count, used = _count(query.problem, query, how)
        except CensusTooLarge as error:
            reason = str(error)
        else:
            if not query.onto and query.dictators is None:
                return count, used
            if count * query.problem.cell_count <= MAX_FILTERED:
                return sum(1 for _ in _witnesses(query)), f"{used}; each of {count} maps looked at"
        if reason and query.dictators is None:
            # The first of the counts to be added up would be this one again.
            raise CensusTooLarge(reason)
    terms = 2 ** len(query.onto) * (2 ** len(query.dictators or (0,)) - 1)
    if terms > MAX_TERMS:
        reason = reason or f"too large to count here: {count} maps satisfy the rest"
        raise CensusTooLarge(f"{reason}; onto and dictatorial would take {terms} counts more")
    total, used = 0, ""
    for sign, problem in _terms(query):
        found, detail = _count(problem, query, how)
        total += sign * found
        # The first is the largest, and the one that says how the count was had.
        used = used or detail
    return total, f"{used}; {terms} counts added up" if terms > 1 else used


def _terms(query: Query) -> Iterator[tuple[int, Problem]]:
    """The problems whose signed counts add up to the answer.

    Onto S: Σ over T ⊆ S of (-1)^|T| times the maps that avoid T. Dictatorial: Σ over the non-empty sets
    of agents of (-1)^(size + 1) times the maps in which each of them dictates.
    """
    coalitions: list[tuple[int, ...]] = [()]
    if query.dictators is not None:
        agents = range(len(query.dictators))
        coalitions = [c for size in range(1, len(agents) + 1) for c in combinations(agents, size)]
    for avoided in chain.from_iterable(combinations(query.onto, k) for k in range(len(query.onto) + 1)):
        mask = query.problem.outcomes & ~sum(1 << o for o in avoided)
        sign = -1 if len(avoided) % 2 else 1
        for coalition in coalitions:
            problem = query.problem.with_outcomes(mask)
            for agent in coalition:
                problem = problem.restricted((query.dictators or ())[agent])
            yield (sign if len(coalition) % 2 or not coalition else -sign), problem


def _count(problem: Problem, query: Query, how: _How) -> tuple[int, str]:
    """The count of one problem, and the method with its detail."""
    method = how.method
    if any(not problem.domain(cell) for cell in problem.domains) or not problem.outcomes:
        return 0, f"{method if method != 'auto' else 'layers'}: an empty domain"
    if method == "enumeration":
        return sum(1 for _ in _enumerated(problem, query)), "enumeration: every map looked at"
    reasons = []
    if method in ("auto", "layers") and not query.symmetries:
        try:
            layers = _best_layers(problem, how)
            sizes = " x ".join(map(str, layers.listed))
            count = count_last(problem, layers, budget=how.budget, keeper=how.keeper)
        except (ListTooLong, OutOfBudget) as error:
            reasons.append(str(error) or "the last layer takes too many steps")
            if method == "layers":
                raise CensusTooLarge(_too_large(problem, reasons)) from error
        else:
            return count, f"layers: one agent at a time, lists of {sizes}"
    elif method == "layers":
        raise CensusTooLarge("layers cannot use anonymity or neutrality; use orbits")
    try:
        return _by_orbits(problem, query, how)
    except OutOfBudget as error:
        steps = str(error) or f"takes more than {how.budget} steps"
        reasons.append(f"the network of {problem.cell_count} cells {steps}")
        raise CensusTooLarge(_too_large(problem, reasons)) from error


def _by_orbits(problem: Problem, query: Query, how: _How) -> tuple[int, str]:
    constraints = constraint_count(problem)
    if how.budget is not None and constraints * problem.outcome_count**2 > MAX_NETWORK:
        raise OutOfBudget(f"has {constraints} constraints")
    network, orbits = quotient_network(problem, query.symmetries, budget=how.budget, tick=how.tick)

    def check() -> None:
        if how.budget is not None and (steps := estimated_steps(network)) > MARGIN * how.budget:
            raise OutOfBudget(f"takes about {steps:.0e} steps")

    def in_parts() -> int:
        keeper, text = how.keeper or Forgetful(), network_text(network)
        return count_in_parts(network, keeper.load(text) or Frontier((), (), ()), text, keeper)

    count = network.count_cautiously(check, in_parts, QUICK)
    return count, f"orbits: {len(orbits.domains)} variables for {problem.cell_count} cells"


def _best_layers(problem: Problem, how: _How) -> Layered:
    """The layers, agents with fewest reports first; another agent is last where a list is too long."""
    agents = sorted(range(len(problem.shape)), key=lambda agent: problem.shape[agent])
    failure: ListTooLong | None = None
    tried = set()
    for last in reversed(agents[-MAX_ORDERS:]):
        order = (*(agent for agent in agents if agent != last), last)
        # Agents with the same constraints are as good as each other in the same place.
        kind = tuple((problem.shape[a], frozenset(problem.pairs[a].items())) for a in order)
        if kind in tried:
            continue
        tried.add(kind)
        try:
            return layered(problem, order, budget=how.budget, tick=how.tick, keeper=how.keeper)
        except ListTooLong as error:
            failure = error
    raise failure or ValueError("no agents")


def _too_large(problem: Problem, reasons: Sequence[str]) -> str:
    power = problem.cell_count * log10(problem.outcome_count)
    # The exact number may have millions of digits.
    size = problem.map_count if power < 1000 else 0
    shown = str(size) if 0 < size <= 10**12 else f"about 10^{magnitude(size) if size else round(power)}"
    return f"too large to count here: {shown} outcome maps; {'; '.join(reasons)}"


def _enumerated(problem: Problem, query: Query) -> Iterator[tuple[int, ...]]:
    """Plain enumeration, for comparison: every map is built and looked at."""
    from pycheck.census.plain import satisfies, whole_space

    if problem.map_count > MAX_ENUMERATED:
        raise CensusTooLarge(
            f"{problem.map_count} outcome maps are too many to enumerate (at most {MAX_ENUMERATED})"
        )
    return (cells for cells in whole_space(problem) if satisfies(cells, problem, query.symmetries))


def _witnesses(query: Query) -> Iterator[tuple[int, ...]]:
    problem = query.problem
    if query.symmetries:
        network, orbits = quotient_network(problem, query.symmetries)
        found: Iterator[tuple[int, ...]] = (cells_of(values, orbits) for values in network.solutions())
    else:
        try:
            found = maps_of(problem, _best_layers(problem, _How("auto", BUDGET, None, None)))
        except (ListTooLong, OutOfBudget):
            network, orbits = quotient_network(problem)
            found = (cells_of(values, orbits) for values in network.solutions())
    return (cells for cells in found if _global(cells, query))


def _global(cells: tuple[int, ...], query: Query) -> bool:
    """The predicates that no network knows of: onto and dictatorial."""
    if not set(query.onto) <= set(cells):
        return False
    if query.dictators is None:
        return True
    return any(all(mask >> cells[c] & 1 for c, mask in masks.items()) for masks in query.dictators)
