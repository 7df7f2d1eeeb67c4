"""The filter of system calls, on both machines that it is written for: by a machine that runs its program."""

from __future__ import annotations

import errno
import re
from pathlib import Path

import pytest

from pycheck.lean import _seccomp, _system_calls

ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
ARCHITECTURES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
PID = 4321
O_RDONLY, O_WRONLY, O_CREAT, O_TRUNC = 0, 1, 0o100, 0o1000


def outcome(machine: str, number: int, *arguments: int, architecture: int = 0, programs: bool = False) -> int:
    """What the kernel would do, by the rules of classic BPF."""
    words = {0: number, 4: architecture or ARCHITECTURES[machine]}
    words |= {16 + 8 * index: argument & 0xFFFFFFFF for index, argument in enumerate((*arguments, 0, 0, 0))}
    rows = _seccomp.program(machine, PID, programs)
    position = accumulator = 0
    while True:
        code, if_true, if_false, k = rows[position]
        position += 1
        match code:
            case 0x20:
                accumulator = words[k]
            case 0x54:
                accumulator &= k
            case 0x06:
                return k
            case 0x15 | 0x35 | 0x45:
                true = {0x15: accumulator == k, 0x35: accumulator >= k, 0x45: bool(accumulator & k)}[code]
                position += if_true if true else if_false
            case _:
                raise AssertionError(code)


def number(name: str, machine: str) -> int | None:
    tables = _system_calls.FATAL | _system_calls.REFUSED | _system_calls.ABSENT | _system_calls.EXAMINED
    return tables[name][list(ARCHITECTURES).index(machine)]


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_every_entry_has_its_answer(machine: str) -> None:
    answers = ((_system_calls.FATAL, KILL), (_system_calls.REFUSED, ERROR | errno.EPERM))
    for table, answer in (*answers, (_system_calls.ABSENT, ERROR | errno.ENOSYS)):
        for name in table:
            found = number(name, machine)
            assert found is None or outcome(machine, found) == answer, name


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_what_is_in_no_table_is_allowed_and_what_is_unknown_does_not_exist(machine: str) -> None:
    tables = _system_calls.FATAL | _system_calls.REFUSED | _system_calls.ABSENT | _system_calls.EXAMINED
    known = {number(name, machine) for name in tables}
    for free in set(range(_system_calls.UNKNOWN)) - known:
        assert outcome(machine, free) == ALLOW, free
    for beyond in (_system_calls.UNKNOWN, 600, 0x3FFFFFFF):
        assert outcome(machine, beyond) == ERROR | errno.ENOSYS


@pytest.mark.parametrize(
    ("name", "arguments", "answer"),
    [
        ("clone", (0x3D0F00,), ALLOW),  # a thread, as glibc asks for it
        ("clone", (0x1200011,), KILL),  # a process, as glibc asks for it
        ("clone", (0x10000000 | 17,), KILL),
        ("kill", (PID, 6), ALLOW),
        ("kill", (PID + 1, 9), ERROR | errno.EPERM),
        ("kill", (-1, 9), ERROR | errno.EPERM),
        ("kill", (0, 9), ERROR | errno.EPERM),
        ("tgkill", (PID, PID + 7, 6), ALLOW),
        ("tgkill", (1, 1, 9), ERROR | errno.EPERM),
        ("prlimit64", (0, 7), ALLOW),
        ("prlimit64", (1, 7), ERROR | errno.EPERM),
        ("openat", (-100, 0, O_RDONLY), ALLOW),
        ("openat", (-100, 0, O_WRONLY | O_CREAT | O_TRUNC), ALLOW),
        ("openat", (-100, 0, O_RDONLY | O_TRUNC), ERROR | errno.EACCES),
        ("open", (0, O_WRONLY | O_TRUNC), ALLOW),
        ("open", (0, O_CREAT | O_TRUNC), ERROR | errno.EACCES),
        ("ioctl", (1, 0x5401), ALLOW),
        ("ioctl", (1, 0x5451), ALLOW),
        ("ioctl", (1, 0x5412), ERROR | errno.ENOTTY),  # typing into the terminal
        ("ioctl", (1, 0x40086602), ERROR | errno.ENOTTY),  # flags of a file
    ],
)
@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_arguments(machine: str, name: str, arguments: tuple[int, ...], answer: int) -> None:
    found = number(name, machine)
    assert found is None or outcome(machine, found, *arguments) == answer


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("name", ["execve", "execveat"])
def test_another_program_only_where_that_is_asked_for(machine: str, name: str) -> None:
    found = number(name, machine)
    assert found is not None
    assert outcome(machine, found) == KILL
    assert outcome(machine, found, programs=True) == ALLOW


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_other_numberings_are_no_way_in(machine: str) -> None:
    for architecture in {0x40000003, 0xC0000028, *ARCHITECTURES.values()} - {ARCHITECTURES[machine]}:
        assert outcome(machine, 0, architecture=architecture) == KILL
    if machine == "x86_64":
        assert outcome(machine, 0x40000000 + 41) == KILL  # x32


def test_other_machines_are_told_apart() -> None:
    with pytest.raises(_seccomp.UnknownMachine, match="no table of system calls for riscv64"):
        _seccomp.program("riscv64", PID, False)


HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_the_numbers_are_those_of_the_system_headers(machine: str) -> None:
    if not HEADERS[machine].is_file():
        pytest.skip(f"{HEADERS[machine]} is not there: the Linux headers are not installed")
    text = HEADERS[machine].read_text(encoding="utf-8")
    official = {m[1]: int(m[2]) for m in re.finditer(r"#define __NR(?:3264)?_(\w+)\s+(\d+)\s", text)}
    tables = _system_calls.FATAL | _system_calls.REFUSED | _system_calls.ABSENT | _system_calls.EXAMINED
    compared = [name for name in tables if name in official]
    assert len(compared) > 80
    assert {name: number(name, machine) for name in compared} == {name: official[name] for name in compared}
