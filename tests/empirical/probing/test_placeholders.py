"""Templates of questions, held against Python's own formatting."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.probing.placeholders import Slot, read_template

VALUES = {
    "player": "Ada",
    "players": "Ada, {Ben}",
    "prev_a": '{"x":[1]}',
    "last_a": "{player} {{}} {",
    "last_prev_a": "",
}
pieces = st.lists(
    st.sampled_from([*(f"{{{name}}}" for name in VALUES), "{{", "}}", "{", "}", " ", "a", "prev_", "\n"])
)


def value(slot: Slot) -> str:
    return VALUES[slot.name]


@given(pieces.map("".join))
def test_a_template_is_filled_as_python_formats_it(text: str) -> None:
    template, wrong = read_template(text)
    assert template.text == text
    if not wrong:
        assert template.filled(value) == text.format(**VALUES)
        return
    assert all(found.text and found.found and found.expected for found in wrong)
    lone = [found for found in wrong if found.found.startswith("a lone")]
    if lone and len(lone) == len(wrong):
        with pytest.raises((ValueError, KeyError)):
            text.format(**VALUES)


@given(st.text())
def test_any_text_with_its_braces_doubled_is_itself(text: str) -> None:
    template, wrong = read_template(text.replace("{", "{{").replace("}", "}}"))
    assert (template.filled(value), wrong, template.slots) == (text, (), ())


@given(st.text())
def test_what_is_put_in_stays_as_it_is(inserted: str) -> None:
    template, wrong = read_template("<{player}|{last_a}|{{player}}>")
    assert wrong == ()
    assert template.filled(lambda _: inserted) == f"<{inserted}|{inserted}|{{player}}>"


@given(st.text())
def test_the_parts_of_any_text_are_the_text(text: str) -> None:
    """Wrong parts stay as they are written: nothing is lost before the fault is said."""
    template, _ = read_template(text)
    written = "".join(f"{{{part.name}}}" if isinstance(part, Slot) else part for part in template.parts)
    assert written == text.replace("{{", "{").replace("}}", "}") or "{{" in text or "}}" in text


@pytest.mark.parametrize(
    ("text", "found", "expected"),
    [
        ("{", "a lone {", "{{ for a brace in the question"),
        ("a } b", "a lone }", "}} for a brace in the question"),
        ("{{}", "a lone }", "}}"),
        ("{player", "a lone {", "{{"),
        ("{}", "an unknown placeholder", "{player}, {players}, {prev_<id>} or {last_<id>}"),
        ("{prev_}", "an unknown placeholder", "{prev_<id>}"),
        ("{ player }", "an unknown placeholder", "{player}"),
        ("{player!r}", "an unknown placeholder", "{player}"),
        ("{players[0]}", "an unknown placeholder", "{players}"),
        ("{Player}", "an unknown placeholder", "{player}"),
    ],
)
def test_what_is_wrong_is_named(text: str, found: str, expected: str) -> None:
    _, (wrong,) = read_template(text)
    assert wrong.found == found
    assert expected in wrong.expected
    assert wrong.text.strip() in text


def test_a_placeholder_with_blanks_is_told_from_an_unknown_one() -> None:
    _, wrong = read_template("{ player } {\tlast_a} { x }")
    assert [found.expected.partition(",")[0] for found in wrong] == ["{player}", "{last_a}", "{player}"]
    assert [found.expected.count("{") for found in wrong[:2]] == [1, 1]


def test_templates_are_equal_when_their_texts_are() -> None:
    assert read_template("a {player}")[0] == read_template("a {player}")[0] != read_template("a")[0]
