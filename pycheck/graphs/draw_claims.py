"""The drawing of a claim graph: sources, claims and theorems in layers, definitions as columns of dots.

Theorems rest on many definitions each, so that arrows would hide one another: a dot where a theorem's line
meets a definition's says the same. What belongs to a definition (the constructors of a type, the fields of
a structure) is not drawn where the definition itself is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycheck.graphs.svg import Box, Canvas, arrow, box, disc, line, shortened, text, text_width

if TYPE_CHECKING:
    from networkx import DiGraph

_ROW = 30.0
_COLUMN = 22.0
_HEIGHT = 23.0
_TURN = -60.0
_VERDICTS = {"holds": "✓", "fails": "✗", "not_checked": "?", "not_formalised": "–"}
_STATUS = {"proved": "∎", "problem": "✗", "not_checked": "?"}


def draw_claims(graph: DiGraph[str]) -> str:
    """The drawing. Rows follow the claims' order in the mechanism file."""
    layers = {
        kind: [n for n, d in graph.nodes(data=True) if d["node_kind"] == kind]
        for kind in ("source", "claim", "theorem", "definition")
    }
    layers["definition"] = _drawn_definitions(graph, layers["definition"])
    shown = {node: _shown(graph, node) for kind in layers for node in layers[kind]}
    canvas = Canvas()
    turned = max((text_width(shown[n], 12) for n in layers["definition"]), default=0.0)
    top = max(54.0, 40.0 + turned * 0.9)
    rows = _rows(graph, layers)
    layout: dict[str, Box] = {}
    x = 12.0
    for kind in ("source", "claim", "theorem"):
        if not layers[kind]:
            continue
        width = max(text_width(shown[node], 12) for node in layers[kind]) + 20
        heading = {"source": "sources", "claim": "claims", "theorem": "Lean theorems"}[kind]
        canvas.add(text((x + width / 2, top - 30), heading, bold=True))
        for node in layers[kind]:
            layout[node] = Box(x + width / 2, top + rows[node] * _ROW, width, _HEIGHT)
        x += width + 52
    right = _definitions(graph, canvas, layers, shown, layout, x - 20, top) + turned * 0.5
    for start, end, data in graph.edges(data=True):
        if start in layout and end in layout:
            _edge(canvas, layout[start], layout[end], data["relation"])
    for node, area in layout.items():
        _node(canvas, graph, node, area, shown[node])
    height = top + (max(rows.values(), default=0) + 1) * _ROW
    legend = (
        "✓ holds   ✗ fails   ? not checked   – not formalised   ∎ and bold border: accepted by the kernel   "
        "¬ proves the negation   ● rests on the definition above   "
        "⇢ names a theorem that proves nothing so far"
    )
    canvas.add(text((12, height), legend, size=12, anchor="start", faint=True))
    width = max(right, text_width(legend, 12) * 0.9) + 12
    return canvas.render(
        width, height + 20, f"What the claims about {graph.graph['mechanism']} rest on", _said(graph)
    )


def _shown(graph: DiGraph[str], node: str) -> str:
    data = graph.nodes[node]
    label = shortened(data["label"], 40)
    match data["node_kind"]:
        case "claim":
            return f"{_VERDICTS[data['verdict']]} {label}"
        case "theorem":
            return f"{_STATUS[data['status']]} {label}"
    return label


def _rows(graph: DiGraph[str], layers: dict[str, list[str]]) -> dict[str, float]:
    """The row of each node: a claim's is its place, a theorem's that of its first claim, if free."""
    rows: dict[str, float] = {claim: float(index) for index, claim in enumerate(layers["claim"])}
    taken: set[float] = set()
    for theorem in layers["theorem"]:
        claims = [rows[claim] for claim in graph.predecessors(theorem) if claim in rows]
        row = min(claims, default=float(len(layers["claim"])))
        while row in taken:
            row += 1
        taken.add(row)
        rows[theorem] = row
    for index, source in enumerate(layers["source"]):
        rows[source] = (index + 0.5) * max(len(layers["claim"]), 1) / len(layers["source"]) - 0.5
    return rows


def _drawn_definitions(graph: DiGraph[str], nodes: list[str]) -> list[str]:
    names = {node.partition(":")[2] for node in nodes}
    own = [node for node in nodes if node.partition(":")[2].rpartition(".")[0] not in names]
    used = {node: len(list(graph.predecessors(node))) for node in own}
    return sorted(own, key=lambda node: (-used[node], node))


def _definitions(
    graph: DiGraph[str],
    canvas: Canvas,
    layers: dict[str, list[str]],
    shown: dict[str, str],
    layout: dict[str, Box],
    left: float,
    top: float,
) -> float:
    """Draw the columns of dots; returns where they end."""
    columns = {node: left + 30 + index * _COLUMN for index, node in enumerate(layers["definition"])}
    if not columns:
        return left
    end = max(columns.values())
    for theorem in layers["theorem"]:
        area = layout[theorem]
        canvas.add(line([(area.x + area.width / 2, area.y), (end, area.y)], opacity=0.25))
    lowest = max((layout[theorem].y for theorem in layers["theorem"]), default=top)
    for node, x in columns.items():
        canvas.add(line([(x, top - 22), (x, lowest)], opacity=0.25))
        label = text((x + 2, top - 28), shown[node], size=12, anchor="start", turned=_TURN)
        canvas.add(label, node.partition(":")[2])
        for theorem in graph.predecessors(node):
            hint = f"{graph.nodes[theorem]['label']} rests on {graph.nodes[node]['label']}"
            canvas.add(disc((x, layout[theorem].y), 4.2), hint)
    return end


def _edge(canvas: Canvas, one: Box, other: Box, relation: str) -> None:
    start = (one.x + one.width / 2, one.y)
    if relation == "from":
        canvas.add(line([(one.x - one.width / 2, one.y), (other.x + other.width / 2, other.y)], opacity=0.35))
    elif relation == "rests_on":
        # From theorem to theorem: an arc on the right.
        end = (other.x + other.width / 2 + 2, other.y)
        bend = (start[0] + 14 + min(abs(one.y - other.y) / 3, 30), (one.y + other.y) / 2)
        canvas.add(arrow([start, bend, end], width=1.0), "rests on")
    else:
        end = (other.x - other.width / 2 - 3, other.y)
        canvas.add(
            arrow([start, end], dashes="5 3" if relation == "names" else ""), relation.replace("_", " ")
        )
        if relation == "refuted_by":
            at = ((start[0] + end[0]) / 2 - 3, (start[1] + end[1]) / 2 - 8)
            canvas.add(text(at, "¬", size=13, bold=True, halo=True), "the theorem proves the negation")


def _node(canvas: Canvas, graph: DiGraph[str], node: str, area: Box, shown: str) -> None:
    data = graph.nodes[node]
    open_ = data.get("verdict", data.get("status")) in ("not_checked", "not_formalised")
    formal = "formal" in data.get("levels", ()) or data.get("status") == "proved"
    shape = box(area, dashed=open_, strong=formal)
    shape += text((area.x - area.width / 2 + 9, area.y), shown, size=12, anchor="start")
    hints = [data["label"], data.get("english", ""), data.get("citation", ""), data.get("problem", "")]
    if "levels" in data:
        hints.insert(1, "evidence: " + ", ".join(data["levels"]))
    canvas.add(shape, ". ".join(hint for hint in hints if hint))


def _said(graph: DiGraph[str]) -> str:
    said = []
    for node, data in graph.nodes(data=True):
        if data["node_kind"] == "claim":
            ways = [graph.edges[node, t]["relation"] for t in graph.successors(node)]
            theorems = [graph.nodes[t]["label"] for t in graph.successors(node) if t.startswith("theorem:")]
            relation = next((w.replace("_", " ") for w in ways if w != "from"), "")
            said.append(f"{data['label']}: {data['verdict'].replace('_', ' ')}")
            if theorems:
                said[-1] += f", {relation} {theorems[0]}"
    return "; ".join(said) + "."
