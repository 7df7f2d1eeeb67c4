"""Many games measured together, one after the other: of each, counts and cells stay in memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pycheck.empirical.probing import measures
from pycheck.empirical.probing.calibration import Bin
from pycheck.empirical.probing.estimate import Resampling
from pycheck.empirical.probing.faults import FaultTally, Kind, LogFault, shown
from pycheck.empirical.probing.game_log import FILE as GAME_FILE
from pycheck.empirical.probing.measures import Cells, Row
from pycheck.empirical.probing.probe_log import FILE as PROBE_FILE
from pycheck.empirical.probing.reading import Answers, GameReading, Reading, read_folder
from pycheck.empirical.probing.records import Fork
from pycheck.errors import PycheckError

#: What every figure here is called, wherever it is shown.
LABEL = "empirical: operational reports of these models in these games; proves nothing"


@dataclass(frozen=True)
class GameSummary:
    """A game that was read. ``why_not`` says why it is in no measure; empty if it is."""

    folder: str
    game_id: str
    probes: int
    players: int
    winner: str | None
    fork: Fork | None
    faults: Mapping[Kind, int]
    why_not: str


@dataclass(frozen=True)
class Measured:
    """The measures under one reading of the answers."""

    rows: tuple[Row, ...]
    bins: tuple[Bin, ...]


@dataclass(frozen=True)
class Report:
    """What logs amount to. ``answers`` are those of the games that are measured."""

    games: tuple[GameSummary, ...]
    fault_counts: Mapping[Kind, int]
    faults: tuple[LogFault, ...]
    faults_left_off: int
    answers: Answers
    measured: Mapping[Reading, Measured]
    resampling: Resampling

    @property
    def label(self) -> str:
        """What it is, and what it is not."""
        return LABEL


def find_games(paths: Sequence[Path]) -> list[Path]:
    """The games' folders: each path that has a log, or the folders with one in it, by name.

    Raises :class:`PycheckError` for a path that leads to none.
    """
    found: list[Path] = []
    for path in paths:
        games = [path] if _is_game(path) else []
        if not games and path.is_dir():
            games = sorted(inside for inside in path.iterdir() if _is_game(inside))
        if not games:
            raise PycheckError(
                f"{path}: found no game; expected a folder with {GAME_FILE} and {PROBE_FILE}, or one with "
                "such folders in it"
            )
        found += games
    return list(dict.fromkeys(found))


def _is_game(path: Path) -> bool:
    return (path / GAME_FILE).is_file() or (path / PROBE_FILE).is_file()


def measure(
    folders: Sequence[Path],
    resampling: Resampling | None = None,
    forks: bool = False,
    keep_faults: int = 20,
    tick: Callable[[int], None] = lambda done: None,
) -> Report:
    """Read and measure the games in ``folders``; of each kind of fault the first ``keep_faults`` are kept.

    Forked games are read and measured only where ``forks`` is set: they share their beginning with a parent.
    ``tick`` is told how many folders were read. Raises :class:`OSError` for a log that cannot be read.
    """
    tally = FaultTally(keep_faults)
    answers = Answers()
    games: list[GameSummary] = []
    cells: dict[Reading, list[Cells]] = {reading: [] for reading in Reading}
    folder_of: dict[str, str] = {}
    for done, folder in enumerate(folders, start=1):
        own: Counter[Kind] = Counter()

        def fault(found: LogFault, own: Counter[Kind] = own) -> None:
            own[found.kind] += 1
            tally.add(found)

        read = read_folder(folder, fault)
        name = read.game.game_id
        why_not = _why_not(read, forks)
        if name and name in folder_of:
            found = f"the game {shown(name)} of {folder_of[name]} again"
            fault(LogFault(str(folder), 0, Kind.SAME_GAME, found, "another game"))
            why_not = "the same game is in another folder"
        folder_of.setdefault(name, str(folder))
        if not why_not:
            answers.update(read.answers)
            for reading, its in _cells(read).items():
                cells[reading].append(its)
        players = len(read.game.roles)
        games.append(
            GameSummary(
                str(folder), name, read.probes, players, read.game.winner, read.game.fork, own, why_not
            )
        )
        tick(done)
    resampling = resampling or Resampling()
    measured = {
        reading: Measured(measures.rows_of(found, resampling), measures.bins_of(found))
        for reading, found in cells.items()
    }
    return Report(tuple(games), tally.counts, tally.kept(), tally.left_off, answers, measured, resampling)


def _cells(read: GameReading) -> dict[Reading, Cells]:
    """A game's cells under each reading; where two readings have the same reports, they are computed once."""
    found: dict[Reading, Cells] = {}
    for reading, reports in read.reports.items():
        same = next((r for r in found if read.reports[r] == reports), None)
        found[reading] = found[same] if same else measures.cells_of(read.game, reports)
    return found


def _why_not(read: GameReading, forks: bool) -> str:
    if not read.game.roles:
        return "roles are not known"
    if read.game.feedback:
        return "probes' answers reached the game"
    if read.game.fork and not forks:
        return "forked from another game"
    return "" if read.probes else "no probe could be read"
