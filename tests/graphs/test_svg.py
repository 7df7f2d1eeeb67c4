"""Drawings: well-formed, accessible, in the page's colours, with every fact in them, whatever the labels."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise
from xml.etree import ElementTree as ET

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.graphs import deviation_graph, dominance_graph, draw_svg
from pycheck.graphs.draw_deviations import MAX_DRAWN, _gray
from pycheck.graphs.svg import Box, Canvas, number, text
from pycheck.mechanism import MAIN_MAP, Agent, Mechanism, OutcomeMap, Signature

from .examples import flagship, hostile, mechanisms

SVG = "{http://www.w3.org/2000/svg}"


def texts(svg: str) -> list[str]:
    return [node.text or "" for node in ET.fromstring(svg).iter(f"{SVG}text")]


def boxes(svg: str) -> list[tuple[float, float, float, float]]:
    """Outer rectangles as (left, top, right, bottom)."""
    found = []
    for rect in ET.fromstring(svg).iter(f"{SVG}rect"):
        x, y, width, height = (float(rect.attrib[k]) for k in ("x", "y", "width", "height"))
        found.append((x, y, x + width, y + height))
    return [
        a
        for a in found
        if not any(b[0] < a[0] and a[2] < b[2] and b[1] < a[1] and a[3] < b[3] for b in found)
    ]


@settings(max_examples=40, deadline=None)
@given(st.data())
def test_every_deviation_and_equilibrium_is_drawn(data: st.DataObject) -> None:
    mechanism = data.draw(mechanisms())
    graph = deviation_graph(mechanism, (0,) * len(mechanism.agents))
    svg = draw_svg(graph)
    root = ET.fromstring(svg)
    shown = texts(svg)
    stable = sum(d["equilibrium"] for _, d in graph.nodes(data=True))
    assert shown.count("★ equilibrium") == stable
    heads = len(list(root.iter(f"{SVG}polygon")))
    legend = len(mechanism.agents) if len(mechanism.agents) > 2 else 0
    assert heads == graph.number_of_edges() + legend
    for *_, edge in graph.edges(data=True):
        assert shown.count(edge["label"]) >= 1
    apart(svg, len(graph))


def apart(svg: str, count: int) -> None:
    """The ``count`` nodes lie inside the drawing with room for an arrow between any two."""
    root, areas, gap = ET.fromstring(svg), boxes(svg), 30
    assert len(areas) == count
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(x >= 0 and y >= 0 and right <= width and bottom <= height for x, y, right, bottom in areas)
    for one, other in combinations(areas, 2):
        across = max(one[0], other[0]) - min(one[2], other[2])
        down = max(one[1], other[1]) - min(one[3], other[3])
        assert max(across, down) >= gap


@pytest.mark.parametrize("shape", [(1,), (5,), (1, 4), (4, 4), (2, 2, 2), (3, 3, 3), (2, 2, 2, 2), (1, 1, 9)])
def test_nodes_do_not_touch(shape: tuple[int, ...]) -> None:
    agents = tuple(
        Agent(f"p{i}", ("t",), tuple(f"r{k}" for k in range(size)), None) for i, size in enumerate(shape)
    )
    signature = Signature(agents, ("o",))
    maps = {MAIN_MAP: OutcomeMap((0,) * signature.cell_count)}
    mechanism = replace(
        flagship(), signature=signature, utilities=(((Fraction(0),),),) * len(shape), maps=maps
    )
    svg = draw_svg(deviation_graph(mechanism, (0,) * len(shape)))
    apart(svg, signature.cell_count)
    assert texts(svg).count("★ equilibrium") == signature.cell_count


def test_title_and_description_are_read_out() -> None:
    root = ET.fromstring(draw_svg(deviation_graph(flagship(), (0, 1))))
    assert root.attrib["role"] == "img"
    named = {node.attrib["id"]: node.text or "" for node in root if "id" in node.attrib}
    title, description = (named[name] for name in root.attrib["aria-labelledby"].split())
    assert title == "Profitable deviations at true types (a, a')"
    assert "Pure Nash equilibria: (a', a')." in description
    assert "From (a, a) to (a, a'): col gains 6." in description


def test_colours_are_those_of_the_page() -> None:
    for svg in (draw_svg(deviation_graph(flagship(), (0, 0))), draw_svg(dominance_graph(flagship(), 0, 0))):
        for node in ET.fromstring(svg).iter():
            for key in ("fill", "stroke"):
                assert node.get(key, "none") in ("none", "currentColor", "var(--card, transparent)")
        assert "<style" not in svg
        assert "<script" not in svg


def test_hostile_labels_are_text_and_nothing_else() -> None:
    mechanism = hostile()
    svg = draw_svg(deviation_graph(mechanism, (1, 0)))
    tags = {node.tag.removeprefix(SVG) for node in ET.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "title", "desc", "rect", "path", "polygon", "text", "circle"}
    shown = texts(svg)
    for outcome in mechanism.outcomes:
        assert outcome in shown
    assert "<b>" not in svg
    dominance = texts(draw_svg(dominance_graph(mechanism, 0, 0)))
    assert set(mechanism.agents[0].reports) <= set(dominance)


def test_what_xml_cannot_hold_is_replaced() -> None:
    canvas = Canvas()
    canvas.add(text((0, 0), "a\x00b\ud800c\uffff"))
    assert texts(canvas.render(1, 1, "t", "d")) == [
        "a\N{REPLACEMENT CHARACTER}b\N{REPLACEMENT CHARACTER}c\N{REPLACEMENT CHARACTER}"
    ]


def test_two_drawings_on_a_page_do_not_share_ids() -> None:
    ids: list[str] = []
    for types in flagship().signature.type_profiles():
        root = ET.fromstring(draw_svg(deviation_graph(flagship(), types)))
        ids += [node.attrib["id"] for node in root.iter() if "id" in node.attrib]
    assert len(ids) == len(set(ids)) == 8


def test_too_large_a_graph_is_said_to_be_so() -> None:
    reports = tuple(f"r{k}" for k in range(MAX_DRAWN + 1))
    signature = Signature((Agent("p", ("t",), reports, None),), ("o",))
    cells = OutcomeMap((0,) * len(reports))
    mechanism = replace(
        flagship(), signature=signature, utilities=(((Fraction(0),),),), maps={MAIN_MAP: cells}
    )
    assert texts(draw_svg(deviation_graph(mechanism, (0,)))) == [
        f"Not drawn: {MAX_DRAWN + 1} report profiles (at most {MAX_DRAWN} are drawn)."
    ]


def test_another_graph_is_refused() -> None:
    with pytest.raises(ValueError, match="claims, deviations, dominance"):
        draw_svg(nx.DiGraph())


def chain() -> Mechanism:
    """One agent whose report r2 strictly beats r1, which strictly beats r0."""
    signature = Signature((Agent("p", ("t",), ("r0", "r1", "r2"), None),), ("o0", "o1", "o2"))
    utilities = (tuple((Fraction(k),) for k in range(3)),)
    return replace(
        flagship(), signature=signature, utilities=utilities, maps={MAIN_MAP: OutcomeMap((0, 1, 2))}
    )


def test_dominance_is_drawn_top_down_without_what_follows() -> None:
    graph = dominance_graph(chain(), 0, 0)
    assert sorted(graph.edges) == [(1, 0), (2, 0), (2, 1)]
    svg = draw_svg(graph)
    assert texts(svg).count("strictly") == 2
    shown = texts(svg)
    assert "★ strictly dominant" in shown
    assert "r2 strictly dominates r0." in svg


def test_strict_dominance_across_two_weak_ones_is_drawn() -> None:
    # r2 beats r1 against s0 alone, r1 beats r0 against s1 alone: r2 strictly beats r0.
    agents = (Agent("p", ("t",), ("r0", "r1", "r2"), None), Agent("q", ("t",), ("s0", "s1"), None))
    utilities = (((Fraction(0),), (Fraction(1),)),) * 2
    mechanism = replace(
        flagship(),
        signature=Signature(agents, ("low", "high")),
        utilities=utilities,
        maps={MAIN_MAP: OutcomeMap((0, 0, 0, 1, 1, 1))},
    )
    shown = texts(draw_svg(dominance_graph(mechanism, 0, 0)))
    assert (shown.count("weakly"), shown.count("strictly")) == (2, 1)


@given(st.lists(st.integers(1, 3), min_size=1, max_size=4))
def test_neighbours_in_the_ring_differ_in_one_report_by_one(sizes: list[int]) -> None:
    order = list(_gray(sizes))
    assert len(order) == len(set(order))
    for one, other in pairwise(order):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def test_a_line_leaves_a_box_at_its_border() -> None:
    area = Box(10, 10, 8, 4)
    assert area.border((10, 30)) == (10, 12)
    assert area.border((30, 10)) == (14, 10)
    assert area.border((30, 10), gap=1) == (15, 10)


def test_coordinates_are_short() -> None:
    assert [number(v) for v in (0.0, -0.0, -0.04, 1.0, 1.25, 100.0, -3.5)] == [
        "0",
        "0",
        "0",
        "1",
        "1.2",
        "100",
        "-3.5",
    ]
