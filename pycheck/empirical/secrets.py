"""What looks like a secret: keys, headers with one, a person's folder, values of a protocol's key variables.

One judgement for what is let into a trace and for what the gate lets out of it. A secret is never repeated:
what is said of one is its kind.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pycheck.empirical.protocol import Protocol

#: A shorter value of an environment variable is no secret that could be told from ordinary text.
SHORTEST_KEY = 8
#: Where a protocol names the variables that hold its keys.
_VARIABLE = "key_variable"
#: What only a key looks like, whoever wrote it; and what is a header's, unless a model wrote it in prose.
_KEYS = re.compile(
    r"(?<![A-Za-z0-9_-])(?:sk-[A-Za-z0-9_-]{16,}|AKIA[0-9A-Z]{16}|gh[pousr]_[A-Za-z0-9]{20,}"
    r"|hf_[A-Za-z0-9]{20,}|AIza[0-9A-Za-z_-]{30,})|-----BEGIN [A-Z ]*PRIVATE KEY"
)
_HEADERS = re.compile(r"Bearer [A-Za-z0-9._~+/-]{8,}|Authorization\W{1,4}\w", re.IGNORECASE)
_PATHS = re.compile(
    r"(?<![\w.$}~*/-])(?:/(?:home|Users)/[\w.-]+|/(?:root)(?![\w-])|[A-Za-z]:[\\/]{1,2}Users[\\/])"
)


def variables_of(protocol: Protocol) -> tuple[str, ...]:
    """The environment variables that hold a protocol's keys."""
    return tuple(family.key_variable for family in protocol.families if family.key_variable)


def variables_in(field: str, value: Any) -> Iterator[str]:
    """The key variables that a deviation's value at ``field`` names, at any depth."""
    if field.endswith(_VARIABLE) and isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield from variables_in(name, part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from variables_in("", part)


def values_of(variables: Iterable[str]) -> tuple[str, ...]:
    """What the environment has for these variables, if it is long enough to be a secret."""
    found = (os.environ.get(name, "").strip() for name in sorted(set(variables)))
    return tuple(value for value in found if len(value) >= SHORTEST_KEY)


def key_in(text: str, values: Iterable[str] = ()) -> str:
    """What kind of key ``text`` has in it, plain or escaped as in JSON; empty for none."""
    if _KEYS.search(text):
        return "something that looks like a key"
    if any(value in text or json.dumps(value, ensure_ascii=False)[1:-1] in text for value in values):
        return "the value of a key's variable"
    return ""


def secret_in(text: str, values: Iterable[str] = ()) -> str:
    """What kind of secret is in a text that no model wrote; empty for none."""
    found = key_in(text, values)
    if found:
        return found
    if _PATHS.search(text):
        return "the path of a person's folder"
    return "something that looks like a header with a key" if _HEADERS.search(text) else ""


def strings_in(value: Any) -> Iterator[str]:
    """Every text in plain data, names of fields too."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            yield str(name)
            yield from strings_in(part)
    elif isinstance(value, list | tuple):
        for part in value:
            yield from strings_in(part)
