"""The container of a compiled Lean file: a header and a region of objects, checked before use.

Layout (Lean 4.35, ``src/library/module.cpp``, ``src/runtime/compact.cpp``, ``src/include/lean/lean.h``),
all numbers little-endian:

- 88 bytes of header: ``olean``, container version, flags, Lean version (33 bytes), commit (40 bytes) and the
  base address, at which Lean tries to map the file; pointers are relative to it.
- the root pointer, 8 bytes.
- objects, each 8-aligned: a reference count (4 bytes, 0 here), a size (2), a number of fields or an element
  size (1), a tag (1), then fields, then scalars. Children are written before their parents.

A word with the lowest bit set is no pointer but a small number (``word >> 1``).

The region is trusted in nothing: the objects must tile it exactly, and a pointer must lead to the start of an
object before the one that holds it. So no chain of pointers is circular, and none leaves the file.
"""

from __future__ import annotations

import hashlib
import stat
import struct
from dataclasses import dataclass
from pathlib import Path

from pycheck.errors import PycheckError

CONTAINER_VERSION = 2
#: Flag bit 0: big numbers are stored as GMP stores them (the official builds).
_FLAG_GMP = 1

_HEADER = struct.Struct("<5sBB33s40sQ")
_ROOT_WORD = _HEADER.size // 8
_FIRST_OBJECT = _ROOT_WORD + 1
_LARGEST_FILE = 1 << 30

_MAX_CONSTRUCTOR_TAG = 243
_TAG_ARRAY = 246
_TAG_SCALAR_ARRAY = 248
_TAG_STRING = 249
_TAG_BIG_NUMBER = 250
_TAG_THUNK = 251
_TAG_TASK = 252
#: Objects whose size does not depend on their content, in words.
_FIXED_SIZES = {_TAG_THUNK: 3, _TAG_TASK: 3}


class OleanError(PycheckError):
    """A compiled Lean file that cannot be read; ``path`` and ``problem`` say which and why."""

    def __init__(self, path: Path, problem: str, hint: str = "build it again from its source") -> None:
        self.path = path
        self.problem = problem
        super().__init__(f"{path}: {problem}; {hint}")


class ForeignOlean(OleanError):
    """A compiled file that is whole, but of another version of Lean, or of a kind that omits proofs."""


@dataclass(frozen=True, slots=True)
class Header:
    """What the file says about itself, and the SHA-256 of all of its bytes."""

    lean_version: str
    githash: str
    format_version: int
    digest: str


class Region:
    """The objects of one file. An object is named by the index of its first 8-byte word in the file."""

    __slots__ = ("_base", "_data", "_path", "_starts", "header", "words")

    def __init__(self, path: Path, data: bytes) -> None:
        self._path = path
        self._data = data
        self.header, self._base = self._read_header()
        if len(data) % 8 or len(data) < 8 * _FIRST_OBJECT:
            raise OleanError(path, f"cut short: {len(data)} bytes")
        self.words: tuple[int, ...] = struct.unpack(f"<{len(data) // 8}Q", data)
        self._starts = self._find_objects()

    def root(self) -> int:
        """Return the root object."""
        return self.follow(self.words[_ROOT_WORD], len(self.words))

    def fault(self, index: int, problem: str) -> OleanError:
        """Return the error for something wrong with the object at ``index``."""
        return OleanError(self._path, f"damaged at byte {8 * index}: {problem}")

    def follow(self, word: int, holder: int) -> int:
        """Return the object a pointer leads to; ``holder`` is the object (or word) that holds the pointer."""
        offset = word - self._base
        index = offset >> 3
        if offset & 7 or not _FIRST_OBJECT <= index < holder or not self._starts[index]:
            raise self.fault(holder, f"a pointer to {word:#x}, which is no earlier object of this file")
        return index

    def string(self, index: int) -> str:
        """Return the text of the string object at ``index``."""
        words = self.words
        if words[index] >> 56 != _TAG_STRING:
            raise self.fault(index, "a string was expected here")
        size, length = words[index + 1], words[index + 3]
        start = 8 * (index + 4)
        raw = self._data[start : start + size - 1]
        try:
            text = raw.decode()
        except UnicodeDecodeError as error:
            raise self.fault(index, f"a string that is not UTF-8 ({error.reason})") from None
        if self._data[start + size - 1] != 0 or len(text) != length:
            raise self.fault(index, "a string whose length is not the one it claims")
        return text

    def array(self, index: int) -> tuple[int, ...]:
        """Return the words of the array object at ``index``."""
        words = self.words
        if words[index] >> 56 != _TAG_ARRAY:
            raise self.fault(index, "an array was expected here")
        return words[index + 3 : index + 3 + words[index + 1]]

    def big_number(self, index: int) -> int:
        """Return the value of the big natural number at ``index``."""
        words = self.words
        if words[index] >> 56 != _TAG_BIG_NUMBER:
            raise self.fault(index, "a number was expected here")
        limbs = words[index + 1] >> 32
        if limbs >= 1 << 31:
            raise self.fault(index, "a negative number where a natural one was expected")
        if words[index + 2] != self._base + 8 * (index + 3):
            raise self.fault(index, "a number whose digits are elsewhere")
        start = 8 * (index + 3)
        return int.from_bytes(self._data[start : start + 8 * limbs], "little")

    def _read_header(self) -> tuple[Header, int]:
        if len(self._data) < _HEADER.size or not self._data.startswith(b"olean"):
            raise OleanError(self._path, "not a compiled Lean file (it does not begin with 'olean')")
        _, version, flags, lean_version, githash, base = _HEADER.unpack_from(self._data)
        if version != CONTAINER_VERSION or flags != _FLAG_GMP:
            raise ForeignOlean(
                self._path,
                f"container version {version}, flags {flags}; expected {CONTAINER_VERSION} and {_FLAG_GMP}",
                "build it again with Lean 4.35.0",
            )
        header = Header(
            lean_version=lean_version.rstrip(b"\0").decode("ascii", "replace"),
            githash=githash.rstrip(b"\0").decode("ascii", "replace"),
            format_version=version,
            digest=hashlib.sha256(self._data).hexdigest(),
        )
        return header, base

    def _find_objects(self) -> bytearray:
        """Walk over all objects and mark where each begins."""
        words = self.words
        end = len(words)
        starts = bytearray(end)
        index = _FIRST_OBJECT
        while index < end:
            head = words[index]
            tag = head >> 56
            if head & 0xFFFFFFFF:
                raise self.fault(index, "an object with a reference count")
            if tag <= _MAX_CONSTRUCTOR_TAG:
                size = (head >> 32 & 0xFFFF) >> 3
                if head >> 32 & 7 or size < 1 + (head >> 48 & 0xFF):
                    raise self.fault(index, "a constructor smaller than its fields")
            else:
                size = self._size_of(index, tag)
            starts[index] = 1
            index += size
        if index != end:
            raise OleanError(self._path, "cut short: the last object is incomplete")
        return starts

    def _size_of(self, index: int, tag: int) -> int:
        """Return the size in words of the object at ``index``, which is no constructor."""
        words = self.words
        if tag in _FIXED_SIZES:
            return _FIXED_SIZES[tag]
        if index + 3 >= len(words) and tag != _TAG_ARRAY:
            raise OleanError(self._path, "cut short: the last object is incomplete")
        count = words[index + 1] if index + 1 < len(words) else len(words)
        if tag == _TAG_ARRAY:
            return 3 + count
        if tag == _TAG_STRING:
            if count == 0:
                raise self.fault(index, "a string without its end mark")
            return 4 + (count + 7 >> 3)
        if tag == _TAG_SCALAR_ARRAY:
            return 3 + (count * (words[index] >> 48 & 0xFF) + 7 >> 3)
        if tag == _TAG_BIG_NUMBER:
            return 3 + (count >> 32 & 0x7FFFFFFF)
        raise self.fault(index, f"an object of the unknown kind {tag}")


def read_region(path: Path) -> Region:
    """Read a compiled Lean file whole and check its container.

    Raises OleanError when the file cannot be read, is not such a file, or is damaged.
    """
    try:
        status = path.stat()
        if not stat.S_ISREG(status.st_mode):
            raise OleanError(path, "not a file", "name the .olean file")
        if status.st_size > _LARGEST_FILE:
            raise OleanError(path, f"{status.st_size} bytes, more than this reader takes ({_LARGEST_FILE})")
        data = path.read_bytes()
    except OSError as error:
        raise OleanError(path, error.strerror or str(error), "build it first") from None
    return Region(path, data)
