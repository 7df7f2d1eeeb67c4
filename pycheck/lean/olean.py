"""Compiled Lean files (``.olean``), read in Python: declarations as terms, axioms, compiler attributes.

A compiled file is not a proof. Lean can be told to skip its kernel, and a program can write any term into
the environment; what is read here is what a file *says*. Whether its proofs hold is for
:mod:`pycheck.lean.replay` to find out. Likewise ``#print axioms`` believes a table inside each imported
file, so :func:`axioms_of` does not look at that table but walks the terms.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from pycheck.errors import PycheckError
from pycheck.lean._constants import (
    Constant,
    ConstructorInfo,
    InductiveInfo,
    Kind,
    RecursorInfo,
    RecursorRule,
    Safety,
    constant_name,
    read_constant,
)
from pycheck.lean._decode import Decoder
from pycheck.lean._extensions import CompilerRule, ExtensionEntries, read_extensions
from pycheck.lean._region import ForeignOlean, OleanError, Region, read_region

__all__ = [
    "SUPPORTED_VERSIONS",
    "TOOLCHAIN_AXIOMS",
    "CompilerRule",
    "Constant",
    "ConstructorInfo",
    "DuplicateConstant",
    "ExtensionEntries",
    "ForeignOlean",
    "InductiveInfo",
    "Kind",
    "MissingConstant",
    "Module",
    "OleanError",
    "RecursorInfo",
    "RecursorRule",
    "Safety",
    "all_constants",
    "axioms_of",
    "dependencies",
    "read_olean",
]

#: The Lean versions whose layout of names, terms and declarations this reader knows.
SUPPORTED_VERSIONS = frozenset({"4.35.0"})

#: The axioms that Lean's own modules declare, and the constants that it makes rest on one of them.
TOOLCHAIN_AXIOMS = {
    "propext": "propext",
    "Quot.sound": "Quot.sound",
    "Classical.choice": "Classical.choice",
    "sorryAx": "sorryAx",
    "Lean.ofReduceBool": "Lean.ofReduceBool",
    "Lean.ofReduceNat": "Lean.ofReduceNat",
    "Lean.trustCompiler": "Lean.trustCompiler",
    "Lean.reduceBool": "Lean.trustCompiler",
    "Lean.reduceNat": "Lean.trustCompiler",
}


class MissingConstant(PycheckError):
    """A declaration mentions a constant that none of the given modules has."""


class DuplicateConstant(PycheckError):
    """Two of the given modules declare the same constant."""


@dataclass(frozen=True, eq=False)
class Module:
    """One compiled file. ``digest`` is the SHA-256 of its bytes; ``constants`` are in the file's order."""

    path: Path
    lean_version: str
    githash: str
    format_version: int
    digest: str
    imports: tuple[str, ...]
    constants: Mapping[str, Constant]
    extension_entries: ExtensionEntries


def read_olean(
    path: Path | str,
    versions: Container[str] = SUPPORTED_VERSIONS,
    *,
    content: bytes | None = None,
    on_demand: bool = False,
) -> Module:
    """Read a compiled Lean file.

    ``content`` is what is in the file, where that is known. ``on_demand`` leaves each declaration undecoded
    until it is asked for, so that damage inside one shows only then: for large files whose digest is known.

    Raises OleanError when the file cannot be read, is no such file or is damaged in a part that is used
    here, and its subclass ForeignOlean when it was written by a Lean version that is not in ``versions`` or
    belongs to Lean's module system (its ``.olean`` omits proofs).
    """
    path = Path(path)
    region = read_region(path) if content is None else Region(path, content)
    header = region.header
    if header.lean_version not in versions:
        raise ForeignOlean(
            path,
            f"written by Lean {header.lean_version or '(no version)'}, whose files this reader does not know",
            "build it again with Lean 4.35.0",
        )
    decoder = Decoder(region)
    root = region.root()
    imports, names, constants, _, entries, flags = decoder.fields(root, 0, 5, 7)
    if flags & 0xFF:
        raise ForeignOlean(
            path, "it uses Lean's module system, so proofs are not in it", "remove 'module' from its source"
        )
    places: dict[str, tuple[int, int]] = {}
    for element in decoder.elements(constants, root):
        name = constant_name(decoder, *element)
        if places.setdefault(name, element) is not element:
            raise region.fault(root, f"{name} is declared twice")
    if tuple(places) != tuple(decoder.name(*element) for element in decoder.elements(names, root)):
        raise region.fault(root, "the list of names does not match the declarations")
    declared: Mapping[str, Constant] = _OnDemand(decoder, places)
    if not on_demand:
        declared = dict(declared)
    return Module(
        path=path,
        lean_version=header.lean_version,
        githash=header.githash,
        format_version=header.format_version,
        digest=header.digest,
        # A module can be imported several times over, at different phases.
        imports=tuple(dict.fromkeys(_read_imports(decoder, imports, root))),
        constants=declared,
        extension_entries=read_extensions(decoder, entries, root),
    )


class _OnDemand(Mapping[str, Constant]):
    """The declarations of a file, each decoded when it is first asked for."""

    def __init__(self, decoder: Decoder, places: Mapping[str, tuple[int, int]]) -> None:
        self._decoder = decoder
        self._places = places
        self._decoded: dict[str, Constant] = {}

    def __getitem__(self, name: str) -> Constant:
        if name not in self._decoded:
            self._decoded[name] = read_constant(self._decoder, *self._places[name])
        return self._decoded[name]

    def __contains__(self, name: object) -> bool:
        return name in self._places

    def __iter__(self) -> Iterator[str]:
        return iter(self._places)

    def __len__(self) -> int:
        return len(self._places)


def _read_imports(decoder: Decoder, word: int, holder: int) -> Iterator[str]:
    for element in decoder.elements(word, holder):
        index = decoder.region.follow(*element)
        yield decoder.name(decoder.fields(index, 0, 1, 3)[0], index)


class _Joined(Mapping[str, Constant]):
    """The declarations of several modules, each taken from its own when it is asked for."""

    def __init__(self, owner: Mapping[str, Module]) -> None:
        self._owner = owner

    def __getitem__(self, name: str) -> Constant:
        return self._owner[name].constants[name]

    def __contains__(self, name: object) -> bool:
        return name in self._owner

    def __iter__(self) -> Iterator[str]:
        return iter(self._owner)

    def __len__(self) -> int:
        return len(self._owner)


def all_constants(modules: Iterable[Module], *, first_wins: bool = False) -> Mapping[str, Constant]:
    """Return the declarations of several modules in one table, in order.

    Raises DuplicateConstant when two modules declare the same name, unless ``first_wins``.
    """
    owner: dict[str, Module] = {}
    for module in modules:
        for name in module.constants:
            if name not in owner:
                owner[name] = module
            elif not first_wins:
                raise DuplicateConstant(f"{name} is declared both in {owner[name].path} and in {module.path}")
    return _Joined(owner)


def dependencies(name: str, constants: Mapping[str, Constant], *, complete: bool = True) -> frozenset[str]:
    """Return every constant that ``name`` rests on, itself included.

    Followed are types, values, constructors, rules of recursors, and the other members of a mutual block.
    Where ``constants`` is not ``complete`` (the toolchain's own modules are not among them), a constant that
    it lacks is an end: it is returned and not followed. Otherwise MissingConstant is raised for it.
    """
    found = {name}
    todo = [(name, "the question")]
    while todo:
        current, user = todo.pop()
        constant = constants.get(current)
        if constant is None:
            if complete or current == name:
                raise MissingConstant(f"{current}, used by {user}, is in none of the compiled files given")
            continue
        todo.extend((used, current) for used in constant.uses - found)
        found |= constant.uses
    return frozenset(found)


def axioms_of(name: str, constants: Mapping[str, Constant], *, complete: bool = True) -> frozenset[str]:
    """Return the axioms that ``name`` rests on (``sorryAx`` is the one behind ``sorry``).

    Raises MissingConstant when something it depends on is not in ``constants``. Where these are not
    ``complete``, the answer has the axioms that they declare, and of the toolchain's those that are mentioned
    by name, but not those behind the toolchain's own theorems.
    """
    found = dependencies(name, constants, complete=complete)
    own = {used for used in found & constants.keys() if constants[used].kind == "axiom"}
    return frozenset(
        own | {TOOLCHAIN_AXIOMS[used] for used in found & (TOOLCHAIN_AXIOMS.keys() - constants.keys())}
    )
