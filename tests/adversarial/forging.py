"""Forged compiled files: whole, well formed, and a lie."""

from __future__ import annotations

import struct
from pathlib import Path

from pycheck.lean._decode import Decoder
from pycheck.lean._region import OleanError, Region
from pycheck.lean.expr import Lam

from .making import Compile, recipe

_CONST = 4
_BOXED_ZERO = 1


class Forge:
    """A compiled file in words of 8 bytes, with what is needed to change them."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.data = bytearray(path.read_bytes())
        self.region = Region(path, bytes(self.data))
        self.decoder = Decoder(self.region)
        self.base = self.region.words[10]

    def objects(self, tag: int, fields: int) -> list[int]:
        """The indices of all constructor objects with this number and count of fields."""
        words = self.region.words
        return [
            index
            for index in range(12, len(words))
            if words[index] >> 56 == tag
            and words[index] >> 48 & 0xFF == fields
            and words[index] & 0xFFFFFFFF == 0
            and self.region._starts[index]
        ]

    def pointer(self, index: int) -> int:
        """The word that points to an object."""
        return self.base + 8 * index

    def put(self, index: int, word: int) -> None:
        """Set a word."""
        self.data[8 * index : 8 * index + 8] = struct.pack("<Q", word)

    def name(self, word: int, holder: int) -> str:
        """The name a word points to."""
        return self.decoder.name(word, holder)

    def constants(self, name: str) -> list[int]:
        """The terms that are the constant of this name."""
        words = self.region.words
        return [i for i in self.objects(_CONST, 2) if self.name(words[i + 1], i) == name]

    def save(self) -> None:
        """Write the file, and remove its source."""
        self.path.write_bytes(bytes(self.data))
        self.path.with_suffix(".lean").unlink()


def _replaced(path: Path, old: bytes, new: bytes) -> None:
    """Replace a text everywhere; both have the same length, so that nothing moves."""
    data = path.read_bytes()
    assert len(old) == len(new)
    assert old in data
    path.write_bytes(data.replace(old, new))
    path.with_suffix(".lean").unlink()


@recipe
def forged_number(folder: Path, compile_: Compile) -> None:
    """The number 4 that stands in a theorem is written over with 3, in whatever literals there are."""
    path = compile_(folder, "Main")
    forge = Forge(path)
    four = 4 << 1 | 1
    literals = [i for i in forge.objects(0, 1) if forge.region.words[i + 1] == four]
    assert literals
    for index in literals:
        forge.put(index + 1, 3 << 1 | 1)
    forge.save()


@recipe
def forged_axiom_name(folder: Path, compile_: Compile) -> None:
    """``sorryAx`` gets the name of something harmless."""
    _replaced(compile_(folder, "Main"), b"sorryAx\0", b"trivial\0")


@recipe
def forged_own_axiom(folder: Path, compile_: Compile) -> None:
    """An axiom of the file gets the name of a standard one, which the base lacks."""
    _replaced(compile_(folder, "Main"), b"myaxiom\0", b"propext\0")


@recipe
def forged_kernel_name(folder: Path, compile_: Compile) -> None:
    """A function of the file gets a name that the kernel computes."""
    _replaced(compile_(folder, "Main"), b"gcX\0", b"gcd\0")


@recipe
def forged_base_name(folder: Path, compile_: Compile) -> None:
    """A definition of the file gets a name of the base."""
    _replaced(compile_(folder, "Main"), b"Fal_e\0", b"False\0")


@recipe
def forged_circle(folder: Path, compile_: Compile) -> None:
    """The proof's axiom is exchanged for the theorem itself."""
    forge = Forge(compile_(folder, "Main"))
    words = forge.region.words
    mains = [i for i in range(12, len(words)) if forge.region._starts[i] and _is_name(forge, i, "Task.main")]
    facts = forge.constants("Task.fact")
    assert mains
    assert facts
    for index in facts:
        assert mains[0] < index
        forge.put(index + 1, forge.pointer(mains[0]))
    forge.save()


def _is_name(forge: Forge, index: int, name: str) -> bool:
    word = forge.region.words[index]
    if word >> 32 != (1 << 24 | 2 << 16 | 32):
        return False
    try:
        return forge.name(forge.pointer(index), len(forge.region.words)) == name
    except (OleanError, IndexError):
        return False


@recipe
def forged_unsafe(folder: Path, compile_: Compile) -> None:
    """The axiom is marked unsafe, which takes it out of what the kernel is given."""
    forge = Forge(compile_(folder, "Main"))
    words = forge.region.words
    # AxiomVal: one field (name, parameters, type), then a byte for unsafe.
    axioms = [
        i
        for i in forge.objects(0, 1)
        if words[i] >> 32 & 0xFFFF == 24 and words[i + 2] == 0 and _names_axiom(forge, i)
    ]
    assert len(axioms) == 1
    forge.put(axioms[0] + 2, 1)
    forge.save()


def _names_axiom(forge: Forge, index: int) -> bool:
    try:
        common = forge.region.follow(forge.region.words[index + 1], index)
        return forge.name(forge.region.words[common + 1], common) == "Task.fact"
    except (OleanError, IndexError):
        return False


@recipe
def forged_proof(folder: Path, compile_: Compile) -> None:
    """The proof of one theorem is put in the place of another's."""
    forge = Forge(compile_(folder, "Main"))
    words = forge.region.words
    # TheoremVal: the common part, the proof, the block.
    theorems: dict[str, int] = {}
    for index in forge.objects(0, 3):
        try:
            common = forge.region.follow(words[index + 1], index)
            forge.decoder.fields(common, 0, 3, 4)
            forge.decoder.expr(words[index + 2], index)
            theorems[forge.name(words[common + 1], common)] = index
        except (OleanError, IndexError):
            continue
    forge.put(theorems["Task.main"] + 2, words[theorems["Task.aid"] + 2])
    forge.save()


@recipe
def forged_rule(folder: Path, compile_: Compile) -> None:
    """The two rules by which a recursor computes are exchanged."""
    forge = Forge(compile_(folder, "Main"))
    words = forge.region.words
    rules: dict[str, int] = {}
    # RecursorRule: the constructor, the number of its arguments (here 0), the value.
    for index in forge.objects(0, 3):
        if words[index + 2] != _BOXED_ZERO:
            continue
        try:
            name = forge.name(words[index + 1], index)
            value = forge.decoder.expr(words[index + 3], index)
        except (OleanError, IndexError):
            continue
        # A constructor's own record has the same form, with its type in the place of the function.
        if name in ("Task.Bit.off", "Task.Bit.on") and isinstance(value, Lam):
            rules[name] = index
    off, on = rules["Task.Bit.off"], rules["Task.Bit.on"]
    if off > on:
        off, on = on, off
    forge.put(on + 3, words[off + 3])
    forge.save()
