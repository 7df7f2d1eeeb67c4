"""The results of a war as one page, made from its public files alone: day by day, who leads, the leaderboard.

The page runs nothing and fetches nothing. Names, operators and models are foreign text.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from pycheck.empirical.gate import LABEL, Mark, Plot
from pycheck.report.html_parts import head_of, part, table
from pycheck.report.html_style import STYLE
from pycheck.report.markup import Markup, element
from pycheck.report.plots import draw
from pycheck.report.tables import Table

#: The limits, in plain words; the first one stands beside every figure as well.
LIMITS = (
    "One realm and one week give one result. It is not a benchmark of models, and no total or ranking by "
    "model is made.",
    "Outside the agent server, an agent is marked because it marked itself. Unmarked ones count as humans.",
    "A model is what the agent's operator says it is. Nobody checked.",
    "That no move was dictated is a rule that operators accepted, not a measurement. An agent that was shown "
    "to be driven move by move counts with the humans from then on, and keeps its mark.",
    "A journal shows what an agent did, not why.",
    "That these figures follow from the log was checked; that the log tells what happened was not.",
)
CAMPS = {"ai": "AI camp", "humans": "human camp"}
_LEADERS = CAMPS | {"nobody": "nobody"}
_VERDICTS = CAMPS | {"undecided": "undecided"}
CRITERIA = {
    "throne": "Throne time",
    "battles": "Battles won between the camps",
    "power": "Power per player",
}
_SIZES = {
    "cities": "cities",
    "power": "total Power",
    "alliances_formed": "alliances formed",
    "alliances_broken": "alliances broken",
}
_HOUR_MS = 3_600_000
_STYLE = """\
body { max-width: 80rem; }
.limit { color: var(--muted); }
"""
Json = Mapping[str, Any]


def war_page(figures: Json, board: Json, manifest: Json) -> str:
    """The page, ending in a newline, from the contents of a war's three public files."""
    head = head_of(f"{figures['realm']}: AI agents against humans", STYLE + _STYLE)
    body = element(
        "body",
        element("a", "Skip to the results", href="#end", class_="skip"),
        element("header", *_header(figures)),
        element(
            "main",
            _end(figures),
            _days(figures),
            _camps(figures),
            _board(board),
            _journals(manifest),
            part("limits", "What this does not say", element("ul", *(element("li", one) for one in LIMITS))),
            _sources(manifest),
        ),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _header(figures: Json) -> Iterator[Markup]:
    last = figures["days"][-1]
    yield element("p", "A week of AI agents against humans", class_="kicker")
    yield element("h1", figures["realm"])
    led = [f"{CRITERIA[name].lower()}: {_LEADERS[who]}" for name, who in last["leads"].items()]
    yield element(
        "p",
        element("strong", f"Verdict: {_VERDICTS[figures['verdict']]}"),
        element("span", f"Led at the end by: {'; '.join(led)}. {_limit(figures)}"),
        class_="summary",
    )
    start, end = _moment(figures["start"]), _moment(figures["end"])
    yield element("p", f"From {start} to {end}, both included.", class_="muted")
    what = "What the decision rule does is proved elsewhere. What is shown here is measured:"
    yield element("p", f"{what} {LABEL}.", class_="muted")
    links = [
        element("a", words, href=f"#{name}")
        for name, words in (
            ("end", "At the end"),
            ("days", "Day by day"),
            ("camps", "The camps"),
            ("board", "Leaderboard"),
            ("journals", "Journals"),
            ("limits", "What this does not say"),
        )
    ]
    yield element("nav", element("ul", *(element("li", link) for link in links)), aria_label="Sections")


def _limit(data: Json) -> str:
    return f"{str(data['limit']).capitalize()}."


def _shown(content: Table, data: Json) -> Markup:
    """A table with the limit beside it."""
    return element("div", table(content), element("p", _limit(data), class_="limit"))


def value(name: str, camp: Json) -> str:
    """One camp's figure in a criterion: hours, a count, or a quotient to two places."""
    if name == "throne":
        return _hours(camp["throne_ms"])
    if name == "battles":
        return f"{camp['battles_won']:,}"
    each = camp["power_per_player"]
    return "no measure" if each is None else _decimal(Fraction(each))


def _decimal(number: Fraction) -> str:
    return f"{float(number):,.2f}"


def _moment(said: str) -> str:
    """A time of the files, ``2026-01-06T00:00:00.000Z``, as far as it says something."""
    date, _, time = said.removesuffix("Z").partition("T")
    return f"{date} {time.removesuffix('.000').removesuffix(':00')} UTC"


def _hours(milliseconds: int) -> str:
    minutes, rest = divmod(milliseconds, 60_000)
    return f"{minutes // 60} h {minutes % 60:02} min {rest / 1000:06.3f} s"


def _end(figures: Json) -> Markup:
    last = figures["days"][-1]
    rows = []
    for name, words in CRITERIA.items():
        cells = [_exact(name, last["camps"][camp], last) for camp in CAMPS]
        rows.append((words, *cells, _LEADERS[last["leads"][name]]))
    rule = (
        "A camp that leads in two of the three wins. If none does, the camp that leads in throne time; if "
        "they are level there, in battles won between the camps; then in Power per player."
    )
    content = Table("At the end of the war", "criterion", (*CAMPS.values(), "led by"), tuple(rows))
    return part("end", "At the end", element("p", rule), _shown(content, figures))


def _exact(name: str, camp: Json, day: Json) -> str:
    """A figure with what it was made from."""
    shown = value(name, camp)
    if name == "battles":
        fought = day["battles_fought"]
        share = camp["share_of_battles"]
        part_of = "no measure" if share is None else f"{_decimal(100 * Fraction(share))} %"
        return f"{shown} of {fought:,} ({part_of})"
    if name == "power":
        return f"{shown} ({camp['power']:,} over {camp['cities']:,} cities)"
    return shown


def _days(figures: Json) -> Markup:
    lead = (
        "Up to the end of each 24 hours from the start, and who led then. Quotients are rounded here, and "
        "exact in the files; leads were compared exactly."
    )
    tables = []
    for name, words in CRITERIA.items():
        rows = [
            (
                f"{day['day']} (to {_moment(day['at'])})",
                *(value(name, day["camps"][camp]) for camp in CAMPS),
                _LEADERS[day["leads"][name]],
            )
            for day in figures["days"]
        ]
        tables.append(_shown(Table(words, "day", (*CAMPS.values(), "led by"), tuple(rows)), figures))
    for caption, keys in (
        ("Cities and total Power", ("cities", "power")),
        ("Alliances", ("alliances_formed", "alliances_broken")),
    ):
        columns = tuple(f"{_SIZES[key]}, {camp}" for key in keys for camp in CAMPS.values())
        sizes = tuple(
            (str(day["day"]), *(f"{day['camps'][camp][key]:,}" for key in keys for camp in CAMPS))
            for day in figures["days"]
        )
        tables.append(_shown(Table(caption, "day", columns, sizes, numeric=True), figures))
    verdicts = tuple((str(day["day"]), _VERDICTS[day["verdict"]]) for day in figures["days"])
    caption = "What the rule would have said"
    tables.append(_shown(Table(caption, "day", ("verdict then",), verdicts), figures))
    drawn = element("figure", element("figcaption", _plot(figures).title), Markup(draw(_plot(figures))))
    return part("days", "Day by day", element("p", lead), element("div", *tables, class_="tables"), drawn)


def _plot(figures: Json) -> Plot:
    marks = tuple(
        Mark(f"day {day['day']}", words, _in_hours(day["camps"][camp]), None, None, 24 * day["day"])
        for day in figures["days"]
        for camp, words in CAMPS.items()
    )
    title = f"Hours of throne time up to the end of each day; {figures['limit']}"
    return Plot(title, "count", "hours", marks)


def _in_hours(camp: Json) -> float:
    return round(float(camp["throne_ms"]) / _HOUR_MS, 2)


def _camps(figures: Json) -> Markup:
    last = figures["days"][-1]["camps"]
    wanted = {
        "players": "players",
        "agents": "AI agents",
        "supporters": "humans who chose the AI camp and play by hand",
        "piloted": "agents shown to be driven move by move",
        **_SIZES,
    }
    rows = tuple((words, *(f"{last[camp][key]:,}" for camp in CAMPS)) for key, words in wanted.items())
    content = Table("At the end of the war", "what", tuple(CAMPS.values()), rows, numeric=True)
    return part("camps", "The camps", _shown(content, figures))


def _board(board: Json) -> Markup:
    rows = tuple(_row(row) for row in board["rows"])
    columns = (
        *("player", "camp", "alliance", "Power", "town hall", "battles won against anyone", "titles"),
        *("operator", "model"),
    )
    content = Table(f"The {len(rows)} most powerful players", "rank", columns, rows)
    return part("board", "Leaderboard", _shown(content, board))


def _row(row: Json) -> tuple[str, ...]:
    agent = "operator" in row
    camp = f"{CAMPS[row['camp']]}, AI agent" if agent else CAMPS[row["camp"]]
    declared: Sequence[str] = ("", "")
    if agent:
        declared = [row[key] if row[key] is not None else "not declared" for key in ("operator", "model")]
    return (
        str(row["rank"]),
        row["name"],
        camp,
        row["alliance"] or "",
        f"{row['power']:,}",
        str(row["town_hall"]),
        f"{row['battles_won']:,}",
        ", ".join(row["titles"]),
        *declared,
    )


def _journals(manifest: Json) -> Markup:
    heads = manifest["journals"]
    if not heads:
        return part("journals", "Journals", element("p", "No operator agreed to publish one."))
    rows = tuple((h["name"], h["operator"], h["model"], f"{h['acts']:,}", h["file"]) for h in heads)
    content = Table(
        f"{len(rows)} journals, published with consent", "agent", ("operator", "model", "acts", "file"), rows
    )
    return part("journals", "Journals", _shown(content, manifest))


def _sources(manifest: Json) -> Markup:
    rows = (
        ("plan, SHA-256", manifest["plan_sha256"]),
        ("event log, SHA-256", manifest["log_sha256"]),
        ("made by", manifest["made_by"]),
        *((name, digest) for name, digest in manifest["files"].items() if "/" not in name),
    )
    content = Table("What this page was made from", "what", ("which",), rows)
    return part("sources", "Sources", table(content, code=True))
