"""What declarations mean, compared between two files down to the constants of the base.

Two files declare a theorem each; is it the same statement over the same definitions? Every declaration of a
file's own gets a number made of everything it rests on, in a table that both sides share. Then two
statements are the same exactly when their numbers are.

What does not count: binder names and brackets, notes, names of universe parameters, the module part of
private names, proofs (by theorems: what such a proof proves is settled by what surrounds it), and the names
of definitions: one under another name that is the same all the way down unfolds to the same term, and the
compiler's own helpers (matchers, instances) are named by where they happen to arise. The names of types,
constructors, opaque constants and axioms do count: two of these are different however alike they look.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Hashable, Iterable, Mapping
from dataclasses import dataclass, field

from pycheck.lean.expr import PROOF, Expr, TermNumbers, join_name, split_name, used_constants
from pycheck.lean.olean import Constant, ConstructorInfo, InductiveInfo

_HELPER = re.compile(r"(?:match|proof|eq)_\d+")
#: Kinds of which another declaration of the same form is another thing.
_NAMED = frozenset({"inductive", "opaque", "axiom", "quot"})


def public_name(name: str) -> str:
    """A name without what makes it private to a module: ``_private.Some.Module.0.f`` is ``f``."""
    if not name.startswith("_private."):
        return name
    parts = split_name(name)
    numbers = [place for place, part in enumerate(parts) if isinstance(part, int)]
    return join_name(parts[numbers[0] + 1 :]) if numbers else name


def made_by_compiler(name: str) -> bool:
    """Whether a name is one that the compiler gives to helpers of its own: matchers, auxiliary lemmas, …"""
    parts = split_name(public_name(name))
    return any(isinstance(p, int) or p.startswith("_") or _HELPER.fullmatch(p) for p in parts)


@dataclass
class Side:
    """One of two files: all ``constants`` it can see, and which of them are its ``own`` and not the base's.

    ``numbers`` is shared between the two sides; ``spell`` gives the names under which things are compared.
    """

    constants: Mapping[str, Constant]
    own: Container[str]
    numbers: dict[Hashable, int]
    spell: Callable[[str], str] = public_name
    _known: dict[str, int] = field(default_factory=dict)
    _named: dict[int, set[str]] = field(default_factory=dict)

    def key(self, name: str) -> Hashable:
        """What a constant is compared by: its name for the base's, what it rests on for one's own."""
        self._settle([name])
        return self._key(name)

    def statement(self, name: str) -> Hashable:
        """What a theorem's statement is compared by, whatever sort of declaration it is."""
        constant = self.constants[name]
        return len(constant.level_params), self.terms(constant).number(constant.type)

    def terms(self, constant: Constant) -> TermNumbers:
        """Numbers for the terms of one declaration of one's own."""
        self._settle(self._below(self.unit(constant)))
        return self._terms(constant)

    def counted(self, constant: Constant) -> list[Expr]:
        """The terms of a declaration that count: not proofs, and of a type those of its constructors too."""
        if isinstance(constant.info, InductiveInfo):
            there = [self.constants[name] for name in constant.constructors if name in self.constants]
            return [constant.type, *(constructor.type for constructor in there)]
        if constant.kind in ("definition", "opaque") and constant.value is not None:
            return [constant.type, constant.value]
        return [constant.type]

    def confused(self) -> tuple[str, ...]:
        """Two declarations compared by name that this comparison cannot tell apart, if there are any."""
        return next((tuple(sorted(names)[:2]) for names in self._named.values() if len(names) > 1), ())

    def _terms(self, constant: Constant) -> TermNumbers:
        unit = self.unit(constant)
        inside = self._parts(unit)
        parameters = {name: f"#{place}" for place, name in enumerate(constant.level_params)}

        def key(name: str) -> Hashable:
            return ("self", self.spell(name)) if name in inside else self._key(name)

        return TermNumbers(self.numbers, key, parameters)

    def _key(self, name: str) -> Hashable:
        if name in self.constants and self.constants[name].kind == "theorem":
            return PROOF
        if name not in self.own:
            return "base", name
        unit = self.unit(self.constants[name])
        # What has no number by now rests on itself, which no declaration that the kernel accepts does.
        number = self._known.get(unit, -1)
        return number if unit == name else ("part", number, self.spell(name))

    def _settle(self, names: Iterable[str]) -> None:
        """Number what has no number yet, those below first."""
        stack = [(name, False) for name in names]
        begun: set[str] = set()
        while stack:
            name, finished = stack.pop()
            if name not in self.own:
                continue
            unit = self.unit(self.constants[name])
            if finished:
                self._number(unit)
            elif unit not in begun and unit not in self._known:
                begun.add(unit)
                stack.append((unit, True))
                stack.extend((below, False) for below in self._below(unit))

    def _below(self, unit: str) -> set[str]:
        terms = (term for name in self._members(unit) for term in self.counted(self.constants[name]))
        return set(used_constants(*terms)) - self._parts(unit)

    def unit(self, constant: Constant) -> str:
        """The declaration that a constant is part of: for constructors and recursors their type."""
        if isinstance(constant.info, ConstructorInfo):
            constant = self.constants.get(constant.info.inductive, constant)
        if constant.kind in ("inductive", "recursor") and constant.block:
            return constant.block[0]
        return constant.name

    def _members(self, unit: str) -> list[str]:
        """The types declared together, or the declaration alone."""
        constant = self.constants.get(unit)
        if constant is None or constant.kind != "inductive":
            return [] if constant is None else [unit]
        return [name for name in constant.block or (unit,) if name in self.constants]

    def _parts(self, unit: str) -> set[str]:
        """The members with their constructors and recursors."""
        members = self._members(unit)
        return {name for member in members for name in (member, *self.constants[member].constructors)}

    def _number(self, unit: str) -> None:
        members = [self.constants[name] for name in self._members(unit)]
        if members:
            kind = members[0].kind
            shape = (kind, *(self._shape(member) for member in members))
            number = self._known[unit] = self.numbers.setdefault(shape, len(self.numbers))
            if kind in _NAMED:
                self._named.setdefault(number, set()).add(unit)

    def _shape(self, constant: Constant) -> Hashable:
        terms = self._terms(constant)
        parameters = constant.info.parameters if isinstance(constant.info, InductiveInfo) else 0
        return (
            self.spell(constant.name) if constant.kind in _NAMED else "",
            constant.safety,
            len(constant.level_params),
            parameters,
            tuple(self.spell(name) for name in constant.constructors),
            tuple(terms.number(term) for term in self.counted(constant)),
        )
