"""Files that other programs read back as they were meant, whatever the labels."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from xml.etree import ElementTree as ET

import networkx as nx
import pytest

from pycheck.graphs import deviation_graph, dominance_graph, to_dot, to_graphml

from .examples import FLAGSHIP, flagship, hostile

#: A quoted string of the DOT language, an identifier, or punctuation; anything else is a fault.
TOKEN = re.compile(r'\s*("(?:[^"\\]|\\.)*"|\w+|->|[{}\[\]=;,])', re.DOTALL)


def tokens(dot: str) -> list[str]:
    found, at = [], 0
    while dot[at:].strip():
        match = TOKEN.match(dot, at)
        assert match, dot[at : at + 40]
        found.append(match[1])
        at = match.end()
    return found


def shown(token: str) -> str:
    """What Graphviz shows for a quoted string."""
    text = re.sub(r"\\(.)", r"\1", token[1:-1])
    return text.replace("&amp;", "&")


def test_dot_of_hostile_labels_is_well_formed_and_shows_them_literally() -> None:
    graph = deviation_graph(hostile(), (1, 0))
    found = tokens(to_dot(graph))
    statements = [index for index, token in enumerate(found) if re.fullmatch(r"n\d+", token)]
    assert found[:2] == ["digraph", "{"]
    assert found[-1] == "}"
    labels = [shown(found[i + 2]) for i, token in enumerate(found) if token == "label"]
    expected = [data["label"] for _, data in graph.nodes(data=True)]
    expected += [data["label"] for *_, data in graph.edges(data=True)]
    assert labels == expected
    assert len(statements) == len(graph) + 2 * graph.number_of_edges()


@pytest.mark.skipif(shutil.which("dot") is None, reason="Graphviz is not installed")
def test_graphviz_itself_shows_hostile_labels_literally() -> None:
    graph = deviation_graph(hostile(), (1, 0))
    result = subprocess.run(["dot", "-Tsvg"], input=to_dot(graph), capture_output=True, text=True, check=True)
    drawn = ET.fromstring(result.stdout)
    texts = {
        "".join(node.itertext()).replace("\xa0", " ") for node in drawn.iter() if node.tag.endswith("}text")
    }
    assert {data["label"] for _, data in graph.nodes(data=True)} <= texts


def test_graphml_is_read_back_with_every_attribute() -> None:
    graph = deviation_graph(hostile(), (1, 0))
    back = nx.read_graphml(io.BytesIO(to_graphml(graph).encode()))
    names = {node: f"n{index}" for index, node in enumerate(graph)}
    assert len(back) == len(graph)
    for node, data in graph.nodes(data=True):
        other = back.nodes[names[node]]
        assert other["label"] == data["label"]
        assert json.loads(other["reports"]) == list(data["reports"])
        assert other["outcome"] == data["outcome"]
        assert other["welfare"] == str(data["welfare"])
        assert other["equilibrium"] is data["equilibrium"]
    for start, end, data in graph.edges(data=True):
        assert back.edges[names[start], names[end]]["agent"] == data["agent"]
        assert back.edges[names[start], names[end]]["gain"] == str(data["gain"])
    assert back.number_of_edges() == graph.number_of_edges()


def test_equilibria_and_weak_dominance_are_marked_by_shape() -> None:
    lines = to_dot(deviation_graph(flagship(), (0, 0))).splitlines()
    assert [('peripheries="2"' in line) for line in lines if re.match(r"  n\d \[", line)] == [False] * 3 + [
        True
    ]
    dominance = to_dot(dominance_graph(flagship(), 0, 0))
    assert 'n1 -> n0 [style="solid", label="strict", dominance="strict"]' in dominance


PROGRAM = f"""
from pathlib import Path
from pycheck.graphs import claim_graph, deviation_graph, dominance_graph, draw_svg, to_dot, to_graphml
from pycheck.loading import load
from pycheck.pipeline import verify
loaded = load(Path({str(FLAGSHIP)!r}))
m = loaded.mechanism
graphs = [deviation_graph(m, t) for t in m.signature.type_profiles()]
graphs += [dominance_graph(m, 0, 0), claim_graph(verify(loaded, lean="none", symbolic=False))]
for graph in graphs:
    print(to_dot(graph), to_graphml(graph), draw_svg(graph))
"""


def test_the_same_graph_gives_the_same_bytes_in_every_process() -> None:
    outputs = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outputs) == 1
    assert len(outputs.pop()) > 10_000


def test_importing_the_package_does_not_import_networkx() -> None:
    code = "import sys, pycheck.graphs; sys.exit('networkx' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
