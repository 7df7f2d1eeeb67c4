"""Probe definitions: what a file means, the default ones, freezing, and questions as they are asked."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.probing.answer_json import answered
from pycheck.empirical.probing.answers import ATTITUDES, MEASURED, Asked, report_of
from pycheck.empirical.probing.definitions import (
    DEFAULT_TOKENS,
    NOT_YET,
    Answered,
    ProbeDefinition,
    Probes,
    applies,
    as_data,
    ask,
    default_probes,
    probes_of,
    quoted,
    read_probes,
)
from pycheck.empirical.probing.placeholders import read_template
from pycheck.empirical.probing.records import place
from pycheck.errors import InputFileError

from .definition_files import GOOD, good, write

json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)


def question(text: str) -> ProbeDefinition:
    template, wrong = read_template(text)
    assert wrong == ()
    return ProbeDefinition("here", template)


def test_what_a_file_means(tmp_path: Path) -> None:
    probes = good(tmp_path)
    assert (probes.enabled, probes.after_each_message, probes.after_each_round) == (True, True, False)
    assert probes.not_read == ("game",)
    first, second, third = probes.probes
    assert first.question.text == 'You are {player}. You said: {last_first} Reply as JSON: {{"a": N}}\n'
    assert (first.id, first.max_tokens, first.when, first.phases, first.roles) == (
        "first", DEFAULT_TOKENS, "always", (), (),
    )  # fmt: skip
    assert (second.id, second.max_tokens, second.when, second.phases, second.roles) == (
        "second", 40, "own_turn", ("day_discuss", "day_vote"), ("Mafia",),
    )  # fmt: skip
    assert third.question.text == "Who?"


def test_the_public_default_of_room_for_an_answer() -> None:
    assert DEFAULT_TOKENS == 300


@pytest.mark.parametrize(
    "text",
    [
        "introspection: {enabled: false, probes: []}",
        "\ufeffintrospection: {probes: [{id: a, question: b}]}",
        "introspection: {log_file: x, feedback_to_context: false, probes: [{id: a, question: b}]}",
        'introspection: {probes: [{"id": "a", "question": "b"}]}',
        "game: {a: &x [1], b: *x, c: 2020-99-99, d: 1e999}\nintrospection: {probes: [{id: a, question: b}]}",
    ],
)
def test_other_good_files(tmp_path: Path, text: str) -> None:
    probes = read_probes(write(tmp_path, text))
    assert probes.after_each_message
    assert [probe.id for probe in probes.probes] == (["a"] if probes.enabled else [])


def test_what_was_not_read_is_told_and_no_difference(tmp_path: Path) -> None:
    more = GOOD.replace("enabled: true", "enabled: true\n  log_file: x") + "players: []\n"
    probes = read_probes(write(tmp_path, more))
    assert probes.not_read == ("game", "players", "introspection.log_file")
    assert probes == good(tmp_path)


def test_the_example_of_the_document_is_good(tmp_path: Path) -> None:
    document = (Path(__file__).parents[3] / "docs" / "probing.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```yaml\n(.*?)^```$", document, re.MULTILINE | re.DOTALL)
    probes = read_probes(write(tmp_path, example))
    assert [probe.id for probe in probes.probes] == ["role_assessment", "planned_action"]
    assert probes.probes[1].roles == ("Mafia",)


# The default probes.


def test_the_default_probes() -> None:
    probes = default_probes()
    assert [probe.id for probe in probes.probes] == [
        "role_beliefs",
        "role_assessment",
        "suspicion_ranking",
        "planned_action",
        "social_map",
        "personality_profile",
    ]
    assert probes.enabled
    assert probes.after_each_message
    assert probes.after_each_round
    assert [probe.id for probe in probes.probes if probe.when == "own_turn"] == ["planned_action"]
    assert set(MEASURED) <= {probe.id for probe in probes.probes}


@pytest.mark.parametrize("probe", MEASURED)
def test_an_answer_of_the_shape_that_a_default_probe_asks_for_is_measured(probe: str) -> None:
    """The example in the question itself, filled in, is an answer without a fault."""
    (definition,) = [found for found in default_probes().probes if found.id == probe]
    asked, _ = ask(definition, "Ada", ["Ada", "Ben"], {}, {})
    shape = asked.rstrip().splitlines()[-1].partition("nothing else")[2].partition(": ")[2]
    filled = (
        shape.replace("<name>", "Ben").replace(": N", ": 50").replace(", ...", "").replace("...", "words")
    )
    filled = filled.replace("Mafia|Villager|Doctor|Unknown", "Doctor").replace("|".join(ATTITUDES), "neutral")
    answer = answered(filled)
    assert answer.ok
    when = Asked("Ada", place(1, 1), 0, 1, frozenset({"Ada", "Ben"}))
    found = report_of(probe, answer.parsed, when, ["Ada", "Ben"])
    assert found is not None
    report, problems = found
    assert (report.named, problems) == (["Ben"], ())


# Freezing.


def test_a_round_trip(tmp_path: Path) -> None:
    for probes in (default_probes(), good(tmp_path)):
        data = as_data(probes)
        assert probes_of(json.loads(rfc8785.dumps(data))) == probes
        assert as_data(probes_of(data)) == data


templates = st.lists(st.text(max_size=5) | st.sampled_from(["{player}", "{last_a}"])).map(
    lambda parts: "x" + "".join(p if p.startswith("{") and p.endswith("}") and p[1:-1].isidentifier() else
                                p.replace("{", "{{").replace("}", "}}") for p in parts)
)  # fmt: skip


@given(
    st.booleans(), st.booleans(), templates, st.integers(1, 10**6), st.sampled_from(["always", "own_turn"]),
    st.lists(st.sampled_from(["night", "day_vote"]), unique=True),
    st.lists(st.sampled_from(["Mafia", "Doctor"]), unique=True),
)  # fmt: skip
def test_any_probes_come_back(
    messages: bool, rounds: bool, text: str, tokens: int, when: str, phases: list[str], roles: list[str]
) -> None:
    template, _ = read_template(text)
    definition = ProbeDefinition("a", template, tokens, when, tuple(phases), tuple(roles))
    probes = Probes(True, messages, rounds, (definition,))
    again = probes_of(json.loads(json.dumps(as_data(probes))))
    assert again == probes
    assert again.probes[0].question.parts == template.parts


def test_a_freeze_that_was_changed_is_a_fault() -> None:
    data = as_data(default_probes())
    data["probes"][1]["question"] += "{nope}"
    del data["probes"][0]["id"]
    with pytest.raises(InputFileError) as error:
        probes_of(data, "freeze.json")
    assert list(error.value.diagnostics()) == [
        "freeze.json: probes[0].id: found nothing; expected a name for the probe",
        "freeze.json: probes[1].question: found an unknown placeholder: '{nope}'; expected {player}, "
        "{players}, {prev_<id>} or {last_<id>}; for braces in the question, {{ and }}",
    ]


# To whom, and when.


@pytest.mark.parametrize(
    ("when", "phases", "roles", "own_turn", "phase", "role", "expected"),
    [
        ("always", (), (), False, "night", "Mafia", True),
        ("own_turn", (), (), False, "night", "Mafia", False),
        ("own_turn", (), (), True, "night", "Mafia", True),
        ("always", ("day_vote",), (), True, "night", "Mafia", False),
        ("always", ("night", "day_vote"), (), True, "night", "Mafia", True),
        ("always", (), ("Doctor",), True, "night", "Mafia", False),
        ("own_turn", ("night",), ("Mafia",), True, "night", "Mafia", True),
        ("own_turn", ("night",), ("Mafia",), False, "night", "Mafia", False),
    ],
)
def test_applies(
    when: str, phases: tuple[str, ...], roles: tuple[str, ...], own_turn: bool, phase: str, role: str,
    expected: bool,
) -> None:  # fmt: skip
    definition = ProbeDefinition("a", read_template("b")[0], 1, when, phases, roles)
    assert applies(definition, own_turn=own_turn, phase=phase, role=role) is expected


# Questions.


def test_an_answer_of_this_moment_an_earlier_one_and_none() -> None:
    now = {"a": Answered([1, 2], "[1, 2]", True)}
    last = {"a": Answered({"x": "é"}, "…", True), "b": Answered(None, "null", True)}
    text = "{player}/{players}/{prev_a}/{last_a}/{prev_b}/{last_b}/{prev_c}/{last_c}/{{}}"
    assert ask(question(text), "Ada", ["Ben", "Ada"], now, last) == (
        f'Ada/Ben, Ada/[1,2]/{{"x":"é"}}/null/null/{NOT_YET}/{NOT_YET}/{{}}',
        False,
    )


def test_an_answer_that_did_not_parse_is_quoted_as_it_came_and_said() -> None:
    prose = Answered(None, "  I will {not} say.\n", False)
    assert ask(question("<{prev_a}>"), "Ada", [], {"a": prose}, {}) == ("<I will {not} say.>", True)
    assert ask(question("<{last_a}>"), "Ada", [], {"a": prose}, {}) == ("<N/A>", False)
    assert ask(question("<{prev_b}>"), "Ada", [], {"a": prose}, {}) == ("<N/A>", False)


@given(json_values, st.text(), st.text())
def test_nothing_put_in_is_read_as_a_template(value: object, raw: str, name: str) -> None:
    now = {"a": Answered(value, "", True), "b": Answered(None, raw, False)}
    asked, fallback = ask(question("{player}|{prev_a}|{prev_b}"), name, [], now, {})
    compact = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    assert asked == f"{name}|{compact}|{raw.strip()}"
    assert fallback
    assert json.loads(quoted(now["a"])[0]) == value


def test_what_is_quoted_can_be_sent() -> None:
    """Half a surrogate pair, as an escape in an answer gives it, and lists in lists in lists."""
    half = answered('{"a": "\\ud800"}')
    assert half.ok
    text, as_json = quoted(half)
    assert (text, as_json) == ('{"a":"\\ud800"}', True)
    assert text.encode()
    assert quoted(Answered(None, "\ud800", False))[0].encode()
    deep: list[object] = []
    for _ in range(100_000):
        deep = [deep]
    assert quoted(Answered(deep, "as it came", True)) == ("as it came", False)


@pytest.mark.parametrize(
    ("raw", "parsed", "ok"),
    [
        ('[{"a": 1}]', [{"a": 1}], True),
        ('words\n```json\n{"a": 1}\n```', {"a": 1}, True),
        ('[{"a": 1}, {"a": ', [{"a": 1}], True),
        ("null", None, True),
        ("17", 17, True),
        ("I will not say.", None, False),
        ("", None, False),
        ("ERROR: no connection", None, False),
        ('{"a": 1', None, False),
    ],
)
def test_answers(raw: str, parsed: object, ok: bool) -> None:
    assert answered(raw) == Answered(parsed, raw, ok)
