"""The frozen setup: one canonical file whose SHA-256 names the games that are played under it.

The file is canonical JSON (RFC 8785): the setup, the probes word for word, the texts that players are told,
and, for a fork, the parent's moves up to it and the arms.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import rfc8785

from pycheck.empirical.freeze import MAX_BYTES, FreezeRefused
from pycheck.empirical.play.fork_checks import fork_faults
from pycheck.empirical.play.fork_plan import ForkPlan, fork_of, fork_units
from pycheck.empirical.play.games import GAMES
from pycheck.empirical.play.plan import budget_faults, plan_of, silent_units
from pycheck.empirical.play.setup import Setup
from pycheck.empirical.play.setup_file import as_data, probe_faults, validate_setup
from pycheck.empirical.play.units import Unit, units_of
from pycheck.empirical.probing.definitions import Probes, probes_of
from pycheck.empirical.probing.definitions import as_data as probes_data
from pycheck.errors import Fault, InputFileError
from pycheck.files import write_atomically

FILE_NAME = "freeze.json"
FORMAT = 1
KIND = "games"


@dataclass(frozen=True)
class Frozen:
    """A frozen setup. ``digest`` is that of the file."""

    digest: str
    setup: Setup
    probes: Probes
    fork: ForkPlan | None = None

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The games, in the order in which they are played."""
        if self.fork is not None:
            return fork_units(self.digest, self.fork)
        return units_of(self.digest, self.setup.seeds)


def content_of(setup: Setup, probes: Probes, fork: ForkPlan | None = None) -> dict[str, Any]:
    """What a freeze of the setup holds, as plain JSON data."""
    content: dict[str, Any] = {
        "format": FORMAT,
        "kind": KIND,
        "setup": as_data(setup),
        "probes": probes_data(probes),
        "texts": GAMES[setup.game].texts(setup),
    }
    if fork is not None:
        content["fork"] = fork.model_dump(mode="json")
    return content


def freeze(setup: Setup, probes: Probes, path: Path, fork: ForkPlan | None = None) -> Frozen:
    """Write the freeze of a setup to ``path``.

    Raises :class:`~pycheck.empirical.freeze.FreezeRefused` if plan and budget disagree, or if another freeze
    is there already.
    """
    units = fork_units("", fork) if fork else silent_units(setup)
    faults = tuple(budget_faults(setup, plan_of(setup, probes, units)))
    if faults:
        raise FreezeRefused("\n".join(f"not frozen: {fault}" for fault in faults))
    data = rfc8785.dumps(content_of(setup, probes, fork))
    if path.exists() and path.read_bytes() != data:
        raise FreezeRefused(
            f"{path}: holds another freeze, and a freeze is never overwritten; freeze into another folder"
        )
    write_atomically(path, data)
    return load_frozen(path)


def load_frozen(path: Path) -> Frozen:
    """The freeze in the file at ``path``, or in that folder.

    Raises :class:`~pycheck.errors.InputFileError` unless the file is canonical, whole, and tells players what
    this pycheck would tell them.
    """
    path = path / FILE_NAME if path.is_dir() else path
    try:
        data = path.read_bytes()
    except OSError as error:
        found = f"a file that cannot be read: {error.strerror or error}"
        hint = "pycheck probing freeze writes one"
        raise InputFileError(str(path), [Fault("(file)", found, "a freeze (JSON)", hint)]) from None
    try:
        return _load(data)
    except InputFileError as error:
        raise InputFileError(str(path), error.faults) from None
    except (ValueError, RecursionError, TypeError, KeyError, AttributeError) as error:
        found = f"something that is no freeze of games: {str(error).splitlines()[0]}"
        raise InputFileError(str(path), [Fault("(file)", found, "a freeze (JSON)")]) from None


def _load(data: bytes) -> Frozen:
    if len(data) > MAX_BYTES:
        raise ValueError(f"it has more than {MAX_BYTES:,} bytes")
    content = json.loads(data)
    if not isinstance(content, dict) or content.get("format") != FORMAT or content.get("kind") != KIND:
        raise ValueError(f"it does not have format {FORMAT} and kind {KIND!r}")
    if rfc8785.dumps(content) != data:
        raise ValueError("it is not in canonical form (RFC 8785), so that its digest would name nothing")
    setup, faults = validate_setup(content["setup"])
    if setup is None or faults:
        raise InputFileError("", [Fault(f"setup.{f.key}", f.found, f.expected, f.hint) for f in faults])
    probes = probes_of(content["probes"])
    faults = tuple(probe_faults(setup, probes))
    if faults:
        raise InputFileError("", faults)
    fork = fork_of(content["fork"]) if "fork" in content else None
    if fork is not None:
        faults = tuple(fork_faults(setup, fork))
        if faults:
            raise InputFileError("", [Fault(f"fork.{f.key}", f.found, f.expected, f.hint) for f in faults])
    expected = content_of(setup, probes, fork)
    differing = [key for key in sorted(expected | content) if expected.get(key) != content.get(key)]
    if differing:
        hint = "it was edited, or written by a pycheck that tells players something else: freeze again"
        raise InputFileError("", [Fault(differing[0], "something else", "what follows from the setup", hint)])
    return Frozen(hashlib.sha256(data).hexdigest(), setup, probes, fork)
