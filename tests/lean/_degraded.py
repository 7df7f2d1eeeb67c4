"""``python _degraded.py LACKING PROGRAM ARGUMENT…``: run a program as on a machine that lacks something.

``LACKING`` is any of ``landlock``, ``seccomp``, ``namespaces``, with commas between. The system calls fail as
they do where the kernel, or a container's policy, does not have them.
"""

from __future__ import annotations

import errno
import os
import sys

from pycheck.lean import _linux, _seccomp

_ALLOW, _ERROR = 0x7FFF0000, 0x00050000
_EQUAL, _RETURN = 0x15, 0x06


def main(lacking: str, *command: str) -> None:
    machine = os.uname().machine
    architecture, column = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}[machine]
    absent = {
        "landlock": {444: errno.ENOSYS},
        "seccomp": {(317, 277)[column]: errno.ENOSYS},
        "namespaces": {(272, 97)[column]: errno.EPERM},
    }
    rows = [(0x20, 0, 0, 4), (_EQUAL, 1, 0, architecture), (_RETURN, 0, 0, _ALLOW), (0x20, 0, 0, 0)]
    for name in lacking.split(","):
        for number, error in absent[name].items():
            rows += [(_EQUAL, 0, 1, number), (_RETURN, 0, 0, _ERROR | error)]
    if "seccomp" in lacking:
        filtering = [
            (0x20, 0, 0, 16),
            (_EQUAL, 0, 1, _linux.PR_SET_SECCOMP),
            (_RETURN, 0, 0, _ERROR | errno.EINVAL),
        ]
        rows += [(_EQUAL, 0, 4, (157, 167)[column]), *filtering, (_RETURN, 0, 0, _ALLOW)]
    _linux.prctl(_linux.PR_SET_NO_NEW_PRIVS, 1)
    _seccomp.load([*rows, (_RETURN, 0, 0, _ALLOW)])
    os.execv(command[0], command)


if __name__ == "__main__":
    main(*sys.argv[1:])
