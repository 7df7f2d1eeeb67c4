"""``pycheck probing power``: how many repetitions a fork needs, before it is run."""

from __future__ import annotations

import click

_RATE = click.FloatRange(0, 1)
_LEVEL = click.FloatRange(0, 1, min_open=True, max_open=True)


@click.command()
@click.option("--base", type=_RATE, required=True, help="How often the outcome comes unchanged, 0 to 1.")
@click.option("--other", type=_RATE, required=True, help="How often it comes with the intervention.")
@click.option("--repetitions", type=click.IntRange(1, 500), help="In each of the two arms.")
@click.option("--power", "wanted", type=_LEVEL, default=0.8, show_default=True, help="The power wanted.")
@click.option("--alpha", type=_LEVEL, default=0.05, show_default=True, help="The level of the test.")
def power(base: float, other: float, repetitions: int | None, wanted: float, alpha: float) -> None:
    """Say how many repetitions tell two rates of an outcome apart, and what so many REPETITIONS can find.

    The power is that of Fisher's exact test, two-sided, summed over all tables.
    """
    from pycheck.cli.common import write
    from pycheck.empirical.probing.fork_power import plan_text

    try:
        text = plan_text(base, other, repetitions, wanted, alpha)
    except ValueError as error:  # click lets NaN pass for a rate
        raise click.UsageError(str(error)) from None
    write(text, None)
