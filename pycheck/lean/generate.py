"""Writing the Lean file that belongs to a mechanism file.

Definitions are written from the tables, theorem statements from the claims, proofs by decision. A claim
that is false gets the proof of its negation, from its counterexample. The result is ordinary source for
its owner to keep, read and change; what it proves is for ``verify`` to find out.
"""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.claims import Claim, Evaluator
from pycheck.claims.formula import And, Compare, CountCases, CountMaps, ForAllMaps, Formula, Same, Sort
from pycheck.lean.counting import MAX_KERNEL_MAPS
from pycheck.lean.proofs import Proofs
from pycheck.lean.statements import LeanVoice, NoLeanStatement
from pycheck.lean.surface import Surface, nested_arrows
from pycheck.lean.tally import MAX_TERMS, terms
from pycheck.mechanism import MAIN_MAP, LeanLink, Mechanism

#: Lines are broken here where they can be.
_WIDTH = 100
#: Lean looks for a way to decide implications within implications, and by default gives up early.
_DEEP = "set_option synthInstance.maxSize 4000"
#: Statements with so many arrows, one within the other, are given :data:`_DEEP`.
_ARROWS = 3


class LeanFile:
    """The Lean source for one mechanism and its claims."""

    def __init__(self, mechanism: Mechanism, link: LeanLink, claims: tuple[Claim, ...]) -> None:
        self.mechanism = mechanism
        self.signature = mechanism.signature
        self.link = link
        self.claims = claims
        self.voice = LeanVoice(mechanism, link)
        self.surface = Surface(self.voice)
        self.proofs = Proofs(self.surface, Evaluator(mechanism))

    def source(self) -> str:
        """The whole file."""
        parts = [
            "import Mechanisms.Finite",
            self._header(),
            f"namespace {self.link.namespace}\n\nopen Mechanisms",
            *self._types(),
            *self._utilities(),
            *self._truthful(),
            *self._maps(),
            *self._map_type(),
            *self._theorems(),
            f"end {self.link.namespace}",
        ]
        return "\n\n".join(parts) + "\n"

    def _header(self) -> str:
        sources = [f"* {source.citation}" for source in self.mechanism.sources]
        references = ["", "## References", "", *sources] if sources else []
        lines = [
            f"# {self.mechanism.title or self.mechanism.name}",
            "",
            *_wrapped(self.mechanism.description),
        ]
        body = "\n".join([*lines, *references]).rstrip()
        return f"/-!\n{_comment(body)}\n-/"

    # Types and tables.

    def _types(self) -> Iterator[str]:
        done: set[str] = set()
        for what, sort, labels in self._sorts():
            name = self.voice.sort_name(sort)
            if name in done:
                continue
            done.add(name)
            short = self.surface.short(name)
            constructors = [self.surface.constructor(name, label) for label in labels]
            lines = [f"/-- {what} -/", f"inductive {short} where"]
            lines += [f"  | {constructor}" for constructor in constructors]
            yield "\n".join([*lines, "  deriving DecidableEq"])
            folded = "init"
            for constructor in reversed(constructors):
                folded = f"f .{constructor} {folded if folded == 'init' else f'({folded})'}"
            once = [f"| .{constructor} => rfl" for constructor in constructors]
            one_line = sum(map(len, once)) + len(once) < _WIDTH - 7
            yield "\n".join(
                [
                    "/-- Its elements, each once. -/",
                    f"instance : Enumeration {short} where",
                    f"  fold f init := {folded}",
                    "  fold_eq _ _ := rfl",
                    "  once " + " ".join(once) if one_line else "\n    ".join(["  once", *once]),
                ]
            )

    def _sorts(self) -> Iterator[tuple[str, Sort, tuple[str, ...]]]:
        yield "The outcomes.", Sort("outcome"), self.signature.outcomes
        for i, agent in enumerate(self.signature.agents):
            yield f"The types of {agent.name}.", Sort("type", i), agent.types
            yield f"The reports of {agent.name}.", Sort("report", i), agent.reports

    def _utilities(self) -> Iterator[str]:
        done: set[str] = set()
        outcome = self.surface.short(self.link.outcome)
        scale = "" if self.link.scale == 1 else f", times {self.link.scale}"
        for i, agent in enumerate(self.signature.agents if self.signature.has_utilities else ()):
            if self.link.utilities[i] in done:
                continue
            done.add(self.link.utilities[i])
            name, type_ = self.surface.short(self.link.utilities[i]), self.surface.short(self.link.types[i])
            lines = [
                f"/-- The utility of {agent.name} for an outcome, by true type{scale}. -/",
                f"def {name} : {outcome} → {type_} → {self.link.number}",
            ]
            for o, label in enumerate(self.signature.outcomes):
                for t, kind in enumerate(agent.types):
                    value = int(self.mechanism.utilities[i][o][t] * self.link.scale)
                    left = f".{self.surface.constructor(self.link.outcome, label)}"
                    right = f".{self.surface.constructor(self.link.types[i], kind)}"
                    lines.append(f"  | {left}, {right} => {value}")
            yield "\n".join(lines)

    def _truthful(self) -> Iterator[str]:
        for i, agent in enumerate(self.signature.agents):
            function = self.link.truthful[i]
            if function is None or agent.truthful is None:
                continue
            type_, report = self.link.types[i], self.link.reports[i]
            short = self.surface.short
            lines = [
                f"/-- The report of {agent.name} that is true for a type. -/",
                f"def {short(function)} : {short(type_)} → {short(report)}",
            ]
            for t, r in enumerate(agent.truthful):
                left = self.surface.constructor(type_, agent.types[t])
                lines.append(f"  | .{left} => .{self.surface.constructor(report, agent.reports[r])}")
            yield "\n".join(lines)

    def _maps(self) -> Iterator[str]:
        for map_name, function in self.link.maps.items():
            what = "The outcome map" if map_name == MAIN_MAP else f"The outcome map {map_name}"
            reports = ", ".join(agent.name for agent in self.signature.agents)
            name = self.surface.short(function)
            lines = [f"/-- {what}, by the reports of {reports}. -/", f"def {name} : {self._arrow()}"]
            for profile in self.signature.report_profiles():
                outcome = self.signature.outcomes[self.mechanism.outcome(profile, map_name)]
                constructor = self.surface.constructor(self.link.outcome, outcome)
                lines.append(f"  | {self._cell(profile)} => .{constructor}")
            yield "\n".join(lines)

    def _cell(self, profile: tuple[int, ...]) -> str:
        pairs = zip(self.link.reports, self.signature.report_labels(profile), strict=True)
        return ", ".join(f".{self.surface.constructor(report, label)}" for report, label in pairs)

    def _arrow(self) -> str:
        """The type of an outcome map, curried."""
        return " → ".join(self.surface.short(name) for name in (*self.link.reports, self.link.outcome))

    def _map_type(self) -> Iterator[str]:
        if self.link.map_type is None:
            return
        outcome, size = self.surface.short(self.link.outcome), self.signature.cell_count
        name = self.surface.short(self.link.map_type)
        fields = []
        cells = []
        for k, profile in enumerate(self.signature.report_profiles()):
            where = ", ".join(self.signature.report_labels(profile))
            fields += [f"  /-- The outcome at ({where}). -/", f"  x{k + 1} : {outcome}"]
            cells.append(f"  | {self._cell(profile)} => m.x{k + 1}")
        yield "\n".join(["/-- An outcome map as a table. -/", f"structure {name} where", *fields])
        yield "\n".join(
            [
                "/-- The table as a function of the reports. -/",
                f"def {name}.apply (m : {name}) : {self._arrow()}",
                *cells,
            ]
        )
        sums = " ".join(f"sum fun x{k + 1} =>" for k in range(size))
        table = ", ".join(f"x{k + 1}" for k in range(size))
        yield "\n".join(
            [
                "/-- How many outcome maps have the property `p`. -/",
                f"def count (p : {name} → Prop) [∀ m, Decidable (p m)] : Nat :=",
                f"  {sums} if p ⟨{table}⟩ then 1 else 0",
            ]
        )
        if any(isinstance(claim.formula, ForAllMaps) for claim in self._stated_in_lean()):
            yield self._all_maps(name, table.replace(",", ""), table, outcome)

    def _all_maps(self, name: str, variables: str, table: str, outcome: str) -> str:
        """What makes a claim over all outcome maps decidable: a map is its table."""
        fields = " ".join(f"m.{variable}" for variable in variables.split())
        return "\n".join(
            [
                "/-- A property of all outcome maps is decided table by table. -/",
                f"instance (p : {name} → Prop) [∀ m, Decidable (p m)] : Decidable (∀ m, p m) :=",
                f"  match (inferInstance : Decidable (∀ {variables} : {outcome}, p ⟨{table}⟩)) with",
                f"  | .isTrue h => .isTrue fun m => h {fields}",
                f"  | .isFalse h => .isFalse fun all => h fun {variables} => all ⟨{table}⟩",
            ]
        )

    # Theorems.

    def _stated_in_lean(self) -> Iterator[Claim]:
        """The claims that get a theorem."""
        for claim in self.claims:
            if claim.entry.theorem and claim.formula is not None and not self._too_large(claim.formula):
                yield claim

    def _theorems(self) -> Iterator[str]:
        for claim in self._stated_in_lean():
            assert claim.formula is not None
            name = self.surface.short(self.link.absolute(claim.entry.theorem or ""))
            try:
                stated = self._stated(claim.formula)
            except NoLeanStatement:
                # ``verify`` says so: a theorem about another number would only hide it.
                continue
            proof = self.proofs.proof(claim.formula)
            if not claim.expected:
                stated = f"¬ ({stated})"
                refuted = self.proofs.refutation(claim.formula, "h")
                proof = f"fun h => {refuted}" if refuted else "by decide +kernel"
            doc = claim.english if claim.expected else f"It is false that: {claim.english}"
            comment = "\n".join(_wrapped(f"/-- {_comment(doc)} -/"))
            option = f"{_DEEP} in\n" if nested_arrows(claim.formula) >= _ARROWS else ""
            yield f"{option}{comment}\ntheorem {name} :\n    {stated} :=\n  {proof}"

    def _stated(self, formula: Formula) -> str:
        """The statement, one line for each part of a long conjunction."""
        text = self.surface.formula(formula)
        if not isinstance(formula, And) or len(text) < _WIDTH:
            return text
        parts = [self.surface.formula(part) for part in formula.parts]
        simple = [isinstance(part, Compare | Same) for part in formula.parts]
        lines = [t if plain else f"({t})" for t, plain in zip(parts, simple, strict=True)]
        return " ∧\n    ".join(lines)

    def _too_large(self, formula: Formula) -> bool:
        if isinstance(formula, CountCases):
            return terms(formula, self.signature) > MAX_TERMS
        if not isinstance(formula, CountMaps | ForAllMaps):
            return False
        return self.link.map_type is None or self.signature.map_count > MAX_KERNEL_MAPS


def _comment(text: str) -> str:
    """Text that cannot end a Lean comment early."""
    return text.replace("-/", "- /").replace("/-", "/ -")


def _wrapped(text: str) -> list[str]:
    import textwrap

    return textwrap.wrap(text, _WIDTH, break_long_words=False, break_on_hyphens=False) if text else []
