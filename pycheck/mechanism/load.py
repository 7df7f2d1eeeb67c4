"""Reading a mechanism file: every section, every fault, one result."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from math import prod
from pathlib import Path

from pycheck.errors import Fault, InputFileError
from pycheck.mechanism.agents import (
    MAX_CELLS,
    partial_signature,
    read_agents,
    read_label,
    read_labels,
    read_signature,
)
from pycheck.mechanism.document import Document, file_at, read_document
from pycheck.mechanism.entries import read_claims, read_sources
from pycheck.mechanism.fields import Faults, Node, quoted
from pycheck.mechanism.leanlink import read_lean, read_namespace
from pycheck.mechanism.model import MAIN_MAP, ClaimEntry, Mechanism, OutcomeMap, Signature
from pycheck.mechanism.tables import Frame, read_map, read_utilities

#: The version of the format that is read.
FORMAT = 1

_NAME = re.compile(r"[a-z][a-z0-9_]{0,63}")
_REQUIRED = {
    "format": f"the integer {FORMAT}",
    "name": "the mechanism's name, which is its folder's",
    "title": "a title",
    "outcomes": "an array of the outcomes",
    "agents": "one [[agents]] table for each agent",
    "utilities": "a table with a table for each agent, or false (nobody values outcomes)",
    "outcome_map": "a table with rows, grid or constant",
}
_OPTIONAL = ("description", "sources", "maps", "claims", "lean")


@dataclass(frozen=True)
class Reading:
    """What a mechanism file gave.

    ``mechanism`` is there when the file has no fault. ``signature`` and ``claims`` are there as soon as
    the agents' names are readable, so that claims can be interpreted and all faults shown together; the
    signature is ``partial`` where not all of agents and outcomes is.
    """

    path: Path
    mechanism: Mechanism | None
    signature: Signature | None
    claims: tuple[ClaimEntry, ...]
    faults: tuple[Fault, ...]

    def require(self) -> Mechanism:
        """The mechanism; raises :class:`~pycheck.errors.InputFileError` with all faults if there are any."""
        if self.mechanism is None:
            raise InputFileError(str(self.path), self.faults)
        return self.mechanism


def read_mechanism(path: Path) -> Reading:
    """Read the mechanism file at ``path``, or ``mechanism.toml`` in the folder ``path``.

    Never raises for bad content, nor for a file that is missing or unreadable: every trouble is one of
    the faults of the result.
    """
    path = file_at(path)
    faults = Faults()
    document = read_document(path, faults)
    if document is None:
        return Reading(path, None, None, (), faults.collected())
    return _interpret(document, faults)


def _interpret(document: Document, faults: Faults) -> Reading:
    root = Node(document.content, "", faults)
    version = document.content.get("format")
    if isinstance(version, int) and not isinstance(version, bool) and version != FORMAT:
        hint = "the file is for another version of pycheck; nothing else in it was looked at"
        Node(version, "format", faults).fault(_REQUIRED["format"], hint)
        return Reading(document.path, None, None, (), faults.collected())
    entries = root.record(_REQUIRED, _OPTIONAL) or {}
    if "format" in entries:
        entries["format"].integer(_REQUIRED["format"])
    name = _read_name(entries.get("name"), document.folder)
    title = entries["title"].prose("a title") if "title" in entries else None
    description = entries["description"].prose("a text", lines=True) if "description" in entries else ""

    outcomes = read_labels(entries["outcomes"], "outcome") if "outcomes" in entries else None
    agents = read_agents(entries["agents"]) if "agents" in entries else None
    map_nodes = _read_map_names(entries.get("maps"))
    map_names = (MAIN_MAP, *map_nodes)
    has_utilities = "utilities" not in entries or entries["utilities"].value is not False
    signature = read_signature(
        entries.get("agents", root), agents, outcomes, map_names, has_utilities=has_utilities
    )
    utilities, maps = None, None
    if agents is not None:
        if "utilities" in entries:
            utilities = read_utilities(entries["utilities"], agents, outcomes)
        nodes = {MAIN_MAP: entries["outcome_map"]} if "outcome_map" in entries else {}
        maps = _read_maps({**nodes, **map_nodes}, Frame(agents, outcomes), entries.get("maps", root))

    sources = read_sources(entries.get("sources"))
    namespace = read_namespace(entries["lean"]) if "lean" in entries else None
    claims = read_claims(entries.get("claims"), [source.id for source in sources], namespace)
    lean = None
    if "lean" in entries:
        lean = read_lean(entries["lean"], agents, signature, map_names, utilities, has_utilities)

    mechanism = None
    if not faults and name and title and signature and utilities is not None and maps:
        mechanism = Mechanism(
            name=name,
            title=title,
            signature=signature,
            utilities=utilities,
            maps=maps,
            claims=claims,
            lean=lean,
            sources=sources,
            description=description or "",
            sha256=document.sha256,
            path=str(document.path),
        )
    readable = signature or partial_signature(agents, outcomes, map_names, has_utilities=has_utilities)
    return Reading(document.path, mechanism, readable, claims, faults.collected())


def _read_name(node: Node | None, folder: str) -> str | None:
    expected = "a name: a to z, then a to z, digits and underscores, at most 64 characters"
    name = None if node is None else node.text(expected)
    if node is None or name is None:
        return None
    if not _NAME.fullmatch(name):
        node.fault(expected)
        return None
    if name != folder:
        node.fault(f"the name of the folder that the file is in, {quoted(folder)}")
    return name


def _read_map_names(node: Node | None) -> dict[str, Node]:
    """The further outcome maps by name, their content not yet read."""
    nodes = {} if node is None else node.table("a table with a table for each further outcome map") or {}
    for name, entry in nodes.items():
        label = Node(name, entry.key, entry.faults)
        if read_label(label) == MAIN_MAP:
            label.fault("another name for a further outcome map", "that is the mechanism's own map")
    return nodes


def _read_maps(nodes: Mapping[str, Node], frame: Frame, place: Node) -> dict[str, OutcomeMap] | None:
    cells = len(nodes) * prod(frame.shape or (0,))
    if cells > MAX_CELLS:
        place.fault(f"at most {MAX_CELLS:,} cells in all outcome maps", found=f"{cells:,} cells")
        return None
    read = {name: read_map(node, frame) for name, node in nodes.items()}
    maps = {name: table for name, table in read.items() if table is not None}
    return maps if len(maps) == len(nodes) else None
