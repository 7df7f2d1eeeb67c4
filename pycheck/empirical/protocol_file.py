"""From a ``protocol.toml`` (or the protocol inside a freeze) to a :class:`Protocol`, or to all its faults."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from pycheck.empirical.fit import faults_of
from pycheck.empirical.protocol import Protocol
from pycheck.errors import Fault, InputFileError
from pycheck.mechanism import Mechanism

FILE_NAME = "protocol.toml"
#: Largest file that is read, in bytes.
MAX_BYTES = 4 * 1024 * 1024
_LONGEST_SHOWN = 60


def read_protocol(path: Path, mechanism: Mechanism) -> Protocol:
    """The protocol in the file at ``path`` (or in that folder), checked against the mechanism.

    Raises :class:`~pycheck.errors.InputFileError` with every fault at once.
    """
    path = path / FILE_NAME if path.is_dir() else path
    hint = "docs/pilot.md says how to write one; --protocol names one that is elsewhere"
    content = read_toml(path, "a protocol (TOML)", hint)
    protocol, faults = validate_protocol(content, mechanism)
    if faults or protocol is None:
        raise InputFileError(str(path), faults)
    return protocol


def read_toml(path: Path, expected: str, hint: str = "") -> dict[str, Any]:
    """What the TOML file at ``path`` holds. ``expected`` and ``hint`` are for a file that is not there.

    Raises :class:`~pycheck.errors.InputFileError`.
    """
    try:
        data = path.read_bytes()
        if len(data) > MAX_BYTES:
            fault = Fault("(file)", f"{len(data):,} bytes", f"at most {MAX_BYTES:,} bytes")
            raise InputFileError(str(path), [fault])
        return tomllib.loads(data.decode("utf-8"))
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror or error}"
        raise InputFileError(str(path), [Fault("(file)", found, expected, hint)]) from None
    except RecursionError:
        found = "arrays or tables nested too deeply to read"
        raise InputFileError(str(path), [Fault("(file)", found, expected)]) from None
    except ValueError as error:
        raise InputFileError(str(path), [Fault("(file)", str(error), "TOML in UTF-8")]) from None


def validate_protocol(
    content: Mapping[str, Any], mechanism: Mechanism
) -> tuple[Protocol | None, tuple[Fault, ...]]:
    """The protocol that plain data amounts to, and what is wrong with it."""
    try:
        # By way of JSON, where an array can be a tuple and nothing else is converted.
        protocol = Protocol.model_validate_json(json.dumps(content, default=_no_json))
    except ValidationError as error:
        return None, tuple(fault_of(entry["loc"], entry["msg"], entry["input"]) for entry in error.errors())
    except ValueError as error:
        return None, (Fault("(file)", str(error), "strings, numbers, booleans, arrays and tables"),)
    return protocol, tuple(faults_of(protocol, mechanism))


def as_data(protocol: Protocol) -> dict[str, Any]:
    """The protocol as plain JSON data, defaults spelled out, absent values left out."""
    data: dict[str, Any] = protocol.model_dump(mode="json", exclude_none=True)
    return data


def key_of(location: tuple[int | str, ...]) -> str:
    """``("conditions", 0, "llm")`` as ``conditions[0].llm``."""
    key = ""
    for step in location:
        key += f"[{step}]" if isinstance(step, int) else f".{step}" if key else step
    return key or "(file)"


def fault_of(
    location: tuple[int | str, ...],
    message: str,
    given: object,
    keys: str = "one of the keys in docs/pilot.md",
) -> Fault:
    """One of pydantic's errors as a fault; ``keys`` says where the keys of the file are described."""
    if message == "Field required":
        return Fault(key_of(location), "nothing", "a value")
    if message == "Extra inputs are not permitted":
        return Fault(key_of(location), "a key that is not known here", keys)
    shown = json.dumps(given, ensure_ascii=False, default=str)
    if len(shown) > _LONGEST_SHOWN:
        shown = f"{shown[:_LONGEST_SHOWN]}…"
    expected = message.removeprefix("Input should be ").removeprefix("Value error, ")
    return Fault(key_of(location), shown, expected[:1].lower() + expected[1:])


def _no_json(value: object) -> Any:
    raise ValueError(f"a {type(value).__name__} ({value})")
