"""Which premises proofs use, as lean-dojo traces them (the extra ``dojo``).

Nothing else of pycheck rests on this: what a theorem depends on is read from its compiled term
(:func:`pycheck.lean.olean.dependencies`). What lean-dojo adds is what the *source* of a proof mentions,
tactic by tactic. It works on a Git repository that ``lake`` can build, so the sources of a mechanism are put
into one of their own, with nothing else in it.
"""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

from pycheck.cache import Cache, code_digest, digest
from pycheck.errors import EnvironmentUnusable, InputFileError
from pycheck.lean.process import Run, last_line, run_process
from pycheck.lean.sources import SourceModule, import_closure, outside
from pycheck.lean.staging import TOOLCHAIN_MODULES, self_contained
from pycheck.lean.traced import TracedTheorem, read_traced

#: What lean-dojo 4.20.0 asks for.
OLDEST_GIT, LEAST_UNSUPPORTED_PYTHON = (2, 25), (3, 13)
#: The Lean that its extractor is written for: since 4.27 ``String.Pos`` is another type and it does not
#: compile. What a proof's source mentions is no verdict, so any Lean that compiles the sources will do.
TOOLCHAIN = "leanprover/lean4:v4.20.0"
#: Where it looks up the commit of the Lean release, for a local repository too.
API = "https://api.github.com"
#: Seconds for a trace, and for finding out whether :data:`API` can be reached.
TRACE_TIMEOUT, API_TIMEOUT = 7200.0, 10.0

_CHILD = Path(__file__).with_name("_dojo_child.py")
_LAKEFILE = 'name = "traced"\ndefaultTargets = ["Traced"]\n\n[[lean_lib]]\nname = "Traced"\nroots = [{}]\n'


class NotTraceable(EnvironmentUnusable):
    """Something that tracing needs is not there; one line for each, with how to get it."""


@dataclass(frozen=True)
class Trace:
    """The traced theorems of a mechanism's sources; ``tool`` and ``toolchain`` say what traced them."""

    theorems: tuple[TracedTheorem, ...]
    tool: str
    toolchain: str


def missing_for_tracing(*, network: bool) -> tuple[str, ...]:
    """What is missing here and how to get it, one line each. ``network`` tries the network as well."""
    lines: list[str] = []
    if importlib.util.find_spec("lean_dojo") is None:
        lines.append("lean-dojo is not installed: pip install 'pycheck[dojo]'")
    if sys.version_info >= LEAST_UNSUPPORTED_PYTHON:
        newest = ".".join(map(str, LEAST_UNSUPPORTED_PYTHON))
        lines.append(
            f"lean-dojo needs a Python before {newest}: make a virtual environment with an older one"
        )
    lines += _git_problem()
    absent = [program for program in ("lake", "lean") if shutil.which(program) is None]
    if absent:
        are = "is" if len(absent) == 1 else "are"
        lines.append(
            f"{' and '.join(absent)} {are} not on the PATH: install elan (https://lean-lang.org/install); "
            "the embedded Lean has neither Lake nor Lean's own modules, which the tracer is written with"
        )
    if network:
        lines += _network_problem()
    return tuple(lines)


def trace(
    module: str,
    roots: tuple[Path, ...],
    cache: Cache,
    progress: Callable[[str], None],
    *,
    open_ended: bool = False,
    toolchain: str = TOOLCHAIN,
) -> Trace:
    """Trace ``module`` and what it imports; what was traced before from the same sources is kept.

    ``open_ended`` says that the sources may import other packages' modules (which are then refused by name).
    Raises :class:`NotTraceable` with everything that is missing, or with what lean-dojo failed with.
    """
    sources = import_closure(module, roots, TOOLCHAIN_MODULES, open_ended=open_ended)
    if not self_contained(sources):
        other = next(pair for pair in outside(sources) if pair[0].split(".")[0] not in TOOLCHAIN_MODULES)
        raise NotTraceable(
            f"module {other[0]} (imported by {other[1]}) is another package's: pycheck traces sources that "
            "need Lean's own modules alone; trace the project's Git repository with lean-dojo itself"
        )
    tool = f"lean-dojo {_version()}"
    texts = [part for source in sources for part in (source.name, source.text)]
    key = digest([code_digest("lean"), tool, toolchain, *texts])
    known = cache.read("traced", key)
    if known is None:
        missing = missing_for_tracing(network=True)
        if missing:
            raise NotTraceable("\n".join(missing))
        known = _run(sources, module, toolchain, cache, progress)
        read_traced(known.decode(), "lean-dojo")
        cache.write("traced", key, known)
    return Trace(read_traced(known.decode(), "the cache"), tool, toolchain)


def read_trace(path: Path) -> Trace:
    """Facts that were traced before, in the LeanDojo Benchmark's form. Raises :class:`InputFileError`."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise NotTraceable(f"{path}: cannot be read ({error})") from error
    return Trace(read_traced(text, str(path)), f"read from {path.name}", "")


def _run(
    sources: tuple[SourceModule, ...],
    module: str,
    toolchain: str,
    cache: Cache,
    progress: Callable[[str], None],
) -> bytes:
    with tempfile.TemporaryDirectory(prefix="pycheck-dojo-") as folder:
        here = Path(folder)
        repository = here / "traced"
        make_repository(repository, sources, module, toolchain)
        output = here / "traced.json"
        progress("lean-dojo traces the sources (lake build first; this takes minutes)")
        environment = {
            **os.environ,
            # Its own cache would be asked of a server first; with two processes it starts no cluster.
            "CACHE_DIR": str((cache.folder / "lean-dojo").absolute()),
            "DISABLE_REMOTE_CACHE": "1",
            "NUM_PROCS": "2",
            "TMP_DIR": folder,
        }
        run = run_process(
            [sys.executable, str(_CHILD), str(repository), str(output)],
            cwd=here,
            environment=environment,
            timeout=TRACE_TIMEOUT,
        )
        if run.failure or run.exit_code or not output.is_file():
            raise NotTraceable(f"lean-dojo did not trace the sources: {_complaint(run)}")
        return output.read_bytes()


def make_repository(folder: Path, sources: tuple[SourceModule, ...], module: str, toolchain: str) -> None:
    """A Git repository with the sources at its root, where lean-dojo looks for them, and one commit."""
    for source in sources:
        path = folder.joinpath(*source.name.split(".")).with_suffix(".lean")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source.text, encoding="utf-8")
    (folder / "lakefile.toml").write_text(_LAKEFILE.format(json.dumps(module)), encoding="utf-8")
    (folder / "lean-toolchain").write_text(f"{toolchain}\n", encoding="utf-8")
    who = ["-c", "user.name=pycheck", "-c", "user.email=pycheck@localhost", "-c", "commit.gpgsign=false"]
    date = "2000-01-01T00:00:00Z"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("GIT_")},
        **{"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"},
        **{"GIT_AUTHOR_DATE": date, "GIT_COMMITTER_DATE": date},
    }
    for command in (["init", "-q"], ["add", "--all"], [*who, "commit", "-q", "-m", "Sources"]):
        run = run_process(["git", *command], cwd=folder, environment=environment, timeout=60)
        if run.exit_code or run.failure:
            raise NotTraceable(f"git {command[-1]}: {last_line(run.output) or run.failure}")


def _complaint(run: Run) -> str:
    """The last line, which is Python's, and Lean's or Lake's first error before it."""
    lines = run.output.splitlines()
    first = next((line.strip() for line in lines if "error:" in line or "error(" in line), "")
    parts = [part for part in (last_line(run.output) or run.failure, first) if part]
    return "; ".join(dict.fromkeys(parts)) or f"exit code {run.exit_code}"


def _version() -> str:
    try:
        return metadata.version("lean-dojo")
    except metadata.PackageNotFoundError:
        return "(not installed)"


def _git_problem() -> list[str]:
    oldest = ".".join(map(str, OLDEST_GIT))
    if shutil.which("git") is None:
        return [f"git is not on the PATH ({oldest} or newer is needed): https://git-scm.com/downloads"]
    run = subprocess.run(["git", "--version"], capture_output=True, text=True, check=False, timeout=60)
    match = re.search(r"git version (\d+)\.(\d+)", run.stdout)
    if match is None:
        return [f"git --version gives no version: {last_line(run.stdout + run.stderr) or 'nothing'}"]
    if (int(match[1]), int(match[2])) < OLDEST_GIT:
        return [f"git {match[1]}.{match[2]} is too old: {oldest} or newer is needed"]
    return []


def _network_problem() -> list[str]:
    try:
        with urllib.request.urlopen(API, timeout=API_TIMEOUT):
            return []
    except urllib.error.HTTPError:
        return []  # It answers; whether it grants the request is for lean-dojo to find out.
    except OSError as error:
        reason = getattr(error, "reason", error)
        return [
            f"{API} cannot be reached ({reason}): lean-dojo looks up the commit of the Lean release there; "
            "GITHUB_ACCESS_TOKEN is optional and raises the rate limit"
        ]


__all__ = ["InputFileError", "NotTraceable", "Trace", "missing_for_tracing", "read_trace", "trace"]
