"""Runs Lean out of a shared library: ``python -I -S _lean_child.py CONFINEMENT… -- LIBRARY ARGUMENT…``.

A program of its own, because Lean's ``main`` may exit, abort or be killed, and because a Lean file can run
code: the process confines itself before it loads Lean. It imports nothing of the wheel with the library.
"""

import ctypes
import os
import sys

sys.path.append(os.path.dirname(os.path.abspath(__file__)))  # noqa: PTH100, PTH120 (pathlib is slow to load)
import _confine  # type: ignore[import-not-found]

sys.path.pop()


def main() -> int:
    """Call ``lean_main`` with this program's arguments; its exit code passes through."""
    path, *rest = _confine.enter(sys.argv[1:])
    library = ctypes.CDLL(path)
    arguments = [b"lean", *(os.fsencode(argument) for argument in rest)]
    vector = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    return int(library.lean_main(len(arguments), vector))


if __name__ == "__main__":
    sys.exit(main())
