"""A good mechanism file, edits of it, and TOML text for any document."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from datetime import date, time
from pathlib import Path
from typing import Any

from pycheck.mechanism import Reading, read_mechanism

HERE = Path(__file__).parent
#: A complete file of the format, also printed in docs/mechanism-file.md.
LUNCH = HERE / "lunch" / "mechanism.toml"
LUNCH_TEXT = LUNCH.read_text(encoding="utf-8")
OTHMAN_SANDHOLM = HERE.parents[1] / "mechanisms" / "othman_sandholm"

#: In place of a value: take the entry away.
ABSENT = object()


def lunch() -> dict[str, Any]:
    """The good document, a fresh copy."""
    return tomllib.loads(LUNCH_TEXT)


def edited(*edits: tuple[str, Any]) -> dict[str, Any]:
    """The good document with entries replaced, added or (:data:`ABSENT`) removed.

    A place is written with slashes: ``agents/0/name``.
    """
    document = lunch()
    for place, value in edits:
        *way, last = (int(part) if part.isdigit() else part for part in place.split("/"))
        target: Any = document
        for part in way:
            target = target[part]
        if value is ABSENT:
            del target[last]
        elif isinstance(target, list) and last == len(target):
            target.append(copy.deepcopy(value))
        else:
            target[last] = copy.deepcopy(value)
    return document


def toml_text(document: Mapping[str, Any]) -> str:
    """A document as TOML: one line for each top-level key, tables inline."""
    return "".join(f"{_string(key)} = {_value(value)}\n" for key, value in document.items())


def _string(text: str) -> str:
    return '"' + "".join(c if c.isalnum() or c in " _-" else f"\\U{ord(c):08x}" for c in text) + '"'


def _value(value: Any) -> str:
    match value:
        case bool():
            return str(value).lower()
        case int():
            # Hexadecimal, because decimal integers may not be of any length.
            return hex(value) if value > 2**64 else str(value)
        case float():
            return str(value)
        case str():
            return _string(value)
        case list():
            return f"[{', '.join(map(_value, value))}]"
        case dict():
            return f"{{{', '.join(f'{_string(k)} = {_value(v)}' for k, v in value.items())}}}"
        case date() | time():
            return value.isoformat()
        case _:
            raise TypeError(value)


def read(folder: Path, content: Mapping[str, Any] | str | bytes) -> Reading:
    """Write ``content`` as ``<folder>/lunch/mechanism.toml`` and read it."""
    if isinstance(content, Mapping):
        content = toml_text(content)
    path = folder / "lunch" / "mechanism.toml"
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_mechanism(path)


def complaints(reading: Reading) -> list[str]:
    """The faults as people see them."""
    return [str(fault) for fault in reading.faults]
