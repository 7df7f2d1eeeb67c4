"""The non-divergence certificate: a Lean file written from the mechanism file alone.

Each line is one declaration that states, from the Python side's data, something about the Lean
library's constants, and offers a proof: for elements and cells a computation, for claims the library's
own theorem. The kernel's verdict on a line is the verdict on the key it came from. Nothing here reads
Lean source, so neither side can copy the other's mistake.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from pycheck.claims import Claim
from pycheck.claims.formula import CountMaps, Sort
from pycheck.lean.counting import CountDefinitions
from pycheck.lean.expr import BVar, Const, Expr, Lam, Pi, app, arrow, level
from pycheck.lean.source import natural, to_source
from pycheck.lean.statements import LeanVoice, NoLeanStatement
from pycheck.mechanism import MAIN_MAP, LeanLink, Mechanism

#: The namespace of the certificate's own declarations.
NAMESPACE = "PycheckCertificate"

LineKind = Literal[
    "elements", "utility", "map", "truthful", "map_type", "definition", "claim", "listed", "canary"
]
#: The kinds that pin the data; claims mean something only if all of these are accepted.
DATA_KINDS: frozenset[LineKind] = frozenset({"elements", "utility", "map", "truthful", "map_type"})

# Linters speak of style only; what can make a line unsound (sorry) is not a linter's message.
_OPTIONS = ("set_option autoImplicit false", "set_option linter.all false", "set_option maxRecDepth 100000")

_ONE = (level(1),)
_REFL = "@_root_.Eq.refl.{1} _ _"


@dataclass(frozen=True)
class Line:
    """One declaration of the certificate.

    ``key`` is the key in the mechanism file; ``statement`` its type and ``value`` (definitions only) its
    value, as terms; ``proof`` is Lean source; ``python`` is what the Python side says, for messages;
    ``probe`` is a Lean term whose normal form is what Lean says; ``subject`` the library constant that
    is being pinned; ``claim``/``theorem`` belong to claim lines; ``elements`` counts compared elements.
    """

    kind: LineKind
    key: str
    name: str
    statement: Expr
    proof: str
    value: Expr | None = None
    python: str = ""
    probe: str | None = None
    subject: str = ""
    claim: str | None = None
    theorem: str | None = None
    elements: int = 0

    def source(self) -> str:
        """The declaration as Lean source, on a line of its own."""
        keyword = "theorem" if self.value is None else "def"
        return f"{keyword} _root_.{self.name} : {to_source(self.statement)} := {self.proof}"


@dataclass(frozen=True)
class Certificate:
    """A certificate: what pins the data, what states the claims, and the claims that could not be stated.

    The two halves are two Lean files, because claims are worth nothing where the data differ.
    ``unstated`` pairs a claim's id with why it has no Lean statement.
    """

    module: str
    data: tuple[Line, ...]
    claims: tuple[Line, ...]
    unstated: tuple[tuple[str, str], ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines."""
        return (*self.data, *self.claims)


def lean_file(header: str, lines: Iterable[Line]) -> tuple[str, dict[int, Line]]:
    """A Lean file of the given lines, and which row of it (1-based) holds which line.

    ``header`` is what comes first: an import, or a whole library source.
    """
    rows = [*header.splitlines(), *_OPTIONS]
    places: dict[int, Line] = {}
    for line in lines:
        rows.append(line.source())
        places[len(rows)] = line
    return "\n".join(rows) + "\n", places


class CertificateWriter:
    """Writes the lines for one mechanism and its claims."""

    def __init__(self, mechanism: Mechanism, link: LeanLink, claims: tuple[Claim, ...]) -> None:
        self.mechanism = mechanism
        self.signature = mechanism.signature
        self.link = link
        self.claims = claims
        self.voice = LeanVoice(mechanism, link)
        self._count = 0

    def certificate(self) -> Certificate:
        """The whole certificate."""
        unstated: list[tuple[str, str]] = []
        data, claims = tuple(self.data_lines()), tuple(self._claim_lines(unstated))
        return Certificate(self.link.module, data, claims, tuple(unstated))

    def data_lines(self) -> Iterator[Line]:
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
            alternatives: Expr = app(Const("Eq", _ONE), type_, BVar(0), constructors[-1])
            for constructor in reversed(constructors[:-1]):
                alternatives = app(
                    Const("Or"), app(Const("Eq", _ONE), type_, BVar(0), constructor), alternatives
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
            app(Const("Eq", _ONE), nat, app(BVar(0), constructor), natural(k))
            for k, constructor in enumerate(constructors)
        ]
        body = numbered[-1]
        for part in reversed(numbered[:-1]):
            body = app(Const("And"), part, body)
        function = arrow(type_, nat)
        arms = " ".join(f"| {_pattern(c)} => ({k} : _root_.Nat)" for k, c in enumerate(constructors))
        proof = _REFL
        for _ in numbered[:-1]:
            proof = f"@_root_.And.intro _ _ ({_REFL}) ({proof})"
        witness = f"(fun (x : {to_source(type_)}) => match x with {arms})"
        return Line(
            "elements",
            key,
            self._name("distinct"),
            app(Const("Exists", _ONE), function, Lam("f", function, body)),
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
            app(Const("Eq", _ONE), type_, term, value),
            _REFL,
            python=python,
            probe=to_source(term),
            subject=subject,
            elements=1,
        )

    def _utilities(self) -> Iterator[Line]:
        number = Const(self.link.number)
        for i, agent in enumerate(self.signature.agents):
            for o, outcome in enumerate(self.signature.outcomes):
                for t, type_ in enumerate(agent.types):
                    value = self.mechanism.utilities[i][o][t]
                    term = self.voice.utility(
                        i, self.voice.element(Sort("outcome"), o), self.voice.element(Sort("type", i), t)
                    )
                    yield self._cell(
                        "utility",
                        f"utilities.{agent.name}.{outcome}.{type_}",
                        number,
                        term,
                        self.voice.value(int(value * self.link.scale)),
                        str(value),
                        self.link.utilities[i],
                    )

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
            statement: Expr = app(Const("Eq", _ONE), outcome, cell, BVar(size - 1 - k))
            for name in reversed(names):
                statement = Pi(name, outcome, statement)
            yield Line(
                "map_type",
                f"lean.outcome_maps.({', '.join(self.signature.report_labels(profile))})",
                self._name("map_type"),
                statement,
                f"fun {binders} => {_REFL}",
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
            Pi("m", type_, app(Const("Eq", _ONE), type_, BVar(0), app(Const(link.map_constructor), *cells))),
            f"fun (m : {to_source(type_)}) => {_REFL}",
            python="nothing but its cells",
            subject=link.map_type,
        )

    # Claims.

    def _claim_lines(self, unstated: list[tuple[str, str]]) -> Iterator[Line]:
        counting = CountDefinitions(self.voice, NAMESPACE)
        for claim in self.claims:
            if claim.entry.theorem is None or claim.formula is None:
                continue
            try:
                yield from self._claim(claim, counting)
            except NoLeanStatement as reason:
                unstated.append((claim.id, str(reason)))

    def _claim(self, claim: Claim, counting: CountDefinitions) -> Iterator[Line]:
        theorem = self.link.absolute(claim.entry.theorem or "")
        formula = claim.formula
        count_constant, proof = None, f"@_root_.{theorem}"
        if isinstance(formula, CountMaps):
            definitions = counting.define(formula)
            for name, type_, value in definitions.new:
                yield Line("definition", claim.entry.key, name, type_, to_source(value), value=value)
            count_constant = definitions.count
            # The two counts are compared by evaluation in the kernel; the elaborator would be slow at it.
            sides = f"{_at(count_constant)} _" if claim.expected else f"_ {_at(count_constant)}"
            number = to_source(natural(formula.count))
            if claim.expected:
                proof = f"@_root_.Eq.trans.{{1}} _ {sides} {number} (by decide +kernel) {proof}"
            else:
                proof = f"fun h => {proof} (@_root_.Eq.trans.{{1}} _ {sides} {number} (by decide +kernel) h)"
            for k, cells in enumerate(formula.listed or ()):
                outcomes = [self.voice.element(Sort("outcome"), o) for o in cells]
                yield Line(
                    "listed",
                    f"{claim.entry.key}.maps[{k}]",
                    self._name("listed"),
                    app(
                        Const("Eq", _ONE),
                        Const("Bool"),
                        app(Const(definitions.predicate), *outcomes),
                        Const("Bool.true"),
                    ),
                    _REFL,
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
        )


def _at(name: str) -> str:
    return f"@_root_.{name}"


def _pattern(constructor: Expr) -> str:
    assert isinstance(constructor, Const)
    return f"_root_.{constructor.name}"


def _injection(position: int, total: int) -> str:
    """The proof of the ``position``-th of ``total`` alternatives."""
    proof = _REFL if position == total - 1 else f"@_root_.Or.inl _ _ ({_REFL})"
    for _ in range(position):
        proof = f"@_root_.Or.inr _ _ ({proof})"
    return proof
