"""Changes to a protocol after its freeze: each with field, old and new value, reason and time."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from pycheck.empirical.freeze import Freeze, FreezeRefused
from pycheck.empirical.plan import Plan
from pycheck.empirical.protocol_file import as_data, validate_protocol
from pycheck.empirical.record import Deviation
from pycheck.empirical.secrets import secret_in, strings_in, values_of, variables_in, variables_of

#: What no deviation can change: then it would be another experiment.
FIXED = ("format", "name", "mechanism", "roles")
#: Deeper than any part of a protocol; and how much of a value a message shows.
_DEEPEST, _LONGEST_SHOWN = 20, 60
_TOO_DEEP = "nested more deeply than any part of a protocol"
_STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_']*)|\[(\d{1,6})\]")


def deviate(frozen: Freeze, deviation: Deviation) -> Freeze:
    """The freeze with one more deviation in force.

    Raises :class:`FreezeRefused` if the field cannot change, does not have the old value, or if what comes
    out is no protocol, or one whose plan and budget disagree.
    """
    if deviation.freeze != frozen.digest:
        raise FreezeRefused(f"a deviation from another freeze ({deviation.freeze[:16]}…)")
    if not any(character.isalnum() for character in deviation.reason):
        raise FreezeRefused("a deviation needs a reason, in words")
    if not _exists(deviation.time):
        raise FreezeRefused(
            f"{deviation.time}: no time that there is; expected one like 2026-11-30T12:00:00Z"
        )
    content = as_data(frozen.protocol)
    old = value_at(content, deviation.field)
    # As JSON, where true is not 1.
    if json.dumps(old, sort_keys=True) != json.dumps(deviation.old, sort_keys=True):
        raise FreezeRefused(f"{deviation.field}: found {old!r}; the deviation says {deviation.old!r}")
    _set(content, _steps(deviation.field), deviation.new)
    protocol, faults = validate_protocol(content, frozen.mechanism)
    if protocol is not None and not faults:
        if protocol == frozen.protocol:
            raise FreezeRefused(
                f"{deviation.field}: is {json.dumps(old)} already; a deviation changes something"
            )
        plan = Plan(protocol, frozen.mechanism)
        if not (faults := plan.faults()):
            return Freeze(frozen.digest, plan, (*frozen.deviations, deviation))
    raise FreezeRefused("\n".join(f"no such deviation: {fault}" for fault in faults))


def new_value(text: str) -> Any:
    """The value that a person gives for a deviation, which is JSON.

    Raises :class:`FreezeRefused` for anything else, and for what is nested deeper than any protocol.
    """
    shown = text if len(text) <= _LONGEST_SHOWN else f"{text[:_LONGEST_SHOWN]}…"
    try:
        value = json.loads(text)
    except RecursionError:
        raise FreezeRefused(f"{shown}: {_TOO_DEEP}") from None
    except ValueError:
        raise FreezeRefused(
            f"{shown}: not JSON; text needs double quotes within the shell's quotes"
        ) from None
    level = [value]
    for _ in range(_DEEPEST):
        level = [part for one in level for part in _parts(one)]
    if level:
        raise FreezeRefused(f"{shown}: {_TOO_DEEP}")
    return value


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def refuse_secrets(frozen: Freeze, deviation: Deviation) -> None:
    """Raise :class:`FreezeRefused` if a deviation would write into the trace what looks like a secret.

    Looked for are keys, headers, a person's folders, and the values of all key variables that the freeze, a
    deviation before or this one names.
    """
    variables = set(variables_of(frozen.protocol))
    for one in (*frozen.deviations, deviation):
        variables |= {*variables_in(one.field, one.old), *variables_in(one.field, one.new)}
    values = values_of(variables)
    for name in ("field", "old", "new", "reason"):
        for text in strings_in(getattr(deviation, name)):
            if found := secret_in(text, values):
                raise FreezeRefused(f"the deviation's {name} has {found} in it, and a trace is published")


def value_at(content: Mapping[str, Any], field: str) -> Any:
    """The value of a protocol's key (``families[0].model``), ``None`` if it is absent."""
    steps = _steps(field)
    if steps[0] in FIXED:
        raise FreezeRefused(f"{field}: cannot change; with another {steps[0]} it is another experiment")
    value: Any = content
    for step in steps[:-1]:
        value = _within(value, step, field)
    last = steps[-1]
    return (
        value.get(last) if isinstance(value, dict) and isinstance(last, str) else _within(value, last, field)
    )


def _exists(time: str) -> bool:
    try:
        datetime.strptime(time, "%Y-%m-%dT%H:%M:%SZ").replace(tzinfo=UTC)
    except ValueError:
        return False
    return True


def _steps(field: str) -> list[str | int]:
    steps: list[str | int] = []
    for part in re.split(r"\.|(?=\[)", field):
        match = _STEP.fullmatch(part)
        if match is None:
            raise FreezeRefused(f"{field}: not a key of a protocol; expected one like budgets.calls")
        steps.append(match[1] or int(match[2]))
    return steps


def _within(value: Any, step: str | int, field: str) -> Any:
    try:
        return value[step]
    except (LookupError, TypeError):
        raise FreezeRefused(f"{field}: the protocol has no {step!r} there") from None


def _set(value: Any, steps: list[str | int], new: Any) -> None:
    for step in steps[:-1]:
        value = value[step]
    if new is None and isinstance(value, dict):
        value.pop(steps[-1], None)
    else:
        value[steps[-1]] = new
