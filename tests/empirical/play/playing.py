"""Games in a process of their own, to be killed: ``playing.py FOLDER`` with the server in the environment.

Prints a line when they are about to begin and one when they are over.
"""

from __future__ import annotations

import sys
from pathlib import Path

from pycheck.empirical.endpoint import Endpoint
from pycheck.empirical.play.frozen import load_frozen
from pycheck.empirical.play.run import run


def main() -> None:
    folder = Path(sys.argv[1])
    frozen = load_frozen(folder)
    print("begin", flush=True)
    outcome = run(frozen, folder / "freeze.json", folder, Endpoint)
    print("end", outcome.missing, flush=True)


if __name__ == "__main__":
    main()
