"""Published files as they are read again: whole, and the ones that their manifest names."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import orjson

from pycheck.empirical.war.publish import BOARD, FIGURES, MANIFEST
from pycheck.errors import Fault, InputFileError


def read_public(folder: Path) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any]]:
    """Figures, leaderboard and manifest of a publication.

    Raises :class:`~pycheck.errors.InputFileError` if one is missing, or is not the one that the manifest has.
    """
    manifest = _read(folder / MANIFEST, None)
    digests = manifest.get("files")
    if type(digests) is not dict:
        raise InputFileError(str(folder / MANIFEST), [Fault("files", repr(digests)[:60], "digests of files")])
    figures, board = (_read(folder / name, str(digests.get(name))) for name in (FIGURES, BOARD))
    return figures, board, manifest


def _read(path: Path, digest: str | None) -> dict[str, Any]:
    if path.exists() and not path.is_file():
        raise InputFileError(str(path), [Fault("(file)", "something else", "a published file")])
    try:
        data = path.read_bytes()
        found = orjson.loads(data)
    except OSError as error:
        said = error.strerror or type(error).__name__
        raise InputFileError(str(path), [Fault("(file)", said, "a published file")]) from None
    except ValueError:
        raise InputFileError(str(path), [Fault("(file)", "no JSON", "a published file")]) from None
    if digest is not None and hashlib.sha256(data).hexdigest() != digest:
        raise InputFileError(str(path), [Fault("(file)", "other bytes", "the file that the manifest names")])
    if type(found) is not dict:
        raise InputFileError(str(path), [Fault("(file)", type(found).__name__, "an object")])
    return found
