"""Forks of games side by side: the arms of each batch, and their outcomes with n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pycheck.empirical.probing.fork_arms import Batch, Count, Outcome, Replay
from pycheck.empirical.probing.show import NO_MEASURE
from pycheck.report.html_parts import part
from pycheck.report.markup import Markup, element, join


def forks(batches: Sequence[Batch], sections: Mapping[str, str]) -> Markup:
    """Every batch; ``sections`` has the id of the section of each game that is shown whole, by its folder."""
    lead = (
        "Replays of one game from one moment on. An arm has the replays with the same intervention. An "
        "outcome is counted over the replays whose logs go far enough to tell."
    )
    if not batches:
        return part("forks", "Forks", element("p", "None of these games was forked from another one."))
    tables = [_batch(number, batch, sections) for number, batch in enumerate(batches, 1)]
    return part("forks", "Forks side by side", element("p", lead), *tables)


def _batch(number: int, batch: Batch, sections: Mapping[str, str]) -> Markup:
    fork = batch.fork
    caption = f"Batch {number}: game {fork.parent[:8]} from {fork.round}:{fork.number} on"
    if fork.batch:
        caption += f" (batch {fork.batch[:8]})"
    head = element(
        "tr", element("th", "outcome", scope="col"), *(element("th", arm, scope="col") for arm in batch.arms)
    )
    replays = element(
        "tr",
        element("th", "replays", scope="row"),
        *(
            element("td", f"{len(arm)}: ", join((_replay(one, sections) for one in arm), ", "))
            for arm in batch.replays
        ),
    )
    rows = [_outcome(outcome) for outcome in batch.outcomes]
    drawn = element(
        "table",
        element("caption", caption),
        element("thead", head),
        element("tbody", replays, *rows),
    )
    return element("div", drawn, class_="scroll", tabindex="0", role="region", aria_label=caption)


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
