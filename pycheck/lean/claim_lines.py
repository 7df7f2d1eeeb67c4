"""The certificate lines that state claims and offer the library's theorems as their proofs."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.claims import Claim
from pycheck.claims.formula import CountMaps, Sort
from pycheck.lean.counting import CountDefinitions
from pycheck.lean.expr import Const, Expr, app, used_constants
from pycheck.lean.line import NAMESPACE, ONE, REFL, Line
from pycheck.lean.source import natural, to_source
from pycheck.lean.statements import LeanVoice, NoLeanStatement


class ClaimLines:
    """Writes the lines of the claims; ``unstated`` collects (claim id, why it has no Lean statement)."""

    def __init__(self, voice: LeanVoice) -> None:
        self.voice = voice
        self.link = voice.link
        self.unstated: list[tuple[str, str]] = []
        self._counting = CountDefinitions(voice, NAMESPACE)
        self._count = 0

    def _name(self, stem: str) -> str:
        self._count += 1
        return f"{NAMESPACE}.{stem}_{self._count}"

    def lines(self, claims: tuple[Claim, ...]) -> Iterator[Line]:
        """The lines of every claim that names a theorem; what cannot be stated goes to ``unstated``."""
        for claim in claims:
            if claim.entry.theorem is None or claim.formula is None:
                continue
            try:
                yield from self._claim(claim, self._counting)
            except NoLeanStatement as reason:
                self.unstated.append((claim.id, str(reason)))

    def _claim(self, claim: Claim, counting: CountDefinitions) -> Iterator[Line]:
        theorem = self.link.absolute(claim.entry.theorem or "")
        formula = claim.formula
        count_constant, proof, about = None, f"@_root_.{theorem}", frozenset[str]()
        if isinstance(formula, CountMaps):
            definitions = counting.define(formula)
            for name, type_, value in definitions.new:
                yield Line("definition", claim.entry.key, name, type_, to_source(value), value=value)
            count_constant = definitions.count
            about = self._tables(definitions.meaning)
            # The certificate's count is evaluated by the kernel (the elaborator would be slow at it). The
            # library's is not: its theorem says what it is.
            said = f"@_root_.Eq.{{1}} _root_.Nat _ {to_source(natural(formula.count))}"
            said = said if claim.expected else f"_root_.Not ({said})"
            proof = f"(fun (_ : {said}) => (by decide +kernel)) {proof}"
            for k, cells in enumerate(formula.listed or ()):
                outcomes = [self.voice.element(Sort("outcome"), o) for o in cells]
                yield Line(
                    "listed",
                    f"{claim.entry.key}.maps[{k}]",
                    self._name("listed"),
                    app(
                        Const("Eq", ONE),
                        Const("Bool"),
                        app(Const(definitions.predicate), *outcomes),
                        Const("Bool.true"),
                    ),
                    REFL,
                    python="satisfies the predicate",
                )
        yield Line(
            "claim",
            claim.entry.key,
            self._name("claim"),
            self.voice.statement(claim, count_constant),
            proof,
            claim=claim.id,
            theorem=theorem,
            about=about,
        )

    def _tables(self, predicate: Expr) -> frozenset[str]:
        """What a count of maps with this predicate is about: the outcomes, and the utilities it compares."""
        tables = {self.link.outcome, *self.link.utilities}
        return frozenset({self.link.outcome} | (used_constants(predicate) & tables))
