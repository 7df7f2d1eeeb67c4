"""Probe definitions: read from YAML in the public format, kept in a freeze, and filled in as questions.

The format, its placeholders and their meaning are those of *MafiaScope* (Karpov, 2026), with two additions:
``phases`` and ``roles`` of a probe.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any

from pycheck.empirical.probing.definition_checks import SECTION, check_file, check_section
from pycheck.empirical.probing.definition_file import Content, in_order, read_bytes, read_yaml
from pycheck.empirical.probing.definition_records import (
    ALWAYS,
    DEFAULT_TOKENS,
    OWN_TURN,
    PHASES,
    Answered,
    ProbeDefinition,
    Probes,
)
from pycheck.empirical.probing.placeholders import PLAYER, PLAYERS, PREVIOUS, Slot
from pycheck.errors import InputFileError

__all__ = [
    "ALWAYS", "DEFAULT_TOKENS", "NOT_YET", "OWN_TURN", "PHASES", "Answered", "ProbeDefinition", "Probes",
    "applies", "as_data", "ask", "default_probes", "probes_of", "quoted", "read_probes",
]  # fmt: skip

#: What a question quotes where there is no answer yet.
NOT_YET = "N/A"
_SURROGATE = re.compile("[\ud800-\udfff]")


def read_probes(path: Path) -> Probes:
    """The probes that a YAML file defines, in its section ``introspection``.

    Raises :class:`~pycheck.errors.InputFileError` with every fault at once.
    """
    text, faults = read_bytes(path)
    if text is None:
        raise InputFileError(str(path), faults)
    return _of_text(text, str(path))


@cache
def default_probes() -> Probes:
    """The six probes that are put where no file is given (``default_probes.yaml``)."""
    name = "default_probes.yaml"
    text = resources.files(__package__ or "").joinpath(name).read_text(encoding="utf-8")
    return _of_text(text, name)


def _of_text(text: str, name: str) -> Probes:
    content = read_yaml(text, SECTION)
    probes = None if content.data is None and content.faults else check_file(content)
    if probes is None or content.faults:
        raise InputFileError(name, in_order(content.faults))
    return probes


def as_data(probes: Probes) -> dict[str, Any]:
    """The probes as plain JSON data, defaults spelled out, conditions only where there are some.

    It is the section ``introspection`` of a file with the same probes, and the same for equal probes.
    """
    return {
        "enabled": probes.enabled,
        "after_each_message": probes.after_each_message,
        "after_each_round": probes.after_each_round,
        "probes": [
            {
                "id": probe.id,
                "question": probe.question.text,
                "max_tokens": probe.max_tokens,
                "when": probe.when,
                **({"phases": list(probe.phases)} if probe.phases else {}),
                **({"roles": list(probe.roles)} if probe.roles else {}),
            }
            for probe in probes.probes
        ],
    }


def probes_of(data: Any, name: str = "(frozen probes)") -> Probes:
    """The probes that :func:`as_data` gave, checked again. ``name`` is their file in faults.

    Raises :class:`~pycheck.errors.InputFileError` with every fault at once.
    """
    content = Content(data)
    probes = check_section(content)
    if probes is None or content.faults:
        raise InputFileError(name, content.faults)
    return probes


def applies(definition: ProbeDefinition, *, own_turn: bool, phase: str, role: str) -> bool:
    """Whether a question is put to a player of a role in a phase; ``own_turn``: it is who has just acted."""
    return (
        (own_turn or definition.when == ALWAYS)
        and (not definition.phases or phase in definition.phases)
        and (not definition.roles or role in definition.roles)
    )


def ask(
    definition: ProbeDefinition,
    player: str,
    living: Sequence[str],
    now: Mapping[str, Answered],
    last: Mapping[str, Answered],
) -> tuple[str, bool]:
    """The question to a player, and whether it quotes an answer that could not be read as JSON.

    ``living`` are the living players in the order of their seats. ``now`` has the player's answers of this
    moment, ``last`` those of the latest earlier moment at which each probe was put to it. ``{prev_X}`` is the
    answer of this moment; where X was not put at this moment, the latest earlier one, as in the public
    instrument. Where there is none either, ``N/A``.
    """
    raw = False

    def value(slot: Slot) -> str:
        nonlocal raw
        if slot.kind == PLAYER:
            return player
        if slot.kind == PLAYERS:
            return ", ".join(living)
        answer = now.get(slot.probe) if slot.kind == PREVIOUS else None
        answer = answer or last.get(slot.probe)
        if answer is None:
            return NOT_YET
        text, as_json = quoted(answer)
        raw = raw or not as_json
        return text

    return definition.question.filled(value), raw


def quoted(answer: Answered) -> tuple[str, bool]:
    """An answer as a question quotes it, and whether as JSON: in one line, no spaces, letters as they are.

    One that was not read as JSON is quoted as it came, without white space around it. Half surrogate pairs,
    which no UTF-8 can hold, are written as escapes.
    """
    if answer.ok:
        try:
            return _sendable(json.dumps(answer.parsed, ensure_ascii=False, separators=(",", ":"))), True
        except RecursionError:
            pass  # nested more deeply than can be written: as it came
    return _sendable(answer.raw.strip()), False


def _sendable(text: str) -> str:
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
