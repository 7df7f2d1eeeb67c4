"""Who takes part and what can happen: the agents with their types and reports, the outcomes."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from pycheck.mechanism.fields import Node, quoted
from pycheck.mechanism.model import UNREAD, Agent, Signature

#: Longest label of an agent, a type, a report, an outcome or an outcome map.
MAX_LABEL = 64
#: Most report profiles, type profiles, utilities or cells of all outcome maps together.
MAX_CELLS = 1_000_000
#: Words that claims use where an agent's name may stand, and the key beside the agents' in a row.
RESERVED_AGENT_NAMES = ("all", "every", "one", "some", "outcome")

_LABEL = f"a label: 1 to {MAX_LABEL} characters, no blank at either end, no invisible ones, in NFC"


@dataclass(frozen=True)
class AgentDraft:
    """What could be read of an agent; ``None`` where the file is at fault."""

    name: str
    types: tuple[str, ...] | None
    reports: tuple[str, ...] | None
    truthful: tuple[int, ...] | None = None

    def complete(self) -> Agent | None:
        """The agent, if all of it could be read."""
        if self.types is None or self.reports is None:
            return None
        return Agent(self.name, self.types, self.reports, self.truthful)


def read_label(node: Node) -> str | None:
    """A label: visible, short, and written in one way only."""
    text = node.text(_LABEL)
    if text is None:
        return None
    invisible = any(unicodedata.category(c) in ("Cc", "Cf", "Cs", "Co", "Zl", "Zp") for c in text)
    well_formed = 0 < len(text) <= MAX_LABEL and text == text.strip() and not invisible
    if not well_formed or not unicodedata.is_normalized("NFC", text):
        node.fault(_LABEL)
        return None
    return text


def read_labels(node: Node, what: str) -> tuple[str, ...] | None:
    """A non-empty array of different labels, each of which is a ``what``."""
    items = node.array(f"a non-empty array of {what}s")
    if items is None:
        return None
    if not items:
        node.fault(f"at least one {what}")
        return None
    places: dict[str, Node] = {}
    sound = True
    for item in items:
        label = read_label(item)
        sound = sound and label is not None and label not in places
        if label in places:
            item.fault(f"a {what} not named before", f"{quoted(label)} is also {places[label].key}")
        elif label is not None:
            places[label] = item
    return tuple(places) if sound else None


def read_agents(node: Node) -> tuple[AgentDraft, ...] | None:
    """The ``[[agents]]``; ``None`` when there is no way to tell their names."""
    items = node.array("one [[agents]] table for each agent")
    if items is None:
        return None
    if not items:
        node.fault("at least one agent")
        return None
    drafts = [_read_agent(item) for item in items]
    named = [(item, draft) for item, draft in zip(items, drafts, strict=True) if draft is not None]
    places: dict[str, Node] = {}
    for item, draft in named:
        if draft.name in places:
            name = quoted(draft.name)
            hint = f"{name} is also {places[draft.name].key}"
            item.faults.add(f"{item.key}.name", name, "a name no other agent has", hint)
        places.setdefault(draft.name, item)
    return tuple(draft for _, draft in named) if len(places) == len(items) else None


def _read_agent(node: Node) -> AgentDraft | None:
    required = {"name": "the agent's name", "types": "an array of the agent's types"}
    entries = node.record(required, ("reports", "truthful"))
    if entries is None:
        return None
    types = read_labels(entries["types"], "type") if "types" in entries else None
    reports = read_labels(entries["reports"], "report") if "reports" in entries else types
    truthful = _read_truthful(entries.get("truthful"), types, reports)
    name = read_label(entries["name"]) if "name" in entries else None
    if name in RESERVED_AGENT_NAMES:
        reserved = ", ".join(RESERVED_AGENT_NAMES)
        entries["name"].fault(
            f"an agent's name other than {reserved}", "these words mean something in claims"
        )
        name = None
    return None if name is None else AgentDraft(name, types, reports, truthful)


def _read_truthful(
    node: Node | None, types: tuple[str, ...] | None, reports: tuple[str, ...] | None
) -> tuple[int, ...] | None:
    """The true report of each type, as indices.

    Where the entry is at fault the first report stands in: the mechanism is refused anyway, and
    claims about truthful reports are not to be called faulty for it.
    """
    if node is None:
        if types is None or reports is None or not set(types) <= set(reports):
            return None
        return tuple(reports.index(label) for label in types)
    if node.value is False:
        return None
    if isinstance(node.value, bool):
        node.fault("false (no report is true), or a table with the true report of each type")
        return None if types is None else (0,) * len(types)
    if types is None:
        node.table("false (no report is true), or a table with the true report of each type")
        return None
    entries = node.record(dict.fromkeys(types, "the true report of this type"), what="type") or {}
    if reports is None:
        return None
    places = {label: index for index, label in enumerate(reports)}
    chosen = [entries[label].position("report", places) if label in entries else None for label in types]
    return tuple(index or 0 for index in chosen)


def read_signature(
    node: Node,
    drafts: Sequence[AgentDraft] | None,
    outcomes: tuple[str, ...] | None,
    map_names: tuple[str, ...],
    *,
    has_utilities: bool,
) -> Signature | None:
    """The signature, if agents and outcomes are readable and not too many; ``node`` holds the agents."""
    agents = [draft.complete() for draft in drafts or ()]
    complete = tuple(agent for agent in agents if agent is not None)
    if not complete or len(complete) < len(agents) or outcomes is None:
        return None
    sizes = {
        "report profiles": prod(len(agent.reports) for agent in complete),
        "type profiles": prod(len(agent.types) for agent in complete),
        "utilities": sum(len(agent.types) for agent in complete) * len(outcomes) if has_utilities else 0,
    }
    too_large = {what: size for what, size in sizes.items() if size > MAX_CELLS}
    for what, size in too_large.items():
        shown = f"{size:,}" if size < 10**15 else "more than 10^15"
        node.fault(f"at most {MAX_CELLS:,} {what}", found=f"{shown} {what}")
    return None if too_large else Signature(complete, outcomes, map_names, has_utilities)


def partial_signature(
    drafts: Sequence[AgentDraft] | None,
    outcomes: tuple[str, ...] | None,
    map_names: tuple[str, ...],
    *,
    has_utilities: bool,
) -> Signature | None:
    """A signature with what could be read, to tell of claims what does not depend on the rest.

    ``None`` if the agents' names could not be read, or if everything could.
    """
    unread = (UNREAD,)
    agents = [
        Agent(d.name, d.types or unread, d.reports or unread, d.truthful or (0,) * len(d.types or unread))
        for d in drafts or ()
    ]
    signature = Signature(tuple(agents), outcomes or unread, map_names, has_utilities)
    return signature if agents and signature.partial else None
