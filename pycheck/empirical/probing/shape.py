"""Fields of a JSON object with the types they must have: no conversion, and a truth value is no number."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeGuard

from pycheck.empirical.probing.faults import Kind, Problem, shown


class Field(NamedTuple):
    """What a field accepts, in words and as a test."""

    words: str
    accepts: Callable[[Any], bool]
    optional: bool = False
    plain: type | None = None  #: a type every value of which is accepted


def is_number(value: Any) -> TypeGuard[float]:
    """Whether a JSON value is a finite number, and no larger than floating point has."""
    if type(value) is int:
        return abs(value) <= sys.float_info.max
    return type(value) is float and value - value == 0


def _is_text(value: Any) -> bool:
    return type(value) is str


def _is_texts(value: Any) -> bool:
    return type(value) is dict and all(type(name) is str for name in value.values())


TEXT = Field("text", _is_text, plain=str)
NUMBER = Field("a number", is_number)
TRUTH = Field("true or false", lambda value: type(value) is bool, plain=bool)
ROUND = Field("a round, 0 or more", lambda value: type(value) is int and value >= 0)
COUNT = Field("a whole number, 0 or more", lambda value: type(value) is int and value >= 0)
MESSAGE = Field("a message number, 0 or more", lambda value: type(value) is int and value >= 0)
MESSAGE_OR_END = Field("a message number, or -1", lambda value: type(value) is int and value >= -1)
ANYTHING = Field("anything", lambda value: True)
NAMES = Field("an object of names", _is_texts)


def optional(field: Field) -> Field:
    """The field, or its absence, or null."""
    return Field(
        f"{field.words}, or null", lambda value: value is None or field.accepts(value), optional=True
    )


def check(data: Mapping[str, Any], fields: Mapping[str, Field]) -> None:
    """Raise :class:`Problem` for the first field that is not there or has another type."""
    for name, field in fields.items():
        try:
            value = data[name]
        except KeyError:
            if field.optional:
                continue
            raise Problem(Kind.MISSING_FIELD, f"no {name}", field.words) from None
        if type(value) is not field.plain and not field.accepts(value):
            raise Problem(Kind.WRONG_TYPE, f"{name} {shown(value)}", field.words)
