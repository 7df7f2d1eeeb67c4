"""``pycheck show`` and ``pycheck graph``: a mechanism's data and graphs as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pycheck.errors import PycheckError
from pycheck.loading import Loaded
from pycheck.mechanism import MAIN_MAP, Mechanism
from pycheck.verdict import Verification


def show_text(loaded: Loaded) -> str:
    """Tables, outcome maps and claims of a mechanism, for a terminal."""
    mechanism = loaded.mechanism
    lines = [f"{mechanism.name}: {mechanism.title}", ""]
    for agent in mechanism.agents:
        lines.append(
            f"agent {agent.name}: types {', '.join(agent.types)}; reports {', '.join(agent.reports)}"
        )
    lines.append(f"outcomes: {', '.join(mechanism.outcomes)}")
    if not mechanism.signature.has_utilities:
        lines.append("utilities: none")
    for index, agent in enumerate(mechanism.agents if mechanism.signature.has_utilities else ()):
        rows = [
            (outcome, *(str(v) for v in mechanism.utilities[index][o]))
            for o, outcome in enumerate(mechanism.outcomes)
        ]
        lines += [
            "",
            f"utility of {agent.name} by outcome and true type",
            *_grid([("", *agent.types), *rows]),
        ]
    for name in mechanism.maps:
        title = "outcome map" if name == MAIN_MAP else f"outcome map {name}"
        lines += ["", f"{title} by reports ({', '.join(a.name for a in mechanism.agents)})"]
        lines += _map_lines(mechanism, name)
    lines += ["", f"claims ({len(loaded.claims)})"]
    for claim in loaded.claims:
        entry = claim.entry
        lines.append(f"  {claim.id}  [{claim.kind}, expected: {entry.expect}]")
        lines.append(f"    {claim.english}")
        if claim.reason:
            lines.append(f"    not formalised: {claim.reason}")
        if entry.theorem and mechanism.lean:
            lines.append(f"    Lean: {mechanism.lean.absolute(entry.theorem)}")
        if entry.source:
            lines.append(f"    source: {entry.source}")
    return "\n".join(lines)


def graph_text(loaded: Loaded, verification: Verification | None, types: str | None, form: str) -> str:
    """The deviation graph at true types, or the claim graph of a verification, in the wanted format."""
    from pycheck import graphs

    writers: dict[str, Callable[[Any], str]] = {
        "dot": graphs.to_dot,
        "graphml": graphs.to_graphml,
        "svg": graphs.draw_svg,
    }
    if verification is not None:
        return writers[form](graphs.claim_graph(verification))
    return writers[form](graphs.deviation_graph(loaded.mechanism, _types(loaded.mechanism, types)))


def premises_json(verification: Verification, premises: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """The claim graph with traced premises (theorem to constants) in it, as nodes and edges."""
    from pycheck.graphs import claim_graph
    from pycheck.graphs.premises import to_json, with_premises

    return to_json(with_premises(claim_graph(verification), premises))


def _types(mechanism: Mechanism, text: str | None) -> tuple[int, ...]:
    """True types from ``"a,a'"``; the first of each agent by default. Raises :class:`PycheckError`."""
    agents = mechanism.agents
    if text is None:
        return (0,) * len(agents)
    labels = [part.strip() for part in text.strip().strip("()").split(",")]
    names = ",".join(agent.name for agent in agents)
    if len(labels) != len(agents):
        raise PycheckError(f"--types {text!r}: expected one type for each of {names}")
    for label, agent in zip(labels, agents, strict=True):
        if label not in agent.types:
            known = ", ".join(agent.types)
            raise PycheckError(f"--types {text!r}: {label!r} is no type of {agent.name} (known: {known})")
    return tuple(agent.types.index(label) for label, agent in zip(labels, agents, strict=True))


def _map_lines(mechanism: Mechanism, name: str) -> list[str]:
    signature = mechanism.signature
    if len(signature.agents) == 2:
        rows, columns = signature.agents
        body = [
            (
                report,
                *(mechanism.outcomes[mechanism.outcome((r, c), name)] for c in range(len(columns.reports))),
            )
            for r, report in enumerate(rows.reports)
        ]
        return _grid([(f"{rows.name} \\ {columns.name}", *columns.reports), *body])
    return [
        f"  ({', '.join(signature.report_labels(p))}) -> {mechanism.outcomes[mechanism.outcome(p, name)]}"
        for p in signature.report_profiles()
    ]


def _grid(rows: Sequence[tuple[str, ...]]) -> list[str]:
    widths = [max(len(row[k]) for row in rows) for k in range(len(rows[0]))]
    return [
        "  " + "  ".join(cell.ljust(w) for cell, w in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
