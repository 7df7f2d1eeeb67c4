"""Steps, standing answers and expectations of a game, against its lines read plainly, and forks by arm."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given

from pycheck.empirical.probing.answers import MEASURED
from pycheck.empirical.probing.beliefs import Mark
from pycheck.empirical.probing.corpus import measure
from pycheck.empirical.probing.detail import Detail, read_detail
from pycheck.empirical.probing.estimate import Resampling
from pycheck.empirical.probing.fork_arms import UNCHANGED, Comparison, Count, comparisons, intervention_of
from pycheck.empirical.probing.reading import Reading
from pycheck.empirical.probing.records import Fork
from pycheck.empirical.probing.second_order import expectations

from . import oracle
from .logs import Log, read, roles_text, scores_text, short_game
from .strategies import games

PLENTY = 10**9


def detailed(log: Log, room: int = PLENTY) -> Detail:
    with TemporaryDirectory() as folder:
        return read_detail(log.write(Path(folder)), room)


def moment(label: str) -> tuple[float, float]:
    round_, _, number = label.partition(":")
    return int(round_), float("inf") if number == "end" else int(number)


def test_a_game_step_by_step() -> None:
    steps = detailed(short_game()).steps
    labels = [step.label for step in steps]
    assert labels == [*(f"0:{k}" for k in range(1, 6)), *(f"1:{k}" for k in range(1, 11)), "1:end"]
    by_label = {step.label: step for step in steps}
    assert (by_label["1:1"].kind, by_label["1:1"].speaker) == ("night_mafia", "Eve")
    assert [one.words for one in by_label["1:1"].happenings] == ["Dora is killed in the night"]
    assert by_label["1:2"].text == "Dora was killed by the Mafia."
    assert [one.kind for one in by_label["1:10"].happenings] == ["vote_tally", "day_eliminate", "game_over"]
    assert by_label["1:10"].happenings[0].words == "votes: Ada → Cole, Ben → Cole, Cole → Ada, Eve → Cole"
    assert (by_label["1:end"].kind, by_label["1:end"].happenings) == ("round_end", ())


@given(games)
def test_the_dead_are_dead_and_what_stands_is_the_latest_answer(log: Log) -> None:
    found = detailed(log)
    assert len(found.answers) == len(log.probes)
    for number, step in enumerate(found.steps):
        now = moment(step.label)
        dead = {name for name, gone in found.gone.items() if gone <= number}
        assert set(log.roles) - dead == oracle.living(log.events, now)
        for probe in MEASURED:
            for seat, name in enumerate(log.roles):
                asked = [p for p in oracle.firsts(log.probes, probe) if p["player_name"] == name]
                before = [p for p in asked if oracle.when(p) <= now]
                stands = [one for one in found.standing[probe][seat] if one.step <= number]
                assert bool(before) == bool(stands)
                if before:
                    last = max(before, key=oracle.when)
                    answer = found.answers[stands[-1].stands]
                    assert answer.raw == last["answer_raw"]
                    assert moment(found.steps[answer.step].label) == oracle.when(last)


def test_an_answer_that_cannot_be_read_leaves_the_one_before_standing() -> None:
    log = short_game()
    del log.probes[-1]
    log.ask(1, -1, "Eve", "suspicion_ranking", "I will not say")
    log.ask(1, -1, "Ben", "role_assessment", '{"Ada": "Mafia"}', position=4)
    found = detailed(log)
    last = len(found.steps) - 1
    (eve,) = [one for one in found.standing["suspicion_ranking"][4] if one.step == last]
    assert found.answers[eve.asked].marks == (Mark.NOT_PARSED, Mark.RAW_QUOTED)
    assert found.steps[found.answers[eve.stands].step].label == "1:10"
    (ben,) = [one for one in found.standing["role_assessment"][1] if one.step == last]
    assert ben.stands == ben.asked
    assert found.answers[ben.stands].marks == (Mark.WRONG_SHAPE,)


def test_repaired_partly_used_and_repeated_answers_are_marked() -> None:
    log = short_game()
    repaired = log.ask(1, -1, "Ada", "suspicion_ranking", scores_text(Ben=3), position=4)
    repaired["answer_raw"] += " That is all."
    log.ask(1, -1, "Ada", "role_assessment", roles_text(Ben=("Mafia", 300), Eve=("Mafia", 3)), position=5)
    marks = [answer.marks for answer in detailed(log).answers[-4:] if answer.observer == "Ada"]
    assert marks[-2:] == [(Mark.REPAIRED, Mark.RETEST), (Mark.PARTLY,)]


@given(games)
def test_expectations_are_those_of_the_measures(log: Log) -> None:
    found = detailed(log)
    shown = Counter(
        (found.answers[number].observer, one.other, one.expected, one.latest.attitude, before)
        for number, all_ in found.held.items()
        if Mark.RETEST not in found.answers[number].marks
        for one in all_
        if one.counted and one.latest is not None
        for before in [one.earlier.attitude if one.earlier else None]
    )
    with TemporaryDirectory() as folder:
        reports = read(log.write(Path(folder)))[0].reports[Reading.STORED]
    assert shown == Counter(map(tuple, expectations(reports.attitudes, reports.roles, log.roles)))


def test_texts_are_kept_while_there_is_room() -> None:
    log = short_game()
    whole = detailed(log)
    lengths = [len(answer.raw or "") for answer in whole.answers]
    some = detailed(log, sum(lengths[:10]))
    assert [answer.raw is None for answer in some.answers] == [k >= 10 for k in range(len(lengths))]
    assert (whole.texts_left_out, some.texts_left_out) == (0, len(lengths) - 10)
    assert some.standing == whole.standing


def fork(
    batch: str, number: int, replica: int, change: Any, gone: str | None, winner: str | None = "Mafia"
) -> Log:
    """A replay from round 1, message ``number`` on; ``gone`` is voted out, "" nobody, ``None``: cut off."""
    log = Log(f"{batch}-{number}-{replica}-{json.dumps(change)[:9]}".replace('"', "").replace("/", ""))
    log.events[0].update(
        forked_from="parent",
        fork_point=[1, number],
        fork_batch_id=batch,
        replica_idx=replica,
        intervention=change,
    )
    log.events[0]["round"] = 1
    log.say("day_vote", 1, "Ada", number + 1)
    if gone is not None:
        log.event("vote_tally", 1, tally={}, votes={"Ada": "Cole"})
        if gone:
            log.event("day_eliminate", 1, eliminated=gone, role=log.roles[gone], votes=1)
        log.event("night_kill", 2, victim="Ben")
    if winner:
        log.event("game_over", 2, winner=winner)
    return log


def compared(folder: Path, *logs: Log) -> tuple[Comparison, ...]:
    folders = [log.write(folder) for log in logs]
    return comparisons(measure(folders, Resampling(draws=0)).games)


def test_forks_by_arm(tmp_path: Path) -> None:
    told = {"arm": "told", "last": None, "told": {"Ada": "Eve lies"}}
    logs = [
        *(
            fork("b", 9, k, told, "Cole" if k < 4 else "Eve", "Villagers" if k == 4 else "Mafia")
            for k in range(5)
        ),
        *(fork("b", 9, k, None, "Cole" if k < 2 else "") for k in range(5)),
        fork("b", 9, 7, None, None, None),
        fork("a", 8, 0, None, "Cole"),
    ]
    (found,) = compared(tmp_path, *logs)
    assert [(arm.number, arm.batch, arm.intervention) for arm in found.arms] == [
        (8, "a", UNCHANGED),
        (9, "b", UNCHANGED),
        (9, "b", '{"arm": "told", "told": {"Ada": "Eve lies"}}'),
    ]
    assert [len(arm.replays) for arm in found.arms] == [1, 6, 5]
    counts = {outcome.name: outcome.counts for outcome in found.outcomes}
    assert counts == {
        "the Mafia wins": (Count(1, 1), Count(5, 5), Count(4, 5)),
        "the first vote after the fork eliminates Cole": (Count(1, 1), Count(2, 5), Count(4, 5)),
        "the first vote after the fork eliminates Eve": (Count(0, 1), Count(0, 5), Count(1, 5)),
    }


def test_a_log_that_ends_with_the_vote_has_no_outcome(tmp_path: Path) -> None:
    log = fork("b", 9, 0, None, "Cole")
    log.events = log.events[:3]
    ((outcome,),) = [found.outcomes for found in compared(tmp_path, log)]
    assert outcome.counts == (Count(0, 0),)


@pytest.mark.parametrize(
    ("given_", "words"),
    [
        (None, UNCHANGED),
        ({}, UNCHANGED),
        ({"told": {}, "last": None}, UNCHANGED),
        ("words", "words"),
        ({"b": 1, "a": ["x"]}, '{"a": ["x"], "b": 1}'),
        (False, "false"),
    ],
)
def test_interventions_in_words(given_: Any, words: str) -> None:
    assert intervention_of(Fork("p", 1, 2, None, None, given_)) == words
