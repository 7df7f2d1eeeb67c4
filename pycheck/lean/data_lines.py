"""The certificate lines that pin the data: if one of them is rejected, the two sides differ."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.claims.formula import OUTCOME, Sort
from pycheck.lean.expr import BVar, Const, Expr, Lam, Pi, app, arrow
from pycheck.lean.line import NAMESPACE, ONE, REFL, Line, LineKind
from pycheck.lean.source import INT, integer, natural, to_source
from pycheck.lean.statements import LeanVoice
from pycheck.mechanism import MAIN_MAP


class DataLines:
    """Writes the lines that pin the data: elements, utilities, truthful reports, maps."""

    def __init__(self, voice: LeanVoice) -> None:
        self.voice = voice
        self.mechanism = voice.mechanism
        self.signature = voice.signature
        self.link = voice.link
        self._count = 0

    def lines(self) -> Iterator[Line]:
        """Elements of every type, and every cell of every table and map."""
        yield from self._elements()
        yield from self._utilities()
        yield from self._truthful()
        yield from self._maps()
        if self.link.map_type is not None:
            yield from self._map_type()

    def _name(self, stem: str) -> str:
        self._count += 1
        return f"{NAMESPACE}.{stem}_{self._count}"

    # Elements.

    def _elements(self) -> Iterator[Line]:
        seen: set[tuple[str, frozenset[str]]] = set()
        for key, sort, labels in self._sorts():
            type_name = self.voice.sort_name(sort)
            # One Lean type may serve several agents, as types and as reports: compared once.
            if (type_name, frozenset(labels)) in seen:
                continue
            seen.add((type_name, frozenset(labels)))
            type_ = Const(type_name)
            constructors = [self.voice.element(sort, k) for k in range(len(labels))]
            alternatives: Expr = app(Const("Eq", ONE), type_, BVar(0), constructors[-1])
            for constructor in reversed(constructors[:-1]):
                alternatives = app(
                    Const("Or"), app(Const("Eq", ONE), type_, BVar(0), constructor), alternatives
                )
            arms = " ".join(
                f"| {_pattern(c)} => {_injection(k, len(constructors))}" for k, c in enumerate(constructors)
            )
            yield Line(
                "elements",
                key,
                self._name("elements"),
                Pi("x", type_, alternatives),
                f"fun (x : {to_source(type_)}) => match x with {arms}",
                python=f"exactly {{{', '.join(labels)}}}",
                subject=type_name,
                elements=len(labels),
            )
            yield self._distinct(key, type_name, constructors, labels)

    def _distinct(self, key: str, type_name: str, constructors: list[Expr], labels: tuple[str, ...]) -> Line:
        """No two elements are the same: some function numbers them."""
        type_, nat = Const(type_name), Const("Nat")
        numbered = [
            app(Const("Eq", ONE), nat, app(BVar(0), constructor), natural(k))
            for k, constructor in enumerate(constructors)
        ]
        body = numbered[-1]
        for part in reversed(numbered[:-1]):
            body = app(Const("And"), part, body)
        function = arrow(type_, nat)
        arms = " ".join(f"| {_pattern(c)} => ({k} : _root_.Nat)" for k, c in enumerate(constructors))
        proof = REFL
        for _ in numbered[:-1]:
            proof = f"@_root_.And.intro _ _ ({REFL}) ({proof})"
        witness = f"(fun (x : {to_source(type_)}) => match x with {arms})"
        return Line(
            "elements",
            key,
            self._name("distinct"),
            app(Const("Exists", ONE), function, Lam("f", function, body)),
            f"@_root_.Exists.intro.{{1}} _ _ {witness} ({proof})",
            python=f"{{{', '.join(labels)}}}, all different",
            subject=type_name,
        )

    def _sorts(self) -> Iterator[tuple[str, Sort, tuple[str, ...]]]:
        yield "outcomes", Sort("outcome"), self.signature.outcomes
        for i, agent in enumerate(self.signature.agents):
            yield f"agents.{agent.name}.types", Sort("type", i), agent.types
            yield f"agents.{agent.name}.reports", Sort("report", i), agent.reports

    # Cells.

    def _cell(
        self, kind: LineKind, key: str, type_: Expr, term: Expr, value: Expr, python: str, subject: str
    ) -> Line:
        return Line(
            kind,
            key,
            self._name(kind),
            app(Const("Eq", ONE), type_, term, value),
            REFL,
            python=python,
            probe=to_source(term),
            subject=subject,
            elements=1,
        )

    def _utilities(self) -> Iterator[Line]:
        if not self.signature.has_utilities:
            return
        for i, agent in enumerate(self.signature.agents):
            for o, outcome in enumerate(self.signature.outcomes):
                for t, type_ in enumerate(agent.types):
                    key = f"utilities.{agent.name}.{outcome}.{type_}"
                    yield self._utility(key, i, o, t)

    def _utility(self, key: str, agent: int, outcome: int, type_: int) -> Line:
        value = self.mechanism.utilities[agent][outcome][type_]
        scaled = int(value * self.link.scale)
        element = self.voice.element
        term = self.voice.utility(agent, element(OUTCOME, outcome), element(Sort("type", agent), type_))
        subject = self.link.utilities[agent]
        if self.link.number == "Nat" and scaled < 0:
            # No natural number is negative: compared as integers, so that Lean can say what it has.
            stated = app(Const("Eq", ONE), INT, app(Const("Int.ofNat"), term), integer(scaled))
            probe = to_source(term)
            return Line("utility", key, self._name("utility"), stated, REFL, None, str(value), probe, subject)
        number = Const(self.link.number)
        return self._cell("utility", key, number, term, self.voice.value(scaled), str(value), subject)

    def _truthful(self) -> Iterator[Line]:
        for i, agent in enumerate(self.signature.agents):
            function = self.link.truthful[i]
            if function is None or agent.truthful is None:
                continue
            for t, report in enumerate(agent.truthful):
                yield self._cell(
                    "truthful",
                    f"agents.{agent.name}.truthful.{agent.types[t]}",
                    self.voice.sort(Sort("report", i)),
                    app(Const(function), self.voice.element(Sort("type", i), t)),
                    self.voice.element(Sort("report", i), report),
                    agent.reports[report],
                    function,
                )

    def _reports(self, profile: tuple[int, ...]) -> list[Expr]:
        return [self.voice.element(Sort("report", i), r) for i, r in enumerate(profile)]

    def _maps(self) -> Iterator[Line]:
        for name, function in self.link.maps.items():
            stem = MAIN_MAP if name == MAIN_MAP else f"maps.{name}"
            for profile in self.signature.report_profiles():
                outcome = self.mechanism.outcome(profile, name)
                yield self._cell(
                    "map",
                    f"{stem}.({', '.join(self.signature.report_labels(profile))})",
                    Const(self.link.outcome),
                    app(Const(function), *self._reports(profile)),
                    self.voice.element(Sort("outcome"), outcome),
                    self.signature.outcomes[outcome],
                    function,
                )

    def _map_type(self) -> Iterator[Line]:
        """The type of all outcome maps is what its name says: one map for each choice of cells."""
        link = self.link
        if link.map_type is None or link.map_constructor is None or link.map_apply is None:
            return
        outcome, size = Const(link.outcome), self.signature.cell_count
        names = [f"x{k + 1}" for k in range(size)]
        table = app(Const(link.map_constructor), *(BVar(size - 1 - k) for k in range(size)))
        binders = " ".join(f"({n} : {to_source(outcome)})" for n in names)
        for k, profile in enumerate(self.signature.report_profiles()):
            cell = app(Const(link.map_apply), table, *self._reports(profile))
            statement: Expr = app(Const("Eq", ONE), outcome, cell, BVar(size - 1 - k))
            for name in reversed(names):
                statement = Pi(name, outcome, statement)
            yield Line(
                "map_type",
                f"lean.outcome_maps.({', '.join(self.signature.report_labels(profile))})",
                self._name("map_type"),
                statement,
                f"fun {binders} => {REFL}",
                python=f"cell {k + 1} of the table",
                subject=link.map_apply,
                elements=1,
            )
        cells = [
            app(Const(link.map_apply), BVar(0), *self._reports(p)) for p in self.signature.report_profiles()
        ]
        type_ = Const(link.map_type)
        yield Line(
            "map_type",
            "lean.outcome_maps.type",
            self._name("map_type"),
            Pi("m", type_, app(Const("Eq", ONE), type_, BVar(0), app(Const(link.map_constructor), *cells))),
            f"fun (m : {to_source(type_)}) => {REFL}",
            python="nothing but its cells",
            subject=link.map_type,
        )


def _pattern(constructor: Expr) -> str:
    assert isinstance(constructor, Const)
    return f"_root_.{constructor.name}"


def _injection(position: int, total: int) -> str:
    """The proof of the ``position``-th of ``total`` alternatives."""
    proof = REFL if position == total - 1 else f"@_root_.Or.inl _ _ ({REFL})"
    for _ in range(position):
        proof = f"@_root_.Or.inr _ _ ({proof})"
    return proof
