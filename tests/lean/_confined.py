"""Running a stand-in for a hostile Lean, a few lines of Python, exactly as Lean is run."""

from __future__ import annotations

import os
import sys
import textwrap
import time
from collections.abc import Iterable
from pathlib import Path

import pytest

from pycheck.lean.process import Run, run_process
from pycheck.lean.sandbox import Confinement, Limits, probe

#: What is in force on this machine.
HERE = probe()


def needs(*features: str) -> pytest.MarkDecorator:
    """Skip a test of what this machine does not have."""
    absent = [feature for feature in features if feature not in HERE.features]
    return pytest.mark.skipif(bool(absent), reason=f"not in force on this machine: {', '.join(absent)}")


def confined(
    folder: Path,
    code: str,
    *arguments: object,
    without: Iterable[str] = (),
    limits: Limits | None = None,
    timeout: float = 600.0,
) -> Run:
    """Run Python code in ``folder/work``, which it may write; ``without`` names what is left out."""
    work = folder / "work"
    work.mkdir(exist_ok=True)
    return run_process(
        [sys.executable, "-I", "-S", "-c", textwrap.dedent(code), *map(str, arguments)],
        cwd=work,
        environment={},
        timeout=timeout,
        confinement=Confinement(
            [Path(sys.base_prefix)], [work], limits or Limits(), without=frozenset(without)
        ),
    )


def lives(pid: int) -> bool:
    """Whether a process is there and is no zombie."""
    try:
        text = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")
    except OSError:
        return False
    return text.rpartition(")")[2].split()[0] not in "ZX"


def wait_until_gone(pid: int, seconds: float = 30.0) -> bool:
    """Whether a process ends in this time; it is killed if it does not."""
    end = time.monotonic() + seconds
    while lives(pid):
        if time.monotonic() > end:
            os.kill(pid, 9)
            return False
        time.sleep(0.02)
    return True


def in_folder(folder: Path) -> list[int]:
    """The processes that work below a folder."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            try:
                working = (entry / "cwd").readlink()
            except OSError:
                continue
            if working.is_relative_to(folder) and lives(int(entry.name)):
                found.append(int(entry.name))
    return found
