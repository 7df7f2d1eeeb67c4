"""Append-only files of lines that survive being killed at any byte.

A batch of lines is one write at the end of the file, then ``fsync``. A process that dies in the middle of one
leaves whole lines and at most a torn one at the end, which is dropped when the file is opened again. The file
is locked while a run has it.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterable
from pathlib import Path
from typing import Self

from pycheck.errors import EnvironmentUnusable, PycheckError

TRACE = "trace.jsonl"
JOURNAL = "journal.jsonl"


class TraceRefused(PycheckError):
    """A trace that cannot be gone on with, or read."""


class LineFile:
    """A file of lines, opened to be read once and appended to by one process."""

    def __init__(self, path: Path) -> None:
        """Open ``path``, making it if need be. Raises :class:`TraceRefused` if another process has it."""
        self.path = path
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise EnvironmentUnusable(f"{path}: cannot be written: {error.strerror or error}") from None
        try:
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(self._handle)
            raise TraceRefused(f"{path}: another run is writing it; wait for it, or end it") from None
        data = path.read_bytes()
        #: The whole lines that were there, each with its newline.
        self.lines = split_lines(data)
        self._end = sum(map(len, self.lines))
        self._whole = True
        if self._end < len(data):
            os.ftruncate(self._handle, self._end)
            os.fsync(self._handle)

    def append(self, lines: Iterable[bytes], *, sync: bool = True) -> None:
        """Write lines at the end, and onto the disk if ``sync``.

        Raises :class:`~pycheck.errors.EnvironmentUnusable` if that fails (a full disk); what was written of
        them is taken back. So it is, before anything else is written, after an interruption.
        """
        data = b"".join(lines)
        try:
            if not self._whole:
                os.ftruncate(self._handle, self._end)
            self._whole = False
            written = 0
            while written < len(data):
                written += os.pwrite(self._handle, data[written:], self._end + written)
            if sync:
                os.fsync(self._handle)
        except OSError as error:
            os.ftruncate(self._handle, self._end)
            raise EnvironmentUnusable(f"{self.path}: cannot be written: {error.strerror or error}") from None
        self._end += len(data)
        self._whole = True

    def close(self) -> None:
        """Close the file, which unlocks it."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def split_lines(data: bytes) -> list[bytes]:
    """The whole lines in ``data``, with their newlines; what is after the last newline is left out."""
    return [line + b"\n" for line in data.split(b"\n")[:-1]]
