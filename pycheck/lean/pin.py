"""Pin the bootstrap: ``python -m pycheck.lean.pin`` writes its digests into ``install.py``.

For whoever changes ``lean/bootstrap/Init.lean`` in a checkout, once the change has been reviewed.
"""

from __future__ import annotations

import os
import re
import sys
import tempfile
from pathlib import Path

from pycheck.cache import Cache
from pycheck.files import write_atomically
from pycheck.lean import install
from pycheck.lean.embedded import EmbeddedRunner


def pins() -> dict[str, str]:
    """The constants of ``install.py`` and the digests that belong there, found by compiling the bootstrap."""
    source = install.content_digest(install.bootstrap_source().read_bytes())
    os.environ[install.BOOTSTRAP_VARIABLE] = source
    with tempfile.TemporaryDirectory(prefix="pycheck-pin-") as folder:
        base = EmbeddedRunner(Cache(Path(folder))).toolchain.base
    return {
        "PINNED_BOOTSTRAP": source,
        "PINNED_BOOTSTRAP_COMPILED": install.content_digest(base[0][1]),
    }


def pinned(text: str, digests: dict[str, str]) -> str:
    """The source of ``install.py`` with these digests. Raises ``ValueError`` if it lacks a constant."""
    for name, digest in digests.items():
        text, count = re.subn(rf'^{name} = "[0-9a-f]*"$', f'{name} = "{digest}"', text, flags=re.M)
        if count != 1:
            raise ValueError(f"install.py has {count} lines that set {name}")
    return text


def main() -> int:
    """Write the digests, and say which."""
    path = Path(install.__file__)
    digests = pins()
    before = path.read_text(encoding="utf-8")
    after = pinned(before, digests)
    if after != before:
        write_atomically(path, after.encode())
    for name, digest in digests.items():
        sys.stdout.write(f"{name} = {digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
