"""``pycheck probing``: what players of a social deduction game report in private, read from its logs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycheck.cli.probing_page import page

if TYPE_CHECKING:
    from collections.abc import Callable


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
