"""A run as one page: pick a turn, see what was asked, what came back, what was made of it.

The page runs nothing and fetches nothing: a turn is picked by its link, and the style sheet shows the one
that is linked to. All text of a model is foreign text.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from pycheck.empirical.gate import LABEL, GateResult, ShownAct, ShownAttempt, ShownRun, ShownTurn
from pycheck.report.escape import html_lines
from pycheck.report.html_parts import head_of
from pycheck.report.html_style import STYLE
from pycheck.report.markup import Markup, element, join

#: So many characters of an answer are shown: more than a model has ever meant, and a page still opens.
LONGEST = 20_000

_STYLE = """\
body { max-width: 90rem; }
.viewer { display: grid; grid-template-columns: minmax(14rem, 22rem) 1fr; gap: 1.5rem; align-items: start; }
.turns { position: sticky; top: 1rem; max-height: calc(100vh - 2rem); overflow-y: auto; }
.turns ul { list-style: none; margin: .2rem 0 .6rem; padding: 0; }
.turns a { display: block; padding: .15rem .5rem; text-decoration: none; border-left: 4px solid var(--line); }
.turns a.unusable { border-left: 4px dashed var(--not_checked); }
.turns a:hover { text-decoration: underline; }
section.turn { display: none; margin: 0; }
section.turn:target { display: block; }
.viewer:has(section.turn:target) .none-picked { display: none; }
.answer { border-left: 4px solid var(--enumerated); }
.unusable .answer { border-left: 4px dashed var(--not_checked); }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
@media (max-width: 50rem) {
  .viewer { grid-template-columns: 1fr; }
  .turns { position: static; max-height: 40vh; }
}
@media print { section.turn { display: block; } .turns { display: none; } .viewer { display: block; } }
"""


def viewer_page(run: ShownRun, result: GateResult) -> str:
    """The page of a run, ending in a newline; ``result`` is what the gate says of it."""
    head = head_of(f"Run {run.run}, turn by turn", STYLE + _STYLE)
    body = element(
        "body",
        element("header", *_header(run, result)),
        element(
            "div",
            element("nav", *_index(run), class_="turns", aria_label="Turns", tabindex="0"),
            element(
                "main",
                element("p", "Pick a turn.", class_="none-picked muted"),
                *(_turn(number, turn, len(run.turns)) for number, turn in enumerate(run.turns, 1)),
            ),
            class_="viewer",
        ),
    )
    return f"<!DOCTYPE html>\n{element('html', head, body, lang='en')}\n"


def _header(run: ShownRun, result: GateResult) -> Iterator[Markup]:
    yield element("p", "Run ", element("code", run.run), class_="kicker")
    yield element("h1", run.title)
    if result.passed:
        yield element(
            "p", element("strong", "Passed the gate"), element("span", LABEL), class_="summary good"
        )
    else:
        reasons = [element("li", str(refusal)) for refusal in result.refusals]
        yield element(
            "div", element("strong", "Refused by the gate"), element("ul", *reasons), class_="summary bad"
        )
    freeze = element("code", run.freeze_sha256)
    yield element("p", "Freeze ", freeze, "; trace ", element("code", run.trace_sha256), class_="muted")


def _index(run: ShownRun) -> Iterator[Markup]:
    numbered = enumerate(run.turns, 1)
    for (condition, family), turns in groupby(numbered, key=lambda item: (item[1].condition, item[1].family)):
        links = [element("li", _link(number, turn)) for number, turn in turns]
        name = condition if family == "scripted" else f"{condition}, {family}"
        heading = element("summary", f"{name} ({len(links)})")
        yield element("details", heading, element("ul", *links), open_="")


def _link(number: int, turn: ShownTurn) -> Markup:
    usable = all(act.usable for act in turn.acts)
    sign = "" if usable else " (not usable)"
    says = f"{turn.profile}; seed {turn.seed}{sign}"
    return element("a", says, href=f"#turn-{number}", class_=None if usable else "unusable")


def _turn(number: int, turn: ShownTurn, last: int) -> Markup:
    steps = []
    if number > 1:
        steps.append(element("a", "previous", href=f"#turn-{number - 1}"))
    if number < last:
        steps.append(element("a", "next", href=f"#turn-{number + 1}"))
    facts = [element("div", element("dt", name), element("dd", value)) for name, value in turn.oracle]
    return element(
        "section",
        element("h2", f"Turn {number}: {turn.condition}, {turn.family}", id=f"turn-{number}-title"),
        element("p", f"True types: {turn.profile}. Seed {turn.seed}. ", join(steps, " · ")),
        *(_act(act) for act in turn.acts),
        element("h3", "Mechanism and oracle"),
        element("dl", *facts, class_="facts"),
        id=f"turn-{number}",
        class_="turn",
        aria_labelledby=f"turn-{number}-title",
    )


def _act(act: ShownAct) -> Markup:
    badge = element("span", act.result, class_="badge decided" if act.usable else "badge not_checked")
    return element(
        "article",
        element("h3", element("span", f"{act.agent}, true type {act.true_type}: {act.model}"), badge),
        *(_attempt(number, attempt) for number, attempt in enumerate(act.attempts, 1)),
        class_=None if act.usable else "unusable",
    )


def _attempt(number: int, attempt: ShownAttempt) -> Markup:
    asked = [
        part
        for role, said in attempt.messages
        for part in (element("p", role, class_="muted"), element("pre", Markup(html_lines(said))))
    ]
    raw, left_out = (None, 0) if attempt.raw is None else _cut(attempt.raw)
    answer = element("p", "no text", class_="muted")
    if raw is not None:
        answer = element("pre", Markup(html_lines(raw)), class_="answer")
    facts = [
        element("div", element("dt", name), element("dd", _cut(value)[0])) for name, value in attempt.facts
    ]
    return element(
        "div",
        element("h4", f"Attempt {number}"),
        element("details", element("summary", "question"), *asked) if asked else "",
        answer,
        element("p", f"… and {left_out:,} more characters, in the trace", class_="muted") if left_out else "",
        element("p", "read as: ", element("strong", attempt.result)),
        element("dl", *facts, class_="facts") if facts else "",
    )


def _cut(text: str) -> tuple[str, int]:
    """The beginning of a text, and how many characters are left out of it."""
    return text[:LONGEST], max(0, len(text) - LONGEST)
