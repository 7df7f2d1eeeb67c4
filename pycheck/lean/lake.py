"""The Lean of a toolchain, as ``lake`` chooses it: the official ``Init``, the official kernel.

Lake is asked two things: ``lake env`` says where the toolchain is and where compiled dependencies are, and,
for a Lake project of the user's own, ``lake build +Module`` builds it. Lean itself is then started as
``<toolchain>/bin/lean``, and the second kernel run as ``<toolchain>/bin/leanchecker``, with an environment of
their own. Not through ``lake env lean``: that puts the project's build folder before everything else on
``LEAN_PATH``, so that Lean would import what lies there instead of what is being checked.
"""

from __future__ import annotations

import os
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.cache import digest
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.findings import ReplayFinding
from pycheck.lean.install import PINNED_COMMIT, content_digest, data_root, file_digest, lake_program
from pycheck.lean.leanchecker import read_answer, replayed_declarations
from pycheck.lean.olean import SUPPORTED_VERSIONS, Module
from pycheck.lean.process import Run, last_line, run_process
from pycheck.lean.project import Project
from pycheck.lean.provider import OwnBuild, Toolchain
from pycheck.lean.sandbox import Confinement
from pycheck.lean.staging import Progress, silent

#: Kernels before this version have published soundness bugs and give no formal verdicts.
OLDEST = (4, 34, 0)

#: Seconds for ``lake env`` (elan may have to download a toolchain), for ``lake build``, for ``leanchecker``.
ENV_TIMEOUT, BUILD_TIMEOUT, CHECK_TIMEOUT = 900.0, 3600.0, 600.0

# Lean (version 4.35.0, x86_64-unknown-linux-gnu, commit eb6caf…, Release)
_VERSION = re.compile(
    r"Lean \(version (?P<number>\d+\.\d+\.\d+)(?P<suffix>-[^,\s]+)?, (?:[^,]+, )?"
    r"commit (?P<commit>[0-9a-f]{7,40})\b"
)
_ELF = b"\x7fELF"
_SETTING = re.compile(r"([A-Z][A-Z0-9_]*)=(.*)")


@dataclass(frozen=True)
class _Workspace:
    """What ``lake env`` says: the toolchain's folder, its name, and the folders of compiled modules."""

    sysroot: Path
    toolchain: str
    lean_path: tuple[Path, ...]


class LakeRunner:
    """Runs the toolchain that ``lake`` chooses for a project, or for the version that pycheck is written for.

    Raises :class:`LeanUnavailable` if ``lake`` is missing or does not say where a working Lean is. A Lean
    that works but may give no formal verdicts is there, with its toolchain's ``refusal`` saying why.
    """

    def __init__(self, progress: Progress = silent, project: Project | None = None) -> None:
        program = lake_program()
        if program is None:
            raise LeanUnavailable("lake is not on the PATH: install elan, or use the embedded Lean")
        self._lake = program
        self._progress = progress
        self._project = project
        progress("asking lake for its Lean")
        if project is not None:
            self._workspace = self._ask(project.folder)
        else:
            # Nothing of the shipped library needs a lakefile; the version is all that Lake has to know.
            with tempfile.TemporaryDirectory(prefix="pycheck-lake-") as folder:
                shutil.copyfile(data_root() / "lean-toolchain", Path(folder) / "lean-toolchain")
                self._workspace = self._ask(Path(folder))
        self._toolchain = self._examine()

    @property
    def toolchain(self) -> Toolchain:
        """The Lean behind this runner."""
        return self._toolchain

    def lean(self, arguments: Sequence[str], *, search_path: Path, cwd: Path, timeout: float) -> Run:
        """Run the toolchain's ``lean``; dependencies of the project come after ``search_path``."""
        program = self._program("lean")
        return run_process(
            [str(program), *arguments],
            cwd=cwd,
            environment=self._environment(search_path, cwd),
            timeout=timeout,
            confinement=self._confinement(program, [search_path, *self._workspace.lean_path], [cwd]),
        )

    def prepare(self, modules: Sequence[tuple[str, Module]]) -> None:
        """Nothing: ``leanchecker`` keeps nothing from one run to the next."""
        del modules

    def recheck(self, modules: Sequence[tuple[str, Module]], *, search_path: Path) -> ReplayFinding:
        """The toolchain's ``leanchecker`` over the compiled modules, in a folder that is theirs alone."""
        with tempfile.TemporaryDirectory(prefix="pycheck-recheck-") as folder:
            here = Path(folder)
            copies = [(name, _copy(name, module, search_path, here), module) for name, module in modules]
            changed = [name for name, path, module in copies if file_digest(path) != module.digest]
            if not changed:
                names = [name for name, _ in modules]
                program = self._program("leanchecker")
                run = run_process(
                    [str(program), *names],
                    cwd=here,
                    environment=self._environment(here, here),
                    timeout=CHECK_TIMEOUT,
                    confinement=self._confinement(program, [here, *self._workspace.lean_path], []),
                )
                changed = [name for name, path, module in copies if file_digest(path) != module.digest]
        if changed:
            return ReplayFinding(True, False, 0, (), f"the compiled {changed[0]} was changed meanwhile")
        return read_answer(run, replayed_declarations(module for _, module in modules))

    def build(self, module: str, modules: Sequence[str]) -> OwnBuild | None:
        """``lake build +module`` in the user's project, and where Lake put what it compiled."""
        if self._project is None:
            return None
        self._progress(f"lake build +{module}")
        run = self._run(["build", f"+{module}"], self._project.folder, BUILD_TIMEOUT)
        if run.failure or run.exit_code:
            return OwnBuild(failure=f"`lake build +{module}` fails: {_complaint(run)}")
        found = {name: self._find(name) for name in modules}
        return OwnBuild({name: path for name, path in found.items() if path is not None})

    def _ask(self, folder: Path) -> _Workspace:
        run = self._run(["env"], folder, ENV_TIMEOUT)
        if run.failure or run.exit_code:
            raise LeanUnavailable(f"{self._lake}: `lake env` fails in {folder}: {_complaint(run)}")
        said: dict[str, str] = {}
        for line in run.output.splitlines():
            if match := _SETTING.fullmatch(line):
                said.setdefault(match[1], match[2])
        if not said.get("LEAN_SYSROOT"):
            shown = last_line(run.output)[:200] or "nothing"
            raise LeanUnavailable(f"{self._lake}: `lake env` names no LEAN_SYSROOT; it says: {shown}")
        sysroot = folder / said["LEAN_SYSROOT"]
        if not (sysroot / "bin" / "lean").is_file():
            raise LeanUnavailable(f"{self._lake}: there is no {sysroot / 'bin' / 'lean'}")
        path = tuple(folder / entry for entry in said.get("LEAN_PATH", "").split(os.pathsep) if entry)
        return _Workspace(sysroot, said.get("ELAN_TOOLCHAIN", ""), path)

    def _examine(self) -> Toolchain:
        """Which Lean it is, what identifies it, and whether its verdicts may be called formal."""
        with tempfile.TemporaryDirectory(prefix="pycheck-lake-") as folder:
            here = Path(folder)
            run = self.lean(["--version"], search_path=here, cwd=here, timeout=60)
        match = _VERSION.search(run.output)
        if match is None:
            said = run.failure or last_line(run.output) or "nothing"
            raise LeanUnavailable(f"{self._program('lean')} --version: expected a version, found: {said}")
        version = match["number"] + (match["suffix"] or "")
        files = _digests(self._workspace.sysroot)
        settings = self._project.settings if self._project else ()
        official = match["commit"] == PINNED_COMMIT
        init = "the official Init" if official else "the Init of its toolchain, which is no known release"
        trust: dict[str, object] = {
            "checked_by": f"the Lean {version} kernel over {init}",
            "toolchain": self._workspace.toolchain or "(not chosen by elan)",
            "toolchain_sha256": dict(files),
        }
        if self._project is not None:
            trust |= {"project": self._project.label, "project_sha256": dict(settings)}
        return Toolchain(
            provider="lake",
            version=version,
            commit=match["commit"],
            identity=digest(
                ["lake", version, match["commit"], *(part for pair in files + settings for part in pair)]
            ),
            trust_base=trust,
            sandbox=run.sandbox,
            refusal=refusal(version) or self._no_second_run(),
        )

    def _no_second_run(self) -> str:
        if self._program("leanchecker").is_file():
            return ""
        return "no second kernel run: this toolchain has no leanchecker (official ones have it since 4.28)"

    def _program(self, name: str) -> Path:
        return self._workspace.sysroot / "bin" / name

    def _confinement(self, program: Path, read: Sequence[Path], write: Sequence[Path]) -> Confinement | None:
        """How a program of the toolchain is confined. A script is not: it starts others, from anywhere."""
        with program.open("rb") as file:
            if file.read(len(_ELF)) != _ELF:
                return None
        return Confinement([self._workspace.sysroot, *read], write)

    def _run(self, arguments: Sequence[str], folder: Path, timeout: float) -> Run:
        # The caller's LEAN_PATH, LEAN_SYSROOT or LAKE_HOME would make it another Lean than the project's.
        environment = {k: v for k, v in os.environ.items() if not k.startswith(("LEAN", "LAKE"))}
        try:
            return run_process(
                [str(self._lake), *arguments], cwd=folder, environment=environment, timeout=timeout
            )
        except OSError as error:
            raise LeanUnavailable(f"{self._lake}: cannot be started ({error.strerror})") from error

    def _environment(self, search_path: Path, cwd: Path) -> Mapping[str, str]:
        """What a program of the toolchain gets to see: nothing is inherited."""
        mine = _roots(search_path)
        others = [str(entry) for entry in self._workspace.lean_path if not mine & _roots(entry)]
        return {
            "LEAN_PATH": os.pathsep.join([str(search_path), *others]),
            "LEAN_SYSROOT": str(self._workspace.sysroot),
            "PATH": os.pathsep.join([str(self._workspace.sysroot / "bin"), os.defpath]),
            "LC_ALL": "C.UTF-8",
            "HOME": str(cwd),
            "TMPDIR": str(cwd),
        }

    def _find(self, module: str) -> Path | None:
        for entry in self._workspace.lean_path:
            path = entry.joinpath(*module.split(".")).with_suffix(".olean")
            if path.is_file():
                return path
        return None


def refusal(version: str) -> str:
    """Why a Lean of this version gives no formal verdicts; empty if it may."""
    number, _, suffix = version.partition("-")
    parts = tuple(int(part) for part in number.split("."))
    if parts < OLDEST or (parts == OLDEST and suffix):
        oldest = ".".join(map(str, OLDEST))
        return f"Lean {version} is too old: kernels before {oldest} have published soundness bugs"
    if version not in SUPPORTED_VERSIONS:
        known = " or ".join(sorted(SUPPORTED_VERSIONS))
        return (
            f"pycheck does not know the compiled files of Lean {version}, so it cannot compare terms; "
            f"it knows those of {known} (leanprover/lean4:v{known} in lean-toolchain)"
        )
    return ""


def _roots(folder: Path) -> set[str]:
    """First components of the modules in a folder; Lean takes all of a root from the first folder with it."""
    try:
        return {path.stem for path in folder.iterdir() if path.is_dir() or path.suffix == ".olean"}
    except OSError:
        return set()


def _copy(name: str, module: Module, search_path: Path, folder: Path) -> Path:
    path = folder.joinpath(*name.split(".")).with_suffix(".olean")
    path.parent.mkdir(parents=True, exist_ok=True)
    # A module of the same content may have been read earlier, out of a folder that is gone.
    staged = search_path / path.relative_to(folder)
    shutil.copyfile(staged if staged.is_file() else module.path, path)
    return path


def _digests(sysroot: Path) -> tuple[tuple[str, str], ...]:
    """SHA-256 of the programs, of the shared library with the kernel, and of all of ``Init``.

    The last is that of the lines ``sha256sum`` prints for ``Init.olean`` and every file of ``Init/`` whose
    name has ``.olean`` in it, in byte order, in ``lib/lean``.
    """
    names = ("bin/lean", "bin/leanchecker", "lib/lean/libleanshared.so", "lib/lean/libleanshared.dylib")
    found = [(name, file_digest(sysroot / name)) for name in names if (sysroot / name).is_file()]
    library = sysroot / "lib" / "lean"
    files = sorted(path.relative_to(library).as_posix() for path in library.glob("Init/**/*.olean*"))
    rows = [
        f"{file_digest(library / name)}  {name}\n"
        for name in ["Init.olean", *files]
        if (library / name).is_file()
    ]
    return (*found, ("lib/lean/Init", content_digest("".join(rows).encode())))


def _complaint(run: Run) -> str:
    """The first error that Lake prints, or how it ended."""
    errors = [line.strip() for line in run.output.splitlines() if line.startswith("error:")]
    if errors:
        return errors[0].removeprefix("error:").strip()[:400]
    # Written for Lean, with advice on files in Lean: "Lean did not finish within …: look for …".
    failure = run.failure.partition(": ")[0] if run.exit_code < 0 else run.failure
    return failure.replace("Lean", "it", 1) or last_line(run.output) or f"exit code {run.exit_code}"
