"""Mechanisms for the tests of graphs: the shipped one, random ones, one with hostile labels."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

from hypothesis import strategies as st

from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature, read_mechanism

FLAGSHIP = Path(__file__).parents[2] / "mechanisms" / "othman_sandholm"

#: Whatever markup, Graphviz or a file format could take for its own.
HOSTILE = (
    '"',
    "\\",
    '\\"',
    "a\\nb",
    "<b>&amp;</b>",
    "&lt;",
    "]]>",
    "a, b",
    "(a",
    "日本",
    "\\N",
    "a'",
    "{|}",
    "\\",
)


def flagship() -> Mechanism:
    return read_mechanism(FLAGSHIP).require()


@st.composite
def mechanisms(draw: st.DrawFn) -> Mechanism:
    """One to three agents with one or two types and one to three reports; many ties."""
    agents = tuple(
        Agent(
            f"p{index}",
            tuple(f"t{k}" for k in range(draw(st.integers(1, 2)))),
            tuple(f"r{k}" for k in range(draw(st.integers(1, 3)))),
            None,
        )
        for index in range(draw(st.integers(1, 3)))
    )
    signature = Signature(agents, tuple(f"o{k}" for k in range(draw(st.integers(1, 4)))))
    number = st.sampled_from([Fraction(n, 2) for n in range(-1, 4)])
    utilities = tuple(
        tuple(tuple(draw(number) for _ in agent.types) for _ in signature.outcomes) for agent in agents
    )
    outcomes = st.integers(0, len(signature.outcomes) - 1)
    cells = tuple(draw(outcomes) for _ in range(signature.cell_count))
    return Mechanism("random", "random", signature, utilities, {MAIN_MAP: OutcomeMap(cells)})


def hostile() -> Mechanism:
    """Every label is one that must be escaped somewhere; the first agent gains by each later report."""
    labels = tuple(dict.fromkeys(HOSTILE))
    agents = (Agent("<row>", labels[:2], labels[:6], None), Agent('c"\\', labels[:1], labels[6:], None))
    signature = Signature(agents, labels)
    utilities = tuple(
        tuple(tuple(Fraction(o) for _ in agent.types) for o in range(len(labels))) for agent in agents
    )
    cells = tuple(k % len(labels) for k in range(signature.cell_count))
    return Mechanism("hostile", "hostile", signature, utilities, {MAIN_MAP: OutcomeMap(cells)})
