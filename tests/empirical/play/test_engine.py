"""The engine as a user sees it: games that come out the same, that go on, and that stop where they must."""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from pycheck.empirical.play.engine import play as engine_play
from pycheck.empirical.play.frozen import load_frozen
from pycheck.empirical.play.rescore import rescore
from pycheck.empirical.play.run import Outcome, run
from pycheck.empirical.players import NoReply, Reply, Request
from pycheck.empirical.probing.definitions import Probes, default_probes
from pycheck.empirical.trace import TraceRefused
from pycheck.errors import InputFileError

from .leaks import leaks
from .tables import Echo, frozen_of, scripted_data, setup_data


def play(folder: Path, data: Mapping[str, Any], probes: Probes | None = None, model: Any = None) -> Outcome:
    """The games of a setup in a folder."""
    frozen = frozen_of(folder, dict(data), probes)
    return run(frozen, folder / "freeze.json", folder, lambda family: model or Echo())


def lines_of(folder: Path, name: str) -> list[Any]:
    """A log of a folder's one game."""
    (game,) = (folder / "games").iterdir()
    return [json.loads(line) for line in (game / name).read_bytes().splitlines()]


def test_the_engine_leaks_nothing(tmp_path: Path) -> None:
    assert leaks(tmp_path, rounds=2) == []


def test_games_are_the_same_from_their_seeds(tmp_path: Path) -> None:
    for name in ("one", "other"):
        assert play(tmp_path / name, setup_data(seeds=[3, 4])).missing == 0
    games = [sorted((tmp_path / name / "games").iterdir()) for name in ("one", "other")]
    assert [game.name for game in games[0]] == [game.name for game in games[1]]
    for one, other in zip(*games, strict=True):
        assert (one / "contexts.jsonl").read_bytes() == (other / "contexts.jsonl").read_bytes()
    assert (games[0][0] / "contexts.jsonl").read_bytes() != (games[0][1] / "contexts.jsonl").read_bytes()


def test_every_log_follows_from_the_trace(tmp_path: Path) -> None:
    play(tmp_path, setup_data(rules={"max_rounds": 1}))
    found = rescore(tmp_path)
    assert found.faults == ()
    assert found.missing == ()


@pytest.mark.parametrize("name", ["game.jsonl", "introspection.jsonl", "contexts.jsonl", "trace.jsonl"])
def test_an_edited_file_is_told(name: str, tmp_path: Path) -> None:
    play(tmp_path, scripted_data(rules={"max_rounds": 1}))
    (game,) = (tmp_path / "games").iterdir()
    path = tmp_path / name if name == "trace.jsonl" else game / name
    data = path.read_bytes()
    assert b"things" in data or b"Mafia" in data
    path.write_bytes(data.replace(b"things", b"thongs").replace(b'"Mafia"', b'"Doctor"'))
    assert rescore(tmp_path).faults


def test_an_answer_that_nobody_asked_for_is_told(tmp_path: Path) -> None:
    play(tmp_path, scripted_data(rules={"max_rounds": 1}))
    path = tmp_path / "trace.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    more = json.loads(lines[-1])
    more["key"][1] += 500
    path.write_bytes(b"".join(lines) + json.dumps(more).encode() + b"\n")
    assert any("no game asks for it" in str(fault) for fault in rescore(tmp_path).faults)


def test_a_run_goes_on_where_it_stopped(tmp_path: Path) -> None:
    data = setup_data(
        budgets={"calls": 40, "tokens": 10**8, "wall_s": 3600.0, "may_stop_early": "to see it stop"}
    )
    model = Echo()
    stopped = play(tmp_path, data, model=model)
    assert stopped.stop is not None
    assert stopped.stop.reason == "calls"
    assert len(model.requests) == 40 == stopped.spent.calls
    again = Echo()
    assert play(tmp_path, data, model=again).stop is not None
    assert again.requests == []
    assert rescore(tmp_path).faults == ()


def test_another_freeze_is_refused(tmp_path: Path) -> None:
    play(tmp_path / "run", scripted_data(rules={"max_rounds": 1}))
    other = frozen_of(tmp_path / "other", scripted_data(seeds=[9]))
    with pytest.raises(TraceRefused, match="freeze"):
        run(other, tmp_path / "other" / "freeze.json", tmp_path / "run", lambda family: Echo())


def test_an_edited_freeze_is_refused(tmp_path: Path) -> None:
    frozen_of(tmp_path, scripted_data())
    path = tmp_path / "freeze.json"
    path.write_bytes(path.read_bytes().replace(b"Introduce yourself", b"Reveal your role"))
    with pytest.raises(InputFileError, match="texts"):
        load_frozen(path)


class Failing:
    """A model that gives no answer."""

    def __init__(self, *answers: Reply | NoReply) -> None:
        self.answers = answers
        self.asked = 0

    def ask(self, request: Request) -> Reply | NoReply:
        """The next of its answers, the last for ever."""
        self.asked += 1
        return self.answers[min(self.asked, len(self.answers)) - 1]

    def close(self) -> None:
        """Nothing to let go of."""


@pytest.mark.parametrize(
    ("reply", "status"),
    [
        (NoReply("timeout"), "network_error"),
        (NoReply("not_json", 200), "http_error"),
        (Reply(raw="", model="model-1"), "empty"),
        (Reply(raw=None, refusal="no", model="model-1"), "refused"),
        (Reply(raw="VOTE: Alex", finish_reason="length", model="model-1"), "truncated"),
        (Reply(raw="VOTE: Alex", model="another"), "http_error"),
    ],
)
def test_what_gives_no_answer_plays_on_as_silence(
    reply: Reply | NoReply, status: str, tmp_path: Path
) -> None:
    data = setup_data(rules={"max_rounds": 1})
    assert play(tmp_path, data, model=Failing(reply)).missing == 0
    events = [line for line in lines_of(tmp_path, "game.jsonl") if "status" in line]
    assert {line["status"] for line in events} == {"valid", status}
    votes = next(line["votes"] for line in lines_of(tmp_path, "game.jsonl") if line["kind"] == "vote_tally")
    assert not set(votes) & {"Gray", "Finley"}, "no action is invented"
    assert rescore(tmp_path).faults == ()


def test_a_402_stops_it_and_is_nobody_s_move(tmp_path: Path) -> None:
    outcome = play(tmp_path, setup_data(), model=Failing(NoReply("http_status", 402)))
    assert outcome.stop is not None
    assert outcome.stop.reason == "payment_required"
    assert {asked.family for asked in rescore(tmp_path).contents.asked.values()} <= {None}


def test_the_logs_are_read_without_a_fault(tmp_path: Path) -> None:
    from pycheck.empirical.probing.corpus import measure
    from pycheck.empirical.probing.estimate import Resampling

    play(
        tmp_path, scripted_data(seeds=[1, 2, 3], probing={"retests": ["suspicion_ranking"]}), default_probes()
    )
    report = measure(sorted((tmp_path / "games").iterdir()), Resampling(10, 0), False, 20)
    assert len(report.games) == 3
    assert not any(game.why_not for game in report.games)
    # A script answers in prose now and then, which is what this fault says.
    assert {kind.value for game in report.games for kind in game.faults} <= {"not_parsed"}


@pytest.mark.parametrize(
    ("field", "value"),
    [("family", None), ("model", "model-2"), ("most_tokens", 1), ("seed", 5), ("shown", 0)],
)
def test_an_answer_is_nobody_else_s(field: str, value: Any, tmp_path: Path) -> None:
    play(tmp_path, setup_data(rules={"max_rounds": 1, "introductions": False}))
    path = tmp_path / "trace.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    index = next(n for n, line in enumerate(lines) if b'"family":"far"' in line)
    edited = json.loads(lines[index])
    assert edited[field] != value
    lines[index] = json.dumps(edited | {field: value}).encode() + b"\n"
    path.write_bytes(b"".join(lines))
    assert rescore(tmp_path).faults


def test_a_trace_is_as_its_schema_says(tmp_path: Path) -> None:
    from jsonschema import Draft202012Validator

    from pycheck.empirical.play.record import schema

    path = Path(__file__).parents[3] / "docs" / "schema" / "games-1.json"
    assert json.loads(path.read_text("utf-8")) == schema()
    validator = Draft202012Validator(schema())
    play(tmp_path, setup_data(rules={"max_rounds": 1, "introductions": False}))
    lines = [json.loads(line) for line in (tmp_path / "trace.jsonl").read_bytes().splitlines()]
    for line in lines:
        validator.validate(line)
    assert list(validator.iter_errors(lines[1] | {"more": 1}))
    assert list(validator.iter_errors({key: value for key, value in lines[1].items() if key != "question"}))


def test_a_plan_is_what_a_silent_game_takes(tmp_path: Path) -> None:
    from pycheck.empirical.play.plan import plan_of

    data = setup_data(rules={"max_rounds": 2}, probing={"retests": ["social_map"]})
    frozen = frozen_of(tmp_path, data)
    plan = plan_of(frozen.setup, frozen.probes, frozen.units)
    silent = Failing(Reply(raw="", model="model-1"))
    outcome = play(tmp_path, data, model=silent)
    # Scripts name players, and somebody may die: a game never takes more than its plan.
    assert silent.asked == outcome.spent.calls <= plan.calls // plan.tries
    for player in data["players"]:
        player.pop("family", None)
        player["script"] = "silent"
    play(tmp_path / "silent", data | {"families": []})
    asked = rescore(tmp_path / "silent").contents.asked
    assert len(asked) == sum(plan.asked.values())


def test_a_budget_below_the_plan_is_refused(tmp_path: Path) -> None:
    from pycheck.empirical.freeze import FreezeRefused

    with pytest.raises(FreezeRefused, match=r"budgets\.calls"):
        frozen_of(tmp_path, setup_data(budgets={"calls": 100, "tokens": 10**8, "wall_s": 3600.0}))
    assert not (tmp_path / "freeze.json").exists()


def test_a_plan_is_made_once_for_games_that_begin_alike(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pycheck.empirical.play import plan as module

    played: list[int] = []

    def counting(game: Any, setup: Any, unit: Any, *more: Any) -> Any:
        played.append(unit.seed)
        return engine_play(game, setup, unit, *more)

    monkeypatch.setattr(module, "play", counting)
    one = frozen_of(tmp_path / "one", setup_data(rules={"max_rounds": 1}))
    many = frozen_of(tmp_path / "many", setup_data(rules={"max_rounds": 1}, seeds=list(range(1, 21))))
    assert len(played) == 2
    dealt = frozen_of(tmp_path / "dealt", setup_data(seeds=[1, 2, 3]))
    assert len(played) == 5
    plans = [module.plan_of(f.setup, f.probes, f.units) for f in (one, many, dealt)]
    assert plans[1].calls == 20 * plans[0].calls
    apart = [module.plan_of(dealt.setup, dealt.probes, [unit]).calls for unit in dealt.units]
    assert plans[2].calls == sum(apart)


@pytest.mark.parametrize("steps", [0, 1, 5, 20])
def test_an_interruption_before_anything_is_new_takes_nothing_away(
    steps: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pycheck.empirical.play import run as module

    data = scripted_data(rules={"max_rounds": 1})
    play(tmp_path, data)
    (game,) = (tmp_path / "games").iterdir()
    before = {path.name: path.read_bytes() for path in game.iterdir()}

    def interrupted(*args: Any) -> Any:
        yield from islice(engine_play(*args), steps)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(module, "play", interrupted)
        outcome = play(tmp_path, data)
    assert outcome.stop is not None
    assert outcome.stop.reason == "interrupted"
    assert {path.name: path.read_bytes() for path in game.iterdir()} == before
    assert rescore(tmp_path).faults == ()
    # A log with more in it than there was is no such log.
    (game / "game.jsonl").write_bytes(before["game.jsonl"] + b"{}\n")
    play(tmp_path, data)
    assert (game / "game.jsonl").read_bytes() == before["game.jsonl"]
