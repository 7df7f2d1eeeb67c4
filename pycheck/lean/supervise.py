"""Running a process to its end within limits, and ending everything that it started."""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.lean import _descendants
from pycheck.lean.parallel import interrupted
from pycheck.lean.refusals import Use, exceeded, killed, process_end, too_much_output, too_slow
from pycheck.lean.sandbox import (
    NOT_CONFINED,
    NOT_REPORTED,
    WATCHED,
    Confinement,
    Limits,
    SandboxState,
    read_report,
)

#: Seconds between looks at what a process uses.
_TICK = 0.1
_PIECE = 1 << 16


@dataclass(frozen=True)
class Ended:
    """How a process ended: its exit code (negative: the signal), what it printed, what was in force.

    ``failure`` says in one line which limit ended it, empty if none did.
    """

    exit_code: int
    output: bytes
    errors: bytes
    failure: str
    sandbox: SandboxState


def supervise(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    timeout: float,
    confinement: Confinement | None = None,
) -> Ended:
    """Run ``command`` for at most ``timeout`` seconds; at the end nothing that it started is left.

    Without a confinement the time and the output are bounded all the same, and what stays in the process's
    session is ended with it. Raises :class:`OSError` if it cannot be started.
    """
    limits = confinement.limits if confinement else Limits()
    watched = _watched(confinement)
    with contextlib.ExitStack() as stack:
        report, fate = _Pipe(stack), _Pipe(stack)
        process = subprocess.Popen(
            confinement.command(command, report.write, fate.write) if confinement else command,
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
            pass_fds=(report.write, fate.write) if confinement else (),
        )
        report.close_write()
        fate.close_write()
        assert process.stdout is not None
        assert process.stderr is not None
        with process.stdout, process.stderr:
            descriptors = (process.stdout.fileno(), process.stderr.fileno(), report.read, fate.read)
            reading = _Reading(process, descriptors)
            try:
                failure = reading.run(limits, timeout, watched)
            finally:
                _end(process, below=confinement is not None)
    output, errors, said, how = reading.contents
    if confinement is None:
        failure = failure or killed(process.returncode)
        return Ended(process.returncode, output, errors, failure, NOT_CONFINED)
    code, left = _fate(how, process.returncode)
    state = read_report(said.decode("utf-8", "replace"), watched)
    if not failure:
        printed, noise = output.decode(errors="replace"), errors.decode(errors="replace")
        failure = process_end(code, left, limits, printed, noise)
    if not failure and state is NOT_REPORTED:
        last = errors.decode(errors="replace").strip().splitlines()[-1:]
        failure = f"the sandbox did not start: {last[0] if last else 'it gave no reason'}"
    return Ended(code, output, errors, failure, state)


def _watched(confinement: Confinement | None) -> dict[str, str]:
    """The parent's own mechanisms, each with the reason why it is not in force."""
    reasons = dict.fromkeys(WATCHED, "")
    if confinement is None:
        reasons["watch"] = "not confined"
    elif not Path("/proc/self/status").exists():
        reasons["watch"] = "/proc cannot be read"
    without = confinement.without if confinement else frozenset()
    return {name: "switched off" if name in without else reason for name, reason in reasons.items()}


def _fate(said: bytes, own: int) -> tuple[int, bool]:
    """How the confined process ended, and whether it left others, as the one that waited for it says.

    Where that was killed as well, there is nothing but that.
    """
    try:
        code, left = said.split()
        return int(code), bool(int(left))
    except ValueError:
        return own or -signal.SIGKILL, False


def _end(process: subprocess.Popen[bytes], below: bool) -> None:
    """Kill the process, its session and, if it gathers them, all that came of it, and reap it."""
    if below and process.poll() is None:
        _descendants.kill_below(process.pid)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


class _Pipe:
    """A pipe whose descriptors are closed with the stack at the latest."""

    def __init__(self, stack: contextlib.ExitStack) -> None:
        self.read, self.write = os.pipe()
        self._closing = contextlib.ExitStack()
        self._closing.callback(os.close, self.write)
        stack.callback(os.close, self.read)
        stack.push(self._closing)

    def close_write(self) -> None:
        """Close the end that is the child's."""
        self._closing.close()


class _Reading:
    """Reads what a process writes to some descriptors; the first two are its output."""

    def __init__(self, process: subprocess.Popen[bytes], descriptors: Sequence[int]) -> None:
        self._process = process
        self._descriptors = descriptors
        self._pieces: dict[int, bytearray] = {descriptor: bytearray() for descriptor in descriptors}

    @property
    def contents(self) -> list[bytes]:
        """What was read, by descriptor."""
        return [bytes(piece) for piece in self._pieces.values()]

    def run(self, limits: Limits, timeout: float, watched: Mapping[str, str]) -> str:
        """Read until the process ends or goes over a limit; return which, empty if none."""
        deadline = time.monotonic() + timeout
        most = limits.output if not watched["output-limit"] else sys.maxsize
        next_look = time.monotonic() + _TICK
        with selectors.DefaultSelector() as selector:
            for descriptor in self._descriptors:
                os.set_blocking(descriptor, False)
                selector.register(descriptor, selectors.EVENT_READ)
            while selector.get_map():
                gone = self._process.poll() is not None
                ready = selector.select(0 if gone else _TICK)
                for key, _ in ready:
                    if not self._read(key.fd):
                        selector.unregister(key.fd)
                now = time.monotonic()
                if sum(len(self._pieces[descriptor]) for descriptor in self._descriptors[:2]) > most:
                    return too_much_output(limits)
                if gone and not ready:
                    # Something else holds the pipes open; it is ended with the session.
                    return ""
                if interrupted.is_set():
                    return "Lean was interrupted"
                if now > deadline:
                    return too_slow(timeout)
                if not watched["watch"] and now > next_look:
                    next_look = now + _TICK
                    if over := exceeded(limits, _use(self._process.pid)):
                        return over
            try:
                self._process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                return too_slow(timeout)
        return ""

    def _read(self, descriptor: int) -> bool:
        """Read what is there; false at the end."""
        try:
            piece = os.read(descriptor, _PIECE)
        except BlockingIOError:
            return True
        self._pieces[descriptor] += piece
        return bool(piece)


def _use(pid: int) -> Use:
    """What everything below a process uses now."""
    tasks = memory = written = 0
    for below in _descendants.descendants(pid):
        status = _fields(below, "status")
        tasks += status.get("Threads", 1)
        memory += status.get("VmRSS", 0) * 1024
        # The first counts what is written, the second what is mapped and changed.
        counts = _fields(below, "io")
        written += max(counts.get("wchar", 0), counts.get("write_bytes", 0))
    return Use(tasks, memory, written)


def _fields(pid: int, name: str) -> dict[str, int]:
    """The numbers of a ``/proc`` file of lines ``Key: number …``; empty if it cannot be read."""
    try:
        text = Path(f"/proc/{pid}/{name}").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return {}
    rows = ((line.partition(":")[0], line.partition(":")[2].split()) for line in text.splitlines())
    return {key: int(values[0]) for key, values in rows if values and values[0].isdecimal()}
