"""One game read for showing: its steps, its answers, and as many of their texts as there is room for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from pycheck.empirical.probing import answer_text
from pycheck.empirical.probing.answers import MEASURED, Asked, report_of
from pycheck.empirical.probing.beliefs import Answer, Held, Mark, Standing, held, standing
from pycheck.empirical.probing.faults import Kind, LogFault
from pycheck.empirical.probing.game_log import FILE as GAME_FILE
from pycheck.empirical.probing.game_log import Game, read_events
from pycheck.empirical.probing.probe_log import FILE as PROBE_FILE
from pycheck.empirical.probing.probe_log import read_probes
from pycheck.empirical.probing.records import Event, Place, Player, Probe, Setup
from pycheck.empirical.probing.steps import Step, accepted, gone, steps_of

#: So many characters of an answer are kept; an answer asked for in 960 tokens is shorter.
LONGEST = 4000


@dataclass(frozen=True)
class Detail:
    """A game to be shown whole. ``standing`` has, for each measured probe and player, which answer
    stands from which step on; ``gone`` the first step at which a player is dead.

    ``texts_left_out`` counts the answers whose texts there was no room for.
    """

    folder: Path
    game: Game
    players: tuple[Player, ...]
    steps: tuple[Step, ...]
    answers: tuple[Answer, ...]
    gone: Mapping[str, int]
    standing: Mapping[str, list[list[Standing]]]
    held: Mapping[int, tuple[Held, ...]]
    texts_left_out: int


def read_detail(folder: Path, room: int, longest: int = LONGEST) -> Detail:
    """Read a game whose faults are already known, keeping ``room`` characters of answers' texts.

    ``longest`` is how much of each is kept. Raises :class:`OSError` for a log that cannot be read.
    """
    events: list[Event] = []
    game_id, path = "", folder / GAME_FILE
    if path.is_file():
        game_id, events, _ = read_events(path, GAME_FILE)
    game, events = accepted(game_id, events)
    setup = next((event for event in events if isinstance(event, Setup)), None)
    found: list[tuple[Asked, Answer]] = []
    for item in read_probes(folder, PROBE_FILE, game):
        if isinstance(item, LogFault) or not game.roles:
            continue
        raw = item.raw[:longest]
        room -= len(raw)
        found.append(_answer(item, game, raw if room >= 0 else None))
    found.sort(key=lambda one: (one[0].place, one[0].position, one[0].line))
    steps = steps_of(events, {asked.place for asked, _ in found})
    index: dict[Place, int] = {step.place: number for number, step in enumerate(steps)}
    answers = tuple(replace(answer, step=index[asked.place]) for asked, answer in found)
    return Detail(
        folder,
        game,
        setup.players if setup else (),
        steps,
        answers,
        gone(game, steps),
        {probe: standing(answers, probe, tuple(game.roles)) for probe in MEASURED},
        held(answers, game.roles),
        sum(answer.raw is None for answer in answers),
    )


def _answer(probe: Probe, game: Game, raw: str | None) -> tuple[Asked, Answer]:
    """A probe's answer, not yet at its step."""
    living = game.living_at(probe.place)
    asked = Asked(probe.player, probe.place, probe.position, probe.line, living, probe.repeat)
    text = answer_text.read(probe.raw)
    stored, report, marks = probe.parsed, None, []
    if stored is None:
        marks.append(Mark.NOT_PARSED)
    else:
        if text.strict != stored:
            marks.append(Mark.REPAIRED)
        report, problems = report_of(probe.probe, stored, asked, game.roles) or (None, ())
        if report is not None and not report.content:
            marks.append(Mark.WRONG_SHAPE)
        elif any(problem.kind is not Kind.DOUBLED_NAME for problem in problems):
            marks.append(Mark.PARTLY)
    if probe.raw_fallback:
        marks.append(Mark.RAW_QUOTED)
    if probe.repeat:
        marks.append(Mark.RETEST)
    cut = 0 if raw is None else len(probe.raw) - len(raw)
    return asked, Answer(0, probe.player, probe.probe, text.form, tuple(marks), report, raw, cut)
