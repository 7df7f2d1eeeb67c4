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
    write,
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
    help="What must be proved: a Lean file with `theorem name : statement := sorry` lines, or a mechanism.",
)
@click.option(
    "--rename",
    multiple=True,
    metavar="NAME=THEIRS",
    help="The targets call NAME (a theorem, a type, or a namespace with all that is in it) THEIRS.",
)
@click.option(
    "--allow-axiom",
    "allowed",
    multiple=True,
    metavar="AXIOM",
    help="An axiom of some other package that proofs may rest on, besides propext, Quot.sound and "
    "Classical.choice. (One of the targets' own belongs in STATEMENTS, where it is compared.)",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
@lean_option
@cache_option
def lean_audit(
    targets: tuple[Path, ...],
    against: str,
    rename: tuple[str, ...],
    allowed: tuple[str, ...],
    form: str,
    lean: str,
    cache_folder: Path | None,
) -> None:
    """Audit Lean files: does each TARGET prove the STATEMENTS, these very ones, and honestly?

    A TARGET is a Lean file, a folder (one package) or a compiled file. Prints a verdict and a reason code
    for each required theorem. Exit codes: 0 all proved, 1 something rejected, 2 something not checked.
    """
    from pycheck.lean.audit_show import audit_json, audit_text

    note = progress(quiet=form == "json")
    if Path(against).suffix == ".lean":
        from pycheck.lean.audit_run import run_audit
        from pycheck.lean.required import Names

        names = Names.read(rename)
        report = run_audit(
            targets, Path(against), lean, cache_folder, note, names=names, allowed=frozenset(allowed)
        )
    else:
        from pycheck.lean.audit_mechanism import run_mechanism_audit
        from pycheck.loading import load

        if rename or allowed:
            raise click.UsageError("--rename and --allow-axiom go with a Lean file of statements")
        loaded = load(against)
        report = run_mechanism_audit(targets, loaded.mechanism, loaded.claims, lean, cache_folder, note)
    click.echo(audit_json(report) if form == "json" else audit_text(report))
    unchecked = any(f.verdict == "not_checked" for audit in report.audits for f in audit.findings)
    rejected = any(not audit.ok for audit in report.audits)
    sys.exit(EXIT_UNUSABLE if unchecked else EXIT_FALSIFIED if rejected else EXIT_OK)


@lean.command("trace")
@click.argument("mechanism", shell_complete=complete_mechanism)
@click.option(
    "--facts",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Do not trace: read theorems that lean-dojo has traced (LeanDojo Benchmark JSON).",
)
@click.option(
    "--toolchain",
    metavar="NAME",
    help="The Lean to trace with, as in a lean-toolchain file. Default: the one lean-dojo is written for.",
)
@click.option(
    "-o", "--output", type=click.Path(path_type=Path, dir_okay=False), help="Write there, not to stdout."
)
@lean_option
@cache_option
def lean_trace(
    mechanism: str,
    facts: Path | None,
    toolchain: str | None,
    output: Path | None,
    lean: str,
    cache_folder: Path | None,
) -> None:
    """Trace the premises of a MECHANISM's theorems with lean-dojo; print the claim graph with them as JSON.

    Needs the extra "dojo", git, elan and the network; exits with 2 and says what is missing where it is.
    """
    import json

    from pycheck.cache import Cache
    from pycheck.lean.dojo import TOOLCHAIN, NotTraceable, read_trace, trace
    from pycheck.loading import load
    from pycheck.pipeline import lean_project, lean_roots
    from pycheck.show import premises_json

    loaded = load(mechanism)
    link = loaded.mechanism.lean
    if link is None:
        raise NotTraceable(f"{loaded.mechanism.name}: no [lean] section, so there is nothing to trace")
    if facts is None:
        project = lean_project(loaded)
        roots = lean_roots(loaded.folder, project)
        say = progress(quiet=False, name=loaded.mechanism.name)
        found = trace(
            link.module,
            roots,
            Cache(cache_folder),
            say,
            open_ended=project is not None,
            toolchain=toolchain or TOOLCHAIN,
        )
    else:
        found = read_trace(facts)
    verification = verify_one(loaded, lean, True, cache_folder)
    document = {
        "schema_version": 1,
        "mechanism": loaded.mechanism.name,
        "traced_by": found.tool,
        "toolchain": found.toolchain or None,
        "theorems": [
            {"name": t.name, "file": t.file, "line": t.line, "premises": list(t.premises)}
            for t in found.theorems
        ],
        "graph": premises_json(verification, {t.name: t.premises for t in found.theorems}),
    }
    write(json.dumps(document, indent=2, ensure_ascii=False) + "\n", output)
