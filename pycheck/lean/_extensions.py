"""What a compiled Lean file records about its declarations besides the declarations themselves.

Only the tables that matter for trust and for messages are decoded. They are what the file claims: nothing
in them is checked by the kernel.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from pycheck.lean._decode import Decoder

_EXTERN = "Lean.externAttr"
_IMPLEMENTED_BY = "Lean.Compiler.implementedByAttr"
_CSIMP = "Lean.Compiler.CSimp.ext"
_RANGES = "Lean.declRangeExt"


@dataclass(frozen=True, slots=True)
class CompilerRule:
    """``@[csimp]``: compiled code calls ``replacement`` for ``replaced``, on the strength of ``theorem``."""

    replaced: str
    replacement: str
    theorem: str


@dataclass(frozen=True, slots=True)
class ExtensionEntries:
    """The tables of a module.

    ``implemented_by`` maps a constant to what is run in its place, ``extern`` holds the constants
    implemented in C, ``csimp`` the compiler's replacement rules: all three make ``native_decide`` trust more
    than the kernel does. ``positions`` maps declarations to (line from 1, column from 0) in the source.
    ``counts`` says how many entries every table of the file has, decoded here or not.
    """

    implemented_by: Mapping[str, str]
    extern: frozenset[str]
    csimp: tuple[CompilerRule, ...]
    positions: Mapping[str, tuple[int, int]]
    counts: Mapping[str, int]


def read_extensions(decoder: Decoder, word: int, holder: int) -> ExtensionEntries:
    """Decode the ``entries`` of a ``ModuleData``."""
    tables: dict[str, tuple[tuple[int, int], ...]] = {}
    for table in decoder.elements(word, holder):
        index = decoder.region.follow(*table)
        name, entries = decoder.fields(index, 0, 2, 3)
        tables[decoder.name(name, index)] = tuple(decoder.elements(entries, index))
    return ExtensionEntries(
        implemented_by={
            key: decoder.name(*target) for key, target in _pairs(decoder, tables.get(_IMPLEMENTED_BY, ()))
        },
        extern=frozenset(key for key, _ in _pairs(decoder, tables.get(_EXTERN, ()))),
        csimp=tuple(_read_csimp(decoder, *entry) for entry in tables.get(_CSIMP, ())),
        positions={
            key: _read_position(decoder, *ranges) for key, ranges in _pairs(decoder, tables.get(_RANGES, ()))
        },
        counts={name: len(entries) for name, entries in tables.items()},
    )


def _pairs(decoder: Decoder, entries: tuple[tuple[int, int], ...]) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the pairs (name, (word, holder)) of a table keyed by declarations."""
    for entry in entries:
        index = decoder.region.follow(*entry)
        name, content = decoder.fields(index, 0, 2, 3)
        yield decoder.name(name, index), (content, index)


def _read_csimp(decoder: Decoder, word: int, holder: int) -> CompilerRule:
    # ScopedEnvExtension.Entry: 0 global, 1 scoped to a namespace.
    index = decoder.region.follow(word, holder)
    if decoder.tag(index) == 1:
        _, content = decoder.fields(index, 1, 2, 3)
    else:
        (content,) = decoder.fields(index, 0, 1, 2)
    rule = decoder.region.follow(content, index)
    replaced, replacement, theorem = (decoder.name(part, rule) for part in decoder.fields(rule, 0, 3, 4))
    return CompilerRule(replaced, replacement, theorem)


def _read_position(decoder: Decoder, word: int, holder: int) -> tuple[int, int]:
    # DeclarationRanges {range, selectionRange}; DeclarationRange {pos, charUtf16, endPos, endCharUtf16}.
    ranges = decoder.region.follow(word, holder)
    _, selection = decoder.fields(ranges, 0, 2, 3)
    span = decoder.region.follow(selection, ranges)
    start = decoder.region.follow(decoder.fields(span, 0, 4, 5)[0], span)
    line, column = decoder.fields(start, 0, 2, 3)
    return decoder.small(line, start), decoder.small(column, start)
