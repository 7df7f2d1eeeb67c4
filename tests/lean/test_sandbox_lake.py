"""The sandbox around the programs of a toolchain: a ``lean`` that is a program, and one that is a script."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.lake import LakeRunner
from pycheck.lean.process import Run, run_process
from pycheck.lean.sandbox import NOT_CONFINED

from . import _hostile
from ._confined import HERE, needs
from ._lakes import on_path
from .standin_lake import StandIn, install

#: ``bin/lean`` as a program: the real library, with the compiled files of the toolchain after LEAN_PATH.
PROGRAM = r"""
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    const char *given = getenv("LEAN_PATH");
    char path[8192];
    snprintf(path, sizeof path, "%s:%s", given ? given : "", SYSROOT "/lib/lean");
    setenv("LEAN_PATH", path, 1);
    void *library = dlopen(SYSROOT "/lib/lean/libleanshared.so", RTLD_NOW | RTLD_GLOBAL);
    if (!library) { fprintf(stderr, "%s\n", dlerror()); return 126; }
    return ((int (*)(int, char **)) dlsym(library, "lean_main"))(argc, argv);
}
"""


@pytest.fixture
def standin(lean_library: Path, lean_cache: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StandIn:
    init = EmbeddedRunner(Cache(lean_cache)).toolchain.base[0][1]
    found = install(tmp_path / "toolchain", lean_library, init)
    on_path(monkeypatch, found.bin)
    return found


@pytest.fixture
def compiled(standin: StandIn, lean_library: Path, tmp_path: Path) -> StandIn:
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler here to make a program of")
    target = standin.sysroot / "lib" / "lean" / "libleanshared.so"
    try:
        os.link(lean_library, target)
    except OSError:
        shutil.copyfile(lean_library, target)
    source = tmp_path / "lean.c"
    source.write_text(PROGRAM, encoding="utf-8")
    (standin.bin / "lean").unlink()
    target = standin.bin / "lean"
    command = [compiler, f'-DSYSROOT="{standin.sysroot}"', str(source), "-o", str(target), "-ldl"]
    subprocess.run(command, check=True)
    return standin


def check(runner: LakeRunner, folder: Path, source: str) -> Run:
    work, modules = folder / "work", folder / "modules"
    work.mkdir(exist_ok=True)
    modules.mkdir(exist_ok=True)
    (work / "Some.lean").write_text(source, encoding="utf-8")
    arguments = ["--json", "-o", "Some.olean", "Some.lean"]
    return runner.lean(arguments, search_path=modules, cwd=work, timeout=600)


def test_a_toolchains_lean_is_confined(compiled: StandIn, tmp_path: Path) -> None:
    runner = LakeRunner()
    run = check(runner, tmp_path, "theorem t : 1 + 1 = 2 := rfl\n")
    assert run.ok, run
    assert (tmp_path / "work" / "Some.olean").is_file()
    assert run.sandbox == runner.toolchain.sandbox == HERE


@needs("landlock-files", "seccomp")
def test_a_hostile_file_gets_nowhere(compiled: StandIn, tmp_path: Path) -> None:
    runner, target = LakeRunner(), tmp_path / "made"
    assert check(runner, tmp_path, _hostile.write(str(target))).failure
    assert not target.exists()
    run = check(runner, tmp_path, _hostile.start("/usr/bin/touch", str(target)))
    assert run.failure.startswith("Lean was killed because it asked the system for what no proof needs")
    assert not target.exists()


def test_a_script_is_not_confined_and_that_is_said(standin: StandIn, tmp_path: Path) -> None:
    runner, target = LakeRunner(), tmp_path / "made"
    run = check(runner, tmp_path, "theorem t : 1 + 1 = 2 := rfl\n")
    assert run.ok
    assert run.sandbox == runner.toolchain.sandbox == NOT_CONFINED
    check(runner, tmp_path, _hostile.write(str(target)))
    assert target.exists()


def test_further_folders_can_be_named(
    compiled: StandIn, lean_library: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A toolchain may keep its library elsewhere: then it is refused, until the folder is named."""
    if "landlock-files" not in HERE.features:
        pytest.skip("not in force on this machine: landlock-files")
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    library = compiled.sysroot / "lib" / "lean" / "libleanshared.so"
    library.rename(elsewhere / library.name)
    library.symlink_to(elsewhere / library.name)
    monkeypatch.setenv("PYCHECK_SANDBOX_READ", f"/nowhere:{elsewhere}")
    runner = LakeRunner()
    assert check(runner, tmp_path, "theorem t : 1 = 1 := rfl\n").ok
    monkeypatch.delenv("PYCHECK_SANDBOX_READ")
    failure = check(runner, tmp_path, "theorem t : 1 = 1 := rfl\n").failure
    assert "name its folder in the variable PYCHECK_SANDBOX_READ" in failure


def test_what_is_not_confined_is_not_said_to_be(tmp_path: Path) -> None:
    """Lake and git fail for reasons of their own: nothing was refused to them here."""
    for text in ("[Errno 13] Permission denied: 'x'", "fatal: out of memory"):
        run = run_process(["/bin/sh", "-c", f'echo "{text}" >&2; exit 3'], cwd=tmp_path, environment={})
        assert run.failure == f"Lean exited with code 3: {text}"
    run = run_process(["/bin/sh", "-c", "kill -SEGV $$"], cwd=tmp_path, environment={})
    assert (run.failure, run.sandbox) == ("Lean was killed by signal SIGSEGV", NOT_CONFINED)
