"""Declarations in a compiled Lean file.

The order of fields is that of ``Lean.ConstantInfo`` and its parts (``src/Lean/Declaration.lean``, Lean 4.35).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Literal, TypeAlias

from pycheck.lean._decode import Decoder
from pycheck.lean.expr import Expr, used_constants

Kind: TypeAlias = Literal[
    "axiom", "definition", "theorem", "opaque", "quot", "inductive", "constructor", "recursor"
]
Safety: TypeAlias = Literal["safe", "unsafe", "partial"]

#: The constructors of ``ConstantInfo`` in order, each with the shape (fields, size in words) of its content.
_KINDS: tuple[tuple[Kind, int, int], ...] = (
    ("axiom", 1, 3),
    ("definition", 4, 6),
    ("theorem", 3, 4),
    ("opaque", 3, 5),
    ("quot", 1, 3),
    ("inductive", 6, 8),
    ("constructor", 5, 7),
    ("recursor", 7, 9),
)
_SAFETIES: tuple[Safety, ...] = ("unsafe", "safe", "partial")
_OPAQUE_HINT, _ABBREVIATION_HINT = 1, 3


@dataclass(frozen=True, slots=True)
class InductiveInfo:
    """What is special about an inductive type."""

    parameters: int
    indices: int
    constructors: tuple[str, ...]
    nested: int
    is_recursive: bool
    is_reflexive: bool


@dataclass(frozen=True, slots=True)
class ConstructorInfo:
    """What is special about a constructor: its type, its place in it, how many arguments are what."""

    inductive: str
    index: int
    parameters: int
    fields: int


@dataclass(frozen=True, slots=True, eq=False)
class RecursorRule:
    """What a recursor gives on a value of one constructor."""

    constructor: str
    fields: int
    value: Expr


@dataclass(frozen=True, slots=True, eq=False)
class RecursorInfo:
    """What is special about a recursor."""

    parameters: int
    indices: int
    motives: int
    minors: int
    rules: tuple[RecursorRule, ...]
    k: bool


@dataclass(frozen=True, eq=False)
class Constant:
    """One declaration.

    ``value`` is the definition's body or the theorem's proof, None where there is none. ``block`` lists the
    declarations made together with this one. ``hint`` tells the kernel in which order to unfold definitions:
    "opaque", "abbrev" or a height. ``quot_part`` numbers the four quotient primitives.
    """

    name: str
    kind: Kind
    level_params: tuple[str, ...]
    type: Expr
    value: Expr | None = None
    safety: Safety = "safe"
    block: tuple[str, ...] = ()
    hint: int | Literal["opaque", "abbrev"] = "opaque"
    quot_part: int = 0
    info: InductiveInfo | ConstructorInfo | RecursorInfo | None = None

    @property
    def is_unsafe(self) -> bool:
        """Whether it is marked ``unsafe``: outside the logic."""
        return self.safety == "unsafe"

    @property
    def is_partial(self) -> bool:
        """Whether it is the implementation of a ``partial`` definition: outside the logic too."""
        return self.safety == "partial"

    @property
    def constructors(self) -> tuple[str, ...]:
        """The constructors of an inductive type, in order."""
        return self.info.constructors if isinstance(self.info, InductiveInfo) else ()

    @cached_property
    def uses(self) -> frozenset[str]:
        """The constants this one mentions in its type, value or rules, or belongs together with."""
        terms = [self.type] if self.value is None else [self.type, self.value]
        related: tuple[str, ...] = ()
        match self.info:
            case InductiveInfo(constructors=constructors):
                related = (*self.block, *constructors)
            case ConstructorInfo(inductive=inductive):
                related = (inductive,)
            case RecursorInfo(rules=rules):
                terms += [rule.value for rule in rules]
                related = (*self.block, *(rule.constructor for rule in rules))
        return used_constants(*terms) | set(related)


def constant_name(decoder: Decoder, word: int, holder: int) -> str:
    """Decode the name of one ``ConstantInfo`` and nothing else of it."""
    _, fields, index = _open(decoder, word, holder)
    common = decoder.region.follow(fields[0], index)
    return decoder.name(decoder.fields(common, 0, 3, 4)[0], common)


def _open(decoder: Decoder, word: int, holder: int) -> tuple[int, tuple[int, ...], int]:
    """The constructor number of a ``ConstantInfo``, and the words and the index of what is in it."""
    region = decoder.region
    outer = region.follow(word, holder)
    number = decoder.tag(outer)
    if number >= len(_KINDS):
        raise region.fault(outer, "a declaration was expected here")
    _, count, size = _KINDS[number]
    (content,) = decoder.fields(outer, number, 1, 2)
    index = region.follow(content, outer)
    return number, decoder.fields(index, 0, count, size), index


def read_constant(decoder: Decoder, word: int, holder: int) -> Constant:
    """Decode one ``ConstantInfo``."""
    region = decoder.region
    number, fields, index = _open(decoder, word, holder)
    kind, count, size = _KINDS[number]
    # Bytes after the fields, a byte for each Boolean or small enumeration.
    flags = fields[count].to_bytes(8, "little") if size > count + 1 else b""

    common = region.follow(fields[0], index)
    name_word, params_word, type_word = decoder.fields(common, 0, 3, 4)
    name = decoder.name(name_word, common)
    level_params = decoder.names(params_word, common)
    type_ = decoder.expr(type_word, common)

    def names(position: int) -> tuple[str, ...]:
        return decoder.names(fields[position], index)

    def natural(position: int) -> int:
        return decoder.small(fields[position], index)

    def safety(position: int) -> Safety:
        return "unsafe" if flags[position] else "safe"

    match kind:
        case "axiom":
            return Constant(name, kind, level_params, type_, safety=safety(0))
        case "definition":
            if flags[0] >= len(_SAFETIES):
                raise region.fault(index, f"definition safety {flags[0]}, which is none")
            return Constant(
                name,
                kind,
                level_params,
                type_,
                value=decoder.expr(fields[1], index),
                safety=_SAFETIES[flags[0]],
                block=names(3),
                hint=_read_hint(decoder, fields[2], index),
            )
        case "theorem":
            value = decoder.expr(fields[1], index)
            return Constant(name, kind, level_params, type_, value=value, block=names(2))
        case "opaque":
            value = decoder.expr(fields[1], index)
            return Constant(name, kind, level_params, type_, value=value, safety=safety(0), block=names(2))
        case "quot":
            return Constant(name, kind, level_params, type_, quot_part=flags[0])
        case "inductive":
            inductive = InductiveInfo(
                parameters=natural(1),
                indices=natural(2),
                constructors=names(4),
                nested=natural(5),
                is_recursive=flags[0] != 0,
                is_reflexive=flags[2] != 0,
            )
            return Constant(name, kind, level_params, type_, safety=safety(1), block=names(3), info=inductive)
        case "constructor":
            owner = decoder.name(fields[1], index)
            constructor = ConstructorInfo(owner, natural(2), natural(3), natural(4))
            return Constant(name, kind, level_params, type_, safety=safety(0), info=constructor)
        case "recursor":
            rules = tuple(_read_rule(decoder, *rule) for rule in decoder.items(fields[6], index))
            recursor = RecursorInfo(
                parameters=natural(2),
                indices=natural(3),
                motives=natural(4),
                minors=natural(5),
                rules=rules,
                k=flags[0] != 0,
            )
            return Constant(name, kind, level_params, type_, safety=safety(1), block=names(1), info=recursor)


def _read_hint(decoder: Decoder, word: int, holder: int) -> int | Literal["opaque", "abbrev"]:
    if word == _OPAQUE_HINT:
        return "opaque"
    if word == _ABBREVIATION_HINT:
        return "abbrev"
    index = decoder.region.follow(word, holder)
    (height,) = decoder.fields(index, 2, 0, 2)
    return height & 0xFFFFFFFF


def _read_rule(decoder: Decoder, word: int, holder: int) -> RecursorRule:
    index = decoder.region.follow(word, holder)
    name, fields, value = decoder.fields(index, 0, 3, 4)
    return RecursorRule(decoder.name(name, index), decoder.small(fields, index), decoder.expr(value, index))
