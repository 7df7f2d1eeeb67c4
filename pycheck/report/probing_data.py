"""A game of belief probing as the page's script reads it: indices, codes, text in which nothing is hidden."""

from __future__ import annotations

import json
from typing import Any

from pycheck.empirical.probing.answers import AttitudeReport, Guess, RoleReport, SuspicionReport
from pycheck.empirical.probing.beliefs import Answer, Heard, Held
from pycheck.empirical.probing.detail import Detail
from pycheck.empirical.probing.records import UNKNOWN
from pycheck.empirical.probing.sides import side_of
from pycheck.empirical.probing.suspicion import top_of
from pycheck.report.markup import Markup
from pycheck.visible import visible


def data_of(detail: Detail) -> dict[str, Any]:
    """The game without what is said in it: players, steps, answers, and which answers stand at each step."""
    seats = {name: seat for seat, name in enumerate(detail.game.roles)}
    probes = sorted({answer.probe for answer in detail.answers})
    return {
        "players": [
            {
                "name": visible(name),
                "role": visible(role),
                "side": side_of(name, detail.game.roles),
                "gone": detail.gone.get(name),
            }
            for name, role in detail.game.roles.items()
        ],
        "steps": [step.label for step in detail.steps],
        "probes": [visible(probe) for probe in probes],
        "answers": [
            {
                "step": answer.step,
                "by": seats[answer.observer],
                "probe": probes.index(answer.probe),
                "form": answer.form,
                "marks": answer.marks,
                "entries": _entries(answer, detail.held.get(number, ()), detail, seats),
                "raw": None if answer.raw is None else _lines(answer.raw),
                "cut": answer.cut,
            }
            for number, answer in enumerate(detail.answers)
        ],
        "standing": detail.standing,
    }


def embedded(data: dict[str, Any]) -> Markup:
    """Data as the text of a ``<script>`` that is not run: ASCII, and nothing that HTML would act on."""
    text = json.dumps(data, separators=(",", ":"))
    for character in "<>&":
        text = text.replace(character, f"\\u{ord(character):04x}")
    return Markup(text)


def _lines(text: str) -> str:
    return "\n".join(map(visible, text.split("\n")))


def _entries(
    answer: Answer, expected: tuple[Held, ...], detail: Detail, seats: dict[str, int]
) -> list[list[Any]] | None:
    """Role guesses with whether they are right, scores with shares, or expectations beside reports."""
    report = answer.report
    if isinstance(report, RoleReport):
        return [_guess(guess, detail, seats) for guess in report.guesses]
    if isinstance(report, SuspicionReport):
        shares = report.vector or {}
        top = top_of(shares) if shares else None
        return [[seats[name], score, shares.get(name), name == top] for name, score in report.scores]
    if isinstance(report, AttitudeReport):
        return [
            [seats[one.other], one.expected, _heard(one.earlier), _heard(one.latest), one.counted]
            for one in expected
        ]
    return None


def _guess(guess: Guess, detail: Detail, seats: dict[str, int]) -> list[Any]:
    right = None if guess.role == UNKNOWN else guess.role == detail.game.roles[guess.target]
    return [seats[guess.target], guess.role, guess.confidence, right]


def _heard(heard: Heard | None) -> list[Any] | None:
    return heard and [heard.answer, heard.guess.role, heard.guess.confidence, heard.attitude]
