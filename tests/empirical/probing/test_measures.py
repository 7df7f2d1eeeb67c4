"""Every measure against a naive one, and what must not change it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pycheck.empirical.probing.corpus import Report
from pycheck.empirical.probing.reading import Reading

from . import oracle
from .logs import Log, attitudes_text, measured, roles_text, scores_text, short_game, value
from .strategies import games, random_game

FEW = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
SIDES = ("all", "innocent", "mafia")


def report_of(log: Log, tmp: pytest.TempPathFactory) -> Report:
    report = measured(log.write(tmp.mktemp("log")))
    assert report.fault_counts == {}
    return report


def mean(values: list[Any]) -> float | None:
    return sum(values) / len(values) if values else None


def same(found: float | None, expected: float | None) -> bool:
    return found == expected if found is None or expected is None else found == pytest.approx(expected)


@FEW
@given(games)
def test_against_naive_measures(tmp_path_factory: pytest.TempPathFactory, log: Log) -> None:
    report = report_of(log, tmp_path_factory)
    events, probes = log.events, log.probes

    def check(measure: str, split: str, expected: float | None, n: int | None = None) -> None:
        found = value(report, measure, split)
        assert same(found.value, expected), (measure, split)
        assert n is None or found.n == n, (measure, split)

    pairs = oracle.calibration_pairs(events, probes)
    check("expected_calibration_error", "all", oracle.calibration_error(pairs), len(pairs))
    check("brier", "all", oracle.brier(pairs), len(pairs))
    for row in report.measured[Reading.STORED].rows:
        if row.measure in ("accuracy", "unknown", "recall", "recall_by_chance"):
            expected = oracle.first_order(events, probes, int(row.split.removeprefix("round ")))
            check(row.measure, row.split, expected[row.measure])
        if row.measure == "crowd_recall":
            check(row.measure, row.split, oracle.crowd_recall(events, probes, int(row.split[6:])))
    for side in SIDES:
        for order, published in ((side, False), (f"{side}, published order", True)):
            distances, switches = oracle.consecutive(events, probes, published, side)
            check("volatility", order, mean(distances), len(distances))
            check("top_switches", order, mean(switches), len(switches))
        for order, published, step in (
            (side, False, True),
            (f"{side}, published order", True, True),
            (f"{side}, earlier steps", False, False),
        ):
            found = oracle.second_order(events, probes, published, side, step)
            check("second_order_agreement", order, mean([e == r for e, r in found]), len(found))
            reported = [r for _, r in found].count("suspects")
            expected_ones = [e for e, _ in found].count("suspects")
            check("spotlight_ratio", order, expected_ones / reported if reported else None)
            most = max(([r for _, r in found].count(a) for _, a in found), default=0)
            check("second_order_majority", order, most / len(found) if found else None)
        for top, first in (("highest_score", False), ("first_listed", True)):
            votes = oracle.coupling(events, probes, first, side)
            check("vote_coupling", f"{side}, {top}", mean(votes), len(votes))


@FEW
@given(games)
def test_the_floor_against_a_naive_one(tmp_path_factory: pytest.TempPathFactory, log: Log) -> None:
    report = report_of(log, tmp_path_factory)
    for row in report.measured[Reading.STORED].rows:
        if row.measure == "volatility_floor" and row.split.startswith("round"):
            of_round = [p for p in log.probes if p["round"] == int(row.split[6:])]
            apart = [d for d, _ in oracle.retests(log.events, of_round) if d is not None]
            assert same(row.estimate.value, mean(apart))
            assert row.estimate.n == len(apart)


def renamed(lines: list[dict[str, Any]], names: dict[str, str]) -> list[dict[str, Any]]:
    text = json.dumps(lines)
    for old in names:
        text = text.replace(old, f"<{old}>")
    for old, new in names.items():
        text = text.replace(f"<{old}>", new)
    found: list[dict[str, Any]] = json.loads(text)
    return found


@FEW
@given(games, st.randoms(use_true_random=False))
def test_names_do_not_matter(tmp_path_factory: pytest.TempPathFactory, log: Log, chance: Any) -> None:
    """The players' names are permuted: every figure stays the same, to the last bit."""
    before = report_of(log, tmp_path_factory)
    old = list(log.roles)
    names = dict(zip(old, chance.sample(old, len(old)), strict=True))
    log.events, log.probes = renamed(log.events, names), renamed(log.probes, names)
    assert report_of(log, tmp_path_factory).measured == before.measured


@FEW
@given(games, st.randoms(use_true_random=False))
def test_the_order_of_the_lines_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, log: Log, chance: Any
) -> None:
    """Round and number say when a probe was; retests aside, whose first answer the lines tell."""
    log.probes = [probe for probe in log.probes if probe["probe_seq"] < 10]
    before = report_of(log, tmp_path_factory)
    chance.shuffle(log.probes)
    assert measured(log.write(tmp_path_factory.mktemp("shuffled"))).measured == before.measured


@FEW
@given(st.lists(st.integers(0, 10**6), min_size=2, max_size=4, unique=True), st.data())
def test_the_order_of_the_games_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, seeds: list[int], data: st.DataObject
) -> None:
    folders = [random_game(s, f"g{s}").write(tmp_path_factory.mktemp("games")) for s in seeds]
    one, two = measured(*folders), measured(*data.draw(st.permutations(folders)))
    for row in one.measured[Reading.STORED].rows:
        other = value(two, row.measure, row.split)
        assert (other.value, other.n, other.games) == (row.estimate.value, row.estimate.n, row.estimate.games)


@FEW
@given(games, st.sampled_from([2, 0.5, 1024]))
def test_the_unit_of_scores_does_not_matter(
    tmp_path_factory: pytest.TempPathFactory, log: Log, unit: float
) -> None:
    before = report_of(log, tmp_path_factory)
    for probe in log.probes:
        if probe["probe_id"] == "suspicion_ranking":
            for item in probe["answer_parsed"]:
                item["score"] *= unit
            probe["answer_raw"] = json.dumps(probe["answer_parsed"])
    assert report_of(log, tmp_path_factory).measured == before.measured


def test_two_halves_of_a_corpus_add_up(tmp_path: Path) -> None:
    folders = [random_game(seed, f"g{seed}").write(tmp_path) for seed in range(6)]
    whole, one, two = measured(*folders), measured(*folders[:3]), measured(*folders[3:])
    for measure in ("brier", "volatility", "second_order_agreement"):
        parts = [value(part, measure) for part in (one, two)]
        pooled = sum((p.value or 0) * p.n for p in parts) / sum(p.n for p in parts)
        assert value(whole, measure).value == pytest.approx(pooled)
        assert value(whole, measure).n == sum(p.n for p in parts)
        assert value(whole, measure).games == 6


# Mutations: a change that a measure is about moves it, and one that it is not about does not.


def changed(tmp_path: Path, change: Any) -> tuple[Report, Report]:
    log = short_game()
    before = measured(log.write(tmp_path / "before"))
    change(log)
    return before, measured(log.write(tmp_path / "after"))


def moved(before: Report, after: Report) -> set[str]:
    return {
        row.measure
        for row in before.measured[Reading.STORED].rows
        if value(after, row.measure, row.split) != row.estimate
    }


def answer(log: Log, probe: str, player: str, text: str, nth: int = -1) -> None:
    line = [p for p in log.probes if p["probe_id"] == probe and p["player_name"] == player][nth]
    line |= {"answer_raw": text, "answer_parsed": json.loads(text)}


@pytest.mark.parametrize(
    ("player", "text", "expected"),
    [
        # An innocent's guess, right or sure: calibration; and what others are held against.
        ("Ada", roles_text(Ben=("Doctor", 99)), {"expected_calibration_error", "brier", "accuracy"}),
        # The Mafia knows the roles: its guesses are in no calibration, but it is somebody's "other".
        ("Eve", roles_text(Ada=("Mafia", 99)), {"second_order_agreement", "spotlight_ratio"}),
        # About oneself, "Unknown", and without an attitude in it.
        ("Ada", roles_text(Ada=("Mafia", 0)), set()),
    ],
)  # fmt: skip
def test_a_changed_guess(tmp_path: Path, player: str, text: str, expected: set[str]) -> None:
    before, after = changed(tmp_path, lambda log: answer(log, "role_assessment", player, text))
    found = moved(before, after)
    assert expected <= found
    if player == "Eve":
        assert not found & {"expected_calibration_error", "brier", "accuracy", "recall"}
    assert not found & {"volatility", "top_switches", "vote_coupling"}


def test_unknown_is_in_no_calibration(tmp_path: Path) -> None:
    def change(log: Log, role: str) -> None:
        for player in ("Ada", "Ben", "Cole"):
            for nth in range(4):
                text = roles_text(Eve=("Unknown", 90), Ada=(role, 10 * nth))
                answer(log, "role_assessment", player, text, nth)

    before, after = changed(tmp_path, lambda log: change(log, "Unknown"))
    assert value(before, "brier").n == 36
    assert (value(after, "brier").n, value(after, "brier").value) == (0, None)
    assert value(after, "unknown", "round 1").value == 1


def test_pairs_within_the_mafia_are_left_out(tmp_path: Path) -> None:
    log = Log("g", {"Ada": "Villager", "Eve": "Mafia", "Finn": "Mafia"})
    log.say("intro", 0, "Ada", 1)
    for player in log.roles:
        others = [name for name in log.roles if name != player]
        log.ask(0, 1, player, "role_assessment", roles_text(**dict.fromkeys(others, ("Mafia", 90.0))))
        log.ask(0, 1, player, "social_map", attitudes_text(**dict.fromkeys(others, "suspects")))
    log.event("game_over", 0, winner="Mafia")
    report = measured(log.write(tmp_path))
    assert value(report, "second_order_agreement", "mafia").n == 2
    assert value(report, "second_order_agreement", "innocent").n == 2


@pytest.mark.parametrize(("confidence", "agrees"), [(49.9, 0), (50, 1), (100, 1)])
def test_a_guess_is_an_attitude_from_fifty_percent(tmp_path: Path, confidence: float, agrees: int) -> None:
    log = Log("g", {"Ada": "Villager", "Eve": "Mafia"})
    log.say("intro", 0, "Ada", 1)
    log.ask(0, 1, "Ada", "social_map", attitudes_text(Eve="suspects"))
    log.ask(0, 1, "Eve", "role_assessment", roles_text(Ada=("Mafia", confidence)))
    report = measured(log.write(tmp_path))
    assert value(report, "second_order_agreement").value == agrees
    assert value(report, "second_order_agreement", "all, earlier steps").n == 0
    assert value(report, "spotlight_ratio").value == (1 if agrees else None)


@pytest.mark.parametrize(("confidence", "place"), [(0, 0), (19.99, 0), (20, 1), (79, 3), (80, 4), (100, 4)])
def test_where_a_confidence_is_binned(tmp_path: Path, confidence: float, place: int) -> None:
    log = Log("g", {"Ada": "Villager", "Eve": "Mafia"})
    log.say("intro", 0, "Ada", 1)
    log.ask(0, 1, "Ada", "role_assessment", roles_text(Eve=("Mafia", confidence)))
    bins = measured(log.write(tmp_path)).measured[Reading.STORED].bins
    assert [one.n for one in bins] == [int(k == place) for k in range(5)]


def test_the_order_of_rounds_ends(tmp_path: Path) -> None:
    """Ada suspects Ben, then Cole, at the end Ben again: one order sees it move twice, the other once."""
    log = Log("g", {"Ada": "Villager", "Ben": "Villager", "Cole": "Mafia"})
    for number in (1, 2):
        log.say("intro", 0, "Ada", number)
    log.ask(0, 1, "Ada", "suspicion_ranking", scores_text(Ben=1, Cole=0))
    log.ask(0, 2, "Ada", "suspicion_ranking", scores_text(Ben=0, Cole=1))
    log.ask(0, -1, "Ada", "suspicion_ranking", scores_text(Ben=1, Cole=0))
    report = measured(log.write(tmp_path))
    assert value(report, "volatility").value == 2
    assert value(report, "volatility", "all, published order").value == 1
    assert value(report, "top_switches").value == 1
    assert value(report, "top_switches", "all, published order").value == 0.5


def test_a_death_moves_nothing_by_itself(tmp_path: Path) -> None:
    log = Log("g", {"Ada": "Villager", "Ben": "Villager", "Cole": "Villager", "Eve": "Mafia"})
    log.say("intro", 0, "Ada", 1)
    log.ask(0, 1, "Ada", "suspicion_ranking", scores_text(Ben=6, Cole=3, Eve=1))
    log.event("night_kill", 0, victim="Ben")
    log.say("day_discuss", 0, "Ada", 2)
    log.ask(0, 2, "Ada", "suspicion_ranking", scores_text(Ben=9, Cole=3, Eve=1))
    report = measured(log.write(tmp_path))
    assert value(report, "volatility").value == pytest.approx(0)
    assert value(report, "volatility").n == 1
    assert value(report, "top_switches").n == 0


def test_the_last_ranking_before_the_own_vote_counts(tmp_path: Path) -> None:
    log = short_game()
    assert value(measured(log.write(tmp_path / "1")), "vote_coupling", "all, highest_score").value == 0.75
    # After its own vote, before it, and before it without a shape.
    for folder, number, scores, expected, n in (
        ("2", 7, scores_text(Eve=9), 0.75, 4),
        ("3", 2, scores_text(Eve=9), 0.5, 4),
        ("4", 2, '{"players": []}', 2 / 3, 3),
    ):
        other = short_game()
        (line,) = [
            p
            for p in other.probes
            if p["player_name"] == "Ada"
            and p["round"] == 1
            and p["public_msg_seq"] == number
            and p["probe_id"] == "suspicion_ranking"
        ]
        line |= {"answer_raw": scores, "answer_parsed": json.loads(scores)}
        found = value(measured(other.write(tmp_path / folder)), "vote_coupling", "all, highest_score")
        assert found.value == pytest.approx(expected)
        assert found.n == n


def test_a_floor_needs_every_round_that_moves(tmp_path: Path) -> None:
    log = Log("g", {"Ada": "Villager", "Ben": "Villager", "Cole": "Mafia"})
    for round_ in (0, 1):
        for number in (1, 2):
            log.say("day_discuss", round_, "Ada", number)
            log.ask(round_, number, "Ada", "suspicion_ranking", scores_text(Ben=1, Cole=1))
        if round_ == 0:
            log.ask(0, 2, "Ada", "suspicion_ranking", scores_text(Ben=1, Cole=0), 7)
    report = measured(log.write(tmp_path / "1"))
    assert value(report, "volatility_floor", "round 0").value == 1
    assert value(report, "volatility_floor", "weighed by round").value is None
    # Of the three moves one is of round 0, where the floor is 1, and two of round 1, where it is 0.5.
    log.ask(1, 2, "Ada", "suspicion_ranking", scores_text(Ben=3, Cole=1), 7)
    report = measured(log.write(tmp_path / "2"))
    assert value(report, "volatility_floor", "weighed by round").value == pytest.approx((1 + 2 * 0.5) / 3)
    assert value(report, "volatility").value == 0


def test_repairing_keeps_whoever_is_named_first(tmp_path: Path) -> None:
    """Cut off behind the first entry, every answer is still read, and names one player of three."""
    log = short_game()
    whole = measured(log.write(tmp_path / "whole"))
    for probe in log.probes:
        if probe["probe_id"] == "role_assessment":
            cut = probe["answer_raw"].index("}") + 5
            probe |= {
                "answer_raw": probe["answer_raw"][:cut],
                "answer_parsed": None,
                "answer_parse_ok": False,
            }
            probe["chain_used_raw_fallback"] = True
    report = measured(log.write(tmp_path / "cut"))
    assert value(report, "brier").n == 0
    assert value(report, "brier", reading=Reading.STRICT).n == 0
    assert value(report, "brier", reading=Reading.REPAIRED).n == 12
    assert value(whole, "brier", reading=Reading.REPAIRED).n == 36
    (form,) = [form for form in report.answers.to_name if form.value == "truncated"]
    assert (report.answers.named[form], report.answers.to_name[form]) == (16, 48)
