"""Interrupted, killed, out of space, side by side: no half-written file, and no wrong "passed"."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from pycheck.lean._descendants import descendants

from ._confined import lives
from ._tiny import place_tiny

ROOT = Path(__file__).parents[2]


#: Of one width: the environment that a process would inherit need not be the one that Python shows.
WIDE = {"COLUMNS": "100"}


def started(home: Path, cache: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        command(home, cache),
        cwd=ROOT,
        env=os.environ | WIDE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def command(home: Path, cache: Path) -> list[str]:
    verify = [sys.executable, "-m", "pycheck", "verify", str(home), "--cache", str(cache)]
    return [*verify, "--lean", "embedded", "--require-formal"]


def run(home: Path, cache: Path) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command(home, cache), cwd=ROOT, capture_output=True, text=True, check=False, env=os.environ | WIDE
    )


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory, lean_library: Path) -> tuple[Path, Path, str]:
    """A mechanism, a cache in which everything about it is, and what is printed."""
    folder = tmp_path_factory.mktemp("robust")
    home = place_tiny(folder)
    done = run(home, folder / "cache")
    assert done.returncode == 0, done.stderr
    return home, folder / "cache", done.stdout


@pytest.fixture
def begun(filled: tuple[Path, Path, str], tmp_path: Path) -> tuple[Path, Path, str]:
    """The same with a cache in which only the bootstrap is left."""
    home, full, said = filled
    cache = tmp_path / "cache"
    bootstrap = min(entries(full, "olean"), key=lambda entry: entry.stat().st_mtime_ns)
    state = min(entries(full, "sandbox"), key=lambda entry: entry.stat().st_mtime_ns)
    for entry in (bootstrap, state):
        copy = cache / entry.relative_to(full)
        copy.parent.mkdir(parents=True)
        shutil.copy2(entry, copy)
    return home, cache, said


def entries(cache: Path, kind: str = "*") -> list[Path]:
    return sorted(path for path in cache.glob(f"*/{kind}/**/*") if path.is_file())


def sound(filled: tuple[Path, Path, str], cache: Path) -> bool:
    """Whether each entry is one that an undisturbed run writes, byte for byte."""
    _, full, _ = filled
    return all((full / e.relative_to(cache)).read_bytes() == e.read_bytes() for e in entries(cache))


def children(process: subprocess.Popen[str]) -> Iterator[int]:
    """The process's Lean processes as they appear, until it ends."""
    while process.poll() is None:
        for below in descendants(process.pid):
            try:
                if b"_lean_child" in Path(f"/proc/{below}/cmdline").read_bytes():
                    yield below
            except OSError:
                continue
        time.sleep(0.002)


@pytest.mark.exhaustive
def test_a_killed_lean_is_no_verdict(filled: tuple[Path, Path, str], begun: tuple[Path, Path, str]) -> None:
    home, cache, said = begun
    process = started(home, cache)
    for below in children(process):
        try:
            os.kill(below, signal.SIGKILL)
        except ProcessLookupError:
            continue
    out, errors = process.communicate()
    assert process.returncode == 2
    assert "NOTHING FORMAL" in out + errors or "not checked" in out + errors
    assert "PROVED IN LEAN" not in out
    assert sound(filled, cache)
    again = run(home, cache)
    assert (again.returncode, again.stdout) == (0, said)


@pytest.mark.parametrize(
    ("seconds", "number"), [(0.0, signal.SIGINT), (0.3, signal.SIGTERM), (0.8, signal.SIGINT)]
)
@pytest.mark.sample(every=3)
def test_an_interruption_leaves_nothing_behind(
    filled: tuple[Path, Path, str],
    begun: tuple[Path, Path, str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    seconds: float,
    number: signal.Signals,
) -> None:
    (tmp_path / "tmp").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "tmp"))
    home, cache, said = begun
    process = started(home, cache)
    first = next(children(process))
    time.sleep(seconds)
    below = [first, *descendants(process.pid)]
    process.send_signal(number)
    out, errors = process.communicate(timeout=60)
    assert process.returncode == 128 + number, errors
    assert list((tmp_path / "tmp").iterdir()) == []
    assert "interrupted" in errors
    assert out == ""
    assert not [pid for pid in below if lives(pid)]
    assert sound(filled, cache)
    again = run(home, cache)
    assert (again.returncode, again.stdout) == (0, said)


def test_two_runs_at_once(filled: tuple[Path, Path, str], begun: tuple[Path, Path, str]) -> None:
    home, cache, said = begun
    both = [started(home, cache) for _ in "12"]
    assert [process.communicate()[0] for process in both] == [said, said]
    assert [process.returncode for process in both] == [0, 0]
    assert sound(filled, cache)
    assert len(entries(cache)) == len(entries(filled[1]))


def test_damaged_entries_are_made_again(filled: tuple[Path, Path, str], tmp_path: Path) -> None:
    home, full, said = filled
    cache = Path(shutil.copytree(full, tmp_path / "cache"))
    findings, compiled = entries(cache, "findings"), entries(cache, "olean")
    # Cut off, changed in one byte, empty, and whole but under another's name.
    for entry in findings:
        entry.write_bytes(entry.read_bytes()[:-7])
    first, second, third = compiled
    content = bytearray(first.read_bytes())
    shutil.copyfile(first, second)
    content[len(content) // 2] ^= 1
    first.write_bytes(content)
    third.write_bytes(b"")
    again = run(home, cache)
    assert (again.returncode, again.stdout) == (0, said)
    assert sound(filled, cache)


def mounted(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    """Run a shell script in which ``mount`` works and reaches nobody else."""
    shell = ["unshare", "--user", "--map-root-user", "--mount", "sh", "-c", f"set -e; {script}", "sh"]
    if shutil.which("unshare") is None or subprocess.run([*shell[:4], "true"], check=False).returncode:
        pytest.skip("this machine has no user namespaces for ordinary users, or no unshare")
    return subprocess.run(
        [*shell, *map(str, arguments)],
        cwd=ROOT,
        env=os.environ | WIDE,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.exhaustive
def test_a_full_disk_is_slow_and_not_wrong(begun: tuple[Path, Path, str], tmp_path: Path) -> None:
    home, cache, said = begun
    size = sum(entry.stat().st_size for entry in entries(cache)) // 1024 + 40
    room = tmp_path / "room"
    room.mkdir()
    script = f'mount -t tmpfs -o size={size}k none "$1"; cp -r "$2/." "$1"; shift 2; "$@"; find "{room}"'
    done = mounted(script, room, cache, *command(home, room))
    printed, _, files = done.stdout.partition(str(room))
    assert (done.returncode, printed) == (0, said), done.stderr
    assert "cannot be written (No space left on device)" in done.stderr
    assert ".tmp" not in files


@pytest.mark.exhaustive
def test_no_room_for_lean_is_no_verdict(begun: tuple[Path, Path, str], tmp_path: Path) -> None:
    home, cache, _ = begun
    room = tmp_path / "room"
    room.mkdir()
    script = 'mount -t tmpfs -o size=100k none "$1"; export TMPDIR="$1"; shift; "$@"'
    done = mounted(script, room, *command(home, cache))
    assert done.returncode == 2
    assert "PROVED IN LEAN" not in done.stdout
    assert "No space left on device" in done.stderr + done.stdout


@pytest.mark.exhaustive
def test_a_read_only_cache_is_used_and_left_alone(filled: tuple[Path, Path, str], tmp_path: Path) -> None:
    home, full, said = filled
    room = tmp_path / "room"
    cache = Path(shutil.copytree(full, tmp_path / "cache"))
    for entry in entries(cache, "findings"):
        entry.unlink()
    room.mkdir()
    script = 'mount --bind "$1" "$2"; mount -o remount,ro,bind "$2"; shift 2; "$@"'
    done = mounted(script, cache, room, *command(home, room))
    assert (done.returncode, done.stdout) == (0, said), done.stderr
    assert "cannot be written (Read-only file system)" in done.stderr
    assert entries(cache, "findings") == []
