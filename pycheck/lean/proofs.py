"""Proofs of what was found by enumeration: by decision, or from the first counterexample.

They are written for a person to read and change, and are right or wrong as the kernel finds.
"""

from __future__ import annotations

from pycheck.claims import Evaluator
from pycheck.claims.formula import (
    And,
    Compare,
    CountCases,
    ForAll,
    Formula,
    Implies,
    Label,
    Or,
    Same,
    Sort,
)
from pycheck.lean.surface import Surface


class Proofs:
    """Writes proofs for the statements that ``surface`` writes."""

    def __init__(self, surface: Surface, evaluator: Evaluator) -> None:
        self.surface = surface
        self.evaluator = evaluator

    def proof(self, formula: Formula) -> str:
        """A proof of a formula that is true."""
        if not isinstance(formula, CountCases):
            return "by decide +kernel"
        chosen = f"if {self.surface.formula(formula.body)} then 1 else 0"
        names = " ".join(variable.name for variable in formula.variables)
        return f"⟨{f'fun {names} => ' if names else ''}{chosen}, by decide +kernel⟩"

    def refutation(self, formula: Formula, proof: str) -> str | None:
        """A proof of ``False`` from ``proof : formula`` by its first counterexample; ``None`` without one."""
        compiler = self.evaluator.compiler
        match formula:
            case And():
                for position, part in enumerate(formula.parts):
                    path = ".2" * position + ("" if position == len(formula.parts) - 1 else ".1")
                    found = self.refutation(part, f"{proof}{path}")
                    if found:
                        return found
                return None
            case ForAll():
                for values in compiler.bind(formula.variables, compiler.env):
                    named = zip(formula.variables, values, strict=True)
                    elements = [self._element(v.sort, value) for v, value in named]
                    found = self.refutation(formula.body, f"({' '.join([proof, *elements])})")
                    if found:
                        return found
                return None
            case Implies():
                tests = [compiler.test(h) for h in formula.hypotheses]
                if not all(test(compiler.env, compiler.maps) for test in tests):
                    return None
                decided = " ".join(["(by decide)"] * len(tests))
                return self.refutation(formula.conclusion, f"({proof} {decided})")
            case Compare() | Same() | Or() | CountCases():
                if compiler.test(formula)(compiler.env, compiler.maps):
                    return None
                if isinstance(formula, CountCases):
                    return self._miscounted(formula, proof)
                return f"absurd {proof} (by decide)"
            case _:
                return None

    def _miscounted(self, count: CountCases, proof: str) -> str:
        """Each value of the function is what it has to be, and then the sum is another number."""
        compiler = self.evaluator.compiler
        body = compiler.test(count.body)
        steps = []
        for values in compiler.bind(count.variables, compiler.env):
            named = zip(count.variables, values, strict=True)
            cell = " ".join(["h", *(self._element(v.sort, value) for v, value in named)])
            side = 1 if body(compiler.env, compiler.maps) else 2
            steps.append(f"({cell}).{side} (by decide)")
        return f"match {proof} with | ⟨_, h, total⟩ => absurd total (by rw [{', '.join(steps)}]; decide)"

    def _element(self, sort: Sort, index: int) -> str:
        """An element where its type is known."""
        return f".{self.surface.constructor_of(Label(sort, index))}"
