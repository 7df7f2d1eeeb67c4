"""From a path to a parsed TOML document, with everything that can go wrong on the way as a fault."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.mechanism.fields import Faults, quoted

FILE_NAME = "mechanism.toml"
#: Largest file that is read, in bytes.
MAX_BYTES = 64 * 1024 * 1024

_EXPECTED = "a mechanism file (UTF-8, TOML)"
_POSITION = re.compile(r"(.*) \(at (?:line (\d+), column (\d+)|end of document)\)", re.DOTALL)


@dataclass(frozen=True)
class Document:
    """A parsed file, its path as asked for, and the SHA-256 (hex) of its bytes."""

    path: Path
    content: Mapping[str, Any]
    sha256: str

    @property
    def folder(self) -> str:
        """The name of the folder that the file is in."""
        absolute = self.path.absolute()
        return (absolute.resolve() if ".." in absolute.parts else absolute).parent.name


def file_at(path: Path) -> Path:
    """The mechanism file meant by ``path``, which may be the folder that holds it."""
    try:
        return path / FILE_NAME if path.is_dir() else path
    except (OSError, ValueError):
        return path


def read_document(path: Path, faults: Faults) -> Document | None:
    """Read and parse the file at ``path``."""
    data = _read_bytes(path, faults)
    text = None if data is None else _decode(data, faults)
    content = None if text is None else _parse(text, faults)
    if data is None or content is None:
        return None
    return Document(path, content, hashlib.sha256(data).hexdigest())


def _read_bytes(path: Path, faults: Faults) -> bytes | None:
    try:
        if not path.exists():
            hint = f"a mechanism is a folder with a {FILE_NAME} in it"
            faults.add("(file)", "nothing at this path", _EXPECTED, hint)
        elif not path.is_file():
            faults.add("(file)", "something that is not a regular file", _EXPECTED)
        elif path.stat().st_size > MAX_BYTES:
            faults.add("(file)", f"{path.stat().st_size:,} bytes", f"at most {MAX_BYTES:,} bytes")
        else:
            return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        faults.add("(file)", f"a file that cannot be read: {reason}", _EXPECTED)
    return None


def _decode(data: bytes, faults: Faults) -> str | None:
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        column = error.start - data.rfind(b"\n", 0, error.start)
        key = f"line {line}, byte {column}"
        faults.add(key, f"the byte 0x{data[error.start]:02x}", "UTF-8 text", "save the file as UTF-8")
        return None
    if text.startswith("\ufeff"):
        hint = "save the file as UTF-8 without a byte order mark"
        faults.add("line 1, column 1", "a byte order mark", "TOML", hint)
        return None
    return text


def _parse(text: str, faults: Faults) -> Mapping[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        _add_syntax_fault(str(error), text, faults)
    except RecursionError:
        faults.add("(file)", "arrays or tables nested too deeply to read", _EXPECTED)
    except ValueError:
        # Python refuses to convert decimal integers of thousands of digits.
        faults.add("(file)", "a number too long to read", "numbers of at most 100 digits")
    return None


def _add_syntax_fault(message: str, text: str, faults: Faults) -> None:
    match = _POSITION.fullmatch(message)
    if match is None:
        faults.add("(file)", message, "TOML")
        return
    problem, line, column = match.groups()
    key = f"line {line}, column {column}" if line else "end of the file"
    hint = ""
    if "overwrite" in problem or "twice" in problem or "Duplicate" in problem:
        hint = "each key and each table may be given once"
    lines = text.split("\n")
    shown = f" in the line {quoted(lines[int(line) - 1].strip())}" if line and int(line) <= len(lines) else ""
    faults.add(key, f"{problem[:1].lower()}{problem[1:]}{shown}", "TOML", hint)
