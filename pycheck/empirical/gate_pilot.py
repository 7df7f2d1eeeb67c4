"""A pilot's run as the gate reads it: freeze, plan, every line from its raw answers, budgets, secrets."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from pycheck.empirical.analysis import analyse
from pycheck.empirical.evidence import LABEL, ShownDeviation
from pycheck.empirical.gate_checks import check, hushed
from pycheck.empirical.gate_kinds import Read
from pycheck.empirical.gate_reading import Reading, read_run
from pycheck.empirical.marks import plots_of
from pycheck.empirical.present import tables_of
from pycheck.empirical.refusals import Code, Refusal
from pycheck.empirical.rescore import rescore
from pycheck.empirical.results_json import results_json
from pycheck.empirical.tables import tables_digest
from pycheck.empirical.trace import TRACE
from pycheck.mechanism import Mechanism


def read(run: Path, mechanism: Mechanism) -> Read:
    """Read the run in ``run`` and check everything that the gate asks of a pilot."""
    reading = read_run(run)
    refusals = list(reading.refusals)
    if reading.original is not None:
        refusals += _about(reading, mechanism)
        refusals += check(reading)
    if not refusals:
        refusals += _rescored(run)
    frozen = reading.original.digest if reading.original else None
    return Read(
        refusals, frozen, reading.trace_sha256 or None, partial(_content, reading), partial(hushed, reading)
    )


def _rescored(run: Path) -> list[Refusal]:
    """What a run that goes on would refuse: the same trace, read by the rig's own rescoring."""
    return [Refusal(Code.RESCORING, TRACE, str(fault)) for fault in rescore(run).faults]


def _about(reading: Reading, mechanism: Mechanism) -> list[Refusal]:
    """Whether freeze and trace are about these tables."""
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


def _content(reading: Reading) -> dict[str, Any]:
    """Analyse. The hypotheses and the analysis are the frozen ones, whatever deviates."""
    assert reading.original is not None
    assert reading.frozen is not None
    kept = {
        "hypotheses": reading.original.protocol.hypotheses,
        "analysis": reading.original.protocol.analysis,
    }
    protocol = reading.frozen.protocol.model_copy(update=kept)
    results = analyse(reading.joined(), reading.frozen.mechanism, protocol)
    return {
        "mechanism": reading.frozen.mechanism.name,
        "tables_sha256": tables_digest(reading.frozen.mechanism),
        "protocol": protocol.name,
        "title": protocol.title,
        "label": LABEL,
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


def _shown(value: Any) -> str:
    return "absent" if value is None else json.dumps(value, ensure_ascii=False)
