"""Several runs of one freeze beside each other: what stays and what does not.

Runs are never pooled. Where they give different answers, none of them is *the* answer, and where only some
gave one, that is not agreement.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pycheck.empirical.analysis import Results
from pycheck.empirical.exact import spread_p
from pycheck.empirical.hypotheses import Answer
from pycheck.empirical.intervals import Rate
from pycheck.empirical.tally import Cell


@dataclass(frozen=True)
class Steadiness:
    """One rate over several runs, in their order.

    ``p`` is that of an exact test of "every run has the same rate", ``None`` where fewer than two runs
    measured it.
    """

    cell: Cell
    rates: tuple[Rate, ...]
    p: float | None

    @property
    def range(self) -> tuple[float, float] | None:
        """The lowest and the highest rate; ``None`` where no run measured one."""
        seen = [rate.value for rate in self.rates if rate.value is not None]
        return (min(seen), max(seen)) if seen else None


@dataclass(frozen=True)
class Stability:
    """Several runs of one freeze: by hypothesis the verdict of each run in their order, and the rates."""

    verdicts: Mapping[str, tuple[Answer, ...]]
    rates: tuple[Steadiness, ...]

    def agree(self, hypothesis: str) -> bool | None:
        """Whether all runs say the same of a hypothesis.

        ``None`` for fewer than two runs, and where all of them have no measure: silence is no agreement.
        """
        found = self.verdicts[hypothesis]
        if len(found) < 2 or set(found) == {Answer.NO_MEASURE}:
            return None
        return len(set(found)) == 1


def stability(runs: Sequence[Results]) -> Stability:
    """Compare runs of one freeze, whatever deviations each has.

    Raises :class:`ValueError` if what is held against them differs, or if there is no run.
    """
    if not runs or any(_held(run) != _held(runs[0]) for run in runs):
        raise ValueError("runs of different protocols cannot be compared")
    cells = dict.fromkeys(group.cell for run in runs for group in run.groups)
    return Stability(
        {name: tuple(run.verdicts[name] for run in runs) for name in runs[0].verdicts},
        tuple(_steadiness(cell, runs) for cell in cells),
    )


def _held(run: Results) -> tuple[object, ...]:
    protocol = run.protocol
    return protocol.name, protocol.mechanism, protocol.hypotheses, protocol.analysis


def _steadiness(cell: Cell, runs: Sequence[Results]) -> Steadiness:
    found = [{group.cell: group.rate for group in run.groups}.get(cell, Rate(0, 0)) for run in runs]
    return Steadiness(cell, tuple(found), spread_p(found))
