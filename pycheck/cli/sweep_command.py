"""``pycheck sweep``: for which utilities do the claims hold?"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycheck.cli.common import cache_option, load_all, mechanisms_argument, write

if TYPE_CHECKING:
    from pycheck.loading import Loaded
    from pycheck.sweep import Job


@click.command()
@mechanisms_argument
@click.option("--claim", "claims", multiple=True, metavar="ID", help="Only this claim (repeat for several).")
@click.option(
    "--vary",
    multiple=True,
    metavar="AGENT.OUTCOME.TYPE=VALUES",
    help="A utility and its values: 0,1/2,1 or 0..6. Several: every combination.",
)
@click.option("--shake", type=click.IntRange(min=1), metavar="N", help="N random tables instead.")
@click.option("--by", default="1", show_default=True, help="How far each utility is shaken at most.")
@click.option("--seed", type=int, default=0, show_default=True, help="Of the random tables.")
@click.option("--engine", type=click.Choice(["processes", "ray"]), default="processes", show_default=True)
@click.option(
    "--jobs", type=click.IntRange(min=1), help="Processes (CPUs of a local Ray). Default: all CPUs."
)
@click.option(
    "--format", "form", type=click.Choice(["text", "csv", "json"]), default="text", show_default=True
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@cache_option
def sweep(
    mechanisms: tuple[str, ...],
    claims: tuple[str, ...],
    vary: tuple[str, ...],
    shake: int | None,
    by: str,
    seed: int,
    engine: str,
    jobs: int | None,
    form: str,
    output: Path | None,
    quiet: bool,
    cache_folder: Path | None,
) -> None:
    """Ask the claims of the MECHANISMs (default: all there are), or of one under many utility tables.

    By enumeration, in all CPUs' processes; what was done before an interruption is not done again.
    """
    from pycheck.cache import Cache
    from pycheck.sweep import sweep as run
    from pycheck.sweep.show import sweep_csv, sweep_json, sweep_text

    work = [_job(loaded, claims, vary, shake, by, seed) for loaded in load_all(mechanisms)]

    def progress(done: int, pieces: int) -> None:
        if not quiet and sys.stderr.isatty():
            print(f"sweep: {done} of {pieces} pieces", file=sys.stderr, flush=True)

    results = run(work, engine=engine, workers=jobs, cache=Cache(cache_folder), progress=progress)
    shows = {"text": sweep_text, "csv": sweep_csv, "json": sweep_json}
    write(shows[form](results), output)


def _job(
    loaded: Loaded, claims: tuple[str, ...], vary: tuple[str, ...], shake: int | None, by: str, seed: int
) -> Job:
    from pycheck.sweep import Job, SweepError, grid, parse_axis, parse_distance, shaken

    mechanism = loaded.mechanism
    stated = [claim for claim in loaded.claims if claim.formula is not None]
    unknown = [name for name in claims if name not in {claim.id for claim in stated}]
    if unknown:
        known = ", ".join(claim.id for claim in stated)
        there = unknown[0] in {claim.id for claim in loaded.claims}
        what = "not formalised, so there is nothing to decide" if there else f"no claim of {mechanism.name}"
        raise SweepError(f"--claim {unknown[0]!r}: {what} (known: {known})")
    if shake and vary:
        raise SweepError("--shake and --vary: one or the other")
    distance = parse_distance(by)
    entries = tuple(claim.entry for claim in stated if not claims or claim.id in claims)
    points = (
        shaken(mechanism, shake, distance, seed)
        if shake
        else grid([parse_axis(mechanism, text) for text in vary])
    )
    return Job(mechanism, entries, tuple(points))
