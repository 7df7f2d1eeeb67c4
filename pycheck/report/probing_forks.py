"""Forks of games side by side: the arms of each comparison, and their outcomes with n."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pycheck.empirical.probing import fork_test
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
    test = (
        "The test is Fisher's exact one, two-sided, for more than two arms Freeman and Halton's. It asks "
        "whether an outcome depends on the arm at all; several outcomes are several tests, and nothing is "
        "corrected for that."
    )
    if not found:
        return part("forks", "Forks", element("p", "None of these games was forked from another one."))
    tables = [_comparison(one, sections) for one in found]
    return part(
        "forks", "Forks side by side", element("p", lead), element("p", test, class_="muted"), *tables
    )


def _comparison(found: Comparison, sections: Mapping[str, str]) -> Markup:
    caption = f"Game {found.parent[:8]}, from round {found.round} on"
    head = element(
        "tr",
        element("th", "outcome", scope="col"),
        *(element("th", arm_words(found.round, arm), scope="col") for arm in found.arms),
        element("th", "exact test over the arms", scope="col"),
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
        element("td", "–"),
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
    said = element("td", verdict(outcome))
    return element("tr", element("th", outcome.name, scope="row"), *cells, said)


def verdict(outcome: Outcome) -> str:
    """``p = 0.524, not significant at 0.05``, or why there is no measure."""
    arms = [fork_test.Arm(f"arm {k}", count.found, count.n) for k, count in enumerate(outcome.counts, 1)]
    # The counts stand beside it.
    return fork_test.words(replace(fork_test.fork_test(arms), arms=()))


def count_words(count: Count) -> str:
    """``4 of 5 (0.80)``, or no measure where there is no replay with an outcome."""
    return f"{count.found} of {count.n} ({count.found / count.n:.2f})" if count.n else f"{NO_MEASURE} (n = 0)"
