"""Random drafts, with labels as people write them."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from hypothesis import strategies as st

from pycheck.scaffold import Draft, DraftAgent

#: Operators, Unicode, Lean keywords, labels that look alike once spelled out, digits, quotes.
ODD = [
    "1>2>3",
    "a'",
    "ä",
    "∀x",
    "where",
    "def",
    "theorem",
    "a-b",
    "a_b",
    "a b",
    "7",
    "-1",
    "mk",
    "o1",
    "naïve",
    'q"q',
]
VALUES = [Fraction(-2), Fraction(-1, 2), Fraction(0), Fraction(1, 3), Fraction(1), Fraction(5)]


def _labels(smallest: int, largest: int) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(st.sampled_from(ODD), min_size=smallest, max_size=largest, unique=True).map(tuple)


@st.composite
def drafts(draw: st.DrawFn, agents: int | None = None) -> Draft:
    """Two or three agents with two or three types; reports that are the types, more than these, or others."""
    count = agents or draw(st.integers(1, 3))
    everybody = []
    for i in range(count):
        types = draw(_labels(1, 3 if count < 3 else 2))
        match draw(st.sampled_from(["types", "more", "others"])):
            case "types":
                reports = types
            case "more":
                reports = (*types, "silence")
            case _:
                reports = draw(_labels(1, 2))
        everybody.append(DraftAgent(f"agent {i}" if draw(st.booleans()) else f"p{i}", types, reports))
    outcomes = draw(_labels(1, 3))
    utilities = {
        (agent.name, outcome): tuple(draw(st.sampled_from(VALUES)) for _ in agent.types)
        for agent in everybody
        for outcome in outcomes
    }
    cells = {
        profile: draw(st.sampled_from(outcomes))
        for profile in product(*(agent.reports for agent in everybody))
    }
    return Draft("random", "A random mechanism", tuple(everybody), outcomes, utilities, cells)
