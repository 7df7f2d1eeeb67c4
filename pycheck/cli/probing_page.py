"""``pycheck probing page``: logs of belief probing as one page."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pycheck.empirical.probing.corpus import GameSummary


@click.command()
@click.argument(
    "logs", nargs=-1, required=True, type=click.Path(path_type=Path, exists=True, file_okay=False)
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@click.option(
    "--game",
    "wanted",
    multiple=True,
    metavar="GAME",
    help="Show this one step by step, and not the first ones: its folder's name or its id.",
)
@click.option(
    "--room",
    type=click.FloatRange(min=0, max=1000),
    default=8.0,
    show_default=True,
    help="MB for the games that are shown step by step.",
)
@click.option("--forks", is_flag=True, help="Measure games, too, that were forked from another one.")
@click.option(
    "--draws", type=click.IntRange(min=0), default=1000, show_default=True, help="Of games, for intervals."
)
@click.option("--seed", type=int, default=0, show_default=True, help="Of the draws.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def page(
    logs: tuple[Path, ...],
    output: Path | None,
    wanted: tuple[str, ...],
    room: float,
    forks: bool,
    draws: int,
    seed: int,
    quiet: bool,
) -> None:
    """Make one page of the LOGS of games: what was said, and what players reported in private, step by step.

    The page is one file that fetches nothing. Of every game there is a row, and each counts in the figures;
    as many as there is room for are shown step by step. Exit codes: 0 there is a page; 2 there is nothing to
    read.
    """
    from importlib.util import find_spec

    from pycheck.cli.common import write
    from pycheck.errors import EnvironmentUnusable

    if find_spec("orjson") is None:
        raise EnvironmentUnusable(
            "reading logs needs orjson, not installed here: pip install 'pycheck[empirical]'"
        )
    from pycheck.empirical.probing.corpus import find_games, measure
    from pycheck.empirical.probing.detail import read_detail
    from pycheck.empirical.probing.estimate import Resampling
    from pycheck.empirical.probing.fork_arms import comparisons
    from pycheck.report.probing_page import probing_page

    folders = find_games(logs)

    def say(done: int) -> None:
        if not quiet and sys.stderr.isatty():
            click.echo(f"{done} of {len(folders)} games", err=True, nl=done == len(folders))
            click.echo("\r", err=True, nl=False)

    report = measure(folders, Resampling(draws, seed), forks, tick=say)
    places = _places(report.games, wanted)
    write(probing_page(report, comparisons(report.games), read_detail, places, int(room * 1e6)), output)


def _places(games: Sequence[GameSummary], wanted: Sequence[str]) -> list[int]:
    """Where the wanted games are; without any, all games in their order."""
    from pycheck.errors import PycheckError

    if not wanted:
        return list(range(len(games)))
    found: list[int] = []
    for name in wanted:
        places = [k for k, game in enumerate(games) if name in (Path(game.folder).name, game.game_id)]
        if not places:
            raise PycheckError(f"--game {name}: no such game; expected the name of a folder or a game's id")
        found += places
    return list(dict.fromkeys(found))
