"""One game of belief probing on the page: who plays what, and everything said, step by step.

All of that is there without a script. The script shows the beliefs beside it, from the data at the end.
"""

from __future__ import annotations

from collections import Counter

from pycheck.empirical.probing.detail import Detail
from pycheck.empirical.probing.sides import Side, side_of
from pycheck.empirical.probing.steps import Happening, Step
from pycheck.report.escape import html_lines
from pycheck.report.markup import Markup, element
from pycheck.report.probing_data import data_of, embedded
from pycheck.report.probing_overview import short

#: Kinds of steps in words, with a sign of its own each.
KINDS = {
    "start": ("◦", "start"),
    "intro": ("“", "introduction"),
    "night_mafia": ("☾", "night, the Mafia"),
    "night_doctor": ("☾", "night, the Doctor"),
    "night_sheriff": ("☾", "night, the Sheriff"),
    "night_analysis": ("☼", "what the night brought"),
    "day_discuss": ("“", "discussion"),
    "day_vote": ("☑", "vote"),
    "round_end": ("◇", "end of the round: players are asked, nobody speaks"),
    "not_in_the_log": ("?", "players were asked; the message is not in the log"),
}
_SIGNS = {"night_kill": "†", "day_eliminate": "†", "vote_tally": "☑", "game_over": "■"}


def game_section(name: str, detail: Detail) -> Markup:
    """The section with the id ``name``."""
    asked = Counter(answer.step for answer in detail.answers)
    steps = [_step(f"{name}-s{place}", step, asked[place]) for place, step in enumerate(detail.steps)]
    winner, roles = detail.game.winner, detail.game.roles
    left_out = (
        f" The texts of {detail.texts_left_out:,} of {len(detail.answers):,} answers are left out here."
        if detail.texts_left_out
        else ""
    )
    fork = detail.game.fork
    forked = (
        f" A fork, from {fork.round}:{fork.number} on: who died before that is not in its log, and is shown "
        "as if alive."
        if fork
        else ""
    )
    said = f"{len(steps)} steps, {len(detail.answers):,} answers. Winner: {winner or 'not in the log'}."
    timeline = element(
        "details",
        element("summary", "Everything said, step by step"),
        element("ol", *steps, class_="steps"),
        class_="timeline",
        open_="",
    )
    return element(
        "section",
        element("h3", "Game ", element("code", short(str(detail.folder))), id=f"{name}-title"),
        element("p", said + forked + left_out),
        element("ul", *_players(detail), class_="players", aria_label="Players and their true roles"),
        element("div", class_="app", hidden=""),
        timeline,
        # Without a setup nobody is known whose beliefs could be shown.
        element("script", embedded(data_of(detail)), type="application/json", class_="data") if roles else "",
        id=name,
        class_="game",
        aria_labelledby=f"{name}-title",
    )


def _players(detail: Detail) -> list[Markup]:
    dead = {name for _, name in detail.game.deaths}
    found = []
    for name, role in detail.game.roles.items():
        side = side_of(name, detail.game.roles)
        fate = "† died" if name in dead else "no death in the log"
        words = f" {role}; {fate}"
        found.append(
            element("li", element("b", name), words, class_="of-mafia" if side is Side.MAFIA else None)
        )
    return found


def _step(name: str, step: Step, asked: int) -> Markup:
    sign, kind = KINDS.get(step.kind, ("?", step.kind))
    head = element(
        "p",
        element("a", step.label, href=f"#{name}"),
        element("span", sign, class_="sign", aria_hidden="true"),
        element("b", step.speaker) if step.speaker else "",
        element("span", kind, class_="kind"),
        element("small", f"{asked} answers" if asked != 1 else "1 answer"),
        class_="what",
    )
    said = element("blockquote", Markup(html_lines(step.text))) if step.text else ""
    came = element("ul", *(_came(one) for one in step.happenings), class_="came") if step.happenings else ""
    return element("li", head, said, came, id=name, data_sign=_sign(step))


def _sign(step: Step) -> str:
    """The sign of the most that happened at a step."""
    signs = [_SIGNS[one.kind] for one in step.happenings if one.kind in _SIGNS]
    return "†" if "†" in signs else KINDS.get(step.kind, ("?", ""))[0]


def _came(one: Happening) -> Markup:
    return element(
        "li", element("span", _SIGNS.get(one.kind, "•"), class_="sign", aria_hidden="true"), f" {one.words}"
    )
