"""What is written, and where: files, links, devices, streams that are closed."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pycheck.files import write_atomically

VERIFY = [sys.executable, "-m", "pycheck", "verify", "-q", "--lean", "none", "othman_sandholm"]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_user_s(tmp_path: Path) -> None:
    file = tmp_path / "made" / "file"
    before = os.umask(0o027)
    try:
        write_atomically(file, b"one")
    finally:
        os.umask(before)
    assert stat.S_IMODE(file.stat().st_mode) == 0o640
    file.chmod(0o604)
    write_atomically(file, b"two")
    assert (file.read_bytes(), stat.S_IMODE(file.stat().st_mode)) == (b"two", 0o604)
    assert list(file.parent.iterdir()) == [file]


def test_a_link_is_followed(tmp_path: Path) -> None:
    real, link = tmp_path / "real", tmp_path / "link"
    real.write_bytes(b"before")
    link.symlink_to(real)
    write_atomically(link, b"after")
    assert link.is_symlink()
    assert real.read_bytes() == b"after"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    found: list[bytes] = []
    reader = threading.Thread(target=lambda: found.append(pipe.read_bytes()))
    reader.start()
    write_atomically(pipe, b"through")
    reader.join(10)
    assert found == [b"through"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_what_cannot_be_written_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    file.write_bytes(b"before")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as caught:
        write_atomically(file, b"after")
    assert caught.value.filename == str(file)
    assert file.read_bytes() == b"before"
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_a_closed_stream_is_no_crash(closed: str) -> None:
    shell = ["sh", "-c", f'"$@" {closed}', "sh", *VERIFY]
    run = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert run.returncode == 0
    assert "Traceback" not in run.stderr


def test_output_that_is_cut_off_is_no_success(tmp_path: Path) -> None:
    """A disk with room for the first half."""
    shell = ["unshare", "--user", "--map-root-user", "--mount"]
    if shutil.which("unshare") is None or subprocess.run([*shell, "true"], check=False).returncode:
        pytest.skip("this machine has no user namespaces for ordinary users, or no unshare")
    script = f'mount -t tmpfs -o size=64k none "{tmp_path}"; exec "$@" > "{tmp_path}/out"'
    command = [*shell, "sh", "-c", script, "sh", *VERIFY, "--format", "json"]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "No space left on device" in run.stderr


def test_a_device_is_left_a_device() -> None:
    run = subprocess.run([*VERIFY, "-o", "/dev/full"], capture_output=True, text=True, check=False)
    assert run.returncode == 2
    assert "No space left on device" in run.stderr
    assert stat.S_ISCHR(Path("/dev/full").stat().st_mode)
