"""Files of lines: what an interruption leaves of one."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.trace import LineFile


@pytest.mark.parametrize("at", ["pwrite", "fsync"])
@pytest.mark.parametrize("short", [True, False])
def test_an_interrupted_line_is_not_there(
    at: str, short: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "lines"
    with LineFile(path) as file:
        file.append([b"one\n"])
        real = getattr(os, at)

        def interrupted(*args: Any) -> None:
            real(*args)
            raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            patch.setattr(os, at, interrupted)
            with pytest.raises(KeyboardInterrupt):
                file.append([b"a line that is interrupted\n"])
        last = b"stop\n" if short else b"a line that is longer than the interrupted one\n"
        file.append([last])
        file.append([b"end\n"])
    assert path.read_bytes() == b"one\n" + last + b"end\n"
    with LineFile(path) as file:
        assert file.lines == [b"one\n", last, b"end\n"]
