"""The command line: thin; each command imports what it needs when it runs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pycheck import __version__
from pycheck.cli.common import (
    cache_option,
    complete_mechanism,
    exit_code,
    in_ci,
    lean_option,
    mechanisms_argument,
    rendered,
    verify_all,
    verify_one,
    write,
)
from pycheck.cli.gate_command import gate
from pycheck.cli.lean_group import lean
from pycheck.cli.pilot_group import pilot
from pycheck.cli.probing_group import probing
from pycheck.cli.sweep_command import sweep
from pycheck.cli.war_group import war
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pycheck")
def cli() -> None:
    """Verify finite mechanisms: what Lean proved, what was enumerated, what is only measured.

    A MECHANISM is a folder with a mechanism.toml, such a file, or the name of a shipped mechanism.
    Exit codes: 0 all verified, 1 something falsified or divergent, 2 unusable input or environment.

    Shell completion (bash): eval "$(_PYCHECK_COMPLETE=bash_source pycheck)"
    """


@cli.command()
@mechanisms_argument
@lean_option
@click.option(
    "--format", "form", type=click.Choice(["text", "json", "junit"]), default="text", show_default=True
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@click.option(
    "--require-formal/--no-require-formal",
    default=None,
    help="Exit 2 if a claim's Lean theorem was not checked. Default: on when the variable CI is set.",
)
@click.option("-v", "--verbose", is_flag=True, help="Every claim with all that is known of it.")
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@cache_option
def verify(
    mechanisms: tuple[str, ...],
    lean: str,
    form: str,
    output: Path | None,
    require_formal: bool | None,
    verbose: bool,
    quiet: bool,
    cache_folder: Path | None,
) -> None:
    """Check every claim of the MECHANISMs (default: all there are) with every means there is."""
    verifications = verify_all(mechanisms, lean, quiet, cache_folder)
    write(rendered(verifications, form, verbose), output)
    strict = in_ci() if require_formal is None else require_formal
    sys.exit(max(exit_code(v, strict) for v in verifications))


@cli.command()
@mechanisms_argument
@lean_option
@click.option("--check", is_flag=True, help="Write nothing; exit 1 if a committed report has drifted.")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("reports"),
    show_default=True,
    help="The folder of the reports.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress on stderr.")
@cache_option
def report(
    mechanisms: tuple[str, ...], lean: str, check: bool, output: Path, quiet: bool, cache_folder: Path | None
) -> None:
    """Write the scope reports (JSON, Markdown, HTML), or check that they have not drifted.

    Runs in the mechanism's folders pilot/, war/ and play/ are let through the gate first; one that is
    refused is in no report.
    """
    from pycheck.cli.gate_command import measured_on
    from pycheck.report import check_reports, stray_reports, summary_line, write_reports

    drifted = False
    code = EXIT_OK
    verifications = verify_all(mechanisms, lean, quiet, cache_folder)
    for verification in verifications:
        click.echo(summary_line(verification))
        code = max(code, exit_code(verification, strict=check))
        measured, refused = measured_on(verification.mechanism)
        for line in refused:
            click.echo(f"  run {line}" if line[0] != " " else f"  {line}")
        code = max(code, EXIT_FALSIFIED if refused else EXIT_OK)
        if not check:
            for path in write_reports(verification, output, measured):
                click.echo(f"  {path}")
            continue
        for drift in check_reports(verification, output, measured):
            drifted = True
            click.echo(f"  drift: {drift.text()}")
    if drifted:
        click.echo("write them again with: pycheck report")
    if check and not mechanisms:
        for stray in stray_reports(output, [v.mechanism.name for v in verifications]):
            drifted = True
            click.echo(f"{stray}: no part of any report; remove it")
    sys.exit(max(code, EXIT_FALSIFIED if drifted else EXIT_OK))


@cli.command()
@click.argument("mechanism", shell_complete=complete_mechanism)
@click.option(
    "--where",
    "predicates",
    multiple=True,
    metavar="PREDICATE",
    help="All must hold: truthful:weak|strict, action:REPORT:weak|strict, onto[:OUTCOMES], anonymous, "
    "neutral, unanimous, pareto, dictatorial.",
)
@click.option("--fixed", multiple=True, metavar="REPORTS=OUTCOME", help="A fixed cell, e.g. \"a',a'=o1\".")
@click.option(
    "--list", "limit", type=click.IntRange(min=0), default=0, help="Print up to N of the maps found."
)
@click.option("--method", type=click.Choice(["auto", "layers", "orbits", "enumeration"]), default="auto")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@click.option(
    "--steps",
    type=click.IntRange(min=0),
    default=2_000_000,
    show_default=True,
    help="Work allowed; what would take much more is refused at once. 0: any.",
)
@click.option(
    "--resume/--no-resume", default=True, help="Go on where a long count was interrupted. Default: on."
)
@cache_option
def census(
    mechanism: str,
    predicates: tuple[str, ...],
    fixed: tuple[str, ...],
    limit: int,
    method: str,
    form: str,
    steps: int,
    resume: bool,
    cache_folder: Path | None,
) -> None:
    """Count the outcome maps of a MECHANISM that satisfy predicates: exactly, however many there are.

    Without --where: one line for each dominance there is. What is too large is refused at once, with an
    estimate and exit code 2.
    """
    from pycheck.cache import Cache
    from pycheck.census import default_predicates, run_census
    from pycheck.census.show import census_json, census_text
    from pycheck.cli.keeping import CacheKeeper, progress
    from pycheck.loading import load

    loaded = load(mechanism).mechanism
    queries = [predicates] if predicates or fixed else default_predicates(loaded)
    keeper, tick = CacheKeeper(Cache(cache_folder), resume=resume), progress()
    results = [
        run_census(loaded, query, fixed, method=method, budget=steps or None, tick=tick, keeper=keeper)
        for query in queries
    ]
    show = census_json if form == "json" else census_text
    write(show(loaded, results, limit), None)


@cli.command()
@click.argument("mechanism", shell_complete=complete_mechanism)
def show(mechanism: str) -> None:
    """Print a MECHANISM's tables, outcome maps and claims."""
    from pycheck.loading import load
    from pycheck.show import show_text

    write(show_text(load(mechanism)), None)


@cli.command()
@click.argument("mechanism", shell_complete=complete_mechanism)
@click.argument("which", type=click.Choice(["deviations", "claims"]))
@click.option(
    "--types", metavar="T1,T2,…", help="The true types (deviations). Default: the first of each agent."
)
@click.option(
    "--format", "form", type=click.Choice(["dot", "graphml", "svg"]), default="dot", show_default=True
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@lean_option
@cache_option
def graph(
    mechanism: str,
    which: str,
    types: str | None,
    form: str,
    output: Path | None,
    lean: str,
    cache_folder: Path | None,
) -> None:
    """Export a graph: profitable deviations at true types, or claims, theorems and definitions."""
    from pycheck.loading import load
    from pycheck.show import graph_text

    loaded = load(mechanism)
    verification = verify_one(loaded, lean, True, cache_folder) if which == "claims" else None
    write(graph_text(loaded, verification, types, form), output)


cli.add_command(lean)
cli.add_command(gate)
cli.add_command(pilot)
cli.add_command(probing)
cli.add_command(sweep)
cli.add_command(war)


@cli.command()
@click.argument("name")
@click.option("--title", help="One line on what it is.")
@click.option("--agent", "agents", multiple=True, metavar="NAME=TYPES[:REPORTS]", help="e.g. row=a,b")
@click.option("--outcomes", metavar="O1,O2,…")
@click.option(
    "--utility", "utilities", multiple=True, metavar="AGENT.OUTCOME=V1,V2,…", help="One value a type."
)
@click.option("--cell", "cells", multiple=True, metavar="REPORTS=OUTCOME", help="e.g. a,b=o1")
@click.option("--constant", metavar="OUTCOME", help="The outcome of every cell not given.")
@click.option("--folder", type=click.Path(path_type=Path), help="Default: mechanisms/NAME.")
def new(
    name: str,
    title: str | None,
    agents: tuple[str, ...],
    outcomes: str | None,
    utilities: tuple[str, ...],
    cells: tuple[str, ...],
    constant: str | None,
    folder: Path | None,
) -> None:
    """Make a folder for a new mechanism: its file, with claims, and the Lean file that proves them.

    What is needed and not given as an option is asked for, if this is a terminal.
    """
    from pycheck.scaffold.ask import ask

    draft = ask(name, title, agents, outcomes, utilities, cells, constant, interactive=sys.stdin.isatty())
    from pycheck.scaffold import write_mechanism

    written = write_mechanism(draft, folder or Path("mechanisms") / name)
    for path in written.written:
        click.echo(f"wrote {path}")
    for path in written.kept:
        click.echo(f"kept {path}, which was there")
    click.echo(f"next: pycheck verify {written.folder}")


@cli.command()
@cache_option
def doctor(cache_folder: Path | None) -> None:
    """Say what is installed, which Lean will run, and how to get what is missing."""
    from pycheck.doctor import examine_installation

    usable, lines = examine_installation(cache_folder)
    for line in lines:
        click.echo(line)
    sys.exit(EXIT_OK if usable else EXIT_UNUSABLE)
