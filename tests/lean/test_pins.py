"""The bootstrap is the one that was reviewed: a changed one gives no formal verdict unless it is named."""

from __future__ import annotations

import lzma
import resource
from pathlib import Path

import pytest

from pycheck.cache import Cache
from pycheck.lean import embedded, install
from pycheck.lean.embedded import EmbeddedRunner, LeanUnavailable
from pycheck.lean.pin import compile_bootstrap, pinned

pytestmark = pytest.mark.usefixtures("lean_library")


def test_the_pins_are_those_of_the_bootstrap(shared_cache: Path) -> None:
    toolchain = EmbeddedRunner(Cache(shared_cache)).toolchain
    assert toolchain.refusal == ""
    assert toolchain.trust_base["bootstrap_sha256"] == install.PINNED_BOOTSTRAP
    assert toolchain.trust_base["bootstrap_compiled_sha256"] == install.PINNED_BOOTSTRAP_COMPILED


def test_what_is_shipped_compiled_is_what_lean_makes_of_the_source() -> None:
    source, compiled = compile_bootstrap()
    assert install.content_digest(source) == install.PINNED_BOOTSTRAP
    assert install.bootstrap_compiled() == compiled


def _never(*_: object, **__: object) -> None:
    raise AssertionError("Lean was started")


def test_where_it_is_shipped_nothing_is_compiled(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(EmbeddedRunner, "lean", _never)
    toolchain = EmbeddedRunner(Cache(tmp_path)).toolchain
    assert (toolchain.refusal, toolchain.sandbox) == ("", None)


def _endless() -> bytes:
    """An eighth of a gigabyte of zeros."""
    pack = lzma.LZMACompressor(preset=0)
    return b"".join([*(pack.compress(bytes(1 << 20)) for _ in range(128)), pack.flush()])


@pytest.mark.parametrize("damage", ["missing", "cut off", "not compressed", "another", "endless"])
def test_what_is_shipped_counts_only_if_it_is_the_pinned_one(
    damage: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = install.bootstrap_compiled_path().read_bytes()
    path = tmp_path / "Init.olean.xz"
    if damage != "missing":
        other = lzma.compress(lzma.decompress(packed)[:-1] + b"\1")
        contents = {"cut off": packed[: len(packed) // 2], "not compressed": b"Init", "another": other}
        path.write_bytes(contents[damage] if damage in contents else _endless())
    monkeypatch.setattr(install, "bootstrap_compiled_path", lambda: path)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert install.bootstrap_compiled() is None
    # In KiB; it is not all unpacked to find that it is another.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 80_000
    monkeypatch.setattr(EmbeddedRunner, "lean", _never)
    with pytest.raises(AssertionError, match="Lean was started"):
        EmbeddedRunner(Cache(tmp_path))


@pytest.fixture
def changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A bootstrap with one more definition; returns its digest."""
    source = install.bootstrap_source().read_bytes() + b"\ndef oneMore : Nat := 1\n"
    path = tmp_path / "Init.lean"
    path.write_bytes(source)
    monkeypatch.setattr(embedded, "bootstrap_source", lambda: path)
    return install.content_digest(source)


def test_of_another_library_nothing_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = "0" * 64
    monkeypatch.setattr(embedded, "PINNED_LIBRARY", expected)
    with pytest.raises(LeanUnavailable, match=f"SHA-256 is {install.PINNED_LIBRARY}, not {expected}"):
        EmbeddedRunner(Cache(tmp_path))
    assert not [path for path in tmp_path.rglob("*") if path.is_file()]


@pytest.mark.exhaustive
def test_a_changed_bootstrap_has_to_be_named(
    changed: str, shared_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    refused = EmbeddedRunner(Cache(shared_cache)).toolchain
    assert changed in refused.refusal
    assert install.PINNED_BOOTSTRAP in refused.refusal
    monkeypatch.setenv(install.BOOTSTRAP_VARIABLE, install.PINNED_BOOTSTRAP)
    assert EmbeddedRunner(Cache(shared_cache)).toolchain.refusal
    monkeypatch.setenv(install.BOOTSTRAP_VARIABLE, changed)
    named = EmbeddedRunner(Cache(shared_cache)).toolchain
    assert named.refusal == ""
    assert install.BOOTSTRAP_VARIABLE in named.trust_base["bootstrap"]


@pytest.mark.exhaustive
def test_a_cached_bootstrap_that_is_another_is_compiled_again(tmp_path: Path) -> None:
    cache = Cache(tmp_path)
    good = EmbeddedRunner(cache, shipped=False).toolchain
    cache.write("olean", good.identity, good.base[0][1][:-8])
    again = EmbeddedRunner(cache, shipped=False).toolchain
    assert again.base == good.base
    assert cache.read("olean", good.identity) == good.base[0][1]


@pytest.mark.exhaustive
def test_a_lean_that_compiles_the_bootstrap_to_something_else_is_refused(
    shared_cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(embedded, "PINNED_BOOTSTRAP_COMPILED", "0" * 64)
    assert "compiled to" in EmbeddedRunner(Cache(shared_cache), shipped=False).toolchain.refusal


def test_pins_are_written_where_they_stand() -> None:
    text = Path(install.__file__).read_text(encoding="utf-8")
    assert pinned(text, {"PINNED_BOOTSTRAP": install.PINNED_BOOTSTRAP}) == text
    assert 'PINNED_BOOTSTRAP = "00"' in pinned(text, {"PINNED_BOOTSTRAP": "00"})
    with pytest.raises(ValueError, match="0 lines that set PINNED_NOTHING"):
        pinned(text, {"PINNED_NOTHING": "00"})
