"""The frozen protocol: one canonical file whose SHA-256 names it.

The file is canonical JSON (RFC 8785) and nothing else, so that ``sha256sum freeze.json`` is the digest. It
has the protocol, the mechanism's tables, every question word for word, and what the plan takes.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import rfc8785

from pycheck.empirical.plan import Cost, Plan
from pycheck.empirical.protocol import Protocol
from pycheck.empirical.protocol_file import as_data, validate_protocol
from pycheck.empirical.record import Deviation
from pycheck.empirical.secrets import key_in, strings_in, values_of, variables_of
from pycheck.empirical.tables import mechanism_of, tables_of
from pycheck.errors import Fault, InputFileError, PycheckError
from pycheck.files import write_atomically
from pycheck.mechanism import Mechanism

FILE_NAME = "freeze.json"
FORMAT = 1
MAX_BYTES = 64 * 1024 * 1024


class FreezeRefused(PycheckError):
    """Something that the freeze does not allow."""


@dataclass(frozen=True)
class Freeze:
    """A frozen protocol. ``digest`` stays that of the file; ``deviations`` are in force in ``plan``."""

    digest: str
    plan: Plan
    deviations: tuple[Deviation, ...] = ()

    @property
    def protocol(self) -> Protocol:
        """The protocol with every deviation applied."""
        return self.plan.protocol

    @property
    def mechanism(self) -> Mechanism:
        """The mechanism, from the frozen tables."""
        return self.plan.mechanism


def content_of(protocol: Protocol, mechanism: Mechanism) -> dict[str, Any]:
    """What a freeze of the protocol holds, as plain JSON data."""
    plan = Plan(protocol, mechanism)
    questions: dict[tuple[str, str, str], dict[str, Any]] = {}
    for act in plan.asked:
        key = (act.turn.condition, act.agent, dict(act.turn.profile)[act.agent])
        questions.setdefault(
            key,
            {
                "condition": key[0],
                "agent": key[1],
                "type": key[2],
                "asked": [
                    {"messages": [dict(m) for m in q.messages], "sha256": q.sha256}
                    for q in plan.questions(act)
                ],
            },
        )
    return {
        "format": FORMAT,
        "protocol": as_data(protocol),
        "mechanism": tables_of(mechanism),
        "questions": list(questions.values()),
        "plan": {
            "turns": len(plan.turns),
            "acts": len(plan.acts),
            "asked": len(plan.asked),
            "least": _cost(plan.least),
            "worst": _cost(plan.worst),
        },
    }


def _cost(cost: Cost) -> dict[str, Any]:
    return {"calls": cost.calls, "tokens": cost.tokens, "money": cost.money}


def freeze(protocol: Protocol, mechanism: Mechanism, path: Path) -> Freeze:
    """Write the freeze of a protocol to ``path``.

    Raises :class:`FreezeRefused` if plan and budget disagree, if a key is in the protocol, or if another
    freeze is there already.
    """
    faults = (*Plan(protocol, mechanism).faults(), *_keys(protocol))
    if faults:
        raise FreezeRefused("\n".join(f"not frozen: {fault}" for fault in faults))
    data = rfc8785.dumps(content_of(protocol, mechanism))
    if path.exists() and path.read_bytes() != data:
        raise FreezeRefused(
            f"{path}: holds another freeze, and a freeze is never overwritten; "
            "record a deviation (pycheck pilot deviate), or freeze into another folder"
        )
    write_atomically(path, data)
    return load_freeze(path)


def _keys(protocol: Protocol) -> Iterator[Fault]:
    """Keys in a protocol, by the table that they are in: a freeze is published, and the gate refuses them."""
    values = values_of(variables_of(protocol))
    for name, part in as_data(protocol).items():
        for found in dict.fromkeys(filter(None, (key_in(text, values) for text in strings_in([part])))):
            hint = "keys stay in environment variables, which the protocol names"
            yield Fault(name, f"{found} (not repeated here)", "none, since a freeze is published", hint)


def load_freeze(path: Path) -> Freeze:
    """The freeze in the file at ``path``, or in that folder.

    Raises :class:`~pycheck.errors.InputFileError` unless the file is canonical, whole, and asks for what this
    pycheck would ask.
    """
    path = path / FILE_NAME if path.is_dir() else path
    try:
        data = path.read_bytes()
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror or error}"
        hint = "pycheck pilot freeze writes one"
        raise InputFileError(str(path), [Fault("(file)", found, "a freeze (JSON)", hint)]) from None
    try:
        return _load(data)
    except InputFileError as error:
        raise InputFileError(str(path), error.faults) from None
    except (ValueError, RecursionError, TypeError, KeyError) as error:
        found = f"something that is no freeze: {str(error).splitlines()[0]}"
        raise InputFileError(str(path), [Fault("(file)", found, "a freeze (JSON)")]) from None


def _load(data: bytes) -> Freeze:
    if len(data) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
    content = json.loads(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT:
        raise ValueError(f"it does not have format {FORMAT}")
    if rfc8785.dumps(content) != data:
        raise ValueError("it is not in canonical form (RFC 8785), so that its digest would name nothing")
    mechanism = mechanism_of(content["mechanism"])
    protocol, faults = validate_protocol(content["protocol"], mechanism)
    if protocol is None or faults:
        raise InputFileError("", [replace(fault, key=f"protocol.{fault.key}") for fault in faults])
    expected = content_of(protocol, mechanism)
    differing = [key for key in sorted(expected | content) if expected.get(key) != content.get(key)]
    if differing:
        hint = "it was edited, or written by a pycheck that asks in other words: freeze again"
        fault = Fault(differing[0], "something else", "what follows from the frozen protocol", hint)
        raise InputFileError("", [fault])
    return Freeze(hashlib.sha256(data).hexdigest(), Plan(protocol, mechanism))


def sorted_json_digest(content: Mapping[str, Any]) -> str:
    """SHA-256 of ``json.dumps(content, sort_keys=True, ensure_ascii=False)``: an earlier freeze's form."""
    return hashlib.sha256(json.dumps(content, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
