"""A report as text for people. What was not measured is called that, never 0."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pycheck.empirical.probing.answers import MEASURED
from pycheck.empirical.probing.corpus import Report
from pycheck.empirical.probing.estimate import Estimate
from pycheck.empirical.probing.measures import Row
from pycheck.empirical.probing.reading import Answers, Reading

NO_MEASURE = "no measure"


def report_text(report: Report) -> str:
    """Games, faults, answers, then every measure under the three readings beside each other."""
    return "\n".join(map(_plain, _lines(report))) + "\n"


def _plain(line: str) -> str:
    """The line with all that a terminal would act on as an escape: names of folders are foreign text."""
    if line.isprintable():
        return line
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _lines(report: Report) -> Iterator[str]:
    measured = [game for game in report.games if not game.why_not]
    probes = sum(game.probes for game in report.games)
    yield f"{len(report.games)} games read, {len(measured)} measured; {probes:,} probes read"
    yield report.label
    yield ""
    yield from _faults(report)
    yield from _answers(report.answers)
    yield from _measures(report)
    yield from _bins(report)
    yield "Orders: the public code sorts probes at the end of a round, numbered -1, before the round. Rows of"
    yield "the published order show what that makes of it; every other row is in the order of the game."
    draws = report.resampling
    yield (
        f"Intervals: {draws.confidence:.0%}, percentile bootstrap over games, {draws.draws} draws, seed "
        f"{draws.seed}; none of fewer than two games."
    )


def _faults(report: Report) -> Iterator[str]:
    left_out = [game for game in report.games if game.why_not]
    if left_out:
        yield "NOT MEASURED"
        yield from (f"  {game.folder}: {game.why_not}" for game in left_out)
        yield ""
    if not report.fault_counts:
        yield "no fault found in the logs"
        yield ""
        return
    yield "FAULTS"
    yield from _table(
        ("kind", "count"), [(kind.value, f"{n:,}") for kind, n in sorted(report.fault_counts.items())]
    )
    yield from (f"  {fault}" for fault in report.faults)
    if report.faults_left_off:
        yield f"  and {report.faults_left_off:,} more, which are counted above"
    yield ""


def _answers(answers: Answers) -> Iterator[str]:
    if not answers.outcomes:
        return
    yield "ANSWERS: how many have a value, and the shape asked for, under each reading"
    rows, by_form = [], []
    for name in answers.probes:
        own = answers.of(name)
        values = [
            f"{own.read(reading):,}" + (f" / {own.shaped(reading):,}" if name in MEASURED else "")
            for reading in Reading
        ]
        fallback, retests = own.count(lambda o: o.raw_fallback), own.count(lambda o: o.repeated)
        rows.append((name, f"{own.count():,}", *values, f"{fallback:,}", f"{retests:,}"))
        counts = [own.with_form(form) for form in answers.forms]
        by_form.append((name, *(f"{count:,}" for count in counts)))
    yield from _table(("probe", "asked", *(r.value for r in Reading), "raw fallback", "retests"), rows)
    yield from _table(("probe", *(form.value for form in answers.forms)), by_form)
    strict, repaired = answers.count(lambda o: o.differs[0]), answers.count(lambda o: o.differs[1])
    yield f"  stored values that the strict reading has not: {strict:,}; the repairing one: {repaired:,}"
    for form in sorted(answers.to_name):
        named, all_ = answers.named[form], answers.to_name[form]
        share = f"{named / all_:.3f}" if all_ else NO_MEASURE
        yield f"  living others named in answers that are {form.value}: {named:,} of {all_:,} ({share})"
    yield ""


def _measures(report: Report) -> Iterator[str]:
    by_key: dict[tuple[str, str], dict[Reading, Row]] = {}
    for reading, measured in report.measured.items():
        for row in measured.rows:
            by_key.setdefault((row.measure, row.split), {})[reading] = row
    yield "MEASURES under each reading of the answers"
    rows = [
        (measure, split, *(_estimate(found.get(reading)) for reading in Reading))
        for (measure, split), found in by_key.items()
    ]
    yield from _table(("measure", "of", *(reading.value for reading in Reading)), rows)
    yield ""


def _bins(report: Report) -> Iterator[str]:
    bins = report.measured[Reading.STORED].bins
    if not any(one.n for one in bins):
        return
    yield "CALIBRATION of the stored answers; confidence in percent"
    rows = [
        (
            f"{one.low} to {one.high}",
            f"{one.n:,}",
            NO_MEASURE if one.accuracy is None else f"{one.accuracy:.3f}",
            NO_MEASURE if one.confidence is None else f"{one.confidence:.1f}",
        )
        for one in bins
    ]
    yield from _table(("confidence", "guesses", "right", "mean confidence"), rows)
    yield ""


def _estimate(row: Row | None) -> str:
    found = row.estimate if row else Estimate(None, 0, 0)
    if row is None or found.value is None:
        return NO_MEASURE
    interval = "" if found.low is None or found.high is None else f" [{found.low:.3f}, {found.high:.3f}]"
    counts = row.counts.values()
    detail = f"{'/'.join(map(str, counts))}, " if counts else ""
    return f"{found.value:.6f}{interval} ({detail}n {found.n:,})"


def _table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    widths = [max(len(row[k]) for row in (columns, *rows)) for k in range(len(columns))]
    for row in (columns, *rows):
        yield "  " + "  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip()
