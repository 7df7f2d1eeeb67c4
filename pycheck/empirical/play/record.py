"""The trace of games: one line for each question and its answer, in the order in which they came back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar, Literal

from pydantic import ConfigDict, Field, TypeAdapter

from pycheck.empirical.lines import bare
from pycheck.empirical.play.asking import AskKey
from pycheck.empirical.record import Attempt, Count, Seconds, StopReason

#: Changes when a line's fields or their meaning do. The schema is ``docs/schema/games-1.json``.
SCHEMA_VERSION = 1
_STRICT = ConfigDict(extra="forbid", allow_inf_nan=False)
_Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]


@dataclass(frozen=True, slots=True)
class Opened:
    """The first line: what the games are played under. ``time`` is in seconds since 1970."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    freeze: _Sha256
    code: str
    time: Seconds
    schema_version: Literal[1] = 1
    kind: Literal["header"] = "header"


@dataclass(frozen=True, slots=True)
class Asked:
    """One question and what came back.

    The player was sent the first ``shown`` messages of what it has been shown (``contexts.jsonl``), then
    ``question``; ``prompt_sha256`` is the digest of both together. ``model`` is the one asked for, or the
    script, which has no ``family``. ``most_tokens`` is more than the prompt has. ``elapsed_s`` is the run's
    own time.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    key: AskKey
    family: str | None
    model: str
    shown: Count
    question: str
    prompt_sha256: _Sha256
    most_tokens: Count
    max_tokens: Count
    seed: Count
    attempt: Attempt
    time: Seconds
    elapsed_s: Seconds
    kind: Literal["asked"] = "asked"


@dataclass(frozen=True, slots=True)
class Stop:
    """A run ended before its games did."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT
    reason: StopReason
    message: str
    elapsed_s: Seconds
    kind: Literal["stop"] = "stop"


Line = Opened | Asked | Stop
_ADAPTER: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(discriminator="kind")])


def to_line(line: Line) -> bytes:
    """The record as one line: compact JSON in UTF-8 with a newline at the end."""
    return _ADAPTER.dump_json(line) + b"\n"


def from_line(line: bytes) -> Line:
    """The record that a line holds. Raises :class:`ValueError` (pydantic's) for anything else."""
    return _ADAPTER.validate_json(line, strict=True)


def schema() -> dict[str, Any]:
    """The JSON Schema (draft 2020-12) of a line."""
    described: dict[str, Any] = bare(_ADAPTER.json_schema())
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"A line of a trace of games, version {SCHEMA_VERSION}",
        **described,
    }
