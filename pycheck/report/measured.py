"""What a report shows of measurements: runs that passed the gate, apart from every claim.

A section takes sealed evidence of the gate and nothing else, only for the report's own mechanism, and no
claim may lean on it: each of these is refused with its reason, here, before any format is rendered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

from pycheck.empirical.gate import LABEL, EmpiricalEvidence, ShownTable, cited, stability_table, texts_of
from pycheck.errors import PycheckError
from pycheck.mechanism import Mechanism
from pycheck.report.plots import shown
from pycheck.report.tables import MAX_ROWS, Table


class MixingRefused(PycheckError):
    """A measurement where evidence for a claim belongs, or a claim that leans on a measurement."""


@dataclass(frozen=True)
class EmpiricalSection:
    """The runs that a report shows, in the order given.

    Raises :class:`MixingRefused` for anything that is not intact evidence of the gate, for the same run twice
    and for no run at all.
    """

    runs: tuple[EmpiricalEvidence, ...]

    def __post_init__(self) -> None:
        checked(self)

    def __init_subclass__(cls) -> None:
        raise TypeError("EmpiricalSection is final")

    @property
    def label(self) -> str:
        """What the runs are called, each kind of them once."""
        return "; ".join(dict.fromkeys(run.label for run in self.runs))

    @property
    def comparisons(self) -> tuple[ShownTable, ...]:
        """For each freeze with several runs, these beside each other."""
        freezes = dict.fromkeys(run.freeze_sha256 for run in self.runs)
        tables = (stability_table([r for r in self.runs if r.freeze_sha256 == f]) for f in freezes)
        return tuple(table for table in tables if table is not None)


def checked(section: EmpiricalSection | None) -> EmpiricalSection | None:
    """The section, if it is one, as it was when its runs passed the gate.

    Every format asks for it again when it is made: a section can have been changed since, or have come about
    without its own check. Raises :class:`MixingRefused` otherwise.
    """
    if section is None:
        return None
    if type(section) is not EmpiricalSection:
        raise MixingRefused(f"measured: found {type(section).__name__}; expected an EmpiricalSection")
    runs = getattr(section, "runs", None)
    if type(runs) is not tuple:
        raise MixingRefused(f"measured: found {type(runs).__name__}; expected a tuple of runs")
    for run in runs:
        if type(run) is not EmpiricalEvidence:
            raise MixingRefused(
                f"measured: found {type(run).__name__}; expected evidence that passed the gate"
            )
        if not run.intact:
            raise MixingRefused(
                f"measured: the run {getattr(run, 'run', '')} was changed after it passed the gate"
            )
    if not runs:
        raise MixingRefused("measured: no run; leave the section out")
    first: dict[str, str] = {}
    for place, run in enumerate(runs):
        before = first.setdefault(run.trace_sha256, run.run)
        if len(first) == place:
            raise MixingRefused(
                f"measured: the same run twice, as {before} and as {run.run}; remove one of them"
            )
    return section


def refuse_mixing(
    section: EmpiricalSection | None, mechanism: Mechanism, claims: Iterable[tuple[str, str]]
) -> None:
    """Raise :class:`MixingRefused` if a run is about something else, or a text of the mechanism or of a
    claim cites a run.

    ``claims`` are pairs of a claim's id and a text of it.
    """
    section = checked(section)
    runs = section.runs if section else ()
    for run in runs:
        why = run.foreign_to(mechanism)
        if why:
            raise MixingRefused(f"measured: {why}")
    places = chain(((f"claims.{claim}", text) for claim, text in claims), texts_of(mechanism))
    for place, text in places:
        by = cited(text, runs, (mechanism.name, mechanism.title))
        if by:
            raise MixingRefused(
                f"{place}: its text cites a run ({by}); a claim rests on proofs, enumerations and "
                "conditions, and measurements have a section of their own"
            )


def measured_json(section: EmpiricalSection | None) -> dict[str, Any] | None:
    """The section as JSON data; ``null`` where nothing passed the gate."""
    if (section := checked(section)) is None:
        return None
    return {
        "label": section.label,
        "runs": [_run_json(run) for run in section.runs],
        "comparisons": [
            {"columns": list(table.columns), "rows": [list(row) for row in table.rows]}
            for table in section.comparisons
        ],
    }


def _run_json(run: EmpiricalEvidence) -> dict[str, Any]:
    return {
        "run": run.run,
        "protocol": run.protocol,
        "title": run.title,
        "freeze_sha256": run.freeze_sha256,
        "trace_sha256": run.trace_sha256,
        "tables_sha256": run.tables_sha256,
        "code": run.code,
        "deviations": [vars(deviation) for deviation in run.deviations],
        "results": dict(run.data),
    }


def cut(content: ShownTable) -> Table:
    """A table as it is drawn: like all of a report's tables, cut where it is long."""
    corner, *columns = content.columns
    left_out = max(0, len(content.rows) - MAX_ROWS)
    return Table(content.caption, corner, tuple(columns), content.rows[:MAX_ROWS], left_out=left_out)


def facts(run: EmpiricalEvidence) -> tuple[tuple[str, str], ...]:
    """What names a run and its size, for people."""
    return (
        *((("what it is", run.label),) if run.label != LABEL else ()),
        ("protocol", run.protocol),
        ("freeze, SHA-256", run.freeze_sha256),
        ("trace, SHA-256", run.trace_sha256),
        ("made by", f"pycheck {run.code}"),
        ("size", run.size),
        ("deviations from the protocol", str(len(run.deviations)) if run.deviations else "none"),
    )


def deviations_table(run: EmpiricalEvidence) -> ShownTable | None:
    """Every change to the protocol after its freeze; ``None`` if there was none."""
    if not run.deviations:
        return None
    rows = tuple((d.field, d.old, d.new, d.reason, d.time) for d in run.deviations)
    note = "Hypotheses and analysis are the frozen ones, whatever deviates."
    caption = "Deviations from the protocol"
    return ShownTable(caption, ("field", "frozen", "changed to", "reason", "decided"), rows, note)


def tables_of(run: EmpiricalEvidence) -> Iterator[ShownTable]:
    """All tables of a run, deviations first."""
    deviations = deviations_table(run)
    if deviations is not None:
        yield deviations
    yield from (table for table in run.tables if table.rows or table.note)


def terminal_lines(run: EmpiricalEvidence) -> Iterator[tuple[int, str]]:
    """A run in a few lines with their depth: what it is, its verdicts, what its first plot shows."""
    digest = run.trace_sha256[:12]
    yield 1, f"run {run.run} ({digest}…): {run.title.strip()}; {run.size}"
    for deviation in run.deviations:
        yield 2, f"deviation: {deviation.field}: {deviation.old} became {deviation.new} ({deviation.reason})"
    for table in run.tables[:1]:
        for name, answer, _ in table.rows:
            yield 2, f"{name}: {answer} on this run"
    for plot in run.plots[:1]:
        # A count's n is the whole that it is a part of, in the same unit; any other's is what it rests on.
        unit = f" {plot.unit}" if plot.kind == "count" else ""
        yield 2, f"{plot.title}:"
        yield from ((3, f"{mark.group}, {mark.label}: {shown(plot, mark)}{unit}") for mark in plot.marks)
