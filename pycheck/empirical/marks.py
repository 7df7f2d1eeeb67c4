"""Results as marks of plots: rates, gains from deviating alone, and why answers could not be used."""

from __future__ import annotations

from collections.abc import Iterator

from pycheck.empirical.analysis import Results
from pycheck.empirical.evidence import Mark, Plot
from pycheck.empirical.groups import Group
from pycheck.empirical.payoffs import Mean
from pycheck.empirical.record import CAUSES, SCRIPTED, Status


def plots_of(results: Results) -> tuple[Plot, ...]:
    """Rates by condition and family, gains from deviating alone, and why answers could not be used."""
    rates = tuple(
        Mark(
            group.cell.condition,
            group.cell.family,
            group.rate.value,
            group.rate.interval.low if group.rate.interval else None,
            group.rate.interval.high if group.rate.interval else None,
            group.rate.n,
        )
        for group in results.groups
    )
    gains = tuple(
        Mark(_cell(group), role, _float(gain.mean), None, None, gain.mean.n)
        for group in results.groups
        for role, gain in group.gains.items()
    )
    causes = tuple(
        Mark(_cell(group), why, float(count), None, None, group.acts)
        for group in results.groups
        for why, count in _why(group)
    )
    level = f"{results.protocol.analysis.confidence:.0%}"
    return (
        Plot(f"Rate of {results.measured} among valid acts, {level} intervals", "rate", "rate", rates),
        Plot("Mean gain from deviating alone", "gain", "utility", gains),
        *((Plot("Acts that could not be used, by cause", "count", "acts", causes),) if causes else ()),
    )


def _cell(group: Group) -> str:
    condition, family = group.cell
    return condition if family == SCRIPTED else f"{condition}, {family}"


def _why(group: Group) -> Iterator[tuple[str, int]]:
    """Why acts could not be used: by cause where a status has causes, else by status."""
    yield from ((cause.value.replace("_", " "), count) for cause, count in group.causes.items())
    for status in Status:
        if status not in (*CAUSES, Status.VALID) and group.statuses[status].count:
            yield status.value.replace("_", " "), group.statuses[status].count


def _float(mean: Mean) -> float | None:
    return None if mean.value is None else float(mean.value)
