"""Landlock: what a process and its threads may read and write. Loaded by path in children.

The numbers are the kernel's interface, ``include/uapi/linux/landlock.h``; what each version added is in
``Documentation/userspace-api/landlock.rst``. Versions newer than the last known one are used as that one.
"""

import ctypes
import os

if __package__:
    from pycheck.lean._linux import syscall
else:
    from _linux import syscall  # type: ignore[import-not-found, no-redef]

_CREATE, _ADD, _RESTRICT = 444, 445, 446
_ASK_VERSION = 1
_PATH_BENEATH = 1

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR, REMOVE_DIR, REMOVE_FILE = (1 << bit for bit in range(6))
MAKE_CHAR, MAKE_DIR, MAKE_REG, MAKE_SOCK, MAKE_FIFO, MAKE_BLOCK, MAKE_SYM = (1 << bit for bit in range(6, 13))
REFER, TRUNCATE, IOCTL_DEV = 1 << 13, 1 << 14, 1 << 15
_RIGHTS_OF_FILES = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV

#: Reading a folder; reading it and writing plain files in it (no folders, links, pipes or devices).
READ = READ_FILE | READ_DIR
WRITE = READ | WRITE_FILE | TRUNCATE | MAKE_REG | REMOVE_FILE

_BIND_TCP, _CONNECT_TCP = 1, 2
_ABSTRACT_SOCKETS, _SIGNALS = 1, 2


class _Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("network", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _Beneath(ctypes.Structure):
    _pack_ = 1
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def version() -> int:
    """The kernel's Landlock version, 1 or more. Raises :class:`OSError` where there is none."""
    return syscall(_CREATE, None, 0, _ASK_VERSION)


def handled_rights(abi: int) -> int:
    """The file-system rights that a kernel with this version knows (and hence refuses)."""
    rights = (1 << 13) - 1
    for since, right in ((2, REFER), (3, TRUNCATE), (5, IOCTL_DEV)):
        if abi >= since:
            rights |= right
    return rights


def restrict(abi: int, rules: "list[tuple[str, int]]") -> None:
    """Refuse everything but ``rules``, a list of (path, rights); a path that is not there is left out.

    TCP, abstract sockets and signals to processes outside are refused where the version can. The process
    must have no-new-privileges or be privileged. Raises :class:`OSError`.
    """
    handled = handled_rights(abi)
    attributes = _Ruleset(handled, 0, 0)
    size = 8
    if abi >= 4:
        attributes.network = _BIND_TCP | _CONNECT_TCP
        size = 16
    if abi >= 6:
        attributes.scoped = _ABSTRACT_SOCKETS | _SIGNALS
        size = 24
    ruleset = syscall(_CREATE, ctypes.byref(attributes), size, 0)
    try:
        for path, rights in rules:
            _allow(ruleset, path, rights & handled)
        syscall(_RESTRICT, ruleset, 0)
    finally:
        os.close(ruleset)


def _allow(ruleset: int, path: str, rights: int) -> None:
    try:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    try:
        if not os.path.isdir(path):  # noqa: PTH112 (pathlib is slow to load)
            rights &= _RIGHTS_OF_FILES
        syscall(_ADD, ruleset, _PATH_BENEATH, ctypes.byref(_Beneath(rights, descriptor)), 0)
    finally:
        os.close(descriptor)
