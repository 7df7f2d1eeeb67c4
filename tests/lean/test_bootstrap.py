"""The bootstrap Init, as the kernel sees it, and what a library may not do to it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean.embedded import EmbeddedRunner
from pycheck.lean.install import bootstrap_source
from pycheck.lean.olean import read_olean
from pycheck.lean.replay import KERNEL_NAMES
from pycheck.lean.staging import Stage

COMPUTED = sorted(
    name for name in KERNEL_NAMES if name.startswith("Nat.") and name not in ("Nat.zero", "Nat.succ")
)


@pytest.fixture(scope="module")
def stage(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    cache = Cache(tmp_path_factory.mktemp("cache"))
    with Stage(EmbeddedRunner(cache), cache) as opened:
        opened.build("Empty", (_empty(tmp_path_factory.mktemp("empty")),))
        yield opened


def _empty(folder: Path) -> Path:
    (folder / "Empty.lean").write_text("")
    return folder


def test_the_kernels_own_arithmetic_agrees_with_the_definitions(stage: Stage) -> None:
    text = bootstrap_source().with_name("SelfCheck.lean").read_text()
    assert "theorem" in text or "example" in text
    run, compiled = stage.compile("SelfCheck", text)
    assert run.ok, run.errors
    assert compiled is not None


@pytest.mark.parametrize("name", COMPUTED)
def test_no_file_can_define_what_the_kernel_computes_by_name(stage: Stage, name: str) -> None:
    arguments = "(_ : Nat)" if name == "Nat.log2" else "(_ _ : Nat)"
    body = "Bool.true" if name in ("Nat.beq", "Nat.ble") else "0"
    result = "Bool" if name in ("Nat.beq", "Nat.ble") else "Nat"
    run, compiled = stage.compile("Hostile", f"def _root_.{name} {arguments} : {result} := {body}\n")
    assert compiled is None
    assert any("already" in error.text for error in run.errors), run.errors


def test_a_file_without_the_bootstrap_is_refused_by_the_second_kernel_run(stage: Stage) -> None:
    # `prelude` brings a Nat of its own, on which the kernel would still compute by name.
    text = """prelude
inductive Nat where | zero : Nat | succ (n : Nat) : Nat
def Nat.add (n _ : Nat) : Nat := n
"""
    run, compiled = stage.compile("Prelude", text)
    if compiled is None:  # Lean itself may refuse it
        assert run.errors or run.failure
        return
    module = read_olean(stage.place_extra("Prelude", compiled))
    found = stage.runner.recheck([("Prelude", module)], search_path=stage.search_path)
    assert not found.ok
    assert found.failures or found.detail
