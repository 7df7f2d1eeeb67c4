"""What is said when a Lean process goes over a limit or asks for what it may not have."""

from __future__ import annotations

import re
import signal
from dataclasses import dataclass

from pycheck.lean.sandbox import READ_VARIABLE, Limits

_MEMORY = re.compile(
    r"out of memory|std::bad_alloc|failed to create thread|MemoryError|Cannot allocate memory", re.I
)
#: As Lean and Python put it.
_REFUSED = re.compile(
    r"(?:permission denied|not permitted) \(error code: (?:1|13)\b[^\n]*|\[Errno (?:1|13)\][^\n]*", re.I
)
_LIBRARY = re.compile(r"(?P<path>[^\s:]+): cannot open shared object file: Permission denied")
_FILE = re.compile(r"(?:\\n|\n)\s*file: (?P<path>[^\n\"\\]+)")
_CODE = (
    "look for code that runs while the file is checked (macros, elaborators, initialize, #eval), "
    "and do not trust this source"
)
_SMALLER = "look for a proof or definition that does not end, or split it into smaller ones"


@dataclass(frozen=True)
class Use:
    """What a process and all below it use: tasks (threads and processes), bytes resident, bytes written."""

    tasks: int = 0
    memory: int = 0
    written: int = 0


def too_slow(seconds: float) -> str:
    """It ran longer than it may."""
    return f"Lean did not finish within {seconds:g} s: {_SMALLER}"


def too_much_output(limits: Limits) -> str:
    """It printed more than is read."""
    return (
        f"Lean printed more than {size(limits.output)}, which is the most that is read: "
        "look for what prints in a loop (#eval, #reduce, trace options)"
    )


def exceeded(limits: Limits, use: Use) -> str:
    """Which limit the use is over, empty if none."""
    if use.tasks > limits.tasks:
        return f"Lean had more than {limits.tasks} threads and processes, the most it may have: {_CODE}"
    if use.memory > limits.memory:
        return _too_much_memory(limits)
    if use.written > limits.written:
        return f"Lean wrote more than {size(limits.written)} to files, the most it may: {_CODE}"
    return ""


def killed(code: int) -> str:
    """Which signal ended a process that was not confined; empty if none did."""
    return f"Lean was killed by signal {signal_name(-code)}" if code < 0 else ""


def process_end(code: int, left: bool, limits: Limits, output: str, errors: str) -> str:
    """What the end of a confined process says; empty if it ended by itself and has its own account to give.

    ``code`` is its exit code, or minus the signal that killed it; ``left`` whether it left processes behind.
    """
    if code == -signal.SIGXCPU:
        return f"Lean used more than {limits.cpu} s of processor time, the most it may: {_SMALLER}"
    if code == -signal.SIGXFSZ:
        return f"Lean wrote more than {size(limits.file_size)} to one file, the most it may: {_CODE}"
    if code == -signal.SIGSYS:
        return (
            "Lean was killed because it asked the system for what no proof needs (a network connection, "
            f"another process, another's memory, …): {_CODE}"
        )
    if code == -signal.SIGKILL:
        return "Lean was killed by signal SIGKILL, from outside: this machine may be short of memory"
    if code and _MEMORY.search(errors):
        return _too_much_memory(limits)
    if code and (library := _LIBRARY.search(errors)):
        return (
            f"the sandbox does not let Lean read its library {library['path']}: name its folder in the "
            f"variable {READ_VARIABLE}"
        )
    if code and (refused := _REFUSED.search(output + "\n" + errors)):
        rest = (output + "\n" + errors)[refused.end() :]
        path = _FILE.match(rest)
        what = refused[0].strip() + (f", {path['path']}" if path else "")
        return (
            f"Lean was refused something outside its own folder ({what}); it may read its imports and the "
            f"installed Lean, and write nothing but its result: {_CODE}"
        )
    if code < 0:
        return f"{killed(code)}: a crash of Lean, or of code that the file runs"
    if left:
        return f"Lean left processes running behind it, which were ended: {_CODE}"
    return ""


def _too_much_memory(limits: Limits) -> str:
    return f"Lean needed more than {size(limits.memory)} of memory, the most it may have: {_SMALLER}"


def size(count: int) -> str:
    """Bytes for people: ``16 MiB``."""
    for unit, factor in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= factor and count % factor == 0:
            return f"{count // factor} {unit}"
    return f"{count} bytes"


def signal_name(number: int) -> str:
    """``SIGKILL`` for 9; the number where it has no name."""
    try:
        return signal.Signals(number).name
    except ValueError:
        return str(number)
