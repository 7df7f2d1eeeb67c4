"""One game read whole: its reports under three readings of the answers, and what the answers' texts were.

Only reports are kept of a probe, neither its question nor its text; so what is in memory is in proportion
to one game, whatever the number of games and the length of the texts.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any, NamedTuple

from pycheck.empirical.probing import answer_text
from pycheck.empirical.probing.answer_text import Form, Text
from pycheck.empirical.probing.answers import (
    Asked,
    AttitudeReport,
    Report,
    RoleReport,
    SuspicionReport,
    report_of,
)
from pycheck.empirical.probing.faults import Kind, LogFault, Problem, shown
from pycheck.empirical.probing.game_log import FILE as GAME_FILE
from pycheck.empirical.probing.game_log import Game, read_game
from pycheck.empirical.probing.probe_log import FILE as PROBE_FILE
from pycheck.empirical.probing.probe_log import read_probes
from pycheck.empirical.probing.records import Probe


class Reading(StrEnum):
    """How an answer becomes JSON: as its log has it, strictly from its text, or leniently."""

    STORED = "stored"
    STRICT = "strict"
    REPAIRED = "repaired"


_PLACES = {reading: place for place, reading in enumerate(Reading)}


@dataclass
class Reports:
    """A game's reports by what they are about, in the order of the log."""

    roles: list[RoleReport] = field(default_factory=list)
    suspicion: list[SuspicionReport] = field(default_factory=list)
    attitudes: list[AttitudeReport] = field(default_factory=list)

    def add(self, report: Report) -> None:
        """Put a report where it belongs."""
        if isinstance(report, RoleReport):
            self.roles.append(report)
        elif isinstance(report, SuspicionReport):
            self.suspicion.append(report)
        else:
            self.attitudes.append(report)


class Outcome(NamedTuple):
    """What became of one answer; ``read`` and ``shaped`` have a truth value for each :class:`Reading`.

    ``read``: the reading has a value. ``shaped``: the value has something of what was asked for.
    ``raw_fallback`` is the log's own mark, ``repeated`` says that it is a retest. ``differs``: the stored
    value is not what the strict reading, or the repairing one, makes of the text.
    """

    probe: str
    form: Form
    read: tuple[bool, bool, bool]
    shaped: tuple[bool, bool, bool]
    raw_fallback: bool
    repeated: bool
    differs: tuple[bool, bool]


@dataclass(frozen=True)
class Answers:
    """What a number of answers were: counts that add up over games.

    ``to_name`` and ``named`` are, by form and over the shaped answers of the repairing reading, how many
    living others were to be named and how many were.
    """

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    to_name: Counter[Form] = field(default_factory=Counter)
    named: Counter[Form] = field(default_factory=Counter)

    def update(self, other: Answers) -> None:
        """Add another game's counts."""
        self.outcomes.update(other.outcomes)
        self.to_name.update(other.to_name)
        self.named.update(other.named)

    def count(self, which: Callable[[Outcome], bool] = lambda outcome: True) -> int:
        """How many answers have a property."""
        return sum(count for outcome, count in self.outcomes.items() if which(outcome))

    def read(self, reading: Reading) -> int:
        """How many a reading has a value of."""
        return self.count(lambda outcome: outcome.read[_PLACES[reading]])

    def shaped(self, reading: Reading) -> int:
        """Of how many a reading has something of what was asked for."""
        return self.count(lambda outcome: outcome.shaped[_PLACES[reading]])

    def with_form(self, form: Form) -> int:
        """How many have a form."""
        return self.count(lambda outcome: outcome.form is form)

    @property
    def probes(self) -> list[str]:
        """The probes that there are answers to."""
        return sorted({outcome.probe for outcome in self.outcomes})

    @property
    def forms(self) -> list[Form]:
        """The forms that answers have."""
        return sorted({outcome.form for outcome in self.outcomes})

    def of(self, probe: str) -> Answers:
        """The answers to one probe, without whom they name."""
        return Answers(Counter({o: count for o, count in self.outcomes.items() if o.probe == probe}))


@dataclass(frozen=True)
class GameReading:
    """A game, its reports under each reading, and what its answers were."""

    folder: Path
    game: Game
    probes: int
    reports: dict[Reading, Reports]
    answers: Answers


def read_folder(folder: Path, fault: Callable[[LogFault], None]) -> GameReading:
    """Read the two logs in ``folder``; every fault is handed to ``fault`` as it is found."""
    game, faults = read_game(folder, str(folder / GAME_FILE))
    for found in faults:
        fault(found)
    answers = Answers()
    reports = {reading: Reports() for reading in Reading}
    file = str(folder / PROBE_FILE)
    probes = 0
    for item in read_probes(folder, file, game):
        if isinstance(item, LogFault):
            fault(item)
            continue
        probes += 1
        text = answer_text.read(item.raw)
        for problem in _take(item, text, game, reports, answers):
            fault(problem.at(file, item.line))
    return GameReading(folder, game, probes, reports, answers)


def _take(
    probe: Probe, text: Text, game: Game, reports: dict[Reading, Reports], answers: Answers
) -> list[Problem]:
    """Add one probe; the problems are those of the answer as it is stored."""
    name, living = probe.probe, game.living_at(probe.place)
    asked = Asked(probe.player, probe.place, probe.position, probe.line, living, probe.repeat)
    stored, strict = probe.parsed, text.strict
    differs = strict != stored
    # The readings mostly agree; where they do, one value stands for all, and is looked at once.
    strict = strict if differs else stored
    repaired = strict if text.repaired is text.strict else text.repaired
    both_differ = differs if repaired is strict else repaired != stored
    problems: list[Problem] = []
    if stored is None:
        what = f"{text.form}: {shown(probe.raw)}" if probe.raw else str(text.form)
        problems.append(Problem(Kind.NOT_PARSED, what, "an answer in JSON"))
    known: list[tuple[Any, Report | None]] = []
    shaped = []
    for into, value in zip(reports.values(), (stored, strict, repaired), strict=True):
        report, wrong = _report(name, value, asked, game, known)
        if value is stored:
            problems += wrong
        if report is not None:
            into.add(report)
        shaped.append(report is not None and bool(report.content))
    if shaped[2] and report is not None:
        answers.to_name[text.form] += len(living) - (probe.player in living)
        answers.named[text.form] += len(living.intersection(report.named) - {probe.player})
    outcome = Outcome(
        name,
        text.form,
        (stored is not None, strict is not None, repaired is not None),
        (shaped[0], shaped[1], shaped[2]),
        bool(probe.raw_fallback),
        probe.repeat > 0,
        (differs, both_differ),
    )
    answers.outcomes[outcome] += 1
    return problems


def _report(
    probe: str, value: Any, asked: Asked, game: Game, known: list[tuple[Any, Report | None]]
) -> tuple[Report | None, tuple[Problem, ...]]:
    """What a value reports; what is ``known`` already is not made again."""
    if value is None or not game.roles:
        return None, ()
    for seen, report in known:
        if seen is value:
            return report, ()
    report, wrong = report_of(probe, value, asked, game.roles) or (None, ())
    known.append((value, report))
    return report, wrong
