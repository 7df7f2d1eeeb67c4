"""Each fault is made in a log without any, and is found: kind, file, line, and what became of it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pycheck.empirical.probing.corpus import find_games
from pycheck.empirical.probing.faults import EFFECTS, FaultTally, Kind, LogFault, shown
from pycheck.empirical.probing.jsonl import objects
from pycheck.empirical.probing.reading import Reading
from pycheck.errors import PycheckError

from .logs import Log, kinds, measured, read, scores_text, short_game, value

GAME, PROBES = "game.jsonl", "introspection.jsonl"
LAST = len(short_game().probes)


def test_a_log_without_a_fault(tmp_path: Path) -> None:
    found, faults = read(short_game().write(tmp_path))
    assert faults == []
    assert found.probes == LAST
    assert found.game.winner == "Mafia"


def field(name: str, new: Any, line: int = LAST) -> Callable[[Log], None]:
    return lambda log: log.probes[line - 1].__setitem__(name, new)


def without(name: str) -> Callable[[Log], None]:
    return lambda log: log.probes[LAST - 1].pop(name)


def answered(new: Any, line: int = LAST) -> Callable[[Log], None]:
    def change(log: Log) -> None:
        log.probes[line - 1] |= {"answer_parsed": new, "answer_raw": json.dumps(new)}

    return change


def event(line: int, **new: Any) -> Callable[[Log], None]:
    return lambda log: log.events[line - 1].update(new)


FULL = [{"player": "Ada", "score": 1}, {"player": "Ben", "score": 2}]

TEXT, TRUTH = ([*FULL, {"player": "Eve", "score": score}] for score in ("9", True))


def other_role(log: Log) -> None:
    log.events[0]["players"][0]["role"] = "Seer"


Case = tuple[str, Callable[[Log], object], Kind, str, int, int]
#: Name, change, kind, file, line (0: any), and -1 where the probe is left out.
CASES: list[Case] = [
    ("text for a number", field("round", "1"), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("truth for a number", field("public_msg_seq", True), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("a number below -1", field("public_msg_seq", -2), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("a round below 0", field("round", -1), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("a seat below 0", field("player_idx", -1), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("a position below 0", field("probe_seq", -1), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("number for text", field("player_name", 3), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("null for text", field("answer_raw", None), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("text for truth", field("answer_parse_ok", "true"), Kind.WRONG_TYPE, PROBES, LAST, -1),
    ("no round", without("round"), Kind.MISSING_FIELD, PROBES, LAST, -1),
    ("no answer", without("answer_raw"), Kind.MISSING_FIELD, PROBES, LAST, -1),
    ("another game", field("game_id", "h"), Kind.OTHER_GAME, PROBES, LAST, -1),
    ("a stranger", field("player_name", "Zoe"), Kind.UNKNOWN_PLAYER, PROBES, LAST, -1),
    ("the dead", field("player_name", "Dora"), Kind.DEAD_PLAYER, PROBES, LAST, -1),
    ("the same again", lambda log: log.probes.append(log.probes[-1]), Kind.DUPLICATE, PROBES, LAST + 1, 0),
    ("another role", field("role", "Mafia", 1), Kind.WRONG_ROLE, PROBES, 1, 0),
    ("another seat", field("player_idx", 3, 1), Kind.WRONG_INDEX, PROBES, 1, 0),
    ("no such message", field("public_msg_seq", 99, LAST - 3), Kind.NO_SUCH_MESSAGE, PROBES, LAST - 3, 0),
    ("a clock set back", field("timestamp", 1.0), Kind.CLOCK, PROBES, LAST, 0),
    ("flags that disagree", field("answer_parse_ok", False), Kind.CONTRADICTION, PROBES, LAST, 0),
    ("fallback that disagrees", field("chain_used_raw_fallback", True), Kind.CONTRADICTION, PROBES, LAST, 0),
    ("a swapped line", lambda log: log.probes.insert(0, log.probes.pop()), Kind.OUT_OF_ORDER, PROBES, 2, 0),
    ("an object for a list", answered({"players": FULL}), Kind.WRONG_SHAPE, PROBES, LAST, 0),
    ("text in a list", answered([*FULL, "Cole"]), Kind.WRONG_SHAPE, PROBES, LAST, 0),
    ("a name nobody has", answered([*FULL, {"player": "Zoe", "score": 1}]), Kind.WRONG_NAME, PROBES, LAST, 0),
    ("other letters", answered([*FULL, {"player": "eve", "score": 1}]), Kind.WRONG_NAME, PROBES, LAST, 0),
    ("no name", answered([*FULL, {"score": 1}]), Kind.WRONG_NAME, PROBES, LAST, 0),
    ("a name twice", answered([*FULL, FULL[0]]), Kind.DOUBLED_NAME, PROBES, LAST, 0),
    ("a score as text", answered(TEXT), Kind.WRONG_VALUE, PROBES, LAST, 0),
    ("a score as truth", answered(TRUTH), Kind.WRONG_VALUE, PROBES, LAST, 0),
    ("no end", lambda log: log.events.pop(), Kind.UNFINISHED, GAME, 0, 0),
    ("an unknown kind", event(-1, kind="game_won"), Kind.UNKNOWN_KIND, GAME, 0, 0),
    ("a second setup", lambda log: log.events.append(log.events[0]), Kind.SECOND_SETUP, GAME, 0, 0),
    ("a message twice", event(3, msg_seq=1), Kind.DUPLICATE, GAME, 3, 0),
    ("a stranger speaks", event(2, player="Zoe"), Kind.UNKNOWN_PLAYER, GAME, 2, 0),
    ("a stranger dies", event(8, victim="Zoe"), Kind.UNKNOWN_PLAYER, GAME, 8, 0),
    ("no message number", event(2, msg_seq=None), Kind.WRONG_TYPE, GAME, 2, 0),
    ("a stranger's vote", event(18, votes={"Zoe": "Ada"}), Kind.WRONG_NAME, GAME, 18, 0),
    ("a role nobody knows", other_role, Kind.WRONG_VALUE, GAME, 1, 0),
    ("a fork", event(1, forked_from="f", fork_point=[1, 9]), Kind.FORKED, GAME, 1, 0),
    ("a fork from nowhere", event(1, forked_from="f"), Kind.MISSING_FIELD, GAME, 1, 0),
    ("answers fed back", event(1, feedback_to_context=True), Kind.FEEDBACK, GAME, 1, 0),
    ("another game's event", event(4, game_id="h"), Kind.OTHER_GAME, GAME, 4, 0),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: case[0])
def test_a_fault_is_found(
    tmp_path: Path, case: tuple[str, Callable[[Log], object], Kind, str, int, int]
) -> None:
    _, change, kind, file, line, left = case
    log = short_game()
    change(log)
    found, faults = read(log.write(tmp_path))
    (fault,) = [fault for fault in faults if fault.kind is kind]
    assert Path(fault.file).name == file
    assert line in (fault.line, 0)
    assert found.probes == len(log.probes) - (1 if left or (kind is Kind.DUPLICATE and file == PROBES) else 0)
    assert str(fault).startswith(
        f"{fault.file}:{fault.line}: {kind.value}: found " if fault.line else fault.file
    )
    assert EFFECTS[kind] in str(fault)
    measured(tmp_path / "g")


def test_every_kind_says_what_becomes_of_it() -> None:
    assert set(EFFECTS) == set(Kind)


@pytest.mark.parametrize("kind", [Kind.OTHER_GAME, Kind.UNKNOWN_PLAYER, Kind.DUPLICATE, Kind.WRONG_TYPE])
def test_a_line_that_is_left_out_changes_no_figure(tmp_path: Path, kind: Kind) -> None:
    log = short_game()
    plain = measured(log.write(tmp_path / "plain"))
    changes: dict[Kind, dict[str, Any]] = {
        Kind.OTHER_GAME: {"game_id": "h"},
        Kind.UNKNOWN_PLAYER: {"player_name": "Zoe"},
        Kind.DUPLICATE: {"answer_parsed": [{"player": "Eve", "score": 9}]},
        Kind.WRONG_TYPE: {"round": None},
    }
    stray = log.probes[20] | changes[kind]
    log.probes.insert(21, stray)
    report = measured(log.write(tmp_path / "stray"))
    assert report.fault_counts == {kind: 1}
    assert report.measured == plain.measured
    assert report.answers == plain.answers


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (b'{"a": 1}\n{"a": 2}', [1, 2]),
        (b'{"a": 1}\n{"a": ', [1, (2, Kind.CUT_OFF)]),
        (b'{"a": 1}\n{"a": \n{"a": 2}\n', [1, (2, Kind.NOT_JSON), 3]),
        (b'{"a": 1}\n\n{"a": 2}\n', [1, (2, Kind.NOT_JSON), 3]),
        (b"[1]\n", [(1, Kind.NOT_JSON)]),
        (b"\xff\xfe\n", [(1, Kind.NOT_JSON)]),
        (b'{"a": "\xff"}\n', [(1, Kind.NOT_JSON)]),
        (b'{"a": NaN}\n', [(1, Kind.NOT_JSON)]),
        (b'{"a": "\\ud800"}\n', [(1, Kind.NOT_JSON)]),
        (b'{"a": 1, "a": 2}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": 1, "a" : 2}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": 1, "a": 2, "b\\\\": 3}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": {"b": 1, "b": 2}}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": "\\"b\\": \\"b\\":", "c": "\\\\"}\n', [1]),
        (b'{"a\\\\": 1, "b" : 2}\n', [1]),
        (b'{"a": "\\u003a", "b": 1, "b": 2}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": "\\u003A:", "b:": 2}\n', [1]),
        (b'{"a": ["x:", {"b": 1, "b": ":"}]}\n', [(1, Kind.DOUBLED_KEY)]),
        (b'{"a": "' + b"x" * 99 + b'"}\n{"a": 1}\n', [(1, Kind.NOT_JSON), 2]),
        (b'{"a": "' + b"x" * 500, [(1, Kind.NOT_JSON)]),
        (b"[" * 60 + b"\n", [(1, Kind.NOT_JSON)]),
        (b"\xef\xbb\xbf{}\n", [(1, Kind.NOT_JSON)]),
        (b'{"a": 1}\r\n', [1]),
    ],
)
def test_lines(tmp_path: Path, data: bytes, expected: list[object]) -> None:
    (tmp_path / "log").write_bytes(data)
    found = [
        (item.line, item.kind) if isinstance(item, LogFault) else item[0]
        for item in objects(tmp_path / "log", "log", longest=80)
    ]
    assert found == expected


@given(
    st.dictionaries(st.text(max_size=4), st.text(alphabet='a":\\ ', max_size=6), max_size=4), st.booleans()
)
def test_no_name_is_taken_for_doubled(data: dict[str, str], blank: bool) -> None:
    from pycheck.empirical.probing.jsonl import _object

    line = json.dumps(data, ensure_ascii=False, separators=(", ", " : " if blank else ": "))
    assert _object(line.encode() + b"\n") == data


@settings(max_examples=20, deadline=None)
@given(st.data())
def test_no_damage_is_a_crash(tmp_path_factory: pytest.TempPathFactory, data: st.DataObject) -> None:
    """Bytes of either log are overwritten, cut out or put in: there is a report, and a fault or none."""
    folder = short_game().write(tmp_path_factory.mktemp("damaged"))
    path = folder / data.draw(st.sampled_from([GAME, PROBES]))
    old = path.read_bytes()
    for _ in range(data.draw(st.integers(1, 3))):
        start = data.draw(st.integers(0, len(old)))
        end = min(len(old), start + data.draw(st.integers(0, 40)))
        old = old[:start] + data.draw(st.binary(max_size=20)) + old[end:]
    path.write_bytes(old)
    report = measured(folder)
    for row in report.measured[Reading.STORED].rows:
        assert (row.estimate.value is None) == (row.estimate.n == 0) or row.measure == "spotlight_ratio"


@settings(max_examples=30, deadline=None)
@given(st.data())
def test_no_json_value_in_a_field_is_a_crash(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    values = st.recursive(
        st.none() | st.booleans() | st.integers(-3, 2**70) | st.floats(allow_nan=False) | st.text(max_size=4),
        lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
        max_leaves=4,
    )
    log = short_game()
    lines = data.draw(st.sampled_from([log.events, log.probes]))
    line = data.draw(st.sampled_from(lines))
    line[data.draw(st.sampled_from(sorted(line)))] = data.draw(values)
    report = measured(log.write(tmp_path_factory.mktemp("typed")))
    assert report.games


def test_a_missing_log(tmp_path: Path) -> None:
    folder = short_game().write(tmp_path)
    (folder / GAME).unlink()
    report = measured(folder)
    assert report.fault_counts[Kind.MISSING] == 1
    assert report.games[0].why_not == "roles are not known"
    (folder / GAME).write_text("{}\n")
    assert Kind.NO_SETUP in measured(folder).fault_counts
    (folder / PROBES).unlink()
    assert measured(folder).fault_counts[Kind.MISSING] == 1


@pytest.mark.parametrize(
    ("setup", "why_not", "asked_for"),
    [
        ({"forked_from": "f", "fork_point": [1, 9]}, "forked from another game", True),
        ({"feedback_to_context": True}, "probes' answers reached the game", False),
    ],
)
def test_a_game_of_another_kind_is_in_no_measure(
    tmp_path: Path, setup: dict[str, Any], why_not: str, asked_for: bool
) -> None:
    log = short_game()
    log.events[0] |= setup
    folder = log.write(tmp_path)
    report = measured(folder)
    assert report.games[0].why_not == why_not
    assert report.answers.count() == 0
    assert {row.estimate.n for row in report.measured[Reading.STORED].rows} <= {0}
    assert (measured(folder, forks=True).games[0].why_not == "") == asked_for


def test_the_same_game_in_two_folders_counts_once(tmp_path: Path) -> None:
    one, two = (short_game().write(tmp_path / name) for name in ("one", "two"))
    report = measured(one, two)
    assert report.fault_counts == {Kind.SAME_GAME: 1}
    assert [game.why_not for game in report.games] == ["", "the same game is in another folder"]
    assert value(report, "volatility") == value(measured(one), "volatility")


def test_games_are_found(tmp_path: Path) -> None:
    for name in ("b", "a"):
        short_game(name).write(tmp_path)
    (tmp_path / "LICENSE").write_text("words")
    (tmp_path / "empty").mkdir()
    assert find_games([tmp_path]) == [tmp_path / "a", tmp_path / "b"]
    assert find_games([tmp_path / "b", tmp_path]) == [tmp_path / "b", tmp_path / "a"]
    with pytest.raises(PycheckError, match="found no game"):
        find_games([tmp_path / "empty"])


def test_few_faults_are_kept_and_all_are_counted() -> None:
    tally = FaultTally(keep=2)
    for line in range(1, 6):
        tally.add(LogFault("f", line, Kind.CLOCK, "x", "y"))
    tally.add(LogFault("e", 1, Kind.EMPTY, "x", "y"))
    assert tally.counts == {Kind.CLOCK: 5, Kind.EMPTY: 1}
    assert [(fault.file, fault.line) for fault in tally.kept()] == [("e", 1), ("f", 1), ("f", 2)]
    assert tally.left_off == 3


@pytest.mark.parametrize("text", ["a\x1b[2Jb", "x\u202ey", "line\nline", "\udcff", "x" * 500])
def test_foreign_text_in_a_fault_is_one_harmless_line(text: str) -> None:
    assert shown(text).isprintable()
    assert len(shown(text)) <= 60


def test_a_retest_is_no_duplicate(tmp_path: Path) -> None:
    log = short_game()
    log.ask(1, -1, "Eve", "suspicion_ranking", scores_text(Ada=1, Ben=2), position=4)
    found, faults = read(log.write(tmp_path))
    assert kinds(faults) == []
    assert found.reports[Reading.STORED].suspicion[-1].asked.repeat == 1


def test_numbers_too_large_to_add_up_are_measured_or_named(tmp_path: Path) -> None:
    """The largest numbers there are have a sum that is none; a whole number beyond them is no score."""
    log = short_game()
    log.ask(1, -1, "Eve", "suspicion_ranking", scores_text(Ada=1.7e308, Ben=1.7e308), position=4)
    digits = log.ask(1, -1, "Eve", "suspicion_ranking", scores_text(Ada=1, Ben=2), position=5)
    digits["answer_raw"] = '[{"player": "Ada", "score": ' + "9" * 400 + '}, {"player": "Ben", "score": 1}]x'
    found, _ = read(log.write(tmp_path))
    assert found.reports[Reading.STORED].suspicion[-2].vector == {"Ada": 0.5, "Ben": 0.5}
    assert found.reports[Reading.REPAIRED].suspicion[-1].scores == (("Ben", 1),)
