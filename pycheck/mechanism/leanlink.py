"""The ``[lean]`` section: where the Lean side of a mechanism lives and what it calls things.

Nothing here reads Lean. Names are checked for form and for being claimed once, and resolved from the
root namespace; whether they exist and mean what the tables say is for the kernel to decide.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import lcm

from pycheck.mechanism.agents import AgentDraft
from pycheck.mechanism.fields import Node, child_key, quoted
from pycheck.mechanism.lean_names import LEAN_NAME, absolute_name, is_component, read_lean_name
from pycheck.mechanism.model import MAIN_MAP, LeanLink, Signature
from pycheck.mechanism.tables import Utilities

_OPTIONAL = (
    *("namespace", "number", "scale", "reports", "truthful", "maps"),
    *("outcome_maps", "constructors", "project"),
)


class _Names:
    """Lean names resolved so far, each with the one thing that it names."""

    def __init__(self, namespace: str, agents: tuple[AgentDraft, ...] | None) -> None:
        self.namespace = namespace
        self.agents = agents
        self._taken: dict[str, tuple[str, str]] = {}

    def claim(self, node: Node, role: str) -> str | None:
        """The absolute name that ``node`` gives; a fault if it already names something else."""
        name = read_lean_name(node)
        return None if name is None else self.register(node, role, absolute_name(self.namespace, name))

    def register(self, node: Node, role: str, absolute: str) -> str:
        """Note that ``absolute`` names ``role``."""
        other, key = self._taken.setdefault(absolute, (role, node.key))
        if other != role:
            found = f"{absolute} for {role}"
            node.fault("a Lean name of its own", f"the name claimed twice: {key} has it for {other}", found)
        return absolute

    def per_agent(
        self, node: Node | None, needed: Mapping[str, str], role: str
    ) -> dict[str, tuple[str, Node]]:
        """A name for each agent: one string for all, or a table; agents in ``needed`` must have one."""
        if node is None:
            return {}
        if isinstance(node.value, str):
            shared = self.claim(node, role)
            return {} if shared is None else {agent.name: (shared, node) for agent in self.agents or ()}
        if self.agents is None:
            given = node.table("a Lean name for all agents, or a table with one for each") or {}
        else:
            given = node.record(needed, [agent.name for agent in self.agents], what="agent") or {}
        claimed = {name: (self.claim(entry, role), entry) for name, entry in given.items()}
        return {name: (lean, entry) for name, (lean, entry) in claimed.items() if lean is not None}


def read_namespace(node: Node) -> str:
    """The Lean namespace that names of the file are relative to; faults are left to :func:`read_lean`."""
    section = node.value if isinstance(node.value, Mapping) else {}
    namespace = section.get("namespace", section.get("module"))
    return namespace if isinstance(namespace, str) else ""


def read_lean(
    node: Node,
    drafts: tuple[AgentDraft, ...] | None,
    signature: Signature | None,
    map_names: tuple[str, ...],
    utilities: Utilities | None,
    has_utilities: bool,
) -> LeanLink | None:
    """The section, when neither it nor what it names has a fault."""
    per_agent = "a Lean name for each agent"
    required = {
        "module": LEAN_NAME,
        "outcome": "the Lean inductive type of outcomes",
        "types": per_agent,
        "utilities": per_agent,
        "outcome_map": "the Lean function of the outcome map",
    }
    if not has_utilities:
        del required["utilities"]
    if len(map_names) > 1:
        required["maps"] = "a Lean function for each of the further outcome maps"
    entries = node.record(required, [name for name in _OPTIONAL if name not in required])
    if entries is None:
        return None
    module = _read_dotted(entries.get("module"))
    project = _read_project(entries.get("project"))
    namespace = _read_dotted(entries["namespace"]) if "namespace" in entries else module
    names = _Names(namespace or "", drafts)
    agents = drafts or ()

    inductive, everyone = "an inductive type", {agent.name: LEAN_NAME for agent in agents}
    outcome = names.claim(entries["outcome"], inductive) if "outcome" in entries else None
    types = names.per_agent(entries.get("types"), everyone, inductive)
    other_type = "the Lean type of reports that are not the types"
    apart = {a.name: other_type for a in agents if a.types and a.reports and a.types != a.reports}
    if apart and "reports" not in entries:
        node.faults.add(f"{node.key}.reports", "nothing", f"a Lean name for {', '.join(map(quoted, apart))}")
    reports = names.per_agent(entries.get("reports"), apart, inductive)
    reports = {**{name: types[name] for name in types if name not in apart}, **reports}
    truthful = _read_truthful(node, entries.get("truthful"), names, agents, types, reports)
    tables = names.per_agent(entries.get("utilities"), everyone, "a utility function")
    maps = _read_maps(entries, names, map_names)
    map_type = _read_map_type(entries.get("outcome_maps"), names)
    number, scale = _read_number(entries, utilities)
    uses = [(types, agent.name, agent.types) for agent in agents]
    uses += [(reports, agent.name, agent.reports) for agent in agents]
    inductives = [(*given[name], labels) for given, name, labels in uses if name in given]
    if outcome is not None:
        inductives.append((outcome, entries["outcome"], signature.outcomes if signature else None))
    named = signature is not None and len(inductives) == 2 * len(agents) + 1
    constructors = _read_constructors(node, entries.get("constructors"), names, inductives, named)

    if node.faults or signature is None or module is None or namespace is None or outcome is None:
        return None
    return LeanLink(
        module=module,
        namespace=namespace,
        number=number,
        scale=scale,
        outcome=outcome,
        types=tuple(types[agent.name][0] for agent in agents),
        reports=tuple(reports[agent.name][0] for agent in agents),
        utilities=tuple(tables[agent.name][0] for agent in agents) if has_utilities else (),
        truthful=tuple(truthful.get(agent.name) for agent in agents),
        maps=maps,
        constructors=constructors,
        project=project,
        **map_type,
    )


def _read_dotted(node: Node | None) -> str | None:
    name = None if node is None else read_lean_name(node)
    if node is not None and name is not None and name.startswith("_root_."):
        node.fault("a name without _root_", "it is absolute as it stands")
        return None
    return name


def _read_project(node: Node | None) -> str | None:
    text = None if node is None else node.prose("the folder of a Lake project, relative to this file")
    return None if text is None else text.rstrip("/") or "/"


def _read_truthful(
    section: Node,
    node: Node | None,
    names: _Names,
    agents: tuple[AgentDraft, ...],
    types: Mapping[str, tuple[str, Node]],
    reports: Mapping[str, tuple[str, Node]],
) -> dict[str, str]:
    """The function from types to true reports, for agents where the two are not the same in Lean."""
    silent = [a.name for a in agents if a.truthful is None and a.types is not None and a.reports is not None]
    needed = {}
    for agent in agents:
        if agent.truthful is None or agent.types is None or agent.reports is None:
            continue
        same_labels = tuple(agent.reports[index] for index in agent.truthful) == agent.types
        lean_types = [given[agent.name][0] for given in (types, reports) if agent.name in given]
        if len(lean_types) == 2 and not (same_labels and lean_types[0] == lean_types[1]):
            needed[agent.name] = f"the Lean function from the types of {agent.name} to its true reports"
    if node is None:
        for name, expected in needed.items():
            section.faults.add(child_key(f"{section.key}.truthful", name), "nothing", expected)
        return {}
    given = names.per_agent(node, needed, "a function from types to true reports")
    for name in silent:
        if name in given and not isinstance(node.value, str):
            given[name][1].fault("nothing", f"agent {quoted(name)} has no truthful reports")
    return {name: lean for name, (lean, _) in given.items() if name not in silent}


def _read_maps(entries: Mapping[str, Node], names: _Names, map_names: tuple[str, ...]) -> dict[str, str]:
    further = {name: f"the Lean function of outcome map {quoted(name)}" for name in map_names[1:]}
    nodes = {MAIN_MAP: entries["outcome_map"]} if "outcome_map" in entries else {}
    if "maps" in entries:
        nodes |= entries["maps"].record(further, what="outcome map") or {}
    claimed = {name: names.claim(node, f"the outcome map {quoted(name)}") for name, node in nodes.items()}
    return {name: claimed[name] or "" for name in map_names if name in claimed}


def _read_map_type(node: Node | None, names: _Names) -> dict[str, str]:
    if node is None:
        return {}
    roles = {
        "type": "the Lean type of all outcome maps",
        "constructor": "the constructor of that type",
        "apply": "the function that applies an outcome map to reports",
    }
    entries = node.record(roles) or {}
    claimed = {f"map_{name}": names.claim(entry, roles[name]) for name, entry in entries.items()}
    return {name: lean for name, lean in claimed.items() if lean is not None}


def _read_number(entries: Mapping[str, Node], utilities: Utilities | None) -> tuple[str, int]:
    """``number`` and ``scale``: what the Lean tables count in, and how much a unit is divided."""
    values = [value for table in utilities or () for row in table for value in row]
    denominator = lcm(*(value.denominator for value in values))
    scale: int | None = denominator
    if "scale" in entries:
        expected = "a positive integer"
        if utilities is not None:
            expected = f"a positive multiple of {denominator}, the least common denominator of the utilities"
        scale = entries["scale"].integer(expected)
        if scale is not None and (scale < 1 or scale % denominator):
            entries["scale"].fault(expected)
    number = "Int" if any(value < 0 for value in values) else "Nat"
    if "number" in entries:
        # A negative utility beside "Nat" is no fault of the file: it is a table that Lean's cannot
        # agree with, and the certificate says so cell by cell.
        number = entries["number"].choice("number type", ("Nat", "Int")) or number
    return number, scale or denominator


def _read_constructors(
    section: Node,
    node: Node | None,
    names: _Names,
    inductives: list[tuple[str, Node, tuple[str, ...] | None]],
    complete: bool,
) -> dict[tuple[str, str], str]:
    """The constructor of each label of each inductive type: the given one, else the label itself.

    ``complete`` says that all inductive types are known, so that others are unknown ones.
    """
    labels: dict[str, tuple[str, ...]] = {}
    homes: dict[str, Node] = {}
    for absolute, entry, given in inductives:
        if given is None:
            continue
        homes.setdefault(absolute, entry)
        if set(labels.setdefault(absolute, given)) != set(given):
            first = f"{homes[absolute].key} uses it for {', '.join(map(quoted, labels[absolute]))}"
            found = f"{absolute} for {', '.join(map(quoted, given))}"
            entry.fault("one Lean inductive type for one set of labels", first, found)
    written = {absolute: str(home.value) for absolute, home in homes.items()}
    chosen = _read_given_constructors(node, names, labels, list(written.values()) if complete else None)
    constructors = {}
    for absolute, own in labels.items():
        for label in own:
            name, place = chosen.get((absolute, label), (label, homes[absolute]))
            if name is not None and is_component(name):
                role = f"the constructor {quoted(label)} of {absolute}"
                constructors[absolute, label] = names.register(place, role, f"{absolute}.{name}")
            elif name is not None:
                key = child_key(f"{section.key}.constructors", written[absolute])
                expected = f"a constructor for the label {quoted(label)}, which is no Lean identifier"
                section.faults.add(child_key(key, label), "nothing", expected, f"give one in [{key}]")
    return constructors


def _read_given_constructors(
    node: Node | None, names: _Names, labels: Mapping[str, tuple[str, ...]], known: list[str] | None
) -> dict[tuple[str, str], tuple[str | None, Node]]:
    """``[lean.constructors]``: ``<inductive>.<label> = "name"``; the name is ``None`` where it is at fault.

    ``known`` has the inductive types as the section writes them, ``None`` when some are unreadable.
    """
    tables = {} if node is None else node.table("a table with a table for each inductive type") or {}
    chosen: dict[tuple[str, str], tuple[str | None, Node]] = {}
    places: dict[str, Node] = {}
    for name, table in tables.items():
        absolute = absolute_name(names.namespace, name)
        if absolute not in labels:
            if known is not None:
                table.faults.unknown(table.key, "inductive type", name, known)
            continue
        if (first := places.setdefault(absolute, table)) is not table:
            table.fault("one table for each inductive type", f"{first.key} is the same one", absolute)
        for label, entry in (table.record({}, labels[absolute], what="label") or {}).items():
            text = entry.text("a Lean identifier without dots")
            if text is not None and not is_component(text):
                entry.fault("a Lean identifier without dots", f"{absolute} is put before it")
                text = None
            chosen[absolute, label] = text, entry
    return chosen
