"""What a verification rests on, as a graph: sources, claims, theorems, definitions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycheck.mechanism import Mechanism
from pycheck.verdict import ClaimVerdict, Verification

if TYPE_CHECKING:
    from networkx import DiGraph


def claim_graph(verification: Verification) -> DiGraph[str]:
    """Claims, the theorems they name, the definitions these rest on, the sources they come from.

    Nodes are called ``claim:<id>``, ``theorem:<Lean name>``, ``definition:<Lean name>`` and
    ``source:<id>``; ``node_kind`` is the first part, ``label`` a short name. A claim has ``claim_kind``,
    ``english``, ``verdict``, ``levels`` (of evidence, strongest first) and ``problem``; a theorem has
    ``status`` (``proved``, ``problem`` or ``not_checked``). An edge's ``relation`` is ``from`` (with a
    ``locator``), ``proved_by``, ``refuted_by``, ``names`` (a theorem that proves nothing so far) or
    ``rests_on``.
    """
    import networkx as nx

    mechanism = verification.mechanism
    graph: DiGraph[str] = nx.DiGraph(kind="claims", mechanism=mechanism.name)
    known = {source.id: source.citation for source in mechanism.sources}
    for verdict in verification.claims:
        node = f"claim:{verdict.claim.id}"
        graph.add_node(
            node,
            node_kind="claim",
            label=verdict.claim.id,
            claim_kind=verdict.claim.kind,
            english=verdict.claim.english,
            verdict=verdict.verdict.value,
            levels=tuple(level.value for level in verdict.evidence),
            problem=verdict.problem,
        )
        if verdict.claim.entry.source:
            _add_source(graph, node, verdict.claim.entry.source, known)
        _add_theorem(graph, node, verdict, mechanism)
    for theorem in sorted(verification.dependencies):
        if f"theorem:{theorem}" not in graph:
            graph.add_node(
                f"theorem:{theorem}",
                node_kind="theorem",
                label=_short(theorem, mechanism),
                status="not_checked",
            )
    for theorem, names in sorted(verification.dependencies.items()):
        for name in sorted(names):
            # A theorem may rest on another one.
            node_kind = "theorem" if f"theorem:{name}" in graph else "definition"
            if f"{node_kind}:{name}" not in graph:
                graph.add_node(f"definition:{name}", node_kind="definition", label=_short(name, mechanism))
            graph.add_edge(f"theorem:{theorem}", f"{node_kind}:{name}", relation="rests_on", label="rests on")
    return graph


def _add_source(graph: DiGraph[str], claim: str, text: str, known: dict[str, str]) -> None:
    """``OS2009, Prop. 6``: the id of a source and a place in it; any other text is a source itself."""
    identifier, _, locator = (part.strip() for part in text.partition(","))
    if identifier not in known:
        identifier, locator = text, ""
    node = f"source:{identifier}"
    graph.add_node(node, node_kind="source", label=identifier, citation=known.get(identifier, text))
    graph.add_edge(claim, node, relation="from", label="from", locator=locator)


def _add_theorem(graph: DiGraph[str], claim: str, verdict: ClaimVerdict, mechanism: Mechanism) -> None:
    entry = verdict.claim.entry.theorem
    if entry is None:
        return
    name = mechanism.lean.absolute(entry) if mechanism.lean is not None else entry
    node = f"theorem:{name}"
    if verdict.formal is not None:
        status, relation = "proved", "proved_by" if verdict.formal.proves == "claim" else "refuted_by"
    else:
        status = "problem" if verdict.lean is not None and verdict.lean.problem else "not_checked"
        relation = "names"
    graph.add_node(node, node_kind="theorem", label=_short(name, mechanism), status=status)
    graph.add_edge(claim, node, relation=relation, label=relation.replace("_", " "))


def _short(name: str, mechanism: Mechanism) -> str:
    return name.removeprefix(f"{mechanism.lean.namespace}.") if mechanism.lean is not None else name
