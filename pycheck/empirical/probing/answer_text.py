"""An answer's text as JSON: strictly, and as leniently as the public instrument, beside each other.

The instrument (Karpov, *MafiaScope*, 2026) takes the first JSON value it finds in an answer, and of one
that is cut off what is complete. Here that is one of two readings, so that what the lenient one adds, and
whom it leaves out, can be counted.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import orjson

from pycheck.empirical.probing.names import doubled_name


class Form(StrEnum):
    """What an answer's text is."""

    WHOLE = "whole"  #: one JSON value and nothing else
    FENCED = "fenced"  #: one JSON value in a code fence
    LOOSE = "loose"  #: a value that is JSON to lenient parsers alone: a name twice in an object, a NaN
    EMBEDDED = "embedded"  #: a JSON value with other words around it
    SEVERAL = "several"  #: one JSON value after the other
    TRUNCATED = "truncated"  #: a JSON value whose end is missing
    MALFORMED = "malformed"  #: what begins like JSON and is none
    PROSE = "prose"  #: no JSON at all
    EMPTY = "empty"
    ERROR = "error"  #: not an answer: what the instrument writes when a call fails

    # Millions are counted by form, and an enumeration's own hash is many times as slow.
    __hash__ = str.__hash__


@dataclass(frozen=True, slots=True)
class Text:
    """What a text is, and its value read strictly and leniently; ``None`` where there is none."""

    form: Form
    strict: Any
    repaired: Any


_BLANK = " \t\n\r"
_FAILED = re.compile(r"ERROR: ")
#: A bracket with what can come next in JSON: words in brackets are no JSON that was cut off.
_START = re.compile(r'\[(?=\s*(?:[\[{"\]\-0-9]|true|false|null|$))|\{(?=\s*(?:["}]|$))')
_FENCE = re.compile(r"```(?:json)?", re.IGNORECASE)
#: The next bracket that is in no string, the quotation mark of a string that does not end, or the end.
_NEXT = re.compile(r'(?:[^"\[\]{}]++|"(?:[^"\\]++|\\.)*+")*+([\[\]{}"]|\Z)', re.DOTALL)
_CLOSING = {"[": "]", "{": "}"}


def read(text: str) -> Text:
    """What ``text`` is. Takes time in proportion to its length."""
    text = text.strip(_BLANK)
    if not text:
        return Text(Form.EMPTY, None, None)
    if _FAILED.match(text):
        return Text(Form.ERROR, None, None)
    try:
        value = orjson.loads(text)
    except orjson.JSONDecodeError:
        return _repaired(text)
    # Of a name given twice the quick parser keeps the last.
    if doubled_name(text, value) is not None:
        return _repaired(text)
    return Text(Form.WHOLE, value, value)


def _repaired(text: str) -> Text:
    position, form = 0, Form.PROSE
    while start := _START.search(text, position):
        begin = start.start()
        end, complete = _scan(text, begin)
        if complete is not None:
            return Text(Form.TRUNCATED, None, _value(complete))
        form, position = Form.MALFORMED, end
        value = _value(text[begin:end])
        if value is not None:
            return Text(_around(text[:begin], text[end:]), None, value)
    return Text(form, None, None)


def _value(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _around(before: str, after: str) -> Form:
    """What an answer is that has a value with this text around it."""
    if not _FENCE.sub("", before).strip(_BLANK) and not _FENCE.sub("", after).strip(_BLANK):
        return Form.FENCED if before or after else Form.LOOSE
    rest = after.lstrip(_BLANK)
    return Form.SEVERAL if rest.lstrip(",").lstrip(_BLANK)[:1] in ("{", "[") else Form.EMBEDDED


def _scan(text: str, start: int) -> tuple[int, str | None]:
    """Where the brackets that begin at ``start`` are closed, or wrongly closed, for the first time.

    Where the text ends before, also what is complete: the parts up to the last inner object or list that is
    closed, with the brackets around them closed; without any, nothing, which is no JSON.
    """
    open_: list[str] = []
    end = depth = 0
    for token in _NEXT.finditer(text, start):
        mark = token[1]
        if mark in _CLOSING:
            open_.append(_CLOSING[mark])
        elif mark in ('"', ""):
            break
        else:
            if open_.pop() != mark or not open_:
                return token.end(), None
            # What is opened from here on lies above ``depth``, so that what is open now can be told later.
            end, depth = token.end(), len(open_)
    return len(text), text[start:end] + "".join(reversed(open_[:depth]))
