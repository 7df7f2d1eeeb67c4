"""Hostile Lean files in the real Lean: each does its damage without the sandbox, and none with it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean import embedded
from pycheck.lean._account import FEATURES
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.process import Run, run_process
from pycheck.lean.sandbox import Confinement, Limits, python_library

from . import _hostile
from ._confined import in_folder, needs

#: Nothing but what the parent does.
OFF = frozenset(FEATURES)


@dataclass(frozen=True)
class Place:
    """A folder with what a Lean file may see in it, and something else."""

    folder: Path
    library: Path

    @property
    def leak(self) -> Path:
        return self.folder / "work" / "leak"

    def check(
        self, source: str, off: bool = False, timeout: float = 600, limits: Limits | None = None
    ) -> Run:
        """Elaborate a source as ``EmbeddedRunner.lean`` does."""
        work = self.folder / "work"
        work.mkdir(exist_ok=True)
        (work / "Evil.lean").write_text(source, encoding="utf-8")
        modules = self.folder / "modules"
        confinement = Confinement(
            [self.library.parent, python_library(), modules],
            [work],
            limits or Limits(),
            child=Path(embedded.__file__).with_name("_lean_child.py"),
            without=OFF if off else frozenset(),
        )
        return run_process(
            [str(self.library), "--json", "Evil.lean"],
            cwd=work,
            environment={
                "LEAN_PATH": str(modules),
                "LC_ALL": "C.UTF-8",
                "HOME": str(work),
                "TMPDIR": str(work),
            },
            timeout=timeout,
            confinement=confinement,
        )


@pytest.fixture
def place(tmp_path: Path, lean_library: Path, lean_cache: Path) -> Place:
    (tmp_path / "modules").mkdir()
    for name, content in EmbeddedRunner(Cache(lean_cache)).toolchain.base:
        (tmp_path / "modules" / f"{name}.olean").write_bytes(content)
    return Place(tmp_path, lean_library)


def test_an_honest_file_passes(place: Place) -> None:
    run = place.check("theorem t : 1 + 1 = 2 := rfl\n#print axioms t\n")
    assert run.ok
    assert [message.text for message in run.messages] == ["'t' does not depend on any axioms"]


@needs("landlock-files")
@pytest.mark.parametrize("source", [_hostile.write, _hostile.make_folder])
def test_nothing_is_made_outside(place: Place, source: Callable[[str], str]) -> None:
    target = place.folder / "made"
    run = place.check(source(str(target)))
    assert run.failure
    assert not target.exists()
    place.check(source(str(target)), off=True)
    assert target.exists()


@needs("landlock-files")
@pytest.mark.parametrize("name", ["Init.olean", "Other.olean"])
def test_the_imports_of_others_cannot_be_changed(place: Place, name: str) -> None:
    target = place.folder / "modules" / name
    before = target.read_bytes() if target.exists() else None
    place.check(_hostile.write(str(target)))
    assert (target.read_bytes() if target.exists() else None) == before
    place.check(_hostile.write(str(target)), off=True)
    assert target.read_text() == "x"


@needs("landlock-files")
def test_a_secret_is_not_read(place: Place) -> None:
    secret = place.folder / "id_rsa"
    secret.write_text("the secret")
    place.check(_hostile.read(str(secret)))
    assert not place.leak.exists()
    place.check(_hostile.read(str(secret)), off=True)
    assert place.leak.read_text() == "the secret"


@needs("seccomp")
def test_no_program_is_started(place: Place) -> None:
    made = place.folder / "work" / "made"
    run = place.check(_hostile.start("/usr/bin/touch", str(made)))
    assert run.failure.startswith("Lean was killed because it asked the system for what no proof needs")
    assert not made.exists()
    place.check(_hostile.start("/usr/bin/touch", str(made)), off=True)
    assert made.exists()


@needs("seccomp")
def test_the_network_is_not_asked(place: Place) -> None:
    run = place.check(_hostile.look_up("localhost"))
    assert run.failure.startswith("Lean was killed because it asked the system for what no proof needs")
    run = place.check(_hostile.look_up("localhost"), off=True, timeout=5)
    assert run.failure.startswith("Lean did not finish")


@pytest.mark.exhaustive
def test_a_loop_is_ended(place: Place) -> None:
    run = place.check(_hostile.LOOP, timeout=3)
    assert run.failure.startswith("Lean did not finish within 3 s: look for a proof or definition")
    assert not in_folder(place.folder)


@pytest.mark.exhaustive
def test_processor_time_is_bounded(place: Place) -> None:
    run = place.check(_hostile.LOOP, timeout=300, limits=Limits(cpu=2))
    assert run.failure.startswith("Lean used more than 2 s of processor time")


@pytest.mark.exhaustive
def test_memory_is_bounded(place: Place) -> None:
    run = place.check(_hostile.GROW, limits=Limits(memory=512 << 20))
    assert run.failure.startswith("Lean needed more than 512 MiB of memory")
    run = place.check(_hostile.GROW, limits=Limits(address_space=12 << 30))
    assert run.failure.startswith("Lean needed more than")


def test_output_is_bounded(place: Place) -> None:
    run = place.check(_hostile.PRINT, limits=Limits(output=1 << 15))
    assert run.failure.startswith("Lean printed more than 32 KiB, which is the most that is read")
    assert place.check(_hostile.PRINT).ok
