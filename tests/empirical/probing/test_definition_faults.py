"""Each fault of probe definitions by one change to a good file; and files that are nothing of the kind."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from pycheck.empirical.probing.definition_file import MAX_BYTES
from pycheck.empirical.probing.definitions import as_data, probes_of, read_probes
from pycheck.errors import InputFileError

from .definition_files import GOOD, changed, faults, good, write

KNOWN = "{player}, {players}, {prev_<id>} or {last_<id>}"
TRUTH = "true or false"
ID = "at most 64 of the letters a to z, digits and _, no digit first"
TEXT = "a question, which is a text"
TOKENS = "a whole number from 1 to 1,000,000, in decimal digits"
PHASES = "intro, night, night_analysis, day_discuss, day_vote, round_end"
SOME_PHASES, PHASE = f"a list of some of {PHASES}", f"one of {PHASES}"
SOME_ROLES = "a list of some of Mafia, Villager, Doctor, Sheriff"
ROLE = "one of Mafia, Villager, Doctor, Sheriff"
SLOT = KNOWN + "; for braces in the question, {{ and }}"
IDS = "an id of a probe: first, second, third"
PLAIN = "text, numbers, truth values, lists and mappings alone"
QUOTED = " (in quotes, if a text is meant)"
SECTIONS = "one of introspection, game, backends, players, logging"
IN_SECTION = "one of enabled, after_each_message, after_each_round, probes, log_file, feedback_to_context"
OF_PROBE = "one of id, question, max_tokens, when, phases, roles"
PRIVATE = "false: what players answer in private never reaches them again"
EARLIER = "an earlier probe of the list"


def test_the_good_file_is_good(tmp_path: Path) -> None:
    assert len(good(tmp_path).probes) == 3


# In a key, … is the list of probes; line 0 is no line.
@pytest.mark.parametrize(
    ("old", "new", "line", "key", "found", "expected"),
    [
        ("game:", "gamee:", 1, "gamee", "a key that is not known", SECTIONS),
        ("introspection:", "introspektion:", 0,
         "(file)", "no introspection", "introspection: a mapping with probes"),
        ("enabled: true", "enabled: maybe", 3, "introspection.enabled", "'maybe'", TRUTH),
        ("enabled: true", "enabled: 1", 3, "introspection.enabled", "1", TRUTH),
        ("enabled: true", "enabled:", 3, "introspection.enabled", "nothing", TRUTH),
        ("after_each_round: false", 'after_each_round: "false"', 5,
         "introspection.after_each_round", "'false'", TRUTH),
        ("enabled: true", "enabled: true\n  feedback_to_context: true", 4,
         "introspection.feedback_to_context", "true", PRIVATE),
        ("enabled: true", "enabled: true\n  probs: 1", 4,
         "introspection.probs", "a key that is not known", IN_SECTION),
        ("id: first", "ID: first", 7, "…[0].id", "nothing", "a name for the probe"),
        ("id: third", "id: on", 17, "…[2].id", "true", ID + QUOTED),
        ("id: third", "id: 3", 17, "…[2].id", "3", ID + QUOTED),
        ("id: third", "id: third-one", 17, "…[2].id", "'third-one'", ID),
        ("id: third", "id: drítte", 17, "…[2].id", "'drítte'", ID),
        ("id: third", "id: second", 17,
         "…[2].id", "the id second again", "each id once (see introspection.probes[1] (line 11))"),
        ("question: Who?", "when: always", 17, "…[2].question", "nothing", "a question"),
        ("question: Who?", "question:", 18, "…[2].question", "nothing", TEXT),
        ("question: Who?", 'question: " "', 18, "…[2].question", "' '", TEXT),
        ("question: Who?", "question: 2020-01-01", 18, "…[2].question", "2020-01-01", TEXT + QUOTED),
        ("question: Who?", "question: [Who]", 18, "…[2].question", "a list of 1", TEXT + QUOTED),
        ("question: Who?", "question: {Who: 1}", 18, "…[2].question", "a mapping of 1", TEXT + QUOTED),
        ("question: Who?", "question: Who?\n      colour: red", 19,
         "…[2].colour", "a key that is not known", OF_PROBE),
        ("max_tokens: 40", "max_tokens: 0", 12, "…[1].max_tokens", "0", TOKENS),
        ("max_tokens: 40", "max_tokens: -4", 12, "…[1].max_tokens", "-4", TOKENS),
        ("max_tokens: 40", "max_tokens: 040", 12, "…[1].max_tokens", "040", TOKENS),
        ("max_tokens: 40", "max_tokens: !!float 40", 12, "…[1].max_tokens", "40", TOKENS),
        ("max_tokens: 40", "max_tokens: 1:30", 12, "…[1].max_tokens", "1:30", TOKENS),
        ("max_tokens: 40", "max_tokens: 4.0", 12, "…[1].max_tokens", "4.0", TOKENS),
        ("max_tokens: 40", "max_tokens: yes", 12, "…[1].max_tokens", "true", TOKENS),
        ("max_tokens: 40", "max_tokens: '40'", 12, "…[1].max_tokens", "'40'", TOKENS),
        ("max_tokens: 40", "max_tokens: 1000001", 12, "…[1].max_tokens", "1000001", TOKENS),
        ("max_tokens: 40", f"max_tokens: {'9' * 5000}", 12, "…[1].max_tokens", "9" * 59 + "…", TOKENS),
        ("max_tokens: 40", "max_tokens:", 12, "…[1].max_tokens", "nothing", TOKENS),
        ("when: own_turn", "when: their_turn", 13, "…[1].when", "'their_turn'", "always or own_turn"),
        ("when: own_turn", "when: [always]", 13, "…[1].when", "a list of 1", "always or own_turn"),
        ("[day_discuss, day_vote]", "[day, day_vote]", 14, "…[1].phases[0]", "'day'", PHASE),
        ("[day_discuss, day_vote]", "[day_vote, day_vote]", 14,
         "…[1].phases[1]", "day_vote again", "each once"),
        ("[day_discuss, day_vote]", "day_vote", 14, "…[1].phases", "'day_vote'", SOME_PHASES),
        ("[Mafia]", "[]", 15, "…[1].roles", "a list of 0", SOME_ROLES),
        ("[Mafia]", "[{}]", 15, "…[1].roles[0]", "a mapping of 0", ROLE),
        ("{last_first}", "{lastfirst}", 9, "…[0].question", "an unknown placeholder: '{lastfirst}'", SLOT),
        # Written with an escape, it is not found in the file: the line is that of the question.
        ("question: Who?", 'question: "a\n        b {n\\x6fpe}\n        c"', 18,
         "…[2].question", "an unknown placeholder: '{nope}'", SLOT),
        ("{last_first}", "{0}", 9, "…[0].question", "an unknown placeholder: '{0}'", SLOT),
        ("{last_first}", "{last_frist}", 9, "…[0].question", "'{last_frist}', and no probe 'frist'", IDS),
        ("{prev_first}", "{prev_zero}", 16, "…[1].question", "'{prev_zero}', and no probe 'zero'", IDS),
        ('{{"a": N}}', '{{"a": N}', 10,
         "…[0].question", 'a lone }: \'ON: {{"a": N}\'', "}} for a brace in the question, or " + KNOWN),
        ("{last_first}", "{prev_first}", 9,
         "…[0].question", "{prev_first}, which waits for itself: first → first", EARLIER),
        ("{last_first}", "{prev_third}", 9,
         "…[0].question",
         "{prev_third}, which is asked later: first → third",
         EARLIER + ", or {last_third} for its answer at the moment before"),
        ("{last_first}", "{prev_second}", 9,
         "…[0].question",
         "{prev_second}, which waits for itself: first → second → first",
         EARLIER + ", or {last_second} for its answer at the moment before"),
        ("max_tokens: 40", "max_tokens: 40\n      max_tokens: 50", 13,
         "(file)", "the key 'max_tokens' again", "it once (see line 12)"),
        ("{language: en}", "{language: en, language: de}", 1,
         "(file)", "the key 'language' again", "it once (see line 1)"),
        ("language: en", "!!python/object/apply:os.system {}", 1,
         "(file)", "the tag '!!python/object/apply:os.system'", PLAIN),
        ("question: Who?", "question: !!python/name:os.system", 18,
         "(file)", "the tag '!!python/name:os.system'", PLAIN),
        ("question: Who?", "question: !mine Who?", 18, "(file)", "the tag '!mine'", PLAIN),
        ("phases: [day_discuss, day_vote]", "? [1]\n      : 2", 14,
         "(file)", "a list or a mapping for a key", "a text"),
        ("question: Who?", "question: {player}", 18, "…[2].question", "a mapping of 1", TEXT + QUOTED),
        ('question: "Of', 'question: "\\ud800 Of', 16,
         "…[1].question", "half of a surrogate pair, which no file can hold", "whole characters"),
        ("question: Who?", "question: 'Who?", 19,
         "(file)", "unexpected end of stream, while scanning a quoted scalar", "YAML"),
        ("question: Who?", "question: Who?\n---\na: 1", 19,
         "(file)", "another document, expected a single document in the stream", "YAML"),
        ("question: Who?", "question: [Who?]", 18,
         "(file)", "'?', while parsing a flow sequence", "YAML: ',' or ']'"),
        ("question: Who?", "question: *who", 18, "(file)", "undefined alias 'who'", "YAML"),
    ],
)  # fmt: skip
def test_each_fault_is_named(
    tmp_path: Path, old: str, new: str, line: int, key: str, found: str, expected: str
) -> None:
    where = key.replace("…", "introspection.probes") + (f" (line {line})" if line else "")
    assert f"{where}: found {found}; expected {expected}" in changed(tmp_path, old, new)


def test_all_faults_at_once_in_the_order_of_lines(tmp_path: Path) -> None:
    text = GOOD
    for old, new in [
        ("enabled: true", "enabled: maybe"),
        ("{last_first}", "{nope} { {also_not} {prev_third}"),
        ("max_tokens: 40", "max_tokens: 0\n      max_tokens: 1"),
        ("id: third", "id: 3"),
        ("question: Who?", "question: &x [*x]\nmore: !!python/none"),
    ]:
        text = text.replace(old, new)
    found = faults(write(tmp_path, text))
    lines = [int(fault.partition("(line ")[2].partition(")")[0]) for fault in found]
    assert lines == sorted(lines)
    assert len(found) == 13
    for words in ("'maybe'", "'{nope}'", "'{also_not}'", "a lone {", "'max_tokens' again", "found 0",
                  "found 3", "{prev_third}", "an alias", "!!python/none"):  # fmt: skip
        assert any(words in fault for fault in found), words


def test_a_longer_chain_is_named_whole(tmp_path: Path) -> None:
    ids = ["a", "b", "c", "d"]
    quoted = {"a": "b", "b": "d", "c": "a", "d": "c"}
    probes = ", ".join(f"{{id: {name}, question: 'x {{prev_{quoted[name]}}}'}}" for name in ids)
    found = faults(write(tmp_path, f"introspection: {{probes: [{probes}]}}"))
    assert [fault.partition("waits for itself: ")[2].partition(";")[0] for fault in found] == [
        "a → b → d → c → a",
        "b → d → c → a → b",
    ]


def test_a_question_with_very_many_faults_names_the_first(tmp_path: Path) -> None:
    wrong = " ".join(f"{{x{number}}}" for number in range(5000))
    found = faults(write(tmp_path, GOOD.replace("Who?", f'"{wrong}"')))
    assert len(found) == 21
    assert "4980 more such faults" in "".join(found)


def test_too_many_probes(tmp_path: Path) -> None:
    probes = "".join(f"    - {{id: p{number}, question: x}}\n" for number in range(101))
    assert faults(write(tmp_path, f"introspection:\n  probes:\n{probes}")) == [
        "introspection.probes (line 2): found 101 probes; expected from 1 to 100, or enabled: false"
    ]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "(file): found nothing; expected a mapping with introspection"),
        ("# words\n", "(file): found nothing; expected a mapping with introspection"),
        ("- 1\n", "(file) (line 1): found a list of 1; expected a mapping with introspection"),
        ("words", "(file) (line 1): found 'words'; expected a mapping with introspection"),
        ("introspection:", "introspection (line 1): found nothing; expected a mapping with probes"),
        ("introspection: []", "introspection (line 1): found a list of 0; expected a mapping with probes"),
        ("introspection: {}", "introspection.probes (line 1): found nothing; expected a list of probes"),
        (
            "introspection: {probes: []}",
            "introspection.probes (line 1): found 0 probes; expected from 1 to 100, or enabled: false",
        ),
        (
            "introspection: {probes: {a: b}}",
            "introspection.probes (line 1): found a mapping of 1; expected a list of probes",
        ),
        (
            "introspection: {probes: [x]}",
            "introspection.probes[0] (line 1): found 'x'; expected a mapping with id and question",
        ),
        (
            "a: \x00",
            "(file): found unacceptable character #x0000: special characters are not allowed; expected YAML",
        ),
        ("[" * 5000, "(file): found lists or mappings nested too deeply to read; expected YAML"),
        ("{a: " * 5000, "(file): found lists or mappings nested too deeply to read; expected YAML"),
        ("- " * 5000, "(file): found lists or mappings nested too deeply to read; expected YAML"),
        (
            "a\n" * MAX_BYTES,
            f"(file): found more than {MAX_BYTES:,} bytes; expected at most {MAX_BYTES:,} bytes",
        ),
    ],
)  # fmt: skip
def test_what_is_no_such_file(tmp_path: Path, text: str, fault: str) -> None:
    assert faults(write(tmp_path, text)) == [fault]


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "probes.yaml"
    assert faults(path) == [
        "(file): found a file that cannot be read: No such file or directory; "
        "expected probe definitions (YAML)"
    ]
    path.write_bytes(b"a: b\nc: \xff\n")
    assert faults(path) == ["(file) (line 2): found byte 0xff; expected UTF-8"]


def test_a_bomb_of_aliases_is_a_fault_and_quick(tmp_path: Path) -> None:
    """Nine lists of ten aliases each would be a thousand million texts."""
    lines = ["  a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"  a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    found = faults(write(tmp_path, "\n".join(["introspection:", *lines, "  probes: *a9"])))
    assert any("introspection.probes (line 12): found an alias (*)" in fault for fault in found)
    assert len(found) < 120
    # Where nothing is read, nothing comes of it.
    elsewhere = "\n".join(["game:", *lines, "introspection: {probes: [{id: a, question: b}]}"])
    assert len(read_probes(write(tmp_path, elsewhere)).probes) == 1


def test_an_unsafe_tag_does_nothing(tmp_path: Path) -> None:
    made = tmp_path / "made"
    call = f"!!python/object/apply:pathlib.Path.touch [!!python/object/apply:pathlib.Path ['{made}']]"
    found = faults(write(tmp_path, GOOD.replace("{language: en}", call)))
    assert len(found) == 2
    assert not made.exists()


def test_hidden_characters_are_shown(tmp_path: Path) -> None:
    hidden = "\u202e"
    text = (
        GOOD.replace("own_turn", f"x{hidden}")
        .replace("40", f"!!int x{hidden}")
        .replace("game:", f"g{hidden}:")
    )
    text = text.replace("{last_first}", f"{{{hidden}}}").replace("id: third", f"id: {hidden}")
    assert len(faults(write(tmp_path, text))) >= 5


fragments = st.sampled_from(
    [*GOOD.splitlines(), "introspection:", "  probes:", "    - id: a", "      question: b", "? ", "!!", "&a ",
     "*a", "<<: *a", "%YAML 1.9", "%TAG ! tag:", "---", "...", "|", ">-", "\t", "'", '"\\UFFFFFFFF"', "[",
     "]", '"\\uD800"', "{", "}", ": ", "- ", ", ", "!!int x", "!!binary x", "1e999", "0x_", "1:2:3",
     "2020-13-45", "=", "\u2028", "~", "!!python/tuple [1]", "%YAML " + "9" * 5000 + ".1"]
)  # fmt: skip
soup = st.lists(st.tuples(fragments, st.sampled_from(["\n", " ", "\n      ", ""]))).map(
    lambda parts: "".join(a + b for a, b in parts)
)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=300)
@given(st.one_of(soup, st.text(), st.tuples(st.integers(0, len(GOOD)), soup).map(
    lambda cut: GOOD[: cut[0]] + cut[1] + GOOD[cut[0] :])))  # fmt: skip
@example('introspection: {probes: [{id: a, question: "\\UFFFFFFFF"}]}')
@example("%YAML " + "9" * 5000 + ".1\n--- a")
@example("a: !<tag:yaml.org,2002:int> []")
@example("introspection: !!str {probes: []}")
@example("introspection: {probes: [{id: !!null x, question: !!bool maybe}]}")
def test_any_file_is_probes_or_its_faults(tmp_path: Path, text: str) -> None:
    path = tmp_path / "probes.yaml"
    path.write_text(text, encoding="utf-8", errors="replace")
    try:
        probes = read_probes(path)
    except InputFileError as error:
        lines = error.diagnostics()
        assert lines
        assert all("; expected " in line for line in lines)
    else:
        assert probes_of(as_data(probes)) == probes


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.binary(max_size=200))
def test_any_bytes_are_probes_or_faults(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "probes.yaml"
    path.write_bytes(data)
    with pytest.raises(InputFileError):
        read_probes(path)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
keys = st.sampled_from(["probes", "id", "question", "max_tokens", "when", "enabled", "phases", "roles", "x"])


@given(
    st.recursive(
        scalars | st.sampled_from(["always", "a", "{prev_a}"]),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner),
        max_leaves=20,
    )
)
def test_any_data_is_probes_or_its_faults(data: object) -> None:
    try:
        probes = probes_of(data)
    except InputFileError as error:
        lines = error.diagnostics()
        assert lines
    else:
        assert probes_of(as_data(probes)) == probes
