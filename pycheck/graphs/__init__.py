"""Graphs of a mechanism (deviations, dominance) and of a verification (claims), exported and drawn.

Importing this package does not import networkx; calling its functions does.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pycheck.graphs.claims import claim_graph
from pycheck.graphs.deviations import (
    Deviation,
    deviation_graph,
    deviations,
    dominance_graph,
    equilibria,
)
from pycheck.graphs.draw_claims import draw_claims
from pycheck.graphs.draw_deviations import draw_deviations
from pycheck.graphs.draw_dominance import draw_dominance
from pycheck.graphs.export import to_dot, to_graphml

if TYPE_CHECKING:
    from networkx import DiGraph

__all__ = [
    "Deviation",
    "claim_graph",
    "deviation_graph",
    "deviations",
    "dominance_graph",
    "draw_svg",
    "equilibria",
    "to_dot",
    "to_graphml",
]

_DRAWINGS: dict[str, Callable[[Any], str]] = {
    "claims": draw_claims,
    "deviations": draw_deviations,
    "dominance": draw_dominance,
}


def draw_svg(graph: DiGraph[Any]) -> str:
    """A graph made by this package as a self-contained SVG element, in the colours of the page around it.

    Raises :class:`ValueError` for a graph of another origin.
    """
    draw = _DRAWINGS.get(graph.graph.get("kind", ""))
    if draw is None:
        raise ValueError(f"only graphs of kind {', '.join(_DRAWINGS)} are drawn")
    return draw(graph)
