"""Deviations and equilibria of the mechanism's own outcome map, for people: a table and drawings.

At one true type profile the outcome map is a game among the agents. What is listed here is computed, not
claimed: it has no verdict and is evidence for nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import islice
from math import prod

from pycheck.mechanism import Mechanism
from pycheck.report.tables import MAX_ROWS, Table, profile
from pycheck.visible import visible

#: At most this many single deviations are looked at for the table: a report must not take long to write.
MAX_DEVIATIONS = 20_000

#: Beyond these a drawing says less than the table.
MAX_DRAWN_PROFILES = 16
MAX_DRAWN_CELLS = 36


def equilibria_table(mechanism: Mechanism) -> Table:
    """Pure Nash equilibria and the number of profitable unilateral deviations, by true type profile."""
    from pycheck.graphs.deviations import deviations

    signature = mechanism.signature
    rows = []
    each = signature.cell_count * sum(signature.shape)
    for types in islice(signature.type_profiles(), min(MAX_ROWS, MAX_DEVIATIONS // each)):
        moves = tuple(deviations(mechanism, types))
        left = {move.before for move in moves}
        stable = [r for r in signature.report_profiles() if r not in left]
        shown = ", ".join(profile(signature.report_labels(r)) for r in stable[:MAX_ROWS])
        more = f", and {len(stable) - MAX_ROWS} more" if len(stable) > MAX_ROWS else ""
        rows.append((profile(signature.type_labels(types)), (shown or "none") + more, str(len(moves))))
    total = prod(len(agent.types) for agent in mechanism.agents)
    return Table(
        "Pure Nash equilibria of the mechanism's outcome map, by true types",
        f"true types {profile(tuple(agent.name for agent in mechanism.agents))}",
        ("reports in equilibrium", "profitable deviations"),
        tuple(rows),
        left_out=total - len(rows),
    )


def drawings(mechanism: Mechanism) -> tuple[tuple[str, str], ...]:
    """(caption, SVG) for each true type profile; none where they would be too many or too large."""
    from pycheck.graphs import deviation_graph, draw_svg

    signature = mechanism.signature
    profiles = prod(len(agent.types) for agent in mechanism.agents)
    if not signature.has_utilities or profiles > MAX_DRAWN_PROFILES or signature.cell_count > MAX_DRAWN_CELLS:
        return ()
    mechanism = _legible(mechanism)
    return tuple(
        (
            f"True types {profile(mechanism.signature.type_labels(types))}",
            draw_svg(deviation_graph(mechanism, types)),
        )
        for types in signature.type_profiles()
    )


def _legible(mechanism: Mechanism) -> Mechanism:
    """The mechanism with labels that can be drawn: nodes are told apart by position, not by label."""
    signature = mechanism.signature
    agents = tuple(
        replace(
            agent,
            name=visible(agent.name),
            types=tuple(map(visible, agent.types)),
            reports=tuple(map(visible, agent.reports)),
        )
        for agent in signature.agents
    )
    outcomes = tuple(map(visible, signature.outcomes))
    return replace(mechanism, signature=replace(signature, agents=agents, outcomes=outcomes))
