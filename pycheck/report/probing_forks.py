"""Forks of games side by side: the arms of each comparison, and their outcomes with n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycheck.empirical.probing.fork_arms import Arm, Comparison, Count, Outcome, Replay
from pycheck.empirical.probing.show import NO_MEASURE
from pycheck.report.html_parts import part
from pycheck.report.markup import Markup, element, join


def forks(found: Sequence[Comparison], sections: Mapping[str, str]) -> Markup:
    """Every comparison; ``sections`` has the section's id of each game that is shown whole, by its folder."""
    lead = (
        "Replays of one game from one round on. An arm has those that were made together, after the same "
        "message, with the same intervention. An outcome is counted over the replays whose logs go far "
        "enough to tell."
    )
    if not found:
        return part("forks", "Forks", element("p", "None of these games was forked from another one."))
    tables = [_comparison(one, sections) for one in found]
    return part("forks", "Forks side by side", element("p", lead), *tables)


def _comparison(found: Comparison, sections: Mapping[str, str]) -> Markup:
    caption = f"Game {found.parent[:8]}, from round {found.round} on"
    head = element(
        "tr",
        element("th", "outcome", scope="col"),
        *(element("th", arm_words(found.round, arm), scope="col") for arm in found.arms),
    )
    replays = element(
        "tr",
        element("th", "replays", scope="row"),
        *(
            element(
                "td", f"{len(arm.replays)}: ", join((_replay(one, sections) for one in arm.replays), ", ")
            )
            for arm in found.arms
        ),
    )
    rows = [_outcome(outcome) for outcome in found.outcomes]
    drawn = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", replays, *rows),
    )
    return element("div", drawn, class_="scroll", tabindex="0", role="region", aria_label=caption)


def arm_words(round_: int, arm: Arm) -> str:
    """``after 1:9, no intervention (batch 1c7e96fe)``."""
    batch = f" (batch {arm.batch[:8]})" if arm.batch else ""
    return f"after {round_}:{arm.number}, {arm.intervention}{batch}"


def _replay(one: Replay, sections: Mapping[str, str]) -> Markup:
    number = one.fork.replica
    name = "one" if number is None else f"no. {number}"
    section = sections.get(one.folder)
    return element("a", name, href=f"#{section}") if section else element("span", name)


def _outcome(outcome: Outcome) -> Markup:
    cells = [element("td", count_words(count)) for count in outcome.counts]
    return element("tr", element("th", outcome.name, scope="row"), *cells)


def count_words(count: Count) -> str:
    """``4 of 5 (0.80)``, or no measure where there is no replay with an outcome."""
    return f"{count.found} of {count.n} ({count.found / count.n:.2f})" if count.n else f"{NO_MEASURE} (n = 0)"
