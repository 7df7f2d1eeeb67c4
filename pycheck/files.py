"""Writing files so that they are never half there."""

from __future__ import annotations

import contextlib
import os
import secrets
import stat
from pathlib import Path


def write_atomically(path: Path, data: bytes) -> None:
    """Write ``path`` in one step: afterwards it holds all of ``data`` or what it held before.

    A link is followed, a file keeps its mode, and folders on the way are made. What is there and no file (a
    device, a pipe) is written to as it is.
    """
    target = Path(os.path.realpath(path))
    target.parent.mkdir(parents=True, exist_ok=True)
    try:
        before = target.stat().st_mode
    except FileNotFoundError:
        before = None
    if before is not None and not stat.S_ISREG(before):
        with target.open("wb") as file:
            file.write(data)
        return
    temporary = target.with_name(f".{target.name[:40]}-{secrets.token_hex(8)}")
    # Not ``tempfile``: what that makes nobody else may read, whatever the mask of the user is.
    handle = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    try:
        with os.fdopen(handle, "wb") as file:
            if before is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(before))
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        temporary.replace(target)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink()
        if isinstance(error, OSError) and error.filename in (None, str(temporary)):
            # A full disk has no name, and that of the temporary file says nothing to anybody.
            error.filename = str(path)
        raise
