"""The command line: thin; each command imports what it needs when it runs."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pycheck import __version__
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pycheck.loading import Loaded
    from pycheck.verdict import Verification

LEAN_CHOICES = click.Choice(["auto", "lake", "embedded", "none"])


def _complete_mechanism(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    from pycheck.loading import known_mechanisms

    return [name for name in known_mechanisms() if name.startswith(incomplete)]


def _lean_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--lean", type=LEAN_CHOICES, default="auto", show_default=True, help="The Lean to run, or none."
    )(command)


def _mechanisms_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.argument("mechanisms", nargs=-1, shell_complete=_complete_mechanism)(command)


def _cache_option(command: Callable[..., Any]) -> Callable[..., Any]:
    return click.option(
        "--cache",
        "cache_folder",
        type=click.Path(path_type=Path, file_okay=False),
        help="Cache folder. Default: $PYCHECK_CACHE, else the user's cache folder.",
    )(command)


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="pycheck")
def cli() -> None:
    """Verify finite mechanisms: what Lean proved, what was enumerated, what is only measured.

    A MECHANISM is a folder with a mechanism.toml, such a file, or the name of a shipped mechanism.
    Exit codes: 0 all verified, 1 something falsified or divergent, 2 unusable input or environment.

    Shell completion (bash): eval "$(_PYCHECK_COMPLETE=bash_source pycheck)"
    """


@cli.command()
@_mechanisms_argument
@_lean_option
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
@_cache_option
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
    verifications = _verify_all(mechanisms, lean, quiet, cache_folder)
    _write(_rendered(verifications, form, verbose), output)
    strict = _in_ci() if require_formal is None else require_formal
    sys.exit(max(_exit_code(v, strict) for v in verifications))


@cli.command()
@_mechanisms_argument
@_lean_option
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
@_cache_option
def report(
    mechanisms: tuple[str, ...], lean: str, check: bool, output: Path, quiet: bool, cache_folder: Path | None
) -> None:
    """Write the scope reports (JSON, Markdown, HTML), or check that they have not drifted."""
    from pycheck.report import check_reports, summary_line, write_reports

    drifted = False
    code = EXIT_OK
    for verification in _verify_all(mechanisms, lean, quiet, cache_folder):
        click.echo(summary_line(verification))
        code = max(code, _exit_code(verification, strict=check))
        if not check:
            for path in write_reports(verification, output):
                click.echo(f"  {path}")
            continue
        for drift in check_reports(verification, output):
            drifted = True
            click.echo(f"  drift: {drift.text()}")
    if drifted:
        click.echo("write them again with: pycheck report")
    sys.exit(max(code, EXIT_FALSIFIED if drifted else EXIT_OK))


@cli.command()
@click.argument("mechanism", shell_complete=_complete_mechanism)
@click.option(
    "--where",
    "predicates",
    multiple=True,
    metavar="PREDICATE",
    help="truthful:weak, truthful:strict, action:REPORT:strict or action:REPORT:weak; all must hold.",
)
@click.option("--fixed", multiple=True, metavar="REPORTS=OUTCOME", help="A fixed cell, e.g. \"a',a'=o1\".")
@click.option("--list", "listed", is_flag=True, help="Also print the maps found.")
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def census(
    mechanism: str, predicates: tuple[str, ...], fixed: tuple[str, ...], listed: bool, form: str
) -> None:
    """Count the outcome maps of a MECHANISM that satisfy predicates, by enumerating all of them.

    Without --where: one line for each dominance there is.
    """
    from pycheck.census import default_predicates, run_census
    from pycheck.census.show import census_json, census_text
    from pycheck.loading import load

    loaded = load(mechanism).mechanism
    queries = [predicates] if predicates else default_predicates(loaded)
    results = [run_census(loaded, query, fixed) for query in queries]
    click.echo(
        census_json(loaded, results, listed) if form == "json" else census_text(loaded, results, listed)
    )


@cli.command()
@click.argument("mechanism", shell_complete=_complete_mechanism)
def show(mechanism: str) -> None:
    """Print a MECHANISM's tables, outcome maps and claims."""
    from pycheck.loading import load
    from pycheck.show import show_text

    click.echo(show_text(load(mechanism)))


@cli.command()
@click.argument("mechanism", shell_complete=_complete_mechanism)
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
@_lean_option
@_cache_option
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
    verification = _verify_one(loaded, lean, True, cache_folder) if which == "claims" else None
    _write(graph_text(loaded, verification, types, form), output)


@cli.group()
def lean() -> None:
    """Work with the Lean side directly."""


@lean.command("build")
@_mechanisms_argument
@_lean_option
@_cache_option
def lean_build(mechanisms: tuple[str, ...], lean: str, cache_folder: Path | None) -> None:
    """Compile the Lean sources of the MECHANISMs (default: all there are)."""
    from pycheck.lean.commands import build
    from pycheck.pipeline import lean_roots

    failed = False
    for loaded in _load_all(mechanisms):
        roots = lean_roots(loaded.folder)
        mechanism = loaded.mechanism
        progress = _progress(quiet=False)
        ok, lines = build(mechanism.lean, mechanism.name, roots, lean, cache_folder, progress)
        failed = failed or not ok
        for line in lines:
            click.echo(line)
    sys.exit(EXIT_FALSIFIED if failed else EXIT_OK)


@lean.command("statements")
@click.argument("mechanism", shell_complete=_complete_mechanism)
@_lean_option
@_cache_option
def lean_statements(mechanism: str, lean: str, cache_folder: Path | None) -> None:
    """Print each theorem of a MECHANISM: its statement and its axioms as Lean prints them."""
    from pycheck.lean.commands import statements
    from pycheck.loading import load

    loaded = load(mechanism)
    verification = _verify_one(loaded, lean, True, cache_folder)
    for line in statements(verification):
        click.echo(line)
    sys.exit(_exit_code(verification, strict=True))


@cli.command()
@_cache_option
def doctor(cache_folder: Path | None) -> None:
    """Say what is installed, which Lean will run, and how to get what is missing."""
    from pycheck.doctor import examine_installation

    usable, lines = examine_installation(cache_folder)
    for line in lines:
        click.echo(line)
    sys.exit(EXIT_OK if usable else EXIT_UNUSABLE)


# What the commands share.


def _load_all(mechanisms: tuple[str, ...]) -> list[Loaded]:
    """Every mechanism named, or every one there is; all unusable files are reported together."""
    from pycheck.errors import PycheckError
    from pycheck.loading import known_mechanisms, load

    loaded: list[Loaded] = []
    errors: list[PycheckError] = []
    for name in mechanisms or tuple(str(path) for path in known_mechanisms().values()):
        try:
            loaded.append(load(name))
        except PycheckError as error:
            errors.append(error)
    if errors:
        raise PycheckError("\n".join(line for error in errors for line in error.diagnostics()))
    if not loaded:
        raise PycheckError("no mechanisms here: name a folder with a mechanism.toml")
    return loaded


def _verify_all(
    mechanisms: tuple[str, ...], lean: str, quiet: bool, cache_folder: Path | None
) -> list[Verification]:
    return [_verify_one(loaded, lean, quiet, cache_folder) for loaded in _load_all(mechanisms)]


def _verify_one(loaded: Loaded, lean: str, quiet: bool, cache_folder: Path | None) -> Verification:
    from pycheck.cache import Cache
    from pycheck.pipeline import verify as run

    return run(loaded, lean=lean, cache=Cache(cache_folder), progress=_progress(quiet, loaded.mechanism.name))


def _progress(quiet: bool, name: str = "") -> Callable[[str], None]:
    def say(line: str) -> None:
        if not quiet:
            click.echo(f"{name}: {line}" if name else line, err=True)

    return say


def _rendered(verifications: list[Verification], form: str, verbose: bool) -> str:
    from pycheck.report import render_json, render_text, to_json
    from pycheck.report.as_json import dump

    if form == "junit":
        from pycheck.report.as_junit import render_junit

        return render_junit(*verifications)
    if form == "json":
        if len(verifications) == 1:
            return render_json(verifications[0])
        return dump({"schema_version": "1", "verifications": [to_json(v) for v in verifications]})
    import shutil

    width = min(shutil.get_terminal_size((100, 24)).columns, 140)
    return "\n".join(render_text(v, width, verbose=verbose) for v in verifications)


def _write(text: str, output: Path | None) -> None:
    if output is None:
        click.echo(text, nl=not text.endswith("\n"))
        return
    from pycheck.files import write_atomically

    write_atomically(output, text.encode())


def _in_ci() -> bool:
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def _exit_code(verification: Verification, strict: bool) -> int:
    """1 if anything is false or divergent; 2 if a theorem was not checked though it should have been.

    It should have been where ``strict`` is set, and where a Lean was there but gave no answer.
    """
    if not verification.ok:
        return EXIT_FALSIFIED
    silent = verification.lean.provider != "none"
    return EXIT_UNUSABLE if verification.formal_unchecked and (strict or silent) else EXIT_OK
