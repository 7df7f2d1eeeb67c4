"""What a Lean process may not reach, each with a program that tries, and with that very refusal left out."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from ._confined import HERE, confined, needs

# Files


@needs("landlock-files")
@pytest.mark.parametrize("without", [(), ("landlock-files",)])
def test_writing_outside(tmp_path: Path, without: tuple[str, ...]) -> None:
    target = tmp_path / "elsewhere"
    run = confined(tmp_path, "import sys\nopen(sys.argv[1], 'w')", target, without=without)
    assert target.exists() == bool(without)
    if not without:
        assert run.failure.startswith("Lean was refused something outside its own folder ([Errno 13]")
        assert "look for code that runs while the file is checked" in run.failure


@needs("landlock-files")
@pytest.mark.parametrize("without", [(), ("landlock-files",)])
def test_reading_a_secret(tmp_path: Path, without: tuple[str, ...]) -> None:
    (tmp_path / "secret").write_text("the secret")
    run = confined(
        tmp_path, "import sys\nprint(open(sys.argv[1]).read())", tmp_path / "secret", without=without
    )
    assert ("the secret" in run.output) == bool(without)
    assert run.failure.startswith("Lean was refused") == (not without)


SMUGGLE = """
import os, sys
for make, *names in ((os.symlink, '/etc/passwd', 'link'), (os.mkfifo, 'pipe'), (os.mkdir, 'folder')):
    try: make(*names)
    except PermissionError: pass
os.replace('plain', 'renamed')
"""


@needs("landlock-files")
@pytest.mark.parametrize("without", [(), ("landlock-files",)])
def test_only_plain_files_are_made(tmp_path: Path, without: tuple[str, ...]) -> None:
    run = confined(tmp_path, "open('plain', 'w').write('x')\n" + SMUGGLE, without=without)
    assert not run.failure
    made = {path.name for path in (tmp_path / "work").iterdir()}
    assert made == {"renamed"} | ({"link", "pipe", "folder"} if without else set())


@needs("seccomp")
@pytest.mark.parametrize("without", [(), ("seccomp",)])
@pytest.mark.parametrize(
    "act", ["os.chmod(path, 0)", "os.utime(path, (0, 0))", "os.setxattr(path, 'user.x', b'')"]
)
def test_files_elsewhere_keep_their_metadata(tmp_path: Path, act: str, without: tuple[str, ...]) -> None:
    target = tmp_path / "file"
    target.write_text("")
    before = target.stat()
    run = confined(tmp_path, f"import os, sys\npath = sys.argv[1]\n{act}", target, without=without)
    assert run.failure.startswith("Lean was refused") == (not without)
    after = target.stat()
    changed = (after.st_mode, after.st_mtime_ns, after.st_ctime_ns)
    assert (changed == (before.st_mode, before.st_mtime_ns, before.st_ctime_ns)) == (not without)


@pytest.mark.parametrize("alone", ["seccomp", "landlock-truncate"])
def test_a_file_is_not_emptied_by_opening_it(tmp_path: Path, alone: str) -> None:
    """Reading may be allowed where emptying is not; before Landlock 3 the filter alone sees it."""
    target = tmp_path / "readable"
    target.write_text("content")
    code = "import os, sys\nos.open(sys.argv[1], os.O_RDONLY | os.O_TRUNC)"
    without = {"seccomp", "landlock-files"} - {alone, "landlock-files" if alone != "seccomp" else ""}
    run = confined(tmp_path, code, target, without=without)
    assert run.failure.startswith("Lean was refused")
    assert target.read_text() == "content"
    confined(tmp_path, code, target, without={"seccomp", "landlock-files"})
    assert target.read_text() == ""


# Network and other processes


@pytest.fixture
def listener() -> Iterator[socket.socket]:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.setblocking(False)
        yield server


CONNECT = """
import socket, sys
socket.create_connection(('127.0.0.1', int(sys.argv[1])), 5).send(b'x')
print('sent')
"""
NETWORK = ("seccomp", "network-namespace", "landlock-files")


@pytest.mark.parametrize("alone", [*NETWORK, ""])
def test_a_connection(tmp_path: Path, listener: socket.socket, alone: str) -> None:
    """Three mechanisms refuse it, each alone; without all of them it is made."""
    if alone and alone not in HERE.features:
        pytest.skip(f"not in force on this machine: {alone}")
    port = listener.getsockname()[1]
    run = confined(tmp_path, CONNECT, port, without={name for name in NETWORK if name != alone})
    if alone:
        assert run.failure
        with pytest.raises(BlockingIOError):
            listener.accept()
    else:
        assert (run.failure, run.output) == ("", "sent")
    if alone == "seccomp":
        assert run.failure.startswith("Lean was killed because it asked the system for what no proof needs")


@pytest.mark.parametrize("alone", ["seccomp", "landlock-files", ""])
def test_signals_to_others(tmp_path: Path, alone: str) -> None:
    without = {"seccomp", "landlock-files"} - {alone}
    run = confined(tmp_path, "import os, sys\nos.kill(int(sys.argv[1]), 0)", os.getpid(), without=without)
    assert bool(run.failure) == bool(alone)


@needs("seccomp")
def test_signals_to_itself_are_possible(tmp_path: Path) -> None:
    run = confined(tmp_path, "import os\nos.abort()")
    assert run.failure.startswith("Lean was killed by signal SIGABRT: a crash")


# What is said is true

STATUS = re.compile(r"^(NoNewPrivs|Seccomp|CapEff|CapBnd):\s*(\w+)$", re.M)
LOOK = """
import os, resource
print(open('/proc/self/status').read())
print('net', os.stat('/proc/self/ns/net').st_ino, 'ipc', os.stat('/proc/self/ns/ipc').st_ino)
print('core', resource.getrlimit(resource.RLIMIT_CORE)[1])
"""


@pytest.mark.parametrize(
    "feature",
    [
        "seccomp",
        "no-new-privileges",
        "no-capabilities",
        "network-namespace",
        "ipc-namespace",
        "no-core-dumps",
    ],
)
@pytest.mark.parametrize("off", [False, True])
def test_the_state_is_what_the_kernel_says(tmp_path: Path, feature: str, off: bool) -> None:
    without = {feature} if off else set()
    if feature == "no-new-privileges" and off:
        without |= {"seccomp", "landlock-files"}  # which imply or need it
    run = confined(tmp_path, LOOK, without=without)
    status = dict(STATUS.findall(run.output))
    seen = {
        "seccomp": status["Seccomp"] == "2",
        "no-new-privileges": status["NoNewPrivs"] == "1",
        "no-capabilities": int(status["CapEff"], 16) & ~0b100 == 0,
        "network-namespace": f"net {Path('/proc/self/ns/net').stat().st_ino} " not in run.output,
        "ipc-namespace": f"ipc {Path('/proc/self/ns/ipc').stat().st_ino}\n" not in run.output,
        "no-core-dumps": "core 0" in run.output,
    }
    if off:
        assert dict(run.sandbox.missing)[feature] == "switched off"
        assert feature not in run.sandbox.features
        if feature != "no-capabilities" or os.geteuid() == 0:
            assert not seen[feature]
    elif feature in HERE.features:
        assert seen[feature]
        assert feature in run.sandbox.features


def test_lean_has_no_way_to_report(tmp_path: Path) -> None:
    """By the time that foreign code runs, the pipes are closed."""
    code = """
    import os
    print([n for n in os.listdir('/proc/self/fd') if n not in '012'])
    for n in range(3, 64):
        try: os.write(n, b'end\\n')
        except OSError: pass
    """
    run = confined(tmp_path, code, without={"landlock-files"})
    assert len(run.output.split(",")) == 1
    assert not run.failure
    assert dict(run.sandbox.missing)["landlock-files"] == "switched off"
    assert not run.sandbox.engaged
    assert run.sandbox.unprotected == ("files",)
