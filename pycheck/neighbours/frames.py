"""Tables, outcome maps, verdicts and counts as pandas DataFrames.

Numbers stay exact: utilities are :class:`~fractions.Fraction` objects; ``.astype(float)`` makes them inexact.
"""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pycheck.errors import EnvironmentUnusable
from pycheck.mechanism import MAIN_MAP, Mechanism

if TYPE_CHECKING:
    from pycheck.verdict import Verification


def utilities_frame(mechanism: Mechanism) -> Any:
    """One row for each agent, outcome and true type: ``agent, outcome, type, utility``."""
    mechanism.require_utilities("a table of utilities")
    rows = [
        (agent.name, outcome, type_, mechanism.utilities[i][o][t])
        for i, agent in enumerate(mechanism.agents)
        for o, outcome in enumerate(mechanism.outcomes)
        for t, type_ in enumerate(agent.types)
    ]
    return _frame(rows, ("agent", "outcome", "type", "utility"))


def utility_table(mechanism: Mechanism, agent: str) -> Any:
    """One agent's utilities: outcomes down, true types across. Raises :class:`KeyError` for no agent."""
    mechanism.require_utilities("a table of utilities")
    index = mechanism.signature.agent_index(agent)
    frame = _frame(list(mechanism.utilities[index]), mechanism.agents[index].types)
    frame.index = _pandas().Index(mechanism.outcomes, name="outcome")
    frame.columns.name = "type"
    return frame


def map_frame(mechanism: Mechanism, map_name: str = MAIN_MAP) -> Any:
    """One row for each report profile: a column for each agent's report, and ``outcome``."""
    signature = mechanism.signature
    rows = [
        (*signature.report_labels(profile), mechanism.outcomes[mechanism.outcome(profile, map_name)])
        for profile in signature.report_profiles()
    ]
    return _frame(rows, (*(agent.name for agent in signature.agents), "outcome"))


def verdicts_frame(verification: Verification) -> Any:
    """One row for each claim, indexed by its id: what was found, by which evidence, over how many cases."""
    rows = []
    for claim in verification.claims:
        checked = claim.exhaustive
        found = checked.counterexample if checked is not None else None
        rows.append(
            (
                claim.claim.id,
                claim.claim.kind,
                str(claim.verdict),
                claim.claim.entry.expect,
                ", ".join(map(str, claim.evidence)),
                None if checked is None else checked.cases,
                None if checked is None else checked.satisfied,
                claim.formal.theorem if claim.formal is not None else None,
                None if found is None else found.text(),
                claim.problem,
            )
        )
    columns = (
        *("claim", "kind", "verdict", "expected", "evidence", "cases", "satisfied"),
        *("theorem", "counterexample", "problem"),
    )
    frame = _frame(rows, columns).astype({"cases": "Int64", "satisfied": "Int64"})
    return frame.set_index("claim")


def maps_frame(mechanism: Mechanism, maps: Sequence[Sequence[int]]) -> Any:
    """Outcome maps, as :meth:`Census.witnesses` gives them: a row each, a column for each report profile."""
    signature = mechanism.signature
    profiles = [", ".join(signature.report_labels(p)) for p in signature.report_profiles()]
    return _frame([tuple(mechanism.outcomes[o] for o in cells) for cells in maps], tuple(profiles))


def _frame(rows: Sequence[Sequence[object]], columns: Sequence[str]) -> Any:
    return _pandas().DataFrame(list(rows), columns=list(columns))


def _pandas() -> Any:
    try:
        return importlib.import_module("pandas")
    except ImportError as error:
        raise EnvironmentUnusable(
            "pandas is not installed; get it with: pip install 'pycheck[pandas]'"
        ) from error
