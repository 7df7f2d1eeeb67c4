"""``pycheck probing``: what players of a social deduction game report in private, read from its logs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycheck.cli.probing_page import page
from pycheck.cli.probing_power import power
from pycheck.cli.probing_probes import probes
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pycheck.empirical.players import Player
    from pycheck.empirical.protocol import Family

#: Tokens that a local model's prompt and answer may have together in a game: contexts grow.
CONTEXT = 8192


@click.group()
def probing() -> None:
    """Belief probing in social deduction games. What is measured proves nothing."""


@probing.command()
@click.argument(
    "logs", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option("--forks", is_flag=True, help="Measure games, too, that were forked from another one.")
@click.option(
    "--draws", type=click.IntRange(min=0), default=1000, show_default=True, help="Of games, for intervals."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draws.")
@click.option(
    "--faults",
    "keep",
    type=click.IntRange(min=0),
    default=20,
    show_default=True,
    help="List so many faults of each kind; all are counted.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def measure(
    logs: tuple[Path, ...],
    forks: bool,
    draws: int,
    seed: int,
    keep: int,
    form: str,
    output: Path | None,
    quiet: bool,
) -> None:
    """Read the LOGS of games and measure what their players reported: calibration, second order, volatility.

    Each of the LOGS is a folder with a game.jsonl and an introspection.jsonl, or a folder with such folders
    in it. Every fault is named with its file and line, and nothing is repaired in silence. Exit codes: 0
    there is a report, faults or not; 2 there is nothing to read.
    """
    from importlib.util import find_spec

    from pycheck.cli.common import write
    from pycheck.errors import EnvironmentUnusable

    if find_spec("orjson") is None:
        raise EnvironmentUnusable(
            "reading logs needs orjson, not installed here: pip install 'pycheck[empirical]'"
        )
    from pycheck.empirical.probing.as_json import report_json
    from pycheck.empirical.probing.corpus import find_games
    from pycheck.empirical.probing.corpus import measure as measure_games
    from pycheck.empirical.probing.estimate import Resampling
    from pycheck.empirical.probing.show import report_text

    folders = find_games(logs)
    report = measure_games(folders, Resampling(draws, seed), forks, keep, _progress(len(folders), quiet))
    write(report_json(report) if form == "json" else report_text(report), output)


def _progress(games: int, quiet: bool) -> Callable[[int], None]:
    """One line on stderr, written over, where stderr is a terminal."""

    def say(done: int) -> None:
        if not quiet and sys.stderr.isatty():
            click.echo(f"{done} of {games} games", err=True, nl=done == games)
            click.echo("\r", err=True, nl=False)

    return say


probing.add_command(page)
probing.add_command(probes)
probing.add_command(power)


_folder = click.Path(path_type=Path, file_okay=False)


@probing.command()
@click.argument("setup", type=click.Path(path_type=Path, exists=True))
def plan(setup: Path) -> None:
    """Print what the games of a SETUP ask for; exit 2 if that and the budget disagree."""
    from pycheck.empirical.play.plan import budget_faults, plan_of, plan_text, silent_units
    from pycheck.empirical.play.setup_file import read_setup

    made, probes = read_setup(setup)
    counted = plan_of(made, probes, silent_units(made))
    click.echo(plan_text(counted))
    faults = tuple(budget_faults(made, counted))
    for fault in faults:
        click.echo(f"pycheck: {fault}", err=True)
    sys.exit(EXIT_UNUSABLE if faults else EXIT_OK)


@probing.command()
@click.argument("setup", type=click.Path(path_type=Path, exists=True))
@click.argument("folder", type=_folder)
def freeze(setup: Path, folder: Path) -> None:
    """Write a SETUP of games, its probes and its texts to FOLDER/freeze.json, for good; print its digest."""
    from pycheck.empirical.play.frozen import FILE_NAME
    from pycheck.empirical.play.frozen import freeze as write_freeze
    from pycheck.empirical.play.setup_file import read_setup

    made, probes = read_setup(setup)
    path = folder / FILE_NAME
    click.echo(f"{write_freeze(made, probes, path).digest}  {path}")


@probing.command()
@click.argument("folder", type=_folder)
@click.option(
    "--freeze",
    "freeze_file",
    type=click.Path(path_type=Path),
    help="The freeze to play under. Default: the one in FOLDER.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def play(folder: Path, freeze_file: Path | None, quiet: bool) -> None:
    """Play the games of a freeze in FOLDER, or go on with them: nothing is asked twice.

    Exit codes: 0 all games are over, 1 the run stopped before (it says why), 2 it cannot run.
    """
    from pycheck.empirical.play.frozen import FILE_NAME, load_frozen
    from pycheck.empirical.play.run import run
    from pycheck.empirical.play.show import Progress, outcome_text

    source = freeze_file or folder
    frozen = load_frozen(source)
    path = source / FILE_NAME if source.is_dir() else source
    outcome = run(frozen, path, folder, _player, Progress(len(frozen.units), quiet))
    click.echo(outcome_text(outcome))
    sys.exit(EXIT_FALSIFIED if outcome.missing else EXIT_OK)


@probing.command()
@click.argument("folder", type=_folder)
def rescore(folder: Path) -> None:
    """Play the games in FOLDER again from their trace alone; exit 1 if a log says otherwise."""
    from pycheck.empirical.play.rescore import rescore as play_again
    from pycheck.empirical.play.show import replay_text

    found = play_again(folder)
    for fault in found.faults:
        click.echo(f"pycheck: {folder}: {fault}", err=True)
    click.echo(replay_text(found))
    sys.exit(EXIT_FALSIFIED if found.faults else EXIT_OK)


@probing.command()
@click.argument("parent", type=_folder)
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.argument("folder", type=_folder)
def fork(parent: Path, file: Path, folder: Path) -> None:
    """Freeze a fork of a game in the run PARENT, as FILE (TOML) says, to FOLDER/freeze.json.

    Then pycheck probing play FOLDER plays it. What its test can find is said here, before anything is played.
    """
    from pycheck.empirical.play.fork_file import freeze_fork
    from pycheck.empirical.play.fork_result import planned_text
    from pycheck.empirical.play.frozen import FILE_NAME

    path = folder / FILE_NAME
    frozen = freeze_fork(parent, file, path)
    assert frozen.fork is not None
    click.echo(f"{frozen.digest}  {path}")
    click.echo(planned_text(frozen.fork))


@probing.command()
@click.argument("folder", type=_folder)
def forks(folder: Path) -> None:
    """Compare the arms of the fork in FOLDER by the exact test that was planned.

    Exit codes: 0 all its games are that far, 1 some are not, or a log does not follow from the trace.
    """
    from pycheck.empirical.play.fork_result import fork_result, fork_text

    result, found = fork_result(folder)
    for fault in found.faults:
        click.echo(f"pycheck: {folder}: {fault}", err=True)
    click.echo(fork_text(result))
    sys.exit(EXIT_FALSIFIED if found.faults or result.open else EXIT_OK)


def _player(family: Family) -> Player:
    from pycheck.empirical.providers import player_of

    return player_of(family, CONTEXT)
