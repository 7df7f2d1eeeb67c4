"""What a run that passed the gate amounts to, in a form that nobody else can make or change.

An :class:`EmpiricalEvidence` is the only thing that a report takes from the empirical side. It is no evidence
for a claim: it has no truth value, and its type stands in no place where formal, exhaustive or symbolic
evidence is expected. Its seal covers its content, so that a changed copy is refused like an invented one.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from pycheck.empirical.analysis import Results
    from pycheck.mechanism import Mechanism

#: What the results of pilots and wars are called, wherever they are shown.
LABEL = "empirical: describes these models on these runs; proves, refutes and extends no theorem"


@dataclass(frozen=True)
class ShownDeviation:
    """A change to the protocol after its freeze, as it is shown: values as JSON text."""

    field: str
    old: str
    new: str
    reason: str
    time: str


@dataclass(frozen=True)
class ShownTable:
    """A table as text, its first column a heading of the row; ``note`` says how it is to be read."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    note: str = ""


@dataclass(frozen=True)
class Mark:
    """One estimate of a plot. ``value`` is ``None`` where nothing was measured, which is drawn as such.

    ``low`` and ``high`` are the ends of its interval, if it has one; ``n`` is what it rests on.
    """

    group: str
    label: str
    value: float | None
    low: float | None
    high: float | None
    n: int


@dataclass(frozen=True)
class Plot:
    """Estimates to be drawn beside each other: rates between 0 and 1, gains around 0, or counts from 0."""

    title: str
    kind: Literal["rate", "gain", "count"]
    unit: str
    marks: tuple[Mark, ...]


class GateSeal:
    """The right to call a content gated. Made by :mod:`pycheck.empirical.gate` alone, for one content."""

    __slots__ = ("_content",)
    _maker: object = None

    def __init__(self, maker: object, content: str) -> None:
        if GateSeal._maker is None or maker is not GateSeal._maker:
            raise PermissionError("only the gate seals empirical evidence")
        self._content = content

    @classmethod
    def take(cls) -> object:
        """The right to seal, once."""
        if cls._maker is not None:
            raise PermissionError("only the gate seals empirical evidence")
        cls._maker = object()
        return cls._maker

    def covers(self, content: str) -> bool:
        """Whether this seal was made for this content."""
        return self._content == content


@dataclass(frozen=True)
class EmpiricalEvidence:
    """One run that passed the gate: what was measured, on what, with every deviation.

    ``label`` says what it is and what it is not. ``freeze_sha256`` names the protocol, ``trace_sha256`` the
    run, ``tables_sha256`` the mechanism's tables.
    ``data`` is the whole result as JSON data; ``tables`` and ``plots`` are the same for people; ``units`` are
    what ``turns`` and ``acts`` count. ``results`` is what a pilot's were made from and are compared
    by, ``None`` for anything else.
    Raises :class:`PermissionError` unless made by the gate, for this very content.
    """

    mechanism: str
    tables_sha256: str
    protocol: str
    title: str
    label: str
    freeze_sha256: str
    run: str
    trace_sha256: str
    code: str
    turns: int
    acts: int
    deviations: tuple[ShownDeviation, ...]
    data: Mapping[str, Any]
    tables: tuple[ShownTable, ...]
    plots: tuple[Plot, ...]
    units: tuple[str, str]
    results: Results | None = field(repr=False, compare=False)
    seal: GateSeal = field(repr=False, compare=False)

    def __post_init__(self) -> None:
        if type(self.seal) is not GateSeal:
            raise PermissionError("empirical evidence can only be made by the gate")
        if not self.seal.covers(content_digest(self)):
            raise PermissionError("this is not the content that passed the gate: it was changed since")

    def __init_subclass__(cls) -> None:
        raise TypeError("EmpiricalEvidence is final")

    @property
    def intact(self) -> bool:
        """Whether the content is still the one that was sealed."""
        try:
            return type(self.seal) is GateSeal and self.seal.covers(content_digest(self))
        except AttributeError:
            # Made past its own check, without what it has to have.
            return False

    @property
    def size(self) -> str:
        """How much there is of it, for people."""
        return f"{self.turns} {self.units[0]}, {self.acts} {self.units[1]}"

    def foreign_to(self, mechanism: Mechanism) -> str:
        """Why this is no measurement on ``mechanism``; empty if it is one."""
        from pycheck.empirical.tables import tables_digest

        if self.mechanism != mechanism.name:
            return f"the run {self.run} is about {self.mechanism}, not about {mechanism.name}"
        if self.tables_sha256 != tables_digest(mechanism):
            return f"the run {self.run} was made with other tables of {mechanism.name} than those of the file"
        return ""


def content_digest(evidence: EmpiricalEvidence) -> str:
    """SHA-256 over everything that the evidence holds, and so over all that is made from it."""
    return digest_of({name: getattr(evidence, name) for name in CONTENT})


#: The fields that a seal covers: all but the seal.
CONTENT = tuple(name for name in EmpiricalEvidence.__dataclass_fields__ if name != "seal")


def digest_of(content: Mapping[str, Any]) -> str:
    """SHA-256 of a content's fields in one fixed form."""
    text = json.dumps(_form(dict(content)), ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()


def _form(value: Any) -> Any:
    """A value as plain data in which another type is another value: what is like a text is no text."""
    if value is None or type(value) in (str, bool, int, float):
        return value
    kind = type(value).__qualname__
    if isinstance(value, Enum):
        return [kind, value.name]
    if isinstance(value, Mapping):
        return [kind, sorted(([_form(k), _form(v)] for k, v in value.items()), key=json.dumps)]
    if isinstance(value, tuple | list):
        return [kind, [_form(part) for part in value]]
    if is_dataclass(value):
        return [kind, [[field.name, _form(getattr(value, field.name))] for field in fields(value)]]
    if hasattr(type(value), "model_fields"):
        return [kind, [[name, _form(getattr(value, name))] for name in type(value).model_fields]]
    return [kind, repr(value)]
