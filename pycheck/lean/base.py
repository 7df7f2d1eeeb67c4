"""The base modules that a Lean brings (the bootstrap ``Init``), read once for all that rest on them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from threading import RLock

from pycheck.lean.install import file_digest
from pycheck.lean.olean import Module, OleanError, read_olean
from pycheck.lean.provider import Toolchain

#: What is read is one module for all: two threads that ask at the same time must not get two of them.
_READING = RLock()


class BaseChanged(OleanError):
    """A base module lies changed where Lean was to import it from."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, "changed while Lean ran", "look for what writes files in the sources")


def base_modules(toolchain: Toolchain) -> tuple[tuple[str, Module], ...]:
    """The base of a toolchain with the names of its modules, decoded on demand from what is in memory."""
    return read_base(toolchain.base)


def read_base(base: tuple[tuple[str, bytes], ...]) -> tuple[tuple[str, Module], ...]:
    """Base modules, given by name and bytes, with what was read of them."""
    with _READING:
        return tuple((name, _read(name, content)) for name, content in base)


@lru_cache(maxsize=4)
def _read(name: str, content: bytes) -> Module:
    return read_olean(Path(name).with_suffix(".olean"), content=content, on_demand=True)


def _read_whole(path: Path) -> Module:
    """A compiled file, each declaration of it. One that was read before is the very same module again."""
    try:
        content = path.read_bytes()
    except OSError:
        return read_olean(path)  # which says what is wrong with it
    with _READING:
        return _decode(path.name, content)


@lru_cache(maxsize=16)
def _decode(name: str, content: bytes) -> Module:
    return read_olean(Path(name), content=content)


def read_modules(toolchain: Toolchain, compiled: Iterable[tuple[str, Path]]) -> list[tuple[str, Module]]:
    """Read compiled modules, given by name and path, each declaration of them; base modules from memory.

    Raises OleanError for what cannot be read, and its subclass :class:`BaseChanged`.
    """
    base = dict(base_modules(toolchain))
    modules: list[tuple[str, Module]] = []
    for name, path in compiled:
        module = base.get(name)
        if module is None:
            module = _read_whole(path)
        elif file_digest(path) != module.digest:
            raise BaseChanged(path)
        modules.append((name, module))
    return modules
