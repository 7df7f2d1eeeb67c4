"""What all games of belief probing amount to: the games, the figures, calibration, and faults of the logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import PurePath

from pycheck.empirical.probing.answers import MEASURED
from pycheck.empirical.probing.calibration import BINS, WIDTH, Bin
from pycheck.empirical.probing.corpus import GameSummary, Report
from pycheck.empirical.probing.estimate import Estimate
from pycheck.empirical.probing.faults import EFFECTS, Kind
from pycheck.empirical.probing.measures import Row
from pycheck.empirical.probing.reading import Reading
from pycheck.empirical.probing.show import NO_MEASURE
from pycheck.report.html_parts import part, table
from pycheck.report.markup import Markup, element
from pycheck.report.probing_plot import draw_calibration
from pycheck.report.tables import Table

#: The figures that stand first, and what each says.
_FIRST = {
    ("expected_calibration_error", "all"): "calibration error: 0 is calibrated",
    ("brier", "all"): "Brier's score: 0 is certain and right",
    ("second_order_agreement", "all"): "expected attitudes that are what was reported",
    ("spotlight_ratio", "all"): "suspicion expected over suspicion reported",
    ("volatility", "all"): "volatility of suspicion, 0 to 2",
    ("top_switches", "all"): "changes of the top suspect",
    ("vote_coupling", "all, highest_score"): "votes for the top suspect",
}


def short(folder: str) -> str:
    """The name of a game's folder; where it lies is nobody's business."""
    return PurePath(folder).name or folder


def games(report: Report, shown: Mapping[int, str]) -> Markup:
    """Every game in a row; ``shown`` has, for the place of each one shown whole, the id of its section."""
    head = ("game", "shown", "winner", "players", "probes", "forked from", "faults", "in the measures")
    rows = [_game(game, shown.get(place)) for place, game in enumerate(report.games)]
    drawn = element(
        "table",
        element("caption", f"{len(report.games):,} games"),
        element("thead", element("tr", *(element("th", title, scope="col") for title in head))),
        element("tbody", *rows),
    )
    box = element("div", drawn, class_="scroll tall", tabindex="0", role="region", aria_label="Games")
    return part("games", "Games", box)


def _game(game: GameSummary, section: str | None) -> Markup:
    fork = game.fork
    name = element("code", short(game.folder))
    cells = (
        element("a", "step by step", href=f"#{section}") if section else "in this row alone",
        game.winner or "not in the log",
        f"{game.players}",
        f"{game.probes:,}",
        f"{fork.parent[:8]} after {fork.round}:{fork.number}" if fork else "–",
        f"{sum(game.faults.values()):,}",
        f"no: {game.why_not}" if game.why_not else "yes",
    )
    return element("tr", element("th", name, scope="row"), *(element("td", cell) for cell in cells))


def figures(report: Report) -> Markup:
    """The main figures as a list, then every measure under every reading."""
    rows: dict[tuple[str, str], dict[Reading, Row]] = {}
    for reading, measured in report.measured.items():
        for row in measured.rows:
            rows.setdefault((row.measure, row.split), {})[reading] = row
    items = [
        element("li", element("b", _value(found)), element("span", words), element("small", _n(found)))
        for key, words in _FIRST.items()
        for found in [rows.get(key, {}).get(Reading.STORED)]
    ]
    body = tuple(
        (measure, split, *(f"{_value(found.get(r))} ({_n(found.get(r))})" for r in Reading))
        for (measure, split), found in rows.items()
    )
    whole = Table("Measures under each reading of the answers", "measure", ("of", *Reading), body)
    draws = report.resampling
    method = (
        f"Intervals: {draws.confidence:.0%}, percentile bootstrap over games, {draws.draws:,} draws, seed "
        f"{draws.seed}; none of fewer than two games. Computed when the page was made; nothing is computed "
        "anew in the browser."
    )
    return part(
        "figures",
        "Figures",
        element("p", f"Of the stored answers. {report.label.capitalize()}."),
        element("ul", *items, class_="figures"),
        element("p", method, class_="muted"),
        element("details", element("summary", f"All {len(body)} rows"), table(whole)) if body else "",
    )


def _value(row: Row | None) -> str:
    found = row.estimate if row else Estimate(None, 0, 0)
    if found.value is None:
        return NO_MEASURE
    ends = "" if found.low is None or found.high is None else f" [{found.low:.3f}, {found.high:.3f}]"
    return f"{found.value:.3f}{ends}"


def _n(row: Row | None) -> str:
    found = row.estimate if row else Estimate(None, 0, 0)
    games_ = "1 game" if found.games == 1 else f"{found.games} games"
    return f"n = {found.n:,} in {games_}"


def calibration(report: Report) -> Markup:
    """The curve and its bins, with n; a bin without a guess is no measure."""
    bins = report.measured[Reading.STORED].bins or tuple(
        Bin(k * WIDTH, (k + 1) * WIDTH, 0, 0, 0.0) for k in range(BINS)
    )
    rows = tuple(
        (
            f"{one.low} to {one.high}",
            f"{one.n:,}",
            NO_MEASURE if one.accuracy is None else f"{one.accuracy:.3f}",
            NO_MEASURE if one.confidence is None else f"{one.confidence:.1f}",
        )
        for one in bins
    )
    content = Table(
        "Bins of confidence, percent", "confidence", ("n", "right", "mean confidence"), rows, numeric=True
    )
    lead = (
        "Innocents' guesses of the others' roles; “Unknown” and answers about oneself are left out. On the "
        "dashed line, guesses are right as often as their confidence says; below it they are too sure."
    )
    drawn = element("figure", Markup(draw_calibration(bins)))
    return part(
        "calibration",
        "Calibration",
        element("p", lead),
        element("div", drawn, table(content), class_="tables"),
    )


def faults(report: Report) -> Markup:
    """Faults by kind with what becomes of them, then the first ones with file and line."""
    if not report.fault_counts:
        return part("faults", "Faults in the logs", element("p", "No fault was found in the logs."))
    counts = tuple((kind.value, f"{n:,}", EFFECTS[kind]) for kind, n in sorted(report.fault_counts.items()))
    items = [element("li", words) for words in _listed(report)]
    total = sum(report.fault_counts.values())
    left_off = f"; {report.faults_left_off:,} more are counted above" if report.faults_left_off else ""
    return part(
        "faults",
        "Faults in the logs",
        table(Table(f"{total:,} faults by kind", "kind", ("count", "what becomes of it"), counts)),
        element(
            "details",
            element("summary", f"The first of each kind, {len(items):,} in all{left_off}"),
            element("ul", *items, class_="listed"),
        ),
    )


def _listed(report: Report) -> Iterator[str]:
    names = {game.folder: short(game.folder) for game in report.games}
    for fault in report.faults:
        path, found = PurePath(fault.file), fault.found
        file = names.get(fault.file) or f"{path.parent.name}/{path.name}"
        where = f"{file}:{fault.line}" if fault.line else file
        if fault.kind is Kind.SAME_GAME:
            # It names the other folder, and where that lies.
            for folder, name in names.items():
                found = found.replace(folder, name)
        yield f"{where}: {fault.kind}: found {found}; expected {fault.expected}"


def answers(report: Report) -> Markup:
    """How many answers have a value under each reading, probe by probe, and what their texts are."""
    found = report.answers
    rows = []
    for name in found.probes:
        own = found.of(name)
        shaped = tuple(f"{own.shaped(r):,}" if name in MEASURED else "–" for r in Reading)
        forms = ", ".join(f"{form} {own.with_form(form):,}" for form in own.forms)
        rows.append((name, f"{own.count():,}", *shaped, forms))
    if not rows:
        return part("answers", "Answers", element("p", NO_MEASURE))
    columns = ("asked", *(f"of the shape asked for, {reading}" for reading in Reading), "what the texts are")
    return part(
        "answers", "Answers", table(Table("Answers of the measured games", "probe", columns, tuple(rows)))
    )
