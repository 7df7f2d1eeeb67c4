"""The Lean of an elan toolchain, through ``lake``: the official ``Init``, the official kernel.

``lake build`` must succeed in the project first; then ``lake env lean`` elaborates single files exactly
as the embedded Lean does, and ``lake env leanchecker`` is the second kernel run.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Sequence
from pathlib import Path

from pycheck.cache import default_cache_folder, digest
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.install import content_digest, data_root, lake_program
from pycheck.lean.olean import Module
from pycheck.lean.process import Run, last_line, run_process
from pycheck.lean.provider import Toolchain
from pycheck.lean.staging import Progress, silent

#: Kernels before this version have published soundness bugs and give no formal verdicts.
OLDEST = (4, 34, 0)

_VERSION = re.compile(r"Lean \(version (?P<version>\d+\.\d+\.\d+)[^,]*,.*?commit (?P<commit>[0-9a-f]{12,40})")


class LakeRunner:
    """Runs the toolchain that ``lake`` chooses for the project.

    Raises :class:`LeanUnavailable` if ``lake`` is missing, does not answer, is too old, or does not
    build the project.
    """

    def __init__(self, progress: Progress = silent, project: Path | None = None) -> None:
        program = lake_program()
        if program is None:
            raise LeanUnavailable("lake is not on the PATH: install elan, or use the embedded Lean")
        self._lake = program
        self._project = project or _writable_project()
        version = self._run(["env", "lean", "--version"], timeout=600)
        match = _VERSION.search(version.output)
        if match is None:
            raise LeanUnavailable(
                f"{program}: `lake env lean --version` gives no version: "
                f"{version.failure or last_line(version.output)}"
            )
        number = tuple(int(part) for part in match["version"].split("."))
        if number < OLDEST:
            raise LeanUnavailable(
                f"Lean {match['version']} is too old: its kernel has published soundness bugs; "
                f"use {'.'.join(map(str, OLDEST))} or newer"
            )
        progress("lake build")
        built = self._run(["build"], timeout=3600)
        self.build_failure = "" if built.exit_code == 0 and not built.failure else last_line(built.output)
        toolchain = (self._project / "lean-toolchain").read_text(encoding="utf-8").strip()
        self._toolchain = Toolchain(
            provider="lake",
            version=match["version"],
            commit=match["commit"],
            identity=digest(["lake", match["version"], match["commit"]]),
            trust_base={
                "checked_by": f"the Lean {match['version']} kernel over the official Init",
                "toolchain": toolchain,
                "lakefile_sha256": content_digest((self._project / "lakefile.lean").read_bytes()),
                "lake_build": self.build_failure or "ok",
            },
        )

    @property
    def toolchain(self) -> Toolchain:
        """The Lean behind this runner."""
        return self._toolchain

    def lean(self, arguments: Sequence[str], *, search_path: Path, cwd: Path, timeout: float) -> Run:
        """``lake env lean``; paths are made absolute because lake runs in the project's folder."""
        absolute = [
            str(cwd / a) if _is_path(a, cwd, before) else a
            for before, a in zip(("", *arguments), arguments, strict=False)
        ]
        return self._run(["env", "lean", *absolute], search_path=search_path, timeout=timeout)

    def recheck(self, modules: Sequence[tuple[str, Module]], *, search_path: Path) -> ReplayFinding:
        """The toolchain's own ``leanchecker`` over the compiled modules."""
        names = [name for name, _ in modules]
        run = self._run(["env", "leanchecker", *names], search_path=search_path, timeout=600)
        if run.exit_code == 0 and not run.failure:
            return ReplayFinding(True, True, 0, (), "leanchecker of the toolchain")
        detail = run.failure or last_line(run.output)
        if "not found" in detail or "could not execute" in detail or "No such file" in detail:
            return ReplayFinding(False, False, detail=f"this toolchain has no leanchecker ({detail})")
        return ReplayFinding(True, False, 0, (), f"leanchecker: {detail}")

    def _run(self, arguments: Sequence[str], *, timeout: float, search_path: Path | None = None) -> Run:
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LEAN", "LAKE"))}
        if search_path is not None:
            environment["LEAN_PATH"] = str(search_path)
        try:
            return run_process(
                [str(self._lake), *arguments], cwd=self._project, environment=environment, timeout=timeout
            )
        except OSError as error:
            raise LeanUnavailable(f"{self._lake}: cannot be started ({error.strerror})") from error


def _is_path(argument: str, cwd: Path, before: str) -> bool:
    return before in ("-R", "-o") or (argument.endswith(".lean") and (cwd / argument).is_file())


def _writable_project() -> Path:
    """The Lake project: the checkout, or a copy of the shipped one where that cannot be written."""
    root = data_root()
    if os.access(root, os.W_OK) and root.name != "_data":
        return root
    copy = default_cache_folder() / "lake-project"
    for name in ("lean", "lakefile.lean", "lean-toolchain"):
        source, target = root / name, copy / name
        copy.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, dirs_exist_ok=True)
        else:
            shutil.copy2(source, target)
    return copy
