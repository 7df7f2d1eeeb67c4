"""The symbolic voice of a claim: the condition on the utilities under which it holds for this map.

Importing this package does not import sympy; calling its functions does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pycheck.claims import Claim
from pycheck.claims.expand import NotAboutUtilities, expand
from pycheck.mechanism import Mechanism
from pycheck.symbolic.conditions import Writer, numbers, utility_name, utility_symbol
from pycheck.symbolic.margins import spans
from pycheck.symbolic.simplify import Condition, cells, simplify, size
from pycheck.verdict import Margin, SymbolicEvidence

if TYPE_CHECKING:
    from sympy.logic.boolalg import Boolean

__all__ = [
    "MAX_COMPARISONS",
    "NotAboutUtilities",
    "check_symbolic",
    "condition",
    "numbers",
    "utility_key",
    "utility_name",
    "utility_symbol",
]

#: Conditions with more comparisons than this are nobody's reading matter, and sympy is slow on them.
MAX_COMPARISONS = 1000


def condition(claim: Claim, mechanism: Mechanism) -> Boolean:
    """The condition on the utilities, as a sympy Boolean, under which ``claim`` holds for its outcome map.

    Its symbols are those of :func:`utility_symbol`; :func:`numbers` substitutes the mechanism's own
    utilities. Raises :class:`NotAboutUtilities` for claims that range over outcome maps or count cases, for
    what is not formalised, and where there are no utilities.
    """
    return Writer(mechanism.signature).boolean(_simplified(claim, mechanism))


def check_symbolic(claim: Claim, mechanism: Mechanism) -> SymbolicEvidence | None:
    """The condition, whether the mechanism's numbers satisfy it, and how far each utility may move.

    sympy decides ``holds`` by substitution; the margins are exact rational arithmetic. ``None`` for
    claims that are not about the utilities, and for conditions of more than :data:`MAX_COMPARISONS`
    comparisons.
    """
    try:
        simplified = _simplified(claim, mechanism)
    except NotAboutUtilities:
        return None
    if size(simplified) > MAX_COMPARISONS:
        return None
    writer = Writer(mechanism.signature)
    boolean = writer.boolean(simplified)
    holds = bool(boolean.xreplace(numbers(mechanism, cells(simplified))))
    margins = tuple(
        Margin(utility_key(mechanism, *cell), s.down, s.down_attained, s.up, s.up_attained)
        for cell, s in spans(simplified, mechanism).items()
    )
    return SymbolicEvidence(writer.lines(boolean), holds, margins)


def utility_key(mechanism: Mechanism, agent: int, outcome: int, type_: int) -> str:
    """The key of one utility in the mechanism file: ``utilities.row.o2.a``."""
    who = mechanism.agents[agent]
    return ".".join(("utilities", who.name, mechanism.outcomes[outcome], who.types[type_]))


def _simplified(claim: Claim, mechanism: Mechanism) -> Condition:
    if claim.formula is None:
        raise NotAboutUtilities(f"claim {claim.id} is not formalised")
    if not mechanism.signature.has_utilities:
        raise NotAboutUtilities(f"{mechanism.name} has no utilities")
    return simplify(expand(claim.formula, mechanism))
