"""A filter for system calls that no proof needs. Loaded by path in children: standard library only.

A system call is stopped in one of two ways. What only a program with other plans asks for (a socket,
another process, another process's memory) ends the process with ``SIGSYS``, so that it is seen. What
libraries try and can do without is answered with an error. Numbers beyond the last one known here do not
exist for the process, so that a newer kernel brings no newer way out.

Source: ``Documentation/userspace-api/seccomp_filter.rst``.
"""

import ctypes
import errno
import os

if __package__:
    from pycheck.lean._linux import PR_SET_SECCOMP, prctl
    from pycheck.lean._system_calls import ABSENT, EXAMINED, FATAL, REFUSED, UNKNOWN
else:
    from _linux import PR_SET_SECCOMP, prctl  # type: ignore[import-not-found, no-redef]
    from _system_calls import (  # type: ignore[import-not-found, no-redef]
        ABSENT,
        EXAMINED,
        FATAL,
        REFUSED,
        UNKNOWN,
    )

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _AND, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x54, 0x06
_NUMBER, _ARCHITECTURE, _ARGUMENTS = 0, 4, 16
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000
_MODE_FILTER = 2

_X32 = 0x40000000
_CLONE_THREAD = 0x00010000
_TRUNCATE, _ACCESS_MODE = 0o1000, 0o3
#: Terminal queries (all fail on a pipe), close-on-exec and non-blocking: what C libraries ask of a file.
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)

#: Machine -> (``AUDIT_ARCH_…``, index in the tables of numbers).
_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}

_NUMBERS = FATAL | REFUSED | ABSENT | EXAMINED

_Instruction = tuple[int, int, int, int]


class _Filter(ctypes.Structure):
    _fields_ = (
        ("code", ctypes.c_uint16),
        ("jump_true", ctypes.c_uint8),
        ("jump_false", ctypes.c_uint8),
        ("k", ctypes.c_uint32),
    )


class _Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_uint16), ("filter", ctypes.POINTER(_Filter)))


class UnknownMachine(OSError):
    """No table of system calls for this machine."""


def install(programs: bool) -> None:
    """Filter this process's system calls from now on.

    ``programs`` allows it to replace itself by another program. Needs no-new-privileges. Raises
    :class:`OSError`.
    """
    load(program(os.uname().machine, os.getpid(), programs))


def load(instructions: "list[_Instruction]") -> None:
    """Load a filter program. Raises :class:`OSError`."""
    array = (_Filter * len(instructions))(*(_Filter(*instruction) for instruction in instructions))
    prctl(PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(_Program(len(instructions), array)))


def program(machine: str, pid: int, programs: bool) -> "list[_Instruction]":
    """The filter as instructions, see :func:`install`. Raises :class:`UnknownMachine`."""
    architecture, column = _machine(machine)
    denied = _end(_ERROR | errno.EPERM)
    rows = _header(architecture)
    if machine == "x86_64":
        rows += [(_AT_LEAST, 0, 1, _X32), _end(_KILL)]
    rows += [(_AT_LEAST, 0, 1, UNKNOWN), _end(_ERROR | errno.ENOSYS)]
    blocks: dict[str, list[_Instruction]] = {name: [_end(_KILL)] for name in FATAL}
    blocks |= {name: [denied] for name in REFUSED}
    blocks |= {name: [_end(_ERROR | errno.ENOSYS)] for name in ABSENT}
    # Landlock before its third version does not see that a file opened for reading is emptied.
    emptied = [(_AND, 0, 0, _TRUNCATE | _ACCESS_MODE), (_EQUAL, 0, 1, _TRUNCATE), _end(_ERROR | errno.EACCES)]
    blocks["open"] = [_argument(1), *emptied, _end(_ALLOW)]
    blocks["openat"] = [_argument(2), *emptied, _end(_ALLOW)]
    blocks["prlimit64"] = [_argument(0), (_EQUAL, 1, 0, 0), denied, _end(_ALLOW)]
    # Threads, and signals to itself (as ``abort`` does): nothing else.
    blocks["clone"] = [_argument(0), (_ANY_BIT, 1, 0, _CLONE_THREAD), _end(_KILL), _end(_ALLOW)]
    itself = [_argument(0), (_EQUAL, 1, 0, pid), denied, _end(_ALLOW)]
    blocks |= dict.fromkeys(("kill", "tgkill"), itself)
    known = [(_EQUAL, len(_IOCTLS) - i, 0, request) for i, request in enumerate(_IOCTLS)]
    blocks["ioctl"] = [_argument(1), *known, _end(_ERROR | errno.ENOTTY), _end(_ALLOW)]
    if not programs:
        blocks |= {name: [_end(_KILL)] for name in ("execve", "execveat")}
    for name, block in blocks.items():
        rows += _when(_NUMBERS[name][column], block)
    return [*rows, _end(_ALLOW)]


def _machine(name: str) -> tuple[int, int]:
    if name not in _MACHINES:
        raise UnknownMachine(errno.ENOSYS, f"no table of system calls for {name}")
    return _MACHINES[name]


def _header(architecture: int) -> "list[_Instruction]":
    """Kill what comes by another machine's numbers; leave the number of the call loaded."""
    return [
        (_LOAD, 0, 0, _ARCHITECTURE),
        (_EQUAL, 1, 0, architecture),
        _end(_KILL),
        (_LOAD, 0, 0, _NUMBER),
    ]


def _when(number: "int | None", block: "list[_Instruction]") -> "list[_Instruction]":
    """``block``, which must end in every case, for one system call."""
    return [] if number is None else [(_EQUAL, 0, len(block), number), *block]


def _argument(index: int) -> _Instruction:
    """Load the lower half of an argument (both machines are little-endian; none needs the upper half)."""
    return (_LOAD, 0, 0, _ARGUMENTS + 8 * index)


def _end(action: int) -> _Instruction:
    return (_RETURN, 0, 0, action)
