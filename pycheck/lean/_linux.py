"""The few system calls that Python has no function for. Loaded by path in children: standard library only."""

import ctypes
import os

_LIBC = ctypes.CDLL(None, use_errno=True)

PR_SET_PDEATHSIG, PR_SET_SECCOMP, PR_CAPBSET_DROP = 1, 22, 24
PR_SET_CHILD_SUBREAPER, PR_SET_NO_NEW_PRIVS, PR_CAP_AMBIENT = 36, 38, 47
CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWNET = 0x08000000, 0x10000000, 0x40000000

_AMBIENT_CLEAR_ALL = 4
_CAPABILITY_VERSION = 0x20080522
_CAP_DAC_READ_SEARCH = 2


def syscall(number: int, *arguments: object) -> int:
    """``syscall(2)`` with integers, ``None`` or ctypes objects. Raises :class:`OSError`."""
    passed = [ctypes.c_long(a) if isinstance(a, int) else a for a in arguments]
    return _checked(int(_LIBC.syscall(ctypes.c_long(number), *passed)))


def prctl(option: int, *arguments: object) -> int:
    """``prctl(2)``, missing arguments being zero. Raises :class:`OSError`."""
    passed = [ctypes.c_ulong(a) if isinstance(a, int) else a for a in arguments]
    passed += [ctypes.c_ulong(0)] * (4 - len(passed))
    return _checked(int(_LIBC.prctl(option, *passed)))


def unshare(flags: int) -> None:
    """``unshare(2)``. Raises :class:`OSError`."""
    _checked(int(_LIBC.unshare(flags)))


class _Header(ctypes.Structure):
    _fields_ = (("version", ctypes.c_uint32), ("pid", ctypes.c_int))


class _Sets(ctypes.Structure):
    _fields_ = (
        ("effective", ctypes.c_uint32),
        ("permitted", ctypes.c_uint32),
        ("inheritable", ctypes.c_uint32),
    )


def drop_capabilities(keep_reading: bool) -> None:
    """Give up every capability; of root's, ``CAP_DAC_READ_SEARCH`` may be kept.

    With it root can go on reading files in other people's folders, as far as Landlock lets it. Raises
    :class:`OSError`.
    """
    sets = (_Sets * 2)()
    header = _Header(_CAPABILITY_VERSION, 0)
    _checked(int(_LIBC.capget(ctypes.byref(header), sets)))
    kept = sets[0].permitted & (1 << _CAP_DAC_READ_SEARCH) if keep_reading else 0
    if sets[0].permitted or sets[1].permitted:
        for capability in range(64):
            try:
                prctl(PR_CAPBSET_DROP, capability)
            except OSError:
                break
        prctl(PR_CAP_AMBIENT, _AMBIENT_CLEAR_ALL)
    sets[0] = _Sets(kept, kept, 0)
    sets[1] = _Sets(0, 0, 0)
    _checked(int(_LIBC.capset(ctypes.byref(header), sets)))


def _checked(result: int) -> int:
    if result == -1:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))
    return result
