"""``pycheck pilot``: plan, freeze, run and score a pilot."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycheck.cli.common import complete_mechanism
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE

if TYPE_CHECKING:
    from pycheck.empirical.plan import Plan
    from pycheck.empirical.players import Player
    from pycheck.empirical.protocol import Family

_folder = click.Path(path_type=Path, file_okay=False)


@click.group()
def pilot() -> None:
    """Measure players under a frozen protocol. What is measured proves nothing about the mechanism."""


protocol_option = click.option(
    "--protocol",
    "protocol_file",
    type=click.Path(path_type=Path),
    help="Default: the protocol.toml beside the mechanism.",
)


@pilot.command()
@click.argument("mechanism", shell_complete=complete_mechanism)
@protocol_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def plan(mechanism: str, protocol_file: Path | None, form: str) -> None:
    """Print what a MECHANISM's pilot asks for and takes; exit 2 if plan and budget disagree.

    Every single turn is in the JSON.
    """
    from pycheck.empirical.show import plan_json, plan_text

    made = _plan(mechanism, protocol_file)
    click.echo(plan_json(made) if form == "json" else plan_text(made))
    faults = made.faults()
    for fault in faults:
        click.echo(f"pycheck: {fault}", err=True)
    sys.exit(EXIT_UNUSABLE if faults else EXIT_OK)


@pilot.command()
@click.argument("mechanism", shell_complete=complete_mechanism)
@click.argument("folder", type=_folder)
@protocol_option
def freeze(mechanism: str, folder: Path, protocol_file: Path | None) -> None:
    """Write a MECHANISM's protocol to FOLDER/freeze.json, for good, and print its digest."""
    from pycheck.empirical.freeze import FILE_NAME
    from pycheck.empirical.freeze import freeze as write

    made = _plan(mechanism, protocol_file)
    path = folder / FILE_NAME
    frozen = write(made.protocol, made.mechanism, path)
    click.echo(f"{frozen.digest}  {path}")


@pilot.command()
@click.argument("folder", type=_folder)
@click.argument("field")
@click.argument("value")
@click.option("--reason", required=True, help="Why; shown with every result.")
def deviate(folder: Path, field: str, value: str, reason: str) -> None:
    """Change FIELD (budgets.calls, …) of the frozen protocol for the run in FOLDER from now on.

    VALUE is JSON, null for none. The freeze stays what it is: the change becomes a line of the trace.
    """
    from pycheck.empirical.run import record_deviation

    made = record_deviation(folder, field, value, reason)
    click.echo(f"{made.time}  {made.field}: {made.old!r} is {made.new!r} from now on: {made.reason}")


@pilot.command()
@click.argument("folder", type=_folder)
@click.option(
    "--freeze",
    "freeze_file",
    type=click.Path(path_type=Path),
    help="The freeze to run. Default: the one in FOLDER.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
def run(folder: Path, freeze_file: Path | None, quiet: bool) -> None:
    """Run a frozen pilot in FOLDER, or go on with it: nothing is asked twice.

    Exit codes: 0 all acts are there, 1 the run stopped before (it says why), 2 it cannot run.
    """
    from pycheck.empirical.freeze import FILE_NAME, load_freeze
    from pycheck.empirical.run import run as run_pilot
    from pycheck.empirical.show import Progress, outcome_text

    source = freeze_file or folder
    frozen = load_freeze(source)
    path = source / FILE_NAME if source.is_dir() else source
    outcome = run_pilot(frozen, path, folder, _player, Progress(len(frozen.plan.acts), quiet))
    click.echo(outcome_text(outcome))
    sys.exit(EXIT_FALSIFIED if outcome.missing else EXIT_OK)


@pilot.command()
@click.argument("folder", type=_folder)
def rescore(folder: Path) -> None:
    """Score every line of the trace in FOLDER again from the raw answers; exit 1 if one says otherwise."""
    from pycheck.empirical.rescore import rescore as score
    from pycheck.empirical.show import contents_text
    from pycheck.empirical.trace import TRACE

    contents = score(folder)
    for fault in contents.faults:
        click.echo(f"pycheck: {folder / TRACE}: {fault}", err=True)
    click.echo(contents_text(contents))
    sys.exit(EXIT_FALSIFIED if contents.faults else EXIT_OK)


def _plan(mechanism: str, protocol_file: Path | None) -> Plan:
    from pycheck.empirical.plan import Plan
    from pycheck.empirical.protocol_file import read_protocol
    from pycheck.loading import load

    loaded = load(mechanism)
    protocol = read_protocol(protocol_file or loaded.folder, loaded.mechanism)
    return Plan(protocol, loaded.mechanism)


def _player(family: Family) -> Player:
    from pycheck.empirical.providers import player_of

    return player_of(family)
