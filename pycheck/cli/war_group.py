"""``pycheck war``: measure a week of AI agents against humans, publish it, show it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pycheck.cli.common import write
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK

if TYPE_CHECKING:
    from pycheck.empirical.war.measure import Measurement
    from pycheck.mechanism import Mechanism

#: So many reported events are printed; the JSON has all.
_PRINTED = 20
_folder = click.Path(path_type=Path, exists=True, file_okay=False)
_rule_option = click.option(
    "--rule", default="war_verdict", show_default=True, help="The mechanism that decides."
)


@click.group()
def war() -> None:
    """Measure a war from its event log. One realm, one week, not a benchmark of models.

    A war's FOLDER has war.json (the plan) and events.jsonl (the log), in the formats of docs/war.md.
    """


@war.command()
@click.argument("folder", type=_folder)
@_rule_option
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def measure(folder: Path, rule: str, form: str) -> None:
    """Print the figures of the war in FOLDER, and every event that cannot have happened.

    Exit codes: 0 all events could, 1 some were reported (they have no effect), 2 unusable input.
    """
    from pycheck.empirical.war.publish import figures_json
    from pycheck.report.as_json import dump

    found = _measured(folder, rule)
    if form == "json":
        data: dict[str, Any] = {
            "figures": figures_json(found),
            "events": found.events,
            "reported": [{"line": r.line, "code": r.code.value, "what": r.what} for r in found.reported],
        }
        click.echo(dump(data), nl=False)
    else:
        for line in _lines(found):
            click.echo(line)
    sys.exit(EXIT_FALSIFIED if found.reported else EXIT_OK)


@war.command()
@click.argument("folder", type=_folder)
@_rule_option
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, file_okay=False), help="Default: FOLDER/public."
)
@click.option(
    "--withdrawn",
    multiple=True,
    metavar="ACCOUNT",
    help="An agent whose operator takes back the consent, besides those in the log.",
)
def publish(folder: Path, rule: str, output: Path | None, withdrawn: tuple[str, ...]) -> None:
    """Write the public files of the war in FOLDER: all at once, or none.

    Journals are published with consent alone; nobody else is named in them. Exit codes: 0 published, 1
    refused because something private would be, 2 unusable input or environment.
    """
    from pycheck.empirical.war.gated import PUBLIC
    from pycheck.empirical.war.publish import publish as write_files

    found = _measured(folder, rule)
    done = write_files(found, output or folder / PUBLIC, frozenset(withdrawn))
    click.echo(f"{done.folder}: figures of {len(found.days)} days, {len(done.journals)} journals")
    if found.reported:
        click.echo(f"{len(found.reported)} events have no effect; they are named by pycheck war measure")


@war.command()
@click.argument("public", type=_folder)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
def page(public: Path, output: Path | None) -> None:
    """Make one page of the files in PUBLIC, which pycheck war publish wrote. Nothing else is read."""
    from pycheck.empirical.war.public_files import read_public
    from pycheck.errors import PycheckError
    from pycheck.report.war_page import war_page

    files = read_public(public)
    try:
        text = war_page(*files)
    except (AttributeError, KeyError, IndexError, TypeError, ValueError):
        raise PycheckError(f"{public}: files of another form than pycheck war publish writes") from None
    write(text, output)


@war.command()
@click.argument("folder", type=click.Path(path_type=Path, file_okay=False))
@click.option("--seed", type=int, default=1, show_default=True)
@click.option("--days", type=click.IntRange(1, 366), default=7, show_default=True)
@click.option("--accounts", type=click.IntRange(min=2), default=1000, show_default=True)
@click.option(
    "--events", type=click.IntRange(min=1), default=100_000, show_default=True, help="About so many."
)
@click.option("--name", default="a generated realm", show_default=True)
@_rule_option
def realm(folder: Path, seed: int, days: int, accounts: int, events: int, name: str, rule: str) -> None:
    """Write a plan and a generated log into FOLDER, to try the other commands on."""
    from pycheck.empirical.war.realm import realm_events, war_plan, write_realm

    plan = war_plan(name, days, _rule(rule))
    write_realm(folder, plan, realm_events(plan, seed, accounts, events))
    click.echo(f"{folder}: {accounts} accounts, {days} days; next: pycheck war measure {folder}")


def _rule(name: str) -> Mechanism:
    from pycheck.loading import load

    return load(name).mechanism


def _measured(folder: Path, rule: str) -> Measurement:
    from pycheck.empirical.war.measure import measure as measure_war

    return measure_war(folder, _rule(rule))


def _lines(found: Measurement) -> list[str]:
    from pycheck.empirical.war.gated import war_content
    from pycheck.empirical.war.vocabulary import LIMIT
    from pycheck.visible import visible

    final = found.final
    lines = [f"{found.plan.realm}: {final.verdict} ({LIMIT})"]
    outcome = war_content(found)["tables"][0]
    lines += [f"  {name}: {led} ({figures})" for name, led, figures in outcome.rows[:-1]]
    for day in found.days:
        leads = f"throne {day.leads.throne}, battles {day.leads.battles}, power {day.leads.power}"
        lines.append(f"  day {day.number}: led by: {leads}; verdict then: {day.verdict}")
    lines.append(f"  {found.events:,} events, {len(found.reported):,} of them reported")
    lines += [f"  {one.said(found.log.name)}" for one in found.reported[:_PRINTED]]
    more = len(found.reported) - _PRINTED
    if more > 0:
        lines.append(f"  and {more:,} more: --format json has them all")
    return [visible(line) for line in lines]
