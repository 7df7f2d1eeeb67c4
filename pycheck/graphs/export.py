"""Graphs as files: GraphML and Graphviz DOT, the same bytes for the same graph.

Nodes are called ``n0``, ``n1``, … in the graph's own order; what they stand for is in their attributes,
which both formats carry as text, numbers and truth values (several labels as a JSON array).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from fractions import Fraction
from io import BytesIO
from typing import TYPE_CHECKING, Any

from pycheck.graphs.text import xml_text

if TYPE_CHECKING:
    from networkx import DiGraph

#: What Graphviz would read as a character entity.
_ENTITY = re.compile(r"&(?=#?\w+;)")


def to_graphml(graph: DiGraph[Any]) -> str:
    """The graph as GraphML (UTF-8)."""
    import networkx as nx

    stream = BytesIO()
    nx.write_graphml_xml(_portable(graph), stream, encoding="utf-8", prettyprint=True)
    return stream.getvalue().decode("utf-8").rstrip("\n") + "\n"


def to_dot(graph: DiGraph[Any]) -> str:
    """The graph in Graphviz' DOT language."""
    names = _names(graph)
    lines = ["digraph {"]
    lines += [f"  {key}={_quoted(value)};" for key, value in _plain(graph.graph).items()]
    for node, attributes in graph.nodes(data=True):
        lines.append(f"  {names[node]} [{_dot_list({**_node_style(attributes), **_plain(attributes)})}];")
    for start, end, attributes in graph.edges(data=True):
        shown = {**_edge_style(attributes), **_plain(attributes)}
        lines.append(f"  {names[start]} -> {names[end]} [{_dot_list(shown)}];")
    return "\n".join([*lines, "}"]) + "\n"


def _names(graph: DiGraph[Any]) -> dict[Any, str]:
    return {node: f"n{index}" for index, node in enumerate(graph)}


def _portable(graph: DiGraph[Any]) -> DiGraph[str]:
    import networkx as nx

    names = _names(graph)
    copy: DiGraph[str] = nx.DiGraph()
    copy.graph.update(_plain(graph.graph))
    copy.add_nodes_from((names[node], _plain(attributes)) for node, attributes in graph.nodes(data=True))
    copy.add_edges_from(
        (names[a], names[b], _plain(attributes)) for a, b, attributes in graph.edges(data=True)
    )
    return copy


def _plain(attributes: Mapping[str, Any]) -> dict[str, str | int | bool]:
    """Attributes as both formats can hold them; absent values are left out."""
    return {key: _value(value) for key, value in attributes.items() if value is not None}


def _value(value: Any) -> str | int | bool:
    if isinstance(value, int):
        return value
    if isinstance(value, tuple):
        return xml_text(json.dumps([str(part) for part in value], ensure_ascii=False))
    return str(value) if isinstance(value, Fraction) else xml_text(str(value))


def _dot_list(attributes: Mapping[str, str | int | bool]) -> str:
    return ", ".join(f"{key}={_quoted(value)}" for key, value in attributes.items())


def _quoted(value: str | int | bool) -> str:
    """A DOT string that Graphviz shows literally: no escape, line break or entity of the text acts."""
    if isinstance(value, bool):
        return "true" if value else "false"
    text = _ENTITY.sub("&amp;", str(value))
    for character, escape in (("\\", "\\\\"), ('"', '\\"'), ("\r", ""), ("\n", "\\n")):
        text = text.replace(character, escape)
    return f'"{text}"'


def _node_style(attributes: Mapping[str, Any]) -> dict[str, str | int | bool]:
    """Shapes, not colours: a double border for what is stable or best."""
    shapes = {"claim": "box", "theorem": "ellipse", "definition": "note", "source": "folder"}
    stable = attributes.get("equilibrium") or attributes.get("best") in ("strict", "weak")
    return {"shape": shapes.get(attributes.get("node_kind", ""), "box"), "peripheries": 2 if stable else 1}


def _edge_style(attributes: Mapping[str, Any]) -> dict[str, str | int | bool]:
    dashed = attributes.get("relation") in ("names", "from") or attributes.get("dominance") == "weak"
    return {"style": "dashed" if dashed else "solid"}
