"""Claims in Lean as a person writes them: with ``<``, ``+`` and short names.

What is written here is a library's source, and nothing rests on its being right: the certificate states
every claim again, in full and from the mechanism file, and the kernel compares.
"""

from __future__ import annotations

from pycheck.claims.formula import (
    And,
    Compare,
    CountCases,
    CountMaps,
    Exists,
    ForAll,
    ForAllMaps,
    Formula,
    Image,
    Implies,
    Label,
    Not,
    Num,
    Number,
    Or,
    Same,
    Sort,
    Sum,
    Term,
    Truthful,
    Utility,
    Var,
    counted,
)
from pycheck.lean.statements import LeanVoice
from pycheck.lean.tally import INDICATOR, elements

_RELATION = {"<": "<", "<=": "≤", "=": "="}


class Surface:
    """Writes formulas for a file in the link's namespace."""

    def __init__(self, voice: LeanVoice) -> None:
        self.voice = voice
        self.link = voice.link

    def short(self, name: str) -> str:
        """An absolute name relative to the namespace."""
        return name.removeprefix(f"{self.link.namespace}.")

    def constructor(self, type_name: str, label: str) -> str:
        """The last component of a constructor, without its type."""
        return self.link.constructors[type_name, label].removeprefix(f"{type_name}.")

    def formula(self, formula: Formula) -> str:
        """A proposition, bracketed where it has to be."""
        match formula:
            case Compare():
                return (
                    f"{self.number(formula.left)} {_RELATION[formula.relation]} {self.number(formula.right)}"
                )
            case Same():
                return f"{self.term(formula.left)} = {self.term(formula.right)}"
            case Not():
                return f"¬ {self._bracketed(formula.body)}"
            case And():
                return " ∧ ".join(self._bracketed(part) for part in formula.parts)
            case Or():
                return " ∨ ".join(self._bracketed(part) for part in formula.parts)
            case Implies():
                parts = [*(self._bracketed(h) for h in formula.hypotheses), self.formula(formula.conclusion)]
                return " → ".join(parts)
            case ForAll():
                binders = " ".join(f"({v.name} : {self._sort(v)})" for v in formula.variables)
                return f"∀ {binders}, {self.formula(formula.body)}"
            case Exists():
                variable = formula.variable
                return f"∃ {variable.name} : {self._sort(variable)}, {self.formula(formula.body)}"
            case ForAllMaps():
                return (
                    f"∀ {formula.name} : {self.short(self.link.map_type or '')}, {self.formula(formula.body)}"
                )
            case CountMaps():
                return f"count {self._predicate(formula)} = {formula.count}"
            case CountCases():
                return self._tally(formula)

    def _tally(self, count: CountCases) -> str:
        """As :func:`pycheck.lean.tally.tally` has it."""
        sorts = [variable.sort for variable in count.variables]
        type_ = " → ".join([*(self.short(self.voice.sort_name(sort)) for sort in sorts), "Nat"])
        cell = " ".join([INDICATOR, *(variable.name for variable in count.variables)])
        body = self._bracketed(count.body)
        binders = " ".join(f"({v.name} : {self._sort(v)})" for v in count.variables)
        every = f"∀ {binders}, " if binders else ""
        indicates = f"{every}({body} → {cell} = 1) ∧ (¬ {body} → {cell} = 0)"
        return f"∃ {INDICATOR} : {type_}, ({indicates}) ∧ {self._total(sorts, ())} = {count.count}"

    def _total(self, sorts: list[Sort], arguments: tuple[Label, ...]) -> str:
        if len(arguments) == len(sorts):
            return " ".join([INDICATOR, *map(self.term, arguments)])
        labels = elements(self.voice, sorts[len(arguments)])
        text = " + ".join(self._total(sorts, (*arguments, label)) for label in labels)
        return f"({text})" if arguments else text

    def _predicate(self, formula: CountMaps) -> str:
        whole = counted(formula, list(self.voice.signature.report_profiles()))
        return f"(fun {formula.name} => {self.formula(whole)})"

    def _bracketed(self, formula: Formula) -> str:
        text = self.formula(formula)
        return text if isinstance(formula, Compare | Same) else f"({text})"

    def _sort(self, variable: Var) -> str:
        return self.short(self.voice.sort_name(variable.sort))

    def term(self, term: Term) -> str:
        """An element, bracketed where it is an application."""
        match term:
            case Var():
                return term.name
            case Label():
                return f"{self.short(self.voice.sort_name(term.sort))}.{self.constructor_of(term)}"
            case Truthful():
                inner = self.term(term.of)
                function = self.link.truthful[term.agent]
                return inner if function is None else f"({self.short(function)} {inner})"
            case Image():
                reports = " ".join(self.term(report) for report in term.reports)
                name = self.link.maps.get(term.map)
                return f"({term.map}.apply {reports})" if name is None else f"({self.short(name)} {reports})"

    def constructor_of(self, label: Label) -> str:
        """The constructor of an element, without its type."""
        return self.constructor(self.voice.sort_name(label.sort), self._label(label))

    def _label(self, label: Label) -> str:
        signature = self.voice.signature
        if label.sort.kind == "outcome":
            return signature.outcomes[label.index]
        agent = signature.agents[label.sort.agent]
        return (agent.types if label.sort.kind == "type" else agent.reports)[label.index]

    def number(self, num: Num) -> str:
        """A utility, a sum or a constant (scaled)."""
        match num:
            case Utility():
                name = self.short(self.link.utilities[num.agent])
                return f"{name} {self.term(num.outcome)} {self.term(num.type)}"
            case Sum():
                return " + ".join(self.number(part) for part in num.parts)
            case Number():
                return str(self.voice.scaled(num))


def nested_arrows(formula: Formula) -> int:
    """How many implications a formula has, at most, one within the other; ranging over maps counts as one."""
    match formula:
        case Implies():
            parts = (*formula.hypotheses, formula.conclusion)
            return len(formula.hypotheses) + max(map(nested_arrows, parts))
        case And():
            return max(map(nested_arrows, formula.parts), default=0)
        case ForAllMaps() | CountMaps():
            return 1 + nested_arrows(formula.body)
        case Or():
            return max(map(nested_arrows, formula.parts), default=0)
        case CountCases():
            return 1 + nested_arrows(formula.body)
        case ForAll() | Not() | Exists():
            return nested_arrows(formula.body)
        case _:
            return 0
