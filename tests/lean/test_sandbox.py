"""Limits of a Lean process, each with a program that goes over it, and with that very limit left out."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pycheck.lean import _descendants
from pycheck.lean.sandbox import Limits

from ._confined import HERE, confined, in_folder, lives, needs, wait_until_gone

MEBIBYTE = 1 << 20
#: Without the filter programs can fork, so that other limits can be tried.
FORKING = frozenset({"seccomp"})

# Time, memory, output


def test_time(tmp_path: Path) -> None:
    run = confined(tmp_path, "while True: pass", timeout=0.5)
    assert run.failure.startswith("Lean did not finish within 0.5 s: look for a proof or definition")


@pytest.mark.parametrize("without", [(), ("cpu-limit",)])
def test_processor_time(tmp_path: Path, without: tuple[str, ...]) -> None:
    # Measured by the kernel: however slow the machine is, two seconds' work takes more than one.
    code = "import time\nwhile time.process_time() < 2: pass\nprint('done')"
    run = confined(tmp_path, code, limits=Limits(cpu=1), without=without)
    if without:
        assert (run.failure, run.output) == ("", "done")
    else:
        assert run.failure.startswith("Lean used more than 1 s of processor time, the most it may")


HUNGER = "kept = bytearray(400 << 20)\nkept[::4096] = b'x' * len(kept[::4096])\n"
WAIT = "import signal\nsignal.pause()\n"


@pytest.mark.parametrize("without", [(), ("watch",)])
def test_resident_memory(tmp_path: Path, without: tuple[str, ...]) -> None:
    code = HUNGER + ("print('done')" if without else WAIT)
    run = confined(tmp_path, code, limits=Limits(memory=100 * MEBIBYTE), without=without)
    if without:
        assert (run.failure, run.output) == ("", "done")
    else:
        assert run.failure.startswith("Lean needed more than 100 MiB of memory, the most it may have")


@pytest.mark.parametrize("without", [(), ("address-space-limit",)])
def test_address_space(tmp_path: Path, without: tuple[str, ...]) -> None:
    run = confined(
        tmp_path, HUNGER + "print('done')", limits=Limits(address_space=200 * MEBIBYTE), without=without
    )
    if without:
        assert (run.failure, run.output) == ("", "done")
    else:
        assert "of memory, the most it may have" in run.failure


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
@pytest.mark.parametrize("without", [(), ("output-limit",)])
def test_output(tmp_path: Path, stream: str, without: tuple[str, ...]) -> None:
    # A gigabyte where it is stopped at once, little more than the limit where it is not.
    count = 4 if without else 1024
    code = f"import sys\nfor _ in range({count}): sys.{stream}.write('x' * (1 << 20))"
    run = confined(tmp_path, code, limits=Limits(output=MEBIBYTE), without=without)
    if without:
        assert not run.failure
    else:
        assert run.failure.startswith("Lean printed more than 1 MiB, which is the most that is read")
        assert len(run.output) <= 3 * MEBIBYTE


@pytest.mark.parametrize("without", [(), ("file-size-limit",)])
def test_size_of_a_file(tmp_path: Path, without: tuple[str, ...]) -> None:
    # Unlike Lean, Python ignores the signal.
    code = "import os, signal\nsignal.signal(signal.SIGXFSZ, signal.SIG_DFL)\n"
    code += f"file = os.open('big', 65)\nfor _ in range(3): os.write(file, b'x' * {MEBIBYTE})"
    run = confined(tmp_path, code, limits=Limits(file_size=2 * MEBIBYTE), without=without)
    assert bool(run.failure) is not bool(without)
    if not without:
        assert run.failure.startswith("Lean wrote more than 2 MiB to one file, the most it may")


@pytest.mark.parametrize("without", [(), ("watch",)])
def test_size_of_all_files(tmp_path: Path, without: tuple[str, ...]) -> None:
    code = f"for n in range(8): open(str(n), 'wb').write(b'x' * {MEBIBYTE})\n"
    code += "print('done')" if without else WAIT
    run = confined(tmp_path, code, limits=Limits(written=4 * MEBIBYTE), without=without)
    if without:
        assert (run.failure, run.output) == ("", "done")
    else:
        assert run.failure.startswith("Lean wrote more than 4 MiB to files, the most it may")


@pytest.mark.parametrize("without", [(), ("open-files-limit",)])
def test_open_files(tmp_path: Path, without: tuple[str, ...]) -> None:
    code = "import os\nfor _ in range(99): os.dup(0)\nprint('done')"
    run = confined(tmp_path, code, limits=Limits(open_files=64), without=without)
    assert ("Too many open files" in run.failure, run.output.endswith("done")) == (not without, bool(without))


# Processes

BOMB = """
import os
for _ in range(40):
    if os.fork() == 0:
        while True:
            import time; time.sleep(60)
print(os.getpid(), flush=True)
"""


@needs("seccomp")
def test_no_process_can_be_started(tmp_path: Path) -> None:
    run = confined(tmp_path, BOMB)
    assert run.failure.startswith("Lean was killed because it asked the system for what no proof needs")
    assert run.output == ""


@pytest.mark.parametrize("without", [FORKING, FORKING | {"watch"}])
def test_a_fork_bomb_is_seen_and_nothing_is_left_of_it(tmp_path: Path, without: frozenset[str]) -> None:
    code = "import os\nopen('pid', 'w').write(str(os.getpid()))\n" + BOMB + WAIT * ("watch" not in without)
    run = confined(tmp_path, code, limits=Limits(tasks=20), without=without)
    if "watch" in without:
        assert run.failure.startswith("Lean left processes running behind it, which were ended")
    else:
        assert run.failure.startswith("Lean had more than 20 threads and processes, the most it may have")
    assert not lives(int((tmp_path / "work" / "pid").read_text()))
    assert not in_folder(tmp_path)


@pytest.mark.parametrize("without", [(), ("watch",)])
def test_threads_are_counted(tmp_path: Path, without: tuple[str, ...]) -> None:
    code = "import threading, time\n"
    code += "for _ in range(40): threading.Thread(target=time.sleep, args=(SECONDS,)).start()"
    seconds = "0.2" if without else "3600"
    run = confined(tmp_path, code.replace("SECONDS", seconds), limits=Limits(tasks=20), without=without)
    if without or "process-limit" in HERE.features:
        assert run.failure == "" or "can't start new thread" in run.failure
    else:
        assert run.failure.startswith("Lean had more than 20 threads and processes")


DAEMON = """
import os, sys, time
if os.fork() == 0:
    os.setsid()
    if os.fork() == 0:
        open('daemon', 'w').write(str(os.getpid()))
        os.close(0), os.close(1), os.close(2)
        time.sleep(3600)
    os._exit(0)
while not os.path.exists('daemon') or not open('daemon').read(): time.sleep(0.01)
"""


@pytest.mark.parametrize("without", [FORKING, FORKING | {"orphans-gathered"}])
def test_a_daemon_is_ended(tmp_path: Path, without: frozenset[str]) -> None:
    run = confined(tmp_path, DAEMON, without=without)
    daemon = int((tmp_path / "work" / "daemon").read_text())
    if "orphans-gathered" in without:
        assert not run.failure
        assert lives(daemon)
        os.kill(daemon, 9)
    else:
        assert run.failure.startswith("Lean left processes running behind it, which were ended")
        assert wait_until_gone(daemon)


def test_a_daemon_is_ended_with_a_run_that_is_too_slow(tmp_path: Path) -> None:
    run = confined(tmp_path, DAEMON + WAIT, without=FORKING, timeout=3)
    assert run.failure.startswith("Lean did not finish")
    assert wait_until_gone(int((tmp_path / "work" / "daemon").read_text()))


@pytest.mark.parametrize("without", [(), ("ends-with-pycheck",), ("seccomp",)])
def test_nothing_outlives_pycheck(tmp_path: Path, without: tuple[str, ...]) -> None:
    """The caller is killed while Lean runs; where forking is allowed Lean has a daemon as well."""
    code = DAEMON if "seccomp" in without else "import os\nopen('daemon', 'w').write(str(os.getpid()))\n"
    driver = (
        "import sys; from pathlib import Path; from lean._confined import confined\n"
        f"confined(Path(sys.argv[1]), {code + WAIT!r}, without={without!r}, timeout=600)"
    )
    process = subprocess.Popen([sys.executable, "-c", driver, tmp_path], cwd=Path(__file__).parents[1])
    told = tmp_path / "work" / "daemon"
    while not (told.is_file() and told.read_text()):
        assert process.poll() is None
    process.kill()
    process.wait()
    outlived = not wait_until_gone(int(told.read_text()), 2 if "ends-with-pycheck" in without else 30)
    assert outlived == ("ends-with-pycheck" in without)
    for pid in in_folder(tmp_path):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, 9)


def test_children_are_found_where_the_kernel_keeps_no_list_of_them() -> None:
    process = subprocess.Popen(["sleep", "600"])
    try:
        assert process.pid in _descendants.descendants(os.getpid())
        assert process.pid in _descendants._children_by_search(os.getpid())
    finally:
        process.kill()
        process.wait()
