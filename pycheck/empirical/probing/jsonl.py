"""The lines of a log, one at a time: however long the file is, one line of it is in memory."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import orjson

from pycheck.empirical.probing.faults import Kind, LogFault, Problem, shown
from pycheck.empirical.probing.names import doubled_name

#: A longer line is no line of such a log, and reading it would need its memory. Bytes.
LONGEST = 32 * 2**20


def objects(path: Path, file: str, longest: int = LONGEST) -> Iterator[tuple[int, dict[str, Any]] | LogFault]:
    """Each line's number and JSON object, or its fault.

    ``file`` is what the file is called in faults. An object that has a name twice is one: a JSON parser keeps
    the last in silence. Raises :class:`OSError` if the file cannot be read.
    """
    number = 0
    with path.open("rb") as log:
        while line := log.readline(longest + 1):
            number += 1
            if len(line) > longest:
                yield LogFault(file, number, Kind.NOT_JSON, f"more than {longest:,} bytes", "a line")
                while line and not line.endswith(b"\n"):
                    line = log.readline(longest)
                continue
            try:
                yield number, _object(line)
            except Problem as problem:
                yield problem.at(file, number)


def _object(line: bytes) -> dict[str, Any]:
    try:
        found = orjson.loads(line)
    except orjson.JSONDecodeError as error:
        whole = line.endswith(b"\n")
        kind = Kind.NOT_JSON if whole else Kind.CUT_OFF
        what = "an empty line" if not line.strip() else f"{shown(line[:30])} ({error})"
        raise Problem(kind, what, "one JSON object" if whole else "a whole line at the end") from None
    if type(found) is not dict:
        raise Problem(Kind.NOT_JSON, shown(found), "one JSON object")
    doubled = doubled_name(line, found)
    if doubled is not None:
        raise Problem(Kind.DOUBLED_KEY, f"{shown(doubled)} twice", "each name once in an object")
    return found
