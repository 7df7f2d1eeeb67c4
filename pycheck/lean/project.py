"""A Lake project of the user's own, whose theorems are checked where they are.

Only what is needed to find sources is read here, and read simply: ``srcDir`` of the package and of its
libraries. A lakefile in Lean is a program; what it computes is Lake's to know.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pycheck.errors import EnvironmentUnusable
from pycheck.lean.install import file_digest
from pycheck.lean.sources import strip_comments

_LEAN, _TOML = "lakefile.lean", "lakefile.toml"
#: The files that, next to the sources, determine what Lake builds.
_SETTINGS = (_LEAN, _TOML, "lake-manifest.json", "lean-toolchain")

_DECLARATION = re.compile(
    r"^[ \t]*(?:@\[[^\]]*\]\s*)*(package|lean_lib|lean_exe|require|script|target|extern_lib|input_\w+)\b",
    re.M,
)
_SRC_DIR = re.compile(r'\bsrcDir\s*:=\s*"([^"\n]*)"')


class ProjectMissing(EnvironmentUnusable):
    """The Lake project that a mechanism file names is not there."""


@dataclass(frozen=True)
class Project:
    """A Lake project.

    ``label`` is its path as the mechanism file has it, which is how reports call it; ``sources`` are the
    folders in which modules are looked for; ``settings`` pairs the files that steer Lake with the SHA-256 of
    each.
    """

    folder: Path
    label: str
    sources: tuple[Path, ...]
    settings: tuple[tuple[str, str], ...]


def open_project(base: Path, name: str) -> Project:
    """The project at ``name``, a path relative to the folder ``base``. Raises :class:`ProjectMissing`."""
    folder = base / name
    if not folder.is_dir():
        raise ProjectMissing(
            f"lean.project: {folder} is no folder; expected that of a Lake project (with {_TOML} or "
            f"{_LEAN}), relative to the mechanism file"
        )
    folder = folder.resolve()
    try:
        settings = tuple(
            (file, file_digest(folder / file)) for file in _SETTINGS if (folder / file).is_file()
        )
        sources = tuple(dict.fromkeys([*(folder / path for path in _source_folders(folder)), folder]))
    except OSError as error:
        raise ProjectMissing(f"lean.project: {error.filename or folder}: {error.strerror}") from error
    return Project(folder, name, sources, settings)


def _source_folders(folder: Path) -> list[str]:
    """``srcDir`` of each library, below that of the package; of the file that Lake would take."""
    for name, read in ((_LEAN, _read_lean), (_TOML, _read_toml)):
        path = folder / name
        if path.is_file():
            return list(read(path.read_text(encoding="utf-8", errors="replace")))
    return []


def _read_toml(text: str) -> Iterator[str]:
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return  # Lake will say so.
    package = _text(document.get("srcDir"))
    for kind in ("lean_lib", "lean_exe"):
        tables = document.get(kind)
        for table in tables if isinstance(tables, list) else []:
            if isinstance(table, dict):
                yield _below(package, _text(table.get("srcDir")))
    yield package


def _read_lean(text: str) -> Iterator[str]:
    body = strip_comments(text)
    marks = [*_DECLARATION.finditer(body)]
    ends = [*(mark.start() for mark in marks[1:]), len(body)]
    found = [
        (mark[1], match[1] if (match := _SRC_DIR.search(body, mark.end(), end)) else ".")
        for mark, end in zip(marks, ends, strict=True)
    ]
    package = next((path for kind, path in found if kind == "package"), ".")
    yield from (_below(package, path) for kind, path in found if kind in ("lean_lib", "lean_exe"))
    yield package


def _text(value: Any) -> str:
    return value if isinstance(value, str) else "."


def _below(package: str, library: str) -> str:
    return str(Path(package) / library)
