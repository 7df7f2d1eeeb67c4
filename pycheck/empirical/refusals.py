"""Why a run does not pass the gate: each reason with a short stable code, a place and a sentence."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

#: So many refusals of one code are named; the rest are counted.
NAMED = 10


class Code(StrEnum):
    """What kind of thing is wrong."""

    FREEZE = "freeze"
    TRACE = "trace"
    SCHEMA = "schema"
    OTHER_FREEZE = "other_freeze"
    OTHER_MECHANISM = "other_mechanism"
    MISSING = "missing"
    DOUBLED = "doubled"
    UNPLANNED = "unplanned"
    RESCORING = "rescoring"
    RESAMPLED = "resampled"
    QUESTION = "question"
    BUDGET = "budget"
    DEVIATION = "deviation"
    SECRET = "secret"  # noqa: S105 - the name of a reason
    CHANGED = "changed"


@dataclass(frozen=True)
class Refusal:
    """One reason: ``where`` is a file and line, or a key; ``what`` says what was found and expected."""

    code: Code
    where: str
    what: str

    def __str__(self) -> str:
        return f"{self.where}: {self.what} [{self.code.value}]"


def shortened(refusals: Iterable[Refusal]) -> tuple[Refusal, ...]:
    """At most :data:`NAMED` of each code, with one more that counts the others."""
    found: dict[Code, list[Refusal]] = {}
    for refusal in refusals:
        found.setdefault(refusal.code, []).append(refusal)
    shown: list[Refusal] = []
    for code, every in found.items():
        shown += every[:NAMED]
        if len(every) > NAMED:
            shown.append(Refusal(code, every[NAMED].where, f"and {len(every) - NAMED} more of this kind"))
    return tuple(shown)
