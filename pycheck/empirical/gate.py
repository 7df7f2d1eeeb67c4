"""The gate: the one way from a run to a report.

A pilot's run passes if its freeze is whole, its trace has exactly what was planned, every line is one and
follows from the raw answers, budgets were kept, deviations are recorded, and nothing is secret. A war
passes if its plan is whole, its published files are what its log gives when it is measured again, and a
second look at them finds nothing private. What comes out is sealed:
:class:`~pycheck.empirical.evidence.EmpiricalEvidence` can be made nowhere else.

What it cannot know: whether the raw answers were given. Whoever can write a whole consistent trace can invent
one. After the first passing, the digests in ``gate.json`` show a change.
"""

from __future__ import annotations

import json
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
from pycheck.empirical.refusals import Code, Refusal, shortened
from pycheck.empirical.shown_run import ShownAct, ShownAttempt, ShownRun, ShownTurn, show_run
from pycheck.errors import EnvironmentUnusable

if TYPE_CHECKING:
    from pycheck.empirical.gate_reading import Reading
    from pycheck.empirical.war.measure import Measurement
    from pycheck.mechanism import Mechanism

__all__ = [
    "LABEL",
    "RESULT",
    "RUNS",
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
    "runs_of",
    "show_run",
    "stability_table",
    "texts_of",
    "wars_of",
]

#: What the gate said of a run, beside its trace.
RESULT = "gate.json"
#: Where a mechanism's runs are, and what makes a folder one.
RUNS, FREEZE = "pilot", "freeze.json"
#: Where a mechanism's wars are, and what makes a folder one.
WARS, WAR = "war", "war.json"

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
            "label": LABEL,
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
    """The folders of a mechanism's runs, by name; ``folder`` is the mechanism's.

    Its ``pilot/`` is a run itself if it has a freeze, else everything in it is one.
    """
    root = folder / RUNS
    if not root.is_dir():
        return ()
    if (root / FREEZE).exists():
        return (root,)
    return tuple(sorted(path for path in root.iterdir() if path.is_dir() and path.name[0] not in "._"))


def wars_of(folder: Path) -> tuple[Path, ...]:
    """The folders of a mechanism's wars: its ``war/`` itself, or those in it."""
    root = folder / WARS
    found = (root, *sorted(root.iterdir())) if root.is_dir() else ()
    return tuple(path for path in found if (path / WAR).is_file())


def gate(run: Path, mechanism: Mechanism) -> GateResult:
    """Let the run in the folder ``run`` through as a measurement on ``mechanism``, or say why not.

    Raises :class:`~pycheck.errors.EnvironmentUnusable` if what the gate is made with is not installed.
    """
    war = (run / WAR).is_file()
    needed = ("orjson", "pydantic", "rfc8785") if war else ("pydantic", "rfc8785", "scipy")
    missing = [name for name in needed if find_spec(name) is None]
    if missing:
        raise EnvironmentUnusable(
            f"the gate needs {', '.join(missing)}, not installed here: pip install 'pycheck[empirical]'"
        )
    if war:
        return _gate_war(run, mechanism)
    from pycheck.empirical.gate_checks import check, hushed
    from pycheck.empirical.gate_reading import read_run

    reading = read_run(run)
    refusals = list(reading.refusals)
    if reading.original is not None:
        refusals += _about(reading, mechanism)
        refusals += _changed(run, reading.original.digest, reading.trace_sha256)
        refusals += check(reading)
    if not refusals:
        refusals += _rescored(run)
    refusals = hushed(reading, refusals)
    frozen = reading.original.digest if reading.original else None
    evidence = None if refusals else _evidence(run.resolve().name, reading)
    return GateResult(run.resolve().name, evidence, shortened(refusals), frozen, reading.trace_sha256 or None)


def _rescored(run: Path) -> list[Refusal]:
    """What a run that goes on would refuse: the same trace, read by the rig's own rescoring."""
    from pycheck.empirical.rescore import rescore
    from pycheck.empirical.trace import TRACE

    return [Refusal(Code.RESCORING, TRACE, str(fault)) for fault in rescore(run).faults]


def _about(reading: Reading, mechanism: Mechanism) -> list[Refusal]:
    """Whether freeze and trace are about these tables."""
    from pycheck.empirical.tables import tables_digest

    assert reading.original is not None
    own, frozen = tables_digest(mechanism), reading.original.mechanism
    found = []
    if frozen.name != mechanism.name or tables_digest(frozen) != own:
        theirs = f"{frozen.name}, tables {tables_digest(frozen)[:16]}…"
        what = f"a freeze about {theirs}; this is {mechanism.name}, tables {own[:16]}…"
        found.append(Refusal(Code.OTHER_MECHANISM, "freeze.json", what))
    header = reading.header
    if header is not None and (header.mechanism, header.mechanism_sha256) != (mechanism.name, own):
        what = f"a trace about {header.mechanism}, {header.mechanism_sha256[:16]}…; this is {mechanism.name}"
        found.append(Refusal(Code.OTHER_MECHANISM, "trace.jsonl:1", what))
    return found


def _changed(run: Path, frozen: str, traced: str) -> list[Refusal]:
    """Whether the run is still the one that passed before, if one did."""
    try:
        before = json.loads((run / RESULT).read_bytes())
        passed, freeze, trace = before["passed"], before["freeze_sha256"], before["trace_sha256"]
    except FileNotFoundError:
        return []
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        passed = freeze = trace = None
    # Only what passed is written down: anything else in its place was put there.
    if passed is not True:
        what = "not a result of the gate; remove it, and the gate writes another"
        return [Refusal(Code.CHANGED, RESULT, what)]
    if (freeze, trace) != (frozen, traced):
        what = f"passed with the trace {str(trace)[:16]}…, which is {traced[:16]}… now"
        hint = "if that is as it should be, remove the file and say so where the run is described"
        return [Refusal(Code.CHANGED, RESULT, f"{what}; {hint}")]
    return []


def _evidence(name: str, reading: Reading) -> EmpiricalEvidence:
    """Analyse and seal. The hypotheses and the analysis are the frozen ones, whatever deviates."""
    from pycheck.empirical.analysis import analyse
    from pycheck.empirical.marks import plots_of
    from pycheck.empirical.present import tables_of
    from pycheck.empirical.results_json import results_json
    from pycheck.empirical.tables import tables_digest

    assert reading.original is not None
    assert reading.frozen is not None
    kept = {
        "hypotheses": reading.original.protocol.hypotheses,
        "analysis": reading.original.protocol.analysis,
    }
    protocol = reading.frozen.protocol.model_copy(update=kept)
    results = analyse(reading.joined(), reading.frozen.mechanism, protocol)
    content: dict[str, Any] = {
        "mechanism": reading.frozen.mechanism.name,
        "tables_sha256": tables_digest(reading.frozen.mechanism),
        "protocol": protocol.name,
        "title": protocol.title,
        "freeze_sha256": reading.frozen.digest,
        "run": name,
        "trace_sha256": reading.trace_sha256,
        "code": ", ".join(reading.codes),
        "turns": results.turns,
        "acts": results.acts,
        "deviations": tuple(
            ShownDeviation(d.field, _shown(d.old), _shown(d.new), d.reason, d.time)
            for d in reading.frozen.deviations
        ),
        "data": results_json(results),
        "tables": tables_of(results),
        "plots": plots_of(results),
        "units": ("turns", "acts"),
        "results": results,
    }
    assert tuple(content) == CONTENT
    return EmpiricalEvidence(**content, seal=GateSeal(_MAKER, digest_of(content)))


def _gate_war(run: Path, mechanism: Mechanism) -> GateResult:
    """The same for a war: plan, log and published files."""
    from pycheck.empirical.war.gated import read_war

    name, reading = run.resolve().name, read_war(run, mechanism)
    measured = reading.measured
    if measured is None:
        return GateResult(name, None, shortened(reading.refusals), None, None)
    plan, log = measured.plan.digest, measured.log_sha256
    refusals = [*reading.refusals, *_changed(run, plan, log)]
    evidence = None if refusals else _war_evidence(name, measured, reading.code)
    return GateResult(name, evidence, shortened(refusals), plan, log)


def _war_evidence(name: str, measured: Measurement, code: str) -> EmpiricalEvidence:
    from pycheck.empirical.war.gated import war_content

    found = war_content(measured) | {
        "mechanism": measured.plan.mechanism,
        "tables_sha256": measured.plan.tables_sha256,
        "freeze_sha256": measured.plan.digest,
        "run": name,
        "trace_sha256": measured.log_sha256,
        "code": code,
        "deviations": (),
        "results": None,
    }
    content = {field: found[field] for field in CONTENT}
    return EmpiricalEvidence(**content, seal=GateSeal(_MAKER, digest_of(content)))


def _shown(value: Any) -> str:
    return "absent" if value is None else json.dumps(value, ensure_ascii=False)


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
