"""The strict parser: one object with one key is a report; everything else has a cause and gives none."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.parse import CUT_OFF, WITHHELD, Parsed, parse_report, read_answer
from pycheck.empirical.record import CAUSES, Cause, Status

REPORTS = ("a", "a'")
blanks = st.text(" \t\n\r", max_size=4)
texts = st.text(max_size=30)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | texts,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(texts, inner, max_size=3),
    max_leaves=8,
)


@given(st.sampled_from(REPORTS), blanks, blanks, blanks, blanks, st.booleans())
def test_a_report_with_blanks_around_is_valid(
    report: str, before: str, inside: str, colon: str, after: str, escaped: bool
) -> None:
    name = '"\\u0072eport"' if escaped else '"report"'
    text = f"{before}{{{inside}{name}{colon}:{inside}{json.dumps(report)}{colon}}}{after}"
    assert parse_report(text, REPORTS) == Parsed(Status.VALID, report=report)


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        ("I would report a'.", Cause.PROSE),
        ("a'", Cause.PROSE),
        ('Sure! {"report": "a"}', Cause.PROSE),
        ('{"report": "a"} because it is dominant', Cause.PROSE),
        ('```json\n{"report": "a"}\n```', Cause.PROSE),
        ('\ufeff{"report": "a"}', Cause.PROSE),
        ('\u00a0{"report": "a"}', Cause.PROSE),
        ("<html><body>502</body></html>", Cause.PROSE),
        ("NaN", Cause.PROSE),
        ("{'report': 'a'}", Cause.WRONG_JSON),
        ('{"report": "a"', Cause.WRONG_JSON),
        ('{"report": "a",}', Cause.WRONG_JSON),
        ('{report: "a"}', Cause.WRONG_JSON),
        ('{"report": NaN}', Cause.WRONG_JSON),
        ("{}", Cause.WRONG_JSON),
        ('["a"]', Cause.WRONG_JSON),
        ('[{"report": "a"}]', Cause.WRONG_JSON),
        ('"a"', Cause.WRONG_JSON),
        ("null", Cause.WRONG_JSON),
        ("[" * 200_000, Cause.WRONG_JSON),
        ('{"report": ' + "[" * 64 + "]" * 64 + "}", Cause.WRONG_JSON),
        ('{"report": ' + '{"x": ' * 64 + "1" + "}" * 65, Cause.WRONG_JSON),
        ('{"report": ' + "[" * 63 + "]" * 63 + "}", Cause.UNKNOWN_REPORT),
        ('{"report": [' + "[]," * 99 + "[]]}", Cause.UNKNOWN_REPORT),
        ('{"report": "' + r'[\"{' * 99 + '"}', Cause.UNKNOWN_REPORT),
        ('{"report": "a"} ' + "[" * 99, Cause.PROSE),
        ("See " + "[" * 99, Cause.PROSE),
        ('{"report":' * 100_000, Cause.WRONG_JSON),
        ('{"report": ' + "1" * 10_000 + "}", Cause.WRONG_JSON),
        ('{"report": "a", "why": "dominant"}', Cause.EXTRA_FIELD),
        ('{"why": "dominant", "report": "a"}', Cause.EXTRA_FIELD),
        ('{"report": "a", "report": "a"}', Cause.EXTRA_FIELD),
        ('{"report": "a\'", "report": "a"}', Cause.EXTRA_FIELD),
        ('{"action": "a"}', Cause.UNKNOWN_FIELD),
        ('{"Report": "a"}', Cause.UNKNOWN_FIELD),
        ('{"report ": "a"}', Cause.UNKNOWN_FIELD),
        ('{"action": "a", "why": "x"}', Cause.UNKNOWN_FIELD),
        ('{"report": "b"}', Cause.UNKNOWN_REPORT),
        ('{"report": "A"}', Cause.UNKNOWN_REPORT),
        ('{"report": "a "}', Cause.UNKNOWN_REPORT),
        ('{"report": "a’"}', Cause.UNKNOWN_REPORT),
        ('{"report": ""}', Cause.UNKNOWN_REPORT),
        ('{"report": null}', Cause.UNKNOWN_REPORT),
        ('{"report": ["a"]}', Cause.UNKNOWN_REPORT),
        ('{"report": {"report": "a"}}', Cause.UNKNOWN_REPORT),
        ('{"report": "a"}{"report": "a"}', Cause.SEVERAL_OBJECTS),
        ('{"report": "a"}\n{"report": "a\'"}', Cause.SEVERAL_OBJECTS),
        ('{"report": "a"} {and so on', Cause.SEVERAL_OBJECTS),
    ],
)  # fmt: skip
def test_every_other_shape_has_its_cause(text: str, cause: Cause) -> None:
    assert parse_report(text, REPORTS) == Parsed(Status.INVALID, cause)


@pytest.mark.parametrize("depth", [10, 63, 64, 300, 600, 900, 960, 990, 2000])
def test_a_judgement_does_not_depend_on_the_stack(depth: int) -> None:
    """What the rig says in a worker's short stack and a rescoring says in its own must be one thing."""
    text = '{"report": ' + "[" * depth + "]" * depth + "}"

    def deeper(frames: int) -> Parsed:
        return deeper(frames - 1) if frames else parse_report(text, REPORTS)

    assert {parse_report(text, REPORTS), deeper(200), deeper(500)} == {
        Parsed(Status.INVALID, Cause.UNKNOWN_REPORT if depth < 64 else Cause.WRONG_JSON)
    }


@given(blanks)
def test_nothing_is_empty(text: str) -> None:
    assert parse_report(text, REPORTS) == Parsed(Status.EMPTY)


@given(
    texts | values.map(json.dumps) | st.lists(values, max_size=3).map(lambda v: " ".join(map(json.dumps, v)))
)
def test_whatever_comes_is_filed_and_only_a_report_gives_one(text: str) -> None:
    parsed = parse_report(text, REPORTS)
    valid = parsed.status is Status.VALID
    assert valid == (parsed.report is not None)
    assert parsed.cause in (CAUSES[Status.INVALID] if parsed.status is Status.INVALID else {None})
    try:
        members = json.loads(text)
    except ValueError:
        members = None
    exact = isinstance(members, dict) and list(members) == ["report"] and members["report"] in ("a", "a'")
    assert valid <= exact


@given(values)
def test_any_second_field_makes_it_invalid(value: object) -> None:
    for text in (
        f'{{"report": "a", "x": {json.dumps(value)}}}',
        f'{{"x": {json.dumps(value)}, "report": "a"}}',
    ):
        assert parse_report(text, REPORTS) == Parsed(Status.INVALID, Cause.EXTRA_FIELD)


GOOD = '{"report": "a"}'


@pytest.mark.parametrize("reason", [*sorted(CUT_OFF), "MAX_TOKENS", "Length", "max_output_tokens"])
@pytest.mark.parametrize("raw", [None, "", GOOD, '{"repo', "Let me think"])
def test_cut_off_is_truncated_whatever_there_is(reason: str, raw: str | None) -> None:
    assert read_answer(raw, reason, None, REPORTS) == Parsed(Status.TRUNCATED)


@pytest.mark.parametrize("reason", [*sorted(WITHHELD), "SAFETY", "Content_Filter"])
def test_withheld_is_refused(reason: str) -> None:
    assert read_answer(GOOD, reason, None, REPORTS) == Parsed(Status.REFUSED)


def test_what_the_provider_marks_as_a_refusal_is_one() -> None:
    assert read_answer(None, "stop", "I cannot help", REPORTS) == Parsed(Status.REFUSED)
    assert read_answer(None, "length", "I cannot help", REPORTS) == Parsed(Status.REFUSED)
    assert read_answer("I cannot help", "stop", None, REPORTS) == Parsed(Status.INVALID, Cause.PROSE)


def test_no_content_is_empty() -> None:
    assert read_answer(None, "stop", None, REPORTS) == Parsed(Status.EMPTY)
    assert read_answer(GOOD, "stop", None, REPORTS).report == "a"
    assert read_answer(GOOD, None, None, REPORTS).report == "a"
