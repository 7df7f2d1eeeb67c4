"""Drawings of deviation graphs: a grid for one or two agents, a ring for more."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any

from pycheck.claims.english import enumerate_words, profile
from pycheck.graphs.svg import Box, Canvas, Point, arrow, box, shortened, text, text_width
from pycheck.mechanism import MAIN_MAP

if TYPE_CHECKING:
    from networkx import DiGraph

#: Larger graphs are not drawn: nobody could read them.
MAX_DRAWN = 100
#: Above this many deviations their labels are left to tooltips.
MAX_LABELLED = 80

_MARK = "★ equilibrium"
_LINE = 17.0
#: How the moves of the first, second, … agent are dashed in a ring, where direction does not tell them apart.
_DASHES = ("", "7 3", "2 3", "9 3 2 3")

Profile = tuple[int, ...]
Layout = dict[Profile, Box]


def draw_deviations(graph: DiGraph[Profile]) -> str:
    """The drawing; a sentence in its place where there are more than :data:`MAX_DRAWN` report profiles."""
    agents: Sequence[str] = graph.graph["agents"]
    canvas = Canvas()
    if len(graph) > MAX_DRAWN:
        said = f"Not drawn: {len(graph):,} report profiles (at most {MAX_DRAWN} are drawn)."
        canvas.add(text((10, 20), said, anchor="start"))
        return canvas.render(text_width(said) + 20, 40, _title(graph), said)
    grid = len(agents) <= 2
    lines = {node: _lines(data, with_reports=not grid) for node, data in graph.nodes(data=True)}
    width = max(text_width(line) for node in lines for line in lines[node]) + 26
    height = max(map(len, lines.values())) * _LINE + 16
    layout, right, bottom = (_grid if grid else _ring)(graph, canvas, width, height)
    labels: list[str] = []
    for start, end, data in graph.edges(data=True):
        agent = agents.index(data["agent"])
        way, at, anchor = (_grid_way if grid else _ring_way)(layout, start, end)
        hint = f"{profile(graph.nodes[start]['reports'])} to {profile(graph.nodes[end]['reports'])}"
        canvas.add(
            arrow(way, dashes="" if grid else _DASHES[agent % len(_DASHES)]), f"{hint}: {data['label']}"
        )
        if graph.number_of_edges() <= MAX_LABELLED:
            labels.append(text(at, _edge_label(data), size=12, anchor=anchor, halo=True))
    for node, data in graph.nodes(data=True):
        canvas.add(_node(layout[node], lines[node], data), _hint(data, agents))
    for label in labels:
        canvas.add(label)
    return canvas.render(right, bottom, _title(graph), _description(graph))


# Words.


def _title(graph: DiGraph[Profile]) -> str:
    under = "" if graph.graph["map"] == MAIN_MAP else f" under the outcome map {graph.graph['map']}"
    return f"Profitable deviations at true types {profile(graph.graph['types'])}{under}"


def _description(graph: DiGraph[Profile]) -> str:
    agents = graph.graph["agents"]
    stable = [profile(data["reports"]) for _, data in graph.nodes(data=True) if data["equilibrium"]]
    said = [
        f"Reports and types are listed in the order {profile(agents)}.",
        f"{len(graph)} report profiles, {graph.number_of_edges()} profitable unilateral deviations.",
        f"Pure Nash equilibria: {enumerate_words(stable)}." if stable else "No pure Nash equilibrium.",
    ]
    if graph.number_of_edges() <= MAX_LABELLED:
        said += [
            f"From {profile(graph.nodes[start]['reports'])} to {profile(graph.nodes[end]['reports'])}: "
            f"{data['agent']} gains {data['gain']}."
            for start, end, data in graph.edges(data=True)
        ]
    return " ".join(said)


def _lines(data: dict[str, Any], *, with_reports: bool) -> list[str]:
    """The text of a node; its utilities are listed in agent order."""
    head = [shortened(profile(data["reports"]), 30)] if with_reports else []
    utilities = ", ".join(str(u) for u in data["utilities"])
    body = [shortened(data["outcome"]), shortened(f"utilities {utilities}", 36), f"welfare {data['welfare']}"]
    return head + body + ([_MARK] if data["equilibrium"] else [])


def _hint(data: dict[str, Any], agents: Sequence[str]) -> str:
    utilities = ", ".join(f"{name} {value}" for name, value in zip(agents, data["utilities"], strict=True))
    return f"{data['label']}; utilities: {utilities}; welfare: {data['welfare']}" + (
        "; equilibrium" if data["equilibrium"] else ""
    )


def _edge_label(data: dict[str, Any]) -> str:
    return f"+{data['gain']} {shortened(data['agent'], 14)}"


def _node(area: Box, lines: list[str], data: dict[str, Any]) -> str:
    stable = data["equilibrium"]
    shape = box(area, double=stable, strong=stable)
    top = area.y - (len(lines) - 1) * _LINE / 2
    bold = {0, len(lines) - 1} if stable else {0}
    for index, content in enumerate(lines):
        at = (area.x, top + index * _LINE)
        shape += text(at, content, size=14 if index == 0 else 12, bold=index in bold, faint=index not in bold)
    return shape


# One or two agents: reports of the first down, of the second across.


def _grid(
    graph: DiGraph[Profile], canvas: Canvas, width: float, height: float
) -> tuple[Layout, float, float]:
    agents: Sequence[str] = graph.graph["agents"]
    rows, columns = _grid_labels(graph)
    span = max((text_width(_edge_label(data), 12) for *_, data in graph.edges(data=True)), default=0.0)
    # Moves past a neighbour are drawn as arcs above their row and right of their column.
    over, beside = _bend(len(columns) - 1), _bend(len(rows) - 1)
    gap_x = max(span + 26 + beside, 60.0)
    gap_y = 50.0 if len(columns) < 3 else max(50.0, over + 30)
    names = [f"{shortened(agents[0], 16)} reports", f"{shortened(agents[-1], 16)} reports"]
    side = max(text_width(label, 14) for label in (*rows, names[0])) + 24 if len(agents) == 2 else 20.0
    top = 50.0 + over
    layout = {
        node: Box(
            side + width / 2 + _place(node)[1] * (width + gap_x),
            top + height / 2 + _place(node)[0] * (height + gap_y),
            width,
            height,
        )
        for node in graph
    }
    right = side + len(columns) * (width + gap_x) - gap_x + (gap_x if beside else 12)
    bottom = top + len(rows) * (height + gap_y) - gap_y + 12
    middle = side + (len(columns) * (width + gap_x) - gap_x) / 2
    canvas.add(text((middle, 12), names[1], size=12, faint=True))
    for index, label in enumerate(columns):
        canvas.add(text((side + width / 2 + index * (width + gap_x), 32), label, size=14, bold=True))
    if len(agents) == 2:
        canvas.add(text((4, 32), names[0], size=12, anchor="start", faint=True))
        for index, label in enumerate(rows):
            y = top + height / 2 + index * (height + gap_y)
            canvas.add(text((side - 14, y), label, size=14, anchor="end", bold=True))
    return layout, right, bottom


def _place(node: Profile) -> tuple[int, int]:
    return (0, node[0]) if len(node) == 1 else (node[0], node[1])


def _grid_labels(graph: DiGraph[Profile]) -> tuple[list[str], list[str]]:
    rows: dict[int, str] = {}
    columns: dict[int, str] = {}
    for node, data in graph.nodes(data=True):
        row, column = _place(node)
        rows[row], columns[column] = shortened(data["reports"][0]), shortened(data["reports"][-1])
    return list(rows.values()), list(columns.values())


def _bend(steps: int) -> float:
    """How far the arc of a move over ``steps`` rows or columns stands out; none between neighbours."""
    return 8.0 + 14.0 * steps if steps > 1 else 0.0


def _grid_way(layout: Layout, start: Profile, end: Profile) -> tuple[list[Point], Point, str]:
    one, other = layout[start], layout[end]
    (row, column), (to_row, to_column) = _place(start), _place(end)
    rows, columns = to_row - row, to_column - column
    middle = ((one.x + other.x) / 2, (one.y + other.y) / 2)
    if abs(rows) + abs(columns) == 1:
        way = [one.border((other.x, other.y), 2), other.border((one.x, one.y), 3)]
        if rows:
            return way, (middle[0] + 8, middle[1]), "start"
        return way, (middle[0], middle[1] - 11), "middle"
    bend = _bend(abs(rows or columns))
    if rows:
        x, shift = one.x + one.width / 2, math.copysign(one.height / 4, rows)
        way = [(x + 2, one.y + shift), (x + 2 * bend, middle[1]), (x + 3, other.y - shift)]
        return way, (x + bend * 0.9 + 4, one.y + (other.y - one.y) * 0.3), "start"
    y, shift = one.y - one.height / 2, math.copysign(one.width / 4, columns)
    way = [(one.x + shift, y - 2), (middle[0], y - 2 * bend), (other.x - shift, y - 3)]
    return way, (one.x + (other.x - one.x) * 0.4, y - bend * 0.9 - 9), "middle"


# More agents: a ring, in an order in which as many neighbours as possible differ in one report.


def _ring(
    graph: DiGraph[Profile], canvas: Canvas, width: float, height: float
) -> tuple[Layout, float, float]:
    nodes = list(_gray([max(node[i] for node in graph) + 1 for i in range(len(graph.graph["agents"]))]))
    scale = 1.0
    layout = _ellipse(nodes, width, height, scale)
    while any(_too_near(a, b) for a, b in combinations(layout.values(), 2)):
        scale *= 1.1
        layout = _ellipse(nodes, width, height, scale)
    right = max(area.x for area in layout.values()) + width / 2 + 12
    bottom = max(area.y for area in layout.values()) + height / 2 + 12
    for index, name in enumerate(graph.graph["agents"]):
        y = bottom + 10 + 20 * index
        canvas.add(arrow([(20, y), (70, y)], dashes=_DASHES[index % len(_DASHES)]))
        canvas.add(text((80, y), f"{name} gains by the move", size=12, anchor="start"))
    return layout, right, bottom + 20 * len(graph.graph["agents"]) + 10


def _ellipse(nodes: Sequence[Profile], width: float, height: float, scale: float) -> Layout:
    across, down = scale * width, scale * height * 1.2
    turns = {node: 2 * math.pi * (i + 0.5) / len(nodes) - math.pi / 2 for i, node in enumerate(nodes)}
    left, top = across + width / 2 + 12, down + height / 2 + 12
    return {
        node: Box(left + across * math.cos(turn), top + down * math.sin(turn), width, height)
        for node, turn in turns.items()
    }


def _too_near(one: Box, other: Box) -> bool:
    """No room for an arrow with a label between the two boxes."""
    return abs(one.x - other.x) < one.width + 84 and abs(one.y - other.y) < one.height + 40


def _gray(sizes: Sequence[int]) -> Iterator[Profile]:
    """All profiles, each differing from the one before in one place by one (a reflected Gray code)."""
    if not sizes:
        yield ()
        return
    for head in range(sizes[0]):
        rest = list(_gray(sizes[1:]))
        for tail in rest if head % 2 == 0 else reversed(rest):
            yield (head, *tail)


def _ring_way(layout: Layout, start: Profile, end: Profile) -> tuple[list[Point], Point, str]:
    one, other = layout[start], layout[end]
    way = [one.border((other.x, other.y), 2), other.border((one.x, one.y), 3)]
    (x0, y0), (x1, y1) = way
    return way, (x0 + (x1 - x0) * 0.4, y0 + (y1 - y0) * 0.4), "middle"
