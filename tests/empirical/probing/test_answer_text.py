"""An answer's text as JSON, strictly and leniently."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.probing.answer_text import Form, read

A, B = {"player": "Ada", "score": 1}, {"player": "Ben", "score": 2}


@pytest.mark.parametrize(
    ("text", "form", "strict", "repaired"),
    [
        ('[{"player": "Ada", "score": 1}]', Form.WHOLE, [A], [A]),
        (' \n{"a": "}"}\t', Form.WHOLE, {"a": "}"}, {"a": "}"}),
        ("7", Form.WHOLE, 7, 7),
        ('```json\n[{"player": "Ada", "score": 1}]\n```', Form.FENCED, None, [A]),
        ('```\n{"a": 1}```', Form.FENCED, None, {"a": 1}),
        ('I say: [{"player": "Ada", "score": 1}]', Form.EMBEDDED, None, [A]),
        ('{"a": 1} is what I think', Form.EMBEDDED, None, {"a": 1}),
        ('{"player": "Ada", "score": 1}, {"player": "Ben", "score": 2}', Form.SEVERAL, None, A),
        ('{"player": "Ada", "score": 1}\n{"player": "Ben", "score": 2}', Form.SEVERAL, None, A),
        ('[{"player": "Ada", "score": 1}, {"player": "Be', Form.TRUNCATED, None, [A]),
        ('[{"player": "Ada", "score": 1}, {"player": "Ben", "score": 2}', Form.TRUNCATED, None, [A, B]),
        ('{"x": [{"player": "Ada", "score": 1}, {"pl', Form.TRUNCATED, None, {"x": [A]}),
        ('so: [{"player": "Ada", "score": 1},', Form.TRUNCATED, None, [A]),
        ('[{"player": "A', Form.TRUNCATED, None, None),
        ("[", Form.TRUNCATED, None, None),
        ('[{"a": "\\"]}"}, {"b', Form.TRUNCATED, None, [{"a": '"]}'}]),
        ('[{"player": "Ada", "score": 1]', Form.MALFORMED, None, None),
        ('[{"a" 1}] and then {"b": 2}', Form.EMBEDDED, None, {"b": 2}),
        ('{"a": 1, "a": 2}', Form.LOOSE, None, {"a": 2}),
        ('{"b": "\\u003a", "a": 1, "a": 2}', Form.LOOSE, None, {"b": ":", "a": 2}),
        ('[{"b": {"a" : 1, "a" : 2}}]', Form.LOOSE, None, [{"b": {"a": 2}}]),
        ("[NaN, 1]", Form.PROSE, None, None),
        ("I will not tell.", Form.PROSE, None, None),
        ("[to myself] no", Form.PROSE, None, None),
        ("", Form.EMPTY, None, None),
        (" \n ", Form.EMPTY, None, None),
        ("ERROR: ('Connection aborted.', {\"a\": 1})", Form.ERROR, None, None),
    ],
)
def test_forms(text: str, form: Form, strict: Any, repaired: Any) -> None:
    found = read(text)
    assert (found.form, found.strict, found.repaired) == (form, strict, repaired)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3),
    max_leaves=12,
)


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_whatever_is_json_is_whole(value: Any, indent: int | None, ascii_: bool) -> None:
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_)
    found = read(text)
    assert (found.form, found.strict) == (Form.WHOLE, value)
    assert found.repaired == value


@given(st.lists(st.dictionaries(st.text(max_size=3), st.text(max_size=4), max_size=3), min_size=1), st.data())
def test_of_a_cut_off_list_the_complete_beginning_is_kept(value: list[Any], data: st.DataObject) -> None:
    text = json.dumps(value)
    end = data.draw(st.integers(1, len(text) - 1))
    found = read(text[:end])
    assert (found.form, found.strict) == (Form.TRUNCATED, None)
    whole = [k for k in range(1, len(value) + 1) if len(json.dumps(value[:k])) - 1 <= end]
    assert found.repaired == (value[: whole[-1]] if whole else None)


@given(st.text(alphabet='[]{}",:\\ a1\n`', max_size=60))
def test_any_text_is_something(text: str) -> None:
    found = read(text)
    if found.form in (Form.PROSE, Form.MALFORMED, Form.EMPTY, Form.ERROR):
        assert (found.strict, found.repaired) == (None, None)
    if found.strict is not None:
        assert (found.form, found.repaired) == (Form.WHOLE, found.strict)
        assert json.loads(text) == found.strict


@given(st.text(alphabet='[]{}",:\\ a1', max_size=40))
def test_strict_is_json_of_the_standard_library(text: str) -> None:
    """With names once in each object; null is no value of an answer."""

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(dict(pairs)) != len(pairs):
            raise ValueError(pairs)
        return dict(pairs)

    try:
        expected = json.loads(text, object_pairs_hook=once)
    except ValueError:
        expected = None
    assert read(text).strict == expected


@pytest.mark.parametrize("text", ["[" * 200_000, "[{" * 100_000, '[{"a": ' * 50_000, '["' * 100_000])
def test_deep_nesting_is_no_crash(text: str) -> None:
    assert read(text).strict is None
    assert read(text).repaired is None


def test_a_text_of_many_beginnings_takes_no_square_time() -> None:
    assert read("{} [" * 100_000).form is Form.SEVERAL
    assert read('[{"a" 1}]' * 50_000).form is Form.MALFORMED


@pytest.mark.parametrize("depth", [200, 300, 600, 1000, 1020, 1030, 100_000])
@pytest.mark.parametrize("inner", ["1", '"a:b"', '"\\u003a"', '{"a": 1}', '{"a": 1, "a": 2}'])
def test_deep_answers_are_read_or_refused(depth: int, inner: str) -> None:
    text = "[" * depth + inner + "]" * depth
    found = read(text)
    assert (found.form is Form.WHOLE) == (found.strict is not None)
    if inner.count("a") == 2 or depth > 1024:
        assert found.strict is None
    elif depth <= 300:
        assert found.strict is not None
