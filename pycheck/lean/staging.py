"""Building a module with its imports, and elaborating further files on top of it.

Modules are compiled one by one, imports first, in a private folder; what was compiled before from the
same bytes by the same Lean comes out of the cache. A module's key covers its name, its source, its
imports' keys and the toolchain, so a stale compiled file cannot be picked up.
"""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pycheck.cache import Cache, digest
from pycheck.lean.install import content_digest
from pycheck.lean.process import DEFAULT_TIMEOUT, Message, Run
from pycheck.lean.project import Project
from pycheck.lean.provider import OwnBuild, Runner
from pycheck.lean.sandbox import NOT_CONFINED, SandboxState, recall, remember
from pycheck.lean.sources import SourceModule, import_closure, outside

#: First components of module names that belong to the toolchain.
TOOLCHAIN_MODULES = frozenset({"Init", "Lean", "Std", "Lake"})

#: What every file is elaborated with. One thread: Lean would start one for each proof, and each reserves a
#: gibibyte of the address space, of which a confined process has a few. All errors: a line without one
#: counts as accepted, and Lean stops reporting after a hundred. No linters: what they say is advice to an
#: author, nobody reads it here, and they take a tenth of the time.
ALWAYS = ("-D", "Elab.async=false", "-D", "maxErrors=0", "-D", "linter.all=false")

#: What pycheck's own files are elaborated with: a warning (`sorry` gives one) is an error. Libraries are
#: compiled as they are; what their warnings could hide is found in the compiled terms.
STRICT = ("-D", "warningAsError=true", "-E", "hasSorry")

Progress = Callable[[str], None]


def silent(_: str) -> None:
    """The progress that nobody sees."""


def alone(_: tuple[tuple[str, Path], ...]) -> None:
    """What is done beside the last compilation by default: nothing."""


@dataclass(frozen=True)
class Built:
    """A module with its imports, as far as it could be built.

    ``modules`` lists everything compiled, imports first (the runner's own base modules included), as
    (module, compiled file); ``sources`` the project's sources; ``failed`` is the module that does not
    compile, with ``messages`` (or ``failure``, when Lean did not end by itself). ``failure`` without a
    ``failed`` module says why nothing could be built at all. ``made_by`` names the tool that compiled the
    modules where that was not pycheck.
    """

    modules: tuple[tuple[str, Path], ...]
    sources: tuple[SourceModule, ...]
    key: str
    failed: SourceModule | None = None
    messages: tuple[Message, ...] = ()
    failure: str = ""
    made_by: str = ""

    @property
    def ok(self) -> bool:
        """Whether everything compiled."""
        return self.failed is None and not self.failure


@dataclass
class Stage:
    """A private folder of compiled modules. Use as a context manager; it removes the folder at the end.

    ``project`` is the Lake project of the user's own whose modules are to be built, if it is one.
    ``ahead`` is given what is compiled already when the last module's turn comes, if anything had to be.
    ``sandboxes`` are the states of the processes that made what is staged.
    """

    runner: Runner
    cache: Cache
    progress: Progress = silent
    timeout: float = DEFAULT_TIMEOUT
    project: Project | None = None
    ahead: Callable[[tuple[tuple[str, Path], ...]], object] = alone
    folder: Path = field(init=False)
    sandboxes: list[SandboxState] = field(init=False)

    def __enter__(self) -> Stage:
        made = self.runner.toolchain.sandbox
        self.sandboxes = [] if made is None else [made]
        self.folder = Path(tempfile.mkdtemp(prefix="pycheck-lean-"))
        return self

    def __exit__(self, *_: object) -> None:
        shutil.rmtree(self.folder, ignore_errors=True)

    def build(
        self, module: str, roots: tuple[Path, ...], read: tuple[SourceModule, ...] | None = None
    ) -> Built:
        """Compile ``module`` and its imports. Source that does not compile is a result, not an error.

        ``read`` are the sources where they have been read already: what a result is kept under has to be what
        is compiled, whatever happens to the files meanwhile.
        """
        sources = closure_of(module, roots, self.project) if read is None else read
        key = closure_key(self.runner.toolchain.identity, sources)
        absent = self._unavailable(sources)
        if absent:
            return Built((), sources, key, failure=absent)
        own: OwnBuild | None = None
        if self.project is not None:
            own = self.runner.build(module, [source.name for source in sources])
        if own is not None:
            # What `lake build` runs has the rights of the project's owner.
            self.sandboxes.append(NOT_CONFINED)
        built = self._compile_all(sources)
        if own is None or (own.failure and built.failed is not None):
            return built
        if own.failure:
            return Built((), sources, key, failure=own.failure)
        if built.failed is None or own.compiled.keys() != {source.name for source in sources}:
            return built
        # The lakefile may set options without which the sources do not compile.
        placed = [(s.name, self._place(s.name, own.compiled[s.name].read_bytes())) for s in sources]
        return Built(tuple(placed), sources, key, made_by="lake build, with the options of its lakefile")

    def _compile_all(self, sources: tuple[SourceModule, ...]) -> Built:
        keys: dict[str, str] = {}
        compiled: list[tuple[str, Path]] = []
        reusable, new = self_contained(sources), False
        for name, content in self.runner.toolchain.base:
            compiled.append((name, self._place(name, content)))
        for source in sources:
            key = module_key(self.runner.toolchain.identity, source, keys)
            keys[source.name] = key
            known = self.cache.read("olean", key) if reusable else None
            sandbox = recall(self.cache, key)
            if known is not None and sandbox is not None:
                self.sandboxes.append(sandbox)
            else:
                self.progress(f"compiling {source.name}")
                if source is sources[-1] and new:
                    self.ahead(tuple(compiled))
                new = True
                run, known = self.compile(source.name, source.text, ())
                if known is None:
                    return Built(tuple(compiled), sources, key, source, run.messages, run.failure)
                if reusable:
                    self.cache.write("olean", key, known)
                    remember(self.cache, key, run.sandbox)
            compiled.append((source.name, self._place(source.name, known)))
        return Built(tuple(compiled), sources, keys[sources[-1].name])

    def _unavailable(self, sources: tuple[SourceModule, ...]) -> str:
        """What a project imports that the embedded Lean does not have; a toolchain says so itself."""
        base = {name for name, _ in self.runner.toolchain.base}
        if self.project is None or not base:
            return ""
        found = [f"{name} (imported by {user})" for name, user in outside(sources) if name not in base]
        if not found:
            return ""
        more = f" and {len(found) - 1} more" if found[1:] else ""
        return f"module {found[0]}{more} is not available to the embedded Lean: use --lean lake"

    def compile(self, module: str, text: str, options: Sequence[str] = STRICT) -> tuple[Run, bytes | None]:
        """Elaborate one file as ``module`` over what is staged; its compiled form if it has no errors."""
        work = Path(tempfile.mkdtemp(prefix="source-", dir=self.folder))
        source = work.joinpath(*module.split(".")).with_suffix(".lean")
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(text, encoding="utf-8")
        target = work / "compiled.olean"
        options = [*ALWAYS, *options, "-o", target.name]
        arguments = ["--json", "-R", ".", *options, str(source.relative_to(work))]
        run = self.runner.lean(arguments, search_path=self.search_path, cwd=work, timeout=self.timeout)
        self.sandboxes.append(run.sandbox)
        try:
            if run.ok and not target.is_file():
                # Neither a yes nor a no: taken for an answer it would accept every line.
                run = replace(run, failure="Lean gave neither a compiled file nor an error")
            return run, target.read_bytes() if run.ok else None
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


def self_contained(sources: tuple[SourceModule, ...]) -> bool:
    """Whether everything that the sources import is among them or is Lean's own.

    What is compiled over other packages is never kept: their compiled files are not part of any key.
    """
    return all(name.split(".")[0] in TOOLCHAIN_MODULES for name, _ in outside(sources))


def closure_of(
    module: str, roots: tuple[Path, ...], project: Project | None = None
) -> tuple[SourceModule, ...]:
    """The sources of ``module`` and of what it imports, imports first, as they are now."""
    return import_closure(module, roots, TOOLCHAIN_MODULES, open_ended=project is not None)


def closure_key(identity: str, sources: tuple[SourceModule, ...]) -> str:
    """The key of the last of the sources, without compiling anything."""
    keys: dict[str, str] = {}
    for source in sources:
        keys[source.name] = module_key(identity, source, keys)
    return keys[sources[-1].name]
