"""What a run records: attempts, acts and turns, and what else a trace has lines for.

A *turn* is one true profile under one condition, family and seed: every agent acts, and the mechanism decides
if every act is valid. An *act* is one agent's report, with every *attempt* at it. What could not be read is
kept with its status and cause; no action and no outcome is ever put in its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Annotated, ClassVar, Literal, NamedTuple

from pydantic import ConfigDict, Field, JsonValue, PlainSerializer
from pydantic.json_schema import SkipJsonSchema, WithJsonSchema

#: Changes when a line's fields or their meaning do. The schema is ``docs/schema/trace-1.json``.
SCHEMA_VERSION = 1
#: The family of players that are no models.
SCRIPTED = "scripted"

_STRICT = ConfigDict(extra="forbid", ser_json_inf_nan="constants", allow_inf_nan=False)


class Status(StrEnum):
    """What became of an attempt or an act."""

    VALID = "valid"
    INVALID = "invalid"
    EMPTY = "empty"
    TRUNCATED = "truncated"
    REFUSED = "refused"
    NETWORK_ERROR = "network_error"
    HTTP_ERROR = "http_error"
    #: In the plan and never asked: the run stopped before. Has no line in a trace.
    NOT_ASKED = "not_asked"


class Cause(StrEnum):
    """Why. The first group goes with ``invalid``, the second with ``http_error``, the third with
    ``network_error``."""

    PROSE = "prose"
    WRONG_JSON = "wrong_json"
    EXTRA_FIELD = "extra_field"
    UNKNOWN_FIELD = "unknown_field"
    UNKNOWN_REPORT = "unknown_report"
    SEVERAL_OBJECTS = "several_objects"

    HTTP_STATUS = "http_status"
    NOT_JSON = "not_json"
    WRONG_SHAPE = "wrong_shape"
    WRONG_MODEL = "wrong_model"

    TIMEOUT = "timeout"
    CONNECTION = "connection"


#: The causes that each status may have; a status that is not here has none.
CAUSES: Mapping[Status, frozenset[Cause]] = {
    Status.INVALID: frozenset(list(Cause)[:6]),
    Status.HTTP_ERROR: frozenset(list(Cause)[6:10]),
    Status.NETWORK_ERROR: frozenset((*list(Cause)[10:], Cause.HTTP_STATUS)),
}

#: Why a run ended before its plan did.
StopReason = Literal[
    "calls", "tokens", "money", "wall_s", "payment_required", "not_authorised", "interrupted"
]  # fmt: skip
#: An exact rational as text, ``"3"`` or ``"7/2"``.
Rational = Annotated[
    Fraction, PlainSerializer(str), WithJsonSchema({"type": "string", "pattern": r"^-?\d+(/[1-9]\d*)?$"})
]
Sha256 = Annotated[str, Field(pattern=r"^[0-9a-f]{64}$")]
#: More than any one call takes; a larger number of tokens is a mistake, and no arithmetic is done with it.
MOST_TOKENS = 10**12
Count = Annotated[int, Field(ge=0, le=MOST_TOKENS)]
Seconds = Annotated[float, Field(ge=0)]


@dataclass(frozen=True, slots=True)
class Retry:
    """A call that gave no answer and was made again.

    ``what`` is ``timeout``, ``connection``, ``http_status`` (with the code in ``http_status``) or
    ``interrupted`` (the run ended while the call was under way); ``wait_s`` is the back-off after it.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    what: Literal["timeout", "connection", "http_status", "interrupted"]
    wait_s: Seconds
    http_status: int | None = None


@dataclass(frozen=True, slots=True)
class Attempt:
    """One question and what came back.

    ``raw`` is the answer's text, ``None`` if there was none. ``latency_s`` is the time of the last call,
    back-off excluded. ``model`` and ``provider`` are as returned. ``retries`` are the calls before that gave
    no answer. ``error`` is a sentence on what went wrong, without anything a server said.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    status: Status
    prompt_sha256: Sha256 | None
    reformulation: bool = False
    cause: Cause | None = None
    raw: str | None = None
    finish_reason: str | None = None
    refusal: str | None = None
    http_status: int | None = None
    prompt_tokens: Count | None = None
    completion_tokens: Count | None = None
    latency_s: Seconds = 0.0
    provider: str | None = None
    model: str | None = None
    retries: tuple[Retry, ...] = ()
    error: str | None = None

    @property
    def calls(self) -> int:
        """How many calls were made for it (scripted players make none, and have no prompt)."""
        return 0 if self.prompt_sha256 is None else 1 + len(self.retries)


class TurnKey(NamedTuple):
    """What names a turn in a plan. ``profile`` is (agent, true type) in the mechanism's order."""

    condition: str
    family: str
    profile: tuple[tuple[str, str], ...]
    seed: int


class ActKey(NamedTuple):
    """What names an act in a plan."""

    turn: TurnKey
    agent: str


@dataclass(frozen=True, slots=True)
class Act:
    """One agent's report in one turn; ``report`` is ``None`` unless the status is ``valid``.

    ``status`` and ``cause`` are those of the last attempt. ``model`` is the model asked for, or the scripted
    policy. ``freeze`` is the digest of the frozen protocol and ``code`` pycheck's version and code digest.
    ``elapsed_s`` is the run's own time so far, interruptions excluded.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    freeze: Sha256
    code: str
    condition: str
    family: str
    model: str
    profile: Mapping[str, str]
    seed: int
    agent: str
    true_type: str
    status: Status
    attempts: tuple[Attempt, ...]
    cause: Cause | None = None
    report: str | None = None
    elapsed_s: Seconds = 0.0

    @property
    def key(self) -> ActKey:
        """Its place in the plan."""
        turn = TurnKey(self.condition, self.family, tuple(self.profile.items()), self.seed)
        return ActKey(turn, self.agent)

    @property
    def calls(self) -> int:
        """Calls made for it, lost ones included."""
        return sum(attempt.calls for attempt in self.attempts)

    @property
    def tokens(self) -> int:
        """Tokens reported for it, prompt and completion."""
        return sum((a.prompt_tokens or 0) + (a.completion_tokens or 0) for a in self.attempts)


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn: the reports, and what mechanism and oracle make of them.

    ``outcome`` and ``welfare`` (the sum of utilities at the true types) are ``None`` unless every act is
    valid; ``optimum`` is the highest welfare of any outcome at the true types. ``acts``, in the order of the
    agents, are lines of their own in a trace and no part of the turn's.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    freeze: Sha256
    code: str
    condition: str
    family: str
    profile: Mapping[str, str]
    seed: int
    reports: Mapping[str, str | None]
    optimum: Rational
    outcome: str | None = None
    welfare: Rational | None = None
    acts: SkipJsonSchema[Annotated[tuple[Act, ...], Field(exclude=True)]] = ()

    @property
    def key(self) -> TurnKey:
        """Its place in the plan."""
        return TurnKey(self.condition, self.family, tuple(self.profile.items()), self.seed)


@dataclass(frozen=True, slots=True)
class Header:
    """The first line of a trace: what it is a trace of.

    ``mechanism_sha256`` is the digest of the mechanism's tables, not of its file.
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    schema_version: Literal[1]
    freeze: Sha256
    code: str
    protocol: str
    mechanism: str
    mechanism_sha256: Sha256


@dataclass(frozen=True, slots=True)
class Stop:
    """A run that ended before its plan did: which budget or what else, said in a sentence."""

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    freeze: Sha256
    code: str
    reason: StopReason
    message: str
    elapsed_s: Seconds = 0.0


@dataclass(frozen=True, slots=True)
class Deviation:
    """A change to the frozen protocol, in force for what comes after it in the trace.

    ``field`` is a key of the protocol (``budgets.calls``), ``old`` and ``new`` its values (``None``: absent),
    ``time`` when it was decided, in UTC (``2026-11-30T12:00:00Z``).
    """

    __pydantic_config__: ClassVar[ConfigDict] = _STRICT

    freeze: Sha256
    code: str
    field: str
    old: JsonValue
    new: JsonValue
    reason: Annotated[str, Field(min_length=1)]
    time: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$")]


Line = Header | Act | Turn | Stop | Deviation
