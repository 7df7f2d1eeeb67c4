"""Which outcomes a formula without quantifiers looks at, for the explanation of a counterexample."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.claims.formula import And, Compare, Formula, Image, Not, Num, Or, Same, Sum, Utility


def images(formula: Formula) -> Iterator[Image]:
    """The images of report profiles that ``formula`` compares, in the order in which it is written."""
    match formula:
        case Compare():
            for num in (formula.left, formula.right):
                yield from _in_number(num)
        case Same():
            yield from (term for term in (formula.left, formula.right) if isinstance(term, Image))
        case Not() if isinstance(formula.body, Same | Or):
            yield from images(formula.body)
        case And() | Or():
            for part in formula.parts:
                yield from images(part)


def _in_number(num: Num) -> Iterator[Image]:
    if isinstance(num, Sum):
        for part in num.parts:
            yield from _in_number(part)
    elif isinstance(num, Utility) and isinstance(num.outcome, Image):
        yield num.outcome
