"""Changes to a protocol after its freeze: each with field, old and new value, reason and time."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pycheck.empirical.freeze import Freeze, FreezeRefused
from pycheck.empirical.plan import Plan
from pycheck.empirical.protocol_file import as_data, validate_protocol
from pycheck.empirical.record import Deviation

#: What no deviation can change: then it would be another experiment.
FIXED = ("format", "name", "mechanism", "roles")
_STEP = re.compile(r"([A-Za-z_][A-Za-z0-9_']*)|\[(\d{1,6})\]")


def deviate(frozen: Freeze, deviation: Deviation) -> Freeze:
    """The freeze with one more deviation in force.

    Raises :class:`FreezeRefused` if the field cannot change, does not have the old value, or if what comes
    out is no protocol, or one whose plan and budget disagree.
    """
    if deviation.freeze != frozen.digest:
        raise FreezeRefused(f"a deviation from another freeze ({deviation.freeze[:16]}…)")
    content = as_data(frozen.protocol)
    old = value_at(content, deviation.field)
    if old != deviation.old:
        raise FreezeRefused(f"{deviation.field}: found {old!r}; the deviation says {deviation.old!r}")
    _set(content, _steps(deviation.field), deviation.new)
    protocol, faults = validate_protocol(content, frozen.mechanism)
    if protocol is not None and not faults:
        plan = Plan(protocol, frozen.mechanism)
        if not (faults := plan.faults()):
            return Freeze(frozen.digest, plan, (*frozen.deviations, deviation))
    raise FreezeRefused("\n".join(f"no such deviation: {fault}" for fault in faults))


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
