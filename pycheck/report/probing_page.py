"""Logs of belief probing as one page: games step by step, what players reported, calibration, forks, faults.

One file that fetches nothing. Its one script shows what stands in the page and computes no measure; without
it, everything but the matrices can be read. Names, utterances and answers are foreign text.

Games are shown whole while there is room: a page over hundreds of games would otherwise be as large as their
logs. Of every game there is a row, and every game counts in the figures.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from pycheck.empirical.probing.corpus import Report
from pycheck.empirical.probing.detail import LONGEST, Detail
from pycheck.empirical.probing.fork_arms import Comparison
from pycheck.report.html_parts import head_of, part
from pycheck.report.html_style import STYLE
from pycheck.report.markup import Markup, element
from pycheck.report.probing_forks import forks
from pycheck.report.probing_game import game_section
from pycheck.report.probing_overview import answers, calibration, faults, figures, games

#: So many bytes of games shown whole a page has, unless it is told otherwise.
ROOM = 8_000_000
_SECTIONS = {
    "games": "Games",
    "steps": "Step by step",
    "figures": "Figures",
    "calibration": "Calibration",
    "forks": "Forks",
    "answers": "Answers",
    "faults": "Faults",
    "limits": "What is left out",
}

Reader = Callable[[Path, int], Detail]


def probing_page(
    report: Report, compared: Sequence[Comparison], read: Reader, wanted: Sequence[int], room: int = ROOM
) -> str:
    """The page, ending in a newline.

    ``wanted`` are the places, among the report's games, of those to be shown whole, the most wanted first;
    they are taken while they fit into ``room`` bytes. ``read`` reads one of them, given its folder and the
    number of characters that the texts of its answers may have.
    """
    sections = _whole(report, read, wanted, room)
    shown = {place: _name(place) for place in sections}
    count = len(report.games)
    title = f"Belief probing: {count:,} {'game' if count == 1 else 'games'}"
    script = _asset("probing_page.js")
    left_out = _left_out(count, len(sections), room)
    body = element(
        "body",
        element("a", "Skip to the games", href="#games", class_="skip"),
        element("p", report.label, class_="label", role="note", aria_label="What this is"),
        element("header", *_header(report, title, left_out)),
        element(
            "main",
            games(report, shown),
            _viewer(list(sections.values()), left_out),
            figures(report),
            calibration(report),
            forks(compared, {report.games[place].folder: name for place, name in shown.items()}),
            answers(report),
            faults(report),
            _limits(left_out),
        ),
        element("script", Markup(script)),
    )
    head = head_of(title, STYLE + _asset("probing_page.css"), script)
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _asset(name: str) -> str:
    return (files("pycheck.report") / name).read_text(encoding="utf-8")


def _name(place: int) -> str:
    return f"game-{place + 1}"


def _whole(report: Report, read: Reader, wanted: Sequence[int], room: int) -> dict[int, Markup]:
    """The sections of the games that fit, by their places; the last one perhaps without answers' texts."""
    sections: dict[int, Markup] = {}
    for place in wanted:
        folder = Path(report.games[place].folder)
        for texts in (room, 0):
            detail = read(folder, texts)
            section = game_section(_name(place), detail)
            size = len(section.encode())
            if size <= room or not detail.steps:
                break
        if not detail.steps:
            continue
        if size > room:
            break
        room -= size
        sections[place] = section
    return sections


def _header(report: Report, title: str, left_out: str) -> list[Markup]:
    links = [element("li", element("a", words, href=f"#{name}")) for name, words in _SECTIONS.items()]
    measured = sum(not game.why_not for game in report.games)
    probes = sum(game.probes for game in report.games)
    counts = (
        f"{len(report.games):,} read, {measured:,} in the measures; {probes:,} answers; "
        f"{sum(report.fault_counts.values()):,} faults found in the logs."
    )
    return [
        element("p", "What players of a social deduction game report in private", class_="kicker"),
        element("h1", title),
        element("p", f"{counts} {left_out}", class_="muted"),
        element("nav", element("ul", *links), aria_label="Sections"),
    ]


def _left_out(games_read: int, whole: int, room: int) -> str:
    if whole == games_read:
        return "Every game is shown step by step."
    return (
        f"Shown step by step: {whole:,} of {games_read:,} games, within {room / 1e6:g} MB. The rest has rows "
        "of its own, and its part in the figures."
    )


def _viewer(sections: list[Markup], left_out: str) -> Markup:
    keys = element(
        "p",
        "Keys: ",
        element("kbd", "←"),
        " ",
        element("kbd", "→"),
        " previous and next step; with ",
        element("kbd", "Shift"),
        " previous and next round. Not while a list, a field or a table that scrolls has the focus: there "
        "the arrows are its own.",
        class_="keys muted",
    )
    without = element(
        "noscript",
        element(
            "p",
            "Scripts are off: what was said, the figures and the faults are all here; the matrices of "
            "beliefs and the single answers need the script in this file. It fetches nothing.",
            class_="summary incomplete",
        ),
    )
    none = element("p", "No game is shown step by step.") if not sections else ""
    return part(
        "steps", "Step by step", element("p", left_out), without, keys if sections else none, *sections
    )


def _limits(left_out: str) -> Markup:
    said = (
        f"{left_out} Games are taken in the order of the logs, or those named with --game; --room gives them "
        "more bytes.",
        "The questions are not in this page, and not the parsed values beside the texts: a log is four times "
        "as large as what is shown of it. Both are in introspection.jsonl.",
        f"Of an answer's text the first {LONGEST:,} characters are here.",
        "Right and wrong are held against the roles of the setup, which the players do not know.",
        "An answer stands until the next one that can be read; where it is carried forward, that is said.",
        "Answers are reports that were asked for. What a model believes, if anything, is not in a log.",
    )
    return part("limits", "What is left out", element("ul", *(element("li", one) for one in said)))
