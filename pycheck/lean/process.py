"""Running a Lean process: bounded in time and output, killed with everything it started."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

_SEVERITY = {"information": "info"}

#: More output than this (bytes) is no verdict on anything.
MAX_OUTPUT = 16 << 20
#: Seconds after which a Lean process is killed.
DEFAULT_TIMEOUT = 300.0


@dataclass(frozen=True)
class Message:
    """One message of Lean: where it points (1-based line, 0-based column) and what it says."""

    severity: str
    text: str
    line: int
    column: int
    file: str = ""
    kind: str = ""


@dataclass(frozen=True)
class Run:
    """A finished Lean process.

    ``failure`` says in one line why the run gives no verdict (killed, timed out, too much output, output
    that is not Lean's); it is empty for a run that ended by itself, whatever its exit code.
    """

    exit_code: int
    messages: tuple[Message, ...]
    output: str = ""
    failure: str = ""

    @property
    def errors(self) -> tuple[Message, ...]:
        """The messages of severity ``error``."""
        return tuple(m for m in self.messages if m.severity == "error")

    @property
    def ok(self) -> bool:
        """Ended by itself, exit code 0, no error message."""
        return not self.failure and self.exit_code == 0 and not self.errors


def run_process(
    command: Sequence[str], *, cwd: Path, environment: Mapping[str, str], timeout: float = DEFAULT_TIMEOUT
) -> Run:
    """Run ``command`` to its end and read its ``--json`` messages.

    The process gets a session of its own; on timeout, interruption or too much output the whole group
    is killed. Raises :class:`OSError` if it cannot be started.
    """
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(
            command,
            cwd=cwd,
            env=dict(environment),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        failure = ""
        try:
            process.wait(timeout)
        except subprocess.TimeoutExpired:
            failure = f"Lean did not finish within {timeout:g} s"
        finally:
            kill_group(process)
        if not failure and process.returncode < 0:
            failure = f"Lean was killed by signal {signal_name(-process.returncode)}"
        size = out.tell() if failure else os.fstat(out.fileno()).st_size
        if not failure and size > MAX_OUTPUT:
            failure = f"Lean printed {size} bytes; at most {MAX_OUTPUT} are read"
        out.seek(0)
        text = out.read(MAX_OUTPUT).decode("utf-8", "replace")
        err.seek(0)
        noise = err.read(4096).decode("utf-8", "replace")
    messages, rest = parse_messages(text)
    output = "\n".join(part for part in (rest.strip(), noise.strip()) if part)
    if not failure and process.returncode != 0 and not any(m.severity == "error" for m in messages):
        failure = f"Lean exited with code {process.returncode}: {last_line(output) or 'no message'}"
    return Run(process.returncode, messages, output, failure)


def parse_messages(text: str) -> tuple[tuple[Message, ...], str]:
    """Lean's JSON messages, one a line, and whatever else was printed."""
    messages: list[Message] = []
    rest: list[str] = []
    for line in text.splitlines():
        try:
            data = json.loads(line)
            position = data["pos"] or {}
            messages.append(
                Message(
                    _SEVERITY.get(data["severity"], str(data["severity"])),
                    str(data["data"]),
                    int(position.get("line", 0)),
                    int(position.get("column", 0)),
                    str(data.get("fileName", "")),
                    str(data.get("kind", "")),
                )
            )
        except (ValueError, KeyError, TypeError, AttributeError):
            rest.append(line)
    return tuple(messages), "\n".join(rest)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill the process and all of its descendants that stayed in its session, and reap it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def signal_name(number: int) -> str:
    """``SIGKILL`` for 9; the number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)


def last_line(text: str) -> str:
    """The last non-empty line, for messages."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""
