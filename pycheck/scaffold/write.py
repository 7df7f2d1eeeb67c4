"""Writing a new mechanism's folder: first the data, then claims whose truth is known, then the Lean file."""

from __future__ import annotations

import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from pycheck.claims import Evaluator, TooManyMaps, read_claims
from pycheck.claims.formula import CountMaps
from pycheck.errors import InputFileError
from pycheck.files import write_atomically
from pycheck.lean.generate import LeanFile
from pycheck.loading import FILE_NAME, Loaded, load
from pycheck.mechanism import ClaimEntry, Mechanism
from pycheck.scaffold.draft import Draft, DraftError
from pycheck.scaffold.suggest import suggested_claims
from pycheck.scaffold.toml import mechanism_toml


@dataclass(frozen=True)
class Written:
    """The files written, and those that were there and left alone."""

    folder: Path
    written: tuple[Path, ...]
    kept: tuple[Path, ...]


def write_mechanism(draft: Draft, folder: Path) -> Written:
    """Write ``folder/mechanism.toml`` and the Lean file beside it. Existing files are never overwritten.

    The claims written are those of :func:`~pycheck.scaffold.suggest.suggested_claims`, each with the truth
    value that enumeration finds. Raises :class:`DraftError` if the mechanism file is there already or
    something is missing from the draft.
    """
    wanted = draft.missing()
    if wanted:
        raise DraftError("still to be said:\n" + "\n".join(f"  {line}" for line in wanted))
    path = folder / FILE_NAME
    if path.exists():
        raise DraftError(f"{path} is there already; nothing was written")
    bare = _loaded(draft, [], folder)
    claims = [_with_truth(entry, bare.mechanism) for entry in suggested_claims(bare.mechanism)]
    text = mechanism_toml(draft, claims)
    complete = _loaded(draft, claims, folder)
    write_atomically(path, text.encode())
    lean = write_lean(replace(complete, folder=folder))
    return Written(folder, (path, *lean.written), lean.kept)


def write_lean(loaded: Loaded) -> Written:
    """Write the Lean file that a mechanism file names, beside it. An existing file is left alone.

    Raises :class:`DraftError` if the mechanism file has no ``[lean]`` section.
    """
    link = loaded.mechanism.lean
    if link is None:
        raise DraftError(f"{loaded.mechanism.name}: the mechanism file has no [lean] section to write for")
    target = loaded.folder.joinpath(*link.module.split(".")).with_suffix(".lean")
    if target.exists():
        return Written(loaded.folder, (), (target,))
    write_atomically(target, LeanFile(loaded.mechanism, link, loaded.claims).source().encode())
    return Written(loaded.folder, (target,), ())


def _loaded(draft: Draft, claims: list[dict[str, Any]], folder: Path) -> Loaded:
    """The draft as the loader reads it, so that its faults are found before anything is written."""
    with tempfile.TemporaryDirectory(prefix="pycheck-") as temporary:
        path = Path(temporary) / draft.name / FILE_NAME
        write_atomically(path, mechanism_toml(draft, claims).encode())
        try:
            return load(path)
        except InputFileError as error:
            raise InputFileError(str(folder / FILE_NAME), error.faults) from error


def _with_truth(entry: dict[str, Any], mechanism: Mechanism) -> dict[str, Any]:
    """The claim with the expectation (or the count) that enumeration finds."""
    common = {"id", "kind", "theorem", "expect"}
    params = {key: value for key, value in entry.items() if key not in common}
    read = ClaimEntry("claim", entry["id"], entry["kind"], params)
    (claim,), faults = read_claims((read,), mechanism.signature)
    assert not faults
    assert claim.formula is not None
    evaluator = Evaluator(mechanism)
    try:
        found = evaluator.enumerate(claim.formula, claim.order)
    except TooManyMaps:
        return entry
    if isinstance(claim.formula, CountMaps):
        return {**entry, "count": found.satisfied}
    return {**entry, "expect": "holds" if found.holds else "fails"}
