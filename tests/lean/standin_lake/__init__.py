"""A toolchain in official layout that is none: ``bin/lake``, ``bin/lean``, ``bin/leanchecker``, ``lib/lean``.

It stands in for one that elan would install, where none can be had. What is real in it: the parser, the
elaborator, the kernel and the version of the Lean library that the ``lean`` extra installs. What is not:

- ``Init`` is pycheck's bootstrap, not the official one;
- ``lake`` is a small program that follows the documented command line of the real one (``lake help``,
  ``src/lake/Lake/CLI``) for ``env``, ``build`` and ``--version``;
- ``leanchecker`` has the command line and the messages of the real one (``src/LeanChecker.lean``), but it is
  pycheck's own replay that does the work.

The three are scripts. With a C compiler ``lean`` can be a program as the official one is: linked to the
library in ``lib/lean``, finding ``Init`` beside it by where it lies itself (:func:`make_native`).
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[2]


@dataclass(frozen=True)
class StandIn:
    """An installed stand-in; ``bin`` is what goes on the PATH."""

    sysroot: Path

    @property
    def bin(self) -> Path:
        return self.sysroot / "bin"

    def report_version(self, line: str) -> None:
        """Make ``lean --version`` print ``line``."""
        (self.sysroot / "version").write_text(line + "\n", encoding="utf-8")

    def replace(self, program: str, script: str) -> None:
        """Put a shell script in a program's place."""
        _write_program(self.bin / program, script)


def install(folder: Path, library: Path, init: bytes) -> StandIn:
    """Make a toolchain in ``folder`` from the Lean library and a compiled ``Init``."""
    standin = StandIn(folder)
    (folder / "lib" / "lean").mkdir(parents=True)
    (folder / "lib" / "lean" / "Init.olean").write_bytes(init)
    standin.bin.mkdir()
    for program in ("lake", "lean", "leanchecker"):
        command = shlex.join(
            [sys.executable, "-I", str(HERE / f"{program}.py"), str(folder), str(library), str(ROOT)]
        )
        standin.replace(program, f'exec {command} "$@"')
    return standin


_NATIVE = "int lean_main(int, char **); int main(int n, char **v) { return lean_main(n, v); }"


def make_native(standin: StandIn, library: Path, compiler: str) -> None:
    """Put a linked program in the place of the script ``lean``."""
    folder = standin.sysroot / "lib" / "lean"
    try:
        os.link(library, folder / library.name)
    except OSError:
        shutil.copyfile(library, folder / library.name)
    source = standin.sysroot / "lean.c"
    source.write_text(_NATIVE, encoding="utf-8")
    (standin.bin / "lean").unlink()
    rpath = "-Wl,-rpath,$ORIGIN/../lib/lean"
    link = [f"-L{folder}", "-lleanshared", rpath, "-Wl,--allow-shlib-undefined"]
    subprocess.run([compiler, source, "-o", standin.bin / "lean", *link], check=True)


def _write_program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    path.chmod(0o755)
