"""Drawings of dominance graphs: the reports of one agent, the dominating ones on top."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycheck.graphs.svg import Box, Canvas, arrow, box, shortened, text, text_width

if TYPE_CHECKING:
    from networkx import DiGraph

_BEST = {"strict": "★ strictly dominant", "weak": "☆ weakly dominant", "none": ""}


def draw_dominance(graph: DiGraph[int]) -> str:
    """Reports in layers: each lies below all that dominate it; arrows that others imply are left out."""
    import networkx as nx

    agent, type_ = graph.graph["agents"][0], graph.graph["types"][0]
    layers = [sorted(layer) for layer in nx.topological_generations(graph)]
    lines = {n: [shortened(d["label"]), _BEST[d["best"]]] for n, d in graph.nodes(data=True)}
    width = max(text_width(line) for pair in lines.values() for line in pair) + 30
    height, canvas = 46.0, Canvas()
    across = max(map(len, layers)) * (width + 60) + 20
    layout: dict[int, Box] = {}
    for depth, layer in enumerate(layers):
        start = (across - len(layer) * (width + 60)) / 2
        for index, node in enumerate(layer):
            x = start + (index + 0.5) * (width + 60)
            layout[node] = Box(x, 40 + depth * 106, width, height)
    for one, other in graph.edges:
        if _implied(graph, one, other):
            continue
        dominance = graph.edges[one, other]["dominance"]
        begin, end = layout[one], layout[other]
        way = [begin.border((end.x, end.y), 2), end.border((begin.x, begin.y), 3)]
        canvas.add(arrow(way, dashes="5 3" if dominance == "weak" else ""), f"{dominance} dominance")
        at = ((way[0][0] + way[1][0]) / 2 + 8, (way[0][1] + way[1][1]) / 2)
        canvas.add(text(at, f"{dominance}ly", size=12, anchor="start", halo=True))
    for node, data in graph.nodes(data=True):
        shape = box(layout[node], double=data["best"] != "none", strong=data["best"] == "strict")
        kept = [line for line in lines[node] if line]
        for index, line in enumerate(kept):
            y = layout[node].y + (index - (len(kept) - 1) / 2) * 17
            shape += text((layout[node].x, y), line, size=14 - 2 * index, bold=index == 0)
        canvas.add(shape, str(data["label"]))
    title = f"Which report of {agent} dominates which when its true type is {type_}"
    said = [
        f"{graph.nodes[a]['label']} {data['dominance']}ly dominates {graph.nodes[b]['label']}."
        for a, b, data in graph.edges(data=True)
    ]
    return canvas.render(
        across, 80 + (len(layers) - 1) * 106, title, " ".join(said) or "No report dominates."
    )


def _implied(graph: DiGraph[int], one: int, other: int) -> bool:
    """The edge follows from two others: dominance is transitive, and strict where one of the two is."""
    wanted = graph.edges[one, other]["dominance"]
    return any(
        wanted == "weak"
        or "strict" in (graph.edges[one, via]["dominance"], graph.edges[via, other]["dominance"])
        for via in graph.successors(one)
        if graph.has_edge(via, other)
    )
