"""What the gate said of a run when it passed, ``gate.json``, held against what it says now.

The file is read by people and programs that do not run the gate, so nothing in it may differ from what
follows from the run: not the digests, and not a figure of the results.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycheck.empirical.refusals import Code, Refusal

if TYPE_CHECKING:
    from pycheck.mechanism import Mechanism

#: What the gate said of a run, beside its trace.
RESULT = "gate.json"
_ANOTHER = "remove it, and the gate writes another"


def read_result(path: Path) -> tuple[Mapping[str, Any] | None, list[Refusal]]:
    """What an earlier gate wrote down, ``None`` if there is no such file; and why it is none, if it is not.

    Only what passed is written down: anything else in its place was put there.
    """
    try:
        before = json.loads(path.read_bytes(), object_pairs_hook=_once, parse_constant=_no_number)
    except FileNotFoundError:
        return None, []
    except (OSError, ValueError, RecursionError):
        before = None
    if not isinstance(before, dict) or before.get("passed") is not True:
        return None, [Refusal(Code.CHANGED, RESULT, f"not a result of the gate; {_ANOTHER}")]
    return before, []


def _once(members: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(members)) < len(members):
        raise ValueError("a name twice, of which readers see either")
    return found


def _no_number(name: str) -> None:
    raise ValueError(f"{name} is no JSON")


def changed(before: Mapping[str, Any], frozen: str, traced: str, mechanism: Mechanism) -> Iterator[Refusal]:
    """Whether the run is still the one that passed before, as a measurement on the same."""
    from pycheck.empirical.tables import tables_digest

    now = {"freeze": frozen, "trace": traced}
    others = [name for name, digest in now.items() if before.get(f"{name}_sha256") != digest]
    if others:
        name = others[-1]
        then = str(before.get(f"{name}_sha256"))
        what = f"passed with the {name} {then[:16]}…, which is {now[name][:16]}… now"
        hint = "if that is as it should be, remove the file and say so where the run is described"
        yield Refusal(Code.CHANGED, RESULT, f"{what}; {hint}")
    elif (before.get("mechanism"), before.get("tables_sha256")) != (mechanism.name, tables_digest(mechanism)):
        what = f"passed as a measurement on another mechanism than {mechanism.name}, or on other tables of it"
        yield Refusal(Code.CHANGED, RESULT, what)


def edited(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[Refusal]:
    """Whether what was written down is what the run gives now, to the last figure; the first place if not."""
    # As JSON has it: a tuple is a list there.
    place = _difference(before, json.loads(json.dumps(now)))
    if place is not None:
        where = ".".join(place) or "the file"
        what = f"{where} is not what follows from the run: edited, or of another version of pycheck"
        yield Refusal(Code.CHANGED, RESULT, f"{what}; {_ANOTHER}")


def _difference(found: Any, right: Any) -> Sequence[str] | None:
    """The first place at which two JSON values differ, ``None`` if they do not; 1, 1.0 and true differ."""
    if type(found) is not type(right):
        return ()
    if isinstance(right, dict):
        for name in dict.fromkeys((*right, *found)):
            if name not in right:
                # Names that somebody put there are not repeated.
                return ()
            if name not in found:
                return (name,)
            if (place := _difference(found[name], right[name])) is not None:
                return (name, *place)
        return None
    if isinstance(right, list):
        for number, (one, other) in enumerate(zip(found, right, strict=False)):
            if (place := _difference(one, other)) is not None:
                return (str(number), *place)
        return None if len(found) == len(right) else ()
    return None if found == right else ()
