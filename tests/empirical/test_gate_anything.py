"""Whatever stands in a run's files in the place of a value: the gate says so, and fails on nothing."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
import rfc8785
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pycheck.empirical.gate import GateResult, gate, show_run
from pycheck.empirical.record import Act
from pycheck.empirical.rescore import rescore
from pycheck.empirical.trace import TRACE
from pycheck.errors import PycheckError
from pycheck.report.viewer import viewer_page

from .published import CONTENT as PUBLISHED
from .published import mechanism, protocol
from .runs import read_lines, write_run
from .test_gate_result import leaves, put

GAME = mechanism()
VALUES = st.sampled_from(
    [None, 0, -1, 10**30, 1.5, 1e308, True, "", "a", "\u202e", "x" * 3000, [], {}, [None], {"a": 1}, "0" * 64]
)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run that passes."""
    conditions = [c | {"seeds": c["seeds"][:1]} for c in PUBLISHED["conditions"]]  # type: ignore[attr-defined]
    return write_run(tmp_path_factory.mktemp("anything") / "run", protocol(conditions=conditions), GAME)


def judged(run: Path, name: str, data: bytes) -> GateResult:
    """What the gate says of a copy of ``run`` with other bytes in a file; everything else reads it too."""
    copy = run.with_name("copy")
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(run, copy)
    (copy / name).write_bytes(data)
    found = gate(copy, GAME)
    assert found.passed == (not found.refusals)
    try:
        assert found.passed <= (rescore(copy).faults == [])
        assert viewer_page(show_run(copy), found)
    except PycheckError:
        assert not found.passed
    return found


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=VALUES)
def test_any_value_of_a_line_can_be_any_other(run: Path, data: st.DataObject, value: Any) -> None:
    lines = (run / TRACE).read_bytes().split(b"\n")
    at = data.draw(st.integers(0, len(lines) - 2))
    line = json.loads(lines[at])
    place = data.draw(st.sampled_from(list(leaves(line))))
    lines[at] = json.dumps(
        put(line, place, lambda _: value), ensure_ascii=False, separators=(",", ":")
    ).encode()
    judged(run, TRACE, b"\n".join(lines))


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data(), value=VALUES.filter(lambda value: value != 10**30))
def test_any_value_of_a_freeze_can_be_any_other(run: Path, data: st.DataObject, value: Any) -> None:
    content = json.loads((run / "freeze.json").read_bytes())
    place = data.draw(st.sampled_from(list(leaves(content))))
    changed = rfc8785.dumps(put(content, place, lambda _: value))
    if changed != (run / "freeze.json").read_bytes():
        assert not judged(run, "freeze.json", changed).passed


@pytest.mark.parametrize("report", ["\u202e", "b", ""])
def test_a_report_that_nobody_has_is_refused(run: Path, report: str) -> None:
    """Also by whoever asks the mechanism what comes of it."""
    lines = (run / TRACE).read_bytes().split(b"\n")
    (at, *_) = [k for k, record in enumerate(read_lines(run)) if isinstance(record, Act)]
    lines[at] = json.dumps(
        json.loads(lines[at]) | {"report": report}, ensure_ascii=False, separators=(",", ":")
    ).encode()
    found = judged(run, TRACE, b"\n".join(lines))
    assert "report: found" in " ".join(map(str, found.refusals))
