"""The ``[[sources]]`` and ``[[claims]]``: what every claim has, whatever its kind.

The parameters of a claim's kind are passed on as they stand; the claims layer interprets them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from pycheck.mechanism.fields import MAX_DIGITS, Node, quoted
from pycheck.mechanism.lean_names import absolute_name, read_lean_name
from pycheck.mechanism.model import ClaimEntry, Source

_ID = re.compile(r"[A-Za-z0-9_.-]{1,100}")
_ID_EXPECTED = "an id: 1 to 100 letters, digits, underscores, dots and hyphens"
_COMMON = ("id", "kind", "expect", "theorem", "source", "note")


def _read_id(node: Node, places: dict[str, Node]) -> str | None:
    """An id that no earlier entry has; ``places`` remembers it."""
    text = node.text(_ID_EXPECTED)
    if text is None:
        return None
    if not _ID.fullmatch(text):
        node.fault(_ID_EXPECTED)
        return None
    if places.setdefault(text, node) is not node:
        node.fault("an id that no other entry has", f"{quoted(text)} is also {places[text].key}")
        return None
    return text


def read_sources(node: Node | None) -> tuple[Source, ...]:
    """The ``[[sources]]`` that could be read."""
    items = [] if node is None else node.array("one [[sources]] table for each source") or []
    sources = []
    places: dict[str, Node] = {}
    for item in items:
        entries = item.record({"id": _ID_EXPECTED, "citation": "a full citation"}) or {}
        source_id = _read_id(entries["id"], places) if "id" in entries else None
        citation = entries["citation"].prose("a full citation", lines=True) if "citation" in entries else None
        if source_id is not None:
            sources.append(Source(source_id, citation or ""))
    return tuple(sources)


def read_claims(
    node: Node | None, source_ids: Sequence[str], namespace: str | None
) -> tuple[ClaimEntry, ...]:
    """The ``[[claims]]`` that say their kind.

    ``namespace`` is the Lean namespace that theorems are relative to, ``None`` without a ``[lean]``
    section: then a theorem is a fault.
    """
    items = [] if node is None else node.array("one [[claims]] table for each claim") or []
    ids: dict[str, Node] = {}
    theorems: dict[str, Node] = {}
    claims = [_read_claim(item, source_ids, namespace, ids, theorems) for item in items]
    return tuple(claim for claim in claims if claim is not None)


def _read_claim(
    node: Node,
    source_ids: Sequence[str],
    namespace: str | None,
    ids: dict[str, Node],
    theorems: dict[str, Node],
) -> ClaimEntry | None:
    plain = node.table("a [[claims]] table")
    if plain is None:
        return None
    for name, expected in (("id", _ID_EXPECTED), ("kind", "a kind of claim")):
        if name not in plain:
            node.faults.add(f"{node.key}.{name}", "nothing", expected)
    claim_id = _read_id(plain["id"], ids) if "id" in plain else None
    key = node.key if claim_id is None else f"{node.key} (id {quoted(claim_id)})"
    fields = Node(node.value, key, node.faults).table("a [[claims]] table") or {}
    kind = fields["kind"].prose("a kind of claim") if "kind" in fields else None
    expect = fields["expect"].choice("expectation", ("holds", "fails")) if "expect" in fields else "holds"
    theorem = _read_theorem(fields["theorem"], namespace, theorems) if "theorem" in fields else None
    source = _read_source(fields["source"], source_ids) if "source" in fields else None
    note = fields["note"].prose("a note", lines=True) if "note" in fields else None
    params = {name: field for name, field in fields.items() if name not in _COMMON}
    if kind is None or not _numbers_fit(params):
        return None
    return ClaimEntry(
        key=key,
        id=claim_id or node.key,
        kind=kind,
        params={name: field.value for name, field in params.items()},
        expect=expect or "holds",
        theorem=theorem,
        source=source,
        note=note,
    )


def _numbers_fit(params: Mapping[str, Node]) -> bool:
    """Whether no integer anywhere in the parameters is too long; those that are become faults."""
    waiting, fit = list(params.values()), True
    while waiting:
        node = waiting.pop()
        if isinstance(node.value, Mapping):
            waiting += (node.table("") or {}).values()
        elif isinstance(node.value, list):
            waiting += node.array("") or []
        elif isinstance(node.value, int) and not isinstance(node.value, bool):
            fit = node.integer(f"an integer of at most {MAX_DIGITS} digits") is not None and fit
    return fit


def _read_theorem(node: Node, namespace: str | None, theorems: dict[str, Node]) -> str | None:
    name = read_lean_name(node)
    if name is None:
        return None
    if namespace is None:
        node.fault("no theorem without a [lean] section", "say in [lean] where the theorem is")
        return name
    first = theorems.setdefault(absolute_name(namespace, name), node)
    if first is not node:
        node.fault("a theorem that no other claim has", f"{quoted(name)} is also {first.key}")
    return name


def _read_source(node: Node, source_ids: Sequence[str]) -> str | None:
    """``<id of a source>`` or ``<id>, <where in it>``."""
    text = node.prose("the id of a source, then where in it after a comma")
    if text is None:
        return None
    if not source_ids:
        node.fault("the id of one of the [[sources]]", "there are none")
        return None
    if (name := text.partition(",")[0].strip()) not in source_ids:
        node.faults.unknown(node.key, "source", name, source_ids)
        return None
    return text
