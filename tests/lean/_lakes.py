"""Running the pipeline with a ``lake`` on the PATH."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.cli.common import exit_code
from pycheck.loading import load
from pycheck.pipeline import verify

from ._mutants import Outcome
from .standin_lake import StandIn


def on_path(monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    """Let programs in ``folder`` be found first."""
    monkeypatch.setenv("PATH", f"{folder}{os.pathsep}{os.environ['PATH']}")


def fake_lake(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> Path:
    """A ``lake`` that is a shell script, on the PATH."""
    StandIn(folder).bin.mkdir(parents=True)
    StandIn(folder).replace("lake", script)
    on_path(monkeypatch, folder / "bin")
    return folder / "bin" / "lake"


def verified(home: Path, cache: Path, lean: str = "lake") -> Outcome:
    """The whole pipeline over a mechanism's folder."""
    found = verify(load(home), lean=lean, symbolic=False, cache=Cache(cache))
    return Outcome(found, exit_code(found, strict=True))
