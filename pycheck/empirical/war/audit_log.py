"""What the audit knows of a log: who there is, who is an agent, and whose journal may be published."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from math import inf
from pathlib import Path
from typing import Any

import orjson

from pycheck.empirical.war.audit_names import Names
from pycheck.empirical.war.events import KINDS

#: Lines that begin like this tell nothing of names, consents or titles: no key of a line is there twice.
_SILENT = (b'{"kind":"command",', b'{"kind":"battle",', b'{"kind":"snapshot",')


@dataclass
class Known:
    """What lines of the log say, whether or not they count: for hiding, every name counts."""

    realm: str = ""
    names: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    bearers: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    declared: dict[str, set[tuple[Any, Any]]] = field(default_factory=lambda: defaultdict(set))
    marked: set[str] = field(default_factory=set)
    agreed: dict[str, bool] = field(default_factory=dict)
    refused: dict[str, float] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)
    titles: set[str] = field(default_factory=set)
    strays: set[str] = field(default_factory=set)
    withdrawn: frozenset[str] = frozenset()

    @cached_property
    def published(self) -> frozenset[str]:
        """Agents whose last word on their journal was consent."""
        agreed = {one for one, yes in self.agreed.items() if yes}
        return frozenset(one for one in agreed & self.marked if one in self.declared) - self.withdrawn

    @cached_property
    def searched(self) -> Names:
        """The names and ids that must not be in a text, and those that may."""
        hidden = {name for one, names in self.names.items() if one not in self.published for name in names}
        shown = {name for one in self.published for name in self.names[one]}
        ids = self.names.keys() - self.published
        return Names(hidden | (self.strays - shown), ids, shown | self.published)


def known_from(log: Path, withdrawn: frozenset[str]) -> Known:
    """Read the log for what it says of names, marks, consents, tags and titles."""
    known = Known(withdrawn=withdrawn)
    plan = orjson.loads((log.parent / "war.json").read_bytes())
    known.realm = plan["realm"]
    for said in _telling(log):
        _note(known, said)
    return known


def _telling(log: Path) -> Iterator[dict[str, Any]]:
    with log.open("rb") as file:
        for line in file:
            if not line.startswith(_SILENT):
                try:
                    said = orjson.loads(line)
                except ValueError:
                    continue
                if isinstance(said, dict):
                    yield said


def _note(known: Known, said: dict[str, Any]) -> None:
    account, kind = said.get("account"), said.get("kind")
    named = kind in ("account", "renamed")
    if named or kind not in KINDS:
        # Whatever else such a line has may be somebody's name as well.
        found = set(_strings([part for key, part in said.items() if key not in ("kind", "account")]))
        found |= said.keys() - {"kind", "t", "account", "name"}
        known.strays |= found - {said.get("name")} if named and isinstance(account, str) else found
    if not isinstance(account, str):
        return
    match kind:
        case "account" | "renamed" if isinstance(said.get("name"), str):
            name = said["name"]
            if kind == "account" and account in known.names:
                known.strays.add(name)
            else:
                known.names[account].add(name)
                known.bearers[name].add(account)
        case "mark":
            known.marked.add(account)
        case "declaration":
            known.declared[account].add((said.get("operator"), said.get("model")))
        case "consent" | "withdrawal":
            # A line may stand in the wrong place: the latest withdrawal, not the last in the file, has to be
            # before a consent.
            when, before = said.get("t"), known.refused.get(account, -inf)
            known.agreed[account] = kind == "consent" and type(when) is int and when >= before
            if kind == "withdrawal":
                known.refused[account] = max(before, when if type(when) is int else inf)
        case "alliance_founded" if isinstance(said.get("tag"), str):
            known.tags.add(said["tag"])
        case "title" if isinstance(said.get("title"), str):
            known.titles.add(said["title"])


def _strings(parts: list[Any]) -> Iterator[str]:
    while parts:
        part = parts.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list | dict):
            parts.extend(part if isinstance(part, list) else [*part, *part.values()])
