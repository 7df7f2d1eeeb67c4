"""The Python voice of a claim: exhaustive evaluation of its formula, with counted cases.

The *cases* of a claim are the assignments to its leading universal quantifiers that satisfy the
leading hypotheses; a conjunction's cases are those of its parts; an existential leaf counts every
element it may have to examine. Nothing is sampled and nothing is skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal, TypeAlias

from pycheck.claims.compile import Cells, Compiler, all_maps
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
    Not,
    Num,
    Var,
)
from pycheck.claims.images import images
from pycheck.mechanism import Mechanism

#: Above this many outcome maps a claim over all of them is not enumerated (it is then not checked).
MAX_MAPS = 1 << 22


Unit: TypeAlias = Literal["case", "map", "candidate", "profile"]


@dataclass(frozen=True)
class Case:
    """One case: the assignment (variables in binding order), the formula decided there and its truth.

    ``size`` is the number of elements examined: 1, or the size of the domain searched for witnesses or
    counted, of which there are ``witnesses``. ``maps`` holds the outcome map bound to each map variable, as
    its cells.
    """

    assignment: tuple[tuple[Var, int], ...]
    maps: tuple[tuple[str, Cells], ...]
    leaf: Formula
    holds: bool
    size: int = 1
    witnesses: int | None = None

    @property
    def satisfied(self) -> int:
        """How many of the elements examined speak for the claim."""
        return int(self.holds) if self.witnesses is None else self.witnesses


@dataclass(frozen=True)
class Counterexample:
    """An assignment that falsifies a claim, in labels.

    ``assignment`` pairs what a variable stands for with its value; ``outcomes`` pairs each report
    profile that occurs in the comparison with the outcome it leads to; ``left relation right`` is the
    comparison that fails (``None`` where the leaf is not a comparison).
    """

    assignment: tuple[tuple[str, str], ...]
    outcomes: tuple[tuple[str, str], ...] = ()
    left: str | None = None
    relation: str | None = None
    right: str | None = None
    detail: str = ""

    def text(self) -> str:
        """One line for a person."""
        parts = [", ".join(f"{what} = {value}" for what, value in self.assignment)]
        parts += [f"{where} -> {outcome}" for where, outcome in self.outcomes]
        if self.left is not None:
            parts.append(f"{self.left} {self.relation} {self.right} is false")
        if self.detail:
            parts.append(self.detail)
        return "; ".join(part for part in parts if part)

    def to_json(self) -> dict[str, Any]:
        """The counterexample as JSON-ready data."""
        return {
            "assignment": dict(self.assignment),
            "outcomes": dict(self.outcomes),
            "left": self.left,
            "relation": self.relation,
            "right": self.right,
            "text": self.text(),
        }


@dataclass(frozen=True)
class Enumeration:
    """The result of an exhaustive check.

    ``cases`` of them were examined and ``satisfied`` held; ``unit`` says what a case is: a ``case``, a
    ``map`` of a census, a ``profile`` of reports that was counted, or a ``candidate`` where existence is
    claimed (one suffices). ``found`` lists the
    maps of a census claim (each as its cells); ``counterexample`` is the smallest one of a false claim.
    ``counted``: a census counted the cases exactly, without looking at each.
    """

    holds: bool
    cases: int
    satisfied: int
    counterexample: Counterexample | None = None
    found: tuple[Cells, ...] | None = None
    unit: Unit = "case"
    counted: bool = False


class TooManyMaps(Exception):
    """A claim ranges over more outcome maps than are enumerated."""

    def __init__(self, count: int) -> None:
        self.count = count
        super().__init__(f"the claim ranges over {count} outcome maps; at most {MAX_MAPS} are enumerated")


OrderKey = Callable[[Case], tuple[int, ...]]


class Evaluator:
    """Enumerates claims over one mechanism."""

    def __init__(self, mechanism: Mechanism) -> None:
        self.mechanism = mechanism
        self.signature = mechanism.signature
        self.compiler = Compiler(mechanism)

    def enumerate(self, formula: Formula, order: OrderKey | None = None) -> Enumeration:
        """Decide ``formula`` over its whole domain.

        ``order`` ranks counterexamples; ties keep the order of enumeration, and the smallest is
        reported. Raises :class:`TooManyMaps` before starting on a domain that is too large.
        """
        self._guard(formula)
        if isinstance(formula, CountMaps):
            return self._census(formula)
        cases = satisfied = 0
        unit: Unit = "case"
        worst: tuple[tuple[int, ...], Case] | None = None
        for case in self.cases(formula):
            cases += case.size
            satisfied += case.satisfied
            if case.witnesses is not None:
                unit = "profile" if isinstance(case.leaf, CountCases) else "candidate"
            if not case.holds:
                key = order(case) if order else ()
                if worst is None or key < worst[0]:
                    worst = (key, case)
        counterexample = self.explain(worst[1]) if worst else None
        return Enumeration(worst is None, cases, satisfied, counterexample, unit=unit)

    def cases(self, formula: Formula) -> Iterator[Case]:
        """The cases of ``formula``, lazily, in the order of its quantifiers."""
        return self._cases(formula, (), ())

    def _cases(
        self, formula: Formula, assignment: tuple[tuple[Var, int], ...], bound: tuple[tuple[str, Cells], ...]
    ) -> Iterator[Case]:
        compiler = self.compiler
        match formula:
            case And():
                for part in formula.parts:
                    yield from self._cases(part, assignment, bound)
            case ForAll():
                for values in compiler.bind(formula.variables, compiler.env):
                    here = assignment + tuple(zip(formula.variables, values, strict=True))
                    yield from self._cases(formula.body, here, bound)
            case ForAllMaps():
                slot = compiler.map_slot(formula.name)
                for cells in compiler.bind_maps(slot, all_maps(self.signature), compiler.maps):
                    yield from self._cases(formula.body, assignment, (*bound, (formula.name, cells)))
            case Implies():
                tests = [compiler.test(h) for h in formula.hypotheses]
                if all(test(compiler.env, compiler.maps) for test in tests):
                    yield from self._cases(formula.conclusion, assignment, bound)
            case Exists():
                test = compiler.test(formula.body)
                tried = [
                    test(compiler.env, compiler.maps)
                    for _ in compiler.bind((formula.variable,), compiler.env)
                ]
                yield Case(assignment, bound, formula, any(tried), len(tried), sum(tried))
            case CountCases():
                test = compiler.test(formula.body)
                tried = [
                    test(compiler.env, compiler.maps) for _ in compiler.bind(formula.variables, compiler.env)
                ]
                found = sum(tried)
                yield Case(assignment, bound, formula, found == formula.count, len(tried), found)
            case _:
                yield Case(assignment, bound, formula, self._now(formula))

    def _now(self, formula: Formula) -> bool:
        return self.compiler.test(formula)(self.compiler.env, self.compiler.maps)

    def _census(self, formula: CountMaps) -> Enumeration:
        found = tuple(self.compiler.satisfying_maps(formula))
        cases = len(self.signature.outcomes) ** (self.signature.cell_count - len(formula.fixed))
        wrong = []
        if len(found) != formula.count:
            wrong.append(f"{len(found)} maps counted, {formula.count} claimed")
        if formula.listed is not None and set(found) != set(formula.listed):
            missing = [self.describe_map(m) for m in formula.listed if m not in found]
            extra = [self.describe_map(m) for m in found if m not in formula.listed]
            wrong += [f"listed but not found: {m}" for m in missing] + [
                f"found but not listed: {m}" for m in extra
            ]
        counterexample = Counterexample((), detail="; ".join(wrong)) if wrong else None
        return Enumeration(not wrong, cases, len(found), counterexample, found, "map")

    # Explanations.

    def explain(self, case: Case) -> Counterexample:
        """The case in labels, with the outcomes and values that decide it."""
        env, maps = self.compiler.env, self.compiler.maps
        for variable, value in case.assignment:
            env[self.compiler.slot(variable)] = value
        for name, cells in case.maps:
            maps[self.compiler.map_slot(name)] = cells
        assignment = tuple((v.meaning, self.label(v, value)) for v, value in case.assignment)
        assignment += tuple((f"map {name}", self.describe_map(cells)) for name, cells in case.maps)
        leaf = case.leaf
        if isinstance(leaf, Compare):
            left, right = (self.value(num) for num in (leaf.left, leaf.right))
            outcomes = self._outcomes(images(leaf))
            return Counterexample(assignment, outcomes, str(left), leaf.relation, str(right))
        if isinstance(leaf, Exists):
            return Counterexample(assignment, detail=f"none of {case.size} qualifies")
        if isinstance(leaf, CountCases):
            return Counterexample(assignment, detail=f"{case.satisfied} counted, {leaf.count} claimed")
        outcomes = self._outcomes(images(leaf))
        if isinstance(leaf, Not):
            return Counterexample(assignment, outcomes, detail="the excluded situation occurs")
        return Counterexample(assignment, outcomes, detail="the stated condition is false here")

    def _outcomes(self, compared: Iterable[Image]) -> tuple[tuple[str, str], ...]:
        """Where the report profiles of images lead under the current environment, each once."""
        env, maps = self.compiler.env, self.compiler.maps
        found: dict[str, str] = {}
        for image in compared:
            reports = tuple(self.compiler.term(r)(env, maps) for r in image.reports)
            where = "(" + ", ".join(self.signature.report_labels(reports)) + ")"
            found[where] = self.signature.outcomes[self.compiler.term(image)(env, maps)]
        return tuple(found.items())

    def value(self, num: Num) -> Fraction:
        """The exact value of ``num`` under the current environment."""
        return (
            Fraction(self.compiler.number(num)(self.compiler.env, self.compiler.maps)) / self.compiler.scale
        )

    def label(self, variable: Var, index: int) -> str:
        """The label of a variable's value."""
        if variable.sort.kind == "outcome":
            return self.signature.outcomes[index]
        agent = self.signature.agents[variable.sort.agent]
        return (agent.types if variable.sort.kind == "type" else agent.reports)[index]

    def describe_map(self, cells: Cells) -> str:
        """An outcome map in one line: ``(a,a)->o4, (a,a')->o3, …``."""
        profiles = self.signature.report_profiles()
        return ", ".join(
            f"({','.join(self.signature.report_labels(r))})->{self.signature.outcomes[o]}"
            for r, o in zip(profiles, cells, strict=True)
        )

    def _guard(self, formula: Formula) -> None:
        free = self.signature.cell_count
        if isinstance(formula, CountMaps):
            free -= len(formula.fixed)
        elif not isinstance(formula, ForAllMaps):
            return
        count = len(self.signature.outcomes) ** free
        if count > MAX_MAPS:
            raise TooManyMaps(count)
