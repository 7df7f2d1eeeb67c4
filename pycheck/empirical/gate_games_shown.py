"""What a report shows of games that passed the gate: who played, what was measured from the run's own logs.

The measures are those of :mod:`pycheck.empirical.probing`, with n and intervals over games; what they are
called says whether models answered or scripts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pycheck.empirical.evidence import Mark, Plot, ShownTable
from pycheck.empirical.intervals import wilson
from pycheck.empirical.play.asking import MOVE
from pycheck.empirical.play.fork_result import fork_result, planned_text
from pycheck.empirical.play.frozen import Frozen
from pycheck.empirical.play.rescore import Replay
from pycheck.empirical.play.run import GAMES_FOLDER
from pycheck.empirical.play.units import Unit
from pycheck.empirical.probing.answer_text import Form
from pycheck.empirical.probing.as_json import to_json
from pycheck.empirical.probing.corpus import LABEL, GameSummary, Report, measure
from pycheck.empirical.probing.estimate import Estimate
from pycheck.empirical.probing.fork_arms import comparisons
from pycheck.empirical.probing.fork_test import words
from pycheck.empirical.probing.measures import Row
from pycheck.empirical.probing.reading import Reading
from pycheck.empirical.probing.records import MAFIA
from pycheck.empirical.record import Status
from pycheck.empirical.tables import tables_digest
from pycheck.mechanism import Mechanism

NO_MEASURE = "no measure"
#: What the players of a run are that no model plays for.
SCRIPTED = "scripted players, no models"
#: The measures that come first, by name and what they are split by, and what they are called.
FIRST = (
    ("expected_calibration_error", "all", "calibration error of role guesses"),
    ("brier", "all", "Brier score of role guesses"),
    ("second_order_agreement", "all", "agreement of expected and reported attitudes"),
    ("spotlight_ratio", "all", "expected over reported suspicion"),
    ("volatility", "all", "volatility of suspicion"),
    ("volatility_floor", "weighed by round", "volatility between retests"),
    ("top_switches", "all", "changes of the top suspect"),
    ("vote_coupling", "all, highest_score", "votes for the top suspect"),
)
#: Measures between 0 and 1, which are drawn.
_DRAWN = frozenset(
    {"expected_calibration_error", "brier", "second_order_agreement", "top_switches", "vote_coupling"}
)


def label_of(frozen: Frozen) -> str:
    """What the run is, and what it is not."""
    scripted = sum(player.script is not None for player in frozen.setup.players)
    if scripted == len(frozen.setup.players):
        return LABEL.replace("these models", SCRIPTED + ",")
    also = f"these models and of {scripted} scripted players" if scripted else "these models"
    return LABEL.replace("these models", also)


def content_of(run: Path, replay: Replay, mechanism: Mechanism) -> dict[str, Any]:
    """The content of the evidence, measured again from the logs."""
    frozen = replay.frozen
    folders = [run / GAMES_FOLDER / unit.game_id for unit in frozen.units]
    report = measure(folders, forks=True)
    label = label_of(frozen)
    title = frozen.setup.title.strip()
    return {
        "mechanism": mechanism.name,
        "tables_sha256": tables_digest(mechanism),
        "protocol": frozen.setup.name,
        "title": f"{title} ({SCRIPTED})" if SCRIPTED in label else title,
        "label": label,
        "code": replay.contents.code,
        "turns": len(frozen.units),
        "acts": len(replay.contents.asked),
        "units": ("games", "answers"),
        "deviations": (),
        "data": _data(replay, report, label),
        "tables": tuple(_tables(run, replay, report)),
        "plots": (_plot(report),),
        "results": None,
    }


def _data(replay: Replay, report: Report, label: str) -> dict[str, Any]:
    measured = to_json(report)
    # The rest of it names folders, which are no part of a result.
    kept = {name: measured[name] for name in ("answers", "intervals", "measures")}
    return kept | {
        "label": label,
        "players": [dict(zip(_PLAYERS, row, strict=True)) for row in _players(replay.frozen)],
        "games": [
            {"game_id": game.game_id, "game": unit.name, "winner": game.winner, "probes": game.probes}
            for unit, game in zip(replay.frozen.units, report.games, strict=True)
        ],
        "faults": measured["faults"]["counts"],
        "statuses": {
            what: {status.value: n for status, n in sorted(counts.items())}
            for what, counts in _statuses(replay).items()
        },
        "stops": [{"reason": stop.reason, "message": stop.message} for stop in replay.contents.stops],
    }


def _tables(run: Path, replay: Replay, report: Report) -> Iterator[ShownTable]:
    label = label_of(replay.frozen)
    yield ShownTable("What was measured", ("measure", "as stored", "rests on"), tuple(_first(report)), label)
    yield ShownTable("Who answered", _PLAYERS, tuple(_players(replay.frozen)))
    yield _games(replay, report)
    if replay.frozen.fork is not None:
        yield _planned(run)
        yield from _arms(report)
    yield _answers(report)
    yield _asked(replay)
    rows = tuple((stop.reason, stop.message) for stop in replay.contents.stops)
    note = "" if rows else "The run was never stopped."
    yield ShownTable("Stops before the end", ("why", "as it was said"), rows, note)
    yield _every_measure(report)


def _rows(report: Report, reading: Reading) -> dict[tuple[str, str], Row]:
    return {(row.measure, row.split): row for row in report.measured[reading].rows}


def _first(report: Report) -> Iterator[tuple[str, str, str]]:
    stored = _rows(report, Reading.STORED)
    for measure_, split, name in FIRST:
        row = stored.get((measure_, split))
        found = row.estimate if row else Estimate(None, 0, 0)
        interval = "no interval of fewer than two games" if found.low is None else "interval over games"
        yield name, _value(found), f"n = {found.n:,} in {found.games:,} games; {interval}"
    over = [game for game in report.games if game.winner is not None]
    wins = sum(game.winner == MAFIA for game in over)
    found_ = wilson(wins, len(over))
    ends = f" [{found_.low:.3f}, {found_.high:.3f}]" if found_ else ""
    shown = f"{wins / len(over):.3f}{ends}" if over else NO_MEASURE
    yield "games won by the Mafia", shown, f"n = {len(over):,} games with a winner; Wilson's interval"


def _value(found: Estimate) -> str:
    if found.value is None:
        return NO_MEASURE
    ends = "" if found.low is None or found.high is None else f" [{found.low:.3f}, {found.high:.3f}]"
    return f"{found.value:.3f}{ends}"


_PLAYERS = ("player", "answers", "language")


def _players(frozen: Frozen) -> Iterator[tuple[str, str, str]]:
    """Who answers for whom. Where roles are dealt anew, a line is whoever is dealt it."""
    families = {family.name: family for family in frozen.setup.families}
    for number, player in enumerate(frozen.setup.players, start=1):
        dealt = frozen.setup.rules.deal == "seeded"
        who = f"{number}, {player.role}" if dealt else f"{player.name}, {player.role}"
        answers = families[player.family].model if player.family else f"script {player.script}, no model"
        yield who, answers, player.language or frozen.setup.language


def _games(replay: Replay, report: Report) -> ShownTable:
    moves = Counter(key.game for key in replay.contents.asked if key.what == MOVE)
    rows = tuple(
        (_name(unit), game.winner or "nobody", str(moves[unit.name]), str(game.probes), _faults(game))
        for unit, game in zip(replay.frozen.units, report.games, strict=True)
    )
    columns = ("game", "won by", "moves", "probes", "faults in its answers")
    return ShownTable("Games", columns, rows, "Every game of the plan, each over.")


def _name(unit: Unit) -> str:
    return f"{unit.name} (arm {unit.fork.arm})" if unit.fork else unit.name


def _faults(game: GameSummary) -> str:
    return ", ".join(f"{n} {kind.value}" for kind, n in sorted(game.faults.items())) or "none"


def _planned(run: Path) -> ShownTable:
    """The outcome that the fork was planned for, with the exact test and what it could have found."""
    result, _ = fork_result(run)
    rows = []
    for arm in result.test.arms:
        ends = wilson(arm.count, arm.n)
        interval = f"[{ends.low:.3f}, {ends.high:.3f}]" if ends else "–"
        rate = NO_MEASURE if arm.rate is None else f"{arm.rate:.3f}"
        rows.append((arm.name, f"{arm.count} of {arm.n}", rate, interval))
    outcome = result.plan.outcome
    caption = f"The planned comparison: {outcome.kind} {outcome.value}"
    note = f"{words(result.test, result.plan.alpha)}; {planned_text(result.plan)}."
    return ShownTable(caption, ("arm", "games", "rate", "Wilson's interval"), tuple(rows), note)


def _arms(report: Report) -> Iterator[ShownTable]:
    """Each outcome in each arm of a fork."""
    for comparison in comparisons(report.games):
        rows = []
        for outcome in comparison.outcomes:
            for arm, (found, n) in zip(comparison.arms, outcome.counts, strict=True):
                ends = wilson(found, n)
                interval = f"[{ends.low:.3f}, {ends.high:.3f}]" if ends else "–"
                rate = f"{found / n:.3f}" if n else NO_MEASURE
                rows.append((outcome.name, arm.intervention, f"{found} of {n}", rate, interval))
        columns = ("outcome", "arm", "replays", "rate", "Wilson's interval")
        caption = f"Forks of {comparison.parent} in round {comparison.round}"
        yield ShownTable(caption, columns, tuple(rows), "Every arm has all of its replays.")


def _answers(report: Report) -> ShownTable:
    answers = report.answers
    rows = []
    for probe in answers.probes:
        own = answers.of(probe)
        counts = (
            own.count(),
            *(own.read(reading) for reading in Reading),
            own.with_form(Form.TRUNCATED),
            own.count(lambda outcome: outcome.differs[0]),
            own.count(lambda outcome: outcome.raw_fallback),
            own.count(lambda outcome: outcome.repeated),
        )
        rows.append((probe, *(f"{count:,}" for count in counts)))
    columns = ("probe", "asked", *(f"{reading.value} value" for reading in Reading))
    note = "Repaired are answers whose stored value is not the strict one. Later questions quote raw texts."
    more = ("cut off in JSON", "repaired", "quoted raw", "retests")
    return ShownTable("Answers in private", (*columns, *more), tuple(rows), note)


def _statuses(replay: Replay) -> dict[str, Counter[Status]]:
    found: dict[str, Counter[Status]] = {}
    for key, asked in replay.contents.asked.items():
        found.setdefault(key.what, Counter())[asked.attempt.status] += 1
    return dict(sorted(found.items(), key=lambda item: (item[0] != MOVE, item[0])))


def _asked(replay: Replay) -> ShownTable:
    statuses = [status for status in Status if status not in (Status.INVALID, Status.NOT_ASKED)]
    rows = tuple(
        (what, *(f"{counts[status]:,}" for status in statuses)) for what, counts in _statuses(replay).items()
    )
    columns = ("asked for", *(status.value.replace("_", " ") for status in statuses))
    return ShownTable("What became of every question", columns, rows)


def _every_measure(report: Report) -> ShownTable:
    by_reading = {reading: _rows(report, reading) for reading in Reading}
    rows = []
    for key in dict.fromkeys(key for found in by_reading.values() for key in found):
        found = [by_reading[reading][key].estimate for reading in Reading if key in by_reading[reading]]
        rows.append((" of ".join(key), *(f"{_value(one)}, n = {one.n:,}" for one in found)))
    draws = report.resampling
    note = f"{draws.confidence:.0%} intervals: bootstrap over games, {draws.draws} draws, seed {draws.seed}."
    return ShownTable("Every measure", ("measure", *(r.value for r in Reading)), tuple(rows), note)


def _plot(report: Report) -> Plot:
    marks = []
    for measure_, split, name in FIRST:
        for reading in Reading if measure_ in _DRAWN else ():
            row = _rows(report, reading).get((measure_, split))
            if row is not None:
                found = row.estimate
                marks.append(Mark(name, reading.value, found.value, found.low, found.high, found.n))
    return Plot("Measures under each reading of the answers", "rate", "", tuple(marks))
