"""``pycheck gate``: let runs through to a report, or say why not."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pycheck.errors import EXIT_FALSIFIED, EXIT_OK

if TYPE_CHECKING:
    from pycheck.empirical.gate import GateResult
    from pycheck.mechanism import Mechanism
    from pycheck.report import EmpiricalSection


@click.command()
@click.argument("run", type=click.Path(path_type=Path, exists=True, file_okay=False))
@click.option("--mechanism", help="What the run is about. Default: the mechanism whose folder it is in.")
@click.option("--write", is_flag=True, help="Write gate.json beside the trace, if the run passes.")
@click.option(
    "--page",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write a page that shows the run turn by turn.",
)
@click.option("--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True)
def gate(run: Path, mechanism: str | None, write: bool, page: Path | None, form: str) -> None:
    """Check a RUN: its freeze, plan, schema, scores, budgets, deviations and secrets.

    A RUN is the folder of a pilot's run, of a war, or of games that were played with private questions. What
    passes is empirical: it describes these models on these runs, and proves, refutes and extends no theorem.
    Exit codes: 0 passed, 1 refused, 2 unusable input or environment.
    """
    from pycheck.empirical.gate import RESULT
    from pycheck.empirical.gate import gate as judge
    from pycheck.files import write_atomically
    from pycheck.report.as_json import dump

    found = judge(run, _mechanism(run, mechanism))
    if page is not None:
        from pycheck.empirical.gate import show_run
        from pycheck.empirical.gate_kinds import kind_of
        from pycheck.errors import PycheckError

        kind = kind_of(run)
        if kind.page:
            raise PycheckError(f"{run}: a run of kind {kind.name}; its page is made with {kind.page}")
        from pycheck.report.viewer import viewer_page

        write_atomically(page, viewer_page(show_run(run), found).encode())
    content = dump(found.to_json())
    if write and found.passed:
        write_atomically(run / RESULT, content.encode())
    if form == "json":
        click.echo(content, nl=False)
    else:
        for line in _lines(found):
            click.echo(line)
    sys.exit(EXIT_OK if found.passed else EXIT_FALSIFIED)


def _mechanism(run: Path, name: str | None) -> Mechanism:
    from pycheck.empirical.gate import PLACES
    from pycheck.errors import PycheckError
    from pycheck.loading import load

    if name is not None:
        return load(name).mechanism
    above = (run.resolve(), *run.resolve().parents)[:2]
    for folder in above:
        if folder.name in PLACES and (folder.parent / "mechanism.toml").is_file():
            return load(folder.parent).mechanism
    places = " or ".join(f"{place}/" for place in PLACES)
    raise PycheckError(
        f"{run}: not in the folder {places} of a mechanism; say what it is about with --mechanism"
    )


def _lines(found: GateResult) -> list[str]:
    from pycheck.report.measured import terminal_lines
    from pycheck.visible import visible

    if found.evidence is None:
        lines = [f"{found.run}: REFUSED", *(f"  {refusal}" for refusal in found.refusals)]
    else:
        lines = [f"{found.run}: passed", f"  {found.evidence.label}"]
        lines += ["  " * depth + line for depth, line in terminal_lines(found.evidence)]
    return [visible(line) for line in lines]


def measured_on(mechanism: Mechanism) -> tuple[EmpiricalSection | None, tuple[str, ...]]:
    """The runs in a mechanism's folder that pass the gate, and a line for each that does not.

    Of copies of one run, whole or gone on with, the first is taken; the others are refused.
    """
    from pycheck.empirical.copies import Copies
    from pycheck.empirical.gate import GateResult, measured_in
    from pycheck.empirical.gate import gate as judge
    from pycheck.empirical.refusals import Code, Refusal
    from pycheck.report import EmpiricalSection

    folder = Path(mechanism.path).parent if mechanism.path else None
    refused: list[str] = []
    passed, taken = [], Copies()
    for run in measured_in(folder) if folder else ():
        result, place = judge(run, mechanism), run.relative_to(folder or run).as_posix()
        found = result.evidence
        if found is not None:
            copied = taken.take(run, place, found.freeze_sha256, found.trace_sha256)
            if not copied:
                passed.append(found)
                continue
            result = GateResult(result.run, None, (Refusal(Code.DOUBLED, place, copied),), None, None)
        refused += _lines(result)
    return EmpiricalSection(tuple(passed)) if passed else None, tuple(refused)
