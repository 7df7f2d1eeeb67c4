"""From an answer's text to a report: strictly one object with one key, and a cause for everything else."""

from __future__ import annotations

import json
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any

from pycheck.empirical.record import Cause, Status

#: The one key of an answer.
FIELD = "report"
#: Finish reasons that mean: cut off at the limit of tokens; withheld by the provider. In small letters; not
#: every endpoint that calls itself compatible has the names of the interface that it is compatible with.
CUT_OFF = frozenset({"length", "max_tokens", "model_length", "max_output_tokens"})
WITHHELD = frozenset({"content_filter", "refusal", "safety"})

#: How deep arrays and objects of a text may lie in each other. Fixed, and looked at before decoding: how deep
#: the decoder itself gets depends on who calls it, and a rescoring must judge as the run did.
MAX_DEPTH = 64

_BLANK = " \t\n\r"
_NESTING = re.compile(r'"(?:[^"\\]++|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


@dataclass(frozen=True)
class Parsed:
    """What an answer amounts to; ``report`` is there exactly when the status is ``valid``."""

    status: Status
    cause: Cause | None = None
    report: str | None = None


class _Object(list[tuple[str, Any]]):
    """A JSON object with its members in order, repeated names included."""


def read_answer(
    raw: str | None, finish_reason: str | None, refusal: str | None, reports: Collection[str]
) -> Parsed:
    """What an answer amounts to, by what the provider says of it first and by its text then.

    A refusal is one that the provider marks as such; a model that declines in prose has answered in prose. An
    answer cut off at the limit of tokens is truncated whatever there is of it: its end is not known.
    """
    if refusal or is_withheld(finish_reason):
        return Parsed(Status.REFUSED)
    if is_cut_off(finish_reason):
        return Parsed(Status.TRUNCATED)
    return parse_report(raw or "", reports)


def is_cut_off(finish_reason: str | None) -> bool:
    """Whether an answer ended at the limit of tokens."""
    return (finish_reason or "").lower() in CUT_OFF


def is_withheld(finish_reason: str | None) -> bool:
    """Whether the provider withheld an answer."""
    return (finish_reason or "").lower() in WITHHELD


def parse_report(text: str, reports: Collection[str]) -> Parsed:
    """The report in ``text``: exactly ``{"report": one of reports}``, with JSON's blanks around it at most.

    A code fence, a word before or after, a second field or a second object make it invalid. Text that begins
    like a JSON value and is none is ``wrong_json``, and so is a value that is no object or an empty one, or
    one that is nested deeper than :data:`MAX_DEPTH`.
    """
    text = text.strip(_BLANK)
    if not text:
        return Parsed(Status.EMPTY)
    if nested_too_deeply(text):
        return _invalid(Cause.WRONG_JSON)
    try:
        value, end = _DECODER.raw_decode(text)
    except ValueError:
        return _invalid(Cause.WRONG_JSON if text[0] in '{["' else Cause.PROSE)
    rest = text[end:].lstrip(_BLANK)
    if rest:
        return _invalid(Cause.SEVERAL_OBJECTS if rest[0] == "{" and text[0] == "{" else Cause.PROSE)
    if not isinstance(value, _Object) or not value:
        return _invalid(Cause.WRONG_JSON)
    if FIELD not in (name for name, _ in value):
        return _invalid(Cause.UNKNOWN_FIELD)
    if len(value) > 1:
        return _invalid(Cause.EXTRA_FIELD)
    report = value[0][1]
    if not isinstance(report, str) or report not in reports:
        return _invalid(Cause.UNKNOWN_REPORT)
    return Parsed(Status.VALID, report=report)


def nested_too_deeply(text: str) -> bool:
    """Whether the array or object that ``text`` begins with is nested deeper than :data:`MAX_DEPTH`.

    Brackets in strings do not count, nor does what comes after the value. Other text begins with none.
    """
    if not text.startswith(("[", "{")):
        return False
    depth = 0
    for found in _NESTING.finditer(text):
        bracket = found[0]
        if bracket in "[{":
            depth += 1
        elif bracket in "]}":
            depth -= 1
        if not 0 < depth <= MAX_DEPTH:
            return depth > MAX_DEPTH
    return False


def _invalid(cause: Cause) -> Parsed:
    return Parsed(Status.INVALID, cause)


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


_DECODER = json.JSONDecoder(object_pairs_hook=_Object, parse_constant=_no_constant)
