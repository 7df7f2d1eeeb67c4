"""Choosing the Lean to run: ``auto``, ``lake``, ``embedded`` or ``none``."""

from __future__ import annotations

from dataclasses import dataclass

from pycheck.cache import Cache
from pycheck.lean.embedded import EmbeddedRunner, LeanUnavailable
from pycheck.lean.install import lake_program
from pycheck.lean.lake import LakeRunner
from pycheck.lean.project import Project
from pycheck.lean.provider import Runner
from pycheck.lean.staging import Progress, silent

CHOICES = ("auto", "lake", "embedded", "none")


@dataclass(frozen=True)
class Chosen:
    """The runner, or why there is none; ``passed_over`` says why a ``lake`` that is there was not taken."""

    runner: Runner | None
    reason: str = ""
    passed_over: str = ""


def choose(choice: str, cache: Cache, progress: Progress = silent, project: Project | None = None) -> Chosen:
    """The runner for a choice of :data:`CHOICES`; ``project`` is the Lake project to run it in, if any.

    ``auto`` takes the toolchain of ``lake`` if that is on the PATH, works and may give formal verdicts, else
    the embedded Lean, else none. A Lean that was asked for by name and is not there raises
    :class:`LeanUnavailable`; one that is there and may give no formal verdicts is taken, and gives none.
    """
    if choice == "none":
        return Chosen(None, "Lean was not asked for (--lean none)")
    if choice == "embedded":
        return Chosen(EmbeddedRunner(cache))
    if choice == "lake":
        return Chosen(LakeRunner(progress, project))
    if choice != "auto":
        raise ValueError(f"lean must be one of {', '.join(CHOICES)}, not {choice!r}")
    passed_over = ""
    if lake_program() is not None:
        try:
            runner = LakeRunner(progress, project)
        except LeanUnavailable as error:
            passed_over = str(error)
        else:
            passed_over = runner.toolchain.refusal
            if not passed_over:
                return Chosen(runner)
        progress(f"not using lake: {passed_over}")
    try:
        return Chosen(EmbeddedRunner(cache), passed_over=passed_over)
    except LeanUnavailable as error:
        reasons = "; ".join(part for part in (passed_over, str(error)) if part)
        return Chosen(None, f"no usable Lean: {reasons}", passed_over)
