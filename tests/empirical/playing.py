"""A run in a process of its own, to be killed: ``playing.py FOLDER`` with the server in the environment.

Prints a line when it is about to begin and one when it has finished.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pycheck.empirical.endpoint import Endpoint
from pycheck.empirical.freeze import load_freeze
from pycheck.empirical.run import run


def main() -> None:
    folder = Path(sys.argv[1])
    frozen = load_freeze(folder)
    print("begin", flush=True)
    outcome = run(frozen, folder / "freeze.json", folder, Endpoint)
    print("end", outcome.missing, flush=True)


if __name__ == "__main__":
    main()
