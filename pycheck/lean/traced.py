"""Traced theorems in lean-dojo's own data format: read, checked, reduced to premises.

The format is that of the LeanDojo Benchmark, which lean-dojo's ``scripts/generate-benchmark-lean4.ipynb``
writes: an array of theorems, each with ``full_name``, ``file_path``, ``start`` and ``end`` (line and column,
from 1) and ``traced_tactics``; a tactic's ``annotated_tactic`` is a pair of its text and of the premises in
it, each with ``full_name``, ``def_path``, ``def_pos`` and ``def_end_pos``. A theorem may also have
``premises``, a list of names, as ``TracedTheorem.get_premise_full_names`` gives them.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pycheck.errors import Fault, InputFileError


@dataclass(frozen=True)
class TracedTheorem:
    """A theorem, where it stands, and the constants that its source mentions, each once, sorted."""

    name: str
    file: str
    line: int
    premises: tuple[str, ...]


def read_traced(text: str, where: str) -> tuple[TracedTheorem, ...]:
    """The theorems of a file in that format, by name. ``where`` names the file in messages.

    Raises :class:`InputFileError` with every theorem that is not in the format.
    """
    try:
        document = json.loads(text)
    except ValueError as error:
        raise InputFileError(where, [Fault("file", str(error), "JSON")]) from error
    if not isinstance(document, list):
        raise InputFileError(where, [Fault("file", type(document).__name__, "an array of theorems")])
    faults: list[Fault] = []
    found: dict[str, TracedTheorem] = {}
    for index, entry in enumerate(document):
        try:
            theorem = _read(entry)
        except (KeyError, TypeError, ValueError, IndexError) as error:
            found_text = f"no {error}" if isinstance(error, KeyError) else str(error)
            faults.append(Fault(f"[{index}]", found_text, "a theorem as the LeanDojo Benchmark has them"))
        else:
            found[theorem.name] = theorem
    if faults:
        raise InputFileError(where, faults)
    return tuple(found[name] for name in sorted(found))


def _read(entry: dict[str, Any]) -> TracedTheorem:
    name, file, start = entry["full_name"], entry["file_path"], entry["start"]
    if not isinstance(name, str) or not isinstance(file, str) or not isinstance(start[0], int):
        raise TypeError("full_name, file_path or start of another type")
    premises = {premise for premise in _premises(entry) if premise != name}
    return TracedTheorem(name, file, start[0], tuple(sorted(premises)))


def _premises(entry: dict[str, Any]) -> Iterator[str]:
    names = [*entry.get("premises", [])]
    for tactic in entry["traced_tactics"]:
        _, provenances = tactic["annotated_tactic"]
        names += [provenance["full_name"] for provenance in provenances]
    for name in names:
        if not isinstance(name, str):
            raise TypeError(f"a premise that is no name: {name!r}")
        yield name
