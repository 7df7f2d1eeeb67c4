"""A war as the gate reads it: plan, log and published files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pycheck.empirical.evidence import LABEL
from pycheck.empirical.gate_kinds import Read
from pycheck.empirical.war.gated import read_war, war_content
from pycheck.mechanism import Mechanism


def read(run: Path, mechanism: Mechanism) -> Read:
    """Measure the war in ``run`` again, and hold its published files against that."""
    reading = read_war(run, mechanism)
    measured = reading.measured
    if measured is None:
        return Read(reading.refusals)

    def content() -> dict[str, Any]:
        return war_content(measured) | {
            "mechanism": measured.plan.mechanism,
            "tables_sha256": measured.plan.tables_sha256,
            "code": reading.code,
            "label": LABEL,
            "deviations": (),
            "results": None,
        }

    return Read(reading.refusals, measured.plan.digest, measured.log_sha256, content)
