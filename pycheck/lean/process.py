"""Running a Lean process: bounded in time and output, killed with everything it started."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.lean.sandbox import NOT_CONFINED, Confinement, SandboxState
from pycheck.lean.supervise import supervise

_SEVERITY = {"information": "info"}

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
    that is not Lean's); it is empty for a run that ended by itself, whatever its exit code. ``sandbox`` is
    what it was confined by.
    """

    exit_code: int
    messages: tuple[Message, ...]
    output: str = ""
    failure: str = ""
    sandbox: SandboxState = NOT_CONFINED

    @property
    def errors(self) -> tuple[Message, ...]:
        """The messages of severity ``error``."""
        return tuple(m for m in self.messages if m.severity == "error")

    @property
    def ok(self) -> bool:
        """Ended by itself, exit code 0, no error message."""
        return not self.failure and self.exit_code == 0 and not self.errors


def run_process(
    command: Sequence[str],
    *,
    cwd: Path,
    environment: Mapping[str, str],
    timeout: float = DEFAULT_TIMEOUT,
    confinement: Confinement | None = None,
) -> Run:
    """Run ``command`` to its end and read its ``--json`` messages.

    The process gets a session of its own; on timeout, interruption or too much output everything that came
    of it is killed. Raises :class:`OSError` if it cannot be started.
    """
    ended = supervise(command, cwd=cwd, environment=environment, timeout=timeout, confinement=confinement)
    messages, rest = parse_messages(ended.output.decode("utf-8", "replace"))
    noise = ended.errors[:4096].decode("utf-8", "replace")
    output = "\n".join(part for part in (rest.strip(), noise.strip()) if part)
    failure = ended.failure
    if not failure and ended.exit_code != 0 and not any(m.severity == "error" for m in messages):
        failure = f"Lean exited with code {ended.exit_code}: {last_line(output) or 'no message'}"
    return Run(ended.exit_code, messages, output, failure, ended.sandbox)


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


def last_line(text: str) -> str:
    """The last non-empty line, for messages."""
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1].strip() if lines else ""
