"""Choosing the Lean to run: ``auto``, ``lake``, ``embedded`` or ``none``."""

from __future__ import annotations

from dataclasses import dataclass

from pycheck.cache import Cache
from pycheck.lean.embedded import EmbeddedRunner, LeanUnavailable
from pycheck.lean.install import lake_program
from pycheck.lean.lake import LakeRunner
from pycheck.lean.provider import Runner
from pycheck.lean.staging import Progress, silent

CHOICES = ("auto", "lake", "embedded", "none")


@dataclass(frozen=True)
class Chosen:
    """The runner, or why there is none."""

    runner: Runner | None
    reason: str = ""


def choose(choice: str, cache: Cache, progress: Progress = silent) -> Chosen:
    """The runner for a choice of :data:`CHOICES`.

    ``auto`` takes an elan toolchain if ``lake`` is on the PATH and works, else the embedded Lean, else
    none. A Lean that was asked for by name and is not usable raises :class:`LeanUnavailable`.
    """
    if choice == "none":
        return Chosen(None, "Lean was not asked for (--lean none)")
    if choice == "embedded":
        return Chosen(EmbeddedRunner(cache))
    if choice == "lake":
        return Chosen(LakeRunner(progress))
    if choice != "auto":
        raise ValueError(f"lean must be one of {', '.join(CHOICES)}, not {choice!r}")
    reasons: list[str] = []
    if lake_program() is not None:
        try:
            return Chosen(LakeRunner(progress))
        except LeanUnavailable as error:
            reasons.append(str(error))
    try:
        return Chosen(EmbeddedRunner(cache))
    except LeanUnavailable as error:
        reasons.append(str(error))
    return Chosen(None, "no usable Lean: " + "; ".join(reasons))
