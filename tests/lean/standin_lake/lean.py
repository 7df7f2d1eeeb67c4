"""``lean`` of the stand-in: ``lean_main`` of the real library, with the sysroot's compiled files last."""

from __future__ import annotations

import ctypes
import os
import sys
from pathlib import Path


def main(sysroot: str, library: str, _root: str, *arguments: str) -> int:
    if arguments == ("--print-prefix",):
        print(sysroot)
        return 0
    told = Path(sysroot, "version")
    if arguments in (("--version",), ("-v",)) and told.exists():
        print(told.read_text(encoding="utf-8"), end="")
        return 0
    # The real one appends the folder it was installed with; in this process it would look beside Python.
    path = [part for part in os.environ.get("LEAN_PATH", "").split(os.pathsep) if part]
    os.environ["LEAN_PATH"] = os.pathsep.join([*path, str(Path(sysroot, "lib", "lean"))])
    vector = [b"lean", *map(os.fsencode, arguments)]
    return int(
        ctypes.CDLL(library).lean_main(len(vector), (ctypes.c_char_p * (len(vector) + 1))(*vector, None))
    )


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
