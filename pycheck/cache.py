"""A content-addressed cache of compiled files and results.

Entries are written to a temporary file in the same folder and renamed, so that two runs at once, a
full disk or an interruption leave either the whole entry or none. An entry is stored with the digest
of its content and of its key, and read back only if it still has it. A cache that cannot be written is
replaced by a private folder that lives as long as the process: slower, never wrong.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import tempfile
import weakref
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from pycheck.files import write_atomically

#: Changes when the layout of the cache does.
LAYOUT = "2"
_DIGEST = hashlib.sha256().digest_size


def default_cache_folder() -> Path:
    """``$PYCHECK_CACHE``, or ``pycheck`` in the user's cache folder."""
    named = os.environ.get("PYCHECK_CACHE")
    if named:
        return Path(named)
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "pycheck"


def digest(parts: Iterable[bytes | str]) -> str:
    """SHA-256 (hex) of a sequence of parts, each with its length, so that no two sequences collide."""
    total = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        total.update(len(data).to_bytes(8, "big"))
        total.update(data)
    return total.hexdigest()


@cache
def code_digest(*packages: str) -> str:
    """Digest of the source of some of pycheck's own packages (``"lean"``, ``"claims"``).

    Part of the key of every cached result: changed code does not believe what earlier code found.
    """
    root = Path(__file__).parent
    files = sorted(file for package in packages for file in (root / package).rglob("*.py"))
    return digest([part for file in files for part in (str(file.relative_to(root)), file.read_bytes())])


def _seal(kind: str, key: str, content: bytes) -> bytes:
    return bytes.fromhex(digest([kind, key, content]))


class Cache:
    """The cache in ``folder``; ``note`` says why another folder is used, if one is."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = (folder or default_cache_folder()) / LAYOUT
        self.note = ""

    def read(self, kind: str, key: str) -> bytes | None:
        """The entry, or ``None`` if there is none or it is damaged."""
        try:
            data = self._path(kind, key).read_bytes()
        except OSError:
            return None
        content = data[_DIGEST:]
        return content if _seal(kind, key, content) == data[:_DIGEST] else None

    def write(self, kind: str, key: str, content: bytes) -> None:
        """Store an entry. Raises :class:`OSError` only if not even a temporary folder can be written."""
        data = _seal(kind, key, content) + content
        try:
            write_atomically(self._path(kind, key), data)
        except OSError as error:
            if self.note:
                raise
            self.note = (
                f"the cache folder {self.folder} cannot be written ({error.strerror or error}); not caching"
            )
            temporary = tempfile.mkdtemp(prefix="pycheck-")
            weakref.finalize(self, shutil.rmtree, temporary, ignore_errors=True)
            self.folder = Path(temporary)
            write_atomically(self._path(kind, key), data)

    def clear(self) -> None:
        """Remove every entry."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def _path(self, kind: str, key: str) -> Path:
        return self.folder / kind / key[:2] / key[2:]
