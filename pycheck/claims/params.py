"""Reading a claim's parameters, collecting every fault with its key."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from pycheck.errors import Fault
from pycheck.mechanism import MAIN_MAP, UNREAD, Signature


class Params:
    """The parameters of one claim entry.

    Each reader returns ``None`` after recording a fault, so that a kind can read everything before it
    gives up. :meth:`finish` reports the keys that nobody asked for.
    """

    def __init__(
        self,
        key: str,
        values: Mapping[str, Any],
        signature: Signature,
        faults: list[Fault],
        map_name: str | None = None,
    ) -> None:
        self.key = key
        self.values = values
        self.signature = signature
        self.faults = faults
        self._map_name = map_name
        self._read: set[str] = {"kind"} if map_name is not None else set()

    # Faults.

    def fault(self, name: str, found: object, expected: str, hint: str = "") -> None:
        """Record a fault at ``name`` (a key below this entry) that a kind finds in what was read.

        Where not all of agents and outcomes could be read, it may be none, and is not recorded.
        """
        if not self.signature.partial:
            self._record(name, found, expected, hint)

    def _record(self, name: str, found: object, expected: str, hint: str = "") -> None:
        where = f"{self.key}.{name}" if name else self.key
        # A key of the file may hold anything; a message is one line.
        shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in where)
        self.faults.append(Fault(shown, describe(found), expected, hint))

    def unknown_name(self, name: str, found: object, what: str, known: Sequence[str]) -> None:
        """Record that ``found`` is none of the known names, if these are known."""
        if UNREAD in known:
            return
        close = get_close_matches(found, known, n=1) if isinstance(found, str) else []
        hint = f"did you mean {close[0]!r}?" if close else ""
        self._record(name, found, f"{what}: {', '.join(known)}" if known else what, hint)

    def finish(self) -> None:
        """Report parameters that the kind does not know."""
        for name in self.values:
            if name not in self._read:
                self.unknown_name(name, name, "one of this kind's parameters", sorted(self._read - {"kind"}))

    # Readers.

    def has(self, name: str) -> bool:
        """Whether the parameter is given; marks it as known either way."""
        self._read.add(name)
        return name in self.values

    def raw(self, name: str, what: str) -> Any:
        """A required parameter as it stands; ``None`` after recording that it is missing."""
        if not self.has(name) or self.values[name] is None:
            self._record(name, None, what)
            return None
        return self.values[name]

    def choice(self, name: str, options: Sequence[str], default: str | None = None) -> str | None:
        """One of ``options``."""
        if not self.has(name) and default is not None:
            return default
        value = self.raw(name, f"one of {', '.join(options)}" if UNREAD not in options else "a label")
        if value is None:
            return None
        if value not in options:
            self.unknown_name(name, value, "one of", options)
            return None
        return str(value)

    def boolean(self, name: str, default: bool | None = None) -> bool | None:
        """``true`` or ``false``."""
        if not self.has(name) and default is not None:
            return default
        value = self.raw(name, "true or false")
        if value is not None and not isinstance(value, bool):
            self._record(name, value, "true or false")
            return None
        return value

    def natural(self, name: str) -> int | None:
        """A natural number."""
        value = self.raw(name, "a natural number")
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            self._record(name, value, "a natural number")
            return None
        return int(value)

    def text(self, name: str) -> str | None:
        """A non-empty string."""
        value = self.raw(name, "a text")
        if value is None:
            return None
        if not isinstance(value, str) or not value.strip():
            self._record(name, value, "a non-empty text")
            return None
        return " ".join(value.split())

    def table(self, name: str) -> Params | None:
        """A nested table, as parameters of its own (the caller finishes it)."""
        value = self.raw(name, "a table")
        if value is None:
            return None
        if not isinstance(value, Mapping):
            self._record(name, value, "a table")
            return None
        return Params(f"{self.key}.{name}", value, self.signature, self.faults)

    def with_map(self, map_name: str) -> Params:
        """These parameters for a predicate on a map variable: ``map`` is bound, ``kind`` is known."""
        return Params(self.key, self.values, self.signature, self.faults, map_name)

    def agents(self, name: str = "agent") -> tuple[int, ...] | None:
        """Indices of the named agent, or of all for ``"all"`` (the default)."""
        names = [a.name for a in self.signature.agents]
        chosen = self.choice(name, [*names, "all"], default="all")
        if chosen is None:
            return None
        return tuple(range(len(names))) if chosen == "all" else (names.index(chosen),)

    def map_name(self) -> str | None:
        """The outcome map spoken of: ``map``, by default the mechanism's own."""
        if self._map_name is not None:
            if self.has("map"):
                self._record(
                    "map", self.values["map"], "no map here", "the predicate ranges over all outcome maps"
                )
            return self._map_name
        return self.choice("map", self.signature.map_names, default=MAIN_MAP)

    def outcome(self, name: str) -> int | None:
        """Index of an outcome."""
        chosen = self.choice(name, self.signature.outcomes)
        return None if chosen is None else self.signature.outcomes.index(chosen)

    def labels(self, name: str, options: Sequence[str], what: str) -> tuple[int, ...] | None:
        """One of ``options``, or a non-empty list of them, each once; as indices, in order."""
        value = self.raw(name, f"{what}, or a list of several")
        if value is None:
            return None
        if not isinstance(value, list):
            # Said of the key itself and not of an item.
            label = self.choice(name, options)
            return None if label is None else (options.index(label),)
        if not value:
            self._record(name, value, f"{what}, or a list of several")
            return None
        places = self._places(name, value, options, what)
        return None if places is None else tuple(sorted(places))

    def order(self, name: str, options: Sequence[str], what: str) -> tuple[int, ...] | None:
        """A list of all ``options``, each once, as indices in the order given."""
        value = self.raw(name, f"a list of all {what}s, lowest first")
        if value is None:
            return None
        if not isinstance(value, list):
            self._record(name, value, f"a list of all {what}s, lowest first")
            return None
        places = self._places(name, value, options, f"one {what}")
        if places is not None and len(places) < len(options):
            if UNREAD in options:
                return None
            missing = [label for label in options if label not in value]
            self._record(name, value, f"all {what}s, lowest first", f"missing: {', '.join(missing)}")
            return None
        return places

    def _places(
        self, name: str, given: Sequence[Any], options: Sequence[str], what: str
    ) -> tuple[int, ...] | None:
        """The indices of labels, each of which must be there once."""
        good = True
        for k, label in enumerate(given):
            if label not in options:
                self.unknown_name(f"{name}[{k}]", label, what, options)
                good = False
            elif label in given[:k]:
                self._record(f"{name}[{k}]", label, "each label once")
                good = False
        return tuple(options.index(label) for label in given) if good else None

    def types(self, name: str) -> tuple[int, ...] | None:
        """A type for every agent, from one label that all share or a table agent -> type."""
        return self._per_agent(name, [a.types for a in self.signature.agents], "type")

    def reports(self, name: str) -> tuple[int, ...] | None:
        """A report for every agent, from one label that all share or a table agent -> report."""
        return self._per_agent(name, [a.reports for a in self.signature.agents], "report")

    def outcome_values(self, name: str) -> tuple[tuple[int, Fraction], ...] | None:
        """A table outcome -> number, in declared order of the outcomes."""
        value = self.raw(name, "a table outcome -> number")
        if value is None:
            return None
        if not isinstance(value, Mapping) or not value:
            self._record(name, value, "a non-empty table outcome -> number")
            return None
        found: dict[int, Fraction] = {}
        for label, number in value.items():
            if label not in self.signature.outcomes:
                self.unknown_name(f"{name}.{label}", label, "an outcome", self.signature.outcomes)
                continue
            exact = rational(number)
            if exact is None:
                self._record(f"{name}.{label}", number, 'an integer or a rational such as "1/3"')
                continue
            found[self.signature.outcomes.index(label)] = exact
        return tuple(sorted(found.items())) if len(found) == len(value) else None

    def _per_agent(self, name: str, labels: Sequence[tuple[str, ...]], what: str) -> tuple[int, ...] | None:
        agents = self.signature.agents
        value = self.raw(name, f"a {what}, or a table agent -> {what}")
        if value is None:
            return None
        if isinstance(value, str):
            value = {agent.name: value for agent in agents}
        if not isinstance(value, Mapping):
            self._record(name, value, f"a {what}, or a table agent -> {what}")
            return None
        return self.per_agent_table(name, value, labels, what)

    def per_agent_table(
        self, name: str, value: Mapping[str, Any], labels: Sequence[tuple[str, ...]], what: str
    ) -> tuple[int, ...] | None:
        """A table agent -> label, as indices; every agent must be there and no other."""
        agents = self.signature.agents
        names = [agent.name for agent in agents]
        good = True
        for stranger in value:
            if stranger not in names:
                self.unknown_name(f"{name}.{stranger}", stranger, "an agent", names)
                good = False
        found: list[int] = []
        for agent, known in zip(agents, labels, strict=True):
            label = value.get(agent.name)
            if label in known:
                found.append(known.index(label))
                continue
            good = False
            if label is None:
                listed = "" if UNREAD in known else f": {', '.join(known)}"
                self._record(f"{name}.{agent.name}", None, f"a {what} of {agent.name}{listed}")
            else:
                self.unknown_name(f"{name}.{agent.name}", label, f"a {what} of {agent.name}", known)
        return tuple(found) if good else None


def rational(value: object) -> Fraction | None:
    """An exact number from an int or a string ``"p"`` or ``"p/q"``; ``None`` if it is neither."""
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return Fraction(value)
    if isinstance(value, str):
        head, slash, tail = value.partition("/")
        # One sign at most, ASCII digits: what the tables of a mechanism file allow.
        digits = head[1:] if head[:1] in ("+", "-") else head
        if len(value) <= 200 and value.isascii() and digits.isdecimal() and (not slash or tail.isdecimal()):
            try:
                return Fraction(value)
            except (ValueError, ZeroDivisionError):
                return None
    return None


def describe(value: object) -> str:
    """How a found value is shown in a fault."""
    if value is None:
        return "nothing"
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
