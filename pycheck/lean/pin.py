"""Pin the bootstrap: ``python -m pycheck.lean.pin`` compiles it and writes its digests into ``install.py``.

The compiled file is put beside the source, for all who need not compile it. For whoever changes
``lean/bootstrap/Init.lean`` in a checkout, once the change has been reviewed.
"""

from __future__ import annotations

import lzma
import re
import sys
import tempfile
from pathlib import Path

from pycheck.cache import Cache
from pycheck.files import write_atomically
from pycheck.lean import install
from pycheck.lean.embedded import EmbeddedRunner


def compile_bootstrap() -> tuple[bytes, bytes]:
    """The bootstrap's source, and what it compiles to here; what is shipped compiled is not looked at."""
    source = install.bootstrap_source().read_bytes()
    with tempfile.TemporaryDirectory(prefix="pycheck-pin-") as folder:
        base = EmbeddedRunner(Cache(Path(folder)), shipped=False).toolchain.base
    return source, base[0][1]


def pinned(text: str, digests: dict[str, str]) -> str:
    """The source of ``install.py`` with these digests. Raises ``ValueError`` if it lacks a constant."""
    for name, digest in digests.items():
        text, count = re.subn(rf'^{name} = "[0-9a-f]*"$', f'{name} = "{digest}"', text, flags=re.M)
        if count != 1:
            raise ValueError(f"install.py has {count} lines that set {name}")
    return text


def main() -> int:
    """Write the digests and the compiled file, and say which digests."""
    path = Path(install.__file__)
    source, compiled = compile_bootstrap()
    digests = {
        "PINNED_BOOTSTRAP": install.content_digest(source),
        "PINNED_BOOTSTRAP_COMPILED": install.content_digest(compiled),
    }
    before = path.read_text(encoding="utf-8")
    after = pinned(before, digests)
    if after != before:
        write_atomically(path, after.encode())
    if install.bootstrap_compiled() != compiled:
        packed = lzma.compress(compiled, preset=9 | lzma.PRESET_EXTREME)
        write_atomically(install.bootstrap_compiled_path(), packed)
    for name, digest in digests.items():
        sys.stdout.write(f"{name} = {digest}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
