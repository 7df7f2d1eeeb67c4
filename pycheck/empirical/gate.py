"""The gate: the one way from a run to a report.

A pilot's run passes if its freeze is whole, its trace has exactly what was planned, every line is one and
follows from the raw answers, budgets were kept, deviations are recorded, and nothing is secret. A war
passes if its plan is whole, its published files are what its log gives when it is measured again, and a
second look at them finds nothing private. A run of games passes if its freeze is whole, every game of the
plan was played to its end, and its logs come out of its trace byte for byte; budgets and secrets as for a
pilot. What comes out is sealed: :class:`~pycheck.empirical.evidence.EmpiricalEvidence` can be made nowhere
else.

What it cannot know: whether the raw answers were given. Whoever can write a whole consistent trace can invent
one. After the first passing, ``gate.json`` shows a change, and nothing in it may differ from what follows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pycheck.empirical.citations import cited, texts_of
from pycheck.empirical.evidence import (
    CONTENT,
    LABEL,
    EmpiricalEvidence,
    GateSeal,
    Mark,
    Plot,
    ShownDeviation,
    ShownTable,
    digest_of,
)
from pycheck.empirical.gate_kinds import PLAY, RUNS, WAR, WARS, kind_of, runs_in
from pycheck.empirical.gate_result import RESULT, changed, edited, read_result
from pycheck.empirical.refusals import Refusal, shortened
from pycheck.empirical.shown_run import ShownAct, ShownAttempt, ShownRun, ShownTurn, show_run
from pycheck.errors import EnvironmentUnusable

if TYPE_CHECKING:
    from pycheck.mechanism import Mechanism

__all__ = [
    "LABEL",
    "PLACES",
    "RESULT",
    "EmpiricalEvidence",
    "GateResult",
    "Mark",
    "Plot",
    "Refusal",
    "ShownAct",
    "ShownAttempt",
    "ShownDeviation",
    "ShownRun",
    "ShownTable",
    "ShownTurn",
    "cited",
    "gate",
    "measured_in",
    "plays_of",
    "runs_of",
    "show_run",
    "stability_table",
    "texts_of",
    "wars_of",
]

#: The folders of a mechanism in which runs are.
PLACES = (RUNS, WARS, PLAY)

_MAKER = GateSeal.take()


@dataclass(frozen=True)
class GateResult:
    """What the gate says of a run: evidence, or every reason why there is none."""

    run: str
    evidence: EmpiricalEvidence | None
    refusals: tuple[Refusal, ...]
    freeze_sha256: str | None
    trace_sha256: str | None

    @property
    def passed(self) -> bool:
        """Whether there is evidence."""
        return self.evidence is not None

    def to_json(self) -> dict[str, Any]:
        """The result as JSON data, without the name of the run's folder."""
        found = self.evidence
        return {
            "label": found.label if found else LABEL,
            "passed": self.passed,
            "freeze_sha256": self.freeze_sha256,
            "trace_sha256": self.trace_sha256,
            "mechanism": found.mechanism if found else None,
            "tables_sha256": found.tables_sha256 if found else None,
            "code": found.code if found else None,
            "deviations": [vars(deviation) for deviation in found.deviations] if found else [],
            "refusals": [{"code": r.code.value, "where": r.where, "what": r.what} for r in self.refusals],
            "results": found.data if found else None,
        }


def runs_of(folder: Path) -> tuple[Path, ...]:
    """The folders of a mechanism's pilot runs, by name; ``folder`` is the mechanism's.

    Its ``pilot/`` is a run itself if it has a freeze, else everything in it is one.
    """
    return runs_in(folder / RUNS)


def plays_of(folder: Path) -> tuple[Path, ...]:
    """The folders of a mechanism's runs of games: its ``play/`` itself, or everything in it."""
    return runs_in(folder / PLAY)


def wars_of(folder: Path) -> tuple[Path, ...]:
    """The folders of a mechanism's wars: its ``war/`` itself, or those in it."""
    root = folder / WARS
    found = (root, *sorted(root.iterdir())) if root.is_dir() else ()
    return tuple(path for path in found if (path / WAR).is_file())


def measured_in(folder: Path) -> tuple[Path, ...]:
    """Everything in a mechanism's folder that there is to let through."""
    return (*runs_of(folder), *wars_of(folder), *plays_of(folder))


def gate(run: Path, mechanism: Mechanism) -> GateResult:
    """Let the run in the folder ``run`` through as a measurement on ``mechanism``, or say why not.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` if what the gate is made with is not installed.
    """
    kind = kind_of(run)
    missing = [name for name in kind.needs if find_spec(name) is None]
    if missing:
        raise EnvironmentUnusable(
            f"the gate needs {', '.join(missing)}, not installed here: pip install 'pycheck[empirical]'"
        )
    name, read = run.resolve().name, kind.read(run, mechanism)
    refusals = list(read.refusals)
    if read.frozen is not None and read.traced is not None:
        before, unusable = read_result(run / RESULT)
        refusals += unusable
        if before is not None:
            refusals += changed(before, read.frozen, read.traced, mechanism)
        if not refusals:
            evidence = _sealed(
                read.content() | {"run": name, "freeze_sha256": read.frozen, "trace_sha256": read.traced}
            )
            passed = GateResult(name, evidence, (), read.frozen, read.traced)
            refusals += edited(before, passed.to_json()) if before is not None else ()
            if not refusals:
                return passed
    return GateResult(name, None, shortened(read.hushed(refusals)), read.frozen, read.traced)


def _sealed(found: dict[str, Any]) -> EmpiricalEvidence:
    assert found.keys() == set(CONTENT)
    content = {field: found[field] for field in CONTENT}
    return EmpiricalEvidence(**content, seal=GateSeal(_MAKER, digest_of(content)))


def stability_table(runs: Sequence[EmpiricalEvidence]) -> ShownTable | None:
    """Runs of one freeze beside each other; ``None`` for fewer than two.

    Raises :class:`ValueError` for runs of different freezes: those are different experiments.
    """
    if len(runs) < 2:
        return None
    if len({run.freeze_sha256 for run in runs}) > 1:
        raise ValueError("runs of different freezes cannot be compared")
    from pycheck.empirical.present import stability_of

    results = [run.results for run in runs if run.results is not None]
    return stability_of([run.run for run in runs], results) if len(results) == len(runs) else None
