"""The mechanism's tables as rows of text, once for all formats."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice

from pycheck.mechanism import MAIN_MAP, Mechanism, OutcomeMap

#: Longer tables are cut in what people read; the machine-readable report has them whole.
MAX_ROWS = 64


@dataclass(frozen=True)
class Table:
    """A table: ``rows[k][0]`` is the header of row ``k``; ``corner`` heads the first column.

    ``span`` is a heading over all columns but the first; ``left_out`` counts the rows that were cut.
    """

    caption: str
    corner: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    span: str = ""
    left_out: int = 0
    numeric: bool = False


def payoff_tables(mechanism: Mechanism) -> tuple[Table, ...]:
    """One table for each agent: utilities by outcome and true type, without unit; none without utilities."""
    if not mechanism.signature.has_utilities:
        return ()
    return tuple(
        Table(
            f"Utilities of {agent.name}",
            "outcome",
            agent.types,
            tuple(
                (outcome, *map(str, row))
                for outcome, row in islice(zip(mechanism.outcomes, table, strict=True), MAX_ROWS)
            ),
            f"true type of {agent.name}",
            left_out=max(0, len(table) - MAX_ROWS),
            numeric=True,
        )
        for agent, table in zip(mechanism.agents, mechanism.utilities, strict=True)
    )


def welfare_table(mechanism: Mechanism) -> Table:
    """Social welfare (sum of utilities) by true type profile and outcome."""
    signature = mechanism.signature
    total = 1
    for agent in mechanism.agents:
        total *= len(agent.types)
    rows = tuple(
        (
            profile(signature.type_labels(types)),
            *(str(mechanism.welfare(o, types)) for o in range(len(mechanism.outcomes))),
        )
        for types in islice(signature.type_profiles(), MAX_ROWS)
    )
    corner = profile(tuple(agent.name for agent in mechanism.agents))
    return Table(
        "Social welfare (sum of utilities)",
        f"true types {corner}",
        mechanism.outcomes,
        rows,
        "outcome",
        left_out=total - len(rows),
        numeric=True,
    )


def map_tables(mechanism: Mechanism) -> tuple[Table, ...]:
    """Every outcome map: a matrix for two agents, otherwise a list of report profiles."""
    return tuple(_map_table(mechanism, name, table) for name, table in mechanism.maps.items())


def _map_table(mechanism: Mechanism, name: str, outcome_map: OutcomeMap) -> Table:
    signature, agents = mechanism.signature, mechanism.agents
    labels = [mechanism.outcomes[o] for o in outcome_map.cells]
    caption = "The mechanism's outcome map" if name == MAIN_MAP else f"Outcome map {name}"
    if len(agents) == 2 and len(agents[0].reports) <= MAX_ROWS:
        width = len(agents[1].reports)
        rows = tuple(
            (report, *labels[k * width : (k + 1) * width]) for k, report in enumerate(agents[0].reports)
        )
        return Table(
            caption, f"{agents[0].name} reports", agents[1].reports, rows, f"{agents[1].name} reports"
        )
    profiles = islice(signature.report_profiles(), MAX_ROWS)
    rows = tuple(
        (profile(signature.report_labels(r)), label) for r, label in zip(profiles, labels, strict=False)
    )
    corner = f"reports {profile(tuple(agent.name for agent in agents))}"
    return Table(caption, corner, ("outcome",), rows, left_out=signature.cell_count - len(rows))


def profile(labels: tuple[str, ...]) -> str:
    """A profile in agent order: ``(a, a')``."""
    return f"({', '.join(labels)})"
