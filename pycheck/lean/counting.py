"""The certificate's own count of outcome maps, written out as Booleans over single cells.

The library may count as it likes; the certificate counts with these definitions, which quantify over
nothing: a predicate on maps becomes a conjunction of comparisons in which each cell of the map is a
variable, and the count is a nested sum over the outcomes, one sum for each cell. Each conjunct stands
as soon as the cells it speaks of are bound, so that the kernel drops a branch at the first one that
fails.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce

from pycheck.claims.compile import Compiler
from pycheck.claims.formula import (
    And,
    Compare,
    CountCases,
    CountMaps,
    Exists,
    ForAll,
    Formula,
    Image,
    Implies,
    Not,
    Num,
    Number,
    Or,
    Same,
    Sort,
    Sum,
    Term,
    Utility,
)
from pycheck.lean.expr import App, BVar, Const, Expr, Lam, app, arrow, level
from pycheck.lean.source import natural
from pycheck.lean.statements import LeanVoice, NoLeanStatement

#: Above this many maps the kernel is not asked to count them one by one.
MAX_KERNEL_MAPS = 20_000

TRUE, FALSE = Const("Bool.true"), Const("Bool.false")


@dataclass(frozen=True)
class Definitions:
    """Names of the predicate and the count, and the declarations (name, type, value) still to be made.

    ``meaning`` is the predicate's value.
    """

    predicate: str
    meaning: Expr
    count: str
    new: tuple[tuple[str, Expr, Expr], ...]


class CountDefinitions:
    """Makes the definitions for the census claims of one certificate; shared ones are made once."""

    def __init__(self, voice: LeanVoice, namespace: str) -> None:
        self.voice = voice
        self.namespace = namespace
        self._sum: str | None = None
        self._made = 0

    def define(self, formula: CountMaps) -> Definitions:
        """The definitions for one count. Raises :class:`NoLeanStatement` if there are too many maps."""
        signature = self.voice.signature
        size = len(signature.outcomes) ** (signature.cell_count - len(formula.fixed))
        if size > MAX_KERNEL_MAPS:
            raise NoLeanStatement(f"{size} outcome maps are too many to count one by one in the kernel")
        self._made += 1
        new: list[tuple[str, Expr, Expr]] = []
        outcome, nat = Const(self.voice.link.outcome), Const("Nat")
        if self._sum is None:
            self._sum = f"{self.namespace}.sum"
            outcomes = [self.voice.element(Sort("outcome"), o) for o in range(len(signature.outcomes))]
            total = reduce(lambda a, b: app(Const("Nat.add"), a, b), [app(BVar(0), o) for o in outcomes])
            function = arrow(outcome, nat)
            new.append((self._sum, arrow(function, nat), Lam("f", function, total)))
        cells = signature.cell_count
        predicate = f"{self.namespace}.predicate_{self._made}"
        body = BooleanVoice(self.voice, formula.name).boolean(formula.body)
        for k in reversed(range(cells)):
            body = Lam(f"x{k + 1}", outcome, body)
        new.append((predicate, arrow(*[outcome] * cells, Const("Bool")), body))
        count = f"{self.namespace}.count_{self._made}"
        new.append((count, nat, self._nested_sum(formula)))
        return Definitions(predicate, body, count, tuple(new))

    def _nested_sum(self, formula: CountMaps) -> Expr:
        pinned = dict(formula.fixed)
        free = [k for k in range(self.voice.signature.cell_count) if k not in pinned]
        parts = BooleanVoice(self.voice, formula.name, pinned).conjuncts(formula.body)
        # A part belongs to the innermost sum whose cell it mentions; cells are variables of full depth.
        depth_of = [max((len(free) - index for index in _variables(part)), default=0) for part in parts]
        outcome, nat = Const(self.voice.link.outcome), Const("Nat")
        body = natural(1)
        for depth in range(len(free), -1, -1):
            here = [
                _lower(part, len(free) - depth) for part, d in zip(parts, depth_of, strict=True) if d == depth
            ]
            if here:
                body = app(Const("cond", (level(1),)), nat, conjunction(here), body, natural(0))
            if depth:
                body = app(Const(self._sum or ""), Lam(f"x{free[depth - 1] + 1}", outcome, body))
        return body


def _variables(expr: Expr) -> set[int]:
    """The indices of the variables in a Boolean term (which binds none itself)."""
    if isinstance(expr, BVar):
        return {expr.index}
    return _variables(expr.fn) | _variables(expr.arg) if isinstance(expr, App) else set()


def _lower(expr: Expr, amount: int) -> Expr:
    """The term with ``amount`` fewer binders around it."""
    if isinstance(expr, BVar):
        return BVar(expr.index - amount)
    return App(_lower(expr.fn, amount), _lower(expr.arg, amount)) if isinstance(expr, App) else expr


class BooleanVoice:
    """A predicate on an outcome map as a Boolean term in which ``BVar`` stands for the map's free cells.

    ``pinned`` cells (cell position -> outcome) are written as their outcomes.
    """

    def __init__(self, voice: LeanVoice, map_name: str, pinned: Mapping[int, int] | None = None) -> None:
        self.voice = voice
        self.map_name = map_name
        self.pinned = pinned or {}
        self.free = [k for k in range(voice.signature.cell_count) if k not in self.pinned]
        self.compiler = Compiler(voice.mechanism)

    def boolean(self, formula: Formula) -> Expr:
        """The value of ``formula`` under the compiler's current environment."""
        match formula:
            case Compare():
                return self._compare(formula)
            case Same():
                if isinstance(formula.left, Image) or isinstance(formula.right, Image):
                    raise NoLeanStatement("a census predicate that compares outcomes")
                return TRUE if self.compiler.test(formula)(self.compiler.env, self.compiler.maps) else FALSE
            case Not():
                return negation(self.boolean(formula.body))
            case And():
                return conjunction([self.boolean(part) for part in formula.parts])
            case Or():
                return disjunction([self.boolean(part) for part in formula.parts])
            case Implies():
                unmet = disjunction([negation(self.boolean(h)) for h in formula.hypotheses])
                return unmet if unmet is TRUE else disjunction([unmet, self.boolean(formula.conclusion)])
            case ForAll():
                bindings = self.compiler.bind(formula.variables, self.compiler.env)
                return conjunction([self.boolean(formula.body) for _ in bindings])
            case Exists():
                bindings = self.compiler.bind((formula.variable,), self.compiler.env)
                return disjunction([self.boolean(formula.body) for _ in bindings])
            case CountCases():
                raise NoLeanStatement("a census predicate that itself counts cases")
            case _:
                raise NoLeanStatement("a census predicate that itself ranges over outcome maps")

    def conjuncts(self, formula: Formula) -> list[Expr]:
        """``formula`` as Booleans all of which must be true; those that are ``true`` are left out."""
        match formula:
            case And():
                return [part for inner in formula.parts for part in self.conjuncts(inner)]
            case ForAll():
                bindings = self.compiler.bind(formula.variables, self.compiler.env)
                return [part for _ in bindings for part in self.conjuncts(formula.body)]
            case _:
                value = self.boolean(formula)
                return [] if value is TRUE else [value]

    def _compare(self, formula: Compare) -> Expr:
        left, right = self._number(formula.left), self._number(formula.right)
        number = self.voice.link.number
        if number == "Nat" and formula.relation != "=":
            least = app(Const("Nat.add"), left, natural(1)) if formula.relation == "<" else left
            return app(Const("Nat.ble"), least, right)
        if number == "Nat":
            return app(Const("Nat.beq"), left, right)
        name = {"<": "Int.decLt", "<=": "Int.decLe", "=": "Int.decEq"}[formula.relation]
        stated = self.voice.compare(formula.relation, left, right)
        return app(Const("Decidable.decide"), stated, app(Const(name), left, right))

    def _number(self, num: Num) -> Expr:
        match num:
            case Utility():
                type_ = self.compiler.term(num.type)(self.compiler.env, self.compiler.maps)
                kind = self.voice.element(Sort("type", num.agent), type_)
                return self.voice.utility(num.agent, self._outcome(num.outcome), kind)
            case Sum():
                parts = [self._number(part) for part in num.parts]
                return reduce(lambda a, b: app(Const(f"{self.voice.link.number}.add"), a, b), parts)
            case Number():
                return self.voice.value(self.voice.scaled(num))

    def _outcome(self, term: Term) -> Expr:
        signature, env, maps = self.voice.signature, self.compiler.env, self.compiler.maps
        if isinstance(term, Image) and term.map == self.map_name:
            cell = signature.cell(tuple(self.compiler.term(r)(env, maps) for r in term.reports))
            if cell in self.pinned:
                return self.voice.element(Sort("outcome"), self.pinned[cell])
            return BVar(len(self.free) - 1 - self.free.index(cell))
        return self.voice.element(Sort("outcome"), self.compiler.term(term)(env, maps))


def negation(value: Expr) -> Expr:
    """``!value``, constants folded."""
    if value in (TRUE, FALSE):
        return FALSE if value is TRUE else TRUE
    return app(Const("Bool.not"), value)


def conjunction(parts: list[Expr]) -> Expr:
    """``and`` of the parts from the right, constants folded."""
    kept = [part for part in parts if part is not TRUE]
    if any(part is FALSE for part in kept):
        return FALSE
    return reduce(lambda a, b: app(Const("Bool.and"), b, a), reversed(kept)) if kept else TRUE


def disjunction(parts: list[Expr]) -> Expr:
    """``or`` of the parts from the right, constants folded."""
    kept = [part for part in parts if part is not FALSE]
    if any(part is TRUE for part in kept):
        return TRUE
    return reduce(lambda a, b: app(Const("Bool.or"), b, a), reversed(kept)) if kept else FALSE
