"""Lean sources: where modules live, what they import, where things are declared."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from pycheck.errors import EnvironmentUnusable

_HEADER = re.compile(
    r"prelude\b|module\b|(?:public\s+|meta\s+|private\s+)*import\s+(?:all\s+)?((?:[^\W]|[.«»'!?₀-₉])+)"
)
_BLANKS = re.compile(r"[\s\ufeff]*")

#: What begins or ends a comment: in the text a line's is blanked to its end, in a block it is nothing.
_OUTSIDE, _INSIDE = re.compile(r"/-|--[^\n]*"), re.compile(r"/-|-/")
_NOT_A_BREAK = re.compile(r"[^\n]")


class LeanSourceMissing(EnvironmentUnusable):
    """A module that is named or imported has no source in any of the roots."""


@dataclass(frozen=True)
class SourceModule:
    """A module with its source and the modules of the project that it imports."""

    name: str
    path: Path
    text: str
    imports: tuple[str, ...]

    @property
    def relative(self) -> str:
        """The source's path below its root, with forward slashes: how reports call it."""
        return "/".join(self.name.split(".")) + ".lean"


@lru_cache(maxsize=64)
def strip_comments(text: str) -> str:
    """``text`` with comments blanked out: same length, same line breaks; block comments nest."""
    out: list[str] = []
    depth = position = 0
    while position < len(text):
        mark = (_INSIDE if depth else _OUTSIDE).search(text, position)
        start = mark.start() if mark else len(text)
        out.append(_blank(text[position:start]) if depth else text[position:start])
        if mark is None:
            break
        position = mark.end()
        out.append(" " * (position - start))
        if mark[0] in ("/-", "-/"):
            depth += 1 if mark[0] == "/-" else -1
    return "".join(out)


def _blank(text: str) -> str:
    return _NOT_A_BREAK.sub(" ", text)


def imported_modules(text: str) -> tuple[str, ...]:
    """The modules named in a source's header, in order."""
    return tuple(token[1] for token in _header(text) if token[1])


def split_header(text: str) -> tuple[str, str]:
    """The header (everything up to the last import) and the rest; line numbers stay the same."""
    end = max((token.end() for token in _header(text)), default=0)
    return text[:end], text[end:]


def _header(text: str) -> Iterator[re.Match[str]]:
    """What stands in a source's header, comments left out."""
    body = strip_comments(text)
    position = 0
    # One step after the other: a search would try each blank of a long comment for a beginning.
    while (blanks := _BLANKS.match(body, position)) and (token := _HEADER.match(body, blanks.end())):
        yield token
        position = token.end()


def find_module(name: str, roots: tuple[Path, ...]) -> SourceModule | None:
    """The module's source in the first root that has it; ``None`` if none does."""
    for root in roots:
        path = root.joinpath(*name.split(".")).with_suffix(".lean")
        if path.is_file():
            try:
                text = path.read_text(encoding="utf-8")
            except (OSError, UnicodeDecodeError) as error:
                raise EnvironmentUnusable(f"{path}: cannot be read ({error})") from error
            return SourceModule(name, path, text, imported_modules(text))
    return None


def import_closure(
    name: str, roots: tuple[Path, ...], provided: frozenset[str], *, open_ended: bool = False
) -> tuple[SourceModule, ...]:
    """The module and everything of the project below it, imports first.

    Modules whose first component is in ``provided`` (Lean's own) are left to the toolchain, and where the
    project is ``open_ended`` (may have dependencies), so are imports that no root has. Raises
    :class:`LeanSourceMissing` for a module that no root has, and for imports that go in a circle.
    """
    done: dict[str, SourceModule] = {}
    # The modules from the first down to the one looked at, each with those of its imports that are left.
    path: dict[str, tuple[SourceModule, Iterator[str]]] = {}

    def enter(module: str, wanted_by: str) -> None:
        if module in done or module.split(".")[0] in provided:
            return
        if module in path:
            raise LeanSourceMissing(
                f"{_shortened([*path, module])}: these modules import each other in a circle"
            )
        source = find_module(module, roots)
        if source is None and open_ended and path:
            return
        if source is None:
            searched = ", ".join(map(str, roots))
            raise LeanSourceMissing(
                f"{wanted_by}: there is no Lean module {module} (searched for "
                f"{module.replace('.', '/')}.lean in {searched})"
            )
        path[module] = source, iter(source.imports)

    enter(name, "lean.module")
    while path:
        module, (source, imports) = next(reversed(path.items()))
        imported = next(imports, None)
        if imported is not None:
            enter(imported, str(source.path))
        else:
            del path[module]
            done[module] = source
    return tuple(done.values())


def _shortened(modules: list[str]) -> str:
    """A chain of modules, its middle left out where it is long."""
    shown = modules if len(modules) <= 8 else [*modules[:4], "…", *modules[-3:]]
    return " -> ".join(shown)


def outside(sources: tuple[SourceModule, ...]) -> tuple[tuple[str, str], ...]:
    """Imports of modules that are not among ``sources``, each with the source that has it."""
    own = {source.name for source in sources}
    return tuple((name, source.relative) for source in sources for name in source.imports if name not in own)


def declaration_line(text: str, name: str) -> int | None:
    """The 1-based line on which the last component of ``name`` is declared; ``None`` if not found."""
    last = re.escape(name.rsplit(".", 1)[-1])
    keyword = r"(?:def|abbrev|theorem|lemma|inductive|structure|instance|opaque|axiom)"
    pattern = rf"\b{keyword}\s+(?:[\w'.]+\.)?{last}(?![\w'.])"
    match = re.search(pattern, strip_comments(text))
    return None if match is None else text.count("\n", 0, match.start()) + 1


def arm_line(text: str, name: str, arguments: tuple[str, ...]) -> int | None:
    """The line of a definition's match arm for the given constructors, or of the definition itself.

    ``arguments`` are the constructors' last components. A guess for messages only; nothing rests on it.
    """
    start = declaration_line(text, name)
    if start is None:
        return None
    wanted = [f".{a}" for a in arguments]
    for offset, row in enumerate(strip_comments(text).splitlines()[start - 1 :]):
        if offset and re.match(r"\S", row) and not row.startswith("|"):
            break
        for arm in re.findall(r"\|([^|]*?)=>", row):
            if [p.strip() for p in arm.split(",")] == wanted:
                return start + offset
    return start
