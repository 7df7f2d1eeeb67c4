"""What the gate can let through: a pilot's run, a war, a run of games. Each kind reads its own files.

What comes of reading is the same for all: reasons to refuse, two digests, and the content of the evidence.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycheck.empirical.refusals import Refusal

if TYPE_CHECKING:
    from pycheck.mechanism import Mechanism

#: The file with which a pilot's run and a run of games begin; and where either is in a mechanism's folder.
FREEZE, RUNS, PLAY = "freeze.json", "pilot", "play"
#: The file with which a war begins, and where it is.
WAR, WARS = "war.json", "war"
#: What the freeze of a run of games calls itself.
GAMES = "games"


def _as_they_are(refusals: Sequence[Refusal]) -> list[Refusal]:
    return list(refusals)


@dataclass(frozen=True)
class Read:
    """A run as its kind reads it.

    ``frozen`` and ``traced`` are the digests of what was fixed beforehand and of what was recorded, ``None``
    where that cannot be read. ``content`` gives the fields of the evidence, but for the name of the run and
    these digests; it is asked for only if nothing speaks against the run. ``hushed`` takes secrets out of
    refusals.
    """

    refusals: Sequence[Refusal]
    frozen: str | None = None
    traced: str | None = None
    content: Callable[[], dict[str, Any]] = field(default=dict)
    hushed: Callable[[Sequence[Refusal]], list[Refusal]] = field(default=_as_they_are)


@dataclass(frozen=True)
class Kind:
    """A kind of run: the module that reads it, what that needs installed, and how its page is made."""

    name: str
    module: str
    needs: tuple[str, ...]
    page: str = ""

    def read(self, run: Path, mechanism: Mechanism) -> Read:
        """Read a run; whatever is wrong is in the result's refusals."""
        read: Callable[[Path, Mechanism], Read] = importlib.import_module(self.module).read
        return read(run, mechanism)


_PILOT = Kind("pilot", "pycheck.empirical.gate_pilot", ("pydantic", "rfc8785", "scipy"))
_WAR = Kind("war", "pycheck.empirical.gate_war", ("orjson", "pydantic", "rfc8785"), "pycheck war page")
_GAMES = Kind(
    GAMES,
    "pycheck.empirical.gate_games",
    ("orjson", "pydantic", "rfc8785", "scipy", "yaml"),
    "pycheck probing page",
)


def kind_of(run: Path) -> Kind:
    """What a run's folder says that it is. A freeze that cannot be read is a pilot's to refuse."""
    if (run / WAR).is_file():
        return _WAR
    try:
        frozen = json.loads((run / FREEZE).read_bytes())
    except (OSError, ValueError, RecursionError):
        return _PILOT
    return _GAMES if isinstance(frozen, dict) and frozen.get("kind") == GAMES else _PILOT


def runs_in(root: Path) -> tuple[Path, ...]:
    """The runs in a folder: itself if it has a freeze, else everything in it that is not hidden."""
    if not root.is_dir():
        return ()
    if (root / FREEZE).exists():
        return (root,)
    return tuple(sorted(path for path in root.iterdir() if path.is_dir() and path.name[0] not in "._"))
