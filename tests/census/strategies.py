"""Random mechanisms small enough to build all their outcome maps."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations
from math import prod

from hypothesis import strategies as st

from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

#: Few values, so that ties (where strict and weak part) are frequent; some are no integers.
NUMBERS = [Fraction(-1), Fraction(0), Fraction(1, 3), Fraction(1)]
#: At most so many outcome maps.
LARGEST = 3**7
SHAPES = [(1,), (2,), (3,), (1, 2), (2, 2), (2, 3), (3, 2), (3, 3), (2, 2, 2), (3, 2, 2), (2, 1, 3)]


@st.composite
def mechanisms(draw: st.DrawFn) -> Mechanism:
    """Types are the reports, in the same order or another, or are other things; or nothing is truthful."""
    shape = draw(st.sampled_from(SHAPES))
    agents = tuple(draw(_agents(f"p{i}", size)) for i, size in enumerate(shape))
    most = max(m for m in range(1, 5) if m ** prod(shape) <= LARGEST)
    labels = tuple(f"o{k}" for k in range(draw(st.integers(min(2, most), most))))
    signature = Signature(agents, labels)
    tables = tuple(
        tuple(tuple(draw(st.sampled_from(NUMBERS)) for _ in agent.types) for _ in labels) for agent in agents
    )
    return _mechanism(signature, tables)


@st.composite
def _agents(draw: st.DrawFn, name: str, size: int) -> Agent:
    reports = tuple(f"r{k}" for k in range(size))
    match draw(st.sampled_from(["types", "shuffled", "others", "none"])):
        case "types":
            return Agent(name, reports, reports, tuple(range(size)))
        case "shuffled":
            order = draw(st.permutations(range(size)))
            return Agent(name, tuple(f"t{k}" for k in range(size)), reports, tuple(order))
        case "others":
            types = tuple(f"t{k}" for k in range(draw(st.integers(1, 3))))
            return Agent(name, types, reports, tuple(draw(st.integers(0, size - 1)) for _ in types))
        case _:
            return Agent(name, tuple(f"t{k}" for k in range(draw(st.integers(1, 3)))), reports, None)


@st.composite
def neutral_mechanisms(draw: st.DrawFn) -> Mechanism:
    """Every agent's types are all rearrangements of some values over the outcomes, as neutrality needs."""
    outcomes, agents = draw(st.sampled_from([(2, 1), (2, 2), (2, 3), (3, 1)]))
    tables, everybody = [], []
    for i in range(agents):
        values = draw(st.lists(st.sampled_from(NUMBERS), min_size=outcomes, max_size=outcomes))
        columns = sorted(set(permutations(values)))
        order = draw(st.permutations(range(len(columns))))
        reports = tuple(f"r{k}" for k in range(len(columns)))
        everybody.append(Agent(f"p{i}", tuple(f"t{k}" for k in range(len(columns))), reports, tuple(order)))
        tables.append(tuple(zip(*columns, strict=True)))
    signature = Signature(tuple(everybody), tuple(f"o{k}" for k in range(outcomes)))
    return _mechanism(signature, tuple(tables))


def _mechanism(signature: Signature, tables: tuple[tuple[tuple[Fraction, ...], ...], ...]) -> Mechanism:
    first = OutcomeMap((0,) * signature.cell_count)
    return Mechanism("random", "random", signature, tables, {MAIN_MAP: first})


def predicates(mechanism: Mechanism) -> list[str]:
    """Every predicate that means something for the mechanism, neutrality apart."""
    found = ["onto", f"onto:{mechanism.outcomes[-1]}"]
    if all(agent.truthful is not None for agent in mechanism.agents):
        found += ["truthful:weak", "truthful:strict", "unanimous", "pareto", "dictatorial"]
    first = mechanism.agents[0].reports
    if all(agent.reports == first for agent in mechanism.agents):
        found.append("anonymous")
    shared = [r for r in first if all(r in agent.reports for agent in mechanism.agents)]
    found += [f"action:{report}:{strength}" for report in shared for strength in ("weak", "strict")]
    return found


@st.composite
def queries(draw: st.DrawFn, mechanism: Mechanism) -> tuple[list[str], list[str]]:
    """A conjunction of up to three predicates, and up to two fixed cells."""
    asked = draw(st.lists(st.sampled_from(predicates(mechanism)), max_size=3))
    cells: dict[str, str] = {}
    for _ in range(draw(st.integers(0, 2))):
        where = ",".join(draw(st.sampled_from(agent.reports)) for agent in mechanism.agents)
        cells[where] = draw(st.sampled_from(mechanism.outcomes))
    return asked, [f"{where}={outcome}" for where, outcome in cells.items()]
