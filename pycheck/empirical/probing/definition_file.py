"""YAML as plain data with the line of each part, and everything that such data must not have.

Nothing in a file is ever built: PyYAML's safe loader composes it into a tree of nodes, and of those only
texts, numbers, truth values, lists and mappings are taken. Where YAML would guess (``0400`` is 256, a date is
a date), the writing is kept, and is a fault where another value belongs.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycheck.empirical.probing.faults import shown
from pycheck.errors import Fault

if TYPE_CHECKING:
    from yaml import MarkedYAMLError
    from yaml.nodes import Node, ScalarNode

#: Largest file that is read, in bytes. A public configuration has about 4,000.
MAX_BYTES = 64 * 1024

_TAG = "tag:yaml.org,2002:"
_WHOLE = re.compile(r"0|[1-9][0-9]{0,8}")
_TRUTH = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
_PLAIN = {"str", "int", "float", "bool", "null", "timestamp", "seq", "map", "merge", "value"}
_SURROGATE = re.compile("[\ud800-\udfff]")

#: Where a part is: keys of mappings and positions in lists, from the outside inwards.
Where = tuple[str | int, ...]


@dataclass(frozen=True)
class Odd:
    """A value that no definition has: a date, ``1e3``, ``0400``. ``text`` is how it is written."""

    text: str

    def __repr__(self) -> str:
        return self.text


@dataclass
class Content:
    """What a file holds. Lines count from 1; ``sources`` has each scalar's first line and its writing."""

    data: Any = None
    lines: dict[Where, int] = field(default_factory=dict)
    sources: dict[Where, tuple[int, str]] = field(default_factory=dict)
    faults: list[Fault] = field(default_factory=list)


_INSTEAD = re.compile(r"expected (.+?),? but (?:found|got) (.+)", re.DOTALL)
_LINE = re.compile(r"\(line (\d+)\)$")


def in_order(faults: Iterable[Fault]) -> list[Fault]:
    """Faults by their lines; those of no line first."""
    return sorted(faults, key=lambda fault: int(at[1]) if (at := _LINE.search(fault.key)) else 0)


def key_of(where: Where, lines: Mapping[Where, int] | None = None, line: int | None = None) -> str:
    """``("probes", 0, "id")`` as ``probes[0].id (line 7)``; without a line where none is known."""
    key = ""
    for step in where:
        named = step if isinstance(step, int) or _simple(step) else shown(step, 40)
        key += f"[{named}]" if isinstance(step, int) else f".{named}" if key else str(named)
    known, nearest = lines or {}, where
    while nearest and nearest not in known:
        nearest = nearest[:-1]
    line = line or known.get(nearest)
    return f"{key or '(file)'} (line {line})" if line else key or "(file)"


def _simple(key: str) -> bool:
    return key.isidentifier() and len(key) <= 40


def read_bytes(path: Path) -> tuple[str | None, list[Fault]]:
    """The text of a file, or why there is none."""
    try:
        with path.open("rb") as file:
            data = file.read(MAX_BYTES + 1)
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror or error}"
        return None, [Fault("(file)", found, "probe definitions (YAML)")]
    except ValueError as error:  # a NUL in the name
        return None, [Fault("(file)", str(error), "the name of a file")]
    if len(data) > MAX_BYTES:
        return None, [Fault("(file)", f"more than {MAX_BYTES:,} bytes", f"at most {MAX_BYTES:,} bytes")]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        return None, [Fault(f"(file) (line {line})", f"byte {data[error.start]:#04x}", "UTF-8")]


def read_yaml(text: str, section: str) -> Content:
    """A YAML mapping as plain data. Only what is in ``section`` is taken apart; of the rest, keys alone.

    Unsafe tags and keys given twice are faults wherever they are; aliases (``*name``) are in ``section``.
    """
    import yaml

    content = Content()
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
    except yaml.MarkedYAMLError as error:
        content.faults = [_not_yaml(error)]
    except yaml.YAMLError as error:
        content.faults = [Fault("(file)", str(error).splitlines()[0], "YAML")]
    except RecursionError:
        content.faults = [Fault("(file)", "lists or mappings nested too deeply to read", "YAML")]
    except (ValueError, OverflowError) as error:  # an escape beyond Unicode, a version of 5,000 digits
        content.faults = [Fault("(file)", str(error), "YAML")]
    else:
        if node is not None:
            content.faults = list(_anywhere(node))
            content.data = _Taking(content, text, section).value(node, ())
    return content


def _not_yaml(error: MarkedYAMLError) -> Fault:
    mark = error.problem_mark or error.context_mark
    key = key_of((), line=mark.line + 1 if mark else None)
    problem, context = error.problem or error.context or "", error.context if error.problem else None
    where = f", {context}" if context else ""
    if instead := _INSTEAD.fullmatch(problem):
        return Fault(key, f"{instead[2]}{where}", f"YAML: {instead[1]}")
    found = problem.removeprefix("but ").removeprefix("found ") or "something else"
    return Fault(key, f"{found}{where}", "YAML")


def _anywhere(root: Node) -> Iterator[Fault]:
    """What no part of the file may have. Each node is looked at once, however many aliases it has."""
    from yaml.nodes import MappingNode, ScalarNode, SequenceNode

    waiting, seen = [root], {id(root)}
    while waiting:
        node = waiting.pop()
        line = node.start_mark.line + 1
        if node.tag.removeprefix(_TAG) not in _PLAIN:
            found = f"the tag {shown(node.tag.replace(_TAG, '!!'))}"
            yield Fault(key_of((), line=line), found, "text, numbers, truth values, lists and mappings alone")
        inner: list[Node] = []
        if isinstance(node, SequenceNode):
            inner = node.value
        elif isinstance(node, MappingNode):
            first: dict[tuple[str, str], int] = {}
            for key, value in node.value:
                inner += (key, value)
                at = key.start_mark.line + 1
                if not isinstance(key, ScalarNode):
                    yield Fault(key_of((), line=at), "a list or a mapping for a key", "a text")
                elif (key.tag, key.value) in first:
                    found = f"the key {shown(key.value)} again"
                    yield Fault(key_of((), line=at), found, f"it once (see line {first[key.tag, key.value]})")
                else:
                    first[key.tag, key.value] = at
        for found_node in inner:
            if id(found_node) not in seen:
                seen.add(id(found_node))
                waiting.append(found_node)


class _Taking:
    """Nodes as plain data, each once."""

    def __init__(self, content: Content, text: str, section: str) -> None:
        self._content, self._text, self._section = content, text, section
        self._taken: set[int] = set()

    def value(self, node: Node, where: Where) -> Any:
        from yaml.nodes import MappingNode, ScalarNode, SequenceNode

        content = self._content
        content.lines.setdefault(where, node.start_mark.line + 1)
        if where and where[0] != self._section:
            return None
        if id(node) in self._taken:
            content.faults.append(
                Fault(key_of(where, content.lines), "an alias (*) of something above", "it written out")
            )
            return None
        self._taken.add(id(node))
        if isinstance(node, SequenceNode):
            return [self.value(item, (*where, index)) for index, item in enumerate(node.value)]
        if isinstance(node, MappingNode):
            found: dict[str, Any] = {}
            for key, item in node.value:
                if isinstance(key, ScalarNode) and key.value not in found:
                    content.lines[*where, key.value] = key.start_mark.line + 1
                    found[key.value] = self.value(item, (*where, key.value))
            return found
        assert isinstance(node, ScalarNode)  # there are three kinds of nodes
        start, end = node.start_mark, node.end_mark
        content.sources[where] = start.line + 1, self._text[start.index : end.index]
        return self._scalar(node, where)

    def _scalar(self, node: ScalarNode, where: Where) -> Any:
        kind, text = node.tag.removeprefix(_TAG), node.value
        if kind == "str":
            if _SURROGATE.search(text):
                found = "half of a surrogate pair, which no file can hold"
                key = key_of(where, self._content.lines)
                self._content.faults.append(Fault(key, found, "whole characters"))
            return text
        if kind == "null":
            return None
        if kind == "bool" and text.lower() in _TRUTH:
            return _TRUTH[text.lower()]
        if kind == "int" and _WHOLE.fullmatch(text):
            return int(text)
        return Odd(text)
