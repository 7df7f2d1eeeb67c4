"""The certificate lines that state claims and offer the library's theorems as their proofs."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.claims import Claim
from pycheck.claims.formula import CountMaps, Sort
from pycheck.lean.counting import CountDefinitions
from pycheck.lean.expr import PROP, App, BVar, Const, Expr, Pi, app, used_constants
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
            told, given = self._told(claim, formula, count_constant)
            yield told
            proof = f"@_root_.{told.name} {given} {proof}"
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

    def _told(self, claim: Claim, formula: CountMaps, count: str) -> tuple[Line, str]:
        """The claim from a theorem that ends in its number.

        The certificate's count is evaluated by the kernel (the elaborator would be slow at it). The library's
        is not: its theorem says what it is, ``c p = n`` for the claim's own property ``p`` of outcome maps,
        whatever ``c`` is. Where the file does not say what a map is in Lean, any ``x = n`` has to do. Also
        returned is what stands before the theorem, for Lean to find.
        """
        nat, number, stated = Const("Nat"), natural(formula.count), self.voice.statement(claim, count)
        property_ = self.voice.counted(formula)

        def said(value: Expr) -> Expr:
            equal = app(Const("Eq", ONE), nat, value, number)
            return Pi("h", equal if claim.expected else app(Const("Not"), equal), stated)

        if property_ is None:
            given, statement = "_", Pi("x", nat, said(BVar(0)))
        else:
            maps = Const(self.link.map_type or "")
            decided = Pi("k", maps, app(Const("Decidable"), App(BVar(1), BVar(0))))
            counting = Pi("p", Pi("k", maps, PROP), Pi("d", decided, nat))
            decision = Pi("k", maps, app(Const("Decidable"), App(property_, BVar(0))))
            given, statement = (
                "_ _",
                Pi("c", counting, Pi("i", decision, said(app(BVar(1), property_, BVar(0))))),
            )
        proof = f"fun {given} _ => by decide +kernel"
        return Line("definition", claim.entry.key, self._name("told"), statement, proof), given

    def _tables(self, predicate: Expr) -> frozenset[str]:
        """What a count of maps with this predicate is about: the outcomes, and the utilities it compares."""
        tables = {self.link.outcome, *self.link.utilities}
        return frozenset({self.link.outcome} | (used_constants(predicate) & tables))
