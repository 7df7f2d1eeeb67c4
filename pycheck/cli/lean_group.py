"""``pycheck lean``: the Lean side directly."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

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
from pycheck.errors import EXIT_FALSIFIED, EXIT_OK, EXIT_UNUSABLE


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
    from pycheck.pipeline import lean_project, lean_roots

    failed = False
    say = progress(quiet=False)
    for loaded in load_all(mechanisms):
        mechanism, project = loaded.mechanism, lean_project(loaded)
        roots = lean_roots(loaded.folder, project)
        ok, lines = build(mechanism.lean, mechanism.name, roots, lean, cache_folder, say, project)
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


@lean.command("write")
@click.argument("mechanism", shell_complete=complete_mechanism)
def lean_write(mechanism: str) -> None:
    """Write the Lean file that a MECHANISM file names, beside it; an existing file is left alone."""
    from pycheck.loading import load
    from pycheck.scaffold import write_lean

    written = write_lean(load(mechanism))
    for path in written.written:
        click.echo(f"wrote {path}")
    for path in written.kept:
        click.echo(f"kept {path}, which was there; remove it to have it written again")


@lean.command("audit")
@click.argument("targets", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--against",
    required=True,
    metavar="STATEMENTS",
    help="What must be proved: a mechanism, or a Lean file with `theorem name : statement := sorry` lines.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@lean_option
@cache_option
def lean_audit(
    targets: tuple[Path, ...], against: str, form: str, lean: str, cache_folder: Path | None
) -> None:
    """Audit Lean files (or folders of them): does each prove the STATEMENTS, and nothing else but honestly?

    Prints a verdict and a reason code for each required theorem.
    """
    from pycheck.lean.audit_run import audit_json, audit_text, run_audit

    statements: Any = Path(against)
    if Path(against).suffix != ".lean":
        from pycheck.loading import load

        loaded = load(against)
        statements = (loaded.mechanism, loaded.claims)
    audits = run_audit(targets, statements, lean, cache_folder, progress(quiet=form == "json"))
    click.echo(audit_json(audits) if form == "json" else audit_text(audits))
    unchecked = any(f.verdict == "not_checked" for audit in audits for f in audit.findings)
    rejected = any(not audit.ok for audit in audits)
    sys.exit(EXIT_UNUSABLE if unchecked else EXIT_FALSIFIED if rejected else EXIT_OK)
