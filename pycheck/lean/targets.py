"""What can be audited: a Lean file, a folder of Lean files, a compiled file."""

from __future__ import annotations

import re
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pycheck.errors import EnvironmentUnusable
from pycheck.lean.olean import OleanError, read_olean
from pycheck.lean.project import Project, open_project
from pycheck.lean.sources import imported_modules
from pycheck.lean.staging import TOOLCHAIN_MODULES

_PLAIN = re.compile(r"[^\W\d]\w*")
#: Folders above a file in which its imports are looked for.
_LEVELS = 8
_LAKEFILES = ("lakefile.lean", "lakefile.toml")


class NotATarget(EnvironmentUnusable):
    """A path that cannot be audited."""


@dataclass(frozen=True)
class Target:
    """Modules to audit, and the folders in which they and their imports are.

    ``project`` is the Lake project that a folder is, if it is one. ``compiled`` says that the modules are
    read from compiled files, as they are.
    """

    path: Path
    modules: tuple[str, ...]
    roots: tuple[Path, ...]
    project: Project | None = None
    compiled: bool = False


@contextmanager
def open_target(path: Path, further: tuple[Path, ...] = ()) -> Iterator[Target]:
    """The target at ``path``; imports that it does not have itself are looked for in ``further``.

    Raises :class:`NotATarget` for what is no Lean file and no folder with one.
    """
    real = path.resolve()
    if path.is_dir():
        yield _folder(path, real, further)
    elif path.suffix == ".olean" and path.is_file():
        root = _root(real, _compiled_imports(path))
        yield Target(path, (_module(real, root),), (root,), compiled=True)
    elif path.suffix != ".lean" or not path.is_file():
        raise NotATarget(f"{path}: not there, or neither a folder nor a .lean or .olean file")
    else:
        root = _root(real, _imports(path))
        if all(map(_PLAIN.fullmatch, _parts(real, root))) and not _taken(real, root):
            yield Target(path, (_module(real, root),), (root, *further))
            return
        # A file may be called anything; what it is compiled as has to be the name of a module.
        with tempfile.TemporaryDirectory(prefix="pycheck-target-") as folder:
            shutil.copyfile(path, Path(folder) / "Target.lean")
            yield Target(path, ("Target",), (Path(folder), root, *further))


def _taken(path: Path, root: Path) -> bool:
    return _parts(path, root)[0] in TOOLCHAIN_MODULES


def beside(source: Path) -> Path | None:
    """The compiled file that lies beside a source, if one does."""
    path = source.with_suffix(".olean")
    return path if path.is_file() else None


def _folder(path: Path, folder: Path, further: tuple[Path, ...]) -> Target:
    project = None
    roots: tuple[Path, ...] = (folder,)
    if any((folder / name).is_file() for name in _LAKEFILES):
        project = open_project(folder, ".")
        roots = project.sources
    modules: dict[str, None] = {}
    for file in sorted(folder.rglob("*.lean")):
        inside = file.relative_to(folder)
        if any(part.startswith(".") for part in inside.parts) or inside.as_posix() in _LAKEFILES:
            continue
        own = [root for root in roots if file.is_relative_to(root)]
        root = max(own, key=lambda root: len(root.parts), default=folder)
        if _taken(file, root):
            raise NotATarget(
                f"{path}: {_module(file, root)} is the name of a module of Lean itself; "
                "a package cannot have its own"
            )
        if any("." in part for part in _parts(file, root)):
            raise NotATarget(f"{path}: {inside} has a dot in its name, so it can be no module of a package")
        modules[_module(file, root)] = None
    if not modules:
        raise NotATarget(f"{path}: no .lean file in this folder")
    return Target(path, tuple(modules), (*roots, *further), project)


def _module(path: Path, root: Path) -> str:
    return ".".join(_parts(path, root))


def _parts(path: Path, root: Path) -> tuple[str, ...]:
    return path.relative_to(root).with_suffix("").parts


def _imports(path: Path) -> tuple[str, ...]:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return ()  # Whoever compiles it says so.
    return _own(imported_modules(text))


def _compiled_imports(path: Path) -> tuple[str, ...]:
    try:
        return _own(read_olean(path, on_demand=True).imports)
    except OleanError:
        return ()  # Whoever reads it says so.


def _own(modules: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name for name in modules if name.split(".")[0] not in TOOLCHAIN_MODULES)


def _root(path: Path, imports: tuple[str, ...]) -> Path:
    """The nearest folder above a file in which its imports are; the file's own folder if there is none."""
    for folder in list(path.parents)[:_LEVELS]:
        if all(folder.joinpath(*name.split(".")).with_suffix(path.suffix).is_file() for name in imports):
            return folder
    return path.parent
