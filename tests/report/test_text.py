from __future__ import annotations

import unicodedata
from dataclasses import replace

import pytest

from pycheck.report import render_text, summary_line
from pycheck.verdict import Verification

from .conftest import States, changed

WIDTHS = [40, 59, 60, 80, 100, 140, 200]


def columns(text: str) -> int:
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in text
    )


def words(text: str) -> str:
    return "".join(text.split())


@pytest.mark.parametrize("verbose", [False, True])
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.sample(every=5)
def test_the_first_line_is_the_summary_and_the_rest_fits(states: States, width: int, verbose: bool) -> None:
    for verification in states.values():
        first, *rest = render_text(verification, width, verbose=verbose).splitlines()
        assert first == summary_line(verification)
        assert all(columns(line) <= width for line in rest)
        assert all(line == line.rstrip() for line in rest)


def test_ends_in_one_newline_and_has_no_escape(states: States) -> None:
    for verification in states.values():
        text = render_text(verification)
        assert text.endswith("\n")
        assert not text.endswith("\n\n")
        assert "\x1b" not in text


@pytest.mark.parametrize("width", WIDTHS)
def test_nothing_is_cut_off(verified: Verification, width: int) -> None:
    text = words(render_text(verified, width, verbose=True))
    for claim in verified.claims:
        assert words(claim.claim.id) in text
        assert words(claim.claim.english) in text
        assert words(claim.claim.entry.source or "") in text
        if claim.formal is not None:
            assert words(claim.formal.theorem) in text


def test_wide_and_combining_characters_are_measured(verified: Verification) -> None:
    title = "機構設計 " * 12 + "e\u0301" * 90
    named = replace(verified, mechanism=replace(verified.mechanism, title=title))
    lines = render_text(named, 60).splitlines()[1:]
    assert all(columns(line) <= 60 for line in lines)
    assert words(title) in words("\n".join(lines))


def test_theorems_are_named_where_there_is_room(verified: Verification) -> None:
    assert "not_char2_any_deviator (negation)" in render_text(verified, 140)
    assert "not_char2_any_deviator" not in render_text(verified, 80)


def test_a_theorem_that_was_not_checked_says_so(without_lean: Verification) -> None:
    assert "row_a'_strictly_dominant (not checked)" in render_text(without_lean, 140)


def test_a_shared_reason_is_said_once(without_lean: Verification) -> None:
    text = render_text(without_lean, 200)
    assert text.count("Reason: no Lean is available") == 1
    assert "reason: no Lean is available" not in text
    mixed = changed(
        without_lean, "char2_reading_2", lambda c: replace(c, unchecked_reason="the kernel stopped")
    )
    text = render_text(mixed, 200)
    assert text.count("reason: the kernel stopped") == 1
    assert text.count("reason: no Lean is available") == 22


def test_the_second_kernel_run_is_counted(verified: Verification, without_lean: Verification) -> None:
    """What is the library's and the certificate's apart from the base's; no run, no line."""

    def line(**run: object) -> str:
        trust = {**verified.lean.trust_base, "second_kernel_run": run}
        return render_text(replace(verified, lean=replace(verified.lean, trust_base=trust)))

    assert "Second kernel run: 219 declarations, and 230 of the base that they rest on.\n" in render_text(
        verified
    )
    assert "run: 1 declaration, and none of the base, which is the toolchain's.\n" in line(
        ok=True, declarations=1, base_declarations=0
    )
    assert "Second kernel run" not in line(ok=False, declarations=1, base_declarations=0)
    assert "Second kernel run" not in render_text(without_lean)


def test_counterexamples_are_shown(verified: Verification) -> None:
    assert "(a, a) -> o4; 5 < 3 is false" in render_text(verified, 200)


def test_checkers_that_disagree_are_both_heard(states: States) -> None:
    text = render_text(states["checkers disagree"], 300)
    assert "Lean proves the claim; by enumeration it fails; by its condition it holds" in text


def test_nothing_measured_is_said(verified: Verification) -> None:
    assert "Measured: nothing. No empirical run has passed the gate.\n" in render_text(verified)


def test_a_claim_that_lean_proved_but_was_too_large_to_enumerate(verified: Verification) -> None:
    large = changed(
        verified,
        "eight_truthful_dominant",
        lambda c: replace(c, exhaustive=None, unchecked_reason="4611686018427387904 outcome maps"),
    )
    text = render_text(large, 140)
    assert "27 claims: 23 proved in Lean" in text
    assert "not enumerated: 4611686018427387904 outcome maps" in text
