"""``pycheck lean``: the Lean side directly."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pycheck.cli.common import (
    cache_option,
    complete_mechanism,
    exit_code,
    lean_option,
    load_all,
    mechanisms_argument,
    progress,
    verify_one,
)
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK


@click.group()
def lean() -> None:
    """Work with the Lean side directly."""


@lean.command("build")
@mechanisms_argument
@lean_option
@cache_option
def lean_build(mechanisms: tuple[str, ...], lean: str, cache_folder: Path | None) -> None:
    """Compile the Lean sources of the MECHANISMs (default: all there are)."""
    from pycheck.lean.commands import build
    from pycheck.pipeline import lean_roots

    failed = False
    for loaded in load_all(mechanisms):
        roots = lean_roots(loaded.folder)
        mechanism = loaded.mechanism
        ok, lines = build(mechanism.lean, mechanism.name, roots, lean, cache_folder, progress(quiet=False))
        failed = failed or not ok
        for line in lines:
            click.echo(line)
    sys.exit(EXIT_FALSIFIED if failed else EXIT_OK)


@lean.command("statements")
@click.argument("mechanism", shell_complete=complete_mechanism)
@lean_option
@cache_option
def lean_statements(mechanism: str, lean: str, cache_folder: Path | None) -> None:
    """Print each theorem of a MECHANISM: its statement and its axioms as Lean prints them."""
    from pycheck.lean.commands import statements
    from pycheck.loading import load

    loaded = load(mechanism)
    verification = verify_one(loaded, lean, True, cache_folder)
    for line in statements(verification):
        click.echo(line)
    sys.exit(exit_code(verification, strict=True))


@lean.command("certificate")
@click.argument("mechanism", shell_complete=complete_mechanism)
def lean_certificate(mechanism: str) -> None:
    """Print the certificate that Lean is asked to check, written from the MECHANISM file alone."""
    from pycheck.lean.certificate import CertificateWriter, lean_file
    from pycheck.loading import load

    loaded = load(mechanism)
    link = loaded.mechanism.lean
    if link is None:
        click.echo(f"{loaded.mechanism.name}: no [lean] section, so there is no certificate", err=True)
        sys.exit(EXIT_FALSIFIED)
    certificate = CertificateWriter(loaded.mechanism, link, loaded.claims).certificate()
    text, _ = lean_file(f"import {certificate.module}", certificate.lines)
    click.echo(text, nl=False)
    for claim, reason in certificate.unstated:
        click.echo(f"-- claim {claim} has no Lean statement: {reason}")
