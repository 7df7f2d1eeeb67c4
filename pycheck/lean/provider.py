"""The small interface between the certificate checker and a Lean.

A :class:`Runner` starts one Lean process; the two there are differ in where Lean comes from and in
what its ``Init`` is. Everything else (building a module with its imports, elaborating one more file on
top) is common and lives in :mod:`pycheck.lean.staging`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from pycheck.lean.findings import ReplayFinding
from pycheck.lean.olean import Module
from pycheck.lean.process import Run
from pycheck.lean.sandbox import NOT_CONFINED, SandboxState


@dataclass(frozen=True)
class Toolchain:
    """Which Lean this is. ``identity`` is a digest of all that determines its answers, for cache keys.

    ``trust_base`` is what a report says has to be trusted about it. ``base`` lists compiled modules that
    the runner itself brings (the bootstrap ``Init``), as (module, content); it is empty where these are a
    toolchain's own and are not read. ``refusal`` says why this Lean gives no formal verdicts (empty where
    it does). ``sandbox`` is what the processes that made or questioned it were confined by, ``None`` where
    there were none.
    """

    provider: str
    version: str
    commit: str
    identity: str
    trust_base: dict[str, Any] = field(default_factory=dict)
    base: tuple[tuple[str, bytes], ...] = ()
    refusal: str = ""
    sandbox: SandboxState | None = NOT_CONFINED


@dataclass(frozen=True)
class OwnBuild:
    """What a project's own build tool made: compiled files by module, or why it failed."""

    compiled: Mapping[str, Path] = field(default_factory=dict)
    failure: str = ""


class Runner(Protocol):
    """Starts Lean."""

    @property
    def toolchain(self) -> Toolchain:
        """The Lean behind this runner."""

    def recheck(self, modules: Sequence[tuple[str, Module]], *, search_path: Path) -> ReplayFinding:
        """Check every declaration of the compiled modules again in a fresh kernel, imports first."""

    def prepare(self, modules: Sequence[tuple[str, Module]]) -> None:
        """Begin to check modules that a later :meth:`recheck` will begin with, where that saves time."""

    def lean(self, arguments: Sequence[str], *, search_path: Path, cwd: Path, timeout: float) -> Run:
        """Run ``lean`` with ``arguments``; ``search_path`` is a folder of compiled modules."""

    def build(self, module: str, modules: Sequence[str]) -> OwnBuild | None:
        """Let the project's own tool build ``module``; ``modules`` are the project's own below it.

        ``None`` where there is no such tool.
        """
