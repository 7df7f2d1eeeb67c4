"""From a name or a path to a mechanism with its claims."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from pycheck.claims import Claim, read_claims
from pycheck.errors import InputFileError, PycheckError
from pycheck.lean.install import mechanisms_root
from pycheck.mechanism import Mechanism, read_mechanism

FILE_NAME = "mechanism.toml"


class MechanismNotFound(PycheckError):
    """Neither a file, nor a folder with a mechanism file, nor a known name."""


@dataclass(frozen=True)
class Loaded:
    """A mechanism, its claims in the file's order, and the folder it was read from."""

    mechanism: Mechanism
    claims: tuple[Claim, ...]
    folder: Path


def known_mechanisms() -> dict[str, Path]:
    """Folders with a mechanism file by name: the working folder's ``mechanisms/``, then the shipped ones."""
    found: dict[str, Path] = {}
    for root in (Path("mechanisms"), mechanisms_root()):
        if root.is_dir():
            for folder in sorted(root.iterdir()):
                if (folder / FILE_NAME).is_file():
                    found.setdefault(folder.name, folder)
    return found


def find_mechanism(what: str | Path) -> Path:
    """The mechanism file that ``what`` means: a file, a folder, or a known name.

    Raises :class:`MechanismNotFound`.
    """
    path = Path(what)
    if path.is_file():
        return path
    if (path / FILE_NAME).is_file():
        return path / FILE_NAME
    known = known_mechanisms()
    if str(what) in known:
        return known[str(what)] / FILE_NAME
    close = get_close_matches(str(what), known, n=1)
    hint = f"; did you mean {close[0]}?" if close else ""
    if path.is_dir():
        raise MechanismNotFound(f"{what}: the folder has no {FILE_NAME}{hint}")
    names = ", ".join(known) or "none"
    raise MechanismNotFound(f"{what}: no such file, folder or mechanism (known: {names}){hint}")


def load(what: str | Path) -> Loaded:
    """Read a mechanism and its claims.

    Raises :class:`MechanismNotFound`, or :class:`~pycheck.errors.InputFileError` with every fault of the
    file and of its claims at once.
    """
    path = find_mechanism(what)
    reading = read_mechanism(path)
    faults = list(reading.faults)
    claims: tuple[Claim, ...] = ()
    if reading.signature is not None:
        claims, more = read_claims(reading.claims, reading.signature)
        faults += more
    if faults or reading.mechanism is None:
        raise InputFileError(str(path), faults)
    return Loaded(reading.mechanism, claims, path.parent)
