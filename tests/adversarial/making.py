"""Targets that cannot be kept in a repository: compiled files, honest, damaged and forged.

Each recipe gets a folder in which the case's own files lie, and :data:`Compile` to compile them with. What it
leaves there is audited: ``Main.lean``, or where that is gone ``Main.olean``.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

#: Compiles ``NAME.lean`` in a folder to ``NAME.olean`` beside it, with Lean's kernel.
Compile = Callable[[Path, str], Path]
Recipe = Callable[[Path, Compile], None]

RECIPES: dict[str, Recipe] = {}


def recipe(make: Recipe) -> Recipe:
    """Register a recipe under its name."""
    RECIPES[make.__name__] = make
    return make


def made(case_folder: Path, name: str, folder: Path, compile_: Compile) -> Path:
    """Make a target in ``folder`` of the files in ``case_folder``; returns its path."""
    shutil.copytree(case_folder, folder, dirs_exist_ok=True)
    RECIPES[name](folder, compile_)
    source = folder / "Main.lean"
    return source if source.is_file() else folder / "Main.olean"


# Compiled files that are not what their sources compile to.


@recipe
def compiled(folder: Path, compile_: Compile) -> None:
    """A compiled file beside its source, as it should be."""
    compile_(folder, "Main")


@recipe
def compiled_alone(folder: Path, compile_: Compile) -> None:
    """A compiled file without its source."""
    compile_(folder, "Main")
    (folder / "Main.lean").unlink()


@recipe
def stale(folder: Path, compile_: Compile) -> None:
    """Compiled before the source was changed: what it says is true, what the source says is not."""
    source = folder / "Main.lean"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace(": (2 : Nat) = 3", ": (2 : Nat) = 2"), encoding="utf-8")
    compile_(folder, "Main")
    source.write_text(text, encoding="utf-8")


@recipe
def of_another_file(folder: Path, compile_: Compile) -> None:
    """The compiled form of another source under this name."""
    compile_(folder, "Other").rename(folder / "Main.olean")
    (folder / "Other.lean").unlink()


@recipe
def cut(folder: Path, compile_: Compile) -> None:
    """Half of the file."""
    path = compile_(folder, "Main")
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 16 * 8])


@recipe
def cut_header(folder: Path, compile_: Compile) -> None:
    """Less than the header."""
    path = compile_(folder, "Main")
    path.write_bytes(path.read_bytes()[:50])


@recipe
def empty(folder: Path, compile_: Compile) -> None:
    """Nothing."""
    del compile_
    (folder / "Main.olean").write_bytes(b"")


@recipe
def no_olean(folder: Path, compile_: Compile) -> None:
    """Something else under that name."""
    del compile_
    (folder / "Main.olean").write_text("theorem Task.main : (2 : Nat) = 3", encoding="utf-8")


@recipe
def flipped(folder: Path, compile_: Compile) -> None:
    """Every pointer in a stretch of the file leads elsewhere."""
    path = compile_(folder, "Main")
    data = bytearray(path.read_bytes())
    middle = len(data) // 16 * 8
    for place in range(middle, middle + 160, 8):
        data[place] ^= 0x08
    path.write_bytes(bytes(data))


@recipe
def older(folder: Path, compile_: Compile) -> None:
    """As if written by Lean 4.20.0."""
    path = compile_(folder, "Main")
    path.write_bytes(path.read_bytes().replace(b"4.35.0\0", b"4.20.0\0", 1))


@recipe
def other_container(folder: Path, compile_: Compile) -> None:
    """Another version of the container."""
    path = compile_(folder, "Main")
    data = bytearray(path.read_bytes())
    data[5] += 1
    path.write_bytes(bytes(data))
