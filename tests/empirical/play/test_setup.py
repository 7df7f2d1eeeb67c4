"""Setups and forks: everything wrong with a file at once, and never a traceback."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pycheck.empirical.play.fork_file import freeze_fork
from pycheck.empirical.play.fork_result import fork_result, fork_text
from pycheck.empirical.play.frozen import freeze, load_frozen
from pycheck.empirical.play.run import run
from pycheck.empirical.play.setup_file import as_data, read_setup, validate_setup
from pycheck.empirical.probing.definitions import default_probes
from pycheck.errors import InputFileError

from .tables import NAMES, Echo, frozen_of, scripted_data, setup_data


def _set(*path: Any) -> Callable[[dict[str, Any]], None]:
    *steps, key, value = path

    def change(data: dict[str, Any]) -> None:
        for step in steps:
            data = data[step]
        data[key] = value

    return change


WRONG: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_set("game", "chess"), "game"),
    (_set("seeds", []), "seeds"),
    (_set("seeds", [1, 1]), "seeds[1]"),
    (_set("format", 2), "format"),
    (_set("typo", 1), "typo"),
    (_set("language", "xx"), "language"),
    (_set("players", 0, "role", "King"), "players[0].role"),
    (_set("players", 0, "name", "Gray"), "players[1]"),
    (_set("players", 0, "name", "two words"), "players[0].name"),
    (_set("players", 0, "family", "far"), "players[0]"),
    (_set("players", 1, "family", "near"), "players[1].family"),
    (
        _set("players", 1, "personality", {"O": 200, "C": 1, "E": 1, "A": 1, "N": 1}),
        "players[1].personality.O",
    ),
    (_set("players", 0, "role", "Mafia"), ""),
    (_set("players", 2, "role", "Villager"), ""),
    (_set("rules", {"max_rounds": 16}), "rules.max_rounds"),
    (_set("probing", {"definitions": "../x.yaml"}), "probing.definitions"),
    (_set("probing", {"retests": ["a", "a"]}), "probing.retests[1]"),
    (_set("budgets", {"calls": 0, "tokens": 1, "wall_s": 1.0}), "budgets.calls"),
    (
        _set("families", 0, "price", {"prompt_per_million": 1.0, "completion_per_million": 1.0}),
        "budgets.money",
    ),
]


@pytest.mark.parametrize(("change", "key"), WRONG)
def test_each_fault_is_told_by_its_key(change: Callable[[dict[str, Any]], None], key: str) -> None:
    data = setup_data()
    assert validate_setup(data)[1] == ()
    change(data)
    _, faults = validate_setup(data)
    mafia = sum(player["role"] == "Mafia" for player in data["players"])
    if key or mafia > 3 or mafia == 0:
        assert key in [fault.key for fault in faults] or (not key and faults)


def test_a_game_that_is_over_before_it_begins_is_told() -> None:
    data = setup_data()
    for player in data["players"][:3]:
        player["role"] = "Mafia"
    assert "players" in [fault.key for fault in validate_setup(data)[1]]
    for player in data["players"]:
        player["role"] = "Villager"
    assert "players" in [fault.key for fault in validate_setup(data)[1]]


def test_faults_are_told_at_once() -> None:
    data = setup_data()
    for change, _ in (WRONG[0], WRONG[2], WRONG[7]):
        change(data)
    assert len(validate_setup(data)[1]) >= 3


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=10),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from([*setup_data(), "other"]), values)
def test_nothing_in_a_setup_is_a_traceback(key: str, value: Any) -> None:
    validate_setup(setup_data() | {key: value})


@given(st.binary(max_size=200))
def test_no_bytes_are_a_traceback(data: bytes) -> None:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "setup.toml"
        path.write_bytes(data)
        with pytest.raises(InputFileError):
            read_setup(path)


def test_a_freeze_comes_back_as_it_was(tmp_path: Path) -> None:
    frozen = frozen_of(tmp_path, setup_data())
    again = load_frozen(tmp_path)
    assert again == frozen
    setup, _ = validate_setup(as_data(again.setup))
    assert setup == frozen.setup
    assert freeze(frozen.setup, default_probes(), tmp_path / "freeze.json").digest == frozen.digest


FORK = """
format = 1
game = "seed-1"
round = 1
number = 6
replicas = 3
outcome = { kind = "eliminated", value = "Gray" }
[[arms]]
name = "as-it-was"
[[arms]]
name = "told"
told = { Jordan = "Gray is Mafia." }
[[arms]]
name = "said"
last = "VOTE: Gray"
next = { Casey = "VOTE: Gray" }
"""


@pytest.fixture(scope="module")
def parent(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of one scripted game."""
    folder = tmp_path_factory.mktemp("parent")
    data = scripted_data(rules={"max_rounds": 2, "introductions": False})
    for player in data["players"]:
        player["script"] = "first" if player["role"] == "Mafia" else "reactive"
    frozen = frozen_of(folder, data)
    run(frozen, folder / "freeze.json", folder, lambda family: Echo())
    return folder


def forked(parent: Path, tmp_path: Path, text: str = FORK) -> Path:
    """A fork that was played."""
    file = tmp_path / "fork.toml"
    file.write_text(text, "utf-8")
    folder = tmp_path / "fork"
    frozen = freeze_fork(parent, file, folder / "freeze.json")
    run(frozen, folder / "freeze.json", folder, lambda family: Echo())
    return folder


def test_a_fork_shares_its_beginning_and_nothing_else(parent: Path, tmp_path: Path) -> None:
    folder = forked(parent, tmp_path)
    (parents,) = (parent / "games").iterdir()
    before = (parents / "contexts.jsonl").read_bytes().splitlines()
    result, found = fork_result(folder)
    assert found.faults == ()
    assert result.open == 0
    assert [arm.n for arm in result.test.arms] == [3, 3, 3]
    for unit in found.frozen.units:
        assert unit.fork is not None
        game = folder / "games" / unit.game_id
        after = [json.loads(line) for line in (game / "contexts.jsonl").read_bytes().splitlines()]
        same = [json.loads(line) for line in before]
        last = max(line["step"] for line in same if line["step"] <= len(unit.fork.moves))
        if unit.fork.arm == "as-it-was":
            shared = [(x["player"], x["step"], x["content"]) for x in same if x["step"] <= last]
            assert [(x["player"], x["step"], x["content"]) for x in after if x["step"] <= last] == shared
        told = [x for x in after if x["content"] == "Gray is Mafia."]
        assert [x["player"] for x in told] == (["Jordan"] if unit.fork.arm == "told" else [])
        first = json.loads((game / "game.jsonl").read_bytes().splitlines()[0])
        assert first["fork_point"] == [1, 6]
        assert (first["intervention"] is None) == (unit.fork.arm == "as-it-was")
        lines = [json.loads(line) for line in (game / "game.jsonl").read_bytes().splitlines()]
        said = [line["response"] for line in lines if line.get("player") == "Casey"]
        assert (said[0] == "VOTE: Gray") == (unit.fork.arm == "said")
        assert "VOTE: Gray" not in said[1:]


def test_replicas_differ_and_come_out_the_same_again(parent: Path, tmp_path: Path) -> None:
    games = []
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        folder = forked(parent, tmp_path / name)
        games.append({g.name: (g / "contexts.jsonl").read_bytes() for g in (folder / "games").iterdir()})
    assert games[0] == games[1]
    assert len({data.replace(name.encode(), b"") for name, data in games[0].items()}) > 3


@pytest.mark.parametrize(
    ("old", "new", "key"),
    [
        ('"seed-1"', '"seed-9"', "game"),
        ("number = 6", "number = 99", "number"),
        ('value = "Gray"', 'value = "Nobody"', "outcome.value"),
        ("Jordan =", "Ghost =", "arms[1].told.Ghost"),
        ('name = "told"', 'name = "said"', "arms[2]"),
        ("replicas = 3", "replicas = 0", "replicas"),
        ("format = 1", "format = 1\ntypo = 2", "typo"),
    ],
)
def test_a_fork_that_cannot_be_is_told(parent: Path, tmp_path: Path, old: str, new: str, key: str) -> None:
    assert old in FORK
    with pytest.raises(InputFileError) as caught:
        forked(parent, tmp_path, FORK.replace(old, new, 1))
    assert key in [fault.key for fault in caught.value.faults]


def test_arms_have_dice_of_their_own(parent: Path, tmp_path: Path) -> None:
    """The test between arms takes their games for independent: with one dice, equal arms are equal games."""
    text = FORK.partition("[[arms]]")[0] + '[[arms]]\nname = "a"\n[[arms]]\nname = "b"\n'
    folder = forked(parent, tmp_path, text)
    events: dict[str, set[str]] = {"a": set(), "b": set()}
    for game in (folder / "games").iterdir():
        lines = [json.loads(line) for line in (game / "contexts.jsonl").read_bytes().splitlines()]
        first = json.loads((game / "game.jsonl").read_bytes().splitlines()[0])
        events[first["arm"]].add(json.dumps([line["content"] for line in lines]))
    assert len(events["a"]) == len(events["b"]) == 3
    assert not events["a"] & events["b"]


def test_what_nobody_could_say_is_told(parent: Path, tmp_path: Path) -> None:
    """Forked at the last message of a game that ends at night, nobody speaks again."""
    (game,) = (parent / "games").iterdir()
    lines = [json.loads(line) for line in (game / "game.jsonl").read_bytes().splitlines()]
    last = [line for line in lines if "msg_seq" in line][-1]
    assert last["kind"].startswith("night_")
    dead = {line.get("victim") or line.get("eliminated") for line in lines}
    name = next(name for name in NAMES if name not in dead)
    text = FORK.partition("[[arms]]")[0].replace("round = 1", f"round = {last['round']}")
    text = text.replace("number = 6", f"number = {last['msg_seq']}")
    text += f'[[arms]]\nname = "a"\n[[arms]]\nname = "b"\nnext = {{ {name} = "VOTE: Gray" }}\n'
    folder = forked(parent, tmp_path, text)
    result, found = fork_result(folder)
    assert found.faults == ()
    assert result.unsaid == {("b", name): 3}
    assert "unsaid" in fork_text(result)


FORGED: list[tuple[Callable[[dict[str, Any]], None], str]] = [
    (_set("moves", []), "no freeze of games"),
    (_set("moves", 0, "player", "Bailey"), r"fork\.moves\[0\]"),
    (lambda fork: fork["moves"].extend([fork["moves"][-1]] * 200), r"fork\.moves\["),
    (_set("number", 7), r"fork\.number"),
    (_set("round", 2), r"fork\.number"),
    (_set("seed", 9), r"fork\.seed"),
    (_set("arms", 1, "name", "said"), r"fork\.arms\[2\]"),
    (_set("arms", 1, "told", {"Ghost": "x"}), r"fork\.arms\[1\]\.told\.Ghost"),
    (_set("outcome", "value", "Ghost"), r"fork\.outcome\.value"),
]


@pytest.mark.parametrize(("change", "key"), FORGED)
def test_an_edited_fork_is_refused(
    parent: Path, tmp_path: Path, change: Callable[[dict[str, Any]], None], key: str
) -> None:
    import rfc8785

    file = tmp_path / "fork.toml"
    file.write_text(FORK, "utf-8")
    path = tmp_path / "freeze.json"
    freeze_fork(parent, file, path)
    content = json.loads(path.read_bytes())
    change(content["fork"])
    path.write_bytes(rfc8785.dumps(content))
    with pytest.raises(InputFileError, match=key):
        load_frozen(path)


def test_a_fork_is_not_forked(parent: Path, tmp_path: Path) -> None:
    folder = forked(parent, tmp_path)
    with pytest.raises(InputFileError, match="a fork itself"):
        freeze_fork(folder, tmp_path / "fork.toml", tmp_path / "again" / "freeze.json")


def test_what_a_fork_can_find_is_in_its_freeze(parent: Path, tmp_path: Path) -> None:
    folder = forked(parent, tmp_path)
    path = folder / "freeze.json"
    content = json.loads(path.read_bytes())
    assert content["fork"]["above"] is None
    import rfc8785

    edited = copy.deepcopy(content)
    edited["fork"]["above"] = 0.6
    path.write_bytes(rfc8785.dumps(edited))
    with pytest.raises(InputFileError, match="does not follow"):
        load_frozen(path)


def test_no_fault_reaches_a_terminal_as_it_is(tmp_path: Path) -> None:
    import subprocess
    import sys

    path = tmp_path / "setup.toml"
    path.write_text('name = "\u202eevil\\u001b[2J\\u2028"', "utf-8")
    arguments = [sys.executable, "-m", "pycheck", "probing", "freeze", str(path), str(tmp_path / "run")]
    ended = subprocess.run(arguments, capture_output=True, text=True, encoding="utf-8", check=False)
    assert ended.returncode == 2
    lines = ended.stderr.split("\n")
    assert all(line.isprintable() for line in lines), lines
    assert any("U+202E" in line for line in lines)
