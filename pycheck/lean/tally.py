"""How many cases satisfy a formula, as a statement of its own.

There is a function which is 1 where the formula holds and 0 where it does not, and its values add up to the
number claimed. There is only one such function, so this is a count; and it needs no definition, no way to
decide the formula and no list of the cases, any of which could be another one in the library.
"""

from __future__ import annotations

from functools import reduce
from math import prod
from typing import TYPE_CHECKING

from pycheck.claims.compile import domain
from pycheck.claims.formula import CountCases, Label, Sort, Term
from pycheck.lean.expr import Const, Expr, Lam, Pi, app, arrow, level
from pycheck.lean.source import natural
from pycheck.mechanism import Signature

if TYPE_CHECKING:
    from pycheck.lean.statements import LeanVoice, Scope

#: Sums with more terms than this are nobody's statement.
MAX_TERMS = 5_000
#: What the function is called; no variable of a claim kind has this name.
INDICATOR = "f"

_NAT, _ONE = Const("Nat"), (level(1),)


def tally(voice: LeanVoice, count: CountCases, scope: Scope) -> Expr:
    """``∃ f, (∀ cases, (body → f cases = 1) ∧ (¬ body → f cases = 0)) ∧ Σ f = count``."""
    sorts = [variable.sort for variable in count.variables]
    outside = inside = scope.bind(INDICATOR)
    for variable in count.variables:
        inside = inside.bind(variable.name)

    def is_value(value: int) -> Expr:
        """The function's value at the case, seen from behind a hypothesis."""
        here = inside.bind("_")
        cell = app(here.variable(INDICATOR), *(here.variable(v.name) for v in count.variables))
        return app(Const("Eq", _ONE), _NAT, cell, natural(value))

    body = voice.formula(count.body, inside)
    one, zero = Pi("h", body, is_value(1)), Pi("h", app(Const("Not"), body), is_value(0))
    indicates: Expr = app(Const("And"), one, zero)
    for variable in reversed(count.variables):
        indicates = Pi(variable.name, voice.sort(variable.sort), indicates)

    def add(parts: list[Expr]) -> Expr:
        return reduce(lambda a, b: app(Const("Nat.add"), a, b), parts)

    def total(arguments: tuple[Term, ...]) -> Expr:
        """The sum over the arguments that are left: over the first of them, of the sums over the others."""
        if len(arguments) == len(sorts):
            return app(outside.variable(INDICATOR), *(voice.term(a, outside) for a in arguments))
        sort = sorts[len(arguments)]
        return add([total((*arguments, label)) for label in elements(voice, sort)])

    equation = app(Const("Eq", _ONE), _NAT, total(()), natural(count.count))
    type_ = arrow(*map(voice.sort, sorts), _NAT)
    return app(Const("Exists", _ONE), type_, Lam(INDICATOR, type_, app(Const("And"), indicates, equation)))


def elements(voice: LeanVoice, sort: Sort) -> list[Label]:
    """All elements of a sort, in declared order."""
    return [Label(sort, index) for index in domain(sort, voice.signature)]


def terms(count: CountCases, signature: Signature) -> int:
    """How many cases there are to add up."""
    return prod(len(domain(variable.sort, signature)) for variable in count.variables)
