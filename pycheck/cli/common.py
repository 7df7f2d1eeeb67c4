"""What the commands share: options, loading, running, writing, exit codes."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE

if TYPE_CHECKING:
    from collections.abc import Callable

    from pycheck.loading import Loaded
    from pycheck.verdict import Verification

LEAN_CHOICES = click.Choice(["auto", "lake", "embedded", "none"])


def complete_mechanism(_: click.Context, __: click.Parameter, incomplete: str) -> list[str]:
    """Shell completion: the known mechanisms."""
    from pycheck.loading import known_mechanisms

    return [name for name in known_mechanisms() if name.startswith(incomplete)]


def lean_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--lean``."""
    return click.option(
        "--lean", type=LEAN_CHOICES, default="auto", show_default=True, help="The Lean to run, or none."
    )(command)


def mechanisms_argument(command: Callable[..., Any]) -> Callable[..., Any]:
    """The argument ``MECHANISM…``."""
    return click.argument("mechanisms", nargs=-1, shell_complete=complete_mechanism)(command)


def cache_option(command: Callable[..., Any]) -> Callable[..., Any]:
    """The option ``--cache``."""
    return click.option(
        "--cache",
        "cache_folder",
        type=click.Path(path_type=Path, file_okay=False),
        help="Cache folder. Default: $PYCHECK_CACHE, else the user's cache folder.",
    )(command)


def load_all(mechanisms: tuple[str, ...]) -> list[Loaded]:
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


def verify_all(
    mechanisms: tuple[str, ...], lean: str, quiet: bool, cache_folder: Path | None
) -> list[Verification]:
    """Verify every mechanism named, or every one there is."""
    return [verify_one(loaded, lean, quiet, cache_folder) for loaded in load_all(mechanisms)]


def verify_one(loaded: Loaded, lean: str, quiet: bool, cache_folder: Path | None) -> Verification:
    """Verify one mechanism."""
    from pycheck.cache import Cache
    from pycheck.pipeline import verify as run

    return run(loaded, lean=lean, cache=Cache(cache_folder), progress=progress(quiet, loaded.mechanism.name))


def progress(quiet: bool, name: str = "") -> Callable[[str], None]:
    """A progress that goes to stderr, or nowhere."""

    def say(line: str) -> None:
        if not quiet:
            click.echo(f"{name}: {line}" if name else line, err=True)

    return say


def rendered(verifications: list[Verification], form: str, verbose: bool) -> str:
    """Verifications in one of the output formats; several as JSON come under ``verifications``."""
    from pycheck.report import render_json, render_text, to_json
    from pycheck.report.as_json import dump

    if form == "junit":
        from pycheck.report.as_junit import render_junit

        return render_junit(*verifications)
    if form == "json":
        if len(verifications) == 1:
            return render_json(verifications[0])
        return dump({"schema_version": 1, "verifications": [to_json(v) for v in verifications]})
    import shutil

    width = min(shutil.get_terminal_size((100, 24)).columns, 140)
    return "\n".join(render_text(v, width, verbose=verbose, ungated=_runs_beside(v)) for v in verifications)


def _runs_beside(verification: Verification) -> int:
    from pycheck.empirical.gate import measured_in

    path = verification.mechanism.path
    folder = Path(path).parent if path else None
    return len(measured_in(folder)) if folder else 0


def write(text: str, output: Path | None) -> None:
    """Write to a file in one step, or to stdout."""
    if output is None:
        _print(text if text.endswith("\n") else f"{text}\n")
        return
    from pycheck.errors import EnvironmentUnusable
    from pycheck.files import write_atomically

    try:
        write_atomically(output, text.encode())
    except OSError as error:
        raise EnvironmentUnusable(f"{output}: cannot be written: {error.strerror or error}") from error


def _print(text: str) -> None:
    """Write all of ``text`` to stdout, or raise OSError: Python's own buffer loses the end on a full disk."""
    sys.stdout.flush()
    try:
        descriptor = sys.stdout.fileno()
    except OSError:
        click.echo(text, nl=False)
        return
    rest = memoryview(text.encode(sys.stdout.encoding, "backslashreplace"))
    while rest:
        rest = rest[os.write(descriptor, rest) :]


def in_ci() -> bool:
    """Whether this runs in continuous integration (the variable ``CI``)."""
    return os.environ.get("CI", "").lower() not in ("", "0", "false")


def exit_code(verification: Verification, strict: bool) -> int:
    """1 if anything is false or divergent; 2 if a theorem was not checked though it should have been.

    It should have been where ``strict`` is set, and where a Lean was there but gave no answer.
    """
    if not verification.ok:
        return EXIT_FALSIFIED
    silent = verification.lean.provider != "none"
    return EXIT_UNUSABLE if verification.formal_unchecked and (strict or silent) else EXIT_OK
