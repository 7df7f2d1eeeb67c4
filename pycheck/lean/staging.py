"""Building a module with its imports, and elaborating further files on top of it.

Modules are compiled one by one, imports first, in a private folder; what was compiled before from the
same bytes by the same Lean comes out of the cache. A module's key covers its name, its source, its
imports' keys and the toolchain, so a stale compiled file cannot be picked up.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pycheck.cache import Cache, digest
from pycheck.lean.install import content_digest
from pycheck.lean.process import DEFAULT_TIMEOUT, Message, Run
from pycheck.lean.provider import Runner
from pycheck.lean.sources import SourceModule, import_closure

#: First components of module names that belong to the toolchain.
TOOLCHAIN_MODULES = frozenset({"Init", "Lean", "Std", "Lake"})

#: What pycheck's own files are elaborated with: a warning (`sorry` gives one) is an error. Libraries are
#: compiled as they are; what their warnings could hide is found in the compiled terms.
STRICT = ("-D", "warningAsError=true", "-E", "hasSorry")

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """The progress that nobody sees."""


@dataclass(frozen=True)
class Built:
    """A module with its imports, as far as it could be built.

    ``modules`` lists everything compiled, imports first (the runner's own base modules included), as
    (module, compiled file); ``sources`` the project's sources; ``failed`` is the module that does not
    compile, with ``messages`` (or ``failure``, when Lean did not end by itself).
    """

    modules: tuple[tuple[str, Path], ...]
    sources: tuple[SourceModule, ...]
    key: str
    failed: SourceModule | None = None
    messages: tuple[Message, ...] = ()
    failure: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything compiled."""
        return self.failed is None


@dataclass
class Stage:
    """A private folder of compiled modules. Use as a context manager; it removes the folder at the end."""

    runner: Runner
    cache: Cache
    progress: Progress = silent
    timeout: float = DEFAULT_TIMEOUT
    folder: Path = field(init=False)

    def __enter__(self) -> Stage:
        self.folder = Path(tempfile.mkdtemp(prefix="pycheck-lean-"))
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def build(self, module: str, roots: tuple[Path, ...]) -> Built:
        """Compile ``module`` and its imports. Source that does not compile is a result, not an error."""
        sources = import_closure(module, roots, TOOLCHAIN_MODULES)
        keys: dict[str, str] = {}
        compiled: list[tuple[str, Path]] = []
        for name, content in self.runner.toolchain.base:
            compiled.append((name, self._place(name, content)))
        for source in sources:
            key = module_key(self.runner.toolchain.identity, source, keys)
            keys[source.name] = key
            known = self.cache.read("olean", key)
            if known is None:
                self.progress(f"compiling {source.name}")
                run, known = self.compile(source.name, source.text, ())
                if known is None:
                    return Built(tuple(compiled), sources, key, source, run.messages, run.failure)
                self.cache.write("olean", key, known)
            compiled.append((source.name, self._place(source.name, known)))
        return Built(tuple(compiled), sources, keys[module])

    def compile(self, module: str, text: str, options: Sequence[str] = STRICT) -> tuple[Run, bytes | None]:
        """Elaborate one file as ``module`` over what is staged; its compiled form if it has no errors."""
        work = Path(tempfile.mkdtemp(prefix="source-", dir=self.folder))
        source = work.joinpath(*module.split(".")).with_suffix(".lean")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        target = work / "compiled.olean"
        arguments = ["--json", "-R", ".", *options, "-o", target.name, str(source.relative_to(work))]
        run = self.runner.lean(arguments, search_path=self.search_path, cwd=work, timeout=self.timeout)
        try:
            return run, target.read_bytes() if run.ok and target.is_file() else None
        finally:
            shutil.rmtree(work, ignore_errors=True)

    @property
    def search_path(self) -> Path:
        """The folder in which Lean finds the compiled modules."""
        return self.folder / "modules"

    def _place(self, module: str, content: bytes) -> Path:
        path = self.search_path.joinpath(*module.split(".")).with_suffix(".olean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        return path

    def place_extra(self, module: str, content: bytes) -> Path:
        """Put one more compiled module on the search path."""
        return self._place(module, content)


def module_key(identity: str, source: SourceModule, keys: dict[str, str]) -> str:
    """The cache key of a module, from the toolchain, its name, its bytes and its imports' keys."""
    imports = [part for name in source.imports for part in (name, keys.get(name, ""))]
    return digest([identity, source.name, content_digest(source.text.encode()), *imports])


def library_key(identity: str, module: str, roots: tuple[Path, ...]) -> tuple[str, tuple[SourceModule, ...]]:
    """The key of ``module`` without compiling anything, and its sources."""
    sources = import_closure(module, roots, TOOLCHAIN_MODULES)
    keys: dict[str, str] = {}
    for source in sources:
        keys[source.name] = module_key(identity, source, keys)
    return keys[module], sources
