"""From plain data to probes, or to everything that is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

from pycheck.empirical.probing.definition_file import Content, Odd, Where, key_of
from pycheck.empirical.probing.definition_records import (
    ALWAYS,
    DEFAULT_TOKENS,
    PHASES,
    ROLES,
    WHEN,
    ProbeDefinition,
    Probes,
)
from pycheck.empirical.probing.faults import shown
from pycheck.empirical.probing.placeholders import PREVIOUS, Slot, Template, read_template
from pycheck.errors import Fault

SECTION = "introspection"
#: Sections of a public configuration that say nothing about probes.
OTHER_SECTIONS = ("game", "backends", "players", "logging")
#: The most probes, and the most tokens of an answer, that are taken for meant.
MOST_PROBES, MOST_TOKENS = 100, 1_000_000
_NO_TEXT = (bool, int, Odd, dict, list)
_QUOTES = "in quotes, if a text is meant"
#: So many faults of one question are named.
_MOST_WRONG = 20

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}")
_SWITCHES = ("enabled", "after_each_message", "after_each_round")
#: Where the public instrument writes, and whether it tells the players what they answered.
_LOG_FILE, _FEEDBACK = "log_file", "feedback_to_context"
_PROBE_KEYS = ("id", "question", "max_tokens", "when", "phases", "roles")


def check_file(content: Content) -> Probes | None:
    """The probes of a whole file, its ``introspection``; the content's faults grow by what is wrong."""
    data = content.data
    check = _Check(content)
    if not isinstance(data, dict):
        check.wrong((), data, f"a mapping with {SECTION}")
        return None
    check.keys((), data, (SECTION, *OTHER_SECTIONS))
    if SECTION not in data:
        content.faults.append(Fault("(file)", f"no {SECTION}", f"{SECTION}: a mapping with probes"))
        return None
    beside = tuple(name for name in data if name in OTHER_SECTIONS)
    return check.probes(data[SECTION], (SECTION,), beside)


def check_section(content: Content) -> Probes | None:
    """The probes of what ``as_data`` gives; the content's faults grow by what is wrong."""
    return _Check(content).probes(content.data, (), ())


class _Check:
    def __init__(self, content: Content) -> None:
        self._content = content

    def wrong(
        self,
        where: Where,
        found: object,
        expected: str,
        *,
        words: bool = False,
        line: int | None = None,
        hint: str = "",
    ) -> None:
        said = str(found) if words else _named(found)
        self._content.faults.append(Fault(key_of(where, self._content.lines, line), said, expected, hint))

    def no_text(self, where: Where, found: object, expected: str) -> None:
        """Something else where a text belongs: YAML takes ``on`` for a truth value, ``{a}`` for a mapping."""
        self.wrong(where, found, expected, hint=_QUOTES if isinstance(found, _NO_TEXT) else "")

    def keys(self, where: Where, data: dict[str, Any], known: Sequence[str]) -> None:
        for name in data:
            if name not in known:
                self.wrong(
                    (*where, name), "a key that is not known", f"one of {', '.join(known)}", words=True
                )

    def probes(self, data: Any, where: Where, beside: tuple[str, ...]) -> Probes | None:
        if not isinstance(data, dict):
            self.wrong(where, data, "a mapping with probes")
            return None
        self.keys(where, data, (*_SWITCHES, "probes", _LOG_FILE, _FEEDBACK))
        enabled, messages, rounds = (self._truth(where, data, name, True) for name in _SWITCHES)
        if self._truth(where, data, _FEEDBACK, False):
            expected = "false: what players answer in private never reaches them again"
            self.wrong((*where, _FEEDBACK), True, expected)
        if _LOG_FILE in data:
            beside = (*beside, ".".join(map(str, (*where, _LOG_FILE))))
        listed = data.get("probes")
        at = (*where, "probes")
        if "probes" not in data:
            self.wrong(at, "nothing", "a list of probes", words=True)
            return None
        if not isinstance(listed, list):
            self.wrong(at, listed, "a list of probes")
            return None
        if len(listed) > MOST_PROBES or (enabled and not listed):
            expected = f"from 1 to {MOST_PROBES}, or enabled: false"
            self.wrong(at, f"{len(listed)} probes", expected, words=True)
            return None
        found = [self._probe(item, (*at, index)) for index, item in enumerate(listed)]
        self._references(found, at)
        complete = tuple(probe for probe in found if probe is not None)
        return Probes(enabled, messages, rounds, complete, beside)

    def _probe(self, data: Any, where: Where) -> ProbeDefinition | None:
        if not isinstance(data, dict):
            self.wrong(where, data, "a mapping with id and question")
            return None
        self.keys(where, data, _PROBE_KEYS)
        name = self._id(where, data)
        question = self._question((*where, "question"), data)
        tokens = data.get("max_tokens", DEFAULT_TOKENS)
        if isinstance(tokens, bool) or not isinstance(tokens, int) or not 1 <= tokens <= MOST_TOKENS:
            expected = f"a whole number from 1 to {MOST_TOKENS:,}, in decimal digits"
            self.wrong((*where, "max_tokens"), tokens, expected)
            tokens = DEFAULT_TOKENS
        when = data.get("when", ALWAYS)
        if when not in WHEN:
            self.wrong((*where, "when"), when, " or ".join(WHEN))
            when = ALWAYS
        phases, roles = self._some(where, data, "phases", PHASES), self._some(where, data, "roles", ROLES)
        return ProbeDefinition(name, question, tokens, when, phases, roles)

    def _id(self, where: Where, data: dict[str, Any]) -> str:
        name = data.get("id")
        if "id" not in data:
            self.wrong((*where, "id"), "nothing", "a name for the probe", words=True)
        elif not isinstance(name, str) or not _IDENTIFIER.fullmatch(name):
            expected = "at most 64 of the letters a to z, digits and _, no digit first"
            self.no_text((*where, "id"), name, expected)
        else:
            return name
        return ""

    def _question(self, where: Where, data: dict[str, Any]) -> Template:
        text = data.get("question")
        if "question" not in data:
            self.wrong(where, "nothing", "a question", words=True)
        elif not isinstance(text, str) or not text.strip():
            self.no_text(where, text, "a question, which is a text")
        else:
            template, wrong = read_template(text)
            named = dict.fromkeys(wrong)
            for text_, found, expected in list(named)[:_MOST_WRONG]:
                said = f"{found}: {shown(text_)}"
                self.wrong(where, said, expected, words=True, line=self._line(where, text_))
            if len(named) > _MOST_WRONG:
                self.wrong(where, f"{len(named) - _MOST_WRONG} more such faults", "none", words=True)
            return template
        return Template("", ())

    def _line(self, where: Where, text: str) -> int | None:
        """Where a piece of a question stands, if it is written in one line."""
        first, source = self._content.sources.get(where, (0, ""))
        position = source.find(text)
        return None if position < 0 else first + source.count("\n", 0, position)

    def _truth(self, where: Where, data: dict[str, Any], name: str, default: bool) -> bool:
        value = data.get(name, default)
        if isinstance(value, bool):
            return value
        self.wrong((*where, name), value, "true or false")
        return default

    def _some(
        self, where: Where, data: dict[str, Any], name: str, possible: tuple[str, ...]
    ) -> tuple[str, ...]:
        value = data.get(name)
        if name not in data:
            return ()
        if not isinstance(value, list) or not value:
            self.wrong((*where, name), value, f"a list of some of {', '.join(possible)}")
            return ()
        for index, item in enumerate(value):
            if item not in possible:
                self.wrong((*where, name, index), item, f"one of {', '.join(possible)}")
            elif item in value[:index]:
                self.wrong((*where, name, index), f"{item} again", "each once", words=True)
        return tuple(item for item in value if item in possible)

    def _references(self, found: Sequence[ProbeDefinition | None], at: Where) -> None:
        """What questions quote must be there and, for ``prev_``, already answered."""
        position: dict[str, int] = {}
        for index, probe in enumerate(found):
            if probe is None or not probe.id:
                continue
            if probe.id in position:
                expected = f"each id once (see {key_of((*at, position[probe.id]), self._content.lines)})"
                self.wrong((*at, index, "id"), f"the id {probe.id} again", expected, words=True)
            else:
                position[probe.id] = index
        quoted = {
            index: {position[slot.probe] for slot in probe.question.slots if _quotes(slot, position)}
            for index, probe in enumerate(found)
            if probe is not None
        }
        ids = {index: name for name, index in position.items()}
        for index, probe in enumerate(found):
            for slot in dict.fromkeys(probe.question.slots if probe else ()):
                where = (*at, index, "question")
                written = f"{{{slot.name}}}"
                line = self._line(where, written)
                if slot.probe and slot.probe not in position:
                    said = f"{shown(written)}, and no probe {shown(slot.probe)}"
                    self.wrong(where, said, f"an id of a probe: {_listed(position)}", words=True, line=line)
                elif slot.kind == PREVIOUS and position[slot.probe] >= index:
                    chain = _chain(index, position[slot.probe], quoted, ids)
                    expected = "an earlier probe of the list"
                    if position[slot.probe] > index:
                        expected += f", or {{last_{slot.probe}}} for its answer at the moment before"
                    said = f"{written}, which waits for itself: {chain}"
                    if position[slot.probe] > index and not chain.endswith(f"→ {ids.get(index)}"):
                        said = f"{written}, which is asked later: {chain}"
                    self.wrong(where, said, expected, words=True, line=line)


def _quotes(slot: Slot, position: dict[str, int]) -> bool:
    return slot.kind == PREVIOUS and slot.probe in position


def _chain(start: int, target: int, quoted: dict[int, set[int]], ids: dict[int, str]) -> str:
    """The probes from ``start`` by way of ``target`` back to ``start``, if they wait for each other."""
    came: dict[int, int] = {target: target}
    waiting = [target]
    while waiting and start not in came:
        here = waiting.pop(0)
        for step in sorted(quoted.get(here, ())):
            if step not in came:
                came[step] = here
                waiting.append(step)
    path = [start] if start in came and start != target else []
    while path and path[-1] != target:
        path.append(came[path[-1]])
    return " → ".join(ids.get(index, "(no id)") for index in (start, *(reversed(path) if path else [target])))


def _listed(names: Iterable[str], most: int = 20) -> str:
    names = list(names)
    return ", ".join(names[:most]) + (", …" if len(names) > most else "") if names else "(there is none)"


def _named(value: object) -> str:
    """A value for people, with what it is where that is what is wrong."""
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Odd) and not value.text.isprintable():
        return shown(value.text)
    if isinstance(value, dict | list):
        return f"a {'mapping' if isinstance(value, dict) else 'list'} of {len(value)}"
    return "an empty text" if value == "" else shown(value)
