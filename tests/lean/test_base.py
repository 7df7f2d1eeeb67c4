"""What is read of compiled files: once, whoever asks."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Barrier

from pycheck.cache import Cache
from pycheck.lean import base
from pycheck.lean.base import read_base, read_modules
from pycheck.lean.embedded import EmbeddedRunner


def test_threads_that_ask_at_once_get_the_same_module(lean_cache: Path, tmp_path: Path) -> None:
    """The base is told by being the very same: what is in a second copy would be 'already declared'."""
    toolchain = EmbeddedRunner(Cache(lean_cache)).toolchain
    name, content = toolchain.base[0]
    (tmp_path / "Other.olean").write_bytes(content)
    base._read.cache_clear()
    base._decode.cache_clear()
    together = Barrier(4)

    def ask(number: int) -> list[object]:
        together.wait()
        if number % 2:
            return [module for _, module in read_base(toolchain.base)]
        return [module for _, module in read_modules(toolchain, [("Other", tmp_path / "Other.olean")])]

    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(ask, range(4)))
    assert found[0][0] is found[2][0]
    assert found[1][0] is found[3][0]
    assert name == "Init"
