"""A claim, and what a claim kind is.

A kind is one module in :mod:`pycheck.claims.kinds` with one decorated function that turns the
parameters of a ``[[claims]]`` entry into a :class:`Stated`: the English sentence and the formula from
which every other voice is derived. Adding a kind is adding such a module, and nothing else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache

from pycheck.claims.evaluate import OrderKey
from pycheck.claims.formula import Formula, mentions_utilities
from pycheck.claims.params import Params
from pycheck.errors import Fault
from pycheck.mechanism import ClaimEntry, Signature


@dataclass(frozen=True)
class Stated:
    """What a kind makes of an entry's parameters.

    ``formula`` is ``None`` for what has no finite domain. Either ``statements`` then names the Lean file in
    which its theorem's statement is written out, or it is deliberately not formalised; ``reason`` says why.
    ``order`` ranks counterexamples (smallest first); by default the order of enumeration decides.
    """

    english: str
    formula: Formula | None
    order: OrderKey | None = None
    reason: str | None = None
    statements: str | None = None


@dataclass(frozen=True)
class Claim:
    """A claim about one mechanism, ready to be checked in each of its voices."""

    entry: ClaimEntry
    english: str
    formula: Formula | None
    order: OrderKey | None
    reason: str | None
    statements: str | None = None

    @property
    def formalised(self) -> bool:
        """Whether there is anything to check: a formula, or a statement written out in Lean."""
        return self.formula is not None or self.statements is not None

    @property
    def id(self) -> str:
        """The claim's id in the mechanism file."""
        return self.entry.id

    @property
    def kind(self) -> str:
        """The name of its kind."""
        return self.entry.kind

    @property
    def expected(self) -> bool:
        """Whether the file expects the claim to hold."""
        return self.entry.expect == "holds"


@dataclass(frozen=True)
class ClaimKind:
    """A kind of claim: its name, one line on what it says, and its builder.

    ``about_map`` tells whether its claims speak of a single outcome map (parameter ``map``), so that the
    kind can also serve as a predicate on maps.
    """

    name: str
    summary: str
    build: Callable[[Params], Stated | None]
    about_map: bool


_KINDS: dict[str, ClaimKind] = {}


def claim_kind(
    name: str, summary: str, *, about_map: bool = False
) -> Callable[[Callable[[Params], Stated | None]], Callable[[Params], Stated | None]]:
    """Register the decorated builder as the claim kind ``name``."""

    def register(build: Callable[[Params], Stated | None]) -> Callable[[Params], Stated | None]:
        _KINDS[name] = ClaimKind(name, summary, build, about_map)
        return build

    return register


@cache
def claim_kinds() -> dict[str, ClaimKind]:
    """Every claim kind by name, found by importing the modules of :mod:`pycheck.claims.kinds`."""
    package = importlib.import_module("pycheck.claims.kinds")
    for module in pkgutil.iter_modules(package.__path__):
        importlib.import_module(f"{package.__name__}.{module.name}")
    return dict(sorted(_KINDS.items()))


def build_predicate(params: Params, key: str, map_name: str) -> Stated | None:
    """A sub-entry ``{kind = …, …}`` read as a predicate on the map variable ``map_name``."""
    sub = params.table(key)
    if sub is None:
        return None
    kinds = {name: kind for name, kind in claim_kinds().items() if kind.about_map}
    chosen = sub.choice("kind", tuple(kinds))
    if chosen is None:
        return None
    inner = sub.with_map(map_name)
    stated = kinds[chosen].build(inner)
    inner.finish()
    return stated


def read_claims(
    entries: tuple[ClaimEntry, ...], signature: Signature
) -> tuple[tuple[Claim, ...], tuple[Fault, ...]]:
    """Interpret every entry; returns the claims that could be read and all faults."""
    claims: list[Claim] = []
    faults: list[Fault] = []
    kinds = claim_kinds()
    for entry in entries:
        params = Params(entry.key, entry.params, signature, faults)
        kind = kinds.get(entry.kind)
        if kind is None:
            params.unknown_name("kind", entry.kind, "a claim kind", tuple(kinds))
            continue
        before = len(faults)
        stated = kind.build(params)
        params.finish()
        valued = stated is not None and stated.formula is not None and mentions_utilities(stated.formula)
        if valued and not signature.has_utilities:
            params.fault("kind", entry.kind, "a kind without utilities", "the file has utilities = false")
        if stated is not None and stated.formula is None:
            _only_a_theorem(params, entry, stated)
        if stated is not None and len(faults) == before:
            parts = (stated.english, stated.formula, stated.order, stated.reason, stated.statements)
            claims.append(Claim(entry, *parts))
    return tuple(claims), tuple(faults)


def _only_a_theorem(params: Params, entry: ClaimEntry, stated: Stated) -> None:
    """What has no finite domain is proved as it stands, or not formalised."""
    if stated.statements is None and entry.theorem is not None:
        params.fault("theorem", entry.theorem, "no theorem", "what a theorem proves is formalised")
    if stated.statements is not None and entry.theorem is None:
        params.fault("theorem", "nothing", "the theorem", "nothing but a theorem can decide such a claim")
    if stated.statements is not None and entry.expect != "holds":
        params.fault("expect", entry.expect, "holds", "state the negation, and prove that")


def with_expectation(claim: Claim, expect: str) -> Claim:
    """The same claim with another expectation (``"holds"`` or ``"fails"``)."""
    return replace(claim, entry=replace(claim.entry, expect=expect))
