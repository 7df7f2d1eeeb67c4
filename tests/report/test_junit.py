from __future__ import annotations

import xml.etree.ElementTree as ET

from pycheck.report import render_junit, summary_line
from pycheck.verdict import Verification

from .conftest import States


def test_one_suite_a_mechanism_one_case_a_claim(states: States) -> None:
    for verification in states.values():
        root = ET.fromstring(render_junit(verification))
        (suite,) = root
        cases = suite.findall("testcase")
        expected = [c.claim.id for c in verification.claims] + ["lean_and_python_agree"]
        expected += ["no_other_problem"] if verification.problems else []
        assert [c.attrib["name"] for c in cases] == expected
        assert suite.attrib["name"] == "othman_sandholm"


def test_counts_agree_with_the_cases(states: States) -> None:
    root = ET.fromstring(render_junit(*states.values()))
    assert len(root) == len(states)
    for scope in (root, *root):
        cases = list(scope.iter("testcase"))
        assert int(scope.attrib["tests"]) == len(cases)
        assert int(scope.attrib["failures"]) == sum(c.find("failure") is not None for c in cases)
        assert int(scope.attrib["skipped"]) == sum(c.find("skipped") is not None for c in cases)


def test_red_exactly_when_something_is_wrong(states: States) -> None:
    for name, verification in states.items():
        failures = int(ET.fromstring(render_junit(verification)).attrib["failures"])
        assert (failures == 0) == verification.ok, name


def test_without_lean_nothing_formal_passes(without_lean: Verification) -> None:
    root = ET.fromstring(render_junit(without_lean))
    passed = [c for c in root.iter("testcase") if c.find("skipped") is None]
    assert {c.attrib["classname"] for c in passed} == {"othman_sandholm.enumerated"}
    skipped = root.find(".//testcase[@name='lean_and_python_agree']/skipped")
    assert skipped is not None
    assert "not compared" in skipped.attrib["message"]


def test_divergences_and_problems_are_told(states: States) -> None:
    diverges = ET.fromstring(render_junit(states["diverges"]))
    failure = diverges.find(".//testcase[@name='lean_and_python_agree']/failure")
    assert failure is not None
    assert failure.text == "utilities.row.o2.a is 4 here, 5 in Lean (Mechanisms/OthmanSandholm.lean:31)"
    broken = ET.fromstring(render_junit(states["canary accepted"]))
    failure = broken.find(".//testcase[@name='no_other_problem']/failure")
    assert failure is not None
    assert failure.attrib["message"] == "the checker accepted a line that is false"


def test_the_summary_travels_along_and_no_time_does(verified: Verification) -> None:
    text = render_junit(verified)
    summary = ET.fromstring(text).find(".//property[@name='summary']")
    assert summary is not None
    assert summary.attrib["value"] == summary_line(verified)
    assert " time=" not in text
    assert "timestamp" not in text


def test_no_mechanism_is_an_empty_document() -> None:
    assert ET.fromstring(render_junit()).attrib["tests"] == "0"
