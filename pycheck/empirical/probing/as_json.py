"""A report as JSON: every figure unrounded, ``null`` where nothing was measured, the same bytes every
time."""

from __future__ import annotations

import json
from typing import Any

from pycheck.empirical.probing.answers import MEASURED
from pycheck.empirical.probing.corpus import GameSummary, Measured, Report
from pycheck.empirical.probing.faults import EFFECTS, LogFault
from pycheck.empirical.probing.reading import Answers, Reading

#: Raised whenever a reader of an older report could misread a newer one.
SCHEMA_VERSION = 1


def report_json(report: Report) -> str:
    """The whole report, indented, ASCII alone."""
    return json.dumps(to_json(report), indent=2) + "\n"


def to_json(report: Report) -> dict[str, Any]:
    """The whole report as JSON data."""
    resampling = report.resampling
    return {
        "schema_version": SCHEMA_VERSION,
        "label": report.label,
        "games": [_game(game) for game in report.games],
        "faults": {
            "counts": {kind.value: report.fault_counts[kind] for kind in sorted(report.fault_counts)},
            "effects": {kind.value: EFFECTS[kind] for kind in sorted(report.fault_counts)},
            "first": [_fault(fault) for fault in report.faults],
            "not_listed": report.faults_left_off,
        },
        "answers": _answers(report.answers),
        "intervals": {
            "method": "percentile bootstrap over games",
            "draws": resampling.draws,
            "seed": resampling.seed,
            "confidence": resampling.confidence,
        },
        "measures": {reading.value: _measured(found) for reading, found in report.measured.items()},
    }


def _game(game: GameSummary) -> dict[str, Any]:
    fork = game.fork
    return {
        "folder": game.folder,
        "game_id": game.game_id,
        "players": game.players,
        "probes": game.probes,
        "winner": game.winner,
        "forked_from": None
        if fork is None
        else {"game_id": fork.parent, "round": fork.round, "number": fork.number, "replica": fork.replica},
        "faults": {kind.value: game.faults[kind] for kind in sorted(game.faults)},
        "measured": not game.why_not,
        "why_not": game.why_not or None,
    }


def _fault(fault: LogFault) -> dict[str, Any]:
    return {
        "file": fault.file,
        "line": fault.line or None,
        "kind": fault.kind.value,
        "found": fault.found,
        "expected": fault.expected,
    }


def _answers(answers: Answers) -> dict[str, Any]:
    return {
        "probes": {name: _probe(answers.of(name), name in MEASURED) for name in answers.probes},
        "stored_differs_from": {
            "strict": answers.count(lambda o: o.differs[0]),
            "repaired": answers.count(lambda o: o.differs[1]),
        },
        "living_others_named": {
            form.value: {"named": answers.named[form], "to_name": answers.to_name[form]}
            for form in sorted(answers.to_name)
        },
    }


def _probe(answers: Answers, measured: bool) -> dict[str, Any]:
    return {
        "asked": answers.count(),
        "retests": answers.count(lambda o: o.repeated),
        "raw_fallback": answers.count(lambda o: o.raw_fallback),
        "forms": {form.value: answers.with_form(form) for form in answers.forms},
        "read": {reading.value: answers.read(reading) for reading in Reading},
        "of_the_shape_asked_for": {reading.value: answers.shaped(reading) for reading in Reading}
        if measured
        else None,
    }


def _measured(measured: Measured) -> dict[str, Any]:
    measures: dict[str, dict[str, Any]] = {}
    for row in measured.rows:
        found = row.estimate
        measures.setdefault(row.measure, {})[row.split] = {
            "value": found.value,
            "n": found.n,
            "games": found.games,
            "low": found.low,
            "high": found.high,
            **row.counts,
        }
    bins = [
        {
            "from": one.low,
            "to": one.high,
            "n": one.n,
            "accuracy": one.accuracy,
            "mean_confidence": one.confidence,
        }
        for one in measured.bins
    ]
    return {"calibration_bins": bins, **measures}
