"""Conditions on the utilities as sympy objects, and their text.

sympy takes a second to import, so it is imported where it is needed and not before.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pycheck.claims.expand import Cell
from pycheck.mechanism import Mechanism, Signature
from pycheck.symbolic.regions import End
from pycheck.symbolic.simplify import Bound, Condition

if TYPE_CHECKING:
    from sympy import Rational, Symbol
    from sympy.logic.boolalg import Boolean

_PLAIN = re.compile(r"""[^\s,()"]+""")


def utility_name(signature: Signature, agent: int, outcome: int, type_: int) -> str:
    """``u_row(o2, a)``; labels that could be misread are put in double quotes."""
    who, what = signature.agents[agent], signature.outcomes[outcome]
    return f"u_{_label(who.name)}({_label(what)}, {_label(who.types[type_])})"


def utility_symbol(signature: Signature, agent: int, outcome: int, type_: int) -> Symbol:
    """The real symbol that stands for ``u_agent(outcome, type)`` in conditions; arguments are indices."""
    from sympy import Symbol

    return Symbol(utility_name(signature, agent, outcome, type_), real=True)


def numbers(mechanism: Mechanism, only: Iterable[Cell] | None = None) -> dict[Symbol, Rational]:
    """The mechanism's utilities (all, or ``only`` some) as a substitution for sympy's ``xreplace``."""
    wanted = _all_cells(mechanism) if only is None else only
    return {
        utility_symbol(mechanism.signature, a, o, t): _rational(mechanism.utilities[a][o][t])
        for a, o, t in wanted
    }


def _all_cells(mechanism: Mechanism) -> Iterable[Cell]:
    for agent, who in enumerate(mechanism.agents):
        yield from ((agent, o, t) for o in range(len(mechanism.outcomes)) for t in range(len(who.types)))


class Writer:
    """Turns the conditions of one signature into sympy objects and those into text.

    sympy keeps the arguments of its operators in an order of its own; the text keeps the order in which
    the claim states them, and sums list the agents in declared order.
    """

    def __init__(self, signature: Signature) -> None:
        self.signature = signature
        self._places: dict[Any, tuple[int, ...]] = {}

    def boolean(self, condition: Condition) -> Boolean:
        """The condition as a sympy Boolean."""
        import sympy

        if isinstance(condition, Bound):
            return self._region(condition)
        parts = [self.boolean(part) for part in condition.parts]
        return self._placed((sympy.And if condition.conjunction else sympy.Or)(*parts))

    def lines(self, boolean: Boolean) -> tuple[str, ...]:
        """The text of a Boolean made by this writer, one conjunct a line."""
        import sympy

        parts = self._ordered(boolean.args) if isinstance(boolean, sympy.And) else [boolean]
        return tuple(self._text(part) for part in parts)

    # To sympy.

    def _region(self, bound: Bound) -> Boolean:
        import sympy

        outside = (~bound.region).intervals()
        if all(low.point is not None and low.point == high.point for low, high in outside):
            excluded = [self._relation("!=", bound, low.point) for low, _ in outside]
            return self._placed(sympy.And(*excluded))
        return self._placed(sympy.Or(*(self._interval(bound, *ends) for ends in bound.region.intervals())))

    def _interval(self, bound: Bound, low: End, high: End) -> Boolean:
        import sympy

        if low.point is not None and low.point == high.point:
            return self._relation("=", bound, low.point)
        sides = []
        if low.point is not None:
            sides.append(self._relation(">=" if low.attained else ">", bound, low.point))
        if high.point is not None:
            sides.append(self._relation("<=" if high.attained else "<", bound, high.point))
        return self._placed(sympy.And(*sides))

    def _relation(self, relation: str, bound: Bound, value: Fraction | None) -> Boolean:
        """``form relation value``, negative terms moved to the other side, written with < or <=."""
        import sympy

        assert value is not None
        left = self._sum((cell, k) for cell, k in bound.form if k > 0)
        right = self._sum((cell, -k) for cell, k in bound.form if k < 0)
        right += _rational(value)
        if relation.startswith(">"):
            left, right, relation = right, left, relation.replace(">", "<")
        classes = {"<": sympy.StrictLessThan, "<=": sympy.LessThan, "=": sympy.Eq, "!=": sympy.Ne}
        # Unevaluated: the forms are known not to be trivial, and sympy's own decision is slow.
        return self._placed(classes[relation](left, right, evaluate=False))

    def _sum(self, terms: Iterable[tuple[Cell, int]]) -> Any:
        import sympy

        parts = []
        for cell, k in terms:
            symbol = utility_symbol(self.signature, *cell)
            self._places.setdefault(symbol, cell)
            parts.append(k * symbol)
        return sympy.Add(*parts)

    def _placed(self, boolean: Boolean) -> Boolean:
        self._places.setdefault(boolean, (len(self._places),))
        return boolean

    # To text.

    def _ordered(self, parts: Iterable[Any]) -> list[Any]:
        return sorted(parts, key=lambda part: self._places[part])

    def _text(self, boolean: Any) -> str:
        import sympy

        if boolean in (sympy.true, sympy.false):
            return str(boolean).lower()
        if isinstance(boolean, sympy.And | sympy.Or):
            joiner = " and " if isinstance(boolean, sympy.And) else " or "
            return joiner.join(
                f"({self._text(part)})" if isinstance(part, sympy.And | sympy.Or) else self._text(part)
                for part in self._ordered(boolean.args)
            )
        sign = {"==": "="}.get(boolean.rel_op, boolean.rel_op)
        return f"{self._side(boolean.lhs)} {sign} {self._side(boolean.rhs)}"

    def _side(self, expression: Any) -> str:
        terms = expression.as_coefficients_dict()
        symbols = self._ordered(term for term in terms if term != 1)
        parts = [f"{symbol}" if terms[symbol] == 1 else f"{terms[symbol]}*{symbol}" for symbol in symbols]
        constant = terms.get(1, 0)
        return " + ".join([*parts, str(constant)] if constant or not parts else parts)


def _rational(value: Fraction) -> Rational:
    from sympy import Rational

    return Rational(value.numerator, value.denominator)


def _label(label: str) -> str:
    return label if _PLAIN.fullmatch(label) else json.dumps(label, ensure_ascii=False)
