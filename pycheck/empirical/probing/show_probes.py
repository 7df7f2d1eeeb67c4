"""Probe definitions for people: what is asked, when, of whom, and how it reads to a player."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.empirical.probing.definition_records import OWN_TURN, Answered, ProbeDefinition, Probes
from pycheck.empirical.probing.definitions import ask

#: Whom the sample questions are put to, among whom.
PLAYER, LIVING = "Ada", ("Ada", "Ben", "Cole")


def probes_text(probes: Probes, name: str) -> str:
    """The probes of a file ``name``, and each question as :data:`PLAYER` would be asked it first.

    Questions are foreign text: who shows it on a terminal has yet to show what is hidden in it.
    """
    count = len(probes.probes)
    lines = [f"{name}: {count} probe{'' if count == 1 else 's'}, asked {_moments(probes)}"]
    if probes.not_read:
        lines.append(f"not read: {', '.join(probes.not_read)}")
    if count:
        lines.append(f"as {PLAYER} would first be asked, with {' and '.join(LIVING[1:])} alive:")
    for definition in probes.probes:
        lines += ["", f"{definition.id}: {'; '.join(_conditions(definition))}"]
        lines += [f"    {line}".rstrip() for line in _sample(definition).splitlines()]
    return "\n".join(lines) + "\n"


def _moments(probes: Probes) -> str:
    moments = [
        *(["after each message"] if probes.after_each_message else []),
        *(["at the end of each round"] if probes.after_each_round else []),
    ]
    return " and ".join(moments) if probes.enabled and probes.probes and moments else "never"


def _conditions(definition: ProbeDefinition) -> Iterator[str]:
    yield f"at most {definition.max_tokens:,} token{'' if definition.max_tokens == 1 else 's'}"
    yield "whoever has just acted" if definition.when == OWN_TURN else "every living player"
    if definition.roles:
        yield f"as {' or '.join(definition.roles)} alone"
    if definition.phases:
        yield f"in {' or '.join(definition.phases)} alone"


def _sample(definition: ProbeDefinition) -> str:
    quoted = {slot.probe for slot in definition.question.slots if slot.probe}
    now = {probe: Answered(None, f"(its answer to {probe})", False) for probe in quoted}
    return ask(definition, PLAYER, LIVING, now, {})[0]
