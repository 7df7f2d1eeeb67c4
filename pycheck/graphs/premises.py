"""Traced premises in the claim graph: what the source of a proof mentions, beside what its term rests on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from networkx import DiGraph


def with_premises(graph: DiGraph[str], premises: Mapping[str, Iterable[str]]) -> DiGraph[str]:
    """A copy of a claim graph with an edge from each traced theorem to each constant its source mentions.

    ``premises`` maps theorems to such constants (absolute Lean names). The edges' ``relation`` is
    ``mentions``; where there is one that says ``rests_on``, both hold and ``relation`` is
    ``rests_on, mentions``. Constants that the graph does not have become nodes of kind ``premise``, theorems
    that no claim names nodes of kind ``theorem`` with the status ``traced``.
    """
    copy: DiGraph[str] = graph.copy()
    for theorem in sorted(premises):
        if f"theorem:{theorem}" not in copy:
            copy.add_node(f"theorem:{theorem}", node_kind="theorem", label=theorem, status="traced")
    for theorem, names in sorted(premises.items()):
        start = f"theorem:{theorem}"
        for name in sorted(set(names)):
            end = _node(copy, name)
            known = copy.edges[start, end]["relation"] if copy.has_edge(start, end) else ""
            relation = f"{known}, mentions" if known else "mentions"
            copy.add_edge(start, end, relation=relation, label=relation.replace("_", " "))
    return copy


def _node(graph: DiGraph[str], name: str) -> str:
    for kind in ("theorem", "definition", "premise"):
        if f"{kind}:{name}" in graph:
            return f"{kind}:{name}"
    graph.add_node(f"premise:{name}", node_kind="premise", label=name)
    return f"premise:{name}"


def to_json(graph: DiGraph[str]) -> dict[str, Any]:
    """Nodes and edges, each with its attributes, as JSON has them, in a stable order."""
    nodes = [{"id": node, **graph.nodes[node]} for node in sorted(graph)]
    edges = [{"from": a, "to": b, **graph.edges[a, b]} for a, b in sorted(graph.edges)]
    return {"nodes": nodes, "edges": edges}
